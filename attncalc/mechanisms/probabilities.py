"""Weights and probabilities: what is given lies between 0 and 1."""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.reading.number import Node
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

ONE = Node("number", "1")


def probabilities(w: Recorder, line: Tensor) -> Tensor:
    """The line; raises InputError where an entry of it was given and lies outside 0 to 1."""
    matrix = w.given.get(line.expr.key)
    ar = w.arithmetic
    for number in (number for row in (matrix.rows if matrix else ()) for number in row):
        entry = ar.number(number, w.letters)
        if ar.is_positive(-entry) or ar.is_positive(entry - 1):
            raise InputError(
                f"{line.expr.key} holds {number.text}, but should be between 0 and 1",
                place=number.place or (matrix.place if matrix else None),
            )
    return line


def complement(w: Recorder, p: Tensor) -> Tensor:
    """1 − p, the probabilities of the opposite."""
    return w.constant(ONE) - p
