"""Softmax: along the other side, of the whole, without its sum, with another base or another sign."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from attncalc.arithmetic.array import Array
from attncalc.check.causes.site import Rewrite, Site, Variant, constant, with_op
from attncalc.worksheet.expression import Expr

ZERO, ONE = fmpq(0), fmpq(1)
TABLE = "E_counted"  # the name of a table of 0 and 1 that only the mistake knows
MAX_ROWS = 8  # rows whose sums are tried for each other


def _height(site: Site, expr: Expr) -> int:
    shape = site.shape(expr)
    return shape[0] if len(shape) == 2 else 1


def over_the_other_axis(site: Site) -> Iterator[Variant]:
    """Each exponential over the sum of its column."""
    E = site.args[0]
    if _height(site, E) > 1:
        yield Variant(with_op(site.node, "share down", E, with_op(E, "column sums", E)))


def over_the_whole(site: Site) -> Iterator[Variant]:
    """Each exponential over the sum of all."""
    E = site.args[0]
    if _height(site, E) > 1:
        yield Variant(with_op(site.node, "over", E, Expr("total", (E,))))


def without_normalising(site: Site) -> Iterator[Variant]:
    """The exponentials themselves."""
    yield Variant(site.args[0])


def with_base(base: str) -> Rewrite:
    """2 or 10 in e's place."""

    def rewrite(site: Site) -> Iterator[Variant]:
        yield Variant(with_op(site.node, "power", constant(base), *site.args))

    return rewrite


def sign_lost(site: Site) -> Iterator[Variant]:
    """e^|s|."""
    yield Variant(with_op(site.node, "exp", with_op(site.args[0], "abs", site.args[0])))


def sign_turned(site: Site) -> Iterator[Variant]:
    """e^−s."""
    yield Variant(with_op(site.node, "exp", with_op(site.args[0], "minus", site.args[0])))


def max_on_one_side(site: Site) -> Iterator[Variant]:
    """The maximum subtracted above the fraction only, or below it only."""
    E, Z = site.args
    made = site.made(E)
    if made.op != "exp":
        return
    shifted = with_op(made, "exp", with_op(made.args[0], "minus max", made.args[0]))
    yield Variant(with_op(site.node, "share", shifted, Z), {"where": "numerators"})
    yield Variant(with_op(site.node, "share", E, Expr("row sums", (shifted,), Z.axes)), {"where": "sums"})


def no_exponential(site: Site) -> Iterator[Variant]:
    """The scores over their sum."""
    made = site.made(site.args[0])
    if made.op == "exp":
        S = made.args[0]
        yield Variant(with_op(site.node, "share", S, Expr("row sums", (S,), site.args[1].axes)))


def sum_of_others(site: Site) -> Iterator[Variant]:
    """Each exponential over the sum of the others of its row."""
    E, Z = site.args
    yield Variant(with_op(site.node, "over", E, with_op(E, "subtract", Z, E)))


def sum_without_a_term(site: Site) -> Iterator[Variant]:
    """One row's exponentials over a sum that lacks one of them."""
    E, Z = site.args
    value = site.calculation.truth.get(E.key) if E.op == "line" else None
    if value is None or value.shape[-1] < 2:
        return
    height, width = _height(site, E), value.shape[-1]
    for row in range(min(height, MAX_ROWS)):
        for column in range(min(width, MAX_ROWS)):
            table = Array([ZERO if k == row * width + column else ONE for k in range(height * width)], value.shape)
            kept = with_op(E, "hadamard", E, Expr("line", (), E.axes, (TABLE, ())))
            sums = Expr("row sums", (kept,), Z.axes)
            words = {"row": str(row + 1), "column": str(column + 1)}
            yield Variant(with_op(site.node, "share", E, sums), words, {TABLE: table}, row)


def e_to_the_0_left_out(site: Site) -> Iterator[Variant]:
    """Sums without the exponentials that are 1, since their exponent is 0."""
    E = site.args[0]
    made = site.made(E)
    exponents = site.calculation.truth.get(made.args[0].key) if made.op == "exp" and made.args[0].op == "line" else None
    if exponents is not None and any(exponent == 0 for exponent in exponents.flat if type(exponent) is fmpq):
        table = exponents.map(lambda exponent: ZERO if type(exponent) is fmpq and exponent == 0 else ONE)
        kept = with_op(E, "hadamard", E, Expr("line", (), E.axes, (TABLE, ())))
        yield Variant(with_op(site.node, site.op, kept), {}, {TABLE: table})


def another_rows_sum(site: Site) -> Iterator[Variant]:
    """One row's exponentials over the sum of another row."""
    E, Z = site.args
    height = min(_height(site, E), MAX_ROWS)
    for row in range(1, height + 1):
        for other in range(1, height + 1):
            if row != other:
                order = tuple(other if i == row else i for i in range(1, _height(site, E) + 1))
                sums = with_op(Z, "reordered rows", Z, params=order)
                yield Variant(with_op(site.node, "share", E, sums), {"row": str(row), "other": str(other)}, row=row - 1)
