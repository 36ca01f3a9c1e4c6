"""The two circuits of a head: one matrix says which tokens it looks at, another what it writes."""

from __future__ import annotations

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Circuits of a head (QK and OV)",
    shapes="X[n,d_model] Wq[d_model,d_k] Wk[d_model,d_k] Wv[d_model,d_v] Wo[d_v,d_out] -> O[n,d_out]",
    paper="Elhage et al. 2021, A Mathematical Framework for Transformer Circuits",
    lines="W_QK: which tokens look at which; W_OV: what a token that is seen writes",
)
def circuits(w: Recorder, X: Tensor, Wq: Tensor, Wk: Tensor, Wv: Tensor, Wo: Tensor, *, between: Between) -> Tensor:
    """S = X W_QK Xᵀ and O = A X W_OV with W_QK = Wq Wkᵀ and W_OV = Wv Wo: no query, key or value is needed."""
    W_QK = w.step("W_QK", Wq @ Wk.T, "All that queries and keys do together: which tokens look at which.")
    W_OV = w.step("W_OV", Wv @ Wo, "All that values and the output do together: what a token that is seen writes.")
    S = w.step("S", between.asked(X) @ W_QK @ X.T, "The same scores as those of the queries and keys.")
    A = between.weights(w, S)
    return w.step("O", A @ X @ W_OV, "The same output as that of the values through the output projection.")
