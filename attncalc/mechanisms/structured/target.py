"""A candidate attends to a history of items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.functions import dot, hadamard, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside

WEIGHTINGS: dict[str, Callable[[Recorder, Tensor], Tensor]] = {
    "softmax": lambda w, e: softmax(w, e, "alpha"),
    "sigmoid": lambda w, e: w.step("alpha", sigmoid(e), "Each weight by itself: they need not sum to 1."),
    "none": lambda _, e: e,
}


@dataclass(frozen=True)
class Weighting(Options):
    """How scores become weights."""

    weighting: str = option(
        "softmax; sigmoid or none keep the strength of the interest", word(*WEIGHTINGS), "sigmoid", "softmax"
    )


@mechanism(
    "Target attention (DIN)",
    shapes="s[d]+ H[m,d] W[p,3*d]? b[p]? v[p]? -> click[1]",
    paper="Zhou et al. 2018, Deep Interest Network for Click-Through Rate Prediction, eq. 3",
    names="s: candidate item; H: items of the history; W: hidden layer of the score; b: its bias; "
    "v: output layer of the score",
    lines="es: item, product and candidate end to end; p_click: probability of a click; click: score of a click",
)
def target(
    w: Recorder,
    s: tuple[Tensor, ...],
    H: Tensor,
    W: Tensor | None,
    b: Tensor | None,
    v: Tensor | None,
    *,
    weighting: Weighting,
) -> Tensor:
    """The history's items scored against the candidate, weighted by softmax or not, and summed to an interest."""
    for s_ in w.each("Candidate", s):
        alpha = WEIGHTINGS[weighting.weighting](w, _scores(w, s_, H, W, b, v))
        c = w.step("c", alpha @ H, "The interest in the candidate: the history's items, weighted and summed.")
        click = w.step("click", dot(c, s_), "How well the interest matches the candidate.")
        w.step("p_click", sigmoid(click), "The probability that the candidate is chosen.")
    return click


def _scores(w: Recorder, s: Tensor, H: Tensor, W: Tensor | None, b: Tensor | None, v: Tensor | None) -> Tensor:
    """hⱼ·s, or a small network on hⱼ, hⱼ ⊙ s and s end to end."""
    if W is None or v is None:
        return w.step("e", H @ s, "How well each item matches the candidate.")
    es = w.step("es", beside(H, hadamard(H, s), s), "Row j is [hⱼ; hⱼ ⊙ s; s].")
    hidden = es @ W.T if b is None else es @ W.T + b
    pre = w.step("pre", hidden, "The hidden layer of the score.")
    return w.step("e", sigmoid(pre) @ v, "How much each item counts for the candidate.")
