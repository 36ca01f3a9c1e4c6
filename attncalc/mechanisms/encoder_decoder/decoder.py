"""How a decoder goes on from step to step: which scores, which cell, and which of the two comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace

from attncalc.errors import InputError, SizeError
from attncalc.mechanisms.encoder_decoder.cells.cell import Cell
from attncalc.mechanisms.encoder_decoder.cells.table import CELLS
from attncalc.mechanisms.encoder_decoder.scores import SCORES, Scores, told
from attncalc.mechanisms.options import Kind, Options, option, word
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.problem.tree import Node, Scalar
from attncalc.worksheet.functions import row
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

OF_A_GRU = ("reset_gate", "update_gate")


def _letters(key: str, node: Node) -> str:
    text = node.text.strip().lower() if isinstance(node, Scalar) else ""
    orders = [kind.gates for kind in CELLS.values() if len(kind.gates) > 1]
    if sorted(text) not in map(sorted, orders):
        raise InputError(f"{key} has each letter of {' or '.join(orders)} once", place=node.place,
                         hint="Keras stacks the gates of a GRU as zrn.")  # fmt: skip
    return text


@dataclass(frozen=True)
class Decoder(Options):
    """The parts of a decoder."""

    score: str = option("dot, general or additive; told by the weights unless it is said", word(*SCORES),
                        "additive", default="additive")  # fmt: skip
    attend: str = option("before the cell, with the old state (Bahdanau), or after it, with the new one (Luong)",
                         word("before", "after"), "before", default="before")  # fmt: skip
    cell: str = option("tanh, gru or lstm", word(*CELLS), "gru", default="tanh")
    gate_order: str | None = option(
        "how gates are stacked, from the first rows of W_cell on: rzn in a GRU, ifgo in an LSTM unless said otherwise",
        Kind({"type": "string"}, _letters), "zrn",
    )  # fmt: skip
    reset_gate: str = option("before U_cell, as in U (r ⊙ s), or after it, r ⊙ (U s), as in PyTorch",
                             word("before", "after"), "after", default="before")  # fmt: skip
    update_gate: str = option("keeps the state, z ⊙ s + (1 − z) ⊙ new, or replaces it, (1 − z) ⊙ s + z ⊙ new",
                              word("keeps", "replaces"), "replaces", default="keeps")  # fmt: skip

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Decoder:
        """The options, and the score that the weights tell; raises InputError for what the parts do not have."""
        found = super().read(options, given, symbols)
        names = {known.base: name for name in given if (known := read_name(name))}
        if "score" not in options:
            found = replace(found, score=told(names.keys()))
        found.check(options)
        for base in sorted(names.keys() & {"W", "U", "v", "b"} - SCORES[found.score].needs):
            raise InputError(f"{names[base]} is given, but {found.score} scores do not use it",
                             place=given[names[base]].place)  # fmt: skip
        if "mem" in names and found.cell != "lstm":
            raise InputError("mem is the memory of an LSTM", place=given[names["mem"]].place, hint="cell: lstm")
        found.check_width(given)
        return found

    def check(self, options: Mapping[str, Option]) -> None:
        """Raises InputError for an option of another cell."""
        for key in ("reset-gate", "update-gate"):
            if key in options and self.cell != "gru":
                raise InputError(f"{key} is an option of a GRU", place=options[key].place, hint="cell: gru")
        if self.gate_order and sorted(self.gate_order) != sorted(CELLS[self.cell].gates):
            raise InputError(f"gate-order: {self.gate_order} does not fit cell: {self.cell}",
                             place=options["gate-order"].place)  # fmt: skip

    def check_width(self, given: Mapping[str, Matrix]) -> None:
        """Raises SizeError where the cell's weights have not as many columns as it is fed numbers."""
        names = ("Y", "H" if "H" in given else "c") if self.attend == "before" else ("Y",)
        found = [given[name] for name in names if name in given and given[name].rows]
        weights = given.get("W_cell")
        if weights is None or not weights.rows or len(found) < len(names):
            return
        fed, width = sum(matrix.shape[1] for matrix in found), weights.shape[1]
        if fed != width:
            raise SizeError(f"W_cell has {width} columns, but should have {fed}: attend: {self.attend} feeds the cell "
                            + ("[y; c]" if len(names) == 2 else "y"), place=weights.place)  # fmt: skip

    @property
    def sizes(self) -> dict[str, int]:
        """The number of gates."""
        return {"gates": len(CELLS[self.cell].gates)}

    @property
    def in_force(self) -> dict[str, str]:
        """The options as they are, those of a GRU where it is one."""
        held = {**super().in_force, "score": self.score}
        return {key: text for key, text in held.items() if self.cell == "gru" or key not in OF_A_GRU}

    @property
    def scores(self) -> Scores:
        """How the decoder scores."""
        return SCORES[self.score]

    def each(self, w: Recorder, Y: Tensor) -> Iterator[Tensor]:
        """What the decoder is fed, each step in a section of its own where there are several."""
        count = Y.shape[0] or 1
        for number in range(1, count + 1):
            with w.section("Step", number) if count > 1 else nullcontext():
                yield row(Y, number)

    def cell_of(self, w: Recorder, W: Tensor, U: Tensor, b: Tensor | None, Y: Tensor) -> Cell:
        """The cell with its weights."""
        gates = self.gate_order or CELLS[self.cell].gates
        return Cell(w, W, U, b, gates, several=(Y.shape[0] or 1) > 1, keeps=self.update_gate == "keeps",
                    reset_first=self.reset_gate == "before")  # fmt: skip
