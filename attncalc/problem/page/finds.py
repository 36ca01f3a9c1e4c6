"""Every matrix of a page with its name, from the statements: where it stands, its labels, or why it is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from attncalc.errors import InputError, NumberError
from attncalc.problem.givens import INFINITE
from attncalc.problem.matrix import Matrix, read_matrix
from attncalc.problem.names import Name
from attncalc.problem.page.names import (
    LEADS,
    QUOTES,
    factors,
    is_assigned,
    of_label,
    of_rows,
    said_name,
    symbol_of,
    title_of,
    word_row,
)
from attncalc.problem.page.page import Lines
from attncalc.problem.spelling import Symbol
from attncalc.problem.tree import Scalar, Sequence
from attncalc.reading.entry import number_of, spelt
from attncalc.reading.ink import Ink, Paper, Statement
from attncalc.reading.inwords import heads_of_numbers, in_words, labels_behind
from attncalc.reading.number import Node, Number, read_number
from attncalc.reading.worked import matrix_in

NEAR = 60
OF_ONE = {"Q", "K", "V", "X", "Wq", "Wk", "Wv", "Wo"}
ENDS = re.compile(r"[ \t)}$.]*(?:[,;]|\n|$)")
Said = dict[int, list[tuple[Ink, str]]]  # matrices in words, by the position behind them


@dataclass(frozen=True)
class Find:
    """One matrix under its name, as it stands from `start` on; `matrix` is None where `why` it cannot be read."""

    name: Name
    start: int
    line: int
    matrix: Matrix | None = None
    why: str = ""
    labels: tuple[str, ...] = ()
    label: str = ""  # the word that a row's name ends with: cat of x_cat


def finds(lines: Lines) -> list[Find]:
    """The named matrices of a page in the order in which they stand."""
    paper, found = lines.paper, list[Find]()
    said = dict(in_words(paper.text))
    held: list[tuple[str, Ink]] = []  # red = [1, 0], whose other rows follow
    title = ""
    for statement, behind in zip(paper.statements, _ends(paper), strict=True):
        if statement.struck or lines.at(statement.start) in lines.captions:
            continue
        if row := word_row(statement, goes_on=bool(held)):
            title = title if held else title_of(statement.words)
            held.append(row)
            continue
        found += _of_rows(lines, title, held)
        held = []
        for symbol, ink in _stated(statement, paper.text, said):
            if heads := heads_of_numbers(paper.text, statement, ink):
                found.append(Find(symbol.name, ink.start, lines.at(ink.start), why=heads))
                continue
            labels = statement.rows if any(statement.rows) else labels_behind(paper.text, ink, behind)
            found += _read(lines, symbol, ink, labels)
    found += [*_of_rows(lines, title, held), *_in_words(lines, said)]
    return sorted(found, key=lambda find: find.start)


def _ends(paper: Paper) -> list[int]:
    """For each statement where the next one with a name begins."""
    found, end = [], len(paper.text)
    for statement in reversed(paper.statements):
        found.append(end)
        end = end if statement.sides[0].kind == "matrix" else statement.start
    return found[::-1]


def _in_words(lines: Lines, said: Said) -> Iterator[Find]:
    """W_q = I, where no numbers follow."""
    for start, names in said.items():
        for name, words in names:
            if symbol := symbol_of(name):
                place = Scalar(words, lines.paper.source, lines.at(start), quoted=True)
                yield Find(symbol.name, start, lines.at(start), read_matrix(place, words))


def _of_rows(lines: Lines, title: str, rows: list[tuple[str, Ink]]) -> Iterator[Find]:
    """The matrix whose rows stand behind words, one after another."""
    if len(rows) > 1 and (name := of_rows(title)):
        ink = replace(rows[0][1], args=tuple(part for _, row in rows for part in row.args))
        yield from _read(lines, Symbol(name), ink, tuple(label for label, _ in rows))


def _stated(statement: Statement, text: str, said: Said) -> Iterator[tuple[Symbol, Ink]]:
    """The names of a statement, each with its matrix: of Q = …, of a chain Q = K = …, of both factors of a product."""
    if pair := _factors(statement):
        yield from pair
        return
    place, matrix = next(
        ((n, found) for n, side in enumerate(statement.sides) if (found := matrix_in(side, text))), (0, None)
    )
    if matrix is None and (entry := _entry_of(statement, text)):
        yield entry
        return
    if matrix is None or not set(statement.signs[:place]) <= LEADS:
        return
    if place and not is_assigned(statement, text):
        yield from ((symbol, matrix) for symbol in _names(statement.sides[:place]))
    elif place or statement.signs[:1] not in (("=",), ("≈",)):
        words = said.pop(_behind_words(text, matrix.start), None)
        names = [symbol_of(name) for name, _ in words] if words else [said_name(statement, text)]
        yield from ((symbol, matrix) for symbol in names if symbol)


def _behind_words(text: str, position: int) -> int:
    """Where the words end that stand right before a position."""
    before = text[max(0, position - NEAR) : position]
    return position - len(before) + len(before.rstrip(" \t\n:=$`"))


def _entry_of(statement: Statement, text: str) -> tuple[Symbol, Ink] | None:
    """A matrix of one entry, V = 1.5 or v_1 = 3, that ends its line or stands before a comma; h = 2 is none."""
    label, *sides = statement.sides
    symbol = symbol_of(label) if len(sides) == 1 and statement.signs == ("=",) else None
    is_value = symbol is not None and symbol.name.base == "V" and symbol.name.row is not None  # v_1 = 3
    if symbol is None or not (is_value or (symbol.name.base in OF_ONE and label.name[:1].isupper())):
        return None
    if number_of(sides[0]) is None or not ENDS.match(text, sides[0].end):
        return None
    row = replace(sides[0], kind="row", args=(sides[0],), number=None, name="")
    return symbol, replace(row, kind="matrix", args=(row,))


def _names(labels: tuple[Ink, ...]) -> list[Symbol]:
    """The names of the sides before a matrix; none where one of them is something else than what it is made of."""
    symbols = [symbol_of(label) for label in labels]
    if len(labels) == 1 and symbols == [None] and (name := of_label(labels[0])):
        return [Symbol(name)]
    named = [symbol for symbol in symbols if symbol]
    if len(labels) > 1 and named and named[0].name.base == "Y":
        return []  # Y = A V: a result, no second sequence
    is_made = symbols[:1] != [None] and all(
        label.kind == "product" and not any(label.numbers())
        for label, symbol in zip(labels, symbols, strict=True)
        if not symbol
    )
    return named if len(named) == len(symbols) or is_made else []  # Q = X W_Q = [1 2]


def _factors(statement: Statement) -> list[tuple[Symbol, Ink]]:
    """Both factors of I W_Q = [1 2] [3 4], with their names; of W_q X = [1 2] X the one that is printed."""
    for before, side in zip(statement.sides, statement.sides[1:], strict=False):
        if side.kind != "product" or len(side.args) != 2 or not (pair := factors(before)):
            continue
        parts = [matrix_in(arg) for arg in side.args]
        is_named = [
            part is not None or symbol_of(arg) == symbol
            for part, arg, symbol in zip(parts, side.args, pair, strict=True)
        ]
        if any(parts) and all(is_named):
            return [(symbol, part) for symbol, part in zip(pair, parts, strict=True) if part]
    return []


def _read(lines: Lines, symbol: Symbol, ink: Ink, labels: tuple[str, ...]) -> Iterator[Find]:
    """What a matrix is; nothing where it holds letters only."""
    find = Find(symbol.name, ink.start, lines.at(ink.start), label=symbol.label)
    labels = tuple(label.strip(QUOTES) for label in labels)
    try:
        typed = read_matrix(_tree(lines, ink), str(symbol.name), infinite=symbol.name.base in INFINITE)
    except InputError as error:
        cells = [cell for row in ink.args for cell in row.args]
        if sum(number_of(cell) is not None for cell in cells) * 2 >= len(cells):
            yield replace(find, why=error.message)
        return
    matrix = typed.transposed if symbol.transposed else typed
    yield replace(find, matrix=matrix, labels=labels if len(labels) == len(matrix.rows) else ())


def _tree(lines: Lines, ink: Ink) -> Sequence:
    """The cells of a matrix as a problem file has them."""
    place = (lines.paper.source, lines.at(ink.start))
    rows = (tuple(Scalar(_entry(cell), *place, quoted=True) for cell in row.args) for row in ink.args)
    return Sequence(tuple(Sequence(row, *place) for row in rows), *place)


def _entry(cell: Ink) -> str:
    """An entry as it is typed: as it stands on the page where a problem file reads that as the same number."""
    number, text = number_of(cell), " ".join(cell.text.split())
    if number is None:
        return text
    return next((way for way in (text, number.text) if _says(way, number)), spelt(number.tree or Node("number", text)))


def _says(text: str, number: Number) -> bool:
    try:
        found = read_number(text)
    except NumberError:
        return False
    return found.tree == number.tree and (found.tree is not None or found.text.rstrip(".") == number.text.rstrip("."))
