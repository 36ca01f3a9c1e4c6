"""Attention in another order of work, worked out again with mpmath at 50 digits and nothing of the package.

Prints the case files of problems/reordered and of one problem of problems/homework.

    python tests/oracle/reordered.py flash > tests/cases/flash.yaml
"""

import sys

from mpmath import exp, inf, mpf, sqrt
from plain import case, matrix, problem, softmax, times, turned, write


def after(number, kept, S, V=None):
    """One tile: the running maximum, sum and, if there are values, output."""
    m = [[max(*before, *row)] for before, row in zip(kept["m"], S, strict=True)]
    corr = [[exp(before - new)] for [before], [new] in zip(kept["m"], m, strict=True)]
    E = [[exp(x - top) for x in row] for row, [top] in zip(S, m, strict=True)]
    sums = [[c * before + sum(row)] for [c], [before], row in zip(corr, kept["l"], E, strict=True)]
    found = {"m": m, "corr": corr, "E": E, "l": sums}
    if V:
        EV = times(E, V)
        found["o"] = [
            [c * x + y for x, y in zip(*rows, strict=True)] for [c], *rows in zip(corr, kept["o"], EV, strict=True)
        ]
    for name, value in found.items():
        write(f"{name}_{number}", value)
    return found


def start(rows, width=0):
    kept = {"m": [[-inf]] * rows, "l": [[mpf(0)]] * rows, **({"o": [[mpf(0)] * width] * rows} if width else {})}
    for name, value in kept.items():
        write(f"{name}_0", value)
    return kept


def online(S, block):
    problem()
    kept = start(len(S))
    for number, first in enumerate(range(0, len(S[0]), block), 1):
        tile = write(f"S_tile_{number}", [row[first : first + block] for row in S])
        kept = after(number, kept, tile)
    write("A", [softmax(row) for row in S])


def online_softmax():
    online(matrix("1 2 4 3"), 2)
    print('    exact: {l_1: ["1+exp(-1)"], l_2: ["1+exp(-1)+exp(-2)+exp(-3)"]}')
    online(matrix("1 3 2; 0 -inf -1/2"), 1)


def homework_131():
    online(matrix("2 1 3 5 4 4 1 2 1"), 3)


def attention(Q, K, V, end="", scale=True, seen=lambda i, j: True):
    S = write(f"S{end}", times(Q, turned(K)))
    if scale:
        S = write(f"S_scaled{end}", [[x / sqrt(mpf(len(K[0]))) for x in row] for row in S])
    masked = [[x if seen(i, j) else -inf for j, x in enumerate(row)] for i, row in enumerate(S)]
    if masked != S:
        S = write(f"S_masked{end}", masked)
    A = write(f"A{end}", [softmax(row) for row in S])
    return S, write(f"O{end}", times(A, V))


def flash_of(Q, K, V, block, scale, seen=lambda i, j: True):
    problem()
    S, out = attention(Q, K, V, scale=scale, seen=seen)
    kept = start(len(Q), len(V[0]))
    for number, first in enumerate(range(0, len(K), block), 1):
        part = slice(first, first + block)
        write(f"S_{number}", times(Q, turned(K[part])))
        kept = after(number, kept, [row[part] for row in S], V[part])
    write("O_flash", out)


def flash():
    flash_of(matrix("1 0"), matrix("1 0; 2 1; 4 0; 3 1"), matrix("1 0; 0 1; 1 1; 2 0"), 2, scale=False)
    Q, K = matrix("1 0 1 0; 0 1 0 1; 1 1 1 1"), matrix("1 2 0 1; 0 1 1 1; 2 0 0 1")
    flash_of(Q, K, matrix("1 0; 0 1; 2 2"), 2, scale=True, seen=lambda i, j: j <= i)


def kv_cache():
    problem()
    X = matrix("1 0; 0 1; 1 1; 2 -1")
    W = {"Q": matrix("1 1; 0 1"), "K": matrix("1 0; 1 1"), "V": matrix("2 0; 0 1")}
    cache = {"K": [], "V": []}
    outs = []
    for number, (first, last) in enumerate([(0, 2), (2, 3), (3, 4)], 1):
        new = write(f"X_new_{number}", X[first:last])
        made = {name: write(f"{name}_{number}", times(new, w)) for name, w in W.items()}
        for name in ("K", "V"):
            cache[name] = cache[name] + made[name]
            if number > 1:
                write(f"{name}_cache_{number}", cache[name])
        seen = (lambda i, j: j <= i) if number == 1 else (lambda i, j: True)
        outs += attention(made["Q"], cache["K"], cache["V"], f"_{number}", seen=seen)[1]
        write(f"cache_{number}", [[mpf(last * (2 + 2) * 2)]])  # t rows of d_k + d_v numbers of two bytes
    write("O_all", outs)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if name == "131-online-softmax":
            case(f"homework/{name}", homework_131)
        else:
            case(f"reordered/{name}", globals()[name.replace("-", "_")])
