"""Linformer: keys and values projected along the sequence, so that there are fewer of them."""

from __future__ import annotations

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Linformer",
    shapes="Q[n,d_k] K[m,d_k] V[m,d_v] Ek[r,m] Ev[r,m]? -> O[n,d_v]",
    paper="Wang et al. 2020, Linformer: Self-Attention with Linear Complexity, eq. 7",
    names="Ek: E, the projection of the keys along the sequence; "
    "Ev: F, the projection of the values; that of the keys where it is left out",
    lines="K_short: projected keys; V_short: projected values",
)
def linformer(
    w: Recorder, Q: Tensor, K: Tensor, V: Tensor, Ek: Tensor, Ev: Tensor | None, *, between: Between
) -> Tensor:
    """softmax(Q (E K)ᵀ/√d_k) (F V): r mixtures of the m keys take their place, so scores are n×r."""
    K_short = w.step("K_short", Ek @ K, "The keys mixed into fewer rows, along the sequence.")
    V_short = w.step("V_short", (Ek if Ev is None else Ev) @ V, "The values mixed into as many rows.")
    return scaled_dot_product(w, Q, K_short, V_short, between=between)
