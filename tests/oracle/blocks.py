"""The blocks around attention worked out again, with mpmath at 50 digits and nothing of the package.

Prints the values of the cases under tests/cases whose problems are in problems/blocks and, of those in
problems/homework, the norms, residuals, networks and classifiers; with rows for tokens, or columns where the problem
has them. A case file has one block of them for each problem.

    python tests/oracle/blocks.py
"""

from mpmath import cos, exp, log, mpf, ncdf, pi, sin, sqrt, tanh
from plain import both, dot, each, matrix, problem, relu, softmax, times, turned, vector, write


def plus(a, b):
    """Matrices, or a vector added to every row."""
    rows = b if isinstance(b[0], list) else [b] * len(a)
    return both(a, rows)


def entrywise(a, b):
    return [[x * y for x, y in zip(*pair, strict=True)] for pair in zip(a, b, strict=True)]


class Page:
    """Prints lines; the names in a section end in its numbers, and columns are for tokens if they are asked."""

    def __init__(self, heading, end="", columns=False):
        self.end = end
        self.columns = columns
        if heading:
            print(f"# {heading}")
            problem()

    def inside(self, number):
        return Page("", f"{self.end}_{number}", self.columns)

    def __call__(self, name, a):
        """Prints a line and hands it on."""
        return write(name + self.end, a, self.columns)


# Norms.


def column(values):
    return [[value] for value in values]


def layer_norm(page, X, gamma=None, beta=None, eps=0, sample=False, outside=False):
    """The variance as the mean of the squares less the square of the mean."""
    d = len(X[0])
    mu = [sum(row) / d for row in X]
    var = [sum(x * x for x in row) / d - m * m for row, m in zip(X, mu, strict=True)]
    var = [v * d / (d - 1) for v in var] if sample else var
    sigma = [sqrt(v) if outside else sqrt(v + eps) for v in var]
    page("mu", column(mu))
    away = page("X_centred", [[x - m for x in row] for row, m in zip(X, mu, strict=True)])
    page("X_squared", each(lambda x: x**2, away))
    page("var", column(var))
    page("sigma", column(sigma))
    over = [s + eps if outside else s for s in sigma]
    return gained(page, [[x / s for x in row] for row, s in zip(away, over, strict=True)], gamma, beta)


def rms_norm(page, X, gamma=None, beta=None, eps=0):
    ms = [dot(row, row) / len(row) for row in X]
    page("X_squared", each(lambda x: x**2, X))
    page("ms", column(ms))
    page("rms", column([sqrt(m + eps) for m in ms]))
    return gained(page, [[x / sqrt(m + eps) for x in row] for row, m in zip(X, ms, strict=True)], gamma, beta)


def gained(page, normed, gamma, beta):
    page("X_norm", normed)
    if not (gamma or beta):
        return normed
    gamma, beta = gamma or [mpf(1)] * len(normed[0]), beta or [mpf(0)] * len(normed[0])
    return page("N", [[g * x + b for g, x, b in zip(gamma, row, beta, strict=True)] for row in normed])


def no_norm(page, X, gamma=None, beta=None):
    return X


# The feed-forward network.


def gelu(x):
    return x * ncdf(x)


def gelu_tanh(x):
    return x / 2 * (1 + tanh(sqrt(2 / pi) * (x + mpf("0.044715") * x**3)))


def silu(x):
    return x / (1 + exp(-x))


def network(page, X, W1, W2, b1=None, b2=None, gate=None, act=relu, after=None):
    inner = times(X, W1)
    inner = page("F_pre", plus(inner, b1) if b1 else inner)
    if gate:
        gates = page("F_act", each(act, page("F_gate", times(X, gate))))
        inner = page("F_gated", entrywise(gates, inner))
    else:
        inner = page("F_act", each(act, inner))
    F = times(inner, W2)
    F = page("F", plus(F, b2) if b2 else F)
    return page("F_out", each(after, F)) if after else F


# Attention.


