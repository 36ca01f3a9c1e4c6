"""Homework with one mistake of method each, worked out with mpmath at 50 digits and nothing of the package.

Prints the cases of tests/check/causes/method.yaml: what somebody writes who makes the mistake, with three decimals.

    python tests/oracle/causes.py > tests/check/causes/method.yaml
"""

from mpmath import cos, exp, mp, mpf, power, sin, sqrt
from plain import both, matrix, times, turned, vector

mp.dps = 50

Q, K, V = matrix("1 2; 0.5 -1; 2 0.3"), matrix("0.7 1; -1 0.4; 1.5 0.2"), matrix("1 0 2 1 0; 3 1 0 2 1; 0 2 1 1 4")
X, WQ, WK, WV = (
    matrix("1 0.5 -1; 0 2 1; 1.5 1 0.2"),
    matrix("1 0.2 0; 0.5 1 0.3; 0 0.7 1"),
    matrix("0.4 0 1; 1 0.6 0; 0.1 1 0.5"),
    matrix("2 1 0; 0 1 0.5; 1 0.3 1"),
)
BQ = vector("0.5 -0.2 0.1")
ROOT2, ROOT3 = sqrt(mpf(2)), sqrt(mpf(3))


def text(x):
    """A number with three decimals."""
    if x is None:
        return "-inf"
    places = 3
    whole = int(mp.nint(x * 10**places))
    digits = str(abs(whole)).rjust(places + 1, "0")
    return f"{'-' if whole < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def case(cause, problem, line, also=(), says=None, **written):
    print(f"- cause: {cause}\n  problem: {problem}\n  line: {line}")
    if also:
        print(f"  also: [{', '.join(also)}]")
    if says:
        print(f'  says: "{says}"')
    print("  written:")
    for key, line_ in written.items():
        rows = line_ if isinstance(line_[0], list) else [line_]
        print(f'    {key}: "{"; ".join(" ".join(map(text, row)) for row in rows)}"')


def over(a, c):
    return [[None if x is None else x / c for x in row] for row in a]


def power_of(base, a):
    return [[mpf(0) if x is None else power(base, x) for x in row] for row in a]


def shares(e, sums=None):
    sums = sums or [sum(row) for row in e]
    return [[x / total for x in row] for row, total in zip(e, sums, strict=True)]


def softmax(a):
    return shares(power_of(exp(1), a))


# The scale.

S = times(Q, turned(K))
case("no-scaling", "plain", "S_scaled", S=S, S_scaled=S, says="The scores were not divided by √d_k = √2.")
case("no-scaling", "plain", "A", S=S, A=softmax(S))
case("scaled-by-d-k", "plain", "S_scaled", ["scaled-twice"], S=S, S_scaled=over(S, 2))
case("scaled-by-d-v", "plain", "S_scaled", S=S, S_scaled=over(S, sqrt(mpf(5))))
case("scaled-by-n", "plain", "A", S=S, A=softmax(over(S, ROOT3)))
case("multiplied-instead-of-divided", "plain", "S_scaled", S=S, S_scaled=over(S, 1 / ROOT2))
case("scaled-twice", "plain", "A", S=S, S_scaled=over(S, ROOT2), A=softmax(over(S, 2)))
wide = matrix("1 0 2 1 0; 0.5 1 0 1 2; 2 0.3 1 0 1")
q = times(wide, matrix("1 0; 0 1; 0.5 0; 0 0.5; 1 0"))
k = times(wide, matrix("0 1; 1 0; 0 0.5; 0.5 1; 0 1"))
s = times(q, turned(k))
case("scaled-by-d-model", "wide", "S_scaled", Q=q, K=k, S=s, S_scaled=over(s, sqrt(mpf(5))))
case("scaled-needlessly", "unscaled", "A", S=S, A=softmax(over(S, ROOT2)))

# Softmax.

