"""Which lines what is calculated anew needs: those that are asked for, and those that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite

from attncalc.problem.names import read_name
from attncalc.render.formats import Solved
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import inlined
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, Worksheet


def steps(item: Solved, left_out: Mapping[str, Expr]) -> list[Record]:
    """The lines that a script computes: of some that are asked for, also those that they need."""
    wanted: set[str] = set()
    found = []
    for record in reversed([record for record in item.sheet.records if record.key not in left_out]):
        if is_asked(item, record) or record.key in wanted:
            found.append(record)
            wanted |= set() if record.given else {line.key for line in inlined(record.expr, left_out).lines()}
    return found[::-1]


def given(item: Solved, records: list[Record], left_out: Mapping[str, Expr]) -> list[Record]:
    """The inputs, or those that these lines need where only some are asked for."""
    exprs = [inlined(record.expr, left_out) for record in records if not record.given]
    wanted = {line.key for expr in exprs for line in expr.lines()}
    wanted |= {line.key for record in item.sheet.inputs if record.key in wanted for line in record.expr.lines()}
    all_asked = all(is_asked(item, record) for record in item.sheet.records)
    return [record for record in item.sheet.inputs if all_asked or record.key in wanted]


def put_in(item: Solved, is_shown: Callable[[Record], bool]) -> dict[str, Expr]:
    """The details that are not shown; where exponentials are too large or too small for floats, all of them."""
    details = [record for record in item.sheet.records if record.detail]
    if not all(_is_held(item.sheet, record) for record in details if is_shown(record)):
        return {record.key: record.expr for record in details}
    return {record.key: record.expr for record in details if not is_shown(record)}


def _is_held(sheet: Worksheet, record: Record) -> bool:
    """Whether floats hold the entries of a line: e^900 is too large, and the sum of what is e^-900 is 0."""
    texts = (text.rstrip(OPEN) for row in sheet.texts(record, sheet.digits(significant=1)) for text in row)
    numbers = [float(text) for text in texts if text]  # letters have no digits
    return all(map(isfinite, numbers)) and (record.expr.op == "exp" or 0 not in numbers)


def is_asked(item: Solved, record: Record) -> bool:
    """Whether a line is to be printed."""
    selection, sheet = item.selection, item.sheet
    if selection.steps:
        return bool({record.key, record.name} & {str(read_name(name) or name) for name in selection.steps})
    result = sheet.find(sheet.recorder.result) or sheet.records[-1]
    return not selection.quiet or record.name == result.name
