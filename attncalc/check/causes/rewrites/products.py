"""Products of matrices: a transpose lost, factors exchanged, another matrix in one's place."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.causes.site import Rewrite, Site, Variant, name_of, replaced, with_op
from attncalc.worksheet.expression import Expr

WEIGHTS = ("A", "alpha", "A_mixed")


def _is_scores(site: Site) -> bool:
    """Whether the node is Q Kᵀ."""
    return site.args[1].op == "transpose" and _is_line(site.args[1].args[0]) and site.record.name.startswith("S")


def _is_line(expr: Expr) -> bool:
    return expr.op == "line"


def _is_weight(site: Site, expr: Expr) -> bool:
    """Whether a factor is a learned matrix, or its transpose: Wq, U."""
    inner = expr.args[0] if expr.op == "transpose" else expr
    return (
        _is_line(inner)
        and str(inner.params[0])[:1] in "WUP"
        and inner.key in site.calculation.inputs
        and len(site.shape(inner)) == 2
    )


def _turned(expr: Expr) -> Expr:
    """The transpose; of a transpose, what it is made of."""
    return expr.args[0] if expr.op == "transpose" else Expr("transpose", (expr,), expr.axes[::-1])


def not_transposed(site: Site) -> Iterator[Variant]:
    """Q K for Q Kᵀ."""
    if _is_scores(site):
        K = site.args[1].args[0]
        yield Variant(with_op(site.node, "matmul", site.args[0], K), {"right": name_of(K)})


def exchanged(site: Site) -> Iterator[Variant]:
    """K Qᵀ for Q Kᵀ: rows and columns of the scores exchanged."""
    if _is_scores(site):
        Q, K = site.args[0], site.args[1].args[0]
        yield Variant(with_op(site.node, "matmul", K, _turned(Q)), {"queries": name_of(Q), "keys": name_of(K)})


def weight_transposed(site: Site) -> Iterator[Variant]:
    """X Wᵀ for X W; U s for Uᵀ s; of weights that are cut for the heads, the transpose is cut."""
    for place, factor in enumerate(site.args):
        if _is_weight(site, factor):
            cut = site.cut(factor)
            other = replaced(cut, cut.args[0], _turned(cut.args[0])) if cut else _turned(factor)
            args = [other if i == place else arg for i, arg in enumerate(site.args)]
            whole = cut.args[0] if cut else factor.args[0] if factor.op == "transpose" else factor
            yield Variant(with_op(site.node, "matmul", *args), {"weight": name_of(whole)})


def attention_transposed(site: Site) -> Iterator[Variant]:
    """Aᵀ V for A V."""
    A = site.args[0]
    if _is_line(A) and A.params[0] in WEIGHTS and len(site.shape(A)) == 2:
        yield Variant(with_op(site.node, "matmul", _turned(A), site.args[1]), {"weights": name_of(A)})


def factors_exchanged(site: Site) -> Iterator[Variant]:
    """W X for X W, V A for A V."""
    if all(len(site.shape(arg)) == 2 for arg in site.args):
        words = {"first": name_of(site.args[0]), "second": name_of(site.args[1])}
        yield Variant(with_op(site.node, "matmul", site.args[1], site.args[0]), words)


def used_for(wrong: str, right: str) -> Rewrite:
    """One line in another's place among the factors: K for V."""

    def rewrite(site: Site) -> Iterator[Variant]:
        if not _is_line(site.node) or site.node.params[0] != right or site.record.name == wrong:
            return
        other = site.beside(site.node, wrong)
        if other and site.shape(other) == site.shape(site.node):
            yield Variant(other, {"wrong": name_of(other), "right": name_of(site.node)})

    return rewrite


def of_another_projection(site: Site) -> Iterator[Variant]:
    """X Wk for X Wq: the weights of another projection."""
    if not _is_line(site.node) or site.node.params[0] not in ("Wq", "Wk", "Wv"):
        return
    for name in ("Wq", "Wk", "Wv"):
        other = site.beside(site.node, name)
        if name != site.node.params[0] and other and site.shape(other) == site.shape(site.node):
            yield Variant(other, {"wrong": name_of(other), "right": name_of(site.node)})


def not_projected(site: Site) -> Iterator[Variant]:
    """X for X W."""
    X, W = site.args
    if site.record.name not in ("Q", "K", "V") or not _is_line(X) or not _is_weight(site, W):
        return
    if len(set(site.shape(W if _is_line(W) else W.args[0]))) == 1:
        yield Variant(X, {"tokens": name_of(X), "line": name_of(_own(site)), "weight": name_of(W)})


def bias_forgotten(site: Site) -> Iterator[Variant]:
    """X W for X W + b."""
    first, b = site.args
    if _is_line(b) and b.key in site.calculation.inputs and len(site.shape(b)) == 1 and b.params[0] != "pos":
        yield Variant(first, {"bias": name_of(b)})


def residual_forgotten(site: Site) -> Iterator[Variant]:
    """F for X + F."""
    first, second = site.args
    if _is_line(first) and len(site.shape(first)) == 2 and site.shape(first) == site.shape(second):
        for kept, lost in ((second, first), (first, second)):
            yield Variant(kept, {"lost": name_of(lost), "line": name_of(_own(site))})


def activation_forgotten(site: Site) -> Iterator[Variant]:
    """The argument of tanh or ReLU itself."""
    yield Variant(site.args[0], {"function": site.op.replace("_", " ")})


def _own(site: Site) -> Expr:
    return Expr("line", (), site.record.expr.axes, (site.record.name, site.record.section))