SCALED = over(S, ROOT2)
E = power_of(exp(1), SCALED)
Z = [sum(row) for row in E]
case("softmax-over-the-other-axis", "plain", "A", S_scaled=SCALED, A=turned(shares(turned(E))))
down = shares(turned(E))
says = "Softmax was taken down the rows: each column should sum to 1."
case("softmax-over-the-other-axis", "columns", "A", says=says, S_scaled=SCALED, A=turned(down))
case("softmax-over-the-whole-matrix", "plain", "A", S_scaled=SCALED, A=over(E, sum(Z)))
case("no-exponential", "plain", "A", S_scaled=SCALED, A=shares(SCALED))
case("without-normalising", "plain", "A", S_scaled=SCALED, A=E)
case("base-2", "plain", "A", S_scaled=SCALED, A=shares(power_of(2, SCALED)))
case("base-10", "plain", "A", S_scaled=SCALED, A=shares(power_of(10, SCALED)))
case("exponent-sign-lost", "plain", "A", S_scaled=SCALED, A=softmax([[abs(x) for x in row] for row in SCALED]))
case("exponent-sign-turned", "plain", "A", S_scaled=SCALED, A=softmax(over(SCALED, -1)))
shifted = power_of(exp(1), [[x - max(row) for x in row] for row in SCALED])
case("max-subtracted-on-one-side", "plain", "A", S_scaled=SCALED, A=shares(shifted, Z))
others = [[x / (total - x) for x in row] for row, total in zip(E, Z, strict=True)]
case("sum-of-the-others", "plain", "A", S_scaled=SCALED, A=others)
case("sum-lacks-a-term", "plain", "A", S_scaled=SCALED, A=shares(E, [Z[0], Z[1] - E[1][2], Z[2]]))
zero = times(matrix("0 1; 2 0; 1 1"), turned(matrix("1 0; 2 1")))  # the first score is 0
powers = power_of(exp(1), over(zero, ROOT2))
without = [sum(x for x in row if x != 1) for row in powers]
case("e-to-the-0-left-out", "zeros", "A", S=zero, A=shares(powers, without))
case("e-to-the-0-left-out", "zeros", "Z", S_scaled=over(zero, ROOT2), Z=[[x] for x in without])
case("another-rows-sum", "plain", "A", S_scaled=SCALED, A=shares(E, [Z[0], Z[1], Z[0]]))

# Products.

q, k, v = times(X, WQ), times(X, WK), times(X, WV)
s = times(q, turned(k))
a = softmax(over(s, ROOT3))
case("d-k-miscounted", "square", "S_scaled", Q=q, K=k, S=s, S_scaled=over(s, 2))
SIX = [matrix("1 0 2 1 0.5 1; 0 3 1 1 2 0"), matrix("1 2 0 1 1 3; 2 0 1 1 0 0.5")]
six = times(SIX[0], turned(SIX[1]))
case(
    "root-rounded",
    "six",
    "S_scaled",
    says="√d_k = √6 was rounded to 2 before it was used.",
    S=six,
    S_scaled=over(six, 2),
)
case("scaled-by-n", "tall", "S_scaled", ["scaled-by-d-v"], S=S, S_scaled=over(S, ROOT3))
case("k-for-k-transposed", "square", "S", Q=q, K=k, S=times(q, k))
case("q-and-k-exchanged", "square", "S", Q=q, K=k, S=times(k, turned(q)))
case("weights-transposed", "square", "K", Q=q, K=times(X, turned(WK)))
case("weights-transposed", "square", "S", Q=q, S=times(q, turned(times(X, turned(WK)))))
case("attention-transposed", "square", "O", V=v, A=a, O=times(turned(a), v))
case("factors-exchanged", "square", "O", V=v, A=a, O=times(v, a))
case("k-used-for-v", "square", "O", K=k, V=v, A=a, O=times(a, k))
case("q-used-for-v", "square", "O", Q=q, V=v, A=a, O=times(a, q))
case("v-used-for-k", "square", "S", Q=q, V=v, S=times(q, turned(v)))
case("v-used-for-k", "square", "A", Q=q, K=k, A=softmax(over(times(q, turned(v)), ROOT3)))
case("q-used-for-k", "square", "S", Q=q, K=k, S=times(q, turned(q)))
case("k-used-for-q", "square", "S", Q=q, K=k, S=times(k, turned(k)))
case("another-projection", "square", "Q", Q=k)
case("not-projected", "square", "V", V=X)
case("bias-forgotten", "biased", "Q", Q=q)

