"""Lines that torch has a function for: what the same is called there, in one call."""

from __future__ import annotations

from collections.abc import Mapping

from attncalc.reading.number import Node
from attncalc.render.code.expressions import Expressions
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import softmax_of

FUNCTIONAL = "torch.nn.functional"


def in_one_call(expr: Expr, lines: Mapping[str, Expr], expressions: Expressions) -> str | None:
    """The call that gives the value of this expression, or None; `lines` are those before it, by their keys."""
    return _attention(expr, lines, expressions) or _layer_norm(expr, lines, expressions)


def _behind(expr: Expr, lines: Mapping[str, Expr]) -> Expr:
    """What made a line."""
    return lines.get(expr.key, expr) if expr.op == "line" else expr


def _attention(expr: Expr, lines: Mapping[str, Expr], expressions: Expressions) -> str | None:
    """softmax(Q Kᵀ/√d_k + M) V."""
    scores = softmax_of(_behind(expr.args[0], lines)) if expr.op == "matmul" else None
    if scores is None:
        return None
    scores, mask = _behind(scores, lines), None
    if scores.op == "masked":
        scores, mask = _behind(scores.args[0], lines), scores.args[1]
    product = _behind(scores.args[0], lines) if scores.op == "over" else scores
    if product is scores or product.op != "matmul" or product.args[1].op != "transpose":
        return None
    queries, keys = product.args[0], product.args[1].args[0]
    if len(queries.axes) != 2 or not _is_root_of(scores.args[1], queries.axes[-1].size):
        return None
    parts = [expressions.write(part) for part in (queries, keys, expr.args[1])]
    masked = [f"attn_mask={expressions.write(mask)}"] if mask else []
    return f"{FUNCTIONAL}.scaled_dot_product_attention({', '.join([*parts, *masked])})"


def _is_root_of(expr: Expr, size: int | None) -> bool:
    """Whether a constant is √size."""
    if expr.op != "constant":
        return False
    tree, names = expr.params
    if tree.kind != "call" or tree.text != "sqrt":
        return False
    inner: Node = tree.args[0]
    text = names[inner.text].text if inner.kind == "name" and inner.text in names else inner.text
    return bool(text == str(size))


def _layer_norm(expr: Expr, lines: Mapping[str, Expr], expressions: Expressions) -> str | None:
    """(x − mean)/√(variance + ε), times γ, plus β."""
    beta, gamma = None, None
    if expr.op == "add" and len(expr.args[1].axes) == 1:
        expr, beta = expr.args[0], expr.args[1]
    if expr.op == "hadamard" and len(expr.args[1].axes) == 1:
        expr, gamma = expr.args[0], expr.args[1]
    normed = _behind(expr, lines)
    if normed.op != "over" or (found := _normalised(normed, lines)) is None:
        return None
    X, eps = found
    parts = [expressions.write(X), f"({X.axes[-1].size},)"]
    parts += [expressions.write(gamma)] if gamma else []
    parts += [f"{'' if gamma else 'bias='}{expressions.write(beta)}"] if beta else []
    return f"{FUNCTIONAL}.layer_norm({', '.join(parts)}, eps={expressions.write(eps) if eps else 0})"


def _normalised(normed: Expr, lines: Mapping[str, Expr]) -> tuple[Expr, Expr | None] | None:
    """What is normalised, and ε; None where this is not the layer norm of torch."""
    centred, deviation = (_behind(arg, lines) for arg in normed.args)
    if centred.op != "subtract" or deviation.op != "sqrt":
        return None
    X, mean = centred.args[0], _behind(centred.args[1], lines)
    variance, eps = _behind(deviation.args[0], lines), None
    if variance.op == "add" and variance.args[1].op == "constant":
        variance, eps = _behind(variance.args[0], lines), variance.args[1]
    if (mean.op, variance.op) != ("row means", "row means") or mean.args[0] != X:
        return None
    squares = _behind(variance.args[0], lines)
    is_variance = squares.op == "square" and squares.args[0] == normed.args[0]
    return (X, eps) if is_variance else None
