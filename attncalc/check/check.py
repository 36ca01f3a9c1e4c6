"""From problems and what somebody handed in to a report: read, place, judge, name causes, mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from operator import is_

from attncalc.check.asked import answered, printed, worth_of
from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim, Judged
from attncalc.check.handed_in import HandedIn
from attncalc.check.handed_on import check_sources, handed_on, without_taken
from attncalc.check.marking import marked
from attncalc.check.marks import Rules, prices, worth
from attncalc.check.report import Marked, Report, counts, has_numbers, place_of
from attncalc.check.strange import without_strange
from attncalc.check.unshifted import as_on_page
from attncalc.check.verdict import Verdict
from attncalc.errors import InputError
from attncalc.limits import CLAIMS
from attncalc.log import timed
from attncalc.problem.problem import Problem
from attncalc.worksheet.worksheet import Worksheet

ROUNDING = "it should be correctly rounded, with the decimals that are asked for"
OTHER = (
    "Other numbers stand here for {} than the problem gives. If this is another homework, it was handed in in the "
    "wrong place; marks are given only for lines that agree with this problem."
)
SLIP = "other lines use the right value"


@dataclass(frozen=True, slots=True)
class Settings:
    """How answers are judged and marked; `strict` asks for values that are correctly rounded."""

    strict: bool = False
    rules: Rules = field(default_factory=Rules)


def check(problems: Sequence[Problem], answer: HandedIn, settings: Settings = Settings()) -> Report:
    """The report on what was handed in to these problems.

    Raises InputError where a problem cannot be solved or the answer cannot be read.
    """
    if any(problem.accept for problem in problems):
        from attncalc.check.accept import opened

        problems = opened(problems, answer)
    return check_solved(solved(problems), answer, settings)


def solved(problems: Sequence[Problem]) -> list[Calculation]:
    """The problems, solved once for any number of answers; raises InputError where one cannot be."""
    if not problems:
        raise InputError("there is no problem to check it against")
    if any(asked.counted for problem in problems for asked in problem.asks):
        from attncalc.cost.answers import with_counts

        problems = with_counts(problems)
    calculations = [Calculation(_sheet(problem)) for problem in problems]
    for calculation in calculations:
        prices(calculation), worth(calculation)  # a step in `marks` that is not there is said before anything is read
    check_sources(calculations)
    return calculations


def _sheet(problem: Problem) -> Worksheet:
    """The solution; without lines where only sizes are known."""
    if problem.named and problem.asks:
        from attncalc.check.by_sizes import sheet_of

        return sheet_of(problem)
    from attncalc.solve import solve

    return solve(problem, partial=True)


def check_solved(calculations: Sequence[Calculation], answer: HandedIn, settings: Settings = Settings()) -> Report:
    """The report on an answer to problems that are solved."""
    if answer.documents is None:
        calculations = [as_on_page(calculation, answer.text) for calculation in calculations]
    parts = _parts(calculations, answer, settings)
    for _ in range(sum(bool(calculation.sheet.plan.problem.printed) for calculation in calculations)):
        before, calculations = calculations, handed_on(calculations, parts)
        if all(map(is_, before, calculations)):
            break
        parts = _parts(calculations, answer, settings)
    if has_numbers(answer.text) and not any(counts(item.claim) for part in parts for item in part.judged):
        parts = [replace(part, marks=part.marks.unread) for part in parts]
    parts[0] = replace(parts[0], notes=(*answer.notes, *parts[0].notes))
    return Report(answer.source, answer.text, tuple(parts), settings.rules, answer.is_whole)


def _parts(calculations: Sequence[Calculation], answer: HandedIn, settings: Settings) -> list[Marked]:
    """Each problem with what the answer says of it."""
    with timed(f"{answer.source} read and placed"):
        claims = answer.claims(calculations)
    if len(claims) > CLAIMS.most:
        raise InputError(CLAIMS.told, place=answer.place)
    typed = answer.documents is not None
    with timed(f"{len(claims)} claims judged and marked"):
        return [
            _problem(calculation, [claim for claim in claims if claim.problem == number], settings, typed)
            for number, calculation in enumerate(calculations)
        ]


def _problem(calculation: Calculation, claims: list[Claim], settings: Settings, typed: bool) -> Marked:
    """One problem: its claims judged in the order of the page, causes named, marks given."""
    from attncalc.check.causes import named
    from attncalc.check.judge import Judging, judge

    problem = calculation.sheet.plan.problem
    is_asked = any(step.of for step in worth(calculation))  # otherwise its lines are printed, not handed in
    beside = answered(problem.asks, claims)
    letters = [claim for claim in claims if claim.asked and claim.asked.key in problem.find]
    own = sorted((claim for claim in claims if not claim.asked), key=place_of)
    claims = [*calculation.taken, *own] if is_asked else []
    with calculation.working():
        is_strict = settings.strict or problem.rounding is not None
        found = judge(calculation, claims, Judging(is_strict))
        judged = list(without_strange(named(calculation, [_typed(item) for item in found] if typed else found)))
        if is_strict:
            loose = judge(calculation, claims)
            judged = [_rounding(item, other) for item, other in zip(judged, loose, strict=True)]
        judged = printed(calculation, without_taken(calculation, judged))
        marks = marked(calculation, judged, settings.rules)
        foreign = marks.foreign
        notes = [OTHER.format(" and ".join(foreign))] if foreign else []
        if problem.accept:
            from attncalc.check.accept import judged_open

            judged, marks, says = judged_open(calculation, judged, letters, marks)
            notes.append(says)
    marks = replace(marks, steps=(*marks.steps, *worth_of(problem.asks, beside)))
    return Marked(calculation.sheet.plan.title, calculation, (*judged, *beside), marks, tuple(notes), foreign)


def _typed(item: Judged) -> Judged:
    """Nobody misreads what was typed: it is wrong, even where later lines have it right."""
    return replace(item, verdict=Verdict.WRONG, note=SLIP) if item.verdict is Verdict.MISREAD else item


def _rounding(item: Judged, loose: Judged) -> Judged:
    """What is wrong only because it is not rounded as it should be is said to be so, without another cause."""
    is_rounding = item.verdict is Verdict.WRONG and (loose.verdict.good or loose.verdict is Verdict.FOLLOWS)
    return replace(item, cause=None, also=(), note=ROUNDING, unrounded=True) if is_rounding else item
