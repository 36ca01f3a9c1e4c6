"""xPos: queries grow with their position and keys shrink, each pair at its own rate (Sun et al. 2023)."""

from __future__ import annotations

from attncalc.mechanisms.options import number
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node as Tree
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import powers
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor


def rates(w: Recorder, pairs: Axis) -> Tensor:
    """ζ = (2i + 0.4 d)/(1.4 d) for each pair."""
    width = Tree("number", str(2 * (pairs.size or 1)))
    says = f"The rate of each pair; i counts pairs from 0, and d is {width.text}."
    return w.step("zeta", by_rule(w, "(2*i+0.4*d)/(1.4*d)", pairs, start=(0, 0), d=width), says)


def growth(w: Recorder, pos: Tensor, zeta: Tensor, divisor: Scalar, middle: int, *, end: str) -> Tensor:
    """ζ^((pos − middle)/divisor)."""
    exponents = (pos - w.constant(Tree("number", str(middle)))) / number(w, divisor, "xpos", positive=True)
    says = f"Each rate to the power (pos − {middle})/{divisor.text}; queries are stretched by it, keys shrunk."
    return w.step(f"xi{end}", powers(zeta, exponents), says)
