"""Which cell it is, and how its weights and gates are meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.encoder_decoder.cells.cell import Cell, State
from attncalc.mechanisms.encoder_decoder.cells.table import CELLS
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
        raise InputError(
            f"{key} has each letter of {' or '.join(orders)} once",
            place=node.place,
            hint="Keras stacks the gates of a GRU as zrn.",
        )
    return text


@dataclass(frozen=True)
class Cells(Options):
    """The cell of a recurrent network."""

    cell: str = option("tanh, gru or lstm", word(*CELLS), "gru", default="tanh")
    gate_order: str | None = option(
        "how gates are stacked, from the first rows of W_cell on: rzn in a GRU, ifgo in an LSTM unless said otherwise",
        Kind({"type": "string"}, _letters),
        "zrn",
    )
    reset_gate: str = option(
        "before U_cell, as in U (r ⊙ s), or after it, r ⊙ (U s), as in PyTorch",
        word("before", "after"),
        "after",
        default="before",
    )
    update_gate: str = option(
        "keeps the state, z ⊙ s + (1 − z) ⊙ new, or replaces it, (1 − z) ⊙ s + z ⊙ new",
        word("keeps", "replaces"),
        "replaces",
        default="keeps",
    )

    def check(self, options: Mapping[str, Option], given: Mapping[str, Matrix]) -> None:
        """Raises InputError for an option of another cell, and for a memory that it does not have."""
        for key in ("reset-gate", "update-gate"):
            if key in options and self.cell != "gru":
                raise InputError(f"{key} is an option of a GRU", place=options[key].place, hint="cell: gru")
        if self.gate_order and sorted(self.gate_order) != sorted(CELLS[self.cell].gates):
            raise InputError(
                f"gate-order: {self.gate_order} does not fit cell: {self.cell}", place=options["gate-order"].place
            )
        mem = next((name for name in given if (known := read_name(name)) and known.base == "mem"), None)
        if mem and self.cell != "lstm":
            raise InputError("mem is the memory of an LSTM", place=given[mem].place, hint="cell: lstm")

    @property
    def sizes(self) -> dict[str, int]:
        """The number of gates."""
        return {"gates": len(CELLS[self.cell].gates)}

    @property
    def in_force(self) -> dict[str, str]:
        """The options as they are, those of a GRU where it is one."""
        return {
            key: text
            for key, text in super().in_force.items()
            if self.cell == "gru" or key.replace("-", "_") not in OF_A_GRU
        }

    def each(self, w: Recorder, X: Tensor) -> Iterator[Tensor]:
        """What the cell is fed, each step in a section of its own where there are several."""
        count = X.shape[0] or 1
        for number in range(1, count + 1):
            with w.section("Step", number) if count > 1 else nullcontext():
                yield row(X, number)

    def cell_of(self, w: Recorder, W: Tensor, U: Tensor, b: Tensor | None, X: Tensor) -> Cell:
        """The cell with its weights."""
        gates = self.gate_order or CELLS[self.cell].gates
        return Cell(
            w,
            W,
            U,
            b,
            gates,
            several=(X.shape[0] or 1) > 1,
            keeps=self.update_gate == "keeps",
            reset_first=self.reset_gate == "before",
        )

    def run(self, cell: Cell, x: Tensor, state: State) -> State:
        """One step of the cell."""
        return CELLS[self.cell].run(cell, x, state)
