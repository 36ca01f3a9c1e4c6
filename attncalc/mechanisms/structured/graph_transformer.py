"""Multi-head attention in which a token of a graph sees its neighbours only."""

from __future__ import annotations

from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.heads.multi_head import multi_head
from attncalc.mechanisms.heads.split import Heads
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.structured.graph import Graph
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import where
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Graph transformer",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,h*d_k]? Wv[d_model,h*d_v]? bq[h*d_k]? bk[h*d_k]? bv[h*d_v]? "
    "Wskip[d_model,d_out]? bskip[d_out]? -> O_skip[n,d_out]",
    paper="Shi et al. 2021, Masked Label Prediction: Unified Message Passing Model for Semi-Supervised "
    "Classification, eq. 3-5",
    names="X: features of the nodes; Wskip: skip weights; bskip: skip bias",
    lines="Skip: the tokens' own part; O_skip: output with the tokens' own part",
)
def graph_transformer(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    bq: Tensor | None,
    bk: Tensor | None,
    bv: Tensor | None,
    Wskip: Tensor | None,
    bskip: Tensor | None,
    *,
    graph: Graph,
    heads: Heads,
    between: Between,
) -> Tensor:
    """Multi-head attention masked by the edges, and each node's own features through a layer of their own."""
    size = X.shape[0] or 0
    pairs = {(edge.target, edge.source) for edge in graph.links(size)}
    M = where(w, "node j is a neighbour of i", lambda i, j: (i, j) in pairs, Axis("n", size), Axis("m", size))
    M = w.step("M", M, f"Each node sees its neighbours{' and itself' if graph.self_loops else ''}.")
    none = (None,) * 6
    C = multi_head(w, X, Wq, Wk, Wv, None, bq, bk, bv, *none[1:], heads=heads, between=between.masked_by(M))
    if Wskip is None:
        return C
    Skip = project(w, "Skip", between.asked(X), Wskip, bskip, "What each node adds from its own features.")
    return w.step("O_skip", C + Skip, "What was gathered, and the node's own part.")
