"""Decoders: one state for another, and the order in which context and state are joined."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.causes.site import Site, Variant, name_of, with_op

STATES = {"s": "s_new", "s_new": "s"}


def another_state(site: Site) -> Iterator[Variant]:
    """s of the step before for s of this step, and the reverse."""
    name, section = site.node.params
    if name not in STATES or site.record.name in (name, f"pre_{name}"):
        return
    others = [site.line(STATES[name], section)]
    if section:
        others += [site.line(name, (*section[:-1], section[-1] + step)) for step in (-1, 1)]
        others += [site.line(name, section[:-1])] if section[-1] == 1 else []
    elif site.record.section:
        others += [site.line(name, site.record.section)]
    for other in others:
        if other and other.params != site.node.params and site.shape(other) == site.shape(site.node):
            yield Variant(other, {"wrong": name_of(other), "right": name_of(site.node)})


def joined_in_another_order(site: Site) -> Iterator[Variant]:
    """[s; c] for [c; s]."""
    first, second = (*site.args, None, None)[:2]
    if first is None or second is None or len(site.args) != 2 or "line" not in (first.op, second.op):
        return
    names = {arg.params[0] for arg in site.args if arg.op == "line"}
    if len(names) == 2 and names != {"sin", "cos"}:
        yield Variant(with_op(site.node, site.op, second, first), {"first": name_of(second), "second": name_of(first)})
