"""Matrices that R fills from a vector: Q <- matrix(c(1, 0, 2, 1), nrow = 2, byrow = TRUE), rbind(c(1, 0), c(2, 1))."""

from __future__ import annotations

import re

from attncalc.reading.chain import Chain
from attncalc.reading.code import FILLED
from attncalc.reading.expression import named_by
from attncalc.reading.fields import Read
from attncalc.reading.ink import Ink
from attncalc.reading.lists import matrix_of
from attncalc.reading.tables import numbers_of

VECTOR = re.compile(r"c\((?P<cells>[^()]{1,500})\)")
SIZE = {name: re.compile(rf"{name}\s?=\s?(\d{{1,3}})") for name in ("nrow", "ncol")}
BY_ROW = re.compile(r"byrow\s?=\s?T")


def filled(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """A matrix with its name."""
    match = FILLED.match(text, start, end)
    rows = _rows(text, match, commas) if match else []
    name = named_by(match["name"]) if match else None
    if not match or not rows or name is None or len({len(row) for row in rows}) != 1:
        return [], []
    label = Ink("name", match.start("name"), match.end("name"), match["name"], name=name.name, indices=name.indices)
    matrix = matrix_of(text, rows)
    return [Chain(label.start, end, [label, matrix], ["="])], []


def _rows(text: str, match: re.Match[str], commas: bool) -> list[list[Ink]]:
    """The cells row by row."""
    if match["bind"]:
        vectors = [numbers_of(text, *vector.span("cells"), commas=commas)
                   for vector in VECTOR.finditer(text, *match.span("vectors"))]  # fmt: skip
        return vectors if match["bind"] == "r" else [list(row) for row in zip(*vectors, strict=False)]
    cells = numbers_of(text, *match.span("cells"), commas=commas)
    sizes = {name: int(found[1]) for name, pattern in SIZE.items() if (found := pattern.search(match["how"]))}
    height = sizes.get("nrow") or (len(cells) // sizes["ncol"] if sizes.get("ncol") else len(cells))
    width = len(cells) // height if height else 0
    if not width or height * width != len(cells):
        return []
    if BY_ROW.search(match["how"]):
        return [cells[i * width : (i + 1) * width] for i in range(height)]
    return [cells[i::height] for i in range(height)]
