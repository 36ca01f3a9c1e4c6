"""What somebody hands in: typed answers, lines on the command line, or a page; each gives claims."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from attncalc.check.calculation import Calculation
from attncalc.check.claim import Claim
from attncalc.errors import InputError, Place
from attncalc.limits import PAGE
from attncalc.problem.problem import Problem
from attncalc.problem.tree import Node
from attncalc.reading.source import FORMS as PAGES
from attncalc.reading.source import form_of as page_form

Claims = Callable[[Sequence[Calculation]], list[Claim]]
Documents = Callable[[], list[Node]]
STDIN = "<stdin>"


@dataclass(frozen=True)
class HandedIn:
    """Something that was handed in: where it comes from, its text, and how its claims are found.

    `notes` are what is to be known of how it was read; it `is_whole` where all exercises on it can be checked.
    """

    source: str
    text: str
    claims: Claims
    documents: Documents | None = None  # of typed answers
    notes: tuple[str, ...] = ()
    is_whole: bool = True

    @property
    def place(self) -> Place:
        """The whole of it."""
        return Place(self.source)


def handed_in(path: str) -> HandedIn:
    """What a file holds, `-` is standard input; raises InputError where it cannot be read."""
    from attncalc.reading.source import source_of_file

    source = STDIN if path == "-" else path
    text, note = source_of_file(path, source)
    return replace(from_text(text, source), notes=(f"{source}: {note}.",) if note else ())


def from_text(text: str, source: str) -> HandedIn:
    """Typed answers or a page, by the ending of its name, or else by what stands in it."""
    form = form_of(text, source)
    if form != "notebook" and len(text) > PAGE.most:
        raise InputError(PAGE.told, place=Place(source))
    if form == TYPED:
        return _typed(text, source)
    return HandedIn(source, text, _page(text, source, form))


def inline(lines: Sequence[str], source: str = "-a") -> HandedIn:
    """Answers on the command line, each a name and its value."""

    def claims(calculations: Sequence[Calculation]) -> list[Claim]:
        from attncalc.check.answers import read_inline

        return read_inline(lines, calculations)

    def documents() -> list[Node]:
        from attncalc.check.answers import typed
        from attncalc.problem.tree import Mapping

        return [Mapping(typed(lines), source)]

    return HandedIn(source, "", claims, documents)


TYPED = "typed"
FORMS = {".yaml": TYPED, ".yml": TYPED, ".json": TYPED, **PAGES}
LINE = re.compile(r"(.+\.(?:jsonl|ndjson)):(\d{1,6})", re.IGNORECASE)  # typed answers in a line of JSON


def form_of(text: str, source: str) -> str:
    """Typed answers, or how a page is written: Markdown, LaTeX, plain text or a notebook."""
    if form := TYPED if LINE.fullmatch(source) else FORMS.get(Path(source).suffix.lower()):
        return form
    return TYPED if _is_typed(text, source) else page_form(source, text)


def _is_typed(text: str, source: str) -> bool:
    """Whether a text without a telling name is YAML with answers."""
    from attncalc.check.answers import is_answers
    from attncalc.problem.tree import read_documents

    try:
        return any(map(is_answers, read_documents(text, source)))
    except InputError:
        return False


def _typed(text: str, source: str) -> HandedIn:
    def documents() -> list[Node]:
        from attncalc.problem.tree import read_documents

        return read_documents(text, source)

    def claims(calculations: Sequence[Calculation]) -> list[Claim]:
        from attncalc.check.answers import is_answers, names_steps, read_answers

        nodes = documents()
        if not any(is_answers(node) or names_steps(node, calculations) for node in nodes):
            raise InputError(
                "there are no answers in it",
                place=Place(source),
                hint='Answers are steps with their numbers: A: "0.27 0.73"',
            )
        return read_answers(nodes, calculations, text)

    return HandedIn(source, text, claims, documents)


def _page(text: str, source: str, form: str) -> Claims:
    def claims(calculations: Sequence[Calculation]) -> list[Claim]:
        from attncalc.check.placing import place
        from attncalc.reading import read_page

        return place(read_page(text, source, form), calculations)

    return claims


def problems_in(path: str, *, any_file: bool = False, say: Callable[[str], None] | None = None) -> list[Problem]:
    """The problems of a file: a problem file, or a page that states them. Raises InputError where there are none."""
    from attncalc.problem.reader import heard, load
    from attncalc.reading.source import source_of_file

    source = STDIN if path == "-" else path
    if FORMS.get(Path(source).suffix.lower(), TYPED) == TYPED:
        return load(path, any_file=any_file, say=say)
    from attncalc.check.alone import problems_on  # the words of twelve languages, which no problem file needs

    return problems_on(heard(source_of_file(path, source), source, say), source)
