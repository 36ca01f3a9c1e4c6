"""Graph attention."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.options import A_NUMBER, Options, number, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.mechanisms.structured.graph import Graph
from attncalc.mechanisms.structured.joined import Joined, edge_scores, with_edges
from attncalc.problem.tree import Scalar
from attncalc.worksheet.functions import leaky_relu, row
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@dataclass(frozen=True)
class Leaky(Options):
    """The slope of LeakyReLU."""

    slope: Scalar = option("the slope of LeakyReLU below 0", A_NUMBER, "0.01", "0.2")

    def of(self, w: Recorder, a: Tensor) -> Tensor:
        """LeakyReLU of every entry; raises InputError for a slope below 0."""
        return leaky_relu(a, number(w, self.slope, "slope", least=0))


@dataclass(frozen=True)
class Pair(Options):
    """How two nodes stand end to end."""

    order: str = option(
        "how a node and its neighbour stand end to end",
        word("self-first", "neighbour-first"),
        "neighbour-first",
        "self-first",
    )

    def of(self, own: Tensor, others: Tensor) -> Tensor:
        """Row j is [own; otherⱼ], or [otherⱼ; own]."""
        return beside(own, others) if self.order == "self-first" else beside(others, own)


@mechanism(
    "Graph attention (GAT)",
    shapes="H[n,d] W[p,d]+ a[2*p]+ b[d_out]? Fe[n_e,d_e]? Wedge[p,d_e]+? aedge[p]+? -> H_out[n,d_out]",
    paper="Veličković et al. 2018, Graph Attention Networks, eq. 1-6",
    names="H: features of the nodes; W: what is applied to every node, one for each head; "
    "a: score vector, one for each head; b: bias on the result; Fe: features of the edges; "
    "Wedge: what is applied to an edge's features; aedge: score vector of edges",
    lines="hh: a node beside its neighbours; e_leaky: scores after LeakyReLU; h_new: what a node gathered; "
    "H_agg: what every node gathered; H_mean: mean of the heads; H_biased: the result with the bias; "
    "H_out: new features of the nodes; Fh: transformed edges; e_edge: scores of the edges",
)
def gat(
    w: Recorder,
    H: Tensor,
    W: tuple[Tensor, ...],
    a: tuple[Tensor, ...],
    b: Tensor | None,
    Fe: Tensor | None,
    Wedge: tuple[Tensor, ...],
    aedge: tuple[Tensor, ...],
    *,
    graph: Graph,
    pair: Pair,
    leaky: Leaky,
    joined: Joined,
) -> Tensor:
    """eᵢⱼ = LeakyReLU(aᵀ [W hᵢ; W hⱼ]), softmax over the neighbours j of i, then the sum of αᵢⱼ W hⱼ."""
    graph.note(w)
    heads = []
    for W_, a_, Wedge_, aedge_ in joined.heads(w, W, a, Wedge or (None,) * len(W), aedge or (None,) * len(W)):
        Wh = w.step("Wh", H @ W_.T, "Row i is W hᵢ.")
        by_edge = edge_scores(w, Fe, Wedge_, aedge_, len(graph.links(Wh.shape[0] or 0)))
        heads.append(_head(w, Wh, a_, by_edge, graph, pair, leaky))
    return joined.result(w, heads, b)


def _head(w: Recorder, Wh: Tensor, a: Tensor, by_edge: Tensor | None, graph: Graph, pair: Pair, leaky: Leaky) -> Tensor:
    gathered = []
    for node, edges, sources in graph.each(Wh.shape[0] or 0):
        with w.section("Node", node):
            others = Wh.rows(sources)
            hh = w.step("hh", pair.of(row(Wh, node), others), "The node's row beside that of each neighbour.")
            e = w.step("e", with_edges(hh @ a, by_edge, edges), "How much each neighbour matters, before LeakyReLU.")
            e_leaky = w.step("e_leaky", leaky.of(w, e), f"LeakyReLU: scores below 0 times {leaky.slope.text}.")
            alpha = softmax(w, e_leaky, "alpha")
            gathered.append(w.step("h_new", alpha @ others, "The neighbours' rows, weighted and summed."))
    return w.step("H_agg", graph.gathered(gathered, Wh.shape[0]), "What each node has gathered, a row for each.")
