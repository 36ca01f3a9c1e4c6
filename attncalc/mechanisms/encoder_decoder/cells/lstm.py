"""Long short-term memory.

Hochreiter and Schmidhuber 1997, Long Short-Term Memory; with the forget gate of Gers et al. 2000, Learning to Forget:
Continual Prediction with LSTM.
"""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.mechanisms.encoder_decoder.cells.cell import Cell, State
from attncalc.worksheet.functions import hadamard
from attncalc.worksheet.tensor import Tensor, tanh


def lstm(cell: Cell, x: Tensor, state: State) -> State:
    """mem' = f ⊙ mem + i ⊙ tanh(W x + U s + b) and s' = o ⊙ tanh(mem'), with gates i, f and o."""
    if state.mem is None:
        raise InputError("an LSTM has a memory besides its state: mem", hint="At the start it may be mem: zeros.")
    w, s = cell.w, state.s
    i = cell.gate("i", x, s, "The input gate: how much of the candidate is written.")
    f = cell.gate("f", x, s, "The forget gate: how much of the memory is kept.")
    pre = w.step("pre_g", cell.before("g", x, s), "The candidate before tanh.")
    candidate = w.step("mem_cand", tanh(pre), "The candidate for the memory.")
    o = cell.gate("o", x, s, "The output gate: how much of the memory is shown.")
    mem = hadamard(f, state.mem) + hadamard(i, candidate)
    mem = cell.new("mem", mem, "The new memory: what is kept, and what is written.")
    T = w.step("mem_T", tanh(mem), "tanh of the memory.")
    return State(cell.new("s", hadamard(o, T), "The new decoder state: what the memory shows."), mem)
