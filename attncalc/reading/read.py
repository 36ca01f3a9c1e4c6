"""From the text of a page to what stands on it: Markdown, LaTeX, plain text and notebooks."""

from __future__ import annotations

import re

from attncalc.errors import InputError, Place
from attncalc.limits import PAGE, PAGE_LINES
from attncalc.log import told
from attncalc.reading.abreast import one_after_another
from attncalc.reading.aligned import aligned
from attncalc.reading.augmented import augmented
from attncalc.reading.cleaned import cleaned, without_strokes
from attncalc.reading.code import code_spans
from attncalc.reading.edits import plain
from attncalc.reading.elements import bare
from attncalc.reading.escapes import unescaped
from attncalc.reading.footnotes import footnotes
from attncalc.reading.gridded import gridded
from attncalc.reading.indexed import labelled
from attncalc.reading.ink import Paper
from attncalc.reading.joined import joined
from attncalc.reading.listed import listed
from attncalc.reading.macros import expanded
from attncalc.reading.notebook import Body, notebook
from attncalc.reading.records import recorded
from attncalc.reading.retold import retold
from attncalc.reading.schemes import schemes
from attncalc.reading.sentences import Sentences
from attncalc.reading.source import form_of
from attncalc.reading.spans import spans

COMMA = re.compile(r"(?<![\d,.(])\d{1,4},\d+(?!\d|[,.]\d|\))")
LAYOUTS = (joined, footnotes, listed, schemes, augmented, one_after_another, recorded, retold, gridded, labelled)
PASSES = (
    (bare, unescaped, expanded, *LAYOUTS, aligned),
    (expanded, *LAYOUTS),
)  # of other pages, and of LaTeX, in order
POINT = re.compile(r"(?<![\d.])\d{1,6}\.\d+(?![\d.])")


def read_page(text: str, source: str = "<page>", form: str = "") -> Paper:
    """What stands on a page, as chains of sides in the order in which they stand.

    Its `form` is markdown, tex or notebook, which its name or its text says where it is left out.

    >>> [statement.sides[0].text for statement in read_page("Q = [1 2] and so K = [3 4]").statements]
    ['Q', 'K']

    Raises InputError where the text is too large to be a page, or is no notebook.
    """
    form = form or form_of(source, text)
    body = plain(notebook(text, source) if form == "notebook" else Body(text, [("text", 0, len(text))], ((0, 1, 1),)))
    if len(body.text) > PAGE.most:
        raise InputError(PAGE.told, place=Place(source))
    if body.text.count("\n") > PAGE_LINES.most:
        raise InputError(PAGE_LINES.told, place=Place(source))
    for retelling in PASSES[form == "tex"]:
        body = retelling(body)
    read, strokes = without_strokes(cleaned(body.text, form))
    sentences = Sentences(read, commas=writes_commas(read), strokes=strokes)
    try:
        for kind, start, end in body.pieces:
            pieces = (
                spans(read, _begin(read) if form == "tex" else start, end)
                if kind == "text"
                else (code_spans(read, start, end, has_output=kind == "printed"))
            )
            for span in pieces:
                sentences.take(span)
    except InputError as error:
        raise error.at(Place(source)) from None
    statements = tuple(sentences.statements())
    told("%s: read as %s, %s statements, %s scraps", source, form, len(statements), len(sentences.scraps))
    return Paper(source, read, statements, tuple(sentences.scraps), body.places, body.text)


def _begin(text: str) -> int:
    found = text.find("\\begin{document}")
    return found + len("\\begin{document}") if found >= 0 else 0


def writes_commas(text: str) -> bool:
    """Whether most decimals of a text are written with commas: 0,5 and 1,25; in 3,1 the comma may part two numbers."""
    commas = sum(map(_is_decimal, COMMA.finditer(text)))
    return commas > 0 and commas > sum(1 for _ in POINT.finditer(text))


def _is_decimal(match: re.Match[str]) -> bool:
    """Whether a comma can part no list: 1,25 and 0,5, but not [0,5]."""
    in_list = match.string[match.start() - 1 : match.start()] in ("[", "(") and match.start() > 0
    return len(match[0].partition(",")[2]) > 1 or (match[0].startswith("0,") and not in_list)
