"""The scale of the scores: left out, of another size, turned round, done twice."""

from __future__ import annotations

from collections.abc import Iterator

from flint import arb

from attncalc.check.causes.relations.digits import number_of, shown, texts
from attncalc.check.causes.site import Rewrite, Site, Variant, constant, name_of, with_op
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import constant_tree
from attncalc.worksheet.notation import TEXT, write

D_K = Node("name", "d_k")
OTHER = {"over": "times", "times": "over"}
NOTHING = (0, 1)  # what nobody divides by


def _is_scale(site: Site) -> bool:
    """Whether the node is where scores are scaled: S/√d_k or S·c."""
    return "scaled" in site.record.name and site.args[1].op == "constant"


def _root(tree: Node) -> Node:
    return Node("call", "sqrt", (tree,))


def written(scale: Expr) -> str:
    """√d_k = √8, or just 2."""
    tree, numbers = constant_tree(scale, numeric=False), constant_tree(scale, numeric=True)
    return write(tree, TEXT) if tree == numbers else f"{write(tree, TEXT)} = {write(numbers, TEXT)}"


def _by(site: Site, tree: Node) -> Variant:
    """The scores divided by another number."""
    scale = site.args[1]
    other = constant(tree, scale.params[1])
    words = {"right": written(scale), "other": written(other)}
    return Variant(with_op(site.node, "over", site.args[0], other), words)


def no_scaling(site: Site) -> Iterator[Variant]:
    """S for S/√d_k; and the scores before scaling where those after it belong."""
    if site.op == "line":
        made = site.made(site.node)
        if site.node.params[0] == "S_scaled" and made.op in OTHER and site.record.name.startswith("E"):
            yield Variant(made.args[0], {"right": written(made.args[1])})
    elif _is_scale(site):
        yield Variant(site.args[0], {"right": written(site.args[1])})


def by_d_k(site: Site) -> Iterator[Variant]:
    """S/d_k for S/√d_k."""
    if _is_scale(site) and site.args[1].params[0] == _root(D_K):
        yield _by(site, D_K)


def by_size(*sizes: str) -> Rewrite:
    """S/√d_model for S/√d_k: another size of the problem."""

    def rewrite(site: Site) -> Iterator[Variant]:
        if not _is_scale(site):
            return
        values = {**_sizes(site), **site.args[1].params[1]}
        own = values.get("d_k")
        for size in sizes:
            if size in values and values[size].text not in ("1", own and own.text):  # √1 is not dividing at all
                name = "d_model" if size == "h*d_k" else size
                known = _knowing(site.node, {**values, name: values[size]})
                yield _by(Site(site.calculation, site.record, known), _root(Node("name", name)))

    return rewrite


def _sizes(site: Site) -> dict[str, object]:
    """The sizes of the problem by their names, from the sides of its lines and inputs."""
    from attncalc.reading.number import Number

    records = (*site.calculation.inputs.values(), *site.calculation.records.values())
    return {axis.name: Number(str(axis.size)) for record in records for axis in record.expr.axes if axis.size}


def _knowing(node: Expr, values: dict[str, object]) -> Expr:
    """The node with more sizes known to its constant."""
    scale = node.args[1]
    return with_op(node, node.op, node.args[0], Expr("constant", (), (), (scale.params[0], values)))


def by_a_neighbour(site: Site) -> Iterator[Variant]:
    """S/√5 for S/√4: d_k counted wrong by one."""
    scale = site.args[1]
    if _is_scale(site) and scale.params[0] == _root(D_K) and "d_k" in scale.params[1]:
        size = int(scale.params[1]["d_k"].text)
        for other in (size + 1, size - 1):
            if other > 1:
                yield _by(site, _root(Node("number", str(other))))


def root_rounded(site: Site) -> Iterator[Variant]:
    """S/1.4 for S/√2; √2 taken as 1 is no division at all."""
    value = site.calculation.value(site.args[1], {}) if _is_scale(site) else None
    for places in (1, 0) if type(value) is arb else ():
        for text in texts(value, places)[:1]:
            if number_of(text) not in NOTHING:
                words = {"right": written(site.args[1]), "other": shown(text)}
                yield Variant(with_op(site.node, site.op, site.args[0], constant(text)), words)


def multiplied(site: Site) -> Iterator[Variant]:
    """S·√d_k for S/√d_k, and the reverse."""
    if _is_scale(site):
        yield Variant(with_op(site.node, OTHER[site.op], *site.args), {"right": written(site.args[1])})


def twice(site: Site) -> Iterator[Variant]:
    """S/√d_k/√d_k; and scaled scores scaled once more before softmax."""
    if site.op in OTHER and _is_scale(site):
        again = with_op(site.node, site.op, site.node, site.args[1])
        yield Variant(again, {"right": written(site.args[1])})
    elif site.op == "exp" and site.args[0].op == "line":
        made = site.made(site.args[0])
        if site.args[0].params[0] == "S_scaled" and made.op in OTHER:
            again = with_op(made, made.op, site.args[0], made.args[1])
            yield Variant(with_op(site.node, "exp", again), {"right": written(made.args[1])})


def needlessly(site: Site) -> Iterator[Variant]:
    """softmax(S/√d_k) where the problem scales nothing."""
    S = site.args[0]
    if S.op != "line" or S.params[0] not in ("S", "e"):
        return
    product = site.made(S)
    if product.op == "matmul" and (width := product.args[0].axes[-1].size) and width > 1:
        scale = constant(_root(Node("number", str(width))))
        scaled = with_op(S, "over", S, scale)
        words = {"other": written(scale), "scores": name_of(S)}
        yield Variant(with_op(site.node, site.op, scaled, *site.args[1:], params=site.node.params), words)
