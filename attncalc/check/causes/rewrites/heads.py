"""Several heads: one taken for another, and their outputs put together in another way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from attncalc.check.causes.site import Site, Variant, constant, name_of, replaced, with_op
from attncalc.worksheet.expression import Expr

MAX_HEADS = 8


def _is_head(site: Site) -> bool:
    return bool(site.record.titles) and site.record.titles[-1].startswith("Head")


def wrong_head(site: Site) -> Iterator[Variant]:
    """Another head's matrix in the place of this head's."""
    if not _is_head(site) or site.op not in ("line", "columns"):
        return
    others = _other_lines(site) if site.op == "line" else _other_columns(site)
    yield from others


def _other_lines(site: Site) -> Iterator[Variant]:
    name, section = site.node.params
    if section != site.record.section:
        return
    for number in range(1, MAX_HEADS + 1):
        other = site.line(name, (*section[:-1], number)) if number != section[-1] else None
        if other and site.shape(other) == site.shape(site.node):
            yield Variant(other, {"wrong": name_of(other), "right": name_of(site.node)})


def _other_columns(site: Site) -> Iterator[Variant]:
    cut, total = site.node.params, site.shape(site.args[0])
    if not total:
        return
    width = cut.stop - cut.start
    for start in range(0, total[-1] - width + 1, max(width, 1)):
        if start != cut.start:
            other = with_op(site.node, "columns", *site.args, params=slice(start, start + width))
            yield Variant(other, {"wrong": name_of(other), "right": name_of(site.node)})


def all_of_another_head(site: Site) -> Iterator[Variant]:
    """Every matrix of another head in the place of this head's."""
    section = site.record.section
    if not _is_head(site) or site.node != site.record.expr:
        return
    own = [leaf for leaf in site.node.lines() if leaf.params[1] == section]
    for number in range(1, MAX_HEADS + 1):
        others = [site.line(leaf.params[0], (*section[:-1], number)) for leaf in own]
        if number == section[-1] or len(others) < 2 or None in others:
            continue
        expr = site.node
        for leaf, other in zip(own, others, strict=True):
            expr = replaced(expr, leaf, other or leaf)
        yield Variant(expr, {"wrong": f"head {number}", "right": f"head {section[-1]}"})


def _joins_heads(site: Site) -> bool:
    names = {arg.params[0] for arg in site.args if arg.op == "line"}
    return len(site.args) > 1 and len(names) == 1 and all(arg.op == "line" and arg.params[1] for arg in site.args)


def in_another_order(site: Site) -> Iterator[Variant]:
    """The heads' outputs side by side, but not from the first to the last."""
    if not _joins_heads(site):
        return
    orders = [tuple(reversed(site.args))]
    orders += [site.args[i:] + site.args[:i] for i in range(1, len(site.args))] if len(site.args) > 2 else []
    for order in orders:
        yield Variant(with_op(site.node, site.op, *order), {"order": ", ".join(map(name_of, order))})


def joined_as_they_lie(site: Site) -> Iterator[Variant]:
    """The heads one below the other, then cut into rows: what reshaping without transposing gives."""
    if _joins_heads(site) and len(site.shape(site.args[0])) == 2:
        from attncalc.worksheet.selection import Shape

        height, width = site.shape(site.args[0])
        if height > 1:
            axes = (site.node.axes[0]._replace(size=height), site.node.axes[1]._replace(size=width * len(site.args)))
            below = Expr("stacked", site.args, (), "n")
            yield Variant(with_op(site.node, "reshaped", below, params=Shape(axes)))


def dealt_in_turn(site: Site) -> Iterator[Variant]:
    """Columns 1, 3 for the first head and 2, 4 for the second, instead of blocks."""
    cut = site.cut(site.node) if _is_head(site) else None
    width = site.shape(cut.args[0])[-1] if cut and site.shape(cut.args[0]) else 0
    own = cut.params.stop - cut.params.start if cut else 0
    if cut and 1 < own < width and width % own == 0:
        heads = width // own
        order = tuple(range(cut.params.start // own + 1, width + 1, heads))
        yield Variant(with_op(site.node, "reordered", *cut.args, params=order))


def _blocks(site: Site) -> list[Expr]:
    """The rows of Wo that belong to each head; none where the product is another one."""
    C, Wo = site.args
    heads = site.made(C)
    width = site.shape(heads.args[0])[-1:] if heads.op == "beside" and len(site.shape(Wo)) == 2 else ()
    if not width or site.shape(Wo)[0] != width[0] * len(heads.args):
        return []
    return [Expr("row block", (Wo,), Wo.axes, slice(i * width[0], (i + 1) * width[0])) for i in range(len(heads.args))]


def not_joined(site: Site) -> Iterator[Variant]:
    """The sum of the heads, their mean, or one alone before its rows of Wo, where all belong side by side."""
    blocks = _blocks(site) if site.op == "matmul" else []
    heads = site.made(site.args[0]).args if blocks else site.args if _joins_heads(site) else ()
    for name, head, block in _as_one(heads, blocks):
        yield Variant(with_op(site.node, "matmul", head, block) if block else head, {"instead": name})


def _as_one(heads: Sequence[Expr], blocks: Sequence[Expr]) -> Iterator[tuple[str, Expr, Expr | None]]:
    """One matrix in the place of all heads, what it is called, and the rows of Wo that go with it."""
    for head, block in zip(heads, blocks, strict=False):
        yield f"{name_of(head)} alone", head, block
    if heads:
        total, own = reduce(lambda a, b: with_op(a, "add", a, b), heads), blocks[0] if blocks else None
        yield f"The sum {' + '.join(map(name_of, heads))}", total, own
        mean = with_op(total, "over", total, constant(str(len(heads))))
        yield f"The mean of {' and '.join(map(name_of, heads))}", mean, own


def wo_by_blocks(site: Site) -> Iterator[Variant]:
    """Each head times its own rows and columns of Wo, and the products side by side."""
    blocks, Wo = _blocks(site), site.args[1]
    width = site.shape(Wo)[-1] // len(blocks) if blocks else 0
    if len(blocks) > 1 and width * len(blocks) == site.shape(Wo)[-1]:
        parts = zip(site.made(site.args[0]).args, blocks, range(0, width * len(blocks), width), strict=True)
        products = [
            with_op(site.node, "matmul", head, with_op(Wo, "columns", block, params=slice(start, start + width)))
            for head, block, start in parts
        ]
        yield Variant(with_op(site.node, "beside", *products), {"weight": name_of(Wo)})


def without_output_projection(site: Site) -> Iterator[Variant]:
    """C for C Wo."""
    C, Wo = site.args
    if C.op == "line" and Wo.op == "line" and Wo.params[0] == "Wo":
        yield Variant(C, {"weight": name_of(Wo), "line": name_of(C)})
