"""What should stand in a calculation of an entry: entries of other lines, constants, and what is done with them.

It has the shapes of `Ink`, so that what is written can be laid on it part by part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from operator import is_
from unicodedata import normalize

from attncalc.check.placing.marks import CALCULATED, NUMBERS
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr

Leaf = tuple[str, int, int]  # a line's key, row and column from 0
DIGITS = re.compile(r"\d{1,3}")
SHAPES = {"+": "sum", "-": "sum", "*": "product", "/": "quotient", "^": "power", "neg": "neg", "call": "call"}


@dataclass(frozen=True, eq=False)
class Want:
    """An entry of a line (a `leaf`), a number, or an operation on others, by the kinds of ink."""

    kind: str
    args: tuple[Want, ...] = ()
    name: str = ""
    leaf: Leaf | None = None
    number: float | None = None  # of a constant

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The entries in it, in order."""
        return (self.leaf,) if self.leaf else tuple(leaf for arg in self.args for leaf in arg.leaves)

    @cached_property
    def parts(self) -> tuple[Want, ...]:
        """This and everything in it that is no entry."""
        return () if self.leaf else (self, *(part for arg in self.args for part in arg.parts))

    @cached_property
    def digits(self) -> frozenset[float]:
        """The numbers in the names of its functions: log₂, elu+1."""
        own = map(float, DIGITS.findall(normalize("NFKC", self.name)))
        return frozenset(own).union(*(arg.digits for arg in self.args))

    def renamed(self, rename: Callable[[str], str]) -> Want:
        """The same of other lines; itself where no line has another name."""
        if self.leaf:
            key = rename(self.leaf[0])
            return self if key == self.leaf[0] else replace(self, leaf=(key, *self.leaf[1:]))
        args = tuple(arg.renamed(rename) for arg in self.args)
        return self if all(map(is_, args, self.args)) else replace(self, args=args)

    def value(self, lines: Mapping[str, list[list[float]]]) -> float | None:
        """What it comes to on these lines; None where it has no value."""
        if self.leaf:
            key, row, column = self.leaf
            return lines[key][row][column]
        if self.number is not None:
            return self.number
        values = [value for arg in self.args if (value := arg.value(lines)) is not None]
        if len(values) < len(self.args):
            return None
        try:
            return CALCULATED[self.kind](self.name, values)
        except (ArithmeticError, ValueError, KeyError, IndexError):
            return None


def wanted(expr: Expr, row: int, column: int, truth: Mapping[str, list[list[float]]]) -> Want | None:
    """What an entry of a line is calculated from, by row and column from 0; None where nothing can be told of it."""

    def leaf(line: Expr, i: int, j: int) -> Node:
        return Node("-inf" if truth[line.key][i][j] == -inf else "leaf", line.key, (Node(str(i)), Node(str(j))))

    try:
        return _want(entry(expr, row, column, leaf, numeric=True))
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        return None


def _want(tree: Node) -> Want:
    if tree.kind == "leaf" or (tree.kind == "-inf" and tree.args):
        return Want("leaf", leaf=(tree.text, int(tree.args[0].kind), int(tree.args[1].kind)))
    if tree.kind in ("number", "name", "-inf"):
        return Want("number", number=NUMBERS[tree.text] if tree.kind == "name" else float(tree.text))
    args = tuple(map(_want, tree.args))
    kind, name = SHAPES.get(tree.kind, "call"), tree.text if tree.kind in SHAPES else tree.kind
    if kind == "neg" and args[0].kind == "product":  # a sign is that of the first factor
        first, *others = args[0].args
        kind, args = "product", (_negative(first), *others)
    if tree.kind == "-":
        args = (args[0], *(_negative(arg) for arg in args[1:]))
    if kind in ("sum", "product"):
        args = tuple(_flattened(kind, args))
    if tree.kind == "^" and args[0].number == NUMBERS["e"]:
        kind, name, args = "call", "exp", args[1:]
    found = Want(kind, args, name)
    if not found.leaves and (value := found.value({})) is not None:
        return Want("number", args, name, number=value)
    return found


def _negative(want: Want) -> Want:
    return Want("number", number=-want.number) if want.number is not None else Want("neg", (want,))


def _flattened(kind: str, args: tuple[Want, ...]) -> Iterator[Want]:
    for arg in args:
        yield from arg.args if arg.kind == kind else (arg,)
