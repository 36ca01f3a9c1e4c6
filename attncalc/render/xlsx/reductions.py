"""Spellings of products of matrices, and of sums, means and maxima along a side."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attncalc.render.xlsx.spelling import (
    ATOM,
    HIDDEN,
    ONE,
    PRODUCT,
    SUM,
    NotTogetherError,
    Region,
    Spelling,
    Spelt,
    everything,
    is_one,
    size,
)
from attncalc.worksheet.expression import Expr

if TYPE_CHECKING:
    from attncalc.render.xlsx.formulas import Formulas

Of = Callable[[Expr, Region], Region]  # the cells of the argument that a cell of the result is made of


def along_row(arg: Expr, region: Region) -> Region:
    """The row of a cell."""
    return _single(region[0]), everything(arg)[1]


def along_column(arg: Expr, region: Region) -> Region:
    """The column of a cell."""
    return everything(arg)[0], _single(region[1])


def over_all(arg: Expr, _: Region) -> Region:
    """All cells."""
    return everything(arg)


def _so_far(_: Expr, region: Region) -> Region:
    """The row up to a cell."""
    return _single(region[0]), range(_single(region[1]).stop)


def _single(side: range) -> range:
    if len(side) != 1:
        raise NotTogetherError
    return side


def _called(function: str, of: Of) -> Spelling:
    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        arg = formulas.spell(expr.args[0], of(expr.args[0], region))
        return Spelt(f"{function}({arg.text})", ATOM, arg.is_array)

    return spelling


def _sum(of: Of) -> Spelling:
    """The sum of some cells; of products, in one word."""
    plain = _called("SUM", of)

    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        arg = expr.args[0]
        if arg.op == "hadamard" and size(arg.args[0]) == size(arg.args[1]):
            return _products(*(formulas.spell(part, of(part, region)) for part in arg.args))
        return plain(formulas, expr, region)

    return spelling


def largest(of: Of) -> Spelling:
    """The largest of some cells; −∞ where none of them holds a number."""
    plain = _called("MAX", of)

    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        made = plain(formulas, expr, region)
        if not formulas.hides(expr.args[0]):
            return made
        return made._replace(text=f"IF(COUNT({made.text[4:-1]})=0,{HIDDEN},{made.text})")

    return spelling


def less_largest(of: Of) -> Spelling:
    """Cells less the largest of their row or column."""

    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        arg = expr.args[0]
        most, own = formulas.spell(arg, of(arg, region)), formulas.spell(arg, region)
        is_array = most.is_array or own.is_array or not is_one(region)
        made = f"{own.within(SUM)}-MAX({most.text})"
        if formulas.hides(arg):
            return Spelt(f"IF(ISNUMBER({own.text}),{made},{own.text})", ATOM, is_array)
        return Spelt(made, SUM, is_array)

    return spelling


def through_softmax(of: Of) -> Spelling:
    """What flows back through a softmax along a row or a column."""

    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        one, other = (formulas.spell(arg, region) for arg in expr.args)
        whole = [formulas.spell(arg, of(arg, region)) for arg in expr.args]
        total = f"SUMPRODUCT({','.join(part.text for part in whole)})"
        is_array = not is_one(region) or any(part.is_array for part in (one, other, *whole))
        return Spelt(f"{one.within(PRODUCT)}*({other.within(SUM)}-{total})", PRODUCT, is_array)

    return spelling


def _dot(formulas: Formulas, expr: Expr, _: Region) -> Spelt:
    return _products(*(formulas.spell(arg, everything(arg)) for arg in expr.args))


def _products(a: Spelt, b: Spelt) -> Spelt:
    return Spelt(f"SUMPRODUCT({a.text},{b.text})", ATOM, a.is_array or b.is_array)


def _outer(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    a, b = (formulas.spell(arg, (ONE, side)) for arg, side in zip(expr.args, region, strict=True))
    if len(region[0]) == 1:
        is_array = a.is_array or b.is_array or not is_one(region)
        return Spelt(f"{a.within(PRODUCT)}*{b.within(PRODUCT)}", PRODUCT, is_array)
    return Spelt(f"TRANSPOSE({a.text})*{b.within(PRODUCT)}", PRODUCT, is_array=True)


def _transpose(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    arg = formulas.spell(expr.args[0], region[::-1])
    return arg if is_one(region) else Spelt(f"TRANSPOSE({arg.text})", ATOM, is_array=True)


def _matmul(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    """A row times a column is the sum of their products, however they stand."""
    a, b = expr.args
    if len(b.axes) == 1:  # v A in place of A v: a vector stands as a row
        a, b = b, _turned(a)
    inner = range(size(a)[1])
    if not is_one(region):
        left, right = formulas.spell(a, (region[0], inner)), formulas.spell(b, (inner, region[1]))
        return Spelt(f"MMULT({left.text},{right.text})", ATOM, is_array=True)
    if b.op == "transpose":
        row, other = formulas.spell(a, (region[0], inner)), formulas.spell(b.args[0], (region[1], inner))
        return _products(row, other)
    if a.op == "transpose":
        return _products(formulas.spell(a.args[0], (inner, region[0])), formulas.spell(b, (inner, region[1])))
    row, column = formulas.spell(a, (region[0], inner)), formulas.spell(b, (inner, region[1]))
    return Spelt(f"MMULT({row.text},{column.text})", ATOM, is_array=True)


def _turned(expr: Expr) -> Expr:
    return expr.args[0] if expr.op == "transpose" else Expr("transpose", (expr,), expr.axes[::-1])


def _place_of_largest(formulas: Formulas, arg: Expr, region: Region) -> Spelt:
    """Where the first of the largest stands; where none holds a number, the first."""
    part = formulas.spell(arg, region)
    made = f"MATCH(MAX({part.text}),{part.text},0)"
    return Spelt(f"IFERROR({made},1)" if formulas.hides(arg) else made, ATOM, part.is_array)


def _argmax(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    return _place_of_largest(formulas, expr.args[0], along_row(expr.args[0], region))


def _peaks(of: Of, side: int) -> Spelling:
    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        place = _place_of_largest(formulas, expr.args[0], of(expr.args[0], region))
        return Spelt(f"IF({place.text}={_single(region[side]).start + 1},1,0)", ATOM, place.is_array)

    return spelling


def reaching(row: str, least: str) -> str:
    """The place of the first cell of a row that is `least` or more; the last is not looked at."""
    return f"SUMPRODUCT(({row}<{least}-1E-12)*1)+1"


def _first_reaching(formulas: Formulas, expr: Expr, _: Region) -> Spelt:
    sums, least = expr.args
    row = formulas.spell(sums, (ONE, range(size(sums)[1] - 1))) if size(sums)[1] > 1 else None
    if row is None:
        return Spelt("1")
    return Spelt(reaching(row.text, formulas.spell(least, (ONE, ONE)).within(SUM)), SUM, row.is_array)


def _carried(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    """Each entry, and what is kept of the cell before it."""
    j = _single(region[1]).start
    if j == 0:
        return formulas.spell(expr.args[0], region)
    if formulas.own is None or formulas.own[0] is not expr:
        raise NotTogetherError
    entry = formulas.spell(expr.args[0], region)
    kept = formulas.spell(expr.args[1], (ONE, range(j - 1, j)))
    before = formulas.own[1].cell(0, j - 1).text
    return Spelt(f"{entry.within(SUM)}+{kept.within(PRODUCT)}*{before}", SUM, entry.is_array or kept.is_array)


REDUCTIONS: dict[str, Spelling] = {
    "matmul": _matmul,
    "transpose": _transpose,
    "outer": _outer,
    "dot": _dot,
    "row sums": _sum(along_row),
    "row means": _called("AVERAGE", along_row),
    "row max": largest(along_row),
    "column sums": _sum(along_column),
    "column means": _called("AVERAGE", along_column),
    "column max": largest(along_column),
    "sum of rows": _sum(along_column),
    "minus max": less_largest(along_row),
    "minus column max": less_largest(along_column),
    "total": _sum(over_all),
    "mean": _called("AVERAGE", over_all),
    "largest": _called("MAX", over_all),
    "zeros": _called("COUNT", over_all),
    "running sums": _called("SUM", _so_far),
    "carried sums": _carried,
    "first reaching": _first_reaching,
    "argmax": _argmax,
    "peaks": _peaks(along_row, 1),
    "peaks down": _peaks(along_column, 0),
    "through softmax": through_softmax(along_row),
    "through softmax down": through_softmax(along_column),
}
