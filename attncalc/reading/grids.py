r"""Brackets: groups (1 + 2), vectors (1, 2), lists [1 2; 3 4], lists of lists, and environments of cells."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from attncalc.reading.ink import Ink

if TYPE_CHECKING:
    from attncalc.reading.expression import Reader
    from attncalc.reading.tokens import Token

NAMED, UNNUMBERED = {"name", "words"}, {"name", "words", "blank"}
STACKED = re.compile(r"\[\s*\[")
WRAPPED = 60  # characters: a longer line of a printed row goes on in the next


def row_of(reader: Reader, cells: list[Ink], start: int | None = None, end: int | None = None) -> Ink:
    """A matrix of one row."""
    start, end = cells[0].start if start is None else start, cells[-1].end if end is None else end
    row = reader.ink("row", cells[0].start, cells[-1].end, tuple(cells))
    return reader.ink("matrix", start, end, (row,), boxed=all(cell.boxed for cell in cells))


def bracket(reader: Reader) -> Ink | None:
    """A group, whose ink is what stands in it, or a matrix."""
    place, token = reader.place, reader.next
    end, behind = reader.end_of(place)
    reader.place = behind
    words = reader.words
    outer = reader.top(place + 1, end)
    kinds = {words[i].kind for i in outer}
    if kinds == {"number", "percent"} and place and words[place - 1].kind == "number" and token.gap:
        return reader.ink("words", token.start, words[max(behind, place + 1) - 1].end)  # 0.27 (27 %)
    if "sign" in kinds:
        reader.inner.append((place + 1, end))
        return reader.ink("words", token.start, words[max(behind, place + 1) - 1].end)
    if token.text == "{":
        return _brace(reader, place, end, kinds)
    if rows := _nested(reader, place + 1, end, outer):
        return _matrix(reader, rows, place, behind)
    if token.text == "(" and "semicolon" in kinds and not kinds & {"comma", "row", "amp"}:
        parts = [_cells(reader, *part) for part in reader.split(place + 1, end, "semicolon")]
        if {len(part) for part in parts} - {1} and len({len(part) for part in parts}) == 1:
            rows = [reader.ink("row", part[0].start, part[-1].end, tuple(part)) for part in parts]
            return _matrix(reader, rows, place, behind)
        cells = [cell for part in parts for cell in part]
        return row_of(reader, cells, token.start, words[behind - 1].end)
    if kinds & {"comma", "semicolon", "row", "amp"}:
        return _matrix(reader, _rows(reader, place + 1, end, kinds), place, behind)
    return _by_spaces(reader, place, end, behind)


def _brace(reader: Reader, place: int, end: int, kinds: set[str]) -> Ink | None:
    if kinds & {"comma", "semicolon"}:
        outer = reader.top(place + 1, end)
        rows = _nested(reader, place + 1, end, outer) or _rows(reader, place + 1, end, kinds)
        return _matrix(reader, rows, place, reader.place)
    return reader.joined(reader.side(place + 1, end))


def _nested(reader: Reader, start: int, end: int, outer: list[int]) -> list[Ink]:
    """The rows of a list whose items are lists, or none."""
    items = [i for i in outer if reader.words[i].kind == "open"]
    if not items or any(
        reader.words[i].kind not in ("open", "comma", "semicolon", "row", "slash", "stop", "blank") for i in outer
    ):
        return []
    if any(
        reader.words[i].text == "{" and reader.words[i].start and reader.words[i - 1].text in ("^", "_") for i in items
    ):
        return []
    if not all(reader.words[i].text == "[" or _has_cells(reader, i) for i in items):
        return []
    if len(items) == 1 and len(outer) == 1 and not _has_cells(reader, items[0]):
        return []  # brackets in brackets
    lists: list[Ink] = []
    for i in items:
        with reader.part(i, reader.end_of(i)[1]):
            lists += filter(None, [bracket(reader)])
    is_stack = len(lists) > 1 and all(STACKED.match(inner.text) for inner in lists)  # a matrix for each head
    return [
        replace(row, indices=(str(number),)) if is_stack else row
        for number, inner in enumerate(lists, 1)
        for row in (
            _row_of_list(reader, inner)
            if inner.kind == "matrix"
            else [reader.ink("row", inner.start, inner.end, (inner,))]
        )
    ]


def matrices_of(ink: Ink) -> list[Ink]:
    """The matrices of a list of them, such as one for each head; of anything else it alone."""
    parts = [tuple(rows) for _, rows in groupby(ink.args, lambda row: row.indices)] if ink.kind == "matrix" else []
    if len(parts) < 2:
        return [ink]
    return [replace(ink, start=rows[0].start, end=rows[-1].end, args=rows) for rows in parts]


def _row_of_list(reader: Reader, inner: Ink) -> tuple[Ink, ...]:
    """The row that a list in a list is, also where semicolons part its cells: [[1; 0,5], [0,2; 2]]."""
    if len(inner.args) < 2 or any(len(row.args) > 1 for row in inner.args):
        return inner.args
    return (reader.ink("row", inner.start, inner.end, tuple(cell for row in inner.args for cell in row.args)),)


def _has_cells(reader: Reader, place: int) -> bool:
    """Whether a bracket holds several cells: (1, 2), and (1 -2) with white space between."""
    inside = [reader.words[i] for i in reader.top(place + 1, reader.end_of(place)[0])]
    numbers = [token for token in inside if token.kind in ("number", "infinity")]
    are_apart = len(numbers) > 1 and only_signed(inside)
    return are_apart or any(token.kind in ("comma", "semicolon") for token in inside)


def _matrix(reader: Reader, rows: list[Ink], place: int, behind: int) -> Ink:
    start, end = reader.words[place].start, reader.words[max(behind, place + 1) - 1].end
    cells = [cell for row in rows for cell in row.args]
    boxed = bool(cells) and all(cell.boxed for cell in cells)
    return reader.ink("matrix", start, end, tuple(rows), boxed=boxed)


def _rows(reader: Reader, start: int, end: int, kinds: set[str]) -> list[Ink]:
    """The rows of a list with signs between its cells."""
    breaks = [kind for kind in ("semicolon", "row") if kind in kinds]
    parts = reader.split(start, end, *breaks) if breaks else _lines(reader, start, end)
    between = "amp" if "amp" in kinds else "comma" if "comma" in kinds else ""
    return [row for part in parts if part[0] < part[1] and (row := _row(reader, *part, between))]


def _lines(reader: Reader, start: int, end: int) -> list[tuple[int, int]]:
    """The lines in a bracket, where a line that ends with a comma goes on."""
    first, found = start, []
    for i in reader.top(start, end)[1:]:
        token, before = reader.words[i], reader.words[i - 1]
        goes_on = token.kind in ("comma", "amp") or (token.kind == "op" and not _is_sign(reader, i))
        if token.gap == 2 and before.kind not in ("comma", "op", "amp") and not goes_on:
            found.append((first, i))
            first = i
    return [*found, (first, end)]


def _is_sign(reader: Reader, place: int) -> bool:
    """Whether a minus sign belongs to the number behind it."""
    words = reader.words
    return (
        words[place].text == "-"
        and place + 1 < len(words)
        and words[place + 1].kind == "number"
        and (not words[place + 1].gap)
    )


def _row(reader: Reader, start: int, end: int, between: str) -> Ink | None:
    """One row; a cell that is left out is blank, also the last one behind &."""
    if not between:
        cells = [ink for ink in reader.side(start, end, spaced=True) if ink.kind != "words"]
        return reader.ink("row", cells[0].start, cells[-1].end, tuple(cells)) if cells else None
    cells, parts = [], reader.split(start, end, between)
    if between == "comma" and len(parts) > 1 and parts[-1][0] >= parts[-1][1]:
        parts.pop()
    for first, stop in parts:
        cells += _cells(reader, first, stop)
    return reader.ink("row", cells[0].start, max(cell.end for cell in cells), tuple(cells))


def _cells(reader: Reader, start: int, stop: int) -> list[Ink]:
    """What stands in one cell: one ink, or several numbers between which a sign was lost."""
    if start >= stop:
        at = reader.words[start - 1].end if start else 0
        return [reader.ink("blank", at, at)]
    if any(token.kind == "sign" for token in reader.words[start:stop]):
        parts = reader.split(start, stop, "sign")
        if len(parts) > 1:
            reader.inner.append((start, parts[-1][0] - 1))
            start = parts[-1][0]
    found = reader.side(start, stop)
    if len(found) > 1 and all(ink.kind == "number" for ink in found):
        return found
    if ink := reader.joined(found):
        return [ink]
    first = reader.words[start]
    if all(token.kind == "op" and token.text in ("_", "-") for token in reader.words[start:stop]):
        return [reader.ink("blank", first.start, reader.words[stop - 1].end)]
    return [reader.ink("words", first.start, reader.words[stop - 1].end)]


def _by_spaces(reader: Reader, place: int, end: int, behind: int) -> Ink | None:
    """[1 2 3], with rows on lines of their own; (1 + 2) and [(1)(2) + 3] are groups."""
    token = reader.words[place]
    lines = _lines(reader, place + 1, end)
    if len(lines) > 1 and token.text != "(":
        rows = [row for line in lines if (row := _row(reader, *line, ""))]
        if not _is_wrapped(reader, rows):
            return _matrix(reader, rows, place, behind)
        cells = [cell for row in rows for cell in row.args]
        return row_of(reader, cells, token.start, reader.words[behind - 1].end)
    spaced = _only_cells(reader, place + 1, end) if token.text == "[" else only_signed(reader.words[place + 1 : end])
    found = reader.side(place + 1, end, spaced=spaced)
    said = [ink for ink in found if ink.kind != "words"]
    if len(said) > 1 and all(ink.kind in ("number", "blank", "neg", "quotient", "power", "name") for ink in said):
        return row_of(reader, said, token.start, reader.words[behind - 1].end)
    if len(said) == 1 and token.text == "[" and said[0].kind in ("number", "blank"):
        return row_of(reader, said, token.start, reader.words[behind - 1].end)
    return reader.joined(found)


def _only_cells(reader: Reader, start: int, end: int) -> bool:
    """Whether white space parts cells: no sign of multiplication stands between."""
    words = [reader.words[i] for i in reader.top(start, end)]
    if any(token.kind == "slash" for token in words):
        return True
    return not any(
        token.kind == "op" and (token.text in ("*", "+") or (token.text == "-" and _stands_apart(words, i)))
        for i, token in enumerate(words)
    )


def only_signed(words: list[Token]) -> bool:
    """Whether there are numbers alone, with signs of their own: (0.8 -0.4) is no difference."""
    signs = [i for i, token in enumerate(words) if token.text == "-"]
    own = all(words[i].gap and i + 1 < len(words) and not words[i + 1].gap for i in signs if i)
    return own and all(token.kind in ("number", "infinity") or token.text in ("-", "inf") for token in words)


def _stands_apart(words: list[Token], place: int) -> bool:
    """Whether white space stands on both sides of a word."""
    return place + 1 < len(words) and words[place].gap > 0 and words[place + 1].gap > 0


def _is_wrapped(reader: Reader, rows: list[Ink]) -> bool:
    """Whether one long row was printed on several lines."""
    if len(rows) < 2:
        return False
    widths = {len(row.args) for row in rows}
    return len(widths) > 1 and len(rows[-1].args) < len(rows[0].args) and rows[0].end - rows[0].start > WRAPPED // 2


def environment(reader: Reader) -> Ink | None:
    r"""\begin{bmatrix} … \end{bmatrix}, whatever it is called and whatever ends it."""
    place = reader.place
    end, behind = reader.end_of(place)
    reader.place = behind
    outer = reader.top(place + 1, end)
    kinds = {reader.words[i].kind for i in outer}
    if not kinds:
        return None
    breaks = ["row"] if "row" in kinds else ["slash"] if "slash" in kinds and "amp" in kinds else []
    parts = reader.split(place + 1, end, *breaks) if breaks else [(place + 1, end)]
    between = next((kind for kind in ("amp", "comma", "quad") if kind in kinds), "")
    rows = [row for part in parts if part[0] < part[1] and (row := _row(reader, *part, between))]
    if not rows:
        return None
    rows, corner = _without_labels(reader, rows)
    return replace(_matrix(reader, rows, place, behind), name=corner)


def _without_labels(reader: Reader, rows: list[Ink]) -> tuple[list[Ink], str]:
    """The rows of a table with names above and before its numbers, each with that before it; and its corner."""
    heads, *below = rows
    corner, *over = heads.args
    is_open = corner.kind == "blank"
    has_heads = bool(below and over) and corner.kind != "number" and all(cell.kind in UNNUMBERED for cell in over)
    has_heads = has_heads and (is_open or all(map(_is_label, (*over, *(row.args[0] for row in below)))))
    kept = below if has_heads else rows
    labels = [row.args[0] for row in kept]
    named = all(label.kind in NAMED and (has_heads or label.indices or label.kind == "words") for label in labels)
    if not named or not all(len(row.args) > 1 and any(row.args[1].numbers()) for row in kept):
        return rows, ""
    named_rows = [reader.ink("row", row.args[1].start, row.end, row.args[1:], name=row.args[0].text) for row in kept]
    return named_rows, corner.text if has_heads else ""


def _is_label(ink: Ink) -> bool:
    """Whether a name is that of a row or column, q_1 or a word, and no letter that stands for a number."""
    return ink.kind == "words" or bool(ink.indices) or len(ink.name) > 1
