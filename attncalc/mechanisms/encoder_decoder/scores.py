"""The scores that a decoder may attend with: what is made of the encoder states once, and of each decoder state."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from attncalc.mechanisms.encoder_decoder.additive import scores as additive_scores
from attncalc.mechanisms.encoder_decoder.additive import transformed as additive_keys
from attncalc.mechanisms.encoder_decoder.window import scores, transformed
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


class Weights(NamedTuple):
    """The weights of a score, as far as it has them."""

    W: Tensor
    U: Tensor
    v: Tensor
    b: Tensor | None


class Scores(NamedTuple):
    """The keys made of the encoder states, the scores of a decoder state, and the inputs that are weights of it."""

    keys: Callable[[Recorder, Tensor, Weights], Tensor]
    of: Callable[[Recorder, Tensor, Tensor, Weights], Tensor]
    needs: frozenset[str]


SCORES = {
    "dot": Scores(
        lambda w, H, _: transformed(w, H, None),
        lambda w, keys, s, _: scores(w, s, keys),
        frozenset(),
    ),
    "general": Scores(
        lambda w, H, weights: transformed(w, H, weights.W),
        lambda w, keys, s, _: scores(w, s, keys),
        frozenset({"W"}),
    ),
    "additive": Scores(
        lambda w, H, weights: additive_keys(w, H, weights.U),
        lambda w, keys, s, weights: additive_scores(w, keys, s, weights.W, weights.v, weights.b),
        frozenset({"W", "U", "v", "b"}),
    ),
}
LATER = {"e", "alpha", "c"}  # lines after the weights: where one is given, no score is told


def told(names: Collection[str]) -> str:
    """The score whose weights are among these names."""
    given = set(names)
    if given & {"U", "Uh", "v", "Ws", "pre", "T"} or not given:
        return "additive"
    if given & {"W", "Wh"}:
        return "general"
    return "additive" if given & LATER else "dot"
