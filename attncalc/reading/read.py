"""From the text of a page to what stands on it: Markdown, LaTeX, plain text and notebooks."""

from __future__ import annotations

import re
from pathlib import PurePath

from attncalc.errors import InputError, Place
from attncalc.reading.html import without_strokes
from attncalc.reading.ink import Paper
from attncalc.reading.notebook import Body, notebook
from attncalc.reading.sentences import Sentences
from attncalc.reading.spans import spans

MAX_TEXT = 2_000_000
MAX_LINES = 20_000
FORMS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "tex",
    ".latex": "tex",
    ".txt": "text",
    ".ipynb": "notebook",
}
ALIASES = {"latex": "tex", "plain": "text"}
TEX_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
COMMA = re.compile(r"(?<![\d,.(])\d{1,4},\d+(?!\d|[,.]\d|\))")
POINT = re.compile(r"(?<![\d.])\d{1,6}\.\d+(?![\d.])")


def form_of(path: str) -> str:
    """How a page is written, by the ending of its name: markdown, tex, text or notebook."""
    return FORMS.get(PurePath(path).suffix.lower(), "markdown")


def read_paper(text: str, source: str, form: str = "markdown") -> Paper:
    """What stands on a page, as chains of sides in the order in which they stand.

    Raises InputError where the text is too large to be a page, or is no notebook.
    """
    form = ALIASES.get(form, form)
    body = notebook(text, source) if form == "notebook" else Body(text, [(0, len(text))], ((0, 1, 1),))
    if len(body.text) > MAX_TEXT:
        raise InputError(f"it is larger than {MAX_TEXT // 1_000_000} MB, which is no page", place=Place(source))
    if body.text.count("\n") > MAX_LINES:
        raise InputError(f"it has more than {MAX_LINES:,} lines, which no page has", place=Place(source))
    read = _without_notes(_without_comments(body.text) if form == "tex" else body.text)
    read, strokes = without_strokes(read)
    sentences = Sentences(read, commas=writes_commas(read), strokes=strokes)
    try:
        for start, end in body.pieces:
            for span in spans(read, _begin(read) if form == "tex" else start, end):
                sentences.take(span)
    except InputError as error:
        raise error.at(Place(source)) from None
    return Paper(source, read, tuple(sentences.statements()), tuple(sentences.scraps), body.places)


def _without_comments(text: str) -> str:
    """Comments of TeX as blanks, so that every place stays."""
    return TEX_COMMENT.sub(lambda match: " " * len(match[0]), text)


def _without_notes(text: str) -> str:
    """Comments of HTML as blanks."""
    kept, position = [], 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept += [text[position:start], re.sub(r"[^\n]", " ", text[start : end + 3])]
        position = end + 3
    return "".join([*kept, text[position:]])


def _begin(text: str) -> int:
    found = text.find("\\begin{document}")
    return found + len("\\begin{document}") if found >= 0 else 0


def writes_commas(text: str) -> bool:
    """Whether a page writes decimals with commas: several, and none with a point."""
    commas = COMMA.findall(text)
    if len(commas) < 2 or POINT.search(text):
        return False
    return any(match.startswith("0,") or len(match.partition(",")[2]) > 1 for match in commas)
