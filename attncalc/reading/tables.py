"""Tables, lines of numbers and drawn brackets as matrices; what names their rows and columns is left to the words."""

from __future__ import annotations

import re

from attncalc.reading import grids
from attncalc.reading.chain import Chain
from attncalc.reading.dress import dressed
from attncalc.reading.expression import Reader
from attncalc.reading.ink import Ink, Scrap
from attncalc.reading.lines import ASSIGNED, LABELLED, LISTED
from attncalc.reading.spans import RULE_LINE
from attncalc.reading.tokens import tokens

CELL = re.compile(r"(?:\\\||\$[^$\n]{0,500}\$|[^|\n])*")
STEP = re.compile(r"[=·*/^√(×÷⋅']|exp|softmax|weight|scor|scal|sum|dot|q.?k|gewicht", re.IGNORECASE)
Read = tuple[list[Chain], list[Scrap]]


def numbers_of(text: str, start: int, end: int, *, commas: bool = False) -> list[Ink]:
    """The cells between two places of a text, parted by white space or signs."""
    words = [token for token in dressed(tokens(text, start, end, commas=commas))
             if token.kind not in ("comma", "semicolon", "bar", "other", "amp")]  # fmt: skip
    reader = Reader(text, words)
    return [ink for ink in reader.side(0, len(words), spaced=True) if ink.kind != "words"]


def matrix_of(text: str, rows: list[list[Ink]]) -> Ink:
    """A matrix of rows of cells."""
    inks = tuple(Ink("row", row[0].start, row[-1].end, text[row[0].start : row[-1].end], tuple(row)) for row in rows)
    start, end = inks[0].start, inks[-1].end
    return Ink("matrix", start, end, text[start:end], inks)


