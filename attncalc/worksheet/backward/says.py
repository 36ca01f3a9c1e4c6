"""What the lines of a backward pass say to the reader, by the operation that a gradient comes through."""

from __future__ import annotations

from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import softmax_of

MEET = "It goes into the loss by several paths: their gradients are added."
SAYS = {
    "matmul": "Through a product, the gradient goes to each factor by the other one, transposed.",
    "over": "What was divided on the way there is divided on the way back.",
    "times": "The same factor as on the way there.",
    "masked": "What was hidden has no part in the loss.",
    "add": "A sum hands its gradient on to each of its parts.",
    "beside": "Each part has its own columns.",
    "stacked": "Each part has its own rows.",
    "columns": "The gradients of the parts, in their columns.",
    "tanh": "The slope of tanh is 1 less its square.",
    "hadamard": "Of a product entry by entry, each factor has the gradient times the other.",
}
SOFTMAX = "Row by row through softmax: how far each weight's gradient is from their weighted mean, times the weight."
OTHER = "How the loss changes with each of its entries."


def says_of(expr: Expr) -> str:
    """The sentence of a gradient that comes through an expression."""
    if softmax_of(expr) is not None:
        return SOFTMAX
    return SAYS.get(expr.op, OTHER)
