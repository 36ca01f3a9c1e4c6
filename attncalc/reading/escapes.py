r"""What is written for other programs: \[1, 0], W\_Q and *cat* in Markdown, formulas in the addresses of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from attncalc.reading.edits import Edit, edited
from attncalc.reading.notebook import Body

ADDRESS = re.compile(r"!\[[^\[\]\n]{0,300}\]\([^()\s?]{0,300}\?(?P<formula>[^()\s]{0,3000}+)\)")
COLOURS = re.compile(r"\\(?:bg|dpi|fn|huge|inline)(?:_\w{1,10}|\{\w{1,10}\})?(?=[\s\\])")  # of the picture
BRACKET = re.compile(r"(?<!\\)\\(?=\[\s?(?:\\?\[\s?){0,3}[-−\d.])")  # of a list
EMPHASIS = re.compile(r"(?<![\w)*\]}])\*(?=[^\W\d_])[^*\n$\\=]{0,39}(?<=[^\W_])\*(?![\w(*\[])")  # *cat*
BLOCK = re.compile(r"<(?P<tag>br|/?(?:p|div|li|ul|ol|h[1-6]))\b[^<>\n${]{0,80}>", re.IGNORECASE)
IN_TABLE = re.compile(r"<table\b", re.IGNORECASE)
UNDERSCORE = re.compile(r"(?<=[A-Za-z])\\(?=_[A-Za-z\d])")


def unescaped(body: Body) -> Body:
    """A page of Markdown without the backslashes that keep it from reading a list as a link, an index as emphasis."""
    edits = sorted(_edits(body.text))
    return edited(body, edits) if edits else body


def _edits(text: str) -> Iterator[Edit]:
    for match in ADDRESS.finditer(text) if "%5C" in text else ():
        if "%5C" in match["formula"]:
            yield Edit(*match.span(), ((f"${COLOURS.sub('', unquote(match['formula']))}$", match.start("formula")),))
    if "<" in text and not IN_TABLE.search(text):
        yield from _breaks(text)
    start = 0
    for line in text.split("\n"):
        if "\\[" in line and "\\]" not in line and "]" in line:
            for opened in re.finditer(r"(?<!\\)\\(?=\[)", line) if BRACKET.search(line) else ():
                yield Edit(start + opened.start(), start + opened.end())
        for found in EMPHASIS.finditer(line) if line.count("*") > 1 else ():
            yield Edit(start + found.start(), start + found.start() + 1)
            yield Edit(start + found.end() - 1, start + found.end())
        if "\\_" in line:
            for found in UNDERSCORE.finditer(line):
                yield Edit(start + found.start(), start + found.end())
        start += len(line) + 1


def _breaks(text: str) -> Iterator[Edit]:
    """What begins and ends paragraphs and items in HTML, as the ends of lines; headings as those of Markdown.

    In a table of Markdown it ends no line.
    """
    start = 0
    for line in text.split("\n"):
        for match in BLOCK.finditer(line) if line.count("|") < len("||") else ():
            says = "\n### " if match["tag"][0] in "hH" else "\n"
            yield Edit(start + match.start(), start + match.end(), ((says, start + match.start()),))
        start += len(line) + 1
