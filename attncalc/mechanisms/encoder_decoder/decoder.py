"""How a decoder goes on from step to step: which scores, which cell, and which of the two comes first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from attncalc.errors import InputError, SizeError
from attncalc.mechanisms.encoder_decoder.cells.kinds import Cells
from attncalc.mechanisms.encoder_decoder.scores import SCORES, Scores, told
from attncalc.mechanisms.options import option, word
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option


@dataclass(frozen=True)
class Decoder(Cells):
    """The parts of a decoder."""

    score: str = option(
        "dot, general or additive; told by the weights unless it is said", word(*SCORES), "additive", default="additive"
    )
    attend: str = option(
        "before the cell, with the old state (Bahdanau), or after it, with the new one (Luong)",
        word("before", "after"),
        "before",
        default="before",
    )

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Decoder:
        """The options, and the score that the weights tell; raises InputError for what the parts do not have."""
        found = super().read(options, given, symbols)
        names = {known.base: name for name in given if (known := read_name(name))}
        if "score" not in options:
            found = replace(found, score=told(names.keys()))
        found.check(options, given)
        for base in sorted(names.keys() & {"W", "U", "v", "b"} - SCORES[found.score].needs):
            raise InputError(
                f"{names[base]} is given, but {found.score} scores do not use it", place=given[names[base]].place
            )
        found.check_width(given)
        return found

    def check_width(self, given: Mapping[str, Matrix]) -> None:
        """Raises SizeError where the cell's weights have not as many columns as it is fed numbers."""
        names = ("Y", "H" if "H" in given else "c") if self.attend == "before" else ("Y",)
        found = [given[name] for name in names if name in given and given[name].rows]
        weights = given.get("W_cell")
        if weights is None or not weights.rows or len(found) < len(names):
            return
        fed, width = sum(matrix.shape[1] for matrix in found), weights.shape[1]
        if fed != width:
            raise SizeError(
                f"W_cell has {width} columns, but should have {fed}: attend: {self.attend} feeds the cell "
                + ("[y; c]" if len(names) == 2 else "y"),
                place=weights.place,
            )

    @property
    def in_force(self) -> dict[str, str]:
        """The options as they are."""
        return {**super().in_force, "score": self.score}

    @property
    def scores(self) -> Scores:
        """How the decoder scores."""
        return SCORES[self.score]
