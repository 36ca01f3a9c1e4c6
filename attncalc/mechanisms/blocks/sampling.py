"""Choosing the next word: temperature, top-k and top-p."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.order import first_reaching, largest_places
from attncalc.errors import InputError
from attncalc.mechanisms.options import A_NUMBER, WHOLE, Options, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.tree import Scalar
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import hadamard, looked_up, running_sums
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, row_sums, share

Places = list[list[int]]  # of each row, where its entries stand from the largest, from 0


@dataclass(frozen=True)
class Choice(Options):
    """What is kept of the probabilities, in this order, and what is drawn."""

    temperature: Scalar = option("what the logits are divided by", A_NUMBER, "0.5", default="1", needed=True)
    top_k: int | None = option("only the k largest probabilities are kept", WHOLE, "2")
    top_p: Scalar | None = option("only the largest are kept, until their sum reaches p", A_NUMBER, "0.9")
    u: Scalar | None = option("the random number from 0 to 1 that draws a word", A_NUMBER, "0.6")


@mechanism(
    "Sampling from logits",
    shapes="logits[n,vocab] -> prob[n,vocab]",
    paper="top-k Fan et al. 2018, Hierarchical Neural Story Generation, section 5; top-p Holtzman et al. 2020, The "
    "Curious Case of Neural Text Degeneration, eq. 2, 3",
    names="logits: scores of the words",
    lines="logits_tempered: logits over the temperature; rank: place of each from the largest; "
    "prob_sorted: probabilities from the largest; prob_sums: sums up to each place; count: how many are kept; "
    "keep_k: 1 for what top-k keeps; keep_p: 1 for what top-p keeps; Z_k: sums of what top-k keeps; "
    "Z_p: sums of what top-p keeps; prob_k: probabilities after top-k; prob_p: probabilities after top-p; "
    "prob_cum: running sums of the probabilities; idx_word: number of the word that is drawn",
)
def sampling(w: Recorder, logits: Tensor, *, choice: Choice) -> Tensor:
    """softmax(logits/T); then only the k largest, then only the largest until their sum reaches p, over their sum."""
    T = number(w, choice.temperature, "temperature", positive=True)
    if not w.arithmetic.is_number(T.value, 1):
        logits = w.step("logits_tempered", logits / T, "A temperature below 1 sharpens the choice.")
    prob = softmax(w, logits, "prob")
    if not prob.absent and (choice.top_k is not None or choice.top_p is not None):
        prob = _kept(w, prob, choice)
    if not prob.absent and choice.u is not None:
        _drawn(w, prob, choice.u)
    return prob


def _kept(w: Recorder, prob: Tensor, choice: Choice) -> Tensor:
    """What top-k keeps, then what top-p keeps of that, each over its sum."""
    places = _places(w, prob)
    ranks = _table(
        w, prob, "place from the largest, the first of equal ones first", lambda i, j: places[i].index(j) + 1, prob
    )
    rank = w.step("rank", ranks, "The largest probability of a row has place 1.")
    if choice.top_k is not None:
        k, width = choice.top_k, prob.shape[-1]
        if width is not None and k > width:
            raise InputError(f"top-k is {k}, but there are {width} to choose from")
        prob = _renormalised(w, prob, "k", f"rank ≤ {k}", lambda i, j: places[i].index(j) < k, rank)
    if choice.top_p is not None:
        counts, count = _counts(w, prob, places, choice.top_p)
        prob = _renormalised(w, prob, "p", "rank ≤ count", lambda i, j: places[i].index(j) < counts[i], rank, count)
    return prob


def _renormalised(
    w: Recorder, prob: Tensor, end: str, words: str, is_kept: Callable[[int, int], bool], *by: Tensor
) -> Tensor:
    keep = _table(w, prob, f"1 where {words}, else 0", lambda i, j: int(is_kept(i, j)), *by)
    keep = w.step(f"keep_{end}", keep, "What is kept, and what is not.")
    kept = hadamard(prob, keep)
    Z = w.step(f"Z_{end}", row_sums(kept), "The sum of what is kept.")
    return w.step(f"prob_{end}", share(kept, Z), "What is kept over its sum; the rest has no chance.")


def _counts(w: Recorder, prob: Tensor, places: Places, top_p: Scalar) -> tuple[list[int], Tensor]:
    """How many of each row are kept until their sum reaches p, and the line that says so."""
    p = number(w, top_p, "top-p", least=0, most=1)
    rows = tuple(map(tuple, places))
    ordered = looked_up(prob, "by rank", rows, prob.axes[1], prob)
    ordered = w.step("prob_sorted", ordered, "From the largest to the smallest.")
    sums = w.step("prob_sums", running_sums(ordered), "Their sum up to and with each.")
    counts = [first_reaching(w.arithmetic, row, p.value) + 1 for row in w.arithmetic.rows(sums.value)]
    table = listed(
        w,
        f"how many until the sum reaches {top_p.text.strip()}",
        lambda i, _: str(counts[i - 1]),
        prob.axes[0],
        Axis("1", 1),
        by=(sums,),
    )
    return counts, w.step("count", table, "The one that reaches p is kept too.")


def _drawn(w: Recorder, prob: Tensor, u: Scalar) -> None:
    """The word that a random number draws: the first, in the order of the vocabulary, whose running sum reaches it."""
    least = number(w, u, "u", least=0, most=1, positive=True)
    sums = w.step("prob_cum", running_sums(prob), "Sums of the probabilities, in the order of the vocabulary.")
    found = [_first_reaching(w, row, least.value) for row in w.arithmetic.rows(sums.value)]
    table = listed(
        w,
        f"first place whose sum reaches {u.text.strip()}",
        lambda i, _: str(found[i - 1] + 1),
        prob.axes[0],
        Axis("1", 1),
        by=(sums,),
    )
    w.step("idx_word", table, "The number of the word that is drawn, counted from 1.")


def _first_reaching(w: Recorder, sums: list[Any], least: Any) -> int:
    """The first place whose sum reaches `least`; where rounding keeps all below it, the last with any probability."""
    found = first_reaching(w.arithmetic, sums, least)
    return next(place for place, total in enumerate(sums) if w.arithmetic.same(total, sums[found]))


def _places(w: Recorder, prob: Tensor) -> Places:
    """Where the entries of each row stand from the largest; of equal ones, the first comes first."""
    return [largest_places(w.arithmetic, row, len(row)) for row in w.arithmetic.rows(prob.value)]


def _table(w: Recorder, prob: Tensor, words: str, entry: Callable[[int, int], int], *by: Tensor) -> Tensor:
    return listed(w, words, lambda i, j: str(entry(i - 1, j - 1)), *prob.axes, by=by)
