"""Positions worked out again, with mpmath at 50 digits and nothing of the package: sinusoids, tables, rotations.

Prints the values of the cases sinusoidal, learned-positions and rope.

    python tests/oracle/positions.py
"""

from mpmath import cos, exp, log, mpc, mpf, pi, sin, sqrt
from plain import both, matrix, softmax, times, turned, write


def title(name):
    print(f"\n# {name}")


def frequencies(d, base=10000, doubled=1):
    return [mpf(base) ** (-mpf(2 * doubled * i) / d) for i in range(d // 2)]


def angles(pos, theta, end="", columns=False):
    return write(f"psi{end}", [[p * t for t in theta] for p in pos], columns)


def sinusoidal(pos, d, X=None, listed=False, halves=False, base=10000, doubled=1, columns=False):
    if not listed:
        write("pos", [mpf(p) for p in pos])
    theta = write("theta", frequencies(d, base, doubled))
    psi = angles(pos, theta, columns=columns)
    sines = write("sin", [[sin(x) for x in row] for row in psi], columns)
    cosines = write("cos", [[cos(x) for x in row] for row in psi], columns)
    if halves:
        P = [s + c for s, c in zip(sines, cosines, strict=True)]
    else:
        P = [[f(p * theta[j // 2]) for j in range(d) for f in [(sin, cos)[j % 2]]] for p in pos]
    write("P", P, columns)
    if X:
        write("XP", both(X, P), columns)


def learned(X, P, picked, columns=False):
    write("XP", both(X, write("P_pos", [P[k] for k in picked], columns)), columns)


def turn(row, angle, pairs, growth=None):
    """Each pair as a complex number, times e^(i angle)."""
    new = list(row)
    for k, (x, y) in enumerate(pairs):
        z = mpc(row[x], row[y]) * exp(mpc(0, angle[k])) * (growth[k] if growth else 1)
        new[x], new[y] = z.real, z.imag
    return new


def waves(psi, end, unit=1):
    write(f"sin{end}", [[sin(x * unit) for x in row] for row in psi])
    write(f"cos{end}", [[cos(x * unit) for x in row] for row in psi])


def attend(Q, K, V=None, end="", scaled=True, causal=False):
    S = write(f"S{end}", times(Q, turned(K)))
    if scaled:
        S = write(f"S_scaled{end}", [[x / sqrt(len(K[0])) for x in row] for row in S])
    if causal:
        masked = [[None if j > i else x for j, x in enumerate(row)] for i, row in enumerate(S)]
        S = write(f"S_masked{end}", masked)
    if V:
        A = write(f"A{end}", [softmax(row) for row in S])
        return write(f"O{end}", times(A, V))
    return S


def neighbours(d):
    return [(k, k + 1) for k in range(0, d, 2)]


def one_score(q, k, m, n):
    theta = write("theta", frequencies(4))
    psi_q, psi_k = angles([m], theta, "_Q"), angles([n], theta, "_K")
    waves(psi_q, "_Q")
    waves(psi_k, "_K")
    Q = write("Q_rot", [turn(q, psi_q[0], neighbours(4))])
    K = write("K_rot", [turn(k, psi_k[0], neighbours(4))])
    attend(Q, K, scaled=False)


def from_tokens(X, Wq, Wk, Wv):
    Q, K, V = write("Q", times(X, Wq)), write("K", times(X, Wk)), write("V", times(X, Wv))
    theta = write("theta", frequencies(2))
    psi = angles(write("pos", [mpf(i) for i in range(3)]), theta)
    waves(psi, "")
    Q = write("Q_rot", [turn(row, angle, [(0, 1)]) for row, angle in zip(Q, psi, strict=True)])
    K = write("K_rot", [turn(row, angle, [(0, 1)]) for row, angle in zip(K, psi, strict=True)])
    attend(Q, K, V, causal=True)


def last_token(Q, K, V):
    pairs = [(0, 2), (1, 3)]
    theta = write("theta", frequencies(4, 100))
    psi_q = angles(write("pos_Q", [mpf(2)]), theta, "_Q")
    waves(psi_q, "_Q")
    psi_k = angles(write("pos_K", [mpf(i) for i in range(3)]), theta, "_K")
    waves(psi_k, "_K")
    Q = write("Q_rot", [turn(row, angle, pairs) for row, angle in zip(Q, psi_q, strict=True)])
    K = write("K_rot", [turn(row, angle, pairs) for row, angle in zip(K, psi_k, strict=True)])
    attend(Q, K, V)


def two_heads(Q, K, V):
    psi = angles(write("pos", [mpf(1), mpf(2)]), [mpf(60)])
    waves(psi, "", pi / 180)
    radians = [[x * pi / 180 for x in row] for row in psi]
    outputs = []
    for number in (1, 2):
        q, k, v = ([row[2 * number - 2 : 2 * number] for row in whole] for whole in (Q, K, V))
        for name, part in zip("QKV", (q, k, v), strict=True):
            write(f"{name}_{number}", part)
        q, k = ([turn(row, angle, [(0, 1)]) for row, angle in zip(part, radians, strict=True)] for part in (q, k))
        write(f"Q_rot_{number}", q)
        write(f"K_rot_{number}", k)
        outputs.append(attend(q, k, v, f"_{number}"))
    write("C", [a + b for a, b in zip(*outputs, strict=True)])


def stretched(Q, K, V, divisor):
    d, n = 4, 3
    theta = write("theta", frequencies(d))
    zeta = write("zeta", [(mpf(2 * i) / d + mpf("0.4")) / mpf("1.4") for i in range(d // 2)])
    psi = angles(write("pos", [mpf(i) for i in range(n)]), theta)
    waves(psi, "")
    xi = write("xi", [[exp(log(z) * (p - n // 2) / divisor) for z in zeta] for p in range(n)])
    inverse = [[1 / x for x in row] for row in xi]
    pairs = neighbours(d)
    Q = write("Q_rot", [turn(row, angle, pairs, g) for row, angle, g in zip(Q, psi, xi, strict=True)])
    K = write("K_rot", [turn(row, angle, pairs, g) for row, angle, g in zip(K, psi, inverse, strict=True)])
    attend(Q, K, V)


title("sinusoidal: four columns")
sinusoidal(range(3), 4)
title("sinusoidal: six columns, added")
sinusoidal(range(2), 6, matrix("1 0 2 0 1 1; 0 1 1 0 0.5 2"))
title("sinusoidal: from 1, all sines first")
sinusoidal([1, 2], 4, halves=True, base=100)
title("sinusoidal: chosen, doubled, columns")
X = turned(matrix("1 0 2; 0 1 1; 2 1 0; 1 1 1"))
sinusoidal([0, 5, 10], 4, X, listed=True, doubled=2, columns=True)
title("learned-positions: as long as the sentence")
learned(matrix("1 0 2; 0 1 1; 1 1 0"), matrix("0.1 0.2 0.3; 0.4 0.5 0.6; 0.7 0.8 0.9"), [0, 1, 2])
title("learned-positions: chosen")
learned(matrix("1 0; 0 1; 1 1"), matrix("0 1; 1/2 -1; 2 0; 1 3"), [3, 0, 2])
title("learned-positions: from 0, columns")
learned(turned(matrix("1 0 2; 0 1 1")), turned(matrix("0 1 2 3; 1 -1 0 0.5")), [0, 2, 3], columns=True)
title("rope: one query and one key")
one_score(*matrix("1 0 1 2; 1 1 0 1"), 2, 1)
title("rope: one position earlier")
one_score(*matrix("1 0 1 2; 1 1 0 1"), 1, 0)
title("rope: from tokens")
from_tokens(matrix("1 0 1; 0 2 0; 1 1 0"), matrix("1 0; 0 1; 1 0"), matrix("0 1; 1 0; 0 1"), matrix("1 0; 0 1; 1 1"))
title("rope: a last token, halves of four columns")
last_token(matrix("1 0 2 1 1 0"), matrix("1 0 1 0 0 1; 0 1 1 0 1 0; 2 0 0 1 0 0"), matrix("1 0; 0 1; 2 1"))
title("rope: two heads, degrees")
two_heads(matrix("1 0 0 2; 0 1 1 0"), matrix("1 1 0 1; 0 2 1 0"), matrix("1 0 2 0; 0 1 0 3"))
title("rope: xPos")
stretched(matrix("1 0 1 1; 0 1 2 0; 1 1 0 1"), matrix("1 0 0 1; 2 1 1 0; 0 1 1 1"), matrix("1 0; 0 1; 1 1"), 2)