# Heads.

FOUR = matrix("1 0 2 1; 0.5 1 0 1; 2 0.3 1 0")
M = [
    matrix("1 0 0.5 0; 0 1 0 0.2; 0.5 0 1 0; 0 0.3 0 1"),
    matrix("0 1 0 0.4; 1 0 0.3 0; 0 0.5 0 1; 0.2 0 1 0"),
    matrix("1 1 0 0; 0 1 1 0; 0 0 1 1; 0.5 0 0 1"),
]
WO = matrix("1 0 0 2; 0 1 0.5 0; 0 0 1 0; 1 0 0 1")
qs, ks, vs = ([[row[:2] for row in times(FOUR, w)], [row[2:] for row in times(FOUR, w)]] for w in M)
ss = [times(q, turned(k)) for q, k in zip(qs, ks, strict=True)]
aa = [softmax(over(s, ROOT2)) for s in ss]
oo = [times(a, v) for a, v in zip(aa, vs, strict=True)]
C = [first + second for first, second in zip(*oo, strict=True)]
case("wrong-head", "heads", "S_2", Q_1=qs[0], K_1=ks[0], Q_2=qs[1], K_2=ks[1], S_2=times(qs[1], turned(ks[0])))
case("another-heads-line", "heads", "S_2", Q_1=qs[0], K_1=ks[0], Q_2=qs[1], K_2=ks[1], S_2=ss[0])
case("heads-in-another-order", "heads", "C", O_1=oo[0], O_2=oo[1], C=[b + a for a, b in zip(*oo, strict=True)])
flat = [x for o in oo for row in o for x in row]
case("heads-joined-without-transposing", "heads", "C", O_1=oo[0], O_2=oo[1], C=[flat[:4], flat[4:8], flat[8:]])
case("heads-not-concatenated", "heads", "MH", C=C, MH=times(both(*oo), WO[:2]))
sums = [[(x + y) / 2 for x, y in zip(*rows, strict=True)] for rows in zip(*oo, strict=True)]
case("heads-not-concatenated", "heads", "MH", C=C, MH=times(sums, WO[:2]))
case("wo-forgotten", "heads", "MH", C=C, MH=C)
case("weights-transposed", "heads", "Q_2", Q_2=[row[2:] for row in times(FOUR, turned(M[0]))])
other_q, other_k = ([row[:2] for row in times(FOUR, turned(w))] for w in M[:2])
case(
    "weights-transposed",
    "heads",
    "S_1",
    says="The transpose of Wq and Wk was taken.",
    S_1=times(other_q, turned(other_k)),
)
in_turn = [[[row[0], row[2]] for row in times(FOUR, w)] for w in M]
case("columns-dealt-in-turn", "heads", "V_1", V_1=in_turn[2])
case("columns-dealt-in-turn", "heads", "S_1", S_1=times(in_turn[0], turned(in_turn[1])))
GIVEN = [
    matrix("1 0 2 1; 0 3 1 1; 2 0.5 0 1"),
    matrix("1 2 0 1; 2 0 1 1; 0.5 1 1 0"),
    matrix("1 4 0 2; 3 1 5 0; 0 2 1 1"),
]
SPLIT_WO = matrix("1 0.5 2 1; 0.3 1 1 0; 2 0 1 1.5; 1 1 0.2 1")


def head(columns):
    q, k, v = ([[row[j] for j in columns] for row in each] for each in GIVEN)
    return times(softmax(over(times(q, turned(k)), ROOT2)), v)


