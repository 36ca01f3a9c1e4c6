"""Footnotes of Markdown: the sign behind a row is left out, and the note is called as that row is.

s1: (0.5; 2)[^1] … [^1]: 1·0.5 + 0·2; 1·2 + 0·4
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.edits import Edit, edited
from attncalc.reading.notebook import Body

FOOTNOTE = re.compile(r"\[\^(?P<name>\w{1,10})\](?P<note>:)?")
LABEL = re.compile(r"[ \t>*-]{0,9}(?P<label>[^:=|\n]{1,40}[:=])")


def footnotes(body: Body) -> Body:
    """A page with its footnotes so."""
    edits = list(_edits(body.text)) if "[^" in body.text else []
    return edited(body, edits) if edits else body


def _edits(text: str) -> Iterator[Edit]:
    labels: dict[str, str] = {}
    for match in FOOTNOTE.finditer(text):
        line = text.rfind("\n", 0, match.start()) + 1
        if not match["note"]:
            found = LABEL.match(text, line, match.start())
            labels[match["name"]] = found["label"] if found else ""
            yield Edit(*match.span())
        elif label := labels.get(match["name"]):
            yield Edit(*match.span(), ((label, match.start()),))
