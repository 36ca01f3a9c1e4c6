"""What all cells share: stacked weights, one block of rows for each gate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from attncalc.worksheet.functions import columns, rows, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

GATES = {"r": "reset", "z": "update", "i": "input", "f": "forget", "o": "output"}


class State(NamedTuple):
    """What a cell hands on: its state, and the memory of an LSTM."""

    s: Tensor
    mem: Tensor | None


@dataclass(frozen=True)
class Cell:
    """The weights of a cell; `gates` has a letter for each block of rows, in their order.

    New states are numbered by step where there are `several`, and called new where there is one.
    """

    w: Recorder
    W: Tensor
    U: Tensor
    b: Tensor | None
    gates: str
    several: bool
    keeps: bool = True
    reset_first: bool = True

    def before(self, gate: str, x: Tensor, s: Tensor) -> Tensor:
        """W x + U s + b of one gate."""
        return self.with_bias(gate, self.fed(gate, x) + self.of(self.U, gate) @ s)

    def fed(self, gate: str, x: Tensor) -> Tensor:
        """W x of one gate, as long as the state."""
        return (self.of(self.W, gate) @ x).renamed("d_s")

    def with_bias(self, gate: str, total: Tensor) -> Tensor:
        """The bias of one gate added, if there is one."""
        return total if self.b is None else total + self.of(self.b, gate)

    def of(self, stacked: Tensor, gate: str) -> Tensor:
        """One gate's rows, or its entries of the bias; all of them where there is one gate."""
        if len(self.gates) == 1:
            return stacked
        height = (stacked.shape[0] or len(self.gates)) // len(self.gates)
        place = self.gates.index(gate)
        part = rows if len(stacked.axes) == 2 else columns
        return part(stacked, place * height + 1, (place + 1) * height)

    def gate(self, letter: str, x: Tensor, s: Tensor, says: str) -> Tensor:
        """σ(W x + U s + b): between 0 and 1, one number for each entry of the state."""
        pre = self.w.step(f"pre_{letter}", self.before(letter, x, s), f"The {GATES[letter]} gate before σ.")
        return self.w.step(f"g_{letter}", sigmoid(pre), says)

    def new(self, name: str, value: Tensor, says: str) -> Tensor:
        """The step of a new state: s₁, s₂ … or s_new."""
        return self.w.step(name if self.several else f"{name}_new", value, says)