first, second = head((0, 1)), head((2, 3))
parts = times(first, [row[:2] for row in SPLIT_WO[:2]]), times(second, [row[2:] for row in SPLIT_WO[2:]])
case("wo-by-blocks", "split", "MH", O_1=first, O_2=second, MH=[a + b for a, b in zip(*parts, strict=True)])
in_turn = [[[row[0], row[2]] for row in each] for each in GIVEN]
case("columns-dealt-in-turn", "split", "S_1", S_1=times(in_turn[0], turned(in_turn[1])))
case("columns-dealt-in-turn", "split", "O_2", O_2=head((1, 3)))

# Masks.


def hidden(a, see):
    return [[x if see(i, j) else None for j, x in enumerate(row)] for i, row in enumerate(a)]


causal = hidden(SCALED, lambda i, j: j <= i)
case("mask-missing", "causal", "S_masked", S_scaled=SCALED, S_masked=SCALED)
case("mask-missing", "causal", "A", S_scaled=SCALED, S_masked=causal, A=softmax(SCALED))
case("causal-mask-added", "plain", "A", S_scaled=SCALED, A=softmax(causal))
late = [[x if j <= i else mpf(0) for j, x in enumerate(row)] for i, row in enumerate(softmax(SCALED))]
case("own-token-hidden", "plain", "A", S_scaled=SCALED, A=softmax(hidden(SCALED, lambda i, j: j != i)))
case("own-token-hidden", "square", "O", S=s, V=v, O=times(softmax(hidden(over(s, ROOT3), lambda i, j: j != i)), v))
case("mask-after-softmax", "causal", "A", S_scaled=SCALED, S_masked=causal, A=late)
zeros = [[mpf(0) if x is None else x for x in row] for row in causal]
case("mask-filled-with-0", "causal", "S_masked", S_scaled=SCALED, S_masked=zeros)
case("mask-mirrored", "causal", "S_masked", S_scaled=SCALED, S_masked=hidden(SCALED, lambda i, j: j >= i))
case("mask-inverted", "causal", "S_masked", S_scaled=SCALED, S_masked=hidden(SCALED, lambda i, j: j > i))
case("mask-shifted", "causal", "A", S_scaled=SCALED, A=softmax(hidden(SCALED, lambda i, j: j <= i + 1)))

# Positions.


def table(base, exponent, first=0):
    return [[(first + pos) / power(base, exponent(mpf(i) / 4)) for i in range(2)] for pos in range(3)]


def waves(psi, one=sin, other=cos):
    return [[f(x) for x in row for f in (one, other)] for row in psi]


def degrees(f):
    return lambda x: f(x * mp.pi / 180)


usual = table(100, lambda part: 2 * part)
case("position-exponent-doubled", "waves", "P", P=waves(table(100, lambda part: 4 * part)))
case("position-exponent-halved", "waves", "P", P=waves(table(100, lambda part: part)))
case("positions-off-by-one", "waves", "P", P=waves(table(100, lambda part: 2 * part, 1)))
case("sin-and-cos-exchanged", "waves", "P", P=waves(usual, cos, sin))
case("degrees-for-radians", "waves", "P", P=waves(usual, degrees(sin), degrees(cos)))
halves = [[f(x) for f in (sin, cos) for x in row] for row in usual]
case("waves-laid-out-otherwise", "waves", "P", P=halves)
case("positions-added-twice", "placed", "XP", XP=both(matrix("1 0.5 2; 0 1.5 1"), matrix("0.6 0.2 -0.4; 1 -2 1.4")))
pairs = matrix("1 2; 0.5 -1; 2 0.3")
back = [[x * cos(pos) + y * sin(pos), y * cos(pos) - x * sin(pos)] for pos, (x, y) in enumerate(pairs)]
case("turned-backwards", "turned", "Q_rot", Q_rot=back)

# Decoders and norms.

