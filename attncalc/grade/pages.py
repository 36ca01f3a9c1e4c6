"""Several pages as one answer: read each, placed together, each number in its own file.

Lines count on from page to page, so that numbers keep their order and a line of the text can be shown; what is told
is the file and the line in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.check.handed_in import LINE, TYPED, HandedIn, form_of, from_text
from attncalc.errors import InputError, Place
from attncalc.problem.tree import Node
from attncalc.reading.ink import Ink, Paper, Scrap, Statement


@dataclass(frozen=True, slots=True)
class OnPage(Place):
    """A place among several pages; `own` is where it is in its file."""

    own: Place = field(default_factory=lambda: Place(""))

    def __str__(self) -> str:
        return str(self.own)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page, and how many lines stand before it."""

    source: str
    text: str
    before: int


def joined(student: str, pages: Sequence[tuple[str, str]]) -> HandedIn:
    """The names and texts of pages as one answer; raises InputError where one cannot be read."""
    if len(pages) == 1 and not LINE.fullmatch(pages[0][0]):
        return from_text(pages[0][1], pages[0][0])
    read = [from_text(text, source) for source, text in pages]
    stack = list(_stacked(pages))

    def claims(calculations: Sequence[Calculation]) -> list[Claim]:
        found: list[Claim] = []
        typed = [page for page in stack if form_of(page.text, page.source) == TYPED]
        papers = [page for page in stack if page not in typed]
        for part in (_placed(papers, calculations), *(_answered(page, calculations) for page in typed)):
            found += _renumbered(part, found)
        return [_owned(claim, stack) for claim in found]

    def documents() -> list[Node]:
        return [node for page in read if page.documents for node in page.documents()]

    source = pages[0][0] if len(pages) == 1 else student
    is_typed = any(page.documents for page in read)
    return HandedIn(source, "\n".join(page.text for page in stack), claims, documents if is_typed else None)


def own_place(claim: Claim) -> Place | None:
    """Where a claim stands in its own file."""
    place = claim.written.place
    return place.own if isinstance(place, OnPage) else place


def _own(source: str, line: int | None = None, column: int | None = None) -> Place:
    """A place in a file; of answers in a line of JSON, that line."""
    found = LINE.fullmatch(source)
    return Place(found[1], int(found[2])) if found else Place(source, line, column)


def _stacked(pages: Iterable[tuple[str, str]]) -> Iterator[_Page]:
    before = 0
    for source, text in pages:
        page = _Page(source, text.replace("\r\n", "\n").replace("\r", "\n"), before)
        before += page.text.count("\n") + 1
        yield page


def _answered(page: _Page, calculations: Sequence[Calculation]) -> list[Claim]:
    try:
        claims = from_text(page.text, page.source).claims(calculations)
    except InputError as error:
        error.place = _own(page.source) if LINE.fullmatch(page.source) else error.place
        raise
    return [_moved(claim, page.before) for claim in claims]


def _moved(claim: Claim, lines: int) -> Claim:
    place = claim.written.place
    moved = place and Place(place.source, (place.line or 1) + lines, place.column)
    return replace(claim, written=claim.written._replace(place=moved))


def _placed(pages: list[_Page], calculations: Sequence[Calculation]) -> list[Claim]:
    """What stands on pages, placed together: what a line is may be said on the page before."""
    from attncalc.check.placing import place
    from attncalc.reading import read_page

    papers = [read_page(page.text, page.source, form_of(page.text, page.source)) for page in pages]
    befores = [page.before for page in pages]
    return place(_one(list(zip(papers, befores, strict=True))), calculations) if papers else []


def _one(papers: Sequence[tuple[Paper, int]]) -> Paper:
    """Papers one after another."""
    texts: list[str] = []
    statements: list[Statement] = []
    scraps: list[Scrap] = []
    places: list[tuple[int, int, int]] = []
    start = 0
    for paper, before in papers:
        statements += (_shifted(statement, start) for statement in paper.statements)
        scraps += (replace(scrap, start=scrap.start + start, end=scrap.end + start) for scrap in paper.scraps)
        places += ((position + start, line + before, column) for position, line, column in paper.places)
        texts.append(paper.text)
        start += len(paper.text) + 1
    return Paper(papers[0][0].source, "\n".join(texts), tuple(statements), tuple(scraps), tuple(places))


def _shifted(statement: Statement, by: int) -> Statement:
    return replace(statement, sides=tuple(_ink(side, by) for side in statement.sides), start=statement.start + by)


def _ink(ink: Ink, by: int) -> Ink:
    return replace(ink, start=ink.start + by, end=ink.end + by, args=tuple(_ink(arg, by) for arg in ink.args))


def _renumbered(claims: list[Claim], before: list[Claim]) -> list[Claim]:
    """Claims whose writings have numbers beyond those before."""
    most = max((claim.writing for claim in before), default=-1) + 1
    return [replace(claim, writing=claim.writing + most) for claim in claims]


def _owned(claim: Claim, stack: list[_Page]) -> Claim:
    place = claim.written.place
    if place is None or place.line is None:
        return claim
    page = next(page for page in reversed(stack) if page.before < place.line or page is stack[0])
    own = _own(page.source, place.line - page.before, place.column)
    return replace(claim, written=claim.written._replace(place=OnPage(page.source, place.line, place.column, own)))
