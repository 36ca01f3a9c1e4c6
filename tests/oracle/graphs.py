"""Graphs, pairs and recommendation worked out again, with mpmath at 50 digits and nothing of the package.

Prints the case files of problems/structured that are not kept by other scripts here, from the papers' formulas.

    python tests/oracle/graphs.py gat > tests/cases/gat.yaml
"""

import sys

from mpmath import exp, mpf, sqrt, tanh
from plain import (
    apply,
    both,
    case,
    dot,
    entry,
    matrix,
    plus,
    problem,
    sigmoid,
    softmax,
    times,
    turned,
    vector,
    weighted,
    write,
)


def leaky(x, slope):
    return x if x > 0 else slope * x


def elu(x):
    return x if x > 0 else exp(x) - 1


def exact(**forms):
    print("    exact:", *(f"      {name}: [{', '.join(form)}]" for name, form in forms.items()), sep="\n")


def gat_head(H, W, a, sources, slope, end="", by_edge=None, nodes=None):
    """GAT, eq. 1-4; `sources` goes from a node to the nodes it gathers from."""
    Wh = write(f"Wh{end}", times(H, turned(W)))
    if by_edge:
        write("Fh", by_edge[0])
        write("e_edge", by_edge[1])
    out = []
    for i in nodes or sorted(sources):
        here = f"{end}_{i}"
        pairs = write(f"hh{here}", [Wh[i - 1] + Wh[j - 1] for j in sources[i]])
        e = [dot(a, pair) for pair in pairs]
        if by_edge:
            e = plus(e, [by_edge[1][k] for k in by_edge[2][i]])
        write(f"e{here}", e)
        e = write(f"e_leaky{here}", [leaky(x, slope) for x in e])
        alpha = write(f"alpha{here}", softmax(e))
        out.append(write(f"h_new{here}", weighted(alpha, [Wh[j - 1] for j in sources[i]])))
    return write(f"H_agg{end}", out)


def gat():
    H, W, a, slope = matrix("1 0; 0 1; 1 1"), matrix("1 0; 1 1"), vector("1 0 0 -1"), entry("1/5")
    for seen in ([1, 2, 3], [2, 3]):
        problem()
        out = gat_head(H, W, a, {1: seen}, slope)
        write("H_out", [[elu(x) for x in row] for row in out])
        if seen == [2, 3]:
            exact(alpha_1=["1/(1+exp(-1/5))", "exp(-1/5)/(1+exp(-1/5))"])
    H = matrix("1 0; 0 2; -1 1")
    heads = [(W, a), (matrix("0 1; 1 -1"), vector("1 -1 1 2"))]
    path = {1: [1, 2], 2: [1, 2, 3], 3: [2, 3]}
    problem()
    outs = [gat_head(H, W, a, path, slope, f"_{k}") for k, (W, a) in enumerate(heads, 1)]
    C = write("C", [x + y for x, y in zip(*outs, strict=True)])
    write("H_out", [[elu(x) for x in row] for row in C])
    problem()
    outs = [gat_head(H, W, a, path, entry("1/10"), f"_{k}", nodes=[2]) for k, (W, a) in enumerate(heads, 1)]
    mean = write("H_mean", [[(x + y) / 2 for x, y in zip(*rows, strict=True)] for rows in zip(*outs, strict=True)])
    write("H_biased", [plus(row, vector("1 -1")) for row in mean])
    problem()
    H, (W, a) = matrix("1 0; 0 1; 1 1"), heads[0]
    Fh = times(matrix("1; 2; -1"), turned(matrix("1; 0")))
    by_edge = (Fh, [dot(row, vector("1 1")) for row in Fh], {1: [0, 1]})
    gat_head(H, W, a, {1: [2, 3]}, slope, by_edge=by_edge)


def gatv2_head(Hr, Hl, a, sources, end=""):
    """GATv2, eq. 7."""
    out = []
    for i, seen in sources.items():
        here = f"{end}_{i}"
        pairs = write(f"hh{here}", [plus(Hr[i - 1], Hl[j - 1]) for j in seen])
        pairs = write(f"hh_leaky{here}", [[leaky(x, entry("1/5")) for x in row] for row in pairs])
        alpha = write(f"alpha{here}", softmax(write(f"e{here}", [dot(a, pair) for pair in pairs])))
        out.append(write(f"h_new{here}", weighted(alpha, [Hl[j - 1] for j in seen])))
    return write(f"H_agg{end}", out)