def rows(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """Lines of numbers."""
    return _stacked(text, [numbers_of(text, *bound, commas=commas) for bound in lines_of(text, start, end)])


def labelled(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """Lines of a word and numbers."""
    found = []
    for bound in lines_of(text, start, end):
        if match := LABELLED.fullmatch(text, *bound):
            found.append(numbers_of(text, *match.span("cells"), commas=commas))
    return _stacked(text, found)


def listed(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """Lines of a word and a list."""
    found = []
    for bound in lines_of(text, start, end):
        if match := LISTED.fullmatch(text, *bound):
            reader = Reader(text, dressed(tokens(text, *match.span("list"), commas=commas)))
            found += [list(row.args) for ink in reader.side(0, len(reader.words)) for row in ink.args]
    return _stacked(text, found)


def assigned(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """W = 1 0 with the other rows below, one matrix or several side by side."""
    first, *others = lines_of(text, start, end)
    found = list(ASSIGNED.finditer(text, *first))
    cells = [numbers_of(text, *match.span("cells"), commas=commas) for match in found]
    below = [numbers_of(text, *bound, commas=commas) for bound in others]
    read, column = [], 0
    for match, row in zip(found, cells, strict=True):
        parts = [line[column : column + len(row)] for line in below]
        column += len(row)
        matrix = matrix_of(text, [row, *(part for part in parts if part)])
        if title := _title(text, match.span("label"), commas):
            read.append(Chain(title.start, matrix.end, [title, matrix], ["="]))
    return read, []


def _stacked(text: str, found: list[list[Ink]]) -> Read:
    cells = [row for row in found if row]
    if not cells:
        return [], []
    matrix = matrix_of(text, cells)
    return [Chain(matrix.start, matrix.end, [matrix])], []


def lines_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the lines of a piece begin and end."""
    found = []
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        found.append((start, stop))
        start = stop + 1
    return found


def table(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """A Markdown table: its numbers as one matrix, or column by column where the columns are steps of the work."""
    lines = [_cells(text, *bound) for bound in lines_of(text, start, end)]
    rule = next((number for number, bound in enumerate(lines_of(text, start, end))
                 if RULE_LINE.match(text[bound[0] : bound[1]])), 0)  # fmt: skip
    return read_table(
        text, [line for line in lines[rule + 1 :] if line], lines[rule - 1] if rule else [], commas=commas
    )


def read_table(text: str, lines: list[list[tuple[int, int]]], heads: list[tuple[int, int]], *, commas: bool) -> Read:
    """A table from where its cells stand, line by line, and from its heads."""
    scraps: list[Scrap] = []
    grid = [[_cell(text, cell, commas, scraps) for cell in line] for line in lines]
    width = max(map(len, grid), default=0)
    numeric = [column for column in range(width) if _is_numeric([row[column] for row in grid if column < len(row)])]
    corner = _corner(text, heads, commas)
    if numeric and numeric[0] == 0 and len(numeric) > 1 and (corner or _counts(grid)):
        numeric = numeric[1:]
    if not numeric:
        return [], scraps
    if corner:
        return [_called(corner, chain) for chain in _together(text, grid, numeric)], scraps
    titles = [text[heads[c][0] : heads[c][1]].strip() if c < len(heads) else "" for c in numeric]
    if not any(STEP.search(title) for title in titles) and not any(_is_list(grid, column) for column in numeric):
        return _together(text, grid, numeric), scraps
    alike = [c for c, title in zip(numeric, titles, strict=True) if _base(title) and not _is_list(grid, c)
             and sum(_base(title) == _base(other) for other in titles) > 1]  # fmt: skip
    others = [c for c in numeric if c not in alike]
    return [*_together(text, grid, alike), *_by_columns(text, grid, others, heads, commas)], scraps


def _together(text: str, grid: list[list[Ink | None]], columns: list[int]) -> list[Chain]:
    """Columns as one matrix."""
    rows = [[row[c] or _nothing(row) for c in columns if c < len(row)] for row in grid]
    kept = [[cell for cell in row if cell] for row in rows]
    if not any(kept):
        return []
    matrix = matrix_of(text, [row for row in kept if row])
    return [Chain(matrix.start, matrix.end, [matrix])]


def _corner(text: str, heads: list[tuple[int, int]], commas: bool) -> Ink | None:
    """The name of a matrix in the corner of a table, which is then the labels of its rows and columns, and no step."""
    if len(heads) < 2 or text[heads[0][0] : heads[0][1]].strip()[:1] != "$":
        return None
    title = _title(text, heads[0], commas)
    return title if title and title.kind == "name" else None


def _called(corner: Ink, chain: Chain) -> Chain:
    """A matrix below its name."""
    return Chain(corner.start, chain.end, [corner, *chain.sides], [":", *chain.signs])


def _base(title: str) -> str:
    """k of k1, k_2 and $k_3$; nothing where no number stands in it."""
    bare = re.sub(r"[\d\s$_{}*]", "", title)
    return bare if any(char.isdigit() for char in title) and bare.isalpha() else ""


def _nothing(row: list[Ink | None]) -> Ink | None:
    known = next((cell for cell in row if cell), None)
    return Ink("blank", known.end, known.end, "") if known else None


def _counts(grid: list[list[Ink | None]]) -> bool:
    """Whether the first column only counts the rows."""
    first = [row[0].text if row and row[0] else "" for row in grid]
    return (
        any(first == [str(number) for number in range(begin, begin + len(first))] for begin in (0, 1))
        and len(first) > 1
    )


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the cells of a line stand, without bars and white space."""
    line = text[start:end]
    shift = len(line) - len(line.lstrip(" \t>|")) if line.lstrip(" \t>").startswith("|") else 0
    shift = line.find("|") + 1 if shift else 0
    stop = start + len(line.rstrip(" \t\r"))
    stop -= text[stop - 1] == "|" if stop > start + shift else 0
    found, position = [], start + shift
    while position <= stop:
        match = CELL.match(text, position, stop)
        last = match.end() if match else position
        found.append((position, last))
        position = last + 1
    return found


def _cell(text: str, cell: tuple[int, int], commas: bool, scraps: list[Scrap]) -> Ink | None:
    words = [token for token in tokens(text, *cell, commas=commas) if token.text not in ("$", "**")]
    while words and words[0].kind == "op" and words[0].text in ("*", "^", "_"):
        words = words[1:]
    while words and words[-1].kind == "op" and words[-1].text in ("*", "^", "_"):
        words = words[:-1]
    if not words:
        return Ink("blank", cell[0], cell[0], "")
    if any(token.kind in ("sign", "unknown", "colon") for token in words):
        return None
    if any(token.kind == "word" and len(token.text) > 4 for token in words):
        return None
    reader = Reader(text, dressed(words))
    inks = reader.side(0, len(reader.words))
    scraps += reader.scraps
    return inks[0] if len(inks) == 1 else grids.row_of(reader, inks) if len(inks) > 1 and all(
        ink.kind == "number" for ink in inks) else None  # fmt: skip


def _is_numeric(cells: list[Ink | None]) -> bool:
    """Whether most cells of a column are numbers, calculations or lists, as far as they are not left open."""
    filled = [cell for cell in cells if cell is None or cell.kind != "blank"]
    found = sum(1 for cell in filled if cell and any(cell.numbers()) and cell.kind not in ("name", "words"))
    return found * 2 > len(filled)


def _is_list(grid: list[list[Ink | None]], column: int) -> bool:
    return any(column < len(row) and (cell := row[column]) is not None and cell.kind == "matrix" for row in grid)


def _by_columns(text: str, grid: list[list[Ink | None]], numeric: list[int], heads: list[tuple[int, int]],
                commas: bool) -> list[Chain]:  # fmt: skip
    found = []
    for column in numeric:
        rows = []
        for row in grid:
            cell = row[column] if column < len(row) else None
            if cell is not None and cell.kind == "matrix" and (len(cell.args) == 1 or all(
                    len(part.args) == 1 for part in cell.args)):  # fmt: skip
                rows.append([entry for part in cell.args for entry in part.args])
            elif cell is not None:
                rows.append([cell])
        if not rows:
            continue
        matrix = matrix_of(text, rows)
        title = _title(text, heads[column], commas) if column < len(heads) else None
        sides = [title, matrix] if title else [matrix]
        found.append(Chain(title.start if title else matrix.start, matrix.end, sides, [":"] if title else []))
    return found


def _title(text: str, cell: tuple[int, int], commas: bool) -> Ink | None:
    """The head of a column as a label."""
    words = tokens(text, *cell, commas=commas)
    if not words:
        return None
    start, end = words[0].start, words[-1].end
    reader = Reader(text, dressed([word for word in words if word.kind not in ("sign", "other")]))
    inks = reader.side(0, len(reader.words))
    if len(inks) == 1 and inks[0].kind != "words" and not any(inks[0].numbers()):
        return inks[0]
    return Ink("words", start, end, text[start:end], name=text[start:end])
