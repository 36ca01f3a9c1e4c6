"""Sinusoidal positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.positions.angles import Angles, waves
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import interleaved
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside

LAYOUTS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {"interleaved": interleaved, "halves": beside}
SAYS = {
    "interleaved": "Sine and cosine of each frequency side by side: a row for each position.",
    "halves": "All sines, then all cosines: a row for each position.",
}


@dataclass(frozen=True)
class Layout(Options):
    """Where sines and cosines stand in a row."""

    layout: str = option(
        "interleaved: sine and cosine by turns, or halves: all sines first",
        word(*LAYOUTS),
        "halves",
        default="interleaved",
    )


@mechanism(
    "Sinusoidal positions",
    shapes="X[n,d] -> XP[n,d]",
    paper="Vaswani et al. 2017, Attention Is All You Need, section 3.5",
    lines="pos: positions; theta: frequencies; psi: angles; sin: sines; cos: cosines; XP: tokens with their positions",
)
def sinusoidal(w: Recorder, X: Tensor, *, angles: Angles, layout: Layout) -> Tensor:
    """P(pos, 2i) = sin(pos/10000^(2i/d)) and P(pos, 2i+1) = cos(pos/10000^(2i/d)), added to the tokens: X + P."""
    n, pairs = _sizes(w, angles)
    pos = angles.places(w, n)
    sines, cosines = waves(w, pos, angles.frequencies(w, pairs))
    P = w.step("P", LAYOUTS[layout.layout](sines, cosines).renamed("n", "d"), SAYS[layout.layout])
    XP = w.step("XP", X + P, "Each token with its position added.")
    return P if XP.absent else XP


def _sizes(w: Recorder, angles: Angles) -> tuple[Axis, Axis]:
    """How many positions there are, and how many pairs of columns; raises InputError where that is open or odd."""
    n, d = w.sizes.get("n") or angles.listed(w), w.sizes.get("d")
    if n is None or d is None:
        raise InputError(
            f"how {'many positions are there' if n is None else 'wide is the table'}?",
            hint="Give X, or say it under options: {n: 4, d: 4}",
        )
    if d % 2:
        raise InputError(
            f"d is {d}, but sines and cosines come in pairs: it should be even",
            place=w.given["X"].place if "X" in w.given else None,
        )
    return Axis("n", n), Axis("pairs", d // 2)
