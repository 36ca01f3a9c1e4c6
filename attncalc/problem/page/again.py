"""Exercises that use the matrices of another one: "the same Q and K as in exercise 1", "repeat exercise 2 with"."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.problem.page.gaps import spoken
from attncalc.problem.page.given import bases_of, gathered, is_problem
from attncalc.problem.page.groups import Group
from attncalc.problem.vocabulary import INPUTS
from attncalc.reading.bare import bare_words
from attncalc.reading.exercises import OTHER, REPEATED, SAME
from attncalc.reading.said import Texts, options, shows_a_mask, speaks_of_scale
from attncalc.reading.sections import ASKED, digits

OF_SEQUENCES = {"Q", "K", "V", "X", "H", "s"}


def recall(groups: Sequence[Group], texts: list[str]) -> None:
    """Gives what an exercise goes back to, and what is said there where all of it is to be done again."""
    for place, group in enumerate(groups):
        before = group.before or _before(group, groups[:place], texts)
        said = group.said(texts)
        if before and SAME.search(said) and is_problem(gathered([*before.used, *group.used])):
            own = {find.name for find in group.used}
            group.finds = [*((ASKED, find) for find in before.used if find.name not in own), *group.finds]
            group.again = before if REPEATED.search(said) else None


def said_before(group: Group, texts: list[str]) -> Texts:
    """What was asked in the exercise that is to be done again, but for what this one says something else about."""
    lines = group.again.lines(texts, ASKED) if group.again else []
    own = [bare_words(line) for _, line in group.lines(texts, ASKED)]
    about = [speaks for speaks in (speaks_of_scale, shows_a_mask) if any(map(speaks, own))]
    return [(number, line) for number, line in lines if not any(speaks(bare_words(line)) for speaks in about)]


def _before(group: Group, earlier: Sequence[Group], texts: list[str]) -> Group | None:
    """The exercise that one without a whole problem of its own speaks of, by its number or as one that has the same."""
    lines = group.lines(texts, group.last)
    if not group.sections[0].numbered or is_problem(gathered(group.used)):
        return None
    numbers = {digits(number) for match in OTHER.finditer(group.said(texts)) for number in match.groups() if number}
    named = [other for other in earlier if other.sections[0].number in numbers]
    near = [other for other in earlier if is_problem(gathered(other.used))]
    has_own = not INPUTS.keys().isdisjoint(bases_of(gathered(group.used)))
    is_asked = has_own or group.goes_on or any(not item.doubt for item in options(lines))
    is_asked = is_asked or REPEATED.search(group.said(texts)) is not None
    found = named or ([] if OF_SEQUENCES.isdisjoint(spoken(lines)) else near)
    return found[-1] if is_asked and found else None
