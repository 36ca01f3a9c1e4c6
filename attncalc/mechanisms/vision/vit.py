"""An image as tokens."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.basics.self_attention import self_attention
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.options import TRUE_OR_FALSE, WHOLE, Options, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.sizes import counted
from attncalc.mechanisms.vision.maps import Maps, checked, patches
from attncalc.worksheet.functions import stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@dataclass(frozen=True)
class Patches(Options):
    """How an image is cut."""

    patch: int = option("how many pixels a patch has on each side", WHOLE, "2", "2")
    attend: bool = option("whether the tokens attend to one another", TRUE_OR_FALSE, "false", "true")
    channels: int = option("how many channels, where only the sizes of an image are known", WHOLE, "3", "1")

    def check(self, X: Maps) -> None:
        """Raises InputError for an image that patches do not cover."""
        sides = [side for side in X[0].shape if side is not None]
        if not X[0].absent and any(side % self.patch for side in sides):
            raise InputError(f"an image of {'×'.join(map(str, sides))} cannot be cut in patches of {self.patch}")


@mechanism(
    "Vision transformer: patches, tokens, attention",
    shapes="X[height,width]+ Wpatch[p_len,d_model]? bpatch[d_model]? cls[d_model]? P[n_t,d_model]? Wq[d_model,d_k]? "
    "Wk[d_model,d_k]? Wv[d_model,d_v]? -> O[n,d_v]",
    paper="Dosovitskiy et al. 2021, An Image is Worth 16x16 Words, eq. 1",
    names="X: the image, one matrix for each channel; Wpatch: what patches are multiplied with; "
    "bpatch: bias of patches; cls: class token",
    spelt={"E": "Wpatch"},
    lines="patches: patches as rows; X_cls: tokens with the class token; n_patches: how many patches; "
    "n_tokens: how many tokens; patch_length: how many numbers a patch has; n_scores: how many scores",
)
def vit(
    w: Recorder,
    X: Maps,
    Wpatch: Tensor | None,
    bpatch: Tensor | None,
    cls: Tensor | None,
    P: Tensor | None,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    *,
    cut: Patches,
    between: Between,
) -> Tensor:
    """Patches as rows times Wpatch, the class token above them, positions added; then self-attention."""
    cut.check(checked(X))
    counts = _counts(w, len(X) if not X[0].absent else cut.channels, cut.patch, X[0].absent or cls is not None)
    if X[0].absent and counts is not None and not w.on_shapes:
        return counts
    patched = beside(*(patches(map_, cut.patch) for map_ in X)) if len(X) > 1 else patches(X[0], cut.patch)
    tokens = w.step("patches", patched, "Each patch as a row: its pixels from left to right and from above.")
    if Wpatch is not None:
        product = tokens @ Wpatch
        tokens = w.step("X_emb", product if bpatch is None else product + bpatch, "What each patch becomes as a token.")
    if cls is not None:
        tokens = w.step("X_cls", stacked(cls, tokens), "The class token stands above the patches.")
    if P is not None:
        tokens = w.step("XP", tokens + P, "Each token with its position.")
    if not cut.attend:
        return tokens
    return self_attention(w, tokens, Wq, Wk, Wv, None, None, None, between=between)


def _counts(w: Recorder, channels: int, patch: int, with_class: bool) -> Tensor | None:
    """How many tokens there are, how long a patch is, and how many scores a head has."""
    sizes = {"channels": channels, "patch": patch}
    count, says = ("+1", "with a class token") if with_class else ("", "without a class token")
    count = f"height*width/patch^2{count}"
    counted(w, "n_patches", "height*width/patch^2", "How many patches there are.", sizes)
    counted(w, "n_tokens", count, f"How many tokens, {says}.", sizes)
    counted(w, "patch_length", "channels*patch^2", "How many numbers a patch has.", sizes)
    return counted(w, "n_scores", f"({count})^2", "How many scores each head has.", sizes)
