"""Which mistakes change the numbers of a question at the digits that are shown, and which look the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from attncalc.check.calculation import Lines
from attncalc.generate.draws import Draws
from attncalc.generate.mistaken import SEVERAL, Change, carried, is_shown
from attncalc.render.exam.solved import Solved, bare

SHOULD = re.compile(r"[:;] |, but should| where .* belongs")
SYMBOL = 2  # letters of a name such as Wq
EQUALS = re.compile(r" = (\S*[^\s.,;:])")


def apparent(question: Solved, found: Iterable[Change], keys: Collection[str] = ()) -> Iterator[tuple[Change, str]]:
    """The mistakes that change these lines at the digits shown, with what these are then.

    Where no lines are named, each changes the line on the page that it reaches first.
    """
    calculation, decimals, least = question.calculation, question.sheet.asked.decimals, 1 if keys else SEVERAL
    for change in found:
        own = keys or (change.key,)
        if is_shown(calculation, change, own, calculation.truth, decimals, least):
            lines = carried(calculation, change, calculation.truth) or {}
            yield change, f"{own}: {_shown(question, lines, own)}"


def _shown(question: Solved, lines: Lines, keys: Iterable[str]) -> str:
    """The numbers of these lines."""
    texts = (text for key in keys for row in question.shown(lines[key], key) for text in row)
    return " ".join(map(bare, texts))


def drawn(draws: Draws, found: Collection[Change]) -> Change:
    """One of these mistakes: its name first, so that one with many places is not drawn more often."""
    name = draws.choice(list(dict.fromkeys(change.name for change in found)))
    return draws.choice([change for change in found if change.name == name])


def as_if(change: Change) -> str:
    """What is done under a mistake, without what should be done, after the words as if."""
    said = SHOULD.split(told(change).rstrip("."))[0]
    first, _, rest = said.partition(" ")
    return f"{first.lower() if first[1:].islower() and len(first) > SYMBOL else first} {rest}"


def told(change: Change) -> str:
    """What is said of a mistake, in a sentence that nobody takes for a line of the work."""
    return EQUALS.sub(r" (\1)", change.says)
