"""The simple recurrent cell: Elman 1990, Finding Structure in Time."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.cells.cell import Cell, State
from attncalc.worksheet.tensor import Tensor, tanh


def simple(cell: Cell, x: Tensor, state: State) -> State:
    """s' = tanh(W x + U s + b)."""
    pre = cell.w.step("pre_s", cell.before("s", x, state.s), "What is fed in and the state before, each transformed.")
    return State(cell.new("s", tanh(pre), "The new decoder state: tanh of every entry."), None)
