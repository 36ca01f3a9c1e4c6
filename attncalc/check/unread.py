"""The form of what could not be read on a page: written to be filled in, and read as answers the next time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.check.handed_in import HandedIn
from attncalc.check.report import Report, on_page, place_of
from attncalc.check.verdict import Verdict
from attncalc.errors import InputError, Place, shorten
from attncalc.problem.write import quoted

HEAD = "# What could not be read. Write each number in place of _ ; with the same command it is read as an answer."
MAX_TEXT = 200


def with_form(answer: HandedIn, path: Path) -> HandedIn:
    """What was handed in, with the numbers that are filled in into the form of it that is there, if one is."""
    if not path.exists():
        return answer

    def claims(calculations: Sequence[Calculation]) -> list[Claim]:
        filled = _filled(path, calculations)
        places = {place_of(claim) for claim in filled}
        found = [claim for claim in answer.claims(calculations) if not (is_open(claim) and place_of(claim) in places)]
        return [*found, *filled]

    return replace(answer, claims=claims)


def _filled(path: Path, calculations: Sequence[Calculation]) -> list[Claim]:
    """The claims of a form; their writings are numbered apart from those of the page."""
    from attncalc.check.answers import is_form, read_form
    from attncalc.problem.tree import read_documents
    from attncalc.reading.source import source_of_file

    documents = read_documents(source_of_file(path, str(path), stays=False).text, str(path))
    if len(documents) != 1 or not is_form(documents[0]):
        raise InputError(
            "this is no form of what was not read",
            place=Place(str(path)),
            hint="--unread names a new file, or one that it wrote before.",
        )
    return [replace(claim, writing=-claim.writing) for claim in read_form(documents[0], calculations)]


def is_open(claim: Claim) -> bool:
    """Whether a claim is something that could not be read."""
    return claim.written.number is None and bool(claim.why) and not (claim.at and claim.at.row == 0)


def form_of(report: Report) -> str | None:
    """The form of a report: what is still open, and what was filled in before; None where nothing is open."""
    items = [
        (number, item.claim)
        for number, item in report.claims()
        if item.verdict is Verdict.UNREAD or item.claim.writing < 0
    ]
    if all(claim.writing < 0 for _, claim in items):
        return None
    lines = [line for number, claim in items for line in _entry(report, number, claim)]
    return "\n".join([HEAD, f"page: {quoted(report.page)}", "unread:", *lines]) + "\n"


def _entry(report: Report, number: int, claim: Claim) -> Iterator[str]:
    line, column = place_of(claim)
    place = on_page(report.problems[number - 1].calculation, claim)
    is_filled = claim.writing < 0
    yield f"  - line: {line or '_'}"
    yield f"    column: {column or '_'}"
    if not is_filled:
        yield f"    text: {quoted(shorten(claim.written.text, MAX_TEXT))}"
        yield f"    why: {quoted(shorten(claim.why, MAX_TEXT))}"
    yield f"    problem: {number}"
    yield f"    step: {claim.at.key if claim.at else '_'}"
    yield f"    row: {place[0] if place else '_'}"
    yield f"    column_of: {place[1] if place else '_'}"
    yield f"    number: {quoted(claim.written.text) if is_filled else '_'}"
