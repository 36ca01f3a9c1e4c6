"""A few learned latents that look at many inputs."""

from __future__ import annotations

from dataclasses import replace

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Perceiver",
    shapes="X[n,d_model] Y[m,d_y] Wq[d_model,d_k]? Wk[d_y,d_k]? Wv[d_y,d_v]? -> O[n,d_v], "
    "without Wq or Wk: Y[m,d_model]",
    paper="Jaegle et al. 2021, Perceiver: General Perception with Iterative Attention, section 3.1",
    names="X: latent array, learned; Y: input array",
)
def perceiver(
    w: Recorder, X: Tensor, Y: Tensor, Wq: Tensor | None, Wk: Tensor | None, Wv: Tensor | None, *, between: Between
) -> Tensor:
    """Cross-attention from n latents to m inputs, n·m scores instead of m²; then the latents attend to one another.

    Tables of the inputs are for the first layer only; the rows that are asked for are those of the second.
    """
    with w.section("Layer", 1):
        Q = project(w, "Q", X, Wq, None, "What each latent looks for.")
        K = project(w, "K", Y, Wk, None, "What each input offers to be found by.")
        V = project(w, "V", Y, Wv, None, "What each input passes on.")
        O = scaled_dot_product(w, Q, K, V, between=replace(between, queries=None))  # noqa: E741
    n, m, d = X.shape[0] or 0, Y.shape[0] or 0, Q.shape[1] or 0
    w.note(
        f"{n} latents and {m} inputs have {n * m} scores, of {n * m * d} products; "
        f"the inputs among themselves would have {m * m}. In the second layer, the latents are queries, keys and "
        "values as they are."
    )
    with w.section("Layer", 2):
        return scaled_dot_product(w, O, O, O, between=replace(between, masks=(), bias=None))
