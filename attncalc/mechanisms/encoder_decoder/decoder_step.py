"""A recurrent decoder with attention, step by step."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.cells.cell import State
from attncalc.mechanisms.encoder_decoder.decoder import Decoder
from attncalc.mechanisms.encoder_decoder.dot_product import joined, weighed
from attncalc.mechanisms.encoder_decoder.luong_output import attentional, predicted
from attncalc.mechanisms.encoder_decoder.scores import Weights
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


@mechanism(
    "Decoder steps with attention",
    shapes="s[d_s] Y[n,d_y] H[m,d_h] W[p,d_s] U[p,d_h] v[p] b[p]? "
    "W_cell[gates*d_s,d_x] U_cell[gates*d_s,d_s] b_cell[gates*d_s]? mem[d_s]? "
    "W_c[d_a,d_h+d_s]? b_c[d_a]? W_y[d_out,d_a]? b_y[d_out]? -> P_vocab[d_out], without U or Uh: W[d_s,d_h], "
    "without W or Wh or Uh or e or alpha or c: H[m,d_s], without W_c or h_att: W_y[d_out,d_h+d_s]",
    paper="Bahdanau et al. 2015, Neural Machine Translation by Jointly Learning to Align and Translate, A.2; "
    "Luong et al. 2015, Effective Approaches to Attention-based Neural Machine Translation, section 3; "
    "the GRU of Cho et al. 2014, the LSTM of Gers et al. 2000",
    names="s: decoder state before the first step; "
    "Y: what the decoder is fed, such as embeddings of the words before; "
    "W_cell: weights of what is fed to the cell; of a GRU or an LSTM, those of all gates one below the other; "
    "U_cell: weights of the state in the cell, stacked in the same way; "
    "b_cell: bias of the cell, stacked in the same way; mem: memory of an LSTM before the first step",
    spelt={"y": "Y", "s_0": "s", "mem_0": "mem"},
    lines="yc: what the decoder is fed and the context; pre_s: new state before tanh; pre_r: reset gate before σ; "
    "g_r: reset gate; pre_z: update gate before σ; g_z: update gate; rs: state through the reset gate; "
    "Us: transformed state in the cell; pre_n: candidate before tanh; s_cand: candidate for the state; "
    "pre_i: input gate before σ; g_i: input gate; pre_f: forget gate before σ; g_f: forget gate; "
    "pre_o: output gate before σ; g_o: output gate; pre_g: candidate before tanh; "
    "mem_cand: candidate for the memory; mem_new: new memory; mem_T: tanh of the memory",
)
def decoder_step(
    w: Recorder,
    s: Tensor,
    Y: Tensor,
    H: Tensor,
    W: Tensor,
    U: Tensor,
    v: Tensor,
    b: Tensor | None,
    W_cell: Tensor,
    U_cell: Tensor,
    b_cell: Tensor | None,
    mem: Tensor | None,
    W_c: Tensor | None,
    b_c: Tensor | None,
    W_y: Tensor | None,
    b_y: Tensor | None,
    *,
    decoder: Decoder,
) -> Tensor:
    """c of the old state and s' = cell([y; c], s), or s' = cell(y, s) and c of s'; then softmax(W_y [c; s'])."""
    weights = Weights(W, U, v, b)
    keys = decoder.scores.keys(w, H, weights)
    cell = decoder.cell_of(w, W_cell, U_cell, b_cell, Y)
    state = State(s, mem)
    for y in decoder.each(w, Y):
        if decoder.attend == "before":
            c = weighed(w, decoder.scores.of(w, keys, state.s, weights), H)
            yc = w.step("yc", beside(y, c), "What the cell is fed: input and context, end to end.")
            state = decoder.run(cell, yc, state)
        else:
            state = decoder.run(cell, y, state)
            c = weighed(w, decoder.scores.of(w, keys, state.s, weights), H)
        result = output(w, c, state.s, W_c, b_c, W_y, b_y)
    return result


def output(
    w: Recorder, c: Tensor, s: Tensor, W_c: Tensor | None, b_c: Tensor | None, W_y: Tensor | None, b_y: Tensor | None
) -> Tensor:
    """A distribution over words, by way of the attentional state where it has weights; the state, where nothing has."""
    if W_c is None and W_y is None:
        return s
    cs = joined(w, c, s)
    h_att = cs if W_c is None else attentional(w, cs, W_c, b_c)
    return h_att if W_y is None else predicted(w, h_att, W_y, b_y)
