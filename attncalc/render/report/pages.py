"""A report laid out for whom it is about: what is right, what went wrong first, what follows from it, the marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from attncalc.check.claim import Judged
from attncalc.check.marks import Rules, shown
from attncalc.check.report import Report, place_of
from attncalc.check.verdict import Verdict
from attncalc.errors import printable, shorten
from attncalc.render.blocks import Block, Cell, Grid, Heading, Math, Note, Prose
from attncalc.render.report.grids import legend, verdict_grids
from attncalc.render.report.parts import Lines, Part, quote, worked_out
from attncalc.render.report.words import (
    count,
    credited,
    headline,
    misread_words,
    noted_words,
    unread_words,
    untrue_words,
    whole,
    wrong_words,
)

COLUMNS = (  # of the summary, where there are such
    Verdict.ROUNDED,
    Verdict.COARSE,
    Verdict.FOLLOWS,
    Verdict.MISREAD,
    Verdict.WRONG,
    Verdict.MISSING,
)
EVIDENT = re.compile(r"\d+ of \d+ right(, \d+ follow)?")  # of marks that the summary explains
TITLE = 32  # characters of a title in the table of all problems
MOST = 12  # things of one kind that are said one by one


def report_pages(report: Report) -> list[list[Block]]:
    """The blocks of a report, a page for each problem; several end with the sum of their marks."""
    lines = Lines(report.text)
    marked = [part for part in report.problems if part.judged] or list(report.problems[:1])
    pages = [list(_problem(report, Part(part), lines)) for part in marked]
    if len(report.problems) > 1:
        pages.append(list(_together(report)))
    return pages


def _problem(report: Report, part: Part, lines: Lines) -> Iterator[Block]:
    yield Heading(1, part.marked.title, aside=printable(report.page))
    notes = part.marked.notes
    yield from map(Prose, (*notes, headline(part)) if part.marked.foreign else (headline(part), *notes))
    if part.steps:
        yield _summary(part)
    if not part.marked.judged:
        return
    yield from map(Prose, whole(part))
    yield from _first(part, lines, report.rules)
    yield from _others(part)
    yield from _listed("To be looked at", list(_looked_at(part)))
    yield from _tables(part)
    yield from (Note(text) for text in _side_notes(part))


def _summary(part: Part) -> Grid:
    """Each step with how many of its entries are right, and its marks."""
    marks = part.marked.marks
    given = {step.step: _of(step.marks, step.of) for step in marks.steps}
    tallies = [(step, part.tally(step), part.size(step), given.get(step, "")) for step in part.steps]
    if len(tallies) > 1:
        total = sum((tally for _, tally, _, _ in tallies), Counter())
        tallies.append(("all", total, sum(size for _, _, size, _ in tallies), _of(marks.total, marks.of)))
    words = [word for word in COLUMNS if any(tally[word] for _, tally, _, _ in tallies)]
    rows = [
        [
            _cell(text)
            for text in (
                f"{tally[Verdict.RIGHT]} of {size}" if tally else "–",
                *(str(tally[word] or "") for word in words),
                worth,
            )
        ]
        for _, tally, size, worth in tallies
    ]
    labels = tuple(step for step, _, _, _ in tallies)
    return Grid(Math("step", ""), tuple(map(tuple, rows)), labels, ("right", *words, "marks"), labelled=True)


def _of(marks: Fraction, of: Fraction) -> str:
    return f"{shown(marks)} of {shown(of)}"


def _cell(text: str) -> Cell:
    return Cell(text, "")


def _first(part: Part, lines: Lines, rules: Rules) -> Iterator[Block]:
    """The first thing that went wrong: where it stands, what it should be, why, and the entry worked out."""
    if not part.wrong:
        return
    first = part.wrong[0]
    yield Heading(2, "What went wrong first")
    yield Prose(wrong_words(part, part.group_of(first)))
    if (line := quote(first, lines)) is not None:
        yield line
    yield from worked_out(part, first)
    if (follow := part.following) and not part.marked.foreign:
        yield Prose(credited(follow, rules, is_plain=part.is_credited))


def _others(part: Part) -> Iterator[Block]:
    groups = [group for group in part.groups if part.wrong[0] not in group]
    groups.sort(key=part.cost, reverse=True)
    if groups:
        yield Heading(2, "What else went wrong")
        yield from (Prose(wrong_words(part, group)) for group in groups[:MOST])
        if len(groups) > MOST:
            yield Prose(f"… and {count(sum(map(len, groups[MOST:])), 'number')} more; the tables show them.")


def _looked_at(part: Part) -> Iterator[str]:
    """What a person should look at: what may be misread, what could not be read or placed, what is not true."""
    yield from (misread_words(part, group) for group in _alike(part.of(Verdict.MISREAD)))
    yield from (unread_words(part, group) for group in _by_line(part.of(Verdict.UNREAD)))
    yield from map(untrue_words, part.of(Verdict.UNTRUE))


def _listed(title: str, texts: list[str]) -> Iterator[Block]:
    """Things that are said, and are nobody's mistake."""
    if texts:
        yield Heading(2, title)
        yield from map(Prose, texts[:MOST])
        if len(texts) > MOST:
            yield Prose(f"… and {len(texts) - MOST} more.")


def _alike(items: list[Judged]) -> list[list[Judged]]:
    """Together what reads the same for the same entry."""
    found: dict[object, list[Judged]] = {}
    for item in items:
        claim = item.claim
        about = claim.at if claim.of is None else claim.of
        found.setdefault((about, claim.of is None and (claim.term, claim.factor), claim.written.text), []).append(item)
    return list(found.values())


def _by_line(items: list[Judged]) -> list[list[Judged]]:
    """Together what stands on one line and could not be read for one reason."""
    found: dict[tuple[int, str], list[Judged]] = {}
    for item in items:
        found.setdefault((place_of(item.claim)[0], item.claim.why), []).append(item)
    return list(found.values())


def _tables(part: Part) -> Iterator[Block]:
    """Where something is wrong, each step's entries with their verdicts."""
    grids = list(verdict_grids(part)) if part.wrong or part.of(Verdict.MISREAD) else []
    if grids:
        yield Heading(2, "Each number")
        yield from grids
        yield Note(legend(grids))


def _side_notes(part: Part) -> Iterator[str]:
    """What is noted of single numbers, and why marks are not full."""
    reasons: dict[str, list[str]] = {}
    for step in () if part.is_open else part.marked.marks.steps:
        if step.marks != step.of and not EVIDENT.fullmatch(step.reason):
            reasons.setdefault(step.reason, []).append(step.step)
    yield from (f"{', '.join(steps)}: {reason}." for reason, steps in reasons.items())
    noted = [item for item in part.counted if item.note and (item.verdict.good or item.verdict is Verdict.FOLLOWS)]
    yield from (noted_words(part, item) for item in noted[:MOST])
    aside = [item for item in part.marked.judged if item.claim.struck or (item.claim.repeat and not part.prints(item))]
    if aside:
        yield f"{count(len(aside), 'number')} struck out or written again: not counted."


def _together(report: Report) -> Iterator[Block]:
    yield Heading(1, "All problems")
    rows = [(_cell(_of(part.marks.total, part.marks.of)),) for part in report.problems]
    rows.append((_cell(_of(report.total, report.of)),))
    titles = [shorten(part.title, TITLE) for part in report.problems]
    yield Grid(Math("problem", ""), tuple(rows), (*titles, "all"), ("marks",), labelled=True)
