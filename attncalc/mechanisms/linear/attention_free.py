"""The Attention Free Transformer: keys weigh values feature by feature."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.linear.tokens import causal_mask, refuse_zero
from attncalc.mechanisms.options import TRUE_OR_FALSE, Options, option
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.functions import hadamard, sigmoid, sum_of_rows
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp, masked


@dataclass(frozen=True)
class Sight(Options):
    """What a token sees."""

    causal: bool = option("whether a token sees only itself and those before", TRUE_OR_FALSE, "true", "false")

    def bias(self, w: Recorder, B: Tensor | None, Q: Tensor, K: Tensor) -> Tensor | None:
        """The bias of the pairs, with -inf for later tokens; None where there is none."""
        if not self.causal:
            return B
        M = causal_mask(w, Q.axes[0], K.axes[0])
        return M if B is None else w.step("B_masked", masked(B, M), "Later tokens are taken out.")


@mechanism(
    "Attention Free Transformer (AFT)",
    shapes="Q[n,d_v] K[m,d_v] V[m,d_v] B[n,m]? -> O[n,d_v]",
    paper="Zhai et al. 2021, An Attention Free Transformer, eq. 2",
    names="B: position bias w of each pair; AFT-simple where it is left out",
    lines="num: numerators; den: denominators; Q_gate: gates of the outputs; exp_K: exponentials of the keys; "
    "B_masked: bias that may be seen; exp_B: exponentials of the bias; KV: values times their exponentials",
)
def attention_free(w: Recorder, Q: Tensor, K: Tensor, V: Tensor, B: Tensor | None, *, sight: Sight) -> Tensor:
    """yₜ = σ(qₜ) ⊙ Σⱼ e^(kⱼ + wₜⱼ) ⊙ vⱼ / Σⱼ e^(kⱼ + wₜⱼ), entry by entry: no query meets a key."""
    exp_K = w.step("exp_K", exp(K), "The exponential of each entry of the keys.")
    KV = w.step("KV", hadamard(exp_K, V), "Each value, weighted feature by feature.")
    bias = sight.bias(w, B, Q, K)
    if bias is None:
        num = w.step("num", sum_of_rows(KV), "The numerators, the same for every token.")
        den = w.step("den", sum_of_rows(exp_K), "The denominators.")
    else:
        exp_B = w.step("exp_B", exp(bias), "How much each position counts for each other.")
        num = w.step("num", exp_B @ KV, "The numerators: e^(k + w) is e^w e^k.")
        den = w.step("den", exp_B @ exp_K, "The denominators.")
    refuse_zero(w, den, 1, "A query that sees no key at all has no output.")
    Q_gate = w.step("Q_gate", sigmoid(Q), "The queries only gate the result.")
    return w.step("O", hadamard(Q_gate, num / den), "The weighted means through their gates.")
