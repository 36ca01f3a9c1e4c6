"""Attention with relative positions worked out again, with mpmath at 50 digits and nothing of the package.

Prints the values of the cases alibi, t5, shaw and transformer-xl under tests/cases, in the order of the problems in
problems/positions. Every entry is worked out on its own, by the formula of the paper for one query and one key.

    python tests/oracle/relative.py
"""

import plain
from mpmath import cos, floor, ln, mpf, sin, sqrt
from plain import dot, matrix, plus, problem, softmax, times

COLUMNS = []  # whether tokens are columns, so that matrices are written with rows and columns exchanged


def table(n, m, entry_of):
    return [[entry_of(i, j) for j in range(m)] for i in range(n)]


def title(name):
    print(f"# {name}")
    problem()


def write(name, a):
    return plain.write(name, a, columns=bool(COLUMNS))


def project(X, weights):
    return [write(name, times(X, weight)) for name, weight in zip("QKV", weights, strict=True)]


def attend(S, V, *, scale=1, bias=None, seen=None, end=""):
    """From scores to the output, with the lines that a bias and a mask add."""
    n, m = len(S), len(S[0])
    if scale != 1:
        S = write(f"S_scaled{end}", table(n, m, lambda i, j: S[i][j] * scale))
    if bias:
        S = write(f"S_biased{end}", table(n, m, lambda i, j: S[i][j] + bias[i][j]))
    if seen:
        S = write(f"S_masked{end}", table(n, m, lambda i, j: S[i][j] if seen(i, j) else None))
    return write(f"A{end}", [softmax(row) for row in S])


def mask(n, m, seen):
    write("M", table(n, m, lambda i, j: mpf(0) if seen(i, j) else None))


