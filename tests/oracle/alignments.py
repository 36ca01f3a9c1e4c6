"""Local, monotonic, covering and hierarchical attention, penalties and the pointer, worked out again.

With mpmath at 50 digits, from the papers' formulas, and nothing of the package; prints the values of the cases.

    python tests/oracle/alignments.py
"""

from mpmath import cosh, exp, log, mpf, sinh
from plain import apply, both, dot, each, matrix, plus, sigmoid, softmax, title, turned, vector, weighted, write


def tanh(x):
    return sinh(x) / cosh(x)


def local(e, H, D, p_t, end="", sigma=None, write_e=True):
    """Luong et al. 2015, section 3.2: align in the window, times the Gaussian where there is one; no new sum."""
    if write_e:
        write(f"e{end}", e)
    write(f"p_t{end}", [p_t])
    seen = [j for j in range(1, len(e) + 1) if p_t - D <= j <= p_t + D]
    write(f"win{end}", [mpf(j) for j in seen])
    write(f"e_win{end}", [e[j - 1] for j in seen])
    a = softmax([e[j - 1] for j in seen])
    if sigma is not None:
        write(f"align{end}", a)
        write(f"dist{end}", [j - p_t for j in seen])
        bell = write(f"gauss{end}", [exp(-((j - p_t) ** 2) / (2 * sigma**2)) for j in seen])
        a = [x * y for x, y in zip(a, bell, strict=True)]
    write(f"alpha{end}", a)
    if sigma is not None:
        write(f"alpha_sum{end}", [sum(a)])
    write(f"c{end}", weighted(a, [H[j - 1] for j in seen]))


def position(s, W_p, v_p, m):
    """Luong et al. 2015, eq. 9."""
    Wps = write("Wps", apply(W_p, s))
    T = write("T_p", each(tanh, Wps))
    (z,) = write("z_pos", [dot(v_p, T)])
    return m * sigmoid(z)


def monotonic(p, H):
    """Raffel et al. 2017: the sum over where the scan of the step before had stopped, with all the moves since."""
    write("P_sel", p)
    alignments(p, H)


def alignments(p, H):
    skip = write("P_skip", each(lambda x: 1 - x, p))
    before = write("alpha_prev", [mpf(int(not j)) for j in range(len(p[0]))])
    for i, row in enumerate(p, 1):
        reach = []
        for j in range(len(row)):
            ways = mpf(0)
            for k in range(j + 1):
                way = before[k]
                for step in range(k, j):
                    way *= skip[i - 1][step]
                ways += way
            reach.append(ways)
        write(f"reach_{i}", reach)
        before = write(f"alpha_{i}", [x * y for x, y in zip(row, reach, strict=True)])
        write(f"c_{i}", weighted(before, H))


def scan(S, H):
    """The scan of test time: from where the last one stopped, to the first position with p above 1/2."""
    p = write("P_sel", each(sigmoid, S))
    hard = write("P_hard", each(lambda x: mpf(int(x > 0)), S))
    write("P_skip", each(lambda x: 1 - x, hard))
    m, start = len(H), 0
    write("alpha_prev", [mpf(int(j == start)) for j in range(m)])
    for i, row in enumerate(p, 1):
        seen, stop = [], None
        for j in range(start, m) if start is not None else ():
            seen.append(j)
            if row[j] > mpf(1) / 2:
                stop = j
                break
        write(f"reach_{i}", [mpf(int(j in seen)) for j in range(m)])
        write(f"alpha_{i}", [mpf(int(j == stop)) for j in range(m)])
        write(f"c_{i}", [mpf(0)] * len(H[0]) if stop is None else H[stop])
        start = stop


def overlap(t, a, cov, end):
    """See et al. 2017, eq. 12."""
    least = write(f"mins{end}", [min(x, y) for x, y in zip(a, cov, strict=True)])
    return write(f"covloss{end}", [sum(least)])[0]


def coverage_loss(A, factor=None):
    losses = []
    for t, a in enumerate(A, 1):
        cov = write(f"cov_{t}", [sum((row[i] for row in A[: t - 1]), mpf(0)) for i in range(len(a))])
        losses.append(overlap(t, a, cov, f"_{t}"))
    totals(losses, factor)


def totals(losses, factor=None):
    write("loss", [sum(losses)])
    if factor is not None:
        write("loss_scaled", [factor * sum(losses)])


