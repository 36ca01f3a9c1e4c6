"""Tables, lines of numbers and drawn brackets as matrices; what names their rows and columns is left to the words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from attncalc.reading.chain import Chain
from attncalc.reading.cut import CUTS, SIGNS, Cells
from attncalc.reading.dress import dressed
from attncalc.reading.expression import Reader
from attncalc.reading.fields import LINE, Grid, Read, blank_of, called, cell_of, entries, is_grid, texts_of, title_of
from attncalc.reading.ink import Ink, Scrap
from attncalc.reading.languages import SUM
from attncalc.reading.lettered import of_letters
from attncalc.reading.lists import matrix_of
from attncalc.reading.numbered import COMMA, DECIMAL, DIGIT, are_counted, are_numbered
from attncalc.reading.paired import of_pairs, pairs
from attncalc.reading.products import worked_out
from attncalc.reading.sheets import pieces, ranges
from attncalc.reading.stepped import steps_of
from attncalc.reading.titled import SYMBOL, Part, are_heads, base_of, is_step, part_of, parts_in, parts_of
from attncalc.reading.tokens import tokens

MAX_CELLS = 10_000


def numbers_of(text: str, start: int, end: int, *, commas: bool = False) -> list[Ink]:
    """The cells between two places of a text, parted by white space or signs."""
    words = [
        token
        for token in dressed(tokens(text, start, end, commas=commas))
        if token.kind not in ("comma", "semicolon", "bar", "other", "amp")
    ]
    reader = Reader(text, words)
    return [ink for ink in reader.side(0, len(words), spaced=True) if ink.kind != "words"]


def table(text: str, start: int, end: int, *, kind: str, commas: bool = False) -> Read:
    """The numbers of a table as one matrix, or column by column where the columns are steps of the work."""
    heads, lines, above = CUTS[kind](text, start, end)
    commas = commas or any(COMMA.fullmatch(text, *cell) for line in lines for cell in line)
    if kind in SIGNS and (several := ranges(text, lines)):
        return _titled(text, [part_of(text, lines) for lines in several], commas)
    if kind in SIGNS:
        heads, *lines = lines
    if sum(map(len, lines)) > MAX_CELLS:
        return [], [Scrap(start, end, text[start:end], "no table has so many cells")]
    if any(DECIMAL.search(text, *cell) for cell in heads):
        heads, lines = [], [*above, heads, *lines]
    return read_table(text, lines, heads, commas=commas)


def sheet(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """The numbers of a sheet with letters above its columns and numbers before its lines, range by range."""
    found = pieces(text, of_letters(text, start, end))
    return _titled(text, [part for lines in found for part in parts_in(text, lines)], commas)


# what reads each kind of a span
BLOCKS: dict[str, Callable[..., Read]] = {"lettered": sheet, **{kind: partial(table, kind=kind) for kind in CUTS}}


def read_table(text: str, lines: list[Cells], heads: Cells, *, commas: bool) -> Read:
    """A table from where its cells stand, line by line, and from its heads; a line of one word is a heading in it."""
    if are_counted(text, lines):
        lines, heads = [line[1:] for line in lines], heads[1:]
    if steps := steps_of(text, lines, heads):
        several = [read_table(text, *one, commas=commas) for one in steps]
        return [chain for found, _ in several for chain in found], [scrap for _, left in several for scrap in left]
    if (worked := worked_out(text, lines, heads, commas=commas))[0]:
        return worked
    if parts := parts_of(text, lines, heads):
        return _titled(text, parts, commas)
    inner: list[Chain] = []
    scraps: list[Scrap] = []
    grid = [[cell_of(text, cell, commas, (inner, scraps)) for cell in line] for line in lines]
    if not heads and len(lines) > 1 and not any(map(partial(_holds_number, text), lines[0], grid[0])):
        heads, lines, grid = lines[0], lines[1:], grid[1:]
    found = sorted(_of_grid(text, lines, heads, grid, commas), key=_first_number)
    return [*found, *inner], scraps


def _first_number(chain: Chain) -> int:
    """Where the first number of a chain stands, or it begins."""
    return next((ink.start for side in chain.sides for ink in side.numbers()), chain.start)


def _holds_number(text: str, cell: tuple[int, int], ink: Ink | None) -> bool:
    """Whether a cell is no name, no words and not blank."""
    return any(ink.numbers()) if ink else DIGIT.search(text, *cell) is not None


def _of_grid(text: str, lines: list[Cells], heads: Cells, grid: Grid, commas: bool) -> list[Chain]:
    """The matrices of a table."""
    width = max(map(len, grid), default=0)
    numeric = [column for column in range(width) if _is_numeric([row[column] for row in grid if column < len(row)])]
    corner = _corner(text, heads, commas)
    is_label = corner is not None and text[corner.start - 1 : corner.start] == "$"
    if numeric and numeric[0] == 0 and len(numeric) > 1 and (is_label or are_numbered(text, lines, heads)):
        numeric = numeric[1:]
    if not numeric:
        return []
    labels = texts_of(text, [line[0] for line in lines]) if numeric[0] else ["" for _ in lines]
    if any(is_grid(cell) for row in grid for cell in row):
        above = [*texts_of(text, heads), *([""] * width)]
        return [
            chain for line, row in zip(lines, grid, strict=True) for chain in _matrices(text, line, row, commas, above)
        ]
    if corner:
        return [called(corner, chain) for chain in _together(text, grid, numeric, labels)]
    found: list[Chain] = []
    are_listed = all(_is_list([row], column) for row in grid for column in numeric if column < len(row))
    if parts := _parts(labels, least=0 if are_listed else 2):
        for column in [column for column in numeric if column < len(heads) and SUM.search(text, *heads[column])]:
            numeric.remove(column)
            found += [chain for row in grid for chain in _summed(text, heads[column], row, [column], commas)]
        return found + [chain for rows in parts for chain in _by_rows(text, lines, grid, rows, numeric, heads, commas)]
    for row in [row for row, label in enumerate(labels) if SUM.search(label) and row] if len(labels) > 1 else ():
        found += _summed(text, lines[row][0], grid[row], numeric, commas)
        grid[row], labels[row] = [], ""
    if size := pairs(text, lines):
        return of_pairs(text, grid, [column for column in numeric if column > 1], heads, size)
    titles = texts_of(text, [heads[column] if column < len(heads) else (0, 0) for column in numeric])
    for columns in _grouped(grid, numeric, titles, labels):
        alone = len(columns) == 1 and (len(numeric) > 1 or is_step(titles[0]) or SYMBOL.fullmatch(titles[0]))
        found += (
            _by_columns(text, grid, columns, heads, labels, commas)
            if alone or _is_list(grid, columns[0])
            else (_together(text, grid, columns, labels))
        )
    return found


def _matrices(text: str, line: Cells, row: list[Ink | None], commas: bool, above: list[str]) -> Iterator[Chain]:
    """The matrices in the cells of a line, called by what stands before them, and by the heads above them."""
    title = None
    for place, cell, head in zip(line, row, above[: len(row)], strict=True):
        if cell and cell.kind == "matrix":
            chain = Chain(cell.start, cell.end, [cell], said=f" {head}" if head else "")
            yield called(title, chain) if title else chain
        elif any(map(str.isalpha, text[slice(*place)])):
            title = title_of(text, place, commas)


def _titled(text: str, parts: list[Part], commas: bool) -> Read:
    """The matrices of a table that holds several, each below what calls it."""
    found: list[Chain] = []
    scraps: list[Scrap] = []
    for part in parts:
        title = title_of(text, part.title, commas)
        below, left = read_table(text, part.lines, part.heads, commas=commas)
        found += [called(title, chain) if title else chain for chain in below]
        scraps += left
    return found, scraps


def _summed(text: str, head: tuple[int, int], row: list[Ink | None], numeric: list[int], commas: bool) -> list[Chain]:
    """The sums below the columns of a table, or beside its rows, each by itself."""
    title = title_of(text, head, commas)
    inks = [row[column] for column in numeric if column < len(row)]
    return [Chain(title.start, ink.end, [title, ink], [":"]) for ink in inks if title and ink and ink.kind == "number"]


def _grouped(grid: Grid, numeric: list[int], titles: list[str], labels: list[str]) -> list[list[int]]:
    """The columns that are one matrix: all of them, or where some are steps of the work those that are called alike."""
    bases = [base_of(title) for title in titles]
    is_called = all(bases) and len(set(bases)) > 1
    lists = any(_is_list(grid, column) for column in numeric)
    waves = [title.strip("\\").lower()[:3] for title in titles]
    if len(waves) > 2 and waves == ["sin", "cos"] * (len(waves) // 2):  # the positions, a column for each function
        return [numeric]
    if are_heads(titles):
        return [[column] for column in numeric]
    if not is_called and not lists and not any(is_step(title) for title in titles):
        return [numeric]
    groups: dict[str, list[int]] = {}
    for column, title in zip(numeric, titles, strict=True):
        plain = not is_step(title) and (not title or title.isdecimal() or title in labels)
        alike = "" if plain else base_of(title) or f"column {column}"
        groups.setdefault(f"column {column}" if _is_list(grid, column) else alike, []).append(column)
    return list(groups.values())


def _parts(labels: list[str], *, least: int) -> list[list[int]]:
    """The rows of each matrix, where rows are called by several names, q1 q2 k1 k2, or each by a step of the work.

    Of these so many at `least` are no symbols.
    """
    bases = [base_of(label) for label in labels]
    if all(bases) and len(set(bases)) > 1:
        return [[row for row, base in enumerate(bases) if base == name] for name in dict.fromkeys(bases)]
    steps = [is_step(label) and not base_of(label) for label in labels]
    symbols = [SYMBOL.fullmatch(label) is not None for label in labels]
    named = sum(steps) >= least and 2 * sum(map(max, steps, symbols)) > len(labels)  # others are in a language unknown
    return [[row] for row in range(len(labels))] if named and len(set(labels)) == len(labels) else []


def _by_rows(
    text: str, lines: list[Cells], grid: Grid, rows: list[int], numeric: list[int], heads: Cells, commas: bool
) -> list[Chain]:
    """Some rows as one matrix, below the name that they have in common; a row of lists is one by itself."""
    listed: Grid = [list(entries(grid[rows[0]][column])) for column in numeric if column < len(grid[rows[0]])]
    if len(rows) == 1 and all(listed):
        labels = texts_of(text, [heads[column] if column < len(heads) else (0, 0) for column in numeric][: len(listed)])
        if LINE.search(text, *lines[rows[0]][numeric[0]]):  # they stand: each is a column
            listed, labels = [list(row) for row in zip(*listed, strict=False)], [""] * len(listed[0])
        found = _together(text, listed, list(range(max(map(len, listed)))), labels)
    else:
        found = _together(text, [grid[row] for row in rows], numeric, [""] * len(rows))
    title = title_of(text, lines[rows[0]][0], commas)
    if title and title.kind == "name" and title.indices and len(rows) > 1:
        title = replace(title, indices=title.indices[:-1])
    return [called(title, chain) for chain in found] if title else found


def _together(text: str, grid: Grid, columns: list[int], labels: list[str]) -> list[Chain]:
    """Columns as one matrix."""
    rows = [[row[c] or blank_of(row) for c in columns if c < len(row)] for row in grid]
    kept = [([cell for cell in row if cell], label) for row, label in zip(rows, labels, strict=True)]
    kept = _trimmed([(row, label) for row, label in kept if row])
    if not kept:
        return []
    matrix = matrix_of(text, [row for row, _ in kept])
    return [Chain(matrix.start, matrix.end, [matrix], rows=tuple(label for _, label in kept))]


def _trimmed(rows: list[tuple[list[Ink], str]]) -> list[tuple[list[Ink], str]]:
    """Rows without those that are left open above and below them."""
    filled = [place for place, (row, label) in enumerate(rows) if label or any(cell.kind != "blank" for cell in row)]
    return rows[filled[0] : filled[-1] + 1] if filled else []


def _corner(text: str, heads: Cells, commas: bool) -> Ink | None:
    """The name of a matrix in the corner of a table, which is then the labels of its rows and columns, and no step."""
    others = texts_of(text, heads[1:])
    if not others or any(is_step(title) for title in others):
        return None
    start, end = heads[0]
    bare = text[start:end].strip(" \t*\\")
    start = text.index(bare, start)
    title = title_of(text, (start, start + len(bare)), commas)
    is_symbol = bare[:1] == "$" or (SYMBOL.fullmatch(bare) and bare not in others)
    return title if title and title.kind == "name" and is_symbol else None


def _is_numeric(cells: list[Ink | None]) -> bool:
    """Whether most cells of a column are numbers, calculations or lists, as far as they are not left open."""
    filled = [cell for cell in cells if cell is None or cell.kind != "blank"]
    found = sum(1 for cell in filled if cell and any(cell.numbers()) and cell.kind not in ("name", "words"))
    return found * 2 > len(filled)


def _is_list(grid: Grid, column: int) -> bool:
    return any(column < len(row) and (cell := row[column]) is not None and cell.kind == "matrix" for row in grid)


def _by_columns(
    text: str, grid: Grid, numeric: list[int], heads: Cells, labels: list[str], commas: bool
) -> list[Chain]:
    found = []
    for column in numeric:
        rows = []
        for row in grid:
            cell = row[column] if column < len(row) else None
            if listed := entries(cell):
                rows.append(list(listed))
            elif cell is not None:
                rows.append([cell])
        if not rows:
            continue
        matrix = matrix_of(text, rows)
        title = title_of(text, heads[column], commas) if column < len(heads) else None
        sides = [title, matrix] if title else [matrix]
        rows_of = tuple(labels) if len(labels) == len(rows) else ()
        found.append(
            Chain(title.start if title else matrix.start, matrix.end, sides, [":"] if title else [], rows=rows_of)
        )
    return found
