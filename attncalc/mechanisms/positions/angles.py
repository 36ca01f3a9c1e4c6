"""Positions, frequencies, and the angle of each frequency at each position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from functools import partial

from attncalc.errors import AttncalcError, InputError
from attncalc.mechanisms.options import A_NUMBER, Group, Kind, Options, number, option, whole_from
from attncalc.problem.matrix import Matrix, read_sized
from attncalc.problem.problem import Option
from attncalc.problem.schema import MATRIX, NUMBER
from attncalc.problem.tree import Node, Scalar
from attncalc.reading.number import Node as Tree
from attncalc.reading.number import Number, read_number
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import cos, of_degrees, outer, sin
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule, listed
from attncalc.worksheet.tensor import Tensor


def _formula(key: str, node: Node) -> Scalar:
    """A formula in i and d."""
    if not isinstance(node, Scalar):
        raise InputError(f"{key} should be a formula in i and d", place=node.place)
    try:
        read_number(node.text, {"i", "d"})
    except AttncalcError as error:
        raise error.at(node.place) from None
    return node


UNITS: dict[str, tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]] = {
    "radians": (sin, cos),
    "degrees": (partial(of_degrees, "sin"), partial(of_degrees, "cos")),
}
SHOWN = 2  # positions that a formula names
INSTEAD = (("positions", "first-position"), ("theta", "base"), ("theta", "exponent"))
A_LIST = Kind(MATRIX, lambda _, node: node)  # read when the letters that may stand in it are known
A_FORMULA = Kind(NUMBER, _formula)


@dataclass(frozen=True)
class Angles(Options):
    """Which positions there are, and with what frequencies angles grow from one to the next."""

    positions: Node | None = option("the position of each token, where they are not counted", A_LIST, "[0, 2, 5]")
    first_position: int = option("what positions are counted from", whole_from(0), "1", default="0")
    base: Scalar = option("the base of the frequencies, 1/base^exponent", A_NUMBER, "100", default="10000")
    exponent: Scalar = option(
        "the exponent of the base, in d and i, which counts pairs from 0", A_FORMULA, "4*i/d", default="2*i/d"
    )

    @classmethod
    def read(
        cls: type[Group], options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]
    ) -> Group:
        """The group as it was written; raises InputError where one option leaves another nothing to say."""
        for key, other in INSTEAD:
            if {key, other} <= options.keys():
                raise InputError(f"{key} is given, so {other} says nothing", place=options[other].place)
        return super().read(options, given, symbols)

    def counted(self, w: Recorder, axis: Axis, name: str = "pos", *, before: int = 0) -> Tensor:
        """Positions one after another, those `before` left out."""
        first = self.first_position + before
        size = axis.size or SHOWN + 1
        words = [*map(str, range(first, first + size)[:SHOWN]), *["…"] * (size > SHOWN)]
        table = listed(w, ", ".join(words), lambda _, j: str(first + j - 1), axis)
        says = "The queries are the last of the tokens; their positions are" if before else "Positions,"
        return w.step(name, table, f"{says} counted from {first}.")

    def listed(self, w: Recorder) -> int | None:
        """How many positions are listed."""
        return None if self.positions is None else len(flat(read_sized(self.positions, "positions", w.symbols)))

    def places(self, w: Recorder, axis: Axis) -> Tensor:
        """The positions that are listed, or else counted."""
        if self.positions is None:
            return self.counted(w, axis)
        return numbers(w, self.positions, "positions", "pos", axis)

    def frequencies(self, w: Recorder, pairs: Axis) -> Tensor:
        """1/base^exponent for each pair."""
        number(w, self.base, "base", positive=True)
        width = Tree("number", str(2 * (pairs.size or 1)))
        rule = by_rule(w, f"1/({self.base.text})^({self.exponent.text})", pairs, start=(0, 0), d=width)
        says = f"The frequency of each pair; i counts pairs from 0, and d is {width.text}."
        return w.step("theta", rule, says)


def flat(matrix: Matrix) -> tuple[Number, ...]:
    """The entries, row by row."""
    return tuple(entry for row in matrix.rows for entry in row)


def count(parts: Sized) -> str:
    """How many numbers there are, in words."""
    return f"{len(parts)} number{'s' * (len(parts) != 1)}"


def numbers(w: Recorder, node: Node, key: str, name: str, axis: Axis) -> Tensor:
    """A list of an option as a vector; raises InputError where it has not one number for each part of the axis."""
    matrix = read_sized(node, key, w.symbols)
    if axis.size not in (None, len(flat(matrix))):
        raise InputError(f"{key} has {count(flat(matrix))}, but should have {axis.size}", place=matrix.place)
    return w.matrix(name, matrix, (axis.name,))


def waves(w: Recorder, pos: Tensor, theta: Tensor, *, unit: str = "radians", end: str = "") -> tuple[Tensor, Tensor]:
    """The sines and cosines of pos θ."""
    sine, cosine = UNITS[unit]
    psi = w.step(f"psi{end}", outer(pos, theta), f"Each position times each frequency, an angle in {unit}.")
    sines = w.step(f"sin{end}", sine(psi), "The sine of every angle.")
    return sines, w.step(f"cos{end}", cosine(psi), "The cosine of every angle.")
