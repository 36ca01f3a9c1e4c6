"""The recorded expressions followed in reverse: a line for the gradient of every line on the way to what is wanted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from attncalc.errors import AttncalcError, InputError
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import gradient_of, spell
from attncalc.problem.signature import TOKEN_AXES
from attncalc.worksheet.backward.build import fitted, plus
from attncalc.worksheet.backward.kinks import KINKS
from attncalc.worksheet.backward.rules import NO_DERIVATIVE, RULES
from attncalc.worksheet.backward.says import MEET, says_of
from attncalc.worksheet.backward.selection import joined
from attncalc.worksheet.backward.through import softmax_rule
from attncalc.worksheet.evaluate import evaluate
from attncalc.worksheet.expression import Axis, Expr, line
from attncalc.worksheet.formula import formula, inlined
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

TITLE = "Backward pass"


class Start(NamedTuple):
    """A gradient that does not come from another line: as it is computed, or given, and its sentence."""

    tensor: Tensor
    says: str
    given: Matrix | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One path by which a gradient arrives: the line that it comes from, what it is, and its sentence."""

    source: Vertex
    expr: Expr
    says: str


@dataclass(slots=True)
class Vertex:
    """A line, or an input, with what it is made of; `place` counts from the first, `depth` from the inputs."""

    name: str
    section: tuple[int, ...]
    titles: tuple[str, ...]
    axes: tuple[Axis, ...]
    expr: Expr | None
    place: int
    depth: int = 0
    pending: dict[tuple[int, ...], int] = field(default_factory=dict)  # those still to come, by section
    parts: list[Part] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Its ASCII name."""
        return spell(self.name, self.section)

    @property
    def leaf(self) -> Expr:
        """It, in an expression."""
        return line(self.name, self.section, self.axes)

    def before(self) -> set[str]:
        """The keys of the lines that it is made of."""
        return {leaf.key for leaf in self.expr.lines()} if self.expr else set()


class Reverse:
    """The backward pass over what is recorded: from where gradients start to those of the `wanted` lines."""

    def __init__(self, w: Recorder, start: Mapping[str, Start], wanted: Collection[str]) -> None:
        self.w = w
        self.start = start
        self.values = {record.key: record.value for record in (*w.inputs.values(), *w.records)}
        self.vertices = {vertex.key: vertex for vertex in _vertices(w)}
        self._prune({*start}, {*wanted})
        self.gradients: dict[str, Expr] = {}

    def run(self) -> dict[str, str]:
        """Records the gradients, one section after the other, and in each from the last line back.

        The keys of their lines, by the lines and inputs that they belong to.
        """
        ready = [vertex for key in self.start if not any((vertex := self.vertices[key]).pending.values())]
        last: tuple[int, ...] = ()
        while ready:
            vertex = min(ready, key=lambda one: (one.section != last, -one.depth, one.place))
            ready.remove(vertex)
            last = vertex.section
            self._complete(vertex)
            ready += self._process(vertex)
        return {key: leaf.key for key, leaf in self.gradients.items()}

    def _prune(self, start: set[str], wanted: set[str]) -> None:
        """Leaves the lines that lie between, each with its depth and the number of those that it goes into."""
        leads: set[str] = set()
        for key, vertex in self.vertices.items():
            before = [self.vertices[other] for other in vertex.before() if other in self.vertices]
            vertex.depth = 1 + max((other.depth for other in before), default=0)
            if key in wanted or any(other.key in leads for other in before):
                leads.add(key)
        reached = {*start}
        for key, vertex in reversed(self.vertices.items()):
            if key in reached:
                reached |= vertex.before() & leads
        self.vertices = {key: vertex for key, vertex in self.vertices.items() if key in reached & leads or key in start}
        for vertex in self.vertices.values():
            for key in vertex.before() & self.vertices.keys():
                pending = self.vertices[key].pending
                pending[vertex.section] = pending.get(vertex.section, 0) + 1

    def _process(self, vertex: Vertex) -> list[Vertex]:
        """Sends the gradient of a line on; the lines whose gradient is complete by that.

        Those of the same section are recorded at once, those of an inner one when their turn comes.
        """
        gradient = self.gradients.get(vertex.key)
        if vertex.expr is not None and gradient is not None:
            self._pull(vertex, vertex.expr, vertex.leaf, gradient)
        complete = []
        for other in sorted((self.vertices[key] for key in vertex.before() & self.vertices.keys()), key=_in_order):
            other.pending[vertex.section] -= 1
            if not other.pending[vertex.section]:
                self._add_within(other, vertex)
            if not any(other.pending.values()):
                complete.append(other)
                if other.section == vertex.section[: len(other.section)]:
                    self._complete(other)
        return complete

    def _pull(self, vertex: Vertex, expr: Expr, value: Expr, gradient: Expr) -> None:
        """Takes the gradient of an expression to the lines in it."""
        if expr.op == "line":
            if expr.key in self.vertices:
                other = self.vertices[expr.key]
                fit = fitted(gradient, other.leaf)
                other.parts.append(Part(vertex, fit, says_of(vertex.expr or expr)))
            return
        if not any(leaf.key in self.vertices for leaf in expr.lines()):
            return
        if expr.op in NO_DERIVATIVE:
            self.w.note(f"Nothing flows back from {vertex.key}: {NO_DERIVATIVE[expr.op]}.")
            return
        if (softmax := softmax_rule(expr, value, gradient)) is not None:
            scores, part = softmax
            self._pull(vertex, scores, scores, part)
            return
        self._tell_kink(expr)
        for arg, part in zip(expr.args, RULES[expr.op](expr, value, gradient), strict=True):
            self._pull(vertex, arg, arg, fitted(part, arg))

    def _tell_kink(self, expr: Expr) -> None:
        """A note where an operation has no slope at its values."""
        if (kink := KINKS.get(expr.op)) is not None:
            values = (evaluate(self.w.arithmetic, arg, self.values) for arg in expr.args)
            if kink.met(self.w.arithmetic, *values):
                self.w.note(f"{kink.says.format(*(formula(arg, TEXT) for arg in expr.args))}.")

    def _complete(self, vertex: Vertex) -> None:
        """Records the gradient of a line: where it starts there, or the sum of its parts, or both."""
        start = self.start.get(vertex.key)
        if vertex.key in self.gradients or not (vertex.parts or start):
            return
        name = gradient_of(vertex.name)
        if start is not None:
            leaf = self._begin(vertex, f"{name}_out" if vertex.parts else name, start)
            vertex.parts.append(Part(vertex, leaf, start.says))
        if start is not None and len(vertex.parts) == 1:
            self.gradients[vertex.key] = vertex.parts[0].expr
            return
        says = vertex.parts[0].says if len(vertex.parts) == 1 else MEET
        total = _sum([part.expr for part in vertex.parts])
        self.gradients[vertex.key] = self._record(vertex, vertex.section, vertex.titles, total, says)

    def _begin(self, vertex: Vertex, name: str, start: Start) -> Expr:
        """Records a gradient that starts at a line."""
        if start.given is not None:
            self.w.given = {**self.w.given, spell(name, vertex.section): start.given}
        with self.w.within(vertex.section, (TITLE, *vertex.titles)):
            leaf = self.w.step(name, start.tensor, start.says).expr
        self.values[leaf.key] = self.w.records[-1].value
        return leaf

    def _add_within(self, vertex: Vertex, source: Vertex) -> None:
        """Adds what arrives from one section on a line of that section, where it lies inside the line's own."""
        section = source.section
        group = [part for part in vertex.parts if part.source.section == section]
        inside = section[: len(vertex.section)] == vertex.section and len(section) > len(vertex.section)
        key = spell(gradient_of(vertex.name), section)
        if len(group) < 2 or not inside or key in self.values or spell(vertex.name, section) in self.vertices:
            return
        expr = self._record(vertex, section, source.titles, _sum([part.expr for part in group]), MEET)
        place = vertex.parts.index(group[0])
        vertex.parts = [part for part in vertex.parts if part not in group]
        vertex.parts.insert(place, Part(source, expr, MEET))

    def _record(self, vertex: Vertex, section: tuple[int, ...], titles: tuple[str, ...], expr: Expr, says: str) -> Expr:
        name = gradient_of(vertex.name)
        try:
            value = self.w.arithmetic.returned(evaluate(self.w.arithmetic, expr, self.values))
        except (AttncalcError, ArithmeticError) as error:
            why = "it divides by 0" if isinstance(error, ZeroDivisionError) else str(error)
            raise InputError(f"{spell(name, section)} has no value: {why}") from None
        tensor = Tensor(self.w.arithmetic, replace(expr, axes=vertex.axes), value)
        with self.w.within(section, (TITLE, *titles)):
            leaf = self.w.step(name, tensor, says).expr
        self.values[leaf.key] = self.w.records[-1].value
        return leaf


