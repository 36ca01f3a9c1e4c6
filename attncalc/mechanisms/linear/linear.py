"""Linear attention."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attncalc.mechanisms.linear.sums import Sums
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import activation, relu
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

MAPS: dict[str, Callable[[Tensor], Tensor]] = {
    "elu+1": lambda x: activation("elu+1", x),
    "identity": lambda x: x,
    "relu": relu,
}


@dataclass(frozen=True)
class Features(Options):
    """The function φ that takes the place of exp."""

    feature_map: str = option(
        "φ of every entry: elu+1 (x + 1 above 0, e^x below), relu, or identity for φ(x) = x",
        word(*MAPS),
        "identity",
        "elu+1",
    )

    def of(self, w: Recorder, name: str, X: Tensor, says: str) -> Tensor:
        """φ of every entry, or X itself where it changes nothing."""
        mapped = MAPS[self.feature_map](X)
        return X if mapped is X and not w.is_given(name) else w.step(name, mapped, says)


@mechanism(
    "Linear attention",
    shapes="Q[n,d_k] K[m,d_k] V[m,d_v] -> O[n,d_v]",
    paper="Katharopoulos et al. 2020, Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention, "
    "eq. 5-7, 18-20",
    lines="phi_Q: features of the queries; phi_K: features of the keys; z: sum of the keys' features",
)
def linear(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, *, features: Features, sums: Sums) -> Tensor:
    """oᵢ = φ(qᵢ) Σⱼ φ(kⱼ)ᵀ vⱼ / (φ(qᵢ) Σⱼ φ(kⱼ)ᵀ): both sums are made once, so the work grows with n, not with n²."""
    phi_Q = features.of(w, "phi_Q", Q, "The features of each query.")
    phi_K = features.of(w, "phi_K", K, "The features of each key.")
    return sums.of(w, phi_Q, phi_K, V)
