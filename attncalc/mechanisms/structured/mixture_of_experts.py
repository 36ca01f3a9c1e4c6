"""A gate that sends each token to a few experts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import add

from attncalc.arithmetic.order import largest_places
from attncalc.errors import InputError
from attncalc.mechanisms.options import WHOLE, Options, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.functions import columns, hadamard
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, masked


@dataclass(frozen=True)
class Kept(Options):
    """How many experts a token goes to."""

    experts: int = option("how many experts each token goes to; all unless said otherwise", WHOLE, "1")


@mechanism(
    "Mixture-of-experts gate",
    shapes="X[n,d_model] Wg[d_model,n_e] W[d_model,d_expert]+? -> Y_out[n,d_expert]",
    paper="Shazeer et al. 2017, Outrageously Large Neural Networks: The Sparsely-Gated Mixture-of-Experts Layer, "
    "eq. 1, 3-5",
    names="W: an expert's layer, one for each: W_1, W_2 …; Wg: gate weights",
    lines="G_logits: gate scores; G_kept: gate scores that are kept; G: gates; E_G: exponentials; Z_G: row sums; "
    "Y_e: output of one expert; Y_out: output of the experts",
)
def mixture_of_experts(w: Recorder, X: Tensor, Wg: Tensor, W: tuple[Tensor, ...], *, kept: Kept) -> Tensor:
    """G = softmax of the k largest entries of each row of X Wg, else 0; the experts' outputs times their gates."""
    logits = w.step("G_logits", X @ Wg, "How well each expert fits each token.")
    if kept.experts is not None:
        logits = w.step("G_kept", masked(logits, _mask(w, logits, kept.experts)), "Only the largest of each row stay.")
    G = softmax(w, logits, "G", parts=("E_G", "Z_G"))
    if not W:
        return G
    if len(W) != G.shape[1] and not G.absent:
        raise InputError(f"{len(W)} of W are given, but the gate has {G.shape[1]} columns, one for each expert")
    outputs = []
    for number, W_ in enumerate(W, 1):
        with w.section("Expert", number):
            outputs.append(w.step("Y_e", X @ W_, "What this expert makes of every token."))
    gated = [hadamard(Y, columns(G, number, number)) for number, Y in enumerate(outputs, 1)]
    return w.step("Y_out", reduce(add, gated), "Each expert's rows times its gates, added up.")


def _mask(w: Recorder, logits: Tensor, count: int) -> Tensor:
    """0 for the largest entries of each row, -inf for the others; raises InputError for more than there are."""
    width = logits.shape[-1] or 0
    if count > width:
        raise InputError(f"experts is {count}, but there are {width}")
    rows = [[]] * (logits.shape[0] or 0) if logits.absent else w.arithmetic.rows(logits.value)
    kept = [set(largest_places(w.arithmetic, row, count)) for row in rows]
    return listed(
        w,
        "0 for what is kept, else −∞",
        lambda i, j: "0" if j - 1 in kept[i - 1] else "-inf",
        *logits.axes,
        by=(logits,),
    )
