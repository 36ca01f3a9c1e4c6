"""The constants in the formula of a line, which people repeat when they put numbers in place of its names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from attncalc.check.placing.marks import mark_of
from attncalc.check.placing.sheets import Sheet
from attncalc.reading.ink import Ink
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import constant_tree, formula, inlined
from attncalc.worksheet.notation import TEXT

NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?")
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def is_known(number: Ink, known: set[float]) -> bool:
    """Whether a number is among these, but for its sign."""
    mark = mark_of(number)
    return mark is not None and any(math.isclose(abs(mark.value), value, rel_tol=1e-9) for value in known)


def constants(sheet: Sheet, key: str) -> set[float]:
    """The numbers in the formula of a line, as it is typed and with the sizes put in."""
    record = sheet.calculation.records.get(key)
    if record is None:
        return set()
    details = {
        other.key: other.expr for other in sheet.calculation.records.values() if other.detail and other is not record
    }
    exprs = (record.expr, inlined(record.expr, details))
    texts = {formula(expr, TEXT, numeric=numeric).translate(RAISED) for expr in exprs for numeric in (False, True)}
    found = {value_of_text(text) for expr in exprs for text in _typed(expr)}
    for match in (match for text in texts for match in NUMBER.finditer(text)):
        found |= {value_of_text(part) for part in (match[0], *match.groups()) if part}
    return {0.0, *(abs(value) for value in found if value is not None)}


def _typed(expr: Expr) -> Iterator[str]:
    """The numbers of the constants in an expression, and in the entries of a rule."""
    trees = [constant_tree(expr, numeric=numeric) for numeric in (False, True)] if expr.op == "constant" else []
    if expr.op == "rule":
        trees = [tree for row in expr.params.entries for tree in row]
    while trees:
        tree = trees.pop()
        trees += tree.args
        if tree.kind in ("number", "-inf"):
            yield tree.text
        elif tree.kind == "/" and all(arg.kind == "number" for arg in tree.args):
            yield "/".join(arg.text for arg in tree.args)
    for arg in expr.args:
        yield from _typed(arg)


def value_of_text(text: str) -> float | None:
    """What a number, or a fraction of two, comes to."""
    above, _, below = text.partition("/")
    try:
        return float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return None