def attention(page, X, Y=None, Wq=None, Wk=None, Wv=None, Wo=None, divisor=None, hidden=None, heads=1):
    """Scaled dot-product attention of X to Y; `hidden` says which pairs are masked."""
    Y = Y or X
    parts = []
    for head in range(1, heads + 1):
        inner = page.inside(head) if heads > 1 else page
        sides = [("Q", X, Wq), ("K", Y, Wk), ("V", Y, Wv)]
        Q, K, V = (_projected(inner, *side, head, heads) for side in sides)
        S = inner("S", times(Q, turned(K)))
        over = divisor or sqrt(len(Q[0]))
        S = inner("S_scaled", each(lambda x, over=over: x / over, S)) if over != 1 else S
        if hidden:
            S = inner("S_masked", [[None if hidden(i, j) else x for j, x in enumerate(row)] for i, row in enumerate(S)])
        A = inner("A", [softmax(row) for row in S])
        parts.append(inner("O", times(A, V)))
    out = parts[0]
    if heads > 1:
        out = page("C", [[x for row in rows for x in row] for rows in zip(*parts, strict=True)])
    return page("MH", times(out, Wo)) if Wo else out


def _projected(page, name, X, W, head, heads):
    whole = times(X, W) if W else X
    width = len(whole[0]) // heads
    own = [row[(head - 1) * width : head * width] for row in whole]
    return page(name, own) if W or heads > 1 else own


def causal(i, j):
    return j > i


def layer(page, X, sublayers, before=False, norm=layer_norm):
    """Each sublayer is a function of a page and tokens, and the gain and bias of its norm."""
    for number, (function, gain) in enumerate(sublayers, 1):
        inner = page.inside(number)
        tokens = norm(inner, X, *gain) if before else X
        X = inner("X_res", plus(X, function(inner, tokens)))
        X = X if before else norm(inner, X, *gain)
    return X


# Logits.


def classifier(page, X, W, b=None, targets=None):
    logits = times(X, W)
    prob = [softmax(row) for row in page("logits", plus(logits, b) if b else logits)]
    page("prob", prob)
    if targets:
        right = [row[target] for row, target in zip(prob, targets, strict=True)]
        page("prob_target", column(right))
        page("nll", column([-log(p) for p in right]))
        page("loss", [-sum(map(log, right)) / len(right)])


def sampling(page, logits, temperature=None, k=None, p=None, u=None):
    if temperature:
        logits = page("logits_tempered", each(lambda x: x / temperature, logits))
    prob = page("prob", [softmax(row) for row in logits])
    order = [sorted(range(len(row)), key=lambda j, row=row: (-row[j], j)) for row in prob]
    page("rank", [[mpf(places.index(j) + 1) for j in range(len(places))] for places in order])
    if k:
        prob = _cut(page, prob, "k", [places[:k] for places in order])
    if p is not None:
        ordered = page("prob_sorted", [[row[j] for j in places] for row, places in zip(prob, order, strict=True)])
        sums = page("prob_sums", [[sum(row[: j + 1]) for j in range(len(row))] for row in ordered])
        counts = [next(j + 1 for j, x in enumerate(row) if x >= p) for row in sums]
        page("count", column([mpf(count) for count in counts]))
        prob = _cut(page, prob, "p", [places[:count] for places, count in zip(order, counts, strict=True)])
    if u is not None:
        sums = page("prob_cum", [[sum(row[: j + 1]) for j in range(len(row))] for row in prob])
        page("idx_word", column([mpf(next(j + 1 for j, x in enumerate(row) if x >= u)) for row in sums]))


def _cut(page, prob, end, kept):
    flags = [[mpf(j in places) for j in range(len(row))] for row, places in zip(prob, kept, strict=True)]
    page(f"keep_{end}", flags)
    totals = [dot(*pair) for pair in zip(prob, flags, strict=True)]
    page(f"Z_{end}", column(totals))
    return page(
        f"prob_{end}",
        [
            [x * flag / total for x, flag in zip(row, own, strict=True)]
            for row, own, total in zip(prob, flags, totals, strict=True)
        ],
    )


