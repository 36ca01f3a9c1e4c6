"""Losses: the number that is made smaller, and its gradient where the backward pass starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from attncalc.errors import InputError, Place
from attncalc.mechanisms.backward.settings import Asked
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.names import spell
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr, line, shape_text
from attncalc.worksheet.formula import inlined, softmax_of
from attncalc.worksheet.functions import hadamard, mean, negated, square, total
from attncalc.worksheet.recorder import Record, Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, apply, row_sums

HALF = Node("/", args=(Node("number", "1"), Node("number", "2")))


@dataclass(frozen=True)
class Result:
    """A line that the loss is of: what it is, what made it, and its targets, where there are some."""

    w: Recorder
    record: Record
    targets: Tensor | None
    asked: Asked
    place: Place | None

    @property
    def tensor(self) -> Tensor:
        """The line, in an expression."""
        leaf = line(self.record.name, self.record.section, self.record.expr.axes)
        return Tensor(self.w.arithmetic, leaf, self.record.value)

    def step(self, name: str, tensor: Tensor, says: str) -> Tensor:
        """A line, under a name that no other line of the section has."""
        return self.w.step(self.free(name), tensor, says)

    def free(self, name: str) -> str:
        """The name, or where a line of the mechanism has it, another."""
        taken = {record.key for record in self.w.records}
        return f"{name}_loss" if spell(name, self.record.section) in taken else name

    def number(self, tree: Node | str) -> Tensor:
        """A constant."""
        return self.w.constant(Node("number", tree) if isinstance(tree, str) else tree)

    def wanted(self) -> Tensor:
        """The targets; raises InputError where there are none."""
        if self.targets is None:
            raise InputError(
                f"the loss {self.asked.loss} needs targets",
                place=self.place,
                hint="backward: {loss: squared-error, targets: [[1, 0]]}",
            )
        return self.targets

    def reduced(self, *words: str) -> str:
        """How entries become one number; the first of these words unless the problem says another."""
        if self.asked.reduction not in (None, *words):
            what = f"is {' or '.join(words)}" if words else "needs to be said no further"
            raise InputError(f"the reduction of the loss {self.asked.loss} {what}", place=self.place)
        return self.asked.reduction or (*words, "")[0]


class Loss(NamedTuple):
    """The loss, the line that the backward pass starts from, and the loss's gradient there."""

    value: Tensor
    start: Tensor
    gradient: Tensor


def _sum(result: Result) -> Loss:
    R = result.tensor
    result.reduced()
    return Loss(total(R), R, listed(result.w, "1 in every place", lambda _, __: "1", *R.axes))


def _mean(result: Result) -> Loss:
    R = result.tensor
    result.reduced()
    share = f"1/{prod(axis.size or 1 for axis in R.axes)}"
    return Loss(mean(R), R, listed(result.w, f"{share} in every place", lambda _, __: share, *R.axes))


def _squared_error(result: Result) -> Loss:
    R, targets = result.tensor, result.wanted()
    if targets.shape != R.shape:
        raise InputError(
            f"the targets are {shape_text(targets.axes)}, but {R.expr.key} is {shape_text(R.axes)}", place=result.place
        )
    away = R - targets
    how = result.reduced("half", "sum", "mean")
    if how == "half":
        return Loss(total(square(away)) * result.number(HALF), R, away)
    if how == "sum":
        return Loss(total(square(away)), R, away * result.number("2"))
    count = result.number(str(prod(axis.size or 1 for axis in R.axes)))
    return Loss(mean(square(away)), R, away * result.number("2") / count)


def _cross_entropy(result: Result) -> Loss:
    """Of probabilities, or of scores of which softmax makes some: −ln of what is right, and p less what is right."""
    w, R = result.w, result.tensor
    scores = _scores(result)
    P = softmax(w, R, result.free("prob"), parts=("E_loss", "Z_loss")) if scores is None else R
    Y = _one_hot(result, R)
    away = P - Y if _are_shares(Y) else hadamard(P, row_sums(Y)) - Y
    right = negated(total(apply("p ln q", Y, P)))
    rows = R.shape[0] if len(R.axes) == 2 else 1
    if result.reduced("mean", "sum") == "sum" or rows == 1:
        return Loss(right, scores or R, away)
    count = result.number(str(rows))
    return Loss(right / count, scores or R, away / count)


def _scores(result: Result) -> Tensor | None:
    """The line whose softmax the result is, or None."""
    details = {record.key: record.expr for record in result.w.records if record.detail}
    scores: Expr | None = softmax_of(inlined(result.record.expr, details))
    if scores is None or scores.op != "line":
        return None
    made = next((record for record in result.w.records if record.key == scores.key), None)
    return None if made is None else Tensor(result.w.arithmetic, scores, made.value)


def _one_hot(result: Result, R: Tensor) -> Tensor:
    """What is right: the targets as they are, or 1 at the number of each."""
    targets, words = result.wanted(), R.shape[-1] or 0
    if targets.shape == R.shape and len(R.axes) == 2:
        return targets
    numbers = [result.w.arithmetic.integer(entry) for entry in result.w.arithmetic.rows(targets.value)[0]]
    first = result.asked.first_id
    rows = R.shape[0] if len(R.axes) == 2 else 1
    if len(numbers) != rows or any(k is None or not first <= k < first + words for k in numbers):
        raise InputError(
            f"targets should be {rows} numbers of classes from {first} to {first + words - 1}, "
            f"or a table of {words} columns",
            place=result.place,
            hint="first-id says whether classes are counted from 0 or 1",
        )
    text = "1 in the column of each target, else 0"
    made = listed(result.w, text, lambda i, j: str(int(numbers[i - 1] == j - 1 + first)), *R.axes, by=(targets,))
    return result.step("onehot", made, "What is right, as probabilities.")


def _are_shares(Y: Tensor) -> bool:
    """Whether each row sums to 1, as probabilities do."""
    ar = Y.arithmetic
    return all(ar.is_number(sum(row[1:], row[0]), 1) for row in ar.rows(Y.value))


TABLE: dict[str, Callable[[Result], Loss]] = {
    "sum": _sum,
    "mean": _mean,
    "squared-error": _squared_error,
    "cross-entropy": _cross_entropy,
}
SAYS = {
    "sum": "The loss: all entries added.",
    "mean": "The loss: the mean of all entries.",
    "squared-error": "The loss: how far the result is from its targets, squared.",
    "cross-entropy": "The loss: −ln of the probability of what is right.",
}
