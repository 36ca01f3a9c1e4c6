"""Derivatives of products: of matrices and vectors, of images with a kernel, of pairs of columns with angles."""

from __future__ import annotations

from attncalc.worksheet.backward.build import hadamard, less, make, minus, plus, transposed
from attncalc.worksheet.backward.rule import Rule
from attncalc.worksheet.expression import Axis, Expr
from attncalc.worksheet.images import covered
from attncalc.worksheet.returning import Placement
from attncalc.worksheet.selection import Lookup, Shape


def _matmul(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    """A B: dA = G Bᵀ and dB = Aᵀ G; a vector on one side has an outer product on the other."""
    a, b = expr.args
    if len(a.axes) == 1:
        return make("matmul", G, transposed(b)), make("outer", a, G)
    if len(b.axes) == 1:
        return make("outer", G, b), make("matmul", transposed(a), G)
    return make("matmul", G, transposed(b)), make("matmul", transposed(a), G)


def _outer(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    a, b = expr.args
    return make("matmul", G, b), make("matmul", transposed(G), a)


def _dot(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    a, b = expr.args
    return hadamard(b, G), hadamard(a, G)


def _rotated(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr, Expr]:
    """What was turned is turned back; of an angle, what the turn changes with it."""
    a, cos, sin = expr.args
    first, second = (tuple(pair[side] + 1 for pair in expr.params) for side in (0, 1))
    x, y, gx, gy = (make("reordered", whole, params=part) for whole in (a, G) for part in (first, second))
    back = make("rotated", G, cos, minus(sin), params=expr.params)
    return back, plus(hadamard(gx, x), hadamard(gy, y)), less(hadamard(gy, x), hadamard(gx, y))


def _convolved(expr: Expr, _: Expr, G: Expr) -> tuple[Expr, Expr]:
    """Of the map, the gradient under the kernel turned by half; of the kernel, products with what it covered."""
    map_, kernel = expr.args
    (height, width), (tall, wide) = (tuple(axis.size or 0 for axis in arg.axes) for arg in expr.args)
    odd = (tall + 1 - tall % 2, wide + 1 - wide % 2)  # a side more for even kernels, so that the middle is the middle
    places = tuple((tall - 1 - a) * odd[1] + wide - 1 - b for a in range(tall) for b in range(wide))
    axes = tuple(Axis(axis.name, size) for axis, size in zip(kernel.axes, odd, strict=True))
    turned = make("placed", kernel, params=Placement("its places turned by half", places, axes))
    under: list[list[int | None]] = [[None] * (height * width) for _ in places]
    for i in range(height):
        for j in range(width):
            for y, x, a, b in covered(i, j, (height, width), (tall, wide)):
                under[a * wide + b][i * width + j] = y * width + x
    lookup = Lookup("what each entry covers", tuple(map(tuple, under)), Axis("places", height * width))
    seen = make("looked up anywhere", map_, params=lookup)
    flat = make("reshaped", G, params=Shape((Axis("places", height * width),)))
    return make("convolved", G, turned), make("reshaped", make("matmul", seen, flat), params=Shape(kernel.axes))


def _powers(expr: Expr, y: Expr, G: Expr) -> tuple[Expr, Expr]:
    bases, exponents = expr.args
    slopes = hadamard(hadamard(G, y), make("column", exponents))
    return make("over", make("sum of rows", slopes), bases), make("matmul", hadamard(G, y), make("ln", bases))


PRODUCTS: dict[str, Rule] = {
    "matmul": _matmul,
    "transpose": lambda _, __, G: (transposed(G),),
    "outer": _outer,
    "dot": _dot,
    "rotated": _rotated,
    "convolved": _convolved,
    "powers": _powers,
}
