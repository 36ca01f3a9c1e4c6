"""Elements of a markup language that is no page's: <matrix name="Q"><row><c>1</c></row></matrix> as Q: and its rows.

A block that holds a number alone, beside another one of its kind, is a cell and no paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.edits import Edit, edited
from attncalc.reading.notebook import Body
from attncalc.reading.tokens import TAGS

TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w:]{0,20})(?P<said>(?:\s[^<>]{0,200})?)>")
CALLED = re.compile(r"\b(?:name|id|label|title|key|token)\s?=\s?[\"']([^\"'<>]{1,60})[\"']", re.IGNORECASE)
KNOWN = re.compile(
    rf"(?:{TAGS}|m?tr|m?t[dh]|m?table|thead|tbody|tfoot|caption|col|colgroup|br|body|html|head|su[bp])", re.IGNORECASE
)
CELLS, ROWS = re.compile(r"<m?t[dh]\b", re.IGNORECASE), re.compile(r"m?tr|m?table", re.IGNORECASE)
BLOCK = re.compile(
    r"<(?P<tag>div|p|li)\b[^<>\n]{0,200}>"
    r"(?P<cell>[ ]?[-+−]?(?:\d{1,9}(?:[.,]\d{1,12})?|\.\d{1,12}|∞|inf)[ ]?)</(?P=tag)>",
    re.IGNORECASE,
)


def bare(body: Body) -> Body:
    """A page without such elements, with what they are called."""
    if "</" not in body.text:
        return body
    return edited(body, sorted([*_elements(body.text), *_cells(body.text)]))


def _elements(text: str) -> Iterator[Edit]:
    tags = list(TAG.finditer(text))
    closed = {tag["name"] for tag in tags if tag["close"]}
    has_cells = CELLS.search(text) is not None
    for tag in tags:
        is_known = KNOWN.fullmatch(tag["name"]) and (has_cells or not ROWS.fullmatch(tag["name"]))
        if is_known or tag["name"] not in closed:
            continue
        called = CALLED.search(text, *tag.span("said"))
        parts = ((called[1], called.start(1)), (": ", called.end(1))) if called else ((" ", tag.start()),)
        yield Edit(tag.start(), tag.end(), parts)


def _cells(text: str) -> Iterator[Edit]:
    """Blocks beside one another on a line, each a number."""
    found = list(BLOCK.finditer(text))
    for number, block in enumerate(found):
        before, behind = found[number - 1 : number], found[number + 1 : number + 2]
        is_beside = [one for one in (*before, *behind) if one.start() == block.end() or one.end() == block.start()]
        if is_beside:
            yield Edit(block.start(), block.end(), ((f" {block['cell']} ", block.start("cell") - 1),))
