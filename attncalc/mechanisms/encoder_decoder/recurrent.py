"""A recurrent cell alone, step by step: a simple one, a GRU, an LSTM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attncalc.mechanisms.encoder_decoder.cells.cell import State
from attncalc.mechanisms.encoder_decoder.cells.kinds import Cells
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Alone(Cells):
    """Which cell it is."""

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Alone:
        """The options; raises InputError for those of another cell."""
        found = super().read(options, given, symbols)
        found.check(options, given)
        return found


@mechanism(
    "Recurrent cell (RNN, GRU, LSTM)",
    shapes="X[n,d_x] s[d_s] W_cell[gates*d_s,d_x] U_cell[gates*d_s,d_s] b_cell[gates*d_s]? mem[d_s]? -> s_new[d_s]",
    paper="Elman 1990, Finding Structure in Time; the GRU of Cho et al. 2014, the LSTM of Gers et al. 2000",
    names="X: what the cell is fed, a row for each step; s: state before the first step",
    spelt={"W": "W_cell", "U": "U_cell", "b": "b_cell", "H": "s", "s_0": "s", "mem_0": "mem"},
)
def recurrent(
    w: Recorder,
    X: Tensor,
    s: Tensor,
    W_cell: Tensor,
    U_cell: Tensor,
    b_cell: Tensor | None,
    mem: Tensor | None,
    *,
    cells: Alone,
) -> Tensor:
    """s' = tanh(W x + U s + b) for each x in turn, or with the gates of a GRU or an LSTM."""
    cell, state = cells.cell_of(w, W_cell, U_cell, b_cell, X), State(s, mem)
    for x in cells.each(w, X):
        state = cells.run(cell, x, state)
    return state.s
