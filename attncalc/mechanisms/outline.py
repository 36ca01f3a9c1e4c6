"""A mechanism run without numbers: its steps, their formulas and their axes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attncalc.arithmetic.base import arithmetic
from attncalc.mechanisms.registry import Mechanism
from attncalc.problem.signature import TOKEN_AXES
from attncalc.worksheet.expression import Expr, line
from attncalc.worksheet.recorder import Record, Recorder
from attncalc.worksheet.tensor import Tensor

SIZE = 4  # of every axis: any size would do
AS_THEY_STAND = ("transpose", "entry", "looked up anywhere")  # what weights are not turned under


class Outline(Recorder):
    """Records every step, though none has a value."""

    def step(self, name: str, tensor: Tensor, says: str, *, detail: bool = False) -> Tensor:
        """Records a step by its expression."""
        self.records.append(Record(name, self._section, self._titles, tensor.expr, None, says, detail))
        return Tensor(self.arithmetic, line(name, self._section, tensor.axes), None)


@lru_cache
def outline(mechanism: Mechanism) -> tuple[Record, ...]:
    """The steps of a mechanism under its default options, with every input there and no numbers."""
    groups = mechanism.samples()
    sizes = dict.fromkeys(mechanism.signature.sizes, SIZE)
    for group in groups.values():
        sizes.update(group.sizes)
    w = Outline(arithmetic("decimal"), {}, sizes, {})
    absent = [(term, w.absent(term.name, term.axes)) for term in mechanism.signature.inputs]
    inputs = [(tensor,) if term.many else tensor for term, tensor in absent]
    with w.arithmetic.working():
        mechanism.function(w, *inputs, **groups)
    return tuple(w.records)


@lru_cache
def used_transposed(mechanism: Mechanism) -> frozenset[str]:
    """The weights that stand transposed in the mechanism's formulas, as W in H Wᵀ, or before a vector, as in W s.

    Those of which single entries are taken stand as they are too.
    """
    weights = {term.name for term in mechanism.signature.inputs if not TOKEN_AXES & set(term.axes)}
    found = (name for record in outline(mechanism) for name in _transposed(record.expr))
    return frozenset(weights.intersection(found))


def _transposed(expr: Expr) -> Iterator[str]:
    before_vector = expr.op == "matmul" and len(expr.args[1].axes) == 1
    if (expr.op in AS_THEY_STAND or before_vector) and expr.args[0].op == "line":
        yield expr.args[0].params[0]
    for arg in expr.args:
        yield from _transposed(arg)
