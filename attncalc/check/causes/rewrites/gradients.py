"""The way back: a transpose forgotten, the Jacobian of softmax taken entry by entry, a path or the scale left out."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.causes.rewrites.scaling import written
from attncalc.check.causes.site import Site, Variant, constant, name_of, with_op
from attncalc.mechanisms.backward.descent import NEXT
from attncalc.problem.names import differentiated
from attncalc.worksheet.expression import Expr


def _is_gradient(site: Site) -> bool:
    return differentiated(site.record.name) is not None


def not_transposed(site: Site) -> Iterator[Variant]:
    """A dO for Aᵀ dO; dO V for dO Vᵀ."""
    for place, factor in enumerate(site.args if _is_gradient(site) else ()):
        if factor.op == "transpose":
            args = [arg.args[0] if i == place else arg for i, arg in enumerate(site.args)]
            yield Variant(with_op(site.node, "matmul", *args), {"right": name_of(factor.args[0])})


def entry_by_entry(site: Site) -> Iterator[Variant]:
    """A ⊙ (1 − A) ⊙ dA: the diagonal of the Jacobian alone."""
    A, dA = site.args
    slopes = with_op(A, "hadamard", A, with_op(A, "subtract", constant("1"), A))
    yield Variant(with_op(site.node, "hadamard", slopes, dA), {"weights": name_of(A)})


def without_the_mean(site: Site) -> Iterator[Variant]:
    """A ⊙ dA."""
    A, dA = site.args
    yield Variant(with_op(site.node, "hadamard", A, dA), {"weights": name_of(A), "gradient": name_of(dA)})


def path_forgotten(site: Site) -> Iterator[Variant]:
    """All paths but one."""
    if _is_gradient(site):
        first, second = site.args
        yield Variant(first, _lost(site, second))
        if first.op != "add":
            yield Variant(second, _lost(site, first))


def _lost(site: Site, part: Expr) -> dict[str, str]:
    own = Expr("line", (), site.record.expr.axes, (site.record.name, site.record.section))
    return {"lost": name_of(part), "line": name_of(own)}


def scale_forgotten(site: Site) -> Iterator[Variant]:
    """dS_scaled for dS_scaled/√d_k."""
    if _is_gradient(site) and site.args[1].op == "constant":
        yield Variant(site.args[0], {"right": written(site.args[1])})


def factor_forgotten(site: Site) -> Iterator[Variant]:
    """dS_scaled for 1/3·dS_scaled; dF_act for dF_act ⊙ step(F_pre)."""
    for kept, lost in (site.args, site.args[::-1]) if _is_gradient(site) else ():
        if _has_gradient(kept) and not _has_gradient(lost):
            yield Variant(kept, {"right": written(lost) if lost.op == "constant" else name_of(lost)})


def _has_gradient(expr: Expr) -> bool:
    return any(differentiated(leaf.params[0]) for leaf in expr.lines())


def uphill(site: Site) -> Iterator[Variant]:
    """W + η dW for W − η dW."""
    if site.record.name.endswith(f"_{NEXT}") and site.args[1].op == "times":
        yield Variant(with_op(site.node, "add", *site.args))
