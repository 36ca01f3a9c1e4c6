"""Where a page gives new inputs to a problem without a heading: Task B, the third item of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attncalc.problem.matrix import Matrix
from attncalc.problem.page.finds import Find
from attncalc.problem.page.given import base_of, bases_of, inputs, is_problem, row_of
from attncalc.problem.page.page import Lines
from attncalc.problem.vocabulary import INPUTS
from attncalc.reading.exercises import POINT
from attncalc.reading.languages import HEAD
from attncalc.reading.sections import Section

LEADS_IN = re.compile(r"[:：]\W{0,4}$|^\s{0,3}#")  # a line above that what follows belongs to

TALLEST = 60  # lines of a paragraph
OF_STATES, OF_KEYS = {"s", "H"}, {"Q", "K"}
ANY = Matrix(())


def begins(lines: Lines, found: Sequence[Find], parts: Iterable[Section]) -> set[int]:
    """The lines on which new inputs begin within a section, enough for a problem; with these their whole list."""
    starts: set[int] = set()
    for section in parts:
        starts |= _within(lines, [find for find in found if section.part(find.line) is not None])
    return starts


def _within(lines: Lines, found: Sequence[Find]) -> set[int]:
    kept: dict[str, Find] = {}
    first, starts = 0, set[int]()
    for paragraph, finds in _paragraphs(lines, found):
        own = {_named(find): find for find in finds}
        fresh = [name for name in _given(own) if _differs(own[name], kept.get(name))]
        if kept and is_problem(fresh) and _is_another(fresh, kept) and not _is_of_a_head(lines, paragraph):
            starts.add(paragraph)
            kept = own
        else:
            kept = {**own, **kept}
        first = first or (paragraph if is_problem(_given(kept)) else 0)
    return starts | (_items(lines, starts, first) if starts else set())


def _paragraphs(lines: Lines, found: Iterable[Find]) -> Iterator[tuple[int, list[Find]]]:
    """The matrices that stand in one paragraph, with the line on which it begins."""
    by_start: dict[int, list[Find]] = {}
    for find in found:
        if find.matrix and base_of(_named(find)) in {*INPUTS, "S"}:
            by_start.setdefault(_start(lines, find.line), []).append(find)
    yield from by_start.items()


def _start(lines: Lines, number: int) -> int:
    """The first line of a paragraph, or of the item of a list; with the line above that leads it in."""
    plain, last = lines.plain, max(1, number - TALLEST)
    while number > last and plain[number - 2].strip() and not POINT.match(lines.written[number - 1]):
        number -= 1
    above = next((line for line in range(number - 1, max(0, number - 3), -1) if plain[line - 1].strip()), 0)
    is_led = above and not POINT.match(lines.written[number - 1]) and LEADS_IN.search(lines.written[above - 1].strip())
    return above if is_led else number


def _named(find: Find) -> str:
    """The matrix, or the row of one, that it is: K and K 1 are given again where K is."""
    row = row_of(find)
    return row[0] if row else str(find.name)


def _given(own: dict[str, Find]) -> list[str]:
    """Those that do not follow from the others."""
    return list(inputs({name: find.matrix for name, find in own.items() if find.matrix}, ()))


def _differs(find: Find, before: Find | None) -> bool:
    """Whether it has other numbers than before, or is new."""
    return before is None or sorted(_numbers(find)) != sorted(_numbers(before))


def _is_another(fresh: list[str], kept: dict[str, Find]) -> bool:
    """Whether new inputs are of another problem: two of them are given again, or they are of another kind."""
    own, before = bases_of(fresh), bases_of(kept)
    left = inputs({name: find.matrix for name, find in kept.items() if find.matrix}, ())
    again = own & before & bases_of(inputs({**dict.fromkeys(fresh, ANY), **left}, ()))
    return len(again) > 1 or (own >= OF_STATES and not before & OF_STATES) or (before >= OF_STATES and own >= OF_KEYS)


def _numbers(find: Find) -> list[str]:
    return [cell.text.strip() for row in find.matrix.rows for cell in row] if find.matrix else []


def _is_of_a_head(lines: Lines, number: int) -> bool:
    """Whether the inputs are those of one head of several."""
    return any(HEAD.search(line) for line in lines.plain[max(0, number - 2) : number])


def _items(lines: Lines, starts: set[int], first: int) -> set[int]:
    """The other items of a list of which two are problems."""
    marks = {number: match for number in {*starts, first} if (match := POINT.match(lines.written[number - 1]))}
    if len(marks) < 2:
        return set()
    kinds = {match.group("indent", "strong", "item") for match in marks.values()}
    items = ((number, POINT.match(line)) for number, line in enumerate(lines.written, 1))
    return {number for number, match in items if match and match.group("indent", "strong", "item") in kinds}
