"""Bahdanau's additive attention."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from attncalc.errors import InputError
from attncalc.mechanisms.encoder_decoder.dot_product import attend
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside, tanh

ORDERS = ("s-first", "h-first")
MATCHES = "How well each encoder state matches the decoder state."


@dataclass(frozen=True)
class Stacked(Options):
    """Whether one matrix stands before both states end to end, and in which order."""

    order: str = option(
        "how both states stand under one matrix W: s-first for [s; h], h-first for [h; s]",
        word(*ORDERS),
        ORDERS[1],
        default=ORDERS[0],
    )
    one_matrix: bool = False

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Stacked:
        """From what is given: W without U; raises InputError where an order has nothing to order."""
        names = {known.base for known in map(read_name, given) if known}
        one_matrix = not names & {"U", "Uh"} and bool(names & {"W", "sh", "Wsh"})
        if "order" in options and not one_matrix:
            raise InputError(
                "order says how s and h stand under one matrix W, but here each has its own",
                place=options["order"].place,
            )
        return replace(super().read(options, given, symbols), one_matrix=one_matrix)

    @property
    def in_force(self) -> dict[str, str]:
        """The order, where there is one."""
        return {"order": self.order} if self.one_matrix else {}

    def of(self, s: Tensor, H: Tensor) -> Tensor:
        """Row i is [s; hᵢ], or [hᵢ; s]."""
        return beside(s, H) if self.order == ORDERS[0] else beside(H, s)


@mechanism(
    "Additive attention (Bahdanau)",
    shapes="s[d_s]+ H[m,d_h] W[p,d_s] U[p,d_h] v[p] b[p]? -> cs[d_h+d_s], without U or Uh: W[p,d_s+d_h]",
    paper="Bahdanau et al. 2015, Neural Machine Translation by Jointly Learning to Align and Translate, A.1.2",
    spelt={"Q": "s", "K": "H", "Wq": "W", "Wk": "U", "Wv": "v"},
)
def additive(
    w: Recorder,
    s: tuple[Tensor, ...],
    H: Tensor,
    W: Tensor,
    U: Tensor,
    v: Tensor,
    b: Tensor | None,
    *,
    stacked: Stacked,
) -> Tensor:
    """eᵢ = vᵀ tanh(W s + U hᵢ + b), or vᵀ tanh(W [s; hᵢ] + b), as one layer with a hidden size of p."""
    Uh = None if stacked.one_matrix else transformed(w, H, U)
    for s_ in w.each("Decoder state", s):
        e = concat_scores(w, stacked.of(s_, H), W, v, b) if Uh is None else scores(w, Uh, s_, W, v, b)
        cs = attend(w, e, H, s_)
    return cs


def transformed(w: Recorder, H: Tensor, U: Tensor) -> Tensor:
    """U hᵢ in each row."""
    return w.step("Uh", H @ U.T, "Row i is U hᵢ: the same for every decoder state.")


def scores(w: Recorder, Uh: Tensor, s: Tensor, W: Tensor, v: Tensor, b: Tensor | None) -> Tensor:
    """vᵀ tanh(W s + U hᵢ + b)."""
    Ws = w.step("Ws", W @ s, "The transformed decoder state.")
    pre = Uh + Ws if b is None else Uh + Ws + b
    return read_off(w, w.step("pre", pre, "What was made of the decoder state is added to every row."), v)


def concat_scores(w: Recorder, both: Tensor, W: Tensor, v: Tensor, b: Tensor | None) -> Tensor:
    """vᵀ tanh(W [s; hᵢ] + b)."""
    sh = w.step("sh", both, "Row i has the decoder state and hᵢ end to end.")
    pre = w.step("Wsh", sh @ W.T, "Row i is W times row i of the line before.")
    pre = pre if b is None else w.step("pre", pre + b, "The bias is added to every row.")
    return read_off(w, pre, v)


def read_off(w: Recorder, pre: Tensor, v: Tensor, says: str = MATCHES) -> Tensor:
    """The scores vᵀ tanh of each row."""
    T = w.step("T", tanh(pre), "tanh of every entry.")
    return w.step("e", T @ v, says)