H, s1, s2 = matrix("1 0.5; 0 2; 1.5 1"), vector("1 0.3"), vector("-0.5 2")
case("another-state", "states", "e_2", e_2=[sum(a * b for a, b in zip(h, s1, strict=True)) for h in H])
e = [sum(a * b for a, b in zip(h, s1, strict=True)) for h in H]
alpha = softmax([e])[0]
c = [sum(a * h[j] for a, h in zip(alpha, H, strict=True)) for j in range(2)]
case("joined-in-another-order", "dot", "cs", c=c, cs=s1 + c)
pre = [[h[0] + s1[0], h[1] + s1[1]] for h in H]
case("activation-forgotten", "additive", "T", pre=pre, T=pre)
F = matrix("0.5 1 2; 1 0 -1")
R = matrix("1 2 4; 3 0.5 1")
case("residual-forgotten", "residual", "X_res", X_res=F)
total = both(R, F)
centred = [[x - sum(row) / 3 for x in row] for row in total]
var = [[sum(x * x for x in row) / 3] for row in centred]
case("sample-variance", "residual", "var", X_res=total, var=[[x * 3 / 2] for (x,) in var])
case("root-forgotten", "residual", "sigma", X_res=total, var=var, sigma=var)
left = [[x / sqrt(v) for x in row] for row, (v,) in zip(total, var, strict=True)]
case("mean-left-in", "residual", "X_norm", X_res=total, var=var, X_norm=left)

# The way back.

DO = matrix("1 0 -1 2 0; 0.5 1 0 0 1; 0 2 1 -1 0.5")
S_ = over(times(Q, turned(K)), ROOT2)
A_ = softmax(S_)
to_a = times(DO, turned(V))


def back(a, g):
    """Through softmax, row by row."""
    means = [sum(x * y for x, y in zip(*rows, strict=True)) for rows in zip(a, g, strict=True)]
    return [[x * (y - mean) for x, y in zip(*rows, strict=True)] for *rows, mean in zip(a, g, means, strict=True)]


def entrywise(f, a, b):
    return [[f(x, y) for x, y in zip(*rows, strict=True)] for rows in zip(a, b, strict=True)]


scaled = back(A_, to_a)
case("transpose-forgotten-on-the-way-back", "back", "dV", dV=times(A_, DO))
slopes = entrywise(lambda a, g: a * (1 - a) * g, A_, to_a)
case("jacobian-entry-by-entry", "back", "dS_scaled", dA=to_a, dS_scaled=slopes)
case("jacobian-without-the-mean", "back", "dS_scaled", dA=to_a, dS_scaled=entrywise(lambda a, g: a * g, A_, to_a))
case("scale-forgotten-on-the-way-back", "back", "dS", dS_scaled=scaled, dS=scaled)
third = back(softmax(over(times(Q, turned(K)), 3)), to_a)
case("factor-forgotten-on-the-way-back", "back-by-a-factor", "dS", dS_scaled=third, dS=third)
to_act = times(matrix("1 2; 3 4"), turned(matrix("1 1; 0 1; 2 0")))
case("factor-forgotten-on-the-way-back", "back-through-a-relu", "dF_pre", dF_act=to_act, dF_pre=to_act)
q, k, v = times(X, WQ), times(X, WK), times(X, WV)
a = softmax(over(times(q, turned(k)), ROOT3))
g = matrix("1 0 0.5; 0 1 -1; 2 0 1")
dv, da = times(turned(a), g), times(g, turned(v))
ds = over(back(a, da), ROOT3)
dq, dk = times(ds, k), times(turned(ds), q)
paths = both(times(dq, turned(WQ)), times(dv, turned(WV)))
case("path-forgotten", "back-to-tokens", "dX", dQ=dq, dK=dk, dV=dv, dX=paths)
to_wv = times(turned(X), dv)
case(
    "step-uphill",
    "back-to-tokens",
    "Wv_next",
    dWv=to_wv,
    Wv_next=[[w + y / 10 for w, y in zip(*rows, strict=True)] for rows in zip(WV, to_wv, strict=True)],
)
