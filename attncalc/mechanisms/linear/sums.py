"""Attention by sums over the keys' features: all at once, token by token, or pair by pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.mechanisms.linear.tokens import causal_mask, each_token, refuse_zero, written
from attncalc.mechanisms.options import TRUE_OR_FALSE, Options, option, word
from attncalc.mechanisms.softmax import Softmax
from attncalc.worksheet.functions import column_sums, dot, row, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, kept, masked, share


class Seen(NamedTuple):
    """Whether a token sees only itself and those before it, and whether its weights are to sum to 1."""

    causal: bool
    normalised: bool


def paired(w: Recorder, phi_Q: Tensor, phi_K: Tensor, V: Tensor, seen: Seen) -> Tensor:
    """A score for each pair of tokens, and its share of the row's sum."""
    S = w.step("S", phi_Q @ phi_K.T, "How well each query matches each key: a product of features, without exp.")
    if seen.causal:
        S = w.step("S_masked", masked(S, causal_mask(w, *S.axes)), "Later tokens are taken out.")
    if seen.normalised:
        A = Softmax(plain_sum=True).weights(w, S, "A")
    else:
        A = w.step("S_kept", kept(S), "What is hidden counts as 0.") if seen.causal else S
    return w.step("O", A @ V, "Each output is a weighted sum of the values.")


def together(w: Recorder, phi_Q: Tensor, phi_K: Tensor, V: Tensor, seen: Seen) -> Tensor:
    """One sum over all keys, which every query looks into; pair by pair where each token sees others."""
    if seen.causal:
        return paired(w, phi_Q, phi_K, V, seen)
    state = w.step("state", phi_K.T @ V, "All keys with their values in one matrix, whatever their number.")
    if not seen.normalised:
        return w.step("O", phi_Q @ state, "Each query looks into it.")
    z = w.step("z", column_sums(phi_K), "The features of all keys, added up.")
    num = w.step("num", phi_Q @ state, "Each query's numerator.")
    den = w.step("den", phi_Q @ z.T, "Each query's denominator: its scores' sum, without the scores.")
    return w.step("O", divided(w, num, den), "The numerator over the denominator.")


def one_by_one(w: Recorder, phi_Q: Tensor, phi_K: Tensor, V: Tensor, seen: Seen) -> Tensor:
    """A state that each token adds its key and value to, before its query looks into it."""
    state = z = None
    outputs = []
    for t in each_token(w, phi_Q):
        q, k = row(phi_Q, t), row(phi_K, t)
        state = w.step("state", written(state, k, row(V, t)), "The state takes in this token's key and value.")
        if not seen.normalised:
            outputs.append(w.step("O", q @ state, "The query looks into the state."))
            continue
        z = w.step("z", k if z is None else z + k, "The sum of the keys' features so far.")
        num = w.step("num", q @ state, "The query's numerator.")
        den = w.step("den", dot(q, z), "Its denominator.")
        outputs.append(w.step("O", divided(w, num, den, t), "The numerator over the denominator."))
    return w.step("O", stacked(*outputs), "Every token's output.")


def divided(w: Recorder, num: Tensor, den: Tensor, first: int = 1) -> Tensor:
    """Each row over its denominator; raises InputError where that is 0. Rows are counted from `first`."""
    refuse_zero(w, den, first, "feature-map: elu+1 has features above 0 only; normalise: false divides by nothing.")
    return share(num, den)


FORMS: dict[str, Callable[[Recorder, Tensor, Tensor, Tensor, Seen], Tensor]] = {
    "parallel": together,
    "recurrent": one_by_one,
    "scores": paired,
}
FORM = "parallel, all tokens at once; recurrent, token by token; scores, pair by pair"


@dataclass(frozen=True)
class Sums(Options):
    """The order of work, and what a token sees."""

    form: str = option(FORM, word(*FORMS), "recurrent", "parallel")
    causal: bool | None = option(
        "whether a token sees only itself and those before; always, where recurrent", TRUE_OR_FALSE, "true"
    )
    normalise: bool = option("whether outputs are divided by the sum of their weights", TRUE_OR_FALSE, "false", "true")

    @property
    def is_causal(self) -> bool:
        """Whether a token sees only itself and those before it; raises InputError where it cannot be otherwise."""
        if self.causal is False and self.form == "recurrent":
            raise InputError(
                "form: recurrent is causal: a token's state knows only those before it",
                hint="form: parallel, or leave out causal: false.",
            )
        return bool(self.causal) or self.form == "recurrent"

    def of(self, w: Recorder, phi_Q: Tensor, phi_K: Tensor, V: Tensor) -> Tensor:
        """The output; raises InputError where tokens come one by one, but queries and keys are not as many."""
        n, m = phi_Q.shape[0], phi_K.shape[0]
        if self.is_causal and None not in (n, m) and n != m:
            raise InputError(f"causal: a token has a query and a key, but there are {n} of one and {m} of the other")
        return FORMS[self.form](w, phi_Q, phi_K, V, Seen(self.is_causal, self.normalise))
