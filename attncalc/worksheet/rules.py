"""Tables that a rule makes of the numbers of rows and columns: distances, frequencies, patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.reading.number import Node, Number, names_in, read_number
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import Style, in_latex, write
from attncalc.worksheet.recorder import SIZES, Recorder
from attncalc.worksheet.selection import exchanged
from attncalc.worksheet.tensor import Tensor

HIDDEN, SEEN = Node("-inf", "-inf"), Node("number", "0")
Trees = tuple[tuple[Node, ...], ...]
Seen = Callable[[int, int], bool]


@dataclass(frozen=True)
class OneInEachRow:
    """The entries of a table with one 1 in each row, at these places from 0."""

    places: Sequence[int]

    def __call__(self, i: int, j: int) -> bool:
        """Whether it stands in column j of row i."""
        return self.places[i - 1] == j - 1


@dataclass(frozen=True)
class Rule:
    """What a table is made by: the rule as a tree or in words, its entries, and the values of its names.

    `where` are words after a tree; `seen` says which entries (both sides from 1) are neither 0 nor masked; `by` are the
    lines whose numbers decide the entries, if any do.
    """

    written: Node | str
    entries: Trees
    axes: tuple[Axis, ...]
    names: Mapping[str, Number]
    where: str = ""
    seen: Seen | None = field(default=None, compare=False)
    by: tuple[Expr, ...] = ()

    def __hash__(self) -> int:
        return hash((self.entries, self.axes))

    def value(self, ar: Arithmetic) -> Any:
        """The table."""
        rows = ar.array([[ar.evaluate(tree, self.names) for tree in row] for row in self.entries])
        return rows.reshape(*(axis.size for axis in self.axes))

    @property
    def exchanged(self) -> Rule:
        """The same where the page counts rows by j and columns by i."""
        if isinstance(self.written, Node):
            written = _put(self.written, {"i": Node("name", "j"), "j": Node("name", "i")})
            return replace(self, written=written, where=exchanged(self.where))
        return replace(self, written=exchanged(self.written))

    def in_style(self, style: Style) -> str:
        """The rule, for a formula."""
        if isinstance(self.written, Node):
            return write(self.written, style, loose=True) + (in_latex(self.where) if style.latex else self.where)
        return in_latex(self.written) if style.latex else self.written


def by_rule(w: Recorder, text: str, /, *axes: Axis, start: tuple[int, int] = (1, 1), **names: Node) -> Tensor:
    """The table whose entry in row i and column j is the formula `text` in i and j, counted from `start`.

    `names` are the trees of other names in it, which may hold sizes and letters; of a vector, i and j both number the
    entries. The table is absent where a size in it is not known.
    """
    found = read_number(text, {"i", "j", *names, *SIZES, *w.sizes})
    tree = found.tree or Node("number", found.text)
    sizes = {name: _whole(size) for name, size in w.sizes.items()}
    named = {**sizes, **{name: _put(inner, sizes) for name, inner in names.items()}}
    used = {name for each in (tree, *names.values()) for name in names_in(each)}
    if used & {*SIZES} - {*named, *w.letters}:
        axes = tuple(Axis(axis.name) for axis in axes)
    return _table(
        w,
        tree,
        axes,
        lambda i, j: _put(tree, {**named, "i": _whole((i if axes[1:] else j) + start[0]), "j": _whole(j + start[1])}),
    )


def by_rule_where(
    w: Recorder, text: str, words: str, kept: Callable[[int, int], bool], /, *axes: Axis, **names: Node
) -> Tensor:
    """The same with 0 where `kept` is not so of i and j, as `words` say."""
    tree = read_number(text, {"i", "j", *names}).tree
    assert tree is not None
    zero, named = Node("number", "0"), dict(names)
    return _table(
        w,
        tree,
        axes,
        lambda i, j: _put(tree, {**named, "i": _whole(i + 1), "j": _whole(j + 1)}) if kept(i + 1, j + 1) else zero,
        f" where {words}, else 0",
    )


def where(w: Recorder, words: str, seen: Callable[[int, int], bool], *axes: Axis) -> Tensor:
    """The mask with 0 where query i sees key j (both from 1) and -inf elsewhere; `words` say where that is."""
    says = f"0 where {words}, else −∞"
    return _table(w, says, axes, lambda i, j: SEEN if seen(i + 1, j + 1) else HIDDEN, seen=seen)


def listed(
    w: Recorder,
    words: str,
    entry: Callable[[int, int], str],
    *axes: Axis,
    seen: Seen | None = None,
    by: tuple[Tensor, ...] = (),
) -> Tensor:
    """The table whose entry in row i and column j (both from 1) is a number as it is written; `words` say which.

    `seen` says which entries are not 0, where few are.
    """
    return _table(w, words, axes, lambda i, j: _read(entry(i + 1, j + 1)), seen=seen, by=by)


def _table(
    w: Recorder,
    written: Node | str,
    axes: tuple[Axis, ...],
    entry: Callable[[int, int], Node],
    words: str = "",
    seen: Seen | None = None,
    by: tuple[Tensor, ...] = (),
) -> Tensor:
    sizes = [axis.size for axis in axes]
    if None in sizes or (w.on_shapes and prod(size or 0 for size in sizes) != 1):
        return Tensor(w.arithmetic, Expr("rule", (), axes, Rule(written, (), axes, {}, words, seen)), None)
    height = (axes[0].size or 0) if len(axes) == 2 else 1
    entries = tuple(tuple(entry(i, j) for j in range(axes[-1].size or 0)) for i in range(height))
    names = {**{name: Number(str(size)) for name, size in w.sizes.items()}, **w.letters}
    rule = Rule(written, entries, axes, names, words, seen, tuple(tensor.expr for tensor in by))
    return Tensor(w.arithmetic, Expr("rule", (), axes, rule), rule.value(w.arithmetic))


def _read(text: str) -> Node:
    number = read_number(text)
    return HIDDEN if number.is_minus_infinity else number.tree or Node("number", number.text)


def _whole(value: int) -> Node:
    return Node("number", str(value)) if value >= 0 else Node("neg", args=(Node("number", str(-value)),))


def _put(tree: Node, names: Mapping[str, Node]) -> Node:
    """The tree with these trees in place of names."""
    if tree.kind == "name" and tree.text in names:
        return names[tree.text]
    return replace(tree, args=tuple(_put(arg, names) for arg in tree.args))