def embedded(page, ids, We):
    onehot = [[mpf(word == place) for place in range(len(We))] for word in ids]
    page("onehot", onehot)
    return page("X_emb", [We[word] for word in ids])


def sinusoids(page, X):
    n, d = len(X), len(X[0])
    theta = [1 / mpf(10000) ** (mpf(2 * i) / d) for i in range(d // 2)]
    page("pos", [mpf(i) for i in range(n)])
    page("theta", theta)
    psi = page("psi", [[i * t for t in theta] for i in range(n)])
    sines, cosines = page("sin", each(sin, psi)), page("cos", each(cos, psi))
    P = page("P", [[x for pair in zip(*both, strict=True) for x in pair] for both in zip(sines, cosines, strict=True)])
    return page("XP", plus(X, P))


def dropout(page, A, V, drawn, p):
    kept = page("A_kept", entrywise(A, drawn))
    dropped = page("A_drop", each(lambda x: x / (1 - p), kept))
    page("Z_drop", column([sum(row) for row in dropped]))
    page("O", times(dropped, V))


if __name__ == "__main__":
    layer_norm(Page("layer-norm: two tokens"), matrix("1 2 3 6; 2 0 -1 3"))
    layer_norm(
        Page("layer-norm: gain and bias"),
        matrix("2 4 4 6; 0.5 -0.5 1.5 0"),
        vector("2 1 0.5 1"),
        vector("0 1 -1 0"),
        mpf("1e-5"),
    )
    layer_norm(Page("layer-norm: sample"), matrix("1 2 3; 0.5 -1 2"), eps=mpf("1e-6"), sample=True, outside=True)
    layer_norm(Page("layer-norm: columns", columns=True), turned(matrix("3 1; 1 -1; 2 0.5")), beta=vector("1 0 -1"))
    rms_norm(Page("rms-norm"), matrix("3 4; 1 -2"), vector("1 2"))
    rms_norm(Page("rms-norm: eps"), matrix("0 0 0; 2 -1 2"), eps=mpf("0.01"))

    x1 = matrix("1 -0.5 2")
    W1, W2 = matrix("1 0; 2 -1; 0 0.5"), matrix("1 2; -1 0.5")
    network(
        Page("feed-forward: two layers"),
        matrix("1 0; -1 2; 0 1"),
        matrix("1 -1 2; 0 1 -1"),
        matrix("1 0; 0 1; 1 -1"),
        vector("0 1 -1"),
        vector("0.5 0"),
    )
    network(Page("feed-forward: gelu"), x1, W1, W2, act=gelu)
    network(Page("feed-forward: gelu-tanh"), x1, W1, W2, act=gelu_tanh)
    network(
        Page("feed-forward: swiglu"),
        matrix("1 2; 0.5 -1"),
        matrix("1 1 0; -1 0 2"),
        matrix("1 0; 0 1; 1 1"),
        gate=matrix("1 0 -1; 0 1 1"),
        act=silu,
    )
    network(
        Page("feed-forward: columns", columns=True),
        turned(matrix("1 0.5; 2 -1")),
        turned(matrix("1 0; 0 1; -1 1")),
        turned(matrix("1 0 1; 0 -1 1")),
        vector("0 0.5 0"),
        act=silu,
        after=relu,
    )

    page = Page("residual")
    page("X_res", plus(matrix("1 2 0; 0 -1 1"), matrix("0.5 -1 2; 1 1 0")))
    page = Page("residual: rms norm")
    rms_norm(
        page, page("X_res", plus(matrix("1 0 2; 2 1 0"), matrix("0 2 1; 1 0 2"))), vector("1 2 1"), vector("0 0 1")
    )
    page, X = Page("residual: self-attention"), matrix("1 0 2; 0 1 -1")
    O = attention(page, X, Wv=matrix("1 0 1; 0 2 0; 0 0 1"), divisor=1)  # noqa: E741
    layer_norm(page, page("X_res", plus(X, O)))
    page, X = Page("residual: pre-norm heads"), matrix("1 3; 2 -2")
    N = layer_norm(page, X, vector("1 2"), vector("0 -1"))
    page("X_res", plus(X, attention(page, N, heads=2)))

    dropout(Page("dropout: given"), matrix("0.5 0.3 0.2"), matrix("1 0; 0 1; 2 4"), matrix("1 0 1"), mpf("0.2"))
    page = Page("dropout: attention")
    S = page("S", times(matrix("1 0; 0 2"), turned(matrix("1 1; 0 1; 2 0"))))
    dropout(page, page("A", [softmax(row) for row in S]), matrix("1 2; 3 -1; 0 1"), matrix("1 1 0; 0 1 1"), mpf(1) / 4)

    Wq, Wk, Wv = matrix("1 0; 0 1; 1 0"), matrix("0 1; 1 0; 1 1"), matrix("1 0 0; 0 2 0; 1 0 1")
    Wup, Wdown, b1 = matrix("1 -1; 0 2; 1 1"), matrix("1 0 1; 0 1 -1"), vector("0 1")
    X = matrix("1 0 2; 0 1 1")
    layer(
        Page("encoder-layer: post-norm"),
        X,
        [
            (lambda page, X: attention(page, X, None, Wq, Wk, Wv, divisor=2), (vector("1 1 2"), vector("0 0 1"))),
            (lambda page, X: network(page, X, Wup, Wdown, b1, vector("0 0 0.5")), ()),
        ],
    )
    Wo = matrix("1 0 0 1; 0 1 1 0; 0 0 1 0; 1 0 0 0")
    wide, narrow = matrix("1 1; 0 1; -1 0; 0 2"), matrix("1 0 1 0; 0 1 0 -1")
    gate = matrix("1 0; 0 1; 1 0; 0 1")
    layer(
        Page("encoder-layer: two heads, pre-norm"),
        matrix("1 1 -1 1; 3 0 0 4; 1 -1 1 1"),
        [
            (lambda page, X: attention(page, X, Wo=Wo, hidden=causal, heads=2), (vector("1 2 1 2"),)),
            (lambda page, X: network(page, X, wide, narrow, gate=gate, act=silu), ()),
        ],
        before=True,
        norm=rms_norm,
    )

    Y = matrix("1 1 0; 0 2 1; 2 0 0")
    cross = matrix("1 0; 0 -1; 0 1"), matrix("1 0; 0 1; 1 0"), matrix("0 1 0; 1 0 0; 0 1 1")
    layer(
        Page("decoder-layer: post-norm"),
        X,
        [
            (lambda page, X: attention(page, X, None, Wq, Wk, Wv, hidden=causal), (vector("1 1 2"),)),
            (lambda page, X: attention(page, X, Y, *cross, hidden=lambda i, j: j == 1), (vector("1 2 1"),)),
            (lambda page, X: network(page, X, Wup, Wdown, b1), (vector("2 1 1"), vector("0 0 1"))),
        ],
    )
    mixed = matrix("1 0 0 0; 0 0 1 0; 0 1 0 0; 0 0 0 1")
    layer(
        Page("decoder-layer: two heads, pre-norm"),
        matrix("1 1 -1 1; 3 0 0 4"),
        [
            (lambda page, X: attention(page, X, Wo=Wo, hidden=causal, heads=2), (vector("1 2 1 2"),)),
            (lambda page, X: attention(page, X, matrix("1 0 0 1; 0 1 2 0"), mixed, heads=2), ()),
            (lambda page, X: network(page, X, wide, narrow, act=silu), ()),
        ],
        before=True,
        norm=rms_norm,
    )

    classifier(Page("classifier"), matrix("1 2; 0 -1"), matrix("1 0 -1; 0 1 1"), vector("0 0.5 0"), [0, 2])

    We, Wv1 = matrix("0.5 0; 0 0.5; 0.5 0.5; -0.5 0"), matrix("1 1; 0 1")
    first, second = matrix("1 0 -1; 0 1 1"), matrix("0.5 0; 0 0.5; 0.5 -1")
    page = Page("transformer: one layer")
    X = sinusoids(page, embedded(page, [1, 0, 2], We))
    X = layer(
        page,
        X,
        [
            (lambda page, X: attention(page, X, Wv=Wv1, hidden=causal), ()),
            (lambda page, X: network(page, X, first, second, vector("0 0 1")), ()),
        ],
        norm=no_norm,
    )
    classifier(page, X, turned(We), None, [0, 2, 1])

    def small_norm(page, X, gamma=None, beta=None):
        return layer_norm(page, X, gamma, beta, mpf("0.01"))

    swapped = matrix("0 1 0 0; 1 0 0 0; 0 0 0 1; 0 0 1 0")
    one = matrix("1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1")
    page = Page("transformer: two layers")
    X = page("XP", plus(embedded(page, [1, 0], matrix("1 0 1 0; 0 1 0 1; 2 0 0 1")), matrix("0 0 0 1; 0 1 0 0")))
    X = layer(
        page.inside(1),
        X,
        [
            (lambda page, X: attention(page, X, Wq=one, hidden=causal, heads=2), ()),
            (lambda page, X: network(page, X, matrix("1 0; 0 1; 1 0; 0 1"), narrow, act=gelu), ()),
        ],
        before=True,
        norm=small_norm,
    )
    X = layer(
        page.inside(2),
        X,
        [
            (lambda page, X: attention(page, X, Wo=swapped, hidden=causal, heads=2), (vector("1 2 1 2"),)),
            (lambda page, X: network(page, X, matrix("0 1; 1 0; 1 -1; 0 1"), narrow, act=gelu), ()),
        ],
        before=True,
        norm=small_norm,
    )
    classifier(page, small_norm(page, X), matrix("1 0 0; 0 1 0; 0 0 1; 1 0 0"), vector("0 0 1"))

    words, wide3 = matrix("1 0; 0 1; 1 1; -1 2"), matrix("1 0 -1; 0 1 1")
    page = Page("transformer: segments and a pooler")
    X = page("XP", plus(embedded(page, [3, 0, 1], words), matrix("0 1; 1 0; 0 0")))
    ones = page("onehot_seg", matrix("1 0; 1 0; 0 1"))
    X = page("XS", plus(X, times(ones, matrix("0 0; 2 -1"))))
    X = small_norm(page.inside(0), X, vector("1.5 2"), vector("0 1"))
    X = layer(
        page,
        X,
        [
            (attention, ()),
            (lambda page, X: network(page, X, wide3, matrix("0.5 0; 0 0.5; 1 -1")), ()),
        ],
        norm=small_norm,
    )
    pre = page("pooled_pre", [plus(times([X[0]], matrix("1 -1; 0.5 1")), vector("0 0.25"))[0]])
    page("pooled", [[tanh(x) for x in pre[0]]])
    page = Page("transformer: fewer words that are written")
    X = layer(
        page,
        embedded(page, [3, 1], words),
        [
            (lambda page, X: attention(page, X, hidden=causal), ()),
            (lambda page, X: network(page, X, wide3, second), ()),
        ],
        norm=no_norm,
    )
    classifier(page, X, matrix("1 -1; 0.5 1"), None, [0, 1])

    tied = matrix("2 1 0 1; 0 3 1 2")
    sampling(Page("sampling: top-k"), tied, k=2)
    sampling(Page("sampling: top-p"), tied, p=mpf("0.9"))
    sampling(Page("sampling: all"), matrix("1 0.5 -1 2 0"), mpf(1) / 2, 3, mpf("0.9"), mpf("0.1"))

    # Homework.
    page = Page("005: all")
    Z = turned(matrix("1 2 2 1 2; 1 2 0 2 1; 2 6 4 3 5; 0 0 2 0 1"))
    Wb1, Wb2 = matrix("1 1 1 1 3; 0 0 2 1 4; 1 -1 1 1 -1"), matrix("1 2 1 -1; -1 0 0 7; 1 1 1 2; 0 0 -1 -1")
    apart = [(turned([row[:-1] for row in Wb]), [row[-1] for row in Wb]) for Wb in (Wb1, Wb2)]
    page.columns = True
    network(page, Z, apart[0][0], apart[1][0], apart[0][1], apart[1][1], after=relu)
    page = Page("031: after attention")
    ln = layer_norm(page, page("X_res", plus(matrix("1 0 1 2"), matrix("0 2 2 4"))))
    page = Page("031: after the network")
    layer_norm(page, page("X_res", plus(ln, [[x / sqrt(14) for x in vector("0 2 1 3")]])))
    layer_norm(Page("035: gain and bias"), matrix("2 4 4 6"), vector("2 2 2 2"), vector("1 1 1 1"))
    page = Page("035: residual")
    layer_norm(page, page("X_res", plus(matrix("1 0 -1 0"), matrix("1 2 1 0"))))
    layer_norm(Page("077"), matrix("1 2 3 6"))
    page = Page("104")
    layer_norm(page, page("X_res", plus(matrix("1.8 -0.3 0.8"), matrix("1.36 0.91 1.07"))))
    page = Page("112")
    X = [[mpf("0.8"), mpf("0.8")], [sin(1) - mpf("0.1"), cos(1) + mpf("0.9")]]
    O = attention(page, X, None, matrix("1 0; 0 1"), matrix("0.5 0.5; 0.2 0.8"), matrix("2 0; 0 2"))  # noqa: E741
    layer_norm(page, page("X_res", plus(X, O)))
    network(
        Page("135: two layers"),
        matrix("0.25 0.22 0.31 0.14"),
        matrix(
            "0.2 0.1 0.0 -0.1 0.3 0.0 0.2 0.1; 0.0 0.3 0.2 0.1 0.0 0.4 0.1 0.2;"
            "0.1 0.0 0.4 0.2 0.2 0.1 0.3 0.0; 0.3 0.2 0.1 0.0 0.1 0.2 0.0 0.3",
        ),
        matrix(
            "0.2 0.1 0.3 0.0; 0.0 0.2 0.1 0.3; 0.1 0.0 0.2 0.2; 0.3 0.1 0.0 0.1;"
            "0.2 0.3 0.1 0.0; 0.0 0.2 0.3 0.1; 0.1 0.1 0.0 0.2; 0.0 0.0 0.1 0.3"
        ),
        [mpf("0.1")] * 8,
    )
    layer_norm(Page("135: norm"), matrix("0.42 0.49 0.52 0.19"))
    classifier(
        Page("135: classes"),
        matrix("2.3 -1.1 3.2 1.4"),
        matrix("0.5 -0.2 0.3; 0.1 0.8 -0.4; 0.3 0.2 0.6; -0.2 0.4 0.1"),
        vector("0.1 -0.1 0"),
    )
    page = Page("167")
    X = plus(matrix("0.2 0.1 0.0 0.3; 0.9 0.7 0.1 0.0; 0.8 0.2 0.6 0.4"), matrix("0.05 0 0 0; 0 0.05 0 0; 0 0 0.05 0"))
    O = attention(  # noqa: E741
        page,
        X,
        None,
        matrix("0.5 0.1 0.0 0.2; 0.0 0.6 0.1 0.0; 0.3 0.0 0.7 0.1; 0.0 0.2 0.0 0.5"),
        matrix("0.4 0.0 0.1 0.2; 0.1 0.5 0.0 0.1; 0.2 0.1 0.6 0.0; 0.0 0.2 0.1 0.4"),
        matrix("0.3 0.2 0.1 0.0; 0.0 0.4 0.2 0.1; 0.1 0.0 0.5 0.2; 0.2 0.1 0.0 0.6"),
    )
    page("X_res", plus(X, O))
