"""A few learned latents that look at many inputs."""

from __future__ import annotations

from attncalc.mechanisms.basics.self_attention import self_attention
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.encoder_decoder.cross_attention import cross_attention
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Perceiver",
    shapes="X[n,d_model] Y[m,d_y] Wq[d_model,d_k]? Wk[d_y,d_k]? Wv[d_y,d_v]? -> O[n,d_v], "
    "without Wq or Wk: Y[m,d_model]",
    paper="Jaegle et al. 2021, Perceiver: General Perception with Iterative Attention, section 3.1",
    names={"X": "latent array, learned", "Y": "input array"},
)
def perceiver(
    w: Recorder, X: Tensor, Y: Tensor, Wq: Tensor | None, Wk: Tensor | None, Wv: Tensor | None, *, between: Between
) -> Tensor:
    """Cross-attention from n latents to m inputs, n·m scores instead of m²; then the latents attend to one another."""
    with w.section("Layer", 1):
        O = cross_attention(w, X, Y, Wq, Wk, Wv, None, None, None, between=between)  # noqa: E741
    n, m, d = X.shape[0] or 0, Y.shape[0] or 0, X.shape[1] or 0
    w.note(f"{n} latents and {m} inputs have {n * m} scores, of {n * m * d} products; "
           f"the inputs among themselves would have {m * m}.")  # fmt: skip
    with w.section("Layer", 2):
        return self_attention(w, O, None, None, None, None, None, None, between=between)
