"""Layer normalisation: another variance, no root, the mean left in."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.causes.site import Site, Variant, constant, with_op
from attncalc.reading.number import Node


def sample_variance(site: Site) -> Iterator[Variant]:
    """The squares' sum over d − 1 for the sum over d."""
    *_, width = (1, *site.shape(site.args[0]))
    if site.record.name.startswith("var") and width > 1:
        ratio = constant(Node("/", args=(Node("number", str(width)), Node("number", str(width - 1)))))
        yield Variant(with_op(site.node, "times", site.node, ratio), {"less": str(width - 1), "width": str(width)})


def root_forgotten(site: Site) -> Iterator[Variant]:
    """The variance for its root."""
    if site.record.name.startswith("sigma"):
        yield Variant(site.args[0])


def mean_left_in(site: Site) -> Iterator[Variant]:
    """x/σ for (x − μ)/σ."""
    made = site.made(site.args[0])
    if site.record.name.startswith("X_norm") and made.op == "subtract":
        yield Variant(with_op(site.node, "over", made.args[0], site.args[1]))