def coverage(states, H, W, U, w_cov, v, b, cov=None):
    """See et al. 2017, eq. 10, 11."""
    Uh = write("Uh", [apply(U, h) for h in H])
    cov, losses = cov or [mpf(0)] * len(H), []
    for t, s in enumerate(states, 1):
        end = f"_{t}" if len(states) > 1 else ""
        write(f"cov{end}", cov)
        Ws = write(f"Ws{end}", apply(W, s))
        added = write(f"cov_w{end}", [[x * y for y in w_cov] for x in cov])
        pre = [[sum(parts) for parts in zip(u, Ws, x, b, strict=True)] for u, x in zip(Uh, added, strict=True)]
        T = write(f"T{end}", each(tanh, write(f"pre{end}", pre)))
        a = write(f"alpha{end}", softmax(write(f"e{end}", apply(T, v))))
        write(f"c{end}", weighted(a, H))
        losses.append(overlap(t, a, cov, end))
        cov = plus(cov, a)
    totals(losses)


def doubly_stochastic(A, tau, factor=None):
    """Xu et al. 2015, section 4.2.1."""
    sums = write("A_cols", [sum(column) for column in turned(A)])
    diff = write("diff", [tau - x for x in sums])
    totals(write("sq", [x**2 for x in diff]), factor)


def frobenius(A, known):
    diff = write("diff", [[x - y for x, y in zip(*rows, strict=True)] for rows in zip(A, known, strict=True)])
    squares = [x for row in write("sq", each(lambda x: x**2, diff)) for x in row]
    write("loss", [sum(squares)])
    write("loss_mean", [sum(squares) / len(squares)])


def off_diagonal(A, distance, width):
    """Weights times 1 − exp(−distance²/(2 width²))."""
    n, m = len(A), len(A[0])
    D = write("D", [[distance(mpf(i), mpf(j), n, m) for j in range(1, m + 1)] for i in range(1, n + 1)])
    bell = write("gauss", each(lambda d: exp(-(d**2) / (2 * width**2)), D))
    pen = write("pen", each(lambda x: 1 - x, bell))
    costs = write("A_pen", [[x * y for x, y in zip(*rows, strict=True)] for rows in zip(A, pen, strict=True)])
    return sum(sum(row) for row in costs), n * m


def tachibana(A, g, first=1):
    """Tachibana et al. 2017, section 3; positions count from 1, or from 0 as in code."""
    total, count = off_diagonal(A, lambda i, j, n, m: (i - 1 + first) / n - (j - 1 + first) / m, g)
    write("loss", [total / count])


def cross_entropy(A, known):
    parts = [[y * log(x) if y else y for x, y in zip(*rows, strict=True)] for rows in zip(A, known, strict=True)]
    write("loss", [-sum(sum(row) for row in write("A_log", parts))])


def locality(A, sigma, factor=None):
    total, _ = off_diagonal(A, lambda i, j, *_: i - j, sigma)
    totals([total], factor)


def locality_bias(S, sigma):
    n = range(len(S))
    write("D", [[mpf(i - j) for j in n] for i in n])
    B = write("B", [[-(mpf(i - j) ** 2) / (2 * sigma**2) for j in n] for i in n])
    biased = both(S, B)
    write("A", each_row(softmax, write("S_biased", biased)))


def each_row(function, a):
    return [function(row) for row in a]


def summary(rows, W, b, u, end=""):
    """Yang et al. 2016, eq. 5 to 7, and 8 to 10."""
    pre = write(f"Wh{end}", [apply(W, h) for h in rows])
    if b:
        pre = write(f"pre{end}", [plus(row, b) for row in pre])
    T = write(f"T{end}", each(tanh, pre))
    a = write(f"alpha{end}", softmax(write(f"e{end}", apply(T, u))))
    return write(f"c{end}", weighted(a, rows))


def hierarchical(sentences, words, of_sentences):
    made = [summary(rows, *words, f"_{i}") for i, rows in enumerate(sentences, 1)]
    summary(write("H_sent", made), *of_sentences)


def final(p_gen, P_vocab, alpha, source):
    """See et al. 2017, eq. 9; source words count from 1, and those beyond the vocabulary have a number there."""
    count = max(len(P_vocab), *source)
    if count > len(P_vocab):
        P_vocab = write("P_extended", P_vocab + [mpf(0)] * (count - len(P_vocab)))
    words = range(1, count + 1)
    copy = [sum((a for a, number in zip(alpha, source, strict=True) if number == word), mpf(0)) for word in words]
    write("P_copy", copy)
    made = write("P_made", [p_gen * x for x in P_vocab])
    copied = write("P_copied", [(1 - p_gen) * x for x in copy])
    write("P_final", plus(made, copied))


def pointer(e, H, s, y, w_c, w_s, w_y, b, logits, source):
    """See et al. 2017, eq. 8, 9."""
    alpha, P_vocab = write("alpha", softmax(e)), write("P_vocab", softmax(logits))
    c = write("c", weighted(alpha, H))
    (z,) = write("z_gen", [dot(w_c, c) + dot(w_s, s) + dot(w_y, y) + b])
    (p_gen,) = write("p_gen", [sigmoid(z)])
    final(p_gen, P_vocab, alpha, source)