def gatv2():
    H = matrix("1 0; 0 1; 1 1")
    Wr, Wl = matrix("0 1; 1 0"), matrix("1 0; 1 1")
    problem()
    Hr, Hl = write("Hr", times(H, turned(Wr))), write("Hl", times(H, turned(Wl)))
    gatv2_head(Hr, Hl, vector("1 -1"), {node: [1, 2, 3] for node in (1, 2, 3)})
    problem()
    heads = [(Wr, Wl, "1 -1", "1 0", "0 1"), (matrix("1 1; -1 0"), matrix("1 -1; 0 2"), "2 1", "0 -1", "-1 0")]
    outs = []
    for k, (Wr, Wl, a, br, bl) in enumerate(heads, 1):
        Hr = write(f"Hr_{k}", [plus(row, vector(br)) for row in times(H, turned(Wr))])
        Hl = write(f"Hl_{k}", [plus(row, vector(bl)) for row in times(H, turned(Wl))])
        outs.append(gatv2_head(Hr, Hl, vector(a), {1: [2, 3]}, f"_{k}"))
    C = write("C", [x + y for x, y in zip(*outs, strict=True)])
    biased = write("H_biased", [plus(row, vector("1 2 3 4")) for row in C])
    write("H_out", [[elu(x) for x in row] for row in biased])


def graph_transformer():
    problem()
    X = matrix("1 0; 0 1; 1 1; 2 0")
    M = write("M", [[mpf(0) if abs(i - j) == 1 else None for j in range(4)] for i in range(4)])
    W = [matrix("1 0 0 1; 0 1 1 0"), matrix("1 0 1 0; 0 1 0 1"), matrix("1 0 0 2; 0 1 1 0")]
    outs = []
    for k in (1, 2):
        cut = slice(2 * k - 2, 2 * k)
        Q, K, V = (write(f"{name}_{k}", times(X, [row[cut] for row in w])) for name, w in zip("QKV", W, strict=True))
        S = write(f"S_{k}", times(Q, turned(K)))
        S = write(f"S_scaled_{k}", [[x / sqrt(mpf(2)) for x in row] for row in S])
        S = write(
            f"S_masked_{k}",
            [[None if m is None else x for x, m in zip(*rows, strict=True)] for rows in zip(S, M, strict=True)],
        )
        A = write(f"A_{k}", [softmax(row) for row in S])
        outs.append(write(f"O_{k}", times(A, V)))
    C = write("C", [x + y for x, y in zip(*outs, strict=True)])
    Skip = [plus(row, vector("1 0 0 1")) for row in times(X, matrix("1 0 0 1; 0 1 -1 0"))]
    write("O_skip", both(C, write("Skip", Skip)))


def coattention():
    Q, V = matrix("1 2; 2 0"), matrix("1 0; 0 1; 1 1")
    for Wb in (None, matrix("1/2 0; 0 1")):
        problem()
        Aff = times(Q, turned(V))
        if Wb:
            Aff = [[tanh(x) for x in row] for row in times(times(Q, Wb), turned(V))]
        write("Aff", Aff)
        A_row = write("A_row", [softmax(row) for row in Aff])
        V_seen = write("V_seen", times(A_row, V))
        A_col = write("A_col", [softmax(column) for column in turned(Aff)])
        Q_seen = write("Q_seen", times(A_col, Q))
        write("Q_fused", [x + y for x, y in zip(Q, V_seen, strict=True)])
        write("V_fused", [x + y for x, y in zip(V, Q_seen, strict=True)])


def interest(weights, s, H, end=""):
    write(f"alpha{end}", weights)
    c = write(f"c{end}", weighted(weights, H))
    (click,) = write(f"click{end}", [dot(c, s)])
    write(f"p_click{end}", [sigmoid(click)])


