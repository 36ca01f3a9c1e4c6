"""Graph attention whose ranking of the neighbours depends on who looks."""

from __future__ import annotations

from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.mechanisms.structured.gat import Leaky
from attncalc.mechanisms.structured.graph import Graph
from attncalc.mechanisms.structured.joined import Joined
from attncalc.worksheet.functions import row
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Graph attention, second version (GATv2)",
    shapes="H[n,d] Wr[p,d]+ Wl[p,d]+ a[p]+ br[p]?+ bl[p]?+ b[d_out]? -> H_out[n,d_out]",
    paper="Brody et al. 2022, How Attentive are Graph Attention Networks?, eq. 7",
    names="H: features of the nodes; a: score vector, one for each head; b: bias on the result; "
    "Wl: what is applied to the node that is seen; Wr: what is applied to the node that looks; "
    "bl: bias of the node that is seen; br: bias of the node that looks",
    lines="hh_leaky: these after LeakyReLU; Hl: nodes as they are seen; Hr: nodes as they look",
)
def gatv2(
    w: Recorder,
    H: Tensor,
    Wr: tuple[Tensor, ...],
    Wl: tuple[Tensor, ...],
    a: tuple[Tensor, ...],
    br: tuple[Tensor, ...],
    bl: tuple[Tensor, ...],
    b: Tensor | None,
    *,
    graph: Graph,
    leaky: Leaky,
    joined: Joined,
) -> Tensor:
    """eᵢⱼ = aᵀ LeakyReLU(Wr hᵢ + Wl hⱼ), which is W [hᵢ; hⱼ] with W = [Wr Wl]; softmax; the sum of αᵢⱼ Wl hⱼ."""
    graph.note(w)
    says = f"LeakyReLU, entries below 0 times {leaky.slope.text}: before the score vector, not after it."
    heads = []
    for Wr_, Wl_, a_, br_, bl_ in joined.heads(w, Wr, Wl, a, br or (None,) * len(Wr), bl or (None,) * len(Wl)):
        Hr = project(w, "Hr", H, Wr_.T, br_, "Row i is Wr hᵢ, for the node that looks.")
        Hl = project(w, "Hl", H, Wl_.T, bl_, "Row j is Wl hⱼ, for the node that is seen.")
        gathered = []
        for node, _, sources in graph.each(H.shape[0] or 0):
            with w.section("Node", node):
                others = Hl.rows(sources)
                hh = w.step("hh", others + row(Hr, node), "The node's row added to that of each neighbour.")
                hh_leaky = w.step("hh_leaky", leaky.of(w, hh), says)
                alpha = softmax(w, w.step("e", hh_leaky @ a_, "How much each neighbour matters."), "alpha")
                gathered.append(w.step("h_new", alpha @ others, "The neighbours' rows, weighted and summed."))
        heads.append(
            w.step("H_agg", graph.gathered(gathered, H.shape[0]), "What each node has gathered, a row for each.")
        )
    return joined.result(w, heads, b)
