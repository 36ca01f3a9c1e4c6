"""A step of learning: the weights a little against their gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from attncalc.errors import InputError, MorePrecision, Place
from attncalc.mechanisms.backward.settings import Asked
from attncalc.mechanisms.options import number
from attncalc.problem.signature import TOKEN_AXES
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.functions import absolute, sqrt, square
from attncalc.worksheet.recorder import Record, Recorder
from attncalc.worksheet.tensor import Tensor

TITLE = "Step of learning"
NEXT = "next"


@dataclass(frozen=True)
class Weight:
    """An input that is learnt, and its gradient."""

    w: Recorder
    asked: Asked
    value: Tensor
    gradient: Tensor

    @property
    def rate(self) -> Tensor:
        """How far the step goes."""
        assert self.asked.learning_rate is not None
        return number(self.w, self.asked.learning_rate, "learning-rate", positive=True)

    def step(self, mark: str, tensor: Tensor, says: str) -> Tensor:
        """A line that is named after the weight: Wq_next."""
        return self.w.step(f"{self.value.expr.params[0]}_{mark}", tensor, says)


def _sgd(weight: Weight) -> Tensor:
    """W − η dW."""
    return weight.value - weight.gradient * weight.rate


def _adam(weight: Weight) -> Tensor:
    """W − η m̂/(√v̂ + ε) (Kingma and Ba 2015, algorithm 1), from moments of 0."""
    w, asked, dW = weight.w, weight.asked, weight.gradient
    m = _moment(weight, "mean", dW, asked.beta1, "first")
    v = _moment(weight, "var", square(dW), asked.beta2, "second")
    root = weight.step("root", _root(v, dW), "The root of the second moment.")
    return weight.value - m / (root + number(w, asked.eps, "eps", least=0)) * weight.rate


def _root(v: Tensor, dW: Tensor) -> Tensor:
    """√v̂; what it is after one step, |dW|, where v̂ is too close to 0 to tell that it has a root."""
    try:
        return sqrt(v)
    except MorePrecision:
        return Tensor(v.arithmetic, Expr("sqrt", (v.expr,), v.axes), absolute(dW).value)


def _moment(weight: Weight, mark: str, of: Tensor, beta: Scalar, what: str) -> Tensor:
    """A moment after one step, and what it is without its bias towards 0."""
    rest = weight.w.constant(Node("number", "1")) - number(weight.w, beta, "beta", least=0, most=1)
    moment = weight.step(mark, of * rest, f"The {what} moment, which was 0 before.")
    return weight.step(f"{mark}hat", moment / rest, f"The {what} moment without its bias towards 0.")


OPTIMIZERS: dict[str, Callable[[Weight], Tensor]] = {"sgd": _sgd, "adam": _adam}


def learn(w: Recorder, asked: Asked, gradients: Mapping[str, str], place: Place | None) -> dict[str, Tensor]:
    """The new weights, each a line, by the inputs that they take the place of; raises InputError where none is.

    `gradients` are those of inputs, by the names of both lines.
    """
    made = {record.key: record for record in w.records}
    pairs = [({**made, **w.inputs}[key], made[gradient]) for key, gradient in gradients.items()]
    new = {}
    for given, gradient in _weights(pairs) if asked.of is None else pairs:
        with w.within(gradient.section, (TITLE, *gradient.titles[1:])):
            weight = Weight(
                w, asked, *(Tensor(w.arithmetic, w.leaf(record), record.value) for record in (given, gradient))
            )
            new[given.key] = weight.step(NEXT, OPTIMIZERS[asked.optimizer](weight), "A step against the gradient.")
    if not new:
        raise InputError("a step of learning needs the gradient of an input", place=place)
    return new


def _weights(pairs: list[tuple[Record, Record]]) -> list[tuple[Record, Record]]:
    """Those of weights, which belong to no token; where there is none, all."""
    weights = [pair for pair in pairs if not TOKEN_AXES & {axis.name for axis in pair[0].expr.axes}]
    return weights or pairs
