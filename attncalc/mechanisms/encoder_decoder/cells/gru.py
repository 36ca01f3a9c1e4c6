"""The gated recurrent unit.

Cho et al. 2014, Learning Phrase Representations using RNN Encoder-Decoder for Statistical Machine Translation,
section 2.3. Bahdanau et al. 2015, A.1.1, have the update gate the other way round.
"""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.cells.cell import Cell, State
from attncalc.mechanisms.probabilities import complement
from attncalc.worksheet.functions import hadamard
from attncalc.worksheet.tensor import Tensor, tanh


def gru(cell: Cell, x: Tensor, state: State) -> State:
    """s' = z ⊙ s + (1 − z) ⊙ tanh(W x + U (r ⊙ s) + b), with gates r and z."""
    w, s = cell.w, state.s
    r = cell.gate("r", x, s, "The reset gate: how much of the state the candidate sees.")
    z = cell.gate("z", x, s, f"The update gate: how much of the state is {'kept' if cell.keeps else 'replaced'}.")
    pre = cell.with_bias("n", cell.fed("n", x) + reset(cell, r, s))
    pre = w.step("pre_n", pre, "The candidate before tanh.")
    candidate = w.step("s_cand", tanh(pre), "The candidate for the new state.")
    rest = complement(w, z)
    kept, written = (z, rest) if cell.keeps else (rest, z)
    mixed = hadamard(kept, s) + hadamard(written, candidate)
    return State(cell.new("s", mixed, "The new decoder state lies between the old one and the candidate."), None)


def reset(cell: Cell, r: Tensor, s: Tensor) -> Tensor:
    """U (r ⊙ s), or r ⊙ (U s)."""
    w, U = cell.w, cell.of(cell.U, "n")
    if cell.reset_first:
        rs = w.step("rs", hadamard(r, s), "What the reset gate lets through of the state.")
        return U @ rs
    Us = w.step("Us", (U @ s).renamed("d_s"), "The transformed state.")
    return w.step("rs", hadamard(r, Us), "What the reset gate lets through of it.")
