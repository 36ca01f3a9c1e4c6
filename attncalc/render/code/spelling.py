"""What a row of the table of spellings is: an operation in the words of each library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attncalc.render.code.dialect import TORCH, Dialect, in_torch
from attncalc.worksheet.expression import Expr

SUM, PRODUCT, SIGN, POWER, ATOM = 1, 2, 3, 4, 5  # how tightly Python binds
Template = str | Callable[[Expr], str]


@dataclass(frozen=True, slots=True)
class Spelling:
    """Templates over the arguments {0}, {1} …, how tightly the whole binds, and what each argument must at least.

    A template may depend on the expression: on its sizes, and on what it has besides its arguments. `flat` are
    arguments that have to be arrays: a single number is made one.
    """

    numpy: Template
    torch: Template
    binding: float = ATOM
    asks: tuple[float, ...] = (0, 0, 0)
    flat: bool = False
    bare: bool = False  # columns among the arguments stand as the vectors that they were

    def template(self, expr: Expr, dialect: Dialect) -> str:
        """The template for an expression in a library."""
        made = self.torch if dialect is TORCH else self.numpy
        return made if isinstance(made, str) else made(expr)


def same(
    numpy: Template,
    binding: float = ATOM,
    asks: tuple[float, ...] = (0, 0, 0),
    *,
    flat: bool = False,
    bare: bool = False,
) -> Spelling:
    """The spelling that differs between the libraries in nothing but words: np, axis, keepdims."""
    torch = in_torch(numpy) if isinstance(numpy, str) else lambda expr: in_torch(numpy(expr))
    return Spelling(numpy, torch, binding, asks, flat, bare)


def method(numpy: str, torch: str = "") -> Spelling:
    """The spelling of what is asked of its first argument: {0}.sum()."""
    return Spelling(numpy, torch or in_torch(numpy), ATOM, (ATOM,))


def is_vector(expr: Expr) -> bool:
    """Whether the first argument has one side only."""
    return len(expr.args[0].axes) == 1


def sided(vector: str, matrix: str, torch_matrix: str = "", binding: float = ATOM) -> Spelling:
    """The spelling that depends on whether the first argument is a vector."""
    torch = torch_matrix or in_torch(matrix)
    return Spelling(
        lambda expr: vector if is_vector(expr) else matrix,
        lambda expr: in_torch(vector) if is_vector(expr) else torch,
        binding,
        (ATOM,),
    )
