"""Spellings of operations that gradients alone need."""

from __future__ import annotations

from attncalc.render.code.selection import down
from attncalc.render.code.spelling import ATOM, PRODUCT, SUM, Spelling, same
from attncalc.worksheet.expression import Expr


def _sizes(expr: Expr) -> str:
    return ", ".join(str(axis.size) for axis in expr.params.axes)


def _placed(expr: Expr) -> str:
    places = [-1 if place is None else place for place in expr.params.places]
    runs = places == list(range(places[0], places[0] + len(places))) if len(places) > 2 else False
    where = f"range({places[0]}, {places[0] + len(places)})" if runs else str(places)
    return f"put({{0}}, {where}, ({_sizes(expr)}{',' * (len(expr.params.axes) == 1)}))"


def _repeated(expr: Expr) -> str:
    return f"np.broadcast_to({{0}}, {tuple(axis.size for axis in expr.axes)})"


RETURNING: dict[str, Spelling] = {
    "through softmax": same("{0} * ({1} - ({0} * {1}).sum(axis=-1, keepdims=True))", PRODUCT, (ATOM, ATOM)),
    "through softmax down": same("{0} * ({1} - ({0} * {1}).sum(axis=0, keepdims=True))", PRODUCT, (ATOM, ATOM)),
    "peaks": same("np.eye({0}.shape[-1])[{0}.argmax(axis=-1)]", asks=(ATOM,), flat=True),
    "peaks down": same("np.eye({0}.shape[0])[{0}.argmax(axis=0)].T", asks=(ATOM,)),
    "placed": same(_placed, flat=True),
    "placed down": same(down(_placed), asks=(ATOM,), bare=True, flat=True),
    "repeated": same(_repeated),
    "above": Spelling("({0} > {1}).astype(float)", "({0} > {1}).double()", ATOM, (SUM, SUM)),
    "seen": Spelling("np.where(np.isinf({1}), 0, {0})", "{0}.masked_fill({1}.isinf(), 0)", ATOM, (ATOM, ATOM)),
    "sign": same("np.sign({0})"),
    "GELU'": same("gelu_slope({0})"),
    "GELU_tanh'": same("gelu_tanh_slope({0})"),
}
