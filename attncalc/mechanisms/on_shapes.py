"""A mechanism run on shapes: its inputs have sizes and no numbers, and so have its lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.base import arithmetic
from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.outline import Outline
from attncalc.mechanisms.registry import Mechanism, read_options
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import Name, read_name, spell
from attncalc.problem.problem import Option
from attncalc.problem.signature import Signature, Term, parts_of, size_of
from attncalc.worksheet.expression import Axis, line
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.rules import Seen
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True, slots=True)
class Sides(Matrix):
    """A matrix that has no numbers, and rows and columns as its axes say."""

    sides: tuple[int, int] = (0, 0)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; 0 where that is not known."""
        return self.sides


class OnShapes(Outline):
    """Records every step of inputs whose sizes are known; `seen` says which pairs the tables of masks leave."""

    on_shapes = True

    def __init__(self, given: Mapping[str, Matrix], sizes: Mapping[str, int]) -> None:
        super().__init__(arithmetic("decimal"), given, sizes, {})
        self.seen: dict[str, Seen | None] = {}
        self.lines: set[str] = set()

    def matrix(self, name: str, matrix: Matrix, axes: tuple[str, ...], *, listed: bool = True) -> Tensor:
        """An input of these axes."""
        tensor = self.absent(name, axes)
        self.used.add(name)
        self.inputs.setdefault(tensor.expr.key, Record(tensor.expr.key, (), (), tensor.expr, None, "", given=True))
        return tensor

    def named(self, name: str, tensor: Tensor, axes: tuple[Axis, ...], *, section: tuple[int, ...] = ()) -> Tensor:
        """A table that options made; what a mask leaves is kept."""
        made = super().named(name, tensor, axes, section=section)
        if tensor.expr.op == "rule":
            self.seen[made.expr.key] = tensor.expr.params.seen
        return made

    def same_tokens(self, X: Tensor) -> Tensor:
        """The tokens themselves, whose number is known where they are there."""
        return super().same_tokens(X) if self._lacks(X) else X

    def step(self, name: str, tensor: Tensor, says: str, *, detail: bool = False) -> Tensor:
        """Records a step, unless it is made of what is not there."""
        if self._lacks(tensor):
            return Tensor(self.arithmetic, line(name, self._section, tensor.axes), None)
        self.lines.add(spell(name, self._section))
        return super().step(name, tensor, says, detail=detail)

    def tables(self) -> dict[str, Seen]:
        """What tables leave, by the names of the lines or inputs that they are."""
        rules = {record.key: record.expr.params.seen for record in self.records if record.expr.op == "rule"}
        return {key: seen for key, seen in {**self.seen, **rules}.items() if seen is not None}

    def _lacks(self, tensor: Tensor) -> bool:
        return any(leaf.key not in self.inputs and leaf.key not in self.lines for leaf in tensor.expr.lines())


def on_shapes(
    mechanism: Mechanism, names: Collection[str], options: Mapping[str, Option], sizes: Mapping[str, int]
) -> OnShapes:
    """The lines of a mechanism with inputs of these names, by their sizes; raises InputError where one is not known."""
    known = [read_name(name) or Name(name) for name in names]
    signature = mechanism.signature.given({name.base for name in known})
    for name, read in zip(names, known, strict=True):
        if read.base not in signature.names:
            raise InputError(f"{name} is no input of {mechanism.name}", hint=did_you_mean(name, signature.names))
    given = {
        name: Sides((), sides=_sides(signature[read.base], sizes)) for name, read in zip(names, known, strict=True)
    }
    groups, bound = read_options(mechanism, options, given, ())
    sizes = {**sizes, **bound}
    if missing := next((size for size in _sizes(signature, known) if size not in sizes), None):
        raise InputError(f"the size {missing} is not known", hint=f"--size {missing}=4")
    w = OnShapes(given, sizes)
    inputs = [_input(w, term) for term in signature.inputs]
    with w.arithmetic.working():
        w.result = mechanism.function(w, *inputs, **groups).expr.key
    return w


def _sides(term: Term, sizes: Mapping[str, int]) -> tuple[int, int]:
    rows, columns = [1, *(size_of(axis, sizes, 0) for axis in term.axes)][-2:]
    return rows, columns


def _sizes(signature: Signature, names: Collection[Name]) -> list[str]:
    """The sizes of the inputs that are there."""
    given = {name.base for name in names}
    terms = [term for term in signature.inputs if term.name in given]
    return [part for term in terms for axis in term.axes for part in parts_of(axis) if not part.isdigit()]


def _input(w: OnShapes, term: Term) -> Any:
    """The tensor of one input, None where it is left out; a tuple of them where there may be many."""
    numbers = [known for known in map(read_name, w.given) if known and known.base == term.name and known.section]
    names = [term.name] if term.name in w.given else [spell(known.base, known.section) for known in numbers]
    if term.many and (names or term.optional):
        return tuple(w.matrix(name, w.given[name], term.axes) for name in names)
    if term.many:
        return (w.absent(term.name, term.axes),)
    if term.name in w.given:
        return w.matrix(term.name, w.given[term.name], term.axes)
    return None if term.optional else w.absent(term.name, term.axes)