def target():
    s, H = vector("1 1"), matrix("1 0; 0 1; -1 1")
    problem()
    interest(softmax(write("e", apply(H, s))), s, H)
    problem()
    interest([sigmoid(x) for x in write("e", apply(H, s))], s, H)
    problem()
    es = write("es", [h + [x * y for x, y in zip(h, s, strict=True)] + s for h in H])
    pre = write("pre", [plus(apply(matrix("1 0 1 0 0 1; 0 1 0 1 1 0"), row), vector("0 -1")) for row in es])
    e = write("e", [dot(vector("1 2"), [sigmoid(x) for x in row]) for row in pre])
    c = write("c", weighted(e, H))
    (click,) = write("click", [dot(c, s)])
    write("p_click", [sigmoid(click)])
    problem()
    for number, s in enumerate(matrix("1 1; 2 0"), 1):
        interest(softmax(write(f"e_{number}", apply(H, s))), s, H, f"_{number}")


def causal(Q, K, V):
    n = len(Q)
    M = write("M", [[mpf(0) if j <= i else None for j in range(n)] for i in range(n)])
    S = write("S", times(Q, turned(K)))
    S = write("S_scaled", [[x / sqrt(mpf(len(Q[0]))) for x in row] for row in S])
    S = write(
        "S_masked", [[None if m is None else x for x, m in zip(*rows, strict=True)] for rows in zip(S, M, strict=True)]
    )
    return write("O", times(write("A", [softmax(row) for row in S]), V))


def sasrec():
    items = matrix("1 0; 0 1; 1 1; 1 -1")
    for P in (None, matrix("0 1/2; 1/2 0; 1/2 1/2")):
        problem()
        X = matrix("1 0; 0 1; 1 1")
        Q = K = V = X
        if P:
            X = write("XP", both(X, P))
            Q = write("Q", times(X, matrix("1 1; 0 1")))
            K = write("K", times(X, matrix("1 0; 1 1")))
            V = write("V", times(X, matrix("2 0; 0 1")))
        last = write("F_last", causal(Q, K, V)[-1])
        r = write("r", apply(items, last))
        write("p_item", [sigmoid(x) for x in r])


def mixture_of_experts():
    X, Wg = matrix("1 0; 0 1"), matrix("1 2 0; 0 1 3")
    experts = [matrix("1 0; 0 1"), matrix("2 0; 0 2"), matrix("0 1; 1 0")]
    problem()
    logits = write("G_logits", times(X, Wg))
    kept = write("G_kept", [[x if x in sorted(row)[-2:] else None for x in row] for row in logits])
    G = write("G", [softmax(row) for row in kept])
    outs = [write(f"Y_e_{k}", times(X, W)) for k, W in enumerate(experts, 1)]
    write("Y_out", [[sum(G[i][k] * outs[k][i][j] for k in range(3)) for j in range(2)] for i in range(2)])
    exact(G=['["1/(1+exp(1))", "exp(1)/(1+exp(1))", "0"]', '["0", "1/(1+exp(2))", "exp(2)/(1+exp(2))"]'])
    problem()
    write("G", [softmax(row) for row in write("G_logits", times(X, Wg))])


def attention(Q, K, V, end):
    S = write(f"S{end}", times(Q, turned(K)))
    S = write(f"S_scaled{end}", [[x / sqrt(mpf(len(Q[0]))) for x in row] for row in S])
    return write(f"O{end}", times(write(f"A{end}", [softmax(row) for row in S]), V))


def perceiver():
    X = matrix("1 0; 0 1")
    problem()
    Y = matrix("1 0; 1 1; 0 1; 2 0")
    out = attention(X, Y, Y, "_1")
    attention(out, out, out, "_2")
    problem()
    Y = matrix("1 0 1; 1 1 0; 0 1 0; 2 0 1")
    Q = write("Q_1", times(X, matrix("1 1; 0 1")))
    K = write("K_1", times(Y, matrix("1 0; 0 1; 1 0")))
    V = write("V_1", times(Y, matrix("1 0; 0 2; 1 1")))
    out = attention(Q, K, V, "_1")
    attention(out, out, out, "_2")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        case(f"structured/{name}", globals()[name.replace("-", "_")])
