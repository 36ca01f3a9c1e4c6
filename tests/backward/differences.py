"""Gradients beside what they are by definition: quotients of differences, of the whole work, at 400 bits."""

import random
from dataclasses import replace

from flint import arb, ctx

from attncalc.arithmetic.array import Array
from attncalc.arithmetic.decimal import Decimal
from attncalc.arithmetic.limits import ball_of
from attncalc.errors import AttncalcError, MorePrecision
from attncalc.mechanisms.plan import plan
from attncalc.problem.names import spell
from attncalc.reading.number import read_number
from attncalc.worksheet.backward.reverse import Reverse, Start
from attncalc.worksheet.results import results
from attncalc.worksheet.tensor import Tensor

BITS = 400
H = "0.00000000000000000001"
KEPT = ("ids", "targets", "segments", "M_drop", "P_sel")  # what is no quantity: numbers of words, masks of 0 and 1


class Balls(Decimal):
    """Every number that was shaken is a ball of radius `within` times H."""

    def __init__(self, within):
        super().__init__(BITS)
        self.radius = arb(0, within * arb(H).upper())

    def written(self, rows, names):
        def entry(x):
            value = self.number(x, names)
            return value if x.tree is None or x.is_minus_infinity else ball_of(value) + self.radius

        return self.array([[entry(x) for x in row] for row in rows])


def moved(own, entry):
    """The plan with `entry` of name, row, column and number in place of every number that is given."""
    given = {
        name: matrix
        if name in KEPT
        else replace(
            matrix,
            rows=tuple(
                tuple(x if x.is_minus_infinity else read_number(entry(name, i, j, x.text)) for j, x in enumerate(row))
                for i, row in enumerate(matrix.rows)
            ),
        )
        for name, matrix in own.arranged.given.items()
    }
    return replace(own, arranged=replace(own.arranged, given=given))


def shaken(problem, seed=1):
    """The plan of a problem a little beside its numbers, where no two are equal and none is 0, and whether it is so."""
    own, rng = plan(problem, partial=True), random.Random(seed)
    other = moved(own, lambda name, i, j, text: f"({text})+({rng.randint(-99, 99)}/1001)")
    try:
        other.recorded(Decimal(BITS))
    except (AttncalcError, MorePrecision):
        return own, False
    return other, True


def weighed(ar, value):
    """A number made of all entries of the result: a sum with weights that differ."""
    rows = ar.rows(value)
    return [[ar.rational(str((i * 7 + j * 3) % 5 - 1 or 2)) for j in range(len(rows[0]))] for i in range(len(rows))]


def ends(w):
    return results([record for record in w.records if not record.detail], w.result)


def loss(own, ar=None):
    """The weighed sum of the entries of the result, or of all results."""
    ar = ar or Decimal(BITS)
    w = own.recorded(ar)
    with ar.working():
        pairs = [
            pair for record in ends(w) for pair in zip(ar.rows(record.value), weighed(ar, record.value), strict=True)
        ]
        return sum((ball_of(x) * ball_of(c) for row, cs in pairs for x, c in zip(row, cs, strict=True)), arb(0))


def gradients(own, ar=None):
    """The gradients of that sum, of everything that is given, by name."""
    ar = ar or Decimal(BITS)
    w = own.recorded(ar)
    with ar.working():
        starts = {}
        for record in ends(w):
            value = ar.array(weighed(ar, record.value)).reshape(*record.value.shape)
            starts[record.key] = Start(Tensor(ar, w.leaf(record), value), "")
        given = {*w.inputs, *(record.key for record in w.records if record.given)}
        found = Reverse(w, starts, given).run()
        keys = {spell(record.name, record.section): record for record in w.records}
        return {name: keys[key].value for name, key in found.items()}


def along(own, slopes, direction):
    """The gradients in one direction."""
    found = arb(0)
    for name, matrix in own.arranged.given.items():
        if name in slopes and name not in KEPT:
            flat = slopes[name].flat if isinstance(slopes[name], Array) else slopes[name]
            numbers = [x for row in matrix.rows for x in row]
            steps = [direction(name, i, j) for i, row in enumerate(matrix.rows) for j in range(len(row))]
            parts = zip(flat, steps, numbers, strict=True)
            found += sum((ball_of(x) * step for x, step, number in parts if not number.is_minus_infinity), arb(0))
    return found


def quotient(own, direction):
    """The difference of the sums to both sides, over twice the step."""
    up, down = (
        loss(moved(own, lambda name, i, j, text, sign=sign: f"({text})+({sign}{direction(name, i, j)}*{H})"))
        for sign in ("", "-")
    )
    return (up - down) / (2 * arb(H))


def all_three(problem):
    """The quotient, the gradient in the same direction, and that of balls around what is given.

    The last is None where a choice between numbers is open for balls, or where what is given cannot be shaken.
    """
    before, ctx.prec = ctx.prec, BITS
    try:
        own, is_shaken = shaken(problem)
        slopes = gradients(own)

        def direction(name, i, j):
            return 1 + (len(name) * 5 + i * 3 + j * 7) % 9

        try:
            wide = along(own, gradients(own, Balls(9)), direction) if is_shaken else None
        except MorePrecision:
            wide = None
        return quotient(own, direction), along(own, slopes, direction), wide
    finally:
        ctx.prec = before
