"""The solution as JSON, in its public format: attncalc/solution, version 1."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attncalc.problem.tree import data_of
from attncalc.render.look import Look
from attncalc.render.view import View, transposed
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import formula
from attncalc.worksheet.notation import GRAMMAR, LATEX, TEXT, write
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, Worksheet, rows_of

if TYPE_CHECKING:
    from attncalc.render.formats import Solved

SIGNIFICANT = 12


def json_solutions(solved: Iterable[Solved], look: Look) -> str:
    """The solutions, each with the digits that were asked for."""
    sheets = [(item.sheet, item.decimals, item.significant) for item in solved]
    return write_json(sheets, ascii_signs=look.ascii_signs)


def write_json(sheets: Iterable[tuple[Worksheet, int | None, int | None]], *, ascii_signs: bool = False) -> str:
    """One object, or an array of them where there are several problems; numbers are texts that Decimal reads.

    Each worksheet comes with the decimals, or the significant digits, that were asked for.
    """
    objects = [solution(*sheet) for sheet in sheets]
    return json.dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=ascii_signs, indent=1) + "\n"


def solution(sheet: Worksheet, decimals: int | None = None, significant: int | None = None) -> dict[str, Any]:
    """The solution of one problem; 12 significant digits unless others are asked."""
    if decimals is None and significant is None and sheet.arithmetic.name != "rounded":
        significant = SIGNIFICANT
    view = View(sheet)
    digits = sheet.digits(decimals, significant)
    return {
        "format": "attncalc/solution",
        "version": 1,
        "title": _title(sheet),
        "mechanism": sheet.plan.mechanism.name,
        "arithmetic": sheet.arithmetic.name,
        "options": _options(sheet),
        "given": [_given(view, record, digits) for record in sheet.inputs if record.expr.op != "columns"],
        "steps": [_step(view, record, digits) for record in sheet.records],
        "notes": sheet.recorder.notes,
    }


def _title(sheet: Worksheet) -> str:
    variant = sheet.plan.problem.variant
    return f"{sheet.plan.title} ({variant})" if variant else sheet.plan.title


def _given(view: View, record: Record, digits: Any) -> dict[str, Any]:
    given = {"name": record.key, "shape": _shape(view, record), "values": _values(view, record, digits)}
    exact = {"exact": _exact(view, record)} if view.sheet.arithmetic.name == "exact" else {}
    return {**given, **exact}


def _step(view: View, record: Record, digits: Any) -> dict[str, Any]:
    expr = view.expression(record, _details(view, record))
    step = {
        "name": record.key,
        "section": list(record.titles),
        "formula": formula(expr, TEXT),
        "latex": formula(expr, LATEX),
        "shape": _shape(view, record),
        "values": _values(view, record, digits),
        "exact": _exact(view, record) if view.sheet.arithmetic.name == "exact" else None,
        "says": view.says(record),
    }
    return {key: value for key, value in step.items() if value is not None}


def _details(view: View, record: Record) -> dict[str, Expr]:
    return {detail.key: detail.expr for detail in view.details() if detail is not record}


def _shape(view: View, record: Record) -> list[int]:
    return [axis.size or 0 for axis in view.axes(record)]


def _values(view: View, record: Record, digits: Any) -> list[list[str | None]]:
    """The digits that are proven, without marks; null where letters stand in an entry."""
    return [[text.rstrip(OPEN) or None for text in row] for row in view.texts(record, digits)]


def _exact(view: View, record: Record) -> list[list[str | None]]:
    from attncalc.worksheet.closed_forms import tree_of

    trees = [[tree_of(entry) for entry in row] for row in rows_of(record.value)]
    texts = [[write(tree, GRAMMAR) if tree else None for tree in row] for row in trees]
    return transposed(texts) if view.is_turned(record.key, record.expr.axes) else texts  # type: ignore[arg-type, return-value]


def _options(sheet: Worksheet) -> dict[str, Any]:
    """Every option in force: the defaults, and what the problem says."""
    orientation, problem = sheet.plan.orientation, sheet.plan.problem
    tokens, weights = "columns" if orientation.columns else "rows", "out-in" if orientation.out_in else "in-out"
    in_force: dict[str, Any] = {"tokens": tokens, "weights": weights}
    for group in sheet.plan.options.values():
        in_force.update(group.in_force)
    return {**in_force, **{key: data_of(option.value) for key, option in problem.options.items()}}
