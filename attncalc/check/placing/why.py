"""Why numbers were put where they are: what was weighed, in digits of evidence, against the next best place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attncalc.check.calculation import Calculation
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.fitted import WEIGHTS
from attncalc.check.placing.option import Option
from attncalc.check.placing.place import explained_page
from attncalc.errors import Place
from attncalc.reading.ink import Ink, Paper

BESIDE = "beside the work"
LATER = "what stands after it"
LEAST = 0.005  # digits, below which nothing is shown


class Weighed(NamedTuple):
    """A piece of evidence, and what it tells for each of two places, in digits."""

    what: str
    here: float
    otherwise: float | None


class Why(NamedTuple):
    """Numbers of a page, where they were put, and the next best place; `margin` in digits is the distance to it.

    Without `weighed` they name their line and agree with it, so that nothing had to be weighed.
    """

    place: Place
    text: str
    here: str = ""
    otherwise: str = ""
    weighed: tuple[Weighed, ...] = ()
    margin: float | None = None
    is_left: bool = False  # unread, since the margin is too small to accuse anybody


def why(paper: Paper, calculations: Sequence[Calculation], line: int, column: int | None = None) -> list[Why]:
    """What was weighed of the numbers in a line of a page; of those at a column, or before it, alone if one is said."""
    _, explanation = explained_page(paper, calculations)
    found = []
    for part, placed in explanation:
        if placed is not None:
            found += [_why(paper, *one) for one in placed if line in _lines(paper, one[0].inks)]
        elif line in _lines(paper, part.statement.sides):
            found.append(Why(*_where(paper, part.statement.sides)))
    return [_at(found, column)] if found and column is not None else found


def _at(found: Sequence[Why], column: int) -> Why:
    """The last that begins at a column or before it."""
    return max(
        (one for one in found if (one.place.column or 0) <= column),
        default=found[0],
        key=lambda one: one.place.column or 0,
    )


def _lines(paper: Paper, inks: Sequence[Ink]) -> set[int]:
    return {paper.at(number.start)[0] for ink in inks for number in ink.numbers()}


def _where(paper: Paper, inks: Sequence[Ink]) -> tuple[Place, str]:
    """Where inks stand, and the text there."""
    start, end = min(ink.start for ink in inks), max(ink.end for ink in inks)
    return Place(paper.source, *paper.at(start)), " ".join(paper.text[start:end].split())


def _why(paper: Paper, block: Block, option: Option) -> Why:
    chosen = option.settled
    rival = option if chosen is not option else option.rival
    rows = tuple(_weighed(chosen, rival, option.margin if chosen is option else -option.margin))
    return Why(
        *_where(paper, block.inks),
        _named(chosen),
        _named(rival) if rival else "",
        rows,
        option.digits,
        chosen.is_in_doubt,
    )


def _named(option: Option) -> str:
    if option.where is None:
        return BESIDE
    name = option.named + "ᵀ" * (isinstance(option.where, Fit) and option.where.turned)
    return f"{name} with {option.cause}" if option.cause else name


def _weighed(here: Option, otherwise: Option | None, margin: float) -> Iterator[Weighed]:
    """What tells anything for either; what stands after it may have changed how far they lie apart."""
    apart = 0.0
    for name, weight in WEIGHTS.items():
        one, other = (
            _digits(weight * option.features.get(name, 0.0)) if option else 0.0 for option in (here, otherwise)
        )
        apart += one - other
        if max(abs(one), abs(other)) >= LEAST:
            yield Weighed(name, one, other if otherwise else None)
    later = _digits(margin) - apart
    if otherwise and math.isfinite(margin) and abs(later) >= LEAST:
        yield Weighed(LATER, later, 0.0)


def _digits(nats: float) -> float:
    return nats / math.log(10)
