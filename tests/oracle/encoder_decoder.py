"""Encoder-decoder attention worked out again, with mpmath at 50 digits and nothing of the package.

Prints the values of the cases under tests/cases whose problems are in problems/encoder_decoder, with rows for tokens,
or columns where the problem has them; one of them once more with every line rounded before the next one uses it.

    python tests/oracle/encoder_decoder.py
"""

import plain
from mpmath import cosh, exp, floor, mpf, sinh, sqrt
from plain import apply, each, matrix, plus, times, turned, vector, weighted

PLACES = []  # the decimals that every line is rounded to, if it is


def softmax(scores, end=""):
    if not PLACES:
        return plain.softmax(scores)
    parts = write(f"E{end}", [exp(score) for score in scores])
    (total,) = write(f"Z{end}", [sum(parts)])
    return [part / total for part in parts]


def rounded(x):
    """Half up, away from zero."""
    unit = mpf(10) ** PLACES[0]
    return (1 if x > 0 else -1) * floor(abs(x) * unit + mpf(0.5)) / unit


def title(name):
    print(f"\n# {name}")


def write(name, a):
    """Prints a line; hands on what it now says."""
    if PLACES:
        a = each(rounded, a)
    return plain.write(name, a)


def attend(e, H, s, end=""):
    alpha = write(f"alpha{end}", softmax(write(f"e{end}", e), end))
    c = write(f"c{end}", weighted(alpha, H))
    write(f"cs{end}", c + s)


def layer(name, before, v, end="", columns=False):
    """tanh of every entry, written as a quotient of hyperbolic functions, and the scores; e is what comes back."""
    side = turned if columns else list
    before = side(write(name, side(before)))
    T = side(write(f"T{end}", side([[sinh(x) / cosh(x) for x in row] for row in before])))
    return apply(T, v)


def additive(states, H, W, U, v, b=None):
    Uh = write("Uh", [apply(U, h) for h in H])
    for number, s in enumerate(states, 1):
        end = f"_{number}" if len(states) > 1 else ""
        Ws = write(f"Ws{end}", apply(W, s))
        before = [plus(plus(row, Ws), b or [mpf(0)] * len(Ws)) for row in Uh]
        attend(layer(f"pre{end}", before, v, end), H, s, end)


def additive_with_one_matrix(s, H, W, v, b=None, h_first=False, columns=False):
    sh = [h + s if h_first else s + h for h in H]
    Wsh = [apply(W, joined) for joined in sh]
    write("sh", turned(sh) if columns else sh)
    name = "Wsh"
    if b:
        write("Wsh", turned(Wsh) if columns else Wsh)
        name, Wsh = "pre", [plus(row, b) for row in Wsh]
    attend(layer(name, Wsh, v, columns=columns), H, s)


def general(states, H, W):
    Wh = write("Wh", [apply(W, h) for h in H])
    for number, s in enumerate(states, 1):
        attend(apply(Wh, s), H, s, f"_{number}")


def dot_product(states, H):
    for number, s in enumerate(states, 1):
        attend(apply(H, s), H, s, f"_{number}")


def cross_attention(X, Y, Wq, Wk, Wv, biases=(None, None, None), padded=(), columns=False):
    def line(name, a):
        write(name, turned(a) if columns else a)
        return a

    Q, K, V = (
        line(name, [plus(row, b or [mpf(0)] * len(row)) for row in times(tokens, weight)])
        for name, tokens, weight, b in zip("QKV", (X, Y, Y), (Wq, Wk, Wv), biases, strict=True)
    )
    S = line("S", times(Q, turned(K)))
    scores = line("S_scaled", [[x / sqrt(len(K[0])) for x in row] for row in S])
    if padded:
        scores = line("S_masked", [[None if j in padded else x for j, x in enumerate(row)] for row in scores])
    A = line("A", [softmax(row) for row in scores])
    line("O", times(A, V))


title("additive: with identities")
one = matrix("1 0; 0 1")
additive([vector("1 0")], matrix("1 0; 0 1; 1 1"), one, one, vector("1 1"))
title("additive: three hidden units and a bias")
additive(
    [vector("0.5 -1")],
    matrix("0.2 0.1 -0.4; 1 -0.3 0.6; -0.5 0.8 0.3; 0 0.4 -1.1"),
    matrix("0.4 -0.2; 1 0.3; -0.6 0.5"),
    matrix("0.1 0.7 -0.3; -0.2 0.4 0.9; 0.8 0 -0.5"),
    vector("0.9 -0.4 1.2"),
    vector("0.1 0 -0.2"),
)
title("additive-one-matrix: concat score")
additive_with_one_matrix(vector("1 2"), matrix("1 0; 0 1; 1 1"), matrix("1 0 1 0; 0 1 0 1"), vector("1 -1"))
title("additive-one-matrix: the encoder state first, in columns")
additive_with_one_matrix(
    vector("0.5 -0.25"),
    turned(matrix("1 0.5 -1; 0 2 1; 0.5 0 -0.5")),
    matrix("1 0.5 0 -1 0.2; -0.5 1 0.25 0.5 0.4"),
    vector("1.5 0.5"),
    vector("0.1 -0.1"),
    h_first=True,
    columns=True,
)
for places in ([], [3]):
    PLACES[:] = places
    title("additive-two-states" + ", rounded" * len(places))
    additive(
        matrix("1 -0.5; 0.25 1"),
        matrix("0.5 1; -1 0.5; 0.75 0.25"),
        matrix("0.5 1; 1 -0.5"),
        matrix("1 0.5; -0.25 1"),
        vector("2 -1"),
    )
PLACES.clear()
title("general-two-states: general")
general(matrix("1 2; -1 1/2"), matrix("1 1 0; 0 1 1; 1/2 0 1; 2 -1 0"), matrix("1 0 2; 0 1 -1"))
title("general-two-states: dot product in columns")
dot_product(turned(matrix("1 0.5; 0 -1")), turned(matrix("1 0 2; 1 2 -1")))
title("cross-attention: rows")
cross_attention(
    matrix("1 0; 0.5 -1"),
    matrix("1 0 2; 0 1 -1; 1 1 0.5"),
    matrix("1 0.5; 0 1"),
    matrix("1 0; 0 1; 0.5 -0.5"),
    matrix("1 0 1; 0 2 0; 1 -1 0"),
)
title("cross-attention: columns, the last encoder token padded")
cross_attention(
    turned(matrix("1 0.5; 0 -1")),
    turned(matrix("1 0 1; 0 1 1; 2 -1 0.5")),
    turned(matrix("1 0; 0.5 1")),
    turned(matrix("1 0 0.5; 0 1 -0.5")),
    turned(matrix("1 0 1; 0 2 -1; 1 0 0")),
    (vector("0.5 0"), vector("0 -0.25"), vector("1 0 -1")),
    padded=(2,),
    columns=True,
)
