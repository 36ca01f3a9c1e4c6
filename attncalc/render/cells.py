"""Entries as they are printed: digits, closed forms, and marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attncalc.problem.matrix import Matrix
from attncalc.reading.number import Number
from attncalc.render.blocks import Cell, Cells
from attncalc.worksheet.notation import LATEX, TEXT, latex_number, plain_number, write
from attncalc.worksheet.recorder import Record

NOT_ONE = "*"


def is_share(record: Record) -> bool:
    """Whether the entries of a line are shares of a whole, from 0 to 1; an output that is a quotient holds none."""
    return record.expr.op == "share" and record.expr.axes[-1].name != "d_v"


def digits_cell(text: str, *, share: bool = False) -> Cell:
    """A cell of digits; a `share` that rounds to 1 without being 1 is marked, and shaded by its size."""
    mark = NOT_ONE if share and text.startswith("1.0") and not text.strip("1.0") else ""
    latex_mark = f"^{{{mark}}}" if mark else ""
    return Cell(plain_number(text) + mark, latex_number(text) + latex_mark, _shade(text) if share else None)


def _shade(text: str) -> float | None:
    try:
        return min(1.0, max(0.0, float(text)))
    except ValueError:
        return None


def digits_cells(texts: list[list[str]], *, share: bool = False) -> Cells:
    """Cells of digits."""
    return tuple(tuple(digits_cell(text, share=share) for text in row) for row in texts)


def typed_cell(number: Number) -> Cell:
    """A number as it was typed; roots and the like with their signs."""
    if number.tree is None or number.is_minus_infinity:
        return digits_cell(number.text.removeprefix("+"))
    simple = all(char in "0123456789./-+ %" for char in number.text)
    text = number.text.replace("-", "−") if simple else write(number.tree, TEXT)
    return Cell(text, write(number.tree, LATEX))


def typed_cells(matrix: Matrix) -> Cells:
    """A matrix as it was typed."""
    return tuple(tuple(typed_cell(number) for number in row) for row in matrix.rows)


def exact_cell(entry: Any, digits: str, names: Mapping[Any, str], *, share: bool = False) -> tuple[Cell, bool]:
    """A closed form, and whether there was none that a person would read, so that digits stand in its place."""
    from attncalc.worksheet.closed_forms import tree_of

    tree = tree_of(entry, names)
    shade = _shade(digits) if share else None
    if tree is None:
        cell = digits_cell(digits)
        return Cell(f"≈ {cell.text}", rf"\approx {cell.latex}", shade), True
    return Cell(write(tree, TEXT), write(tree, LATEX), shade), False