H5 = matrix("1 0; 0 1; 1 1; 2 0; 0 2")
title("local-m")
local(vector("1 2 3 2 1"), H5, 1, mpf(3), write_e=False)
title("local-m")
H = matrix("1 0; 0 1; 1 1; 2 -1")
keys = write("Wh", [apply(matrix("1 1; 0 1"), h) for h in H])
for t, s in enumerate(matrix("1 2; 0 1"), 1):
    local(apply(keys, s), H, 1, mpf(t), f"_{t}")

title("local-p")
local(vector("1 2 3 2 1"), H5, 2, mpf("3.2"), sigma=mpf(1), write_e=False)
title("local-p")
H, s = matrix("1 0; 0 1; 1 1; -1 1; 2 -1"), vector("1 2")
local(apply(H, s), H, 2, position(s, matrix("1 0; 0 1"), vector("1 1"), 5), sigma=mpf(1))
title("local-p")
H, s = matrix("1 0; 0 1; 1 1"), vector("1 -1")
keys = write("Wh", [apply(matrix("1 0.5; 0 1"), h) for h in H])
local(apply(keys, s), H, 1, position(s, matrix("0.5 0; 1 0.5"), vector("1 -0.5"), 3), sigma=mpf(1) / 3)

H3 = matrix("1 0; 0 1; 1 1")
title("monotonic")
alignments(matrix("0.5 0.5 0.5; 0.2 0.5 1; 0 0.25 0.5"), H3)
title("monotonic")
monotonic(each(sigmoid, matrix("0 1 -1; -2 0 1")), H3)
title("monotonic")
scan(matrix("-1 2 1 -2; 1 -1 0 3; 2 1 1 -1"), matrix("1 0; 0 1; 1 1; 2 -1"))

title("coverage")
one = matrix("1 0; 0 1")
coverage(matrix("1 0; 0.5 1"), H3, one, one, vector("-0.5 -1"), vector("1 1"), vector("0 0"))
title("coverage")
coverage(
    [vector("1")],
    matrix("1; 0; 1"),
    matrix("1"),
    matrix("1"),
    vector("-0.5"),
    vector("1"),
    vector("0"),
    cov=vector("0.6 0.3 0.1"),
)

A3 = matrix("0.6 0.3 0.1; 0.5 0.4 0.1; 0.1 0.2 0.7")
title("coverage-loss")
coverage_loss(A3)
title("coverage-loss")
coverage_loss(write("A", each_row(softmax, matrix("1 0 0; 0 1 0"))), mpf("0.5"))

title("doubly-stochastic")
doubly_stochastic(A3, mpf(1))
title("doubly-stochastic")
doubly_stochastic(write("A", each_row(softmax, matrix("1 0 2; 0 1 0"))), mpf(2) / 3, mpf(2))

A = matrix("0.7 0.2 0.1; 0.1 0.6 0.3; 0.2 0.2 0.6")
title("guided-attention")
frobenius(A, matrix("1 0 0; 0 1 0; 0 0 1"))
title("guided-attention")
tachibana(A, mpf("0.2"))
title("guided-attention")
cross_entropy(matrix("0.7 0.2 0.1; 0 0.6 0.4; 0.2 0.2 0.6"), matrix("1 0 0; 0 0.5 0.5; 0 0 1"))
title("guided-attention")
tachibana(write("A", each_row(softmax, matrix("1 0 0 0; 0 1 1 2"))), mpf(1) / 2, first=0)

title("locality")
locality(A, mpf(1))
title("locality")
locality_bias(matrix("1 2 3; 0 1 1; 2 0 1"), mpf(1))
title("locality")
locality(write("A", each_row(softmax, matrix("1 0; 0 2"))), mpf(2), mpf("0.1"))

title("hierarchical")
hierarchical([matrix("1 0; 0 1"), matrix("1 1; 0 1; 1 0")], (one, None, vector("1 0")), (one, None, vector("1 1")))
title("hierarchical")
hierarchical(
    [matrix("1 2; 0 -1"), matrix("0.5 1")],
    (matrix("1 0; 0.5 1; 0 -1"), vector("0 0.5 0.1"), vector("1 -1 0.5")),
    (matrix("2 1; 0 1"), vector("0.1 -0.2"), vector("1 0.5")),
)

title("pointer")
final(mpf("0.8"), vector("0.1 0.2 0.3 0.4"), vector("0.5 0.2 0.3"), (1, 3, 1))
title("pointer")
pointer(
    vector("1 2 0 1"),
    matrix("1 0; 0 1; 1 1; 2 0"),
    vector("1 -1"),
    vector("0.5 1"),
    vector("1 0.5"),
    vector("0.5 0"),
    vector("-1 1"),
    mpf("0.25"),
    vector("0 1 2"),
    (2, 4, 1, 2),
)
