"""Grouped-query attention: several heads of queries share one head of keys and values."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.heads.groups import Grouped
from attncalc.mechanisms.heads.parts import KEYS, QUERIES, VALUES, joined, kept, projected
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Grouped-query attention",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? bq[h*d_k]? Wk[d_model,g*d_k]? bk[g*d_k]? Wv[d_model,g*d_v]? bv[g*d_v]? "
    "Wo[h*d_v,d_out]? bo[d_out]? Y[m,d_model]? Q[n,h*d_k]? K[m,g*d_k]? V[m,g*d_v]? -> MH[n,d_out], "
    "with Wq: Q[n,d_model]?, with Wk: K[m,d_model]?, with Wv: V[m,d_model]?",
    paper="Ainslie et al. 2023, GQA: Training Generalized Multi-Query Transformer Models, section 2.2",
)
def grouped_query(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    bq: Tensor | None,
    Wk: Tensor | None,
    bk: Tensor | None,
    Wv: Tensor | None,
    bv: Tensor | None,
    Wo: Tensor | None,
    bo: Tensor | None,
    Y: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    *,
    heads: Grouped,
    between: Between,
) -> Tensor:
    """Head i attends with its own queries to the keys and values of its group, ⌈i·g/h⌉ of g groups."""
    Y = w.same_tokens(X) if Y is None else Y
    shared = []
    for group in heads.keys.each(w):
        with w.section("Group", group.number):
            K_ = projected(group, "K", Y, K, Wk, bk, KEYS)
            V_ = projected(group, "V", Y, V, Wv, bv, VALUES)
            shared.append((K_, V_))
    kept(w, "g*(d_k + d_v)")
    w.note("The first h/g heads share the keys and values of group 1, the next those of group 2, and so on.")
    outputs = []
    for head in heads.queries.each(w):
        with w.section("Head", head.number):
            Q_ = projected(head, "Q", X, Q, Wq, bq, QUERIES)
            outputs.append(scaled_dot_product(w, Q_, *shared[heads.group_of(head)], between=between))
    return joined(w, outputs, Wo, bo)
