"""What a line would be if a mistake of method had been made in it, or in a line before it that is not written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from flint import arb

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Calculation, Change, Entry, Lines
from attncalc.check.causes.site import Site, Variant, nodes, replaced
from attncalc.check.causes.table import WRONG, Row
from attncalc.check.claim import Cause
from attncalc.check.judging.grain import equal
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.recorder import Record

MAX_LINES = 24  # unwritten lines before a step in which its mistake is looked for
MAX_NODES = 40  # operations in one line that are looked at


@dataclass(frozen=True, slots=True)
class Mistake:
    """A row of the table at one place, or at several at once: what made each line then, and what tells the student."""

    row: Row
    variant: Variant
    exprs: Mapping[str, Expr]
    turned: bool = False

    @property
    def cause(self) -> Cause:
        """What is said of it."""
        return replace(self.row.cause(self.variant.words, turned=self.turned), line=next(iter(self.exprs), ""))


def mistakes(
    calculation: Calculation, key: str, lines: Lines | None = None, written: Collection[str] | None = None
) -> Iterator[tuple[Cause, Array]]:
    """The values that a line would have under each mistake of method; those that change nothing are left out.

    `lines` are the numbers that it is calculated from (the true ones unless given); with `written`, mistakes in the
    lines before it that are not among these count too.
    """
    lines = calculation.truth if lines is None else lines
    with calculation.working():
        cone = unwritten(calculation, key, written) if written is not None else [calculation.records[key]]
        for cause, value in _outcomes(calculation, cone, lines):
            if value.shape == lines[key].shape and differs(value, lines[key]):
                yield cause, value


def resized(calculation: Calculation, key: str, lines: Lines) -> Iterator[tuple[Cause, Array]]:
    """The values of a line under the mistakes of method in it that give it another size."""
    with calculation.working():
        found = _outcomes(calculation, [calculation.records[key]], lines)
        yield from ((cause, value) for cause, value in found if value.shape != lines[key].shape)


def _outcomes(calculation: Calculation, cone: list[Record], lines: Lines) -> Iterator[tuple[Cause, Array]]:
    for mistake in possible(calculation, cone):
        value = outcome(calculation, cone, mistake, lines)
        if value is not None:
            yield mistake.cause, value


def possible(calculation: Calculation, cone: list[Record], rows: Iterable[Row] = WRONG) -> Iterator[Mistake]:
    """Every mistake of method that may have been made in these lines, in the table's order."""
    places: dict[str, list[Site]] = {}
    for record in reversed(cone):
        for node in list(nodes(record.expr))[:MAX_NODES]:
            places.setdefault(node.op, []).append(Site(calculation, record, node))
    for row in rows:
        found = (mistake for op in row.ops for site in places.get(op, ()) for mistake in _at(row, site))
        yield from _and_together(list(found)) if row.everywhere else found


def _at(row: Row, site: Site) -> Iterator[Mistake]:
    """A row of the table at one operation."""
    turned = site.calculation.is_turned(site.record.key)
    for variant in row.rewrite(site) if row.rewrite else ():
        yield Mistake(row, variant, {site.record.key: replaced(site.record.expr, site.node, variant.expr)}, turned)


def _and_together(found: list[Mistake]) -> Iterator[Mistake]:
    """Mistakes, each by itself, and all of them made by one student."""
    exprs: dict[str, Expr] = {}
    words: dict[str, str] = {}
    for mistake in reversed(found):  # in the order of the work
        exprs = {**mistake.exprs, **exprs}
        for name, text in mistake.variant.words.items():
            words[name] = " and ".join(dict.fromkeys([*filter(None, words.get(name, "").split(" and ")), text]))
    if len(exprs) > 1:
        yield replace(found[0], exprs=exprs, variant=replace(found[0].variant, words=words))
    yield from found


def outcome(
    calculation: Calculation,
    cone: list[Record],
    mistake: Mistake,
    lines: Lines,
    constant: Change | None = None,
    kept: Change | None = None,
) -> Array | None:
    """The last line of the cone under a mistake; `constant` and `kept` round the constants and the lines on the way."""
    local = {**lines, **mistake.variant.tables}
    value: Array | None = None
    changed: set[str] = set()
    for record in cone:
        is_place, is_last = record.key in mistake.exprs, record is cone[-1]
        if not (is_place or constant or kept or changed & {leaf.key for leaf in record.expr.lines()}):
            continue
        value = _value(calculation, mistake.exprs[record.key] if is_place else record.expr, local, constant)
        if value is None or (not is_last and value.shape != lines[record.key].shape):
            return None
        local[record.key] = value.map(kept) if kept and not is_last else value
        changed.add(record.key)
    return value


def _value(calculation: Calculation, expr: Expr, lines: Lines, constant: Change | None) -> Array | None:
    """An expression on these lines; None too where −∞ meets what no masked score meets, or 0 divides."""
    value = calculation.value(expr, lines, constant)
    return value if value is not None and all(map(_is_finite, value.flat)) else None


def _is_finite(entry: Entry) -> bool:
    return type(entry) is not arb or bool(entry.is_finite())


def unwritten(calculation: Calculation, key: str, written: Collection[str]) -> list[Record]:
    """The lines that a line is calculated from and that are not written, in order, and the line itself."""
    found = {key}
    open_ = [key]
    while open_ and len(found) < MAX_LINES:
        for leaf in calculation.records[open_.pop(0)].expr.lines():
            known = calculation.records.get(leaf.key)
            if known and not known.given and leaf.key not in found and leaf.key not in written:
                found.add(leaf.key)
                open_.append(leaf.key)
    return [record for name, record in calculation.records.items() if name in found]


def differs(one: Array, other: Array) -> bool:
    """Whether two arrays of one shape differ anywhere."""
    return any(not equal(a, b) for a, b in zip(one.flat, other.flat, strict=True))
