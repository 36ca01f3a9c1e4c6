r"""Lists in brackets and environments: Python, JSON, NumPy and torch prints, MATLAB, tuples, \begin{bmatrix} …"""

from __future__ import annotations

import re

from attncalc.errors import shorten
from attncalc.limits import LEVELS
from attncalc.reading.dress import COLUMNS
from attncalc.reading.expression import NOTHING
from attncalc.reading.matrices import Rows
from attncalc.reading.matrices.cells import COMMA, Part, Text, parted
from attncalc.reading.tokens import Token

WIDE = 70  # a printed vector is broken where its next entry would pass this
SIZES = re.compile(r"\s{0,9}\{(?:array|tabular)\}(?:\[\w\])?\{((?:[^{}]|\{[^{}]*\})*)\}")


def is_list(text: Text, place: int) -> bool:
    """Whether a list of cells begins here: [ and what holds commas; not the parentheses of ln(2)."""
    word = text.words[place]
    if word.kind == "begin" or (word.kind == "open" and word.text == "["):
        return True
    if word.kind != "open" or word.text not in ("(", "{"):
        return False
    inside = place + 1, text.end_of(place)[0]
    if word.text == "{":
        return "comma" in text.kinds(*inside)
    words = [text.words[i] for i in text.top(*inside)]
    return any(word.kind in ("comma", "semicolon") for word in words) or any(
        map(_are_beside, words, words[1:], [*words[2:], NOTHING])
    )


def _are_beside(a: Token, b: Token, c: Token) -> bool:
    """Whether white space parts a number from another; 1 + e is a sum."""
    return a.kind == "number" and b.gap > 0 and (b.kind == "number" or (b.text in ("-", "+") and not c.gap))


def read_list(text: Text, place: int, level: int = 1) -> Rows:
    """The list or environment that begins here.

    Raises TextError at text between lists, and where lines may be rows, or one row that goes on.
    """
    start, stop = place + 1, text.end_of(place)[0]
    if text.words[place].kind == "begin":
        return _environment(text, place)
    if level > LEVELS.most:
        raise text.piece.error(LEVELS.told)
    lists = [i for i in text.top(start, stop) if is_list(text, i)]
    begins = next(iter(text.top(start, stop)), None)
    if not lists or (begins != lists[0] and text.words[lists[0]].text != "["):
        return _leaf(text, place, level)
    _check_between(text, start, stop, lists)
    if len(lists) == 1 and text.words[lists[0]].kind == "begin":
        return read_list(text, lists[0], level)
    return text.slice(place, stop + 1).rows([read_list(text, i, level + 1) for i in lists])


def _check_between(text: Text, start: int, stop: int, lists: list[int]) -> None:
    """Raises TextError for anything but commas between the rows of a list."""
    last = start
    for begin, end in [*((i, text.end_of(i)[1]) for i in lists), (stop, stop)]:
        between = text.words[last:begin]
        if sum(word.kind == "comma" for word in between) > 1 or any(
            word.kind not in ("comma", "semicolon") for word in between
        ):
            raise text.slice(last, begin).unexpected("between the rows of a list")
        last = end


def _leaf(text: Text, place: int, level: int) -> Rows:
    """The entries of an innermost list; semicolons, and lines of an outermost list, end rows as in MATLAB."""
    start, stop = place + 1, text.end_of(place)[0]
    here = text.slice(place, stop + 1)
    rows = [part for part in text.split(start, stop, "semicolon") if part[0] < part[1]]
    lines = text.lines(start, stop) if level == 1 else []
    if len(lines) > 1 and _are_rows(text, lines, has_semicolons=len(rows) > 1):
        rows = [part for line in lines for part in text.split(*line, "semicolon") if part[0] < part[1]]
    found = [text.slice(*row).rows(parted(text, *row, inside=True)) for row in rows]
    return here.rows(found) if len(found) > 1 else here.rows(list(found[0].items) if found else [])


def _are_rows(text: Text, lines: list[Part], *, has_semicolons: bool) -> bool:
    """Whether the lines of a list are rows, as in MATLAB, rather than one long row that a print breaks into lines.

    Raises DoubtError where they can be either: lines of one length that end in commas, or that are full.
    """
    commas = [text.words[stop - 1].kind == "comma" for _, stop in lines]
    if has_semicolons:
        return not any(commas)
    parts = [parted(text, *line, inside=True) for line in lines]
    longest = max(len(cell.text) for line in parts for cell in line)
    is_full = max(len(text.slice(*line).text) for line in lines[:-1]) + longest + 3 > WIDE
    width = len(parts[0])
    if (is_full or any(commas[:-1])) and width > 1 and {len(line) for line in parts} == {width}:
        raise text.slice(lines[0][0], lines[-1][1]).doubt(
            f"this can be {len(lines)} rows of {width} entries, or one row of {len(lines) * width}",
            "Put brackets around each row, or write the row on one line.",
        )
    return not (is_full or any(commas[:-1]))


def _environment(text: Text, place: int) -> Rows:
    """The rows of an environment; a vertical rule {cc|cc} parts the blocks of a stack."""
    word, start, stop = text.words[place], place + 1, text.end_of(place)[0]
    here = text.slice(place, stop + 1)
    if word.text in COLUMNS and text.words[start].text == "{":
        start = text.end_of(start)[1]  # {|@{}cc@{}|}
    if not (word.text.endswith("matrix") or word.text in COLUMNS):
        raise here.error(f"\\begin{{{shorten(word.text)}}} is no matrix", "Write bmatrix, pmatrix or array.")
    kinds = text.kinds(start, stop)
    for other in text.words[start:stop] if "row" in kinds else ():
        other.kind = "gone" if other.kind == "slash" else other.kind  # \ is a space there
    parts = [part for part in text.split(start, stop, "row" if "row" in kinds else "slash") if part[0] < part[1]]
    rows = [[text.cell(*cell) for cell in text.split(*part, "amp")] for part in parts]
    if len(rows) > 1 and all(len(row) == 1 and COMMA.fullmatch(row[0].text) for row in rows):
        raise here.doubt(
            f"“{rows[0][0].text}” can be one number with a decimal comma, or two entries",
            "Write points for decimals, and & between entries.",
        )
    found = SIZES.match(text.piece.text, word.start + len("\\begin"))
    columns = re.sub(r"@\{[^{}]*\}|[^lcr|]", "", found[1] if found else "").strip("|")
    widths = [len(part) for part in re.split(r"\|+", columns)]
    if len(widths) == 1 or any(len(row) != sum(widths) for row in rows):
        return here.rows([here.rows(row) for row in rows])
    starts = [sum(widths[:number]) for number in range(len(widths))]
    blocks = [
        [here.rows(row[first : first + width]) for row in rows] for first, width in zip(starts, widths, strict=True)
    ]
    return here.rows([here.rows(block) for block in blocks])
