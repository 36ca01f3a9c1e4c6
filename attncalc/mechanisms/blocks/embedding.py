"""Token numbers as vectors: rows of tables for words and for segments, positions, and a norm."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.mechanisms.blocks.numbers import Counted
from attncalc.mechanisms.blocks.sublayer import InLayer
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.positions.angles import Angles
from attncalc.mechanisms.positions.sinusoidal import Layout, sinusoidal
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import OneInEachRow, listed
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Encoding(Options):
    """What tells where a token stands, besides given positions."""

    position_encoding: str = option(
        "sinusoidal positions, or none besides those that are given",
        word("none", "sinusoidal"),
        "sinusoidal",
        default="none",
    )

    def added(self, w: Recorder, X: Tensor, P: Tensor | None, angles: Angles, layout: Layout) -> Tensor:
        """Each token with its position."""
        if P is not None:
            return w.step("XP", X + P, "Each token with its position added.")
        return sinusoidal(w, X, angles=angles, layout=layout) if self.position_encoding == "sinusoidal" else X


@dataclass(frozen=True)
class Embedding:
    """The tables that a model begins with: of words, of segments, and gain and bias of the norm of what is made."""

    We: Tensor
    Wseg: Tensor | None
    segments: Tensor | None
    gamma: Tensor | None
    beta: Tensor | None

    def of(self, w: Recorder, ids: Tensor, counted: Counted) -> Tensor:
        """The rows of the table of words that tokens have, as a product with one 1 in each row."""
        onehot = w.step("onehot", _ones(w, ids, self.We, counted), "Which word each token is.")
        return w.step("X_emb", onehot @ self.We, "Each token's row of the embedding table.")

    def finished(self, w: Recorder, X: Tensor, counted: Counted, around: InLayer) -> Tensor:
        """The tokens with their segments added, through a norm; without either, as they are."""
        if self.Wseg is not None and self.segments is not None:
            ones = w.step("onehot_seg", _ones(w, self.segments, self.Wseg, counted), "Which segment each token is in.")
            X = w.step("XS", X + ones @ self.Wseg, "Each token with the row of its segment added.")
        if self.gamma is None and self.beta is None:
            return X
        with w.section("Embedding", 0):
            return around.norm.of(w, X, self.gamma, self.beta)


def _ones(w: Recorder, numbers: Tensor, table: Tensor, counted: Counted) -> Tensor:
    """A row for each number, with 1 in its column."""
    name, (rows, _) = numbers.expr.params[0], table.axes
    if numbers.absent and not w.on_shapes:
        return w.absent(name, (numbers.axes[0].name, rows.name))
    places = counted.places(w, numbers, rows.size)
    axes = Axis(numbers.axes[0].name, numbers.shape[0]), rows
    words = "1 in the column of each token, else 0"
    return listed(
        w, words, lambda i, j: str(int(places[i - 1] == j - 1)), *axes, seen=OneInEachRow(places), by=(numbers,)
    )
