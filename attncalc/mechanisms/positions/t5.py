"""T5's relative bias: what is added to a score is learned for each bucket of offsets."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.positions.buckets import Table, Unscaled
from attncalc.mechanisms.positions.relative import Pairs, by_head, projected
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import column, looked_up
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@mechanism(
    "Attention with a relative bias (T5)",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,h*d_k]? Wv[d_model,h*d_v]? "
    "Q[n,h*d_k]? K[m,h*d_k]? V[m,h*d_v]? b[buckets,h] -> O[n,h*d_v]",
    paper="Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, "
    "section 2.1",
    names="b: table of biases: a row for each bucket, a column for each head",
    lines="bkt: buckets of offsets",
)
def t5(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    b: Tensor,
    *,
    table: Table,
    between: Unscaled,
) -> Tensor:
    """softmax(QKᵀ + B) V, not scaled: Bᵢⱼ is the entry of the table b for the bucket of j − i, in the head's column."""
    Q, K, V = projected(w, X, (Wq, Wk, Wv), (Q, K, V))
    pairs = Pairs(w, Q, K)
    rows = table.rows(w, pairs, b)
    seen: Between = between if table.bidirectional else between.masked_by(between.asked(pairs.causal()))
    outputs = []
    for head, (Q_, K_, V_) in by_head(w, table.heads, Q, K, V):
        B = looked_up(column(b, head), rows.line.expr.key, pairs.places(rows.of), pairs.axes[1], rows.line)
        B = w.step("B", B, rows.says)
        outputs.append(scaled_dot_product(w, Q_, K_, V_, between=seen.biased(between.asked(B))))
    if between.scale is None and between.divide_by is None:
        w.note("T5 does not scale its scores; scale: 1/sqrt(d_k) would.")
    return outputs[0] if table.heads == 1 else w.step("C", beside(*outputs), "The heads' outputs, side by side.")
