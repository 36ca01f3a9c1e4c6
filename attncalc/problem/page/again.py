"""Exercises that use the matrices of another one: "the same Q and K as in exercise 1", "repeat exercise 2 with"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attncalc.problem.page.gaps import spoken
from attncalc.problem.page.given import bases_of, gathered, is_problem
from attncalc.problem.page.groups import Group
from attncalc.problem.vocabulary import INPUTS
from attncalc.reading.bare import bare_words
from attncalc.reading.exercises import OTHER, REPEATED, SAME
from attncalc.reading.said import Texts, options, shows_a_mask, speaks_of_scale
from attncalc.reading.sections import ASKED, digits

OF_SEQUENCES = {"Q", "K", "V", "X", "H", "s"}
MATRICES = re.compile(r"matri[xczç]|matryc|macierz|матриц|矩阵|行列|행렬", re.IGNORECASE)
MOST = 60  # exercises of a sheet that go back to others


def recall(groups: Sequence[Group], texts: list[str]) -> None:
    """Gives what an exercise goes back to, and what is said there where all of it is to be done again."""
    numbered: dict[str, Group] = {}
    last, left = None, MOST
    for group in groups:
        said = group.said(texts)
        before = (group.before or _before(group, said, numbered, last, texts)) if SAME.search(said) and left else None
        if before and is_problem(gathered([*before.used, *group.used])):
            own, left = {find.name for find in group.used}, left - 1
            group.finds = [*((ASKED, find) for find in before.used if find.name not in own), *group.finds]
            group.again = before if REPEATED.search(said) else None
        numbered.setdefault(group.sections[0].number, group)
        last = group if is_problem(gathered(group.used)) else last


def said_before(group: Group, texts: list[str]) -> Texts:
    """What was asked in the exercise that is to be done again, but for what this one says something else about."""
    lines = group.again.lines(texts, ASKED) if group.again else []
    own = [bare_words(line) for _, line in group.lines(texts, ASKED)]
    about = [speaks for speaks in (speaks_of_scale, shows_a_mask) if any(map(speaks, own))]
    return [(number, line) for number, line in lines if not any(speaks(bare_words(line)) for speaks in about)]


def _before(
    group: Group, said: str, numbered: Mapping[str, Group], last: Group | None, texts: list[str]
) -> Group | None:
    """The exercise that one without a whole problem of its own speaks of, by its number or as one that has the same."""
    own = bases_of(gathered(group.used)) & INPUTS.keys()
    if not group.sections[0].numbered or is_problem(own):
        return None
    lines = group.lines(texts, group.last)
    numbers = (digits(number) for match in OTHER.finditer(said) for number in match.groups() if number)
    named = next((numbered[number] for number in numbers if number in numbered), None)
    is_asked = bool(own) or group.goes_on or any(not item.doubt for item in options(lines))
    is_asked = is_asked or REPEATED.search(said) is not None
    is_meant = MATRICES.search(said) or not OF_SEQUENCES.isdisjoint(spoken(lines))
    return (named or (last if is_meant else None)) if is_asked else None
