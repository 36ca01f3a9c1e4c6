"""What a mechanism writes its steps on: `w.step`, `w.section`, `w.constant`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from attncalc.arithmetic.base import Arithmetic
from attncalc.errors import AttncalcError, InputError, Place
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name, spell
from attncalc.problem.signature import joined, parts_of
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node, Number, names_in, read_number
from attncalc.worksheet.expression import Axis, Expr, line
from attncalc.worksheet.tensor import Tensor, apply

SIZES = ("d_k", "d_v", "d_model", "d", "d_s", "d_h", "n", "m", "h", "heads")


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the work: its value, the expression that made it, and what it says to the reader.

    A `detail` is shown on request; `given` marks a value that was given instead of computed.
    """

    name: str
    section: tuple[int, ...]
    titles: tuple[str, ...]
    expr: Expr
    value: Any
    says: str
    detail: bool = False
    given: bool = False

    @property
    def key(self) -> str:
        """Its ASCII name: S_scaled_1."""
        return spell(self.name, self.section)


class Recorder:
    """Records the steps of one run of a mechanism under one arithmetic.

    `given` holds the matrices by ASCII name, turned so that tokens are rows; `sizes` the axes that are known.
    """

    on_shapes: ClassVar[bool] = False  # whether all sizes are known, and no number

    def __init__(
        self,
        arithmetic: Arithmetic,
        given: Mapping[str, Matrix],
        sizes: Mapping[str, int],
        letters: Mapping[str, Number],
        symbols: tuple[str, ...] = (),
    ) -> None:
        self.arithmetic = arithmetic
        self.given = given
        self.letters = letters
        self.symbols = symbols
        self.sizes: dict[str, int] = dict(sizes)
        self.stated: dict[str, int] = {}  # those that the problem says in so many words
        self.records: list[Record] = []
        self.inputs: dict[str, Record] = {}
        self.notes: list[str] = []
        self.used: set[str] = set()
        self.result = ""  # the key of the line that the mechanism hands back
        self.ends: list[str] = []  # the keys of other lines that the work ends with: gradients, new weights
        self.gradients: Mapping[str, str] = {}  # the inputs that there are gradients of, each with the key of its own
        self.outputs: Mapping[str, str] = {}  # the lines that these start from, each with its gradient; "" for a loss
        self.lacking: dict[str, list[str]] = {}  # for each absent line, the inputs that it needs
        self.taken: Mapping[str, Tensor] = {}  # lines that stand in place of others: results of another part
        self.outer: tuple[int, ...] = ()  # the section that all its lines are in
        self._section: tuple[int, ...] = ()
        self._titles: tuple[str, ...] = ()

    def begin(self, part: int, given: Mapping[str, Matrix], sizes: Mapping[str, int]) -> Recorder:
        """The recorder of one part of a chain: what is given there has its own names, and the lines join this one's."""
        own = copy(self)
        own.given, own.sizes, own.stated, own.used = given, dict(sizes), {}, set()
        own.outer = own._section = (part,)
        own._titles = (f"Part {part}",)
        return own

    def step(self, name: str, tensor: Tensor, says: str, *, detail: bool = False) -> Tensor:
        """Names a value: the steps after it start from this name.

        What is given under the name stands in place of what was computed. A step whose value is absent is not
        recorded. Raises ValueError if the name is taken: a mechanism names each of its lines once.
        """
        key, own = spell(name, self._section), self._own(name)
        if any(record.key == key for record in self.records):
            raise ValueError(f"{key} is named twice")
        if given := own in self.given:
            computed, tensor = tensor, self._given_step(own, tensor)
            self._compare(key, computed, tensor)
        elif own in self.taken:
            tensor, says = self._taken_step(own, tensor), "Taken from another part."
        expr = line(name, self._section, tensor.axes)
        if tensor.absent:
            self.lacking[key] = self.needs(tensor)
            return Tensor(self.arithmetic, expr, None)
        value = tensor.value if given else self.arithmetic.settle(tensor.value)
        detail = detail and not given
        self.records.append(Record(name, self._section, self._titles, tensor.expr, value, says, detail, given))
        return Tensor(self.arithmetic, expr, value)

    def _taken_step(self, own: str, computed: Tensor) -> Tensor:
        """What another part made, in place of a line; raises InputError where that is of another shape."""
        tensor = self.taken[own]
        sizes = [axis.size for axis in computed.axes]
        if len(sizes) != len(tensor.axes) or any(a and a != b for a, b in zip(sizes, tensor.shape, strict=True)):
            wanted, found = ("×".join(str(size or "?") for size in shape) for shape in (sizes, tensor.shape))
            raise InputError(f"{own} is taken from {tensor.expr.key}, which is {found}, but should be {wanted}")
        return tensor.renamed(*(axis.name for axis in computed.axes))

    def _compare(self, key: str, computed: Tensor, given: Tensor) -> None:
        """A note where what is given is not what follows from the lines before."""
        if computed.absent:
            return
        rows = zip(self.arithmetic.rows(computed.value), self.arithmetic.rows(given.value), strict=True)
        if not all(self.arithmetic.same(a, b) for pair in rows for a, b in zip(*pair, strict=True)):
            self.note(f"{key} is given, and is not what follows from the lines before it.")

    @contextmanager
    def section(self, title: str, number: int) -> Iterator[None]:
        """Steps inside belong to this head, layer or time step; their names end in its number."""
        with self.within((*self._section, number), (*self._titles, f"{title} {number}")):
            yield

    def leaf(self, record: Record) -> Expr:
        """A line, or an input, as it stands in expressions."""
        is_input = record.key in self.inputs and record.expr.op == "line"
        return record.expr if is_input else line(record.name, record.section, record.expr.axes)

    @contextmanager
    def within(self, section: tuple[int, ...], titles: tuple[str, ...]) -> Iterator[None]:
        """Steps inside belong to this section, wherever the work is."""
        before, (self._section, self._titles) = (self._section, self._titles), (section, titles)
        try:
            yield
        finally:
            self._section, self._titles = before

    def each(self, title: str, parts: tuple[Tensor, ...]) -> Iterator[Tensor]:
        """These inputs one after another, each in a section of its own number where there are several."""
        for part in parts:
            with self.section(title, part.expr.params[1][-1]) if len(parts) > 1 else nullcontext():
                yield part

    @contextmanager
    def scope(self, sizes: Mapping[str, int]) -> Iterator[None]:
        """The sizes that a mechanism inside another one binds."""
        before, self.sizes = self.sizes, {**self.sizes, **sizes}
        try:
            yield
        finally:
            self.sizes = before

    def is_given(self, name: str) -> bool:
        """Whether a step of this name is given in the section at hand."""
        return self._own(name) in {**self.given, **self.taken}

    def _own(self, name: str) -> str:
        """What a step is called in the part that it is in."""
        return spell(name, self._section[len(self.outer) :])

    def tree(self, scalar: Scalar) -> Node:
        """An option's formula in the sizes and the letters; raises InputError where it is none."""
        sizes = {*SIZES, *self.sizes}
        try:
            number = read_number(scalar.text, {*sizes, *self.symbols})
        except AttncalcError as error:
            raise error.at(scalar.place) from None
        return number.tree or Node("number", number.text)

    def constant(self, tree: Node, place: Place | None = None, *, needed: bool = True) -> Tensor:
        """A number given by a formula in the sizes, such as sqrt(d_k).

        Raises InputError where it has no value; where it is not `needed`, an unknown size makes it absent.
        """
        names = {**{name: Number(str(size)) for name, size in self.sizes.items()}, **self.letters}
        for name in names_in(tree):
            if name in SIZES and name not in names:
                if not needed:
                    return Tensor(self.arithmetic, Expr("constant", (), (), (tree, names)), None)
                raise InputError(
                    f"the size {name} is not known",
                    place=place,
                    hint=f"Give it under options ({name}: 4), or leave the scale out (scale: none).",
                )
        try:
            value = self.arithmetic.evaluate(tree, names)
        except AttncalcError as error:
            raise error.at(place) from None
        if self.arithmetic.is_masked(value):
            raise InputError("-inf is no number to calculate with; only scores and masks may hold it", place=place)
        return Tensor(self.arithmetic, Expr("constant", (), (), (tree, names)), value)

    def matrix(self, name: str, matrix: Matrix, axes: tuple[str, ...], *, listed: bool = True) -> Tensor:
        """A given matrix as a tensor, `listed` among what is given; one with one axis is a vector."""
        self.used.add(name)
        value = self._value(name, matrix)
        if len(axes) == 1:
            value = value.reshape(len(matrix.rows) * len(matrix.rows[0]))
        sized = tuple(Axis(axis, size) for axis, size in zip(axes, value.shape, strict=True))
        expr = self._line(name, sized)
        if listed:
            self.inputs.setdefault(expr.key, Record(expr.key, (), (), expr, value, "", given=True))
        return Tensor(self.arithmetic, expr, value)

    def absent(self, name: str, axes: tuple[str, ...]) -> Tensor:
        """The tensor of an input that was not given; its sizes are those that are known."""
        sized = tuple(Axis(axis, self._size(axis)) for axis in axes)
        expr = self._line(name, sized)
        self.lacking[expr.key] = [name]
        return Tensor(self.arithmetic, expr, None)

    def same_tokens(self, X: Tensor) -> Tensor:
        """The tokens that keys and values come from where no others are given; absent ones leave their number open."""
        if not X.absent:
            return X
        axes = tuple(Axis(axis.name) for axis in X.axes)
        return Tensor(self.arithmetic, line(X.expr.params[0], X.expr.params[1], axes), None)

    def _size(self, axis: str) -> int | None:
        """The size of an axis, which may be a product or a sum, as far as it is known."""
        sizes = [int(name) if name.isdigit() else self.sizes.get(name) for name in parts_of(axis)]
        return None if None in sizes else joined(axis, [size or 0 for size in sizes])

    def named(self, name: str, tensor: Tensor, axes: tuple[Axis, ...], *, section: tuple[int, ...] = ()) -> Tensor:
        """A table that options made, listed among what is given under a name."""
        expr = line(name, (*self.outer, *section), axes)
        self.inputs.setdefault(expr.key, Record(expr.key, (), (), expr, tensor.value, "", given=True))
        return Tensor(self.arithmetic, expr, tensor.value)

    def part(self, name: str, number: int, tensor: Tensor, columns: slice) -> Tensor:
        """The block of columns of a given matrix that belongs to one head, named like the head's own matrix."""
        block = apply("columns", tensor, params=columns)
        name, section = tensor.expr.params if tensor.expr.op == "line" else (name, self.outer)
        key = spell(name, (*section, number))
        if self.on_shapes or not block.absent:
            self.inputs.setdefault(key, Record(key, (), (), block.expr, block.value, "", given=True))
        return Tensor(self.arithmetic, line(name, (*section, number), block.axes), block.value)

    def needs(self, tensor: Tensor) -> list[str]:
        """The inputs that are not given, without which a tensor is absent."""
        return list(dict.fromkeys(lack for part in tensor.expr.lines() for lack in self.lacking.get(part.key, [])))

    def note(self, text: str) -> None:
        """Something the reader should know about the whole."""
        if text not in self.notes:
            self.notes.append(text)

    def _value(self, name: str, matrix: Matrix) -> Any:
        try:
            return self.arithmetic.written(matrix.rows, self.letters)
        except AttncalcError:
            raise self._refused(name, matrix) from None

    def _refused(self, name: str, matrix: Matrix) -> AttncalcError:
        """The error of the first entry that has no value, with its row and column."""
        for i, row in enumerate(matrix.rows, 1):
            for j, number in enumerate(row, 1):
                try:
                    self.arithmetic.number(number, self.letters)
                except AttncalcError as error:
                    error.message = f"{name}, row {i}, column {j}: “{number.text}”: {error.message}"
                    return error.at(number.place or matrix.place)
        raise AssertionError("every entry has a value")

    def _line(self, name: str, axes: tuple[Axis, ...]) -> Expr:
        """The leaf of an input: s_2 is the second s."""
        known = read_name(name)
        base, section = (known.base, known.section) if known and known.row is None else (name, ())
        return line(base, (*self.outer, *section), axes)

    def _given_step(self, key: str, computed: Tensor) -> Tensor:
        matrix = self.given[key]
        picked = computed.axes[0].picked if computed.axes else None
        if picked and len(matrix.rows) >= max(picked):  # all rows are given, some are asked
            matrix = replace(matrix, rows=tuple(matrix.rows[number - 1] for number in picked))
        names = tuple(axis.name for axis in computed.axes)
        if len(names) == 1 and min(matrix.shape) > 1:
            raise InputError(f"{key} is {'×'.join(map(str, matrix.shape))}, but should be a vector", place=matrix.place)
        tensor = self.matrix(key, matrix, names, listed=False)
        for axis, own in zip(computed.axes, tensor.axes, strict=True):
            if axis.size is not None and axis.size != own.size:
                wanted, needs = "×".join(str(axis.size or "?") for axis in computed.axes), self.needs(computed)
                size = "×".join(map(str, matrix.shape))
                found = f"given as {size}, but is a line of the work here," if needs else f"{size}, but should be"
                hint = f"Is it {' or '.join(needs)}, which is not given?" if needs else None
                raise InputError(f"{key} is {found} {wanted}", place=matrix.place, hint=hint)
        axes = tuple(axis._replace(picked=old.picked) for axis, old in zip(tensor.axes, computed.axes, strict=True))
        return Tensor(self.arithmetic, replace(computed.expr, axes=axes), tensor.value)