def by_head(heads, Q, K, V, bias_of, *, seen, scale_of):
    """Heads one after another, each in its columns; where there is one, nothing is split."""
    outputs = []
    for head in range(heads):
        end = f"_{head + 1}" if heads > 1 else ""
        q, k, v = ([row[head * len(row) // heads : (head + 1) * len(row) // heads] for row in a] for a in (Q, K, V))
        if heads > 1:
            for name, part in zip("QKV", (q, k, v), strict=True):
                write(name + end, part)
        B = write(f"B{end}", bias_of(head))
        S = write(f"S{end}", table(len(q), len(k), lambda i, j, q=q, k=k: dot(q[i], k[j])))
        A = attend(S, v, scale=scale_of(len(k[0])), bias=B, seen=seen, end=end)
        outputs.append(write(f"O{end}", times(A, v)))
    if heads > 1:
        write("C", [[x for row in rows for x in row] for rows in zip(*outputs, strict=True)])


# ALiBi: the slopes as the authors' code makes them, in a recursion on the next lower power of two.


def alibi_slopes(heads):
    power = 1
    while power * 2 <= heads:
        power *= 2
    start = mpf(2) ** (-mpf(8) / power)
    slopes = [start ** (h + 1) for h in range(power)]
    return slopes if power == heads else slopes + alibi_slopes(2 * power)[0::2][: heads - power]


def alibi(Q, K, V, *, heads=1, slope=None, both=False, scale_of=lambda d: 1 / sqrt(mpf(d))):
    n, m = len(Q), len(K)
    past = m - n
    slopes = [slope] if slope is not None else write("m_head", alibi_slopes(heads))
    D = write("D", table(n, m, lambda i, j: abs(i + past - j)))
    seen = None if both else lambda i, j: j <= i + past
    if seen:
        mask(n, m, seen)
    by_head(
        heads, Q, K, V, lambda head: table(n, m, lambda i, j: -slopes[head] * D[i][j]), seen=seen, scale_of=scale_of
    )


# T5: the bucket by logarithms at 50 digits, with a nudge for those that are whole.


def t5_bucket(offset, buckets, furthest, both):
    first = 0
    if both:
        buckets //= 2
        first = buckets if offset > 0 else 0
        distance = abs(offset)
    else:
        distance = max(-offset, 0)
    exact = buckets // 2
    if distance < exact:
        return first + distance
    steps = ln(mpf(distance) / exact) / ln(mpf(furthest) / exact) * (buckets - exact)
    return first + min(exact + int(floor(steps + mpf(10) ** -40)), buckets - 1)


def t5(Q, K, V, b, *, heads=1, buckets=32, furthest=128, both=True):
    n, m = len(Q), len(K)
    D = write("D", table(n, m, lambda i, j: j - i))
    N = write("bkt", [[t5_bucket(offset, buckets, furthest, both) for offset in row] for row in D])
    seen = None if both else lambda i, j: j <= i
    if seen:
        mask(n, m, seen)
    by_head(heads, Q, K, V, lambda head: [[b[k][head] for k in row] for row in N], seen=seen, scale_of=lambda _: 1)


def bias_by_offset(Q, K, V, b):
    """b has an entry for each i − j, from the most negative."""
    n = len(Q)
    write("D", table(n, n, lambda i, j: i - j))
    by_head(1, Q, K, V, lambda _: table(n, n, lambda i, j: b[i - j + len(b) // 2]), seen=None, scale_of=lambda _: 1)


# Shaw: qᵢ·(kⱼ + a) and Σ A (vⱼ + a'), each pair with its own vectors; the parts are shown besides.


def shaw(Q, K, V, Rk, Rv=None, *, causal=False):
    n, m, k = len(Q), len(K), len(Rk) // 2
    D = write("D", table(n, m, lambda i, j: max(-k, min(k, j - i))))
    write("QK", table(n, m, lambda i, j: dot(Q[i], K[j])))
    write("QR", table(n, 2 * k + 1, lambda i, r: dot(Q[i], Rk[r])))
    write("QR_pair", table(n, m, lambda i, j: dot(Q[i], Rk[D[i][j] + k])))
    S = write("S", table(n, m, lambda i, j: dot(Q[i], plus(K[j], Rk[D[i][j] + k]))))
    A = attend(S, V, scale=1 / sqrt(mpf(len(Q[0]))), seen=(lambda i, j: j <= i) if causal else None)
    if Rv is None:
        write("O", times(A, V))
        return
    write("AV", times(A, V))
    AD = table(n, 2 * k + 1, lambda i, r: sum((A[i][j] for j in range(m) if D[i][j] == r - k), mpf(0)))
    write("AD", AD)
    write("AR", times(AD, Rv))
    write(
        "O",
        [
            [sum((A[i][j] * (V[j][c] + Rv[D[i][j] + k][c]) for j in range(m)), mpf(0)) for c in range(len(V[0]))]
            for i in range(n)
        ],
    )


# Transformer-XL: (qᵢ + u)·kⱼ + (qᵢ + v)·rᵢ₋ⱼ; the four terms are shown besides.


def transformer_xl(Q, K, V, R, u, v, Wkr=None):
    n, m = len(Q), len(K)
    past = m - n
    r = write("Rk", times(R, Wkr)) if Wkr else R
    write("QK", table(n, m, lambda i, j: dot(Q[i], K[j])))
    write("QR", table(n, len(r), lambda i, distance: dot(Q[i], r[distance])))
    seen = lambda i, j: j <= i + past  # noqa: E731
    of = lambda i, j: r[i + past - j] if seen(i, j) else [mpf(0)] * len(u)  # noqa: E731
    write("QR_pair", table(n, m, lambda i, j: dot(Q[i], of(i, j))))
    write("uK", [dot(u, key) for key in K])
    write("vR", [dot(v, row) for row in r])
    write("vR_pair", table(n, m, lambda i, j: dot(v, of(i, j))))
    S = write("S", table(n, m, lambda i, j: dot(plus(Q[i], u), K[j]) + dot(plus(Q[i], v), of(i, j))))
    mask(n, m, seen)
    write("O", times(attend(S, V, scale=1 / sqrt(mpf(len(u))), seen=seen), V))


def sinusoids(rows, width):
    half = range(width // 2)
    write("pos", list(range(rows)))
    frequencies = write("theta", [1 / mpf(10000) ** (mpf(2) * i / width) for i in half])
    write("psi", table(rows, width // 2, lambda p, i: p * frequencies[i]))
    write("sin", table(rows, width // 2, lambda p, i: sin(p * frequencies[i])))
    write("cos", table(rows, width // 2, lambda p, i: cos(p * frequencies[i])))
    return write("R", table(rows, width, lambda p, c: (cos if c % 2 else sin)(p * frequencies[c // 2])))


SMALL = matrix("1 0; 0 1; 1 1")
X4 = matrix("1 0; 0 1; 1 1; 2 -1")
TWO_HEADS = [matrix("1 0 0 2; 0 1 1 0"), matrix("1 1 0 1; 1 0 1 0"), matrix("1 0; 0 2")]
ONE_HEAD = [matrix("1 0; 0 1"), matrix("0 1; 1 0"), matrix("1 1; 0 2")]

title("alibi: slope 1/2")
alibi(SMALL, SMALL, SMALL, slope=mpf(1) / 2)
title("alibi: two heads")
alibi(*project(SMALL, TWO_HEADS), heads=2)
title("alibi: three heads, one query after two keys of a cache")
alibi(matrix("1 2 1"), matrix("1 0 2; 0 1 1; 1 1 0"), matrix("4 2 0; 0 2 4; 2 0 2"), heads=3)
title("alibi: both directions, scores divided by 2")
alibi(matrix("2 0; 0 2; 2 2"), SMALL, SMALL, slope=mpf(1) / 4, both=True, scale_of=lambda _: mpf(1) / 2)

title("t5: a bias for each offset")
bias_by_offset(SMALL, SMALL, SMALL, matrix("-0.5 0.5 0 0.25 -1")[0])
title("t5: eight buckets")
t5(
    matrix("1 0; 0 1; 1 1; 0 2"),
    matrix("0 1; 1 0; 1 1; 2 0"),
    matrix("1 0; 0 1; 1 1; 2 -1"),
    matrix("1; 0.5; -1; -2; 0; 0.25; -0.75; -3"),
    buckets=8,
    furthest=16,
)
title("t5: a decoder with two heads")
t5(
    *project(SMALL, [matrix("1 0 0 1; 0 1 1 0"), *TWO_HEADS[1:]]),
    matrix("0 1; -1 0.5; -2 0; -3 -0.5"),
    heads=2,
    buckets=4,
    furthest=8,
    both=False,
)

title("shaw: keys only")
shaw(SMALL, SMALL, SMALL, matrix("0 1; 0 0; 1 0"))
title("shaw: keys and values")
shaw(
    *project(X4, ONE_HEAD),
    matrix("0.5 0; 0 0.5; 0 0; 0.25 -0.25; -0.5 0"),
    matrix("1 0; 0 1; 0 0; 0 -1; -1 0"),
    causal=True,
)
COLUMNS.append(True)
title("shaw: tokens in columns")
shaw(*project(SMALL, ONE_HEAD), matrix("0.5 -1; 0 1; 1 0"), matrix("1 0; 0 -1; 0 2"))
COLUMNS.clear()

title("transformer-xl: one pair")
transformer_xl(matrix("1 2"), matrix("3 1"), matrix("1 0"), matrix("1 1"), *matrix("1 0; 0 1"))
title("transformer-xl: three tokens")
waves = [[sin(mpf(p)), cos(mpf(p))] for p in range(3)]
transformer_xl(*project(SMALL, ONE_HEAD), waves, *matrix("0.5 0; 0 -1"), matrix("1 0; 1 1"))
title("transformer-xl: two tokens after two of the memory")
transformer_xl(
    matrix("1 1; 0 2"),
    matrix("1 0; 0 1; 1 1; 2 0"),
    matrix("1 0; 0 1; 1 1; 2 1"),
    matrix("0 0; 1 0; 0 1; -1 0"),
    *matrix("1 0; 1 1"),
)
title("transformer-xl: sinusoidal encodings")
transformer_xl(SMALL, SMALL, SMALL, sinusoids(3, 2), *matrix("0 1; 0.5 0.5"))

print("# buckets of some offsets: both directions, then the past alone")
print([t5_bucket(offset, 32, 128, True) for offset in (0, -1, 1, -7, -8, -12, -16, -64, -200, 8)])
print([t5_bucket(offset, 32, 128, False) for offset in (0, -15, -16, -32, -64, -127)])