def _in_order(vertex: Vertex) -> tuple[int, bool, int]:
    """What goes into few lines first, and weights before tokens."""
    count = sum(vertex.pending.values()) + len(vertex.parts)
    return count, any(axis.name in TOKEN_AXES for axis in vertex.axes), vertex.place


def _sum(exprs: list[Expr]) -> Expr:
    """What meets, added; blocks of one whole are put together."""
    if (whole := joined(exprs)) is not None:
        return whole
    first, *others = sorted(exprs, key=lambda expr: expr.op == "minus")
    for other in others:
        first = plus(first, other)
    return first


def _vertices(w: Recorder) -> Iterator[Vertex]:
    """The inputs and the lines that are shown, in order; details are put into the lines that use them."""
    details = {record.key: record.expr for record in w.records if record.detail}
    titles = {record.section: record.titles for record in reversed(w.records)}
    exprs = {
        record.key: None if record.given else inlined(record.expr, details) for record in w.records if not record.detail
    }
    named = {leaf.key: leaf.params for expr in exprs.values() if expr is not None for leaf in expr.lines()}
    for place, record in enumerate(w.inputs.values()):
        name, section = named.get(record.key, (record.key, ()))
        expr = None if record.expr.op == "line" else record.expr
        yield Vertex(name, section, titles.get(section, ()), record.expr.axes, expr, place)
    for place, record in enumerate(w.records, len(w.inputs)):
        if record.key in exprs:
            axes = record.expr.axes
            yield Vertex(record.name, record.section, record.titles, axes, exprs[record.key], place)
