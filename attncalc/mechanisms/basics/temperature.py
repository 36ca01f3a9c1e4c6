"""Softmax at several temperatures."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.basics.rows import Rows
from attncalc.mechanisms.options import A_NUMBER, Kind, Options, number, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.schema import NUMBER, any_of, list_of
from attncalc.problem.tree import Node, Scalar, Sequence
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


def _numbers(key: str, node: Node) -> tuple[Scalar, ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    if not items:
        raise InputError(f"{key} should be one number or more", place=node.place)
    return tuple(A_NUMBER.read(key, item) for item in items)


NUMBERS = Kind(any_of(NUMBER, list_of(NUMBER)), _numbers)


@dataclass(frozen=True)
class Temperatures(Options):
    """The temperatures, one after another."""

    temperatures: tuple[Scalar, ...] = option(
        "what the scores are divided by, each in turn", NUMBERS, "[0.5, 1, 2]", default="[0.5, 1, 2]", needed=True
    )


@mechanism(
    "Softmax with a temperature",
    shapes="S[n,m] e[m]? -> A[n,m]",
    paper="Hinton et al. 2015, Distilling the Knowledge in a Neural Network, eq. 1",
    names="e: one row of scores, instead of S",
    lines="e_tempered: scores over the temperature",
)
def temperature(w: Recorder, S: Tensor, e: Tensor | None, *, rows: Rows, each: Temperatures) -> Tensor:
    """softmax(S/τ): a temperature τ above 1 evens the weights out, one below 1 sharpens them."""
    scores = rows.scores(w, S, e)
    for case, scalar in enumerate(each.temperatures, 1):
        tau = number(w, scalar, "temperatures", positive=True)
        with w.section(f"Temperature {scalar.text.strip()}, case", case):
            tempered = w.step(f"{rows.S}_tempered", scores / tau, "The scores over the temperature.")
            A = softmax(w, tempered, rows.A)
    w.note(
        "The closer the temperature is to 0, the closer the largest score's weight is to 1; the higher it is, the "
        "closer all weights are to one another."
    )
    return A
