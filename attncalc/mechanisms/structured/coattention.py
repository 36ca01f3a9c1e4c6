"""Two sides that attend to one another: words to regions, and regions to words."""

from __future__ import annotations

from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside, tanh


@mechanism(
    "Co-attention",
    shapes="Q[n,d] V[m,d_v] Wb[d,d_v]? -> V_fused[m,d_v+d], without Wb: V[m,d]",
    paper="Lu et al. 2016, Hierarchical Question-Image Co-Attention for Visual Question Answering, eq. 3, 5",
    names="Q: words of the question; V: regions of the image; Wb: weights between both, inside tanh",
    lines="Aff: affinity of both sides; A_row: weights over the second side; A_col: weights over the first side; "
    "E_row: exponentials; Z_row: row sums; E_col: exponentials; Z_col: column sums; "
    "V_seen: what each of the first side sees; Q_seen: what each of the second side sees; "
    "Q_fused: the first side beside what it sees; V_fused: the second side beside what it sees",
)
def coattention(w: Recorder, Q: Tensor, V: Tensor, Wb: Tensor | None) -> Tensor:
    """Q Vᵀ, or tanh(Q Wb Vᵀ): softmax over the regions for each word, and over the words for each region."""
    affinity = Q @ V.T if Wb is None else tanh(Q @ Wb @ V.T)
    Aff = w.step("Aff", affinity, "How well each word matches each region.")
    A_row = softmax(w, Aff, "A_row", parts=("E_row", "Z_row"))
    V_seen = w.step("V_seen", A_row @ V, "What each word sees of the image.")
    A_col = softmax(w, Aff.T, "A_col", parts=("E_col", "Z_col"))
    Q_seen = w.step("Q_seen", A_col @ Q, "What each region sees of the question: a second softmax, over the words.")
    w.step("Q_fused", beside(Q, V_seen), "Each word beside what it sees.")
    return w.step("V_fused", beside(V, Q_seen), "Each region beside what it sees.")
