"""Masks: left out, added, put on after softmax, filled with 0, turned over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import ge, le, ne

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.causes.site import Site, Variant, with_op
from attncalc.worksheet.expression import Expr

ZERO = fmpq(0)
TABLE = "M_mistaken"  # the name of a mask that only the mistake knows


def _mask(site: Site) -> Array | None:
    """The table of a masking operation, if it hides anything."""
    M = site.args[1]
    value = site.calculation.truth.get(M.key) if M.op == "line" else site.calculation.value(M, site.calculation.truth)
    return value if value is not None and MINUS_INFINITY in value.flat else None


def _with_table(site: Site, table: Array, words: dict[str, str] | None = None) -> Variant:
    line = Expr("line", (), site.node.axes, (TABLE, ()))
    scores = site.args[0] if site.op == "masked" else site.node
    return Variant(with_op(site.node, "masked", scores, line), words or {}, {TABLE: table})


def missing(site: Site) -> Iterator[Variant]:
    """The scores as they were; and those before masking where the masked ones belong."""
    if site.op == "masked":
        yield Variant(site.args[0])
    elif site.node.params[0] == "S_masked" and site.record.name.startswith("E"):
        made = site.made(site.node)
        if made.op == "masked":
            yield Variant(made.args[0])


def filled_with_zeros(site: Site) -> Iterator[Variant]:
    """0 where −∞ belongs."""
    yield Variant(with_op(site.node, "kept", site.node))


def mirrored(site: Site) -> Iterator[Variant]:
    """The mask's transpose."""
    M = site.args[1]
    if len(set(M.axes and [axis.size for axis in M.axes])) == 1:
        yield Variant(with_op(site.node, "masked", site.args[0], Expr("transpose", (M,), M.axes[::-1])))


def inverted(site: Site) -> Iterator[Variant]:
    """Hidden what is to be seen, and seen what is to be hidden."""
    if (M := _mask(site)) is not None:
        yield _with_table(site, M.map(lambda entry: ZERO if entry is MINUS_INFINITY else MINUS_INFINITY))


def shifted(site: Site) -> Iterator[Variant]:
    """A diagonal mask one place too far to the left or to the right."""
    M = _mask(site)
    if M is None or len(M.shape) != 2:
        return
    for step in (1, -1):
        yield _with_table(site, Array.of(_moved(row, step) for row in M.rows))


def _moved(row: list[object], step: int) -> list[object]:
    """A row moved by one place; its first or last entry stays."""
    return [row[0], *row[:-1]] if step == 1 else [*row[1:], row[-1]]


def causal_added(site: Site) -> Iterator[Variant]:
    """A causal mask where nothing is to be hidden."""
    S = site.args[0]
    if S.op == "line" and S.params[0] != "S_masked":
        yield from _added(site, ge, le)


def own_token_hidden(site: Site) -> Iterator[Variant]:
    """The diagonal hidden."""
    if site.args[0].op == "line":
        yield from _added(site, ne)


def _added(site: Site, *rules: Callable[[int, int], bool]) -> Iterator[Variant]:
    """A mask more on square scores, which shows a key to a query where their places compare so."""
    S = site.args[0]
    shape = site.shape(S)
    for shows in rules if len(shape) == 2 and shape[0] == shape[1] > 1 else ():
        table = Array.of([ZERO if shows(i, j) else MINUS_INFINITY for j in range(shape[1])] for i in range(shape[0]))
        masked = _with_table(Site(site.calculation, site.record, S), table)
        yield Variant(with_op(site.node, site.op, masked.expr, params=site.node.params), {}, masked.tables)


def after_softmax(site: Site) -> Iterator[Variant]:
    """Softmax of all scores, and then 0 for the hidden ones: rows that no longer sum to 1."""
    E = site.args[0]
    masked = site.made(site.made(E).args[0]) if site.made(E).op == "exp" else E
    if masked.op != "masked":
        return
    S, M = masked.args
    powers = with_op(S, "exp", S)
    weights = with_op(site.node, "share", powers, Expr("row sums", (powers,), site.args[1].axes))
    yield Variant(with_op(site.node, "hadamard", weights, with_op(M, "exp", M)))
