"""Positions: frequencies, sines and cosines, and how they are put together."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.causes.site import Site, Variant, constant, with_op
from attncalc.reading.number import Node
from attncalc.worksheet.rules import Rule

WAVES = {"sin": "cos", "cos": "sin", "sin°": "cos°", "cos°": "sin°"}


def _is(site: Site, name: str) -> bool:
    return isinstance(site.node.params, Rule) and site.record.name.split("_")[0] == name


def exponent_doubled(site: Site) -> Iterator[Variant]:
    """1/10000^(4i/d) for 1/10000^(2i/d)."""
    if _is(site, "theta"):
        yield Variant(with_op(site.node, "square", site.node))


def exponent_halved(site: Site) -> Iterator[Variant]:
    """1/10000^(i/d) for 1/10000^(2i/d)."""
    if _is(site, "theta"):
        yield Variant(with_op(site.node, "sqrt", site.node))


def counted_from_another(site: Site) -> Iterator[Variant]:
    """Positions from 1 for positions from 0, and the reverse."""
    if _is(site, "pos"):
        for op, start in (("add", "one more"), ("subtract", "one less")):
            yield Variant(with_op(site.node, op, site.node, constant("1")), {"start": start})


def added_twice(site: Site) -> Iterator[Variant]:
    """X + P + P for X + P."""
    if site.record.name == "XP":
        yield Variant(with_op(site.node, "add", site.node, site.args[1]))


def waves_exchanged(site: Site) -> Iterator[Variant]:
    """Cosine for sine, and sine for cosine."""
    if site.op in WAVES:
        yield Variant(with_op(site.node, WAVES[site.op], *site.args))
    elif site.op == "beside":
        if {arg.op == "line" and arg.params[0] for arg in site.args} == {"sin", "cos"}:
            yield Variant(with_op(site.node, site.op, *reversed(site.args)))
    elif site.op == "interleaved":
        yield Variant(with_op(site.node, site.op, *reversed(site.args)))
    else:
        a, cos, sin = site.args
        yield Variant(with_op(site.node, site.op, a, sin, cos, params=site.node.params))


def other_layout(site: Site) -> Iterator[Variant]:
    """All sines first for sines and cosines by turns, or the reverse."""
    if {arg.op == "line" and arg.params[0] for arg in site.args} == {"sin", "cos"}:
        yield Variant(with_op(site.node, "beside" if site.op == "interleaved" else "interleaved", *site.args))


def turned_backwards(site: Site) -> Iterator[Variant]:
    """(x cos + y sin, y cos − x sin)."""
    a, cos, sin = site.args
    back = with_op(sin, "minus", sin)
    yield Variant(with_op(site.node, site.op, a, cos, back, params=site.node.params))


def in_degrees(site: Site) -> Iterator[Variant]:
    """A calculator set to degrees, or to radians."""
    if site.op == "outer":
        yield from _all_in_degrees(site)
        return
    other = site.op[:-1] if site.op.endswith("°") else f"{site.op}°"
    units = ("radians", "degrees") if other.endswith("°") else ("degrees", "radians")
    yield Variant(with_op(site.node, other, *site.args), {"right": units[0], "wrong": units[1]})


def _all_in_degrees(site: Site) -> Iterator[Variant]:
    """The angles of sines and cosines together, where these are not written."""
    if site.record.name.split("_")[0] == "psi":
        angle = Node("/", args=(Node("name", "pi"), Node("number", "180")))
        words = {"right": "radians", "wrong": "degrees"}
        yield Variant(with_op(site.node, "times", site.node, constant(angle)), words)
