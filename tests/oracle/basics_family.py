"""Softmax, temperature, scaling, context, entropy, hard attention and mean weights, with mpmath at 50 digits.

Knows nothing of the package. Prints the values of the cases under tests/cases whose problems have these names in
problems/basics, and those of slopes in problems/homework.

    python tests/oracle/basics_family.py
"""

from functools import partial

import plain
from mpmath import exp, log, mpf, sqrt
from plain import dot, matrix, softmax, title, turned, vector, weighted

write = partial(plain.write, least=-6)


def slopes(alpha, end=""):
    """Differences of weights, entry by entry: αᵢ(1 − αᵢ) and −αᵢαⱼ, where 1 − αᵢ is the sum of the others."""
    m = len(alpha)
    J = [
        [alpha[i] * sum(alpha[k] for k in range(m) if k != i) if i == j else -alpha[i] * alpha[j] for j in range(m)]
        for i in range(m)
    ]
    write(f"J{end}", J)
    write(f"J_max{end}", [max(max(row) for row in J)])


def slopes_of_rows(weights):
    for number, alpha in enumerate(weights, 1):
        write(f"alpha_{number}", alpha)
        slopes(alpha, f"_{number}")


def softmax_lines(rows, S, A, tau=None, shift=True, columns=False):
    """Every line of the work on a list of rows; one row has the names of vectors."""
    single = S == "e"
    side = turned if columns else list

    def line(name, a):
        return write(name, a[0] if single else side(a)) and a

    if tau:
        rows = line(f"{S}_tempered", [[x / tau for x in row] for row in rows])
    if shift:
        most = write(f"{S}_max", [max(row) for row in rows])
        rows = line(f"{S}_shifted", [[x - top for x in row] for row, top in zip(rows, most, strict=True)])
    E = line("E", [[exp(x) for x in row] for row in rows])
    write("Z", [sum(row) for row in E])
    weights = line(A, [softmax(row) for row in rows])
    write(f"{A}_sum", [sum(row) for row in weights])
    return weights


title("softmax: one score far ahead")
softmax_lines([vector("1 2 100")], "e", "alpha")
title("softmax: slopes")
slopes(softmax_lines([vector("1 2 3")], "e", "alpha")[0])
title("softmax: two rows")
slopes_of_rows(softmax_lines(matrix("0.6 0.82 1.04; 1 -inf 1"), "S", "A"))
title("softmax: without subtracting the larger one")
softmax_lines([vector("1 2")], "e", "alpha", shift=False)
title("softmax: columns")
slopes_of_rows(softmax_lines(turned(matrix("1 0; 2 2; 4 -2")), "S", "A", tau=2, columns=True))

title("temperature: three scores")
for number, tau in enumerate(vector("0.5 1 2"), 1):
    tempered = write(f"e_tempered_{number}", [x / tau for x in vector("1 2 3")])
    write(f"alpha_{number}", softmax(tempered))
title("temperature: columns")
for number, tau in enumerate(vector("1/2 4"), 1):
    tempered = [[x / tau for x in row] for row in turned(matrix("1 0; 2 2; 4 -2"))]
    write(f"S_tempered_{number}", turned(tempered))
    write(f"A_{number}", turned([softmax(row) for row in tempered]))


def scaling(d_k, var_q=1, var_k=1, S=None):
    """Variances of sums of independent products, then softmax of scores with and without the scale."""
    variance = mpf(var_q) * mpf(var_k)
    write("Var_one", [variance])
    write("Var_dot", [d_k * variance])
    write("sd_dot", [sqrt(d_k * variance)])
    write("Var_scaled", [variance])
    write("sd_scaled", [sqrt(variance)])
    if S:
        write("S", S)
        write("A", [softmax(row) for row in S])
        scaled = write("S_scaled", [[x / sqrt(d_k) for x in row] for row in S])
        write("A_scaled", [softmax(row) for row in scaled])


title("scaling: 64")
scaling(64, S=matrix("0 8"))
title("scaling: 512")
scaling(512)
title("scaling: other variances")
Q, K = matrix("2 -1 0 3; 0 1 -2 1"), matrix("1 0 1 1; -1 0.5 0 2; 0 1 1 0")
scaling(4, 4, mpf(1) / 2, [[dot(q, k) for k in K] for q in Q])


def context(alpha, H):
    return write("c", weighted(alpha, H))


STATES = matrix("1 0; 0 1; 1 1")
title("context: from scores")
write("e", vector("1 2 3"))
c = context(write("alpha", softmax(vector("1 2 3"))), STATES)
write("cs", c + vector("1 2"))
title("context: from weights")
context(write("alpha", vector("0.2 0.5 0.3")), matrix("10 0 2; 0 10 -1; 4 4 0.5"))
title("context: the state first")
s = vector("-1 0.5 3")
write("cs", s + context(write("alpha", vector("1/4 3/4")), matrix("2 0; 1 4")))


def entropy(rows, base=None):
    unit = log(base) if base else 1
    parts = write("plogp", [[p * log(p) / unit if p else mpf(0) for p in row] for row in rows])
    write("Ent_max", [log(len(rows[0])) / unit])
    write("Ent", [-sum(row) for row in parts])


title("entropy: uniform and not")
entropy(write("A", [softmax(row) for row in matrix("0 0 0; 1 2 3")]))
title("entropy: bits")
entropy(write("A", matrix("1/2 1/4 1/4; 1/2 1/2 0; 0 0 1")), 2)
title("entropy: one row")
entropy([vector("0.2 0.5 0.3")])


def hard_attention(alpha, H, u=None):
    write("alpha", alpha)
    context(alpha, H)
    if u is None:
        place = alpha.index(max(alpha))
    else:
        sums = write("cum", [sum(alpha[: i + 1]) for i in range(len(alpha))])
        place = next(i for i, total in enumerate(sums) if total >= u)
    write("idx", [mpf(place + 1)])
    write("c_hard", H[place])
    picked = write("delta", [mpf(i == place) for i in range(len(alpha))])
    write("glog", [x - p for x, p in zip(picked, alpha, strict=True)])


title("hard-attention: drawn")
hard_attention(vector("0.2 0.5 0.3"), STATES, mpf("0.6"))
title("hard-attention: the largest")
hard_attention(softmax(vector("1 3 2 3")), matrix("1 0; 0 1; 1 1; 2 -1"))
title("hard-attention: drawn from scores")
hard_attention(softmax(vector("1 0 1")), STATES, mpf("0.5"))


def mean(heads, columns=False):
    side = turned if columns else list
    for number, head in enumerate(heads, 1):
        write(f"A_{number}", side(head))
    average = [
        [sum(head[i][j] for head in heads) / len(heads) for j in range(len(heads[0][0]))] for i in range(len(heads[0]))
    ]
    write("A_mean", side(average))
    write("A_sum", [sum(row) for row in average])


title("averaging-heads: two heads")
mean([matrix("0.9 0.1 0; 0.2 0.5 0.3"), matrix("0.3 0.3 0.4; 0 0.25 0.75")])
title("averaging-heads: three heads in columns")
scores = [turned(matrix(words)) for words in ("1 0; 2 0", "0 0; -1 1", "0 2; 1 1")]
mean([[softmax(row) for row in S] for S in scores], columns=True)

for name, words in (
    ("039", "8 0"),
    ("039", "1 0"),
    ("039", "1/8 0"),
    ("039", "5 4 1 0"),
    ("121", "8 0 -8"),
    ("121", "1 0 -1"),
):
    title(f"homework {name}: {words}")
    slopes(write("A", softmax(vector(words))))
