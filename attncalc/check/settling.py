"""What a page leaves open is settled by what explains most of its own lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.errors import InputError
from attncalc.problem.page.page import Open, Stated, Unread
from attncalc.problem.problem import Problem
from attncalc.reading.ink import Paper

MOST = 6  # ways that are tried
CLEAR = 2  # numbers more that have to agree, and half of those that do not: one may by chance
TAKEN = "taken, since {} numbers of the page agree with it, and {} without"
DOUBTS = ("{}: ", "no {} was understood", "words about the {}")  # that are no more where the option is taken


class Tried(NamedTuple):
    """A problem as it may be meant, its work, and how many numbers of it agree and do not."""

    calculation: Calculation
    claims: list[Claim]
    agree: int
    others: int


def settled(stated: Stated, calculation: Calculation, paper: Paper, over: Callable[[Problem], Problem]) -> Tried:
    """The problem as most of its lines agree; what was taken is written to its options, and why to its remarks."""
    best = tried(calculation, paper)
    left = list(stated.open[:MOST])
    while best.others and left:
        ways = [(one, found) for one in left if (found := _with(stated, one, paper, over))]
        one, found = max(ways, key=lambda way: way[1].agree, default=(None, best))
        gain = found.agree - best.agree
        if one is None or gain < CLEAR or gain * 2 < best.others or found.others >= best.others:
            break
        _take(stated, one, TAKEN.format(found.agree, best.agree))
        best, left = found, [other for other in left if other.key != one.key]
    return best


def tried(calculation: Calculation, paper: Paper) -> Tried:
    """How a page agrees with a problem."""
    from attncalc.check.judge import judge
    from attncalc.check.placing import place

    claims = place(paper, [calculation])
    with calculation.working():
        judged = judge(calculation, sorted(claims, key=_place))
    agree = sum(item.verdict.good for item in judged)
    return Tried(calculation, claims, agree, len(judged) - agree)


def _with(stated: Stated, one: Open, paper: Paper, over: Callable[[Problem], Problem]) -> Tried | None:
    """How it agrees with another way to read what is open; None where that cannot be calculated."""
    from attncalc.problem.write import problem_of
    from attncalc.solve import solve

    changed = replace(stated, options={**stated.options, one.key: one.value})
    try:
        calculation = Calculation(solve(over(problem_of(changed, paper.source)), partial=True))
    except InputError:
        return None
    return tried(calculation, paper)


def _take(stated: Stated, one: Open, why: str) -> None:
    stated.options[one.key] = one.value
    stated.settled += (Unread(one.line, f"{one.key}: {one.value}", why),)
    stated.unread = [item for item in stated.unread if not any(words.format(one.key) in item.why for words in DOUBTS)]


def _place(claim: Claim) -> tuple[int, int]:
    from attncalc.check.report import place_of

    return place_of(claim)


def told(stated: Sequence[Stated]) -> tuple[str, ...]:
    """What was taken, a sentence for each."""
    return tuple(f"{item.what} was {item.why}." for one in stated for item in one.settled)
