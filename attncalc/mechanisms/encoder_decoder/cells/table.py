"""The cells by name, and the letters of their gates in the order of PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from attncalc.mechanisms.encoder_decoder.cells.cell import Cell, State
from attncalc.mechanisms.encoder_decoder.cells.gru import gru
from attncalc.mechanisms.encoder_decoder.cells.lstm import lstm
from attncalc.mechanisms.encoder_decoder.cells.simple import simple
from attncalc.worksheet.tensor import Tensor


class Kind(NamedTuple):
    """How a cell goes on, and a letter for each block of rows of its weights."""

    run: Callable[[Cell, Tensor, State], State]
    gates: str


CELLS = {"tanh": Kind(simple, "s"), "gru": Kind(gru, "rzn"), "lstm": Kind(lstm, "ifgo")}
