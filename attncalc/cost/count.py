"""The counts of a run, line by line: parameters, operations there and back, numbers that are held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

from attncalc.cost.run import Run
from attncalc.mechanisms.backward.back import NUMBERS
from attncalc.mechanisms.learned import is_learned
from attncalc.problem.names import read_name
from attncalc.worksheet.counts.back import Back
from attncalc.worksheet.counts.pairs import Pairs
from attncalc.worksheet.counts.term import Factor, Term
from attncalc.worksheet.counts.work import Work
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import inlined
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.results import results


@dataclass(frozen=True)
class Line:
    """Lines of one name that cost the same, in all heads and layers; a number of `entries` each."""

    names: tuple[str, ...]
    entries: Term
    forward: tuple[Term, ...]
    backward: tuple[Term, ...]
    kept: bool
    detail: bool = False


@dataclass(frozen=True)
class Matrix:
    """Parameters of one shape; `used` are the lines in which a tied matrix stands."""

    names: tuple[str, ...]
    entries: Term
    used: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counts:
    """What a run costs; where `masked`, only for the pairs that masks leave."""

    run: Run
    masked: bool = False

    @cached_property
    def _pairs(self) -> Pairs:
        return Pairs(self.run.tables)

    @cached_property
    def _exprs(self) -> dict[str, Expr]:
        return {record.key: record.expr for record in self._made}

    @cached_property
    def _made(self) -> list[Record]:
        """The lines that are worked out, not those that are given, and that the result is made of."""
        records = [record for record in self.run.records if not record.given]
        reached = {record.key for record in results(self.run.records, self.run.result)}
        for record in reversed(records):
            if record.key in reached:
                reached |= {leaf.key for leaf in record.expr.lines()}
        return [record for record in records if record.key in reached]

    @cached_property
    def parameters(self) -> tuple[Matrix, ...]:
        """The matrices that are learned."""
        found: dict[tuple[str, tuple[Factor, ...]], list[str]] = {}
        for key, record in self.run.inputs.items():
            if record.expr.op == "line" and is_learned(self.run.signature, key):
                known = read_name(key)
                sides = tuple(Factor("", axis.size or 1) for axis in record.expr.axes)
                found.setdefault((known.base if known else key, sides), []).append(key)
        return tuple(
            Matrix(tuple(names), Term(sides, False).times(Factor("", len(names))), self._tied(names))
            for (_, sides), names in found.items()
        )

    def _tied(self, names: Iterable[str]) -> tuple[str, ...]:
        """The lines of several names that one matrix stands in."""
        used = [record.name for record in self._made if {leaf.key for leaf in record.expr.lines()} & {*names}]
        return tuple(found) if len(found := dict.fromkeys(used)) > 1 else ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the work, those of all heads and layers together."""
        needed = self._pairs.needed(self._exprs)
        work = Work(self._pairs, self.run.sizes, self.masked)
        back, kept, _ = self._back
        found: dict[tuple[object, ...], list[tuple[Record, Line]]] = {}
        for record in self._made:
            forward = tuple(work.of(record.expr, needed[record.key]))
            is_kept = record.key in kept and record.expr.op != "rule"  # a table is made again
            line = Line(
                (record.key,),
                work.entries(record.expr, needed[record.key]),
                forward,
                tuple(back.get(record.key, ())),
                is_kept,
                record.detail,
            )
            kinds = tuple(title.rpartition(" ")[0] for title in record.titles)
            key = (record.name, kinds, line.entries, line.forward, line.backward, line.kept)
            found.setdefault(key, []).append((record, line))
        return tuple(
            _together([record for record, _ in group], group[0][1], self.run.repeats) for group in found.values()
        )

    @property
    def kept(self) -> set[str]:
        """The lines and inputs whose numbers the way back needs."""
        return self._back[1]

    def total(self, way: str, *, multiplied: bool) -> int:
        """All multiply-adds, or all other operations, of the way `forward` or `backward`."""
        terms = [term for line in self.lines for term in getattr(line, way)]
        terms += [term.times(*self.run.repeats) for term in self._back[2]] if way == "backward" else []
        return sum(term.value for term in terms if term.multiplied is multiplied)

    @cached_property
    def _back(self) -> tuple[Mapping[str, list[Term]], set[str], list[Term]]:
        """What flows back through each line, the lines whose values that needs, and what is added where paths meet."""
        details = {record.key: record.expr for record in self._made if record.detail}
        exprs = {record.key: inlined(record.expr, details) for record in self._made if not record.detail}
        exprs |= {key: record.expr for key, record in self.run.inputs.items() if record.expr.op != "line"}
        live = self._live(exprs)
        needed, work = self._pairs.needed(exprs), Work(self._pairs, self.run.sizes, self.masked)
        found: dict[str, list[Term]] = {}
        kept: set[str] = set()
        arrived: dict[str, int] = {}
        whole: dict[str, int] = {}
        for record in (record for record in self._made if record.key in exprs and record.key in live):
            back = Back(self._pairs, live)
            back.through(
                Expr("line", (), record.expr.axes, (record.name, record.section)), exprs[record.key], needed[record.key]
            )
            found[record.key] = [term for expr, tables in back.made for term in work.of(expr, tables)]
            kept |= back.kept
            for leaf, count in back.arrived:
                arrived[leaf.key] = arrived.get(leaf.key, 0) + count
                whole[leaf.key] = prod(axis.size or 1 for axis in leaf.axes)
        met = [Term((Factor("", count - whole[key]),), False) for key, count in arrived.items() if count > whole[key]]
        return found, kept, met

    def _live(self, exprs: Mapping[str, Expr]) -> set[str]:
        """The lines and inputs that gradients flow to: what depends on an input that is no table and no number."""
        fixed = {*self.run.tables, *NUMBERS}
        live = {
            key
            for key, record in self.run.inputs.items()
            if record.expr.op == "line" and key in self._given and key not in fixed
        }
        parts = {key: record.expr for key, record in self.run.inputs.items() if record.expr.op != "line"}
        for key, expr in {**parts, **exprs}.items():  # a head's columns come before the lines
            if any(leaf.key in live for leaf in expr.lines()):
                live.add(key)
        return live

    @cached_property
    def _given(self) -> set[str]:
        """The inputs that the mechanism names, not tables that options made."""
        names = {*self.run.signature.names}
        return {key for key in self.run.inputs if key in names or ((known := read_name(key)) and known.base in names)}


def _together(records: list[Record], line: Line, repeats: tuple[Factor, ...]) -> Line:
    """One line for all that cost the same, with the number of heads and layers as factors."""
    factors = (*repeats, *_sections(records))
    times = {field: tuple(term.times(*factors) for term in getattr(line, field)) for field in ("forward", "backward")}
    return Line(
        tuple(record.key for record in records),
        line.entries.times(*factors),
        times["forward"],
        times["backward"],
        line.kept,
        line.detail,
    )


def _sections(records: list[Record]) -> Iterator[Factor]:
    """The number of sections at each depth where these are a whole grid, else that of all lines."""
    depth = len(records[0].section)
    numbers = [{record.section[level] for record in records} for level in range(depth)]
    count = 1
    for each in numbers:
        count *= len(each)
    if count != len(records):
        yield Factor("", len(records))
        return
    for level, each in enumerate(numbers):
        yield Factor(_plural(records[0].titles[level].rpartition(" ")[0]), len(each))


def _plural(title: str) -> str:
    words = title.lower().partition(":")[0].split()
    return f"{words[-1]}s" if words else ""
