"""Records of one number for each name, as YAML lists and JSON writes them, written anew as a table of Markdown.

- name: cat          {"name": "cat", "d1": 0.5, "d2": 1}
  d1: 0.5            {"name": "sat", "d1": 2, "d2": 0.25}
  d2: 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from attncalc.reading.edits import Edit, edited
from attncalc.reading.notebook import Body
from attncalc.reading.retold import VALUE, Part, Piece

KEY = r"[\"']?(?P<key>[^\W\d][\w' ]{0,20}?)[\"']?[ ]?:[ ]"
SAID = rf"(?P<value>{VALUE}|[\"']?[^\s\"',:{{}}\[\]]{{1,20}}[\"']?)"
FIELD = re.compile(KEY + SAID)
ANY = KEY.replace("?P<key>", "") + SAID.replace("?P<value>", "?:")
BLOCK = rf"[ \t]{{0,20}}-[ ]{ANY}[ ]{{0,9}}(?:\n[ \t]{{1,24}}{ANY}[ ]{{0,9}}){{1,40}}(?=\n|\Z)"
FLOW = rf"[ \t]{{0,20}}(?:-[ ])?\{{[ ]?{ANY}(?:,[ ]?{ANY}){{1,40}}[ ]?\}},?[ ]{{0,9}}(?=\n|\Z)"
RECORD = re.compile(rf"^(?:{BLOCK}|{FLOW})", re.MULTILINE)
NUMBER = re.compile(VALUE)
Record = list[tuple[Piece, Piece]]  # keys and values


def recorded(body: Body) -> Body:
    """A page with such records as tables."""
    edits = list(_edits(body.text)) if ": " in body.text else []
    return edited(body, edits) if edits else body


def _edits(text: str) -> Iterator[Edit]:
    for run in _runs(text):
        records = [_fields(text, record) for record in run]
        if _is_table(text, records):
            yield Edit(run[0][0], run[-1][1], tuple(_table(text, records)))


def _runs(text: str) -> Iterator[list[Piece]]:
    """Records of the same keys, nothing but blank lines between."""
    places = [match.span() for match in RECORD.finditer(text)]
    number, last = 0, 0
    marks = []
    for place in places:
        number += bool(text[last : place[0]].strip())
        last = place[1]
        marks.append((number, _keys(text, _fields(text, place))))
    for _, run in groupby(zip(marks, places, strict=True), key=lambda one: one[0]):
        yield [place for _, place in run]


def _fields(text: str, place: Piece) -> Record:
    return [(match.span("key"), match.span("value")) for match in FIELD.finditer(text, *place)]


def _keys(text: str, record: Record) -> tuple[str, ...]:
    return tuple(text[slice(*key)] for key, _ in record)


def _is_table(text: str, records: Sequence[Record]) -> bool:
    """Whether there are several records, each of a name and numbers."""
    numeric = [[NUMBER.fullmatch(text, *value) is not None for _, value in record] for record in records]
    return len(records) > 1 and all(row == numeric[0] for row in numeric) and not numeric[0][0] and any(numeric[0])


def _table(text: str, records: Sequence[Record]) -> Iterator[Part]:
    """The lines of a table: the keys, dashes, and the values of each record."""
    for number, record in enumerate([records[0], *records]):
        for place in ((key if number == 0 else value) for key, value in record):
            yield "| ", place[0]
            yield text[slice(*place)].strip("\"'"), place[0]
            yield " ", place[1]
        yield "|\n", record[-1][1][1]
        if number == 0:
            yield "|---" * len(record) + "|\n", record[-1][1][1]
