"""The expression that made a step: a small tree over named lines and constants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from attncalc.problem.names import spell


class Axis(NamedTuple):
    """One side of an array: what runs along it, how many (None if unknown), and which, where only some are asked."""

    name: str
    size: int | None = None
    picked: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Expr:
    """An operation on expressions; `params` are what it needs besides (a name, a tree, a function).

    Leaves are "line", a named input or step with params (name, section), and "constant", with its tree.
    """

    op: str
    args: tuple[Expr, ...] = ()
    axes: tuple[Axis, ...] = ()
    params: Any = None

    @property
    def key(self) -> str:
        """The ASCII name of a line: S_scaled_1."""
        return spell(*self.params)

    def parts(self) -> Iterator[Expr]:
        """This expression and all within it, from left to right."""
        yield self
        for arg in self.args:
            yield from arg.parts()

    def lines(self) -> Iterator[Expr]:
        """The named lines in this expression, from left to right."""
        return (part for part in self.parts() if part.op == "line")

    def sources(self) -> Iterator[Expr]:
        """The same, and the lines that only say which entries of others are taken."""
        for part in self.parts():
            if part.op == "line":
                yield part
            yield from getattr(part.params, "by", ())


def line(name: str, section: tuple[int, ...], axes: tuple[Axis, ...]) -> Expr:
    """The leaf that stands for a named line."""
    return Expr("line", (), axes, (name, section))


def shape_text(axes: tuple[Axis, ...]) -> str:
    """The sizes: 2×4; of a vector, its length."""
    return "×".join("?" if axis.size is None else str(axis.size) for axis in axes)
