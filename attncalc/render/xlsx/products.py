"""An entry as the sum of its products, for a cell each."""

from __future__ import annotations

from typing import NamedTuple

from attncalc.arithmetic.decimal import Decimal
from attncalc.reading.number import Node
from attncalc.render.signs import PRECISION
from attncalc.render.xlsx.lines import PRECISE, Lines
from attncalc.render.xlsx.spelling import Spelt
from attncalc.render.xlsx.trees import Trees
from attncalc.worksheet.entries import entry, index_of, signed
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.notation import TEXT, entry_name, write
from attncalc.worksheet.recorder import Record


class Products(NamedTuple):
    """The name of an entry, and the names, formulas and values of the terms that it is the sum of."""

    name: str
    terms: list[str]
    formulas: list[str]
    values: list[float]


def products(lines: Lines, record: Record, i: int, j: int) -> Products | None:
    """An entry over the cells of other lines, its row and column from 0 on the page; None where it is no sum."""
    expr, axes = lines.expression(record), lines.view.axes(record)
    over = _terms(entry(expr, i, j, _cell, numeric=True))
    if len(over) == 1:
        return None
    name = entry_name(record.key, index_of(Expr("line", (), axes), i, j), TEXT)
    named = _terms(entry(expr, i, j, _named, numeric=True))
    trees = Trees({}, lines.letters, lambda node: _at(lines, node))
    values = _terms(entry(expr, i, j, lambda line, a, b: _value(lines, line, a, b), numeric=True))
    ar = Decimal(PRECISION)
    with ar.working():
        found = [float(ar.text(ar.evaluate(term, {}), lines.sheet.digits(significant=PRECISE)) or 0) for term in values]
    return Products(name, [write(term, TEXT) for term in named], [f"={trees.spell(term).text}" for term in over], found)


def _terms(tree: Node) -> list[Node]:
    """What a sum adds."""
    return [term for arg in tree.args for term in _terms(arg)] if tree.kind == "+" else [tree]


def _cell(line: Expr, i: int, j: int) -> Node:
    return Node("cell", line.key, (Node("number", str(i)), Node("number", str(j))))


def _named(line: Expr, i: int, j: int) -> Node:
    return Node("entry", line.key, tuple(Node("number", str(number)) for number in index_of(line, i, j)))


def _value(lines: Lines, line: Expr, i: int, j: int) -> Node:
    return signed(lines.texts(line.key)[i][j])


def _at(lines: Lines, node: Node) -> Spelt:
    i, j = (int(arg.text) for arg in node.args)
    return Spelt(lines.areas[node.text].cell(i, j).text)
