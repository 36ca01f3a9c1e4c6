"""Tables that a rule makes of the numbers of rows and columns: distances, frequencies, patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.problem.number import Node, Number, read_number
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.notation import Style, in_latex, write
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

HIDDEN, SEEN = Node("-inf", "-inf"), Node("number", "0")
Trees = tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class Rule:
    """What a table is made by: the rule as a tree or in words, its entries, and the values of its names."""

    written: Node | str
    entries: Trees
    axes: tuple[Axis, ...]
    names: Mapping[str, Number]

    def __hash__(self) -> int:
        return hash((self.entries, self.axes))

    def value(self, ar: Arithmetic) -> Any:
        """The table."""
        rows = ar.array([[ar.evaluate(tree, self.names) for tree in row] for row in self.entries])
        return rows.reshape(*(axis.size for axis in self.axes))

    def in_style(self, style: Style) -> str:
        """The rule, for a formula."""
        if isinstance(self.written, Node):
            return write(self.written, style)
        return in_latex(self.written) if style.latex else self.written


def by_rule(w: Recorder, text: str, *axes: Axis, start: tuple[int, int] = (1, 1), **names: Node) -> Tensor:
    """The table whose entry in row i and column j is the formula `text` in i and j, counted from `start`.

    `names` are the trees of other names in it, which may hold sizes and letters; a vector has one axis, along j.
    """
    found = read_number(text, {"i", "j", *names, *w.sizes})
    tree = found.tree or Node("number", found.text)
    return _table(
        w, tree, axes, lambda i, j: _put(tree, {"i": _whole(i + start[0]), "j": _whole(j + start[1]), **names})
    )


def where(w: Recorder, words: str, seen: Callable[[int, int], bool], *axes: Axis) -> Tensor:
    """The mask with 0 where query i sees key j (both from 1) and -inf elsewhere; `words` say where that is."""
    return _table(w, f"0 where {words}, else −∞", axes, lambda i, j: SEEN if seen(i + 1, j + 1) else HIDDEN)


def listed(w: Recorder, words: str, entry: Callable[[int, int], str], *axes: Axis) -> Tensor:
    """The table whose entry in row i and column j (both from 1) is a number as it is written; `words` say which."""
    return _table(w, words, axes, lambda i, j: _read(entry(i + 1, j + 1)))


def _table(w: Recorder, written: Node | str, axes: tuple[Axis, ...], entry: Callable[[int, int], Node]) -> Tensor:
    if any(axis.size is None for axis in axes):
        return Tensor(w.arithmetic, Expr("rule", (), axes, Rule(written, (), axes, {})), None)
    height = (axes[0].size or 0) if len(axes) == 2 else 1
    entries = tuple(tuple(entry(i, j) for j in range(axes[-1].size or 0)) for i in range(height))
    names = {**{name: Number(str(size)) for name, size in w.sizes.items()}, **w.letters}
    rule = Rule(written, entries, axes, names)
    return Tensor(w.arithmetic, Expr("rule", (), axes, rule), rule.value(w.arithmetic))


def _read(text: str) -> Node:
    number = read_number(text)
    return number.tree or Node("number", number.text)


def _whole(value: int) -> Node:
    return Node("number", str(value)) if value >= 0 else Node("neg", args=(Node("number", str(-value)),))


def _put(tree: Node, names: Mapping[str, Node]) -> Node:
    """The tree with these trees in place of names."""
    if tree.kind == "name" and tree.text in names:
        return names[tree.text]
    return replace(tree, args=tuple(_put(arg, names) for arg in tree.args))
