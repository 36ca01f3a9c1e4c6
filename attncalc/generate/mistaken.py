"""Mistakes of the table that are made on purpose: in which line they show first, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.arithmetic.base import Arithmetic
from attncalc.check.calculation import Calculation, Entry, Lines
from attncalc.check.causes.outcomes import Mistake, possible, unwritten
from attncalc.generate.effort import FINE, generic
from attncalc.generate.predicates import Constraint
from attncalc.worksheet.evaluate import evaluate
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.recorder import Recorder

TINY = fmpq(1, 10**20)
LARGE = 1000  # more digits before the point than calculations by hand have
SMALL = fmpq(1, 1000)  # of a weight, unless it is 0
SEVERAL = 2  # entries that tell a mistake from a slip
FORMULAS = (
    "no-scaling",
    "scaled-by-d-k",
    "scaled-by-d-model",
    "multiplied-instead-of-divided",
    "scaled-needlessly",
    "softmax-over-the-other-axis",
    "softmax-over-the-whole-matrix",
    "no-exponential",
    "without-normalising",
    "base-2",
    "exponent-sign-turned",
    "sum-of-the-others",
    "k-for-k-transposed",
    "q-and-k-exchanged",
    "weights-transposed",
    "attention-transposed",
    "factors-exchanged",
    "k-used-for-v",
    "q-used-for-v",
    "q-used-for-k",
    "k-used-for-q",
    "not-projected",
    "bias-forgotten",
    "residual-forgotten",
    "activation-forgotten",
    "mask-missing",
    "causal-mask-added",
    "mask-filled-with-0",
    "joined-in-another-order",
    "root-forgotten",
    "mean-left-in",
)  # what is told by its formula


@dataclass(frozen=True)
class Change:
    """A mistake: its name in the table, what is said of it, and the lines that are made otherwise under it.

    `key` is the first line on the page that it reaches, `tables` what only the mistake knows.
    """

    name: str
    says: str
    key: str
    exprs: Mapping[str, Expr]
    tables: Mapping[str, Array] = field(default_factory=dict)


def changes(calculation: Calculation, names: Collection[str] = ()) -> Iterator[Change]:
    """Every mistake of method, or those of these names, that may be made in a line on the page or on the way to it."""
    keys = on_page(calculation)
    seen: list[Mapping[str, Expr]] = []
    for key in keys:
        for mistake in possible(calculation, unwritten(calculation, key, keys)):
            change = _change(key, mistake)
            if (not names or change.name in names) and (change.exprs not in seen or change.tables):
                seen.append(change.exprs)
                yield change


def on_page(calculation: Calculation) -> list[str]:
    """The lines that a worksheet shows and that somebody has to calculate."""
    return [key for key, record in calculation.records.items() if not record.detail and not record.given]


def _change(key: str, mistake: Mistake) -> Change:
    says = mistake.cause.says
    return Change(mistake.row.name, says, key, mistake.exprs, mistake.variant.tables)


def in_all_sections(calculation: Calculation, found: Iterable[Change]) -> list[Change]:
    """These mistakes, each made in the same line of every head, or of every step, at once."""
    groups: dict[tuple[object, ...], Change] = {}
    counts: dict[tuple[str, str], int] = {}
    for change in found:
        (own,) = change.exprs
        number = counts[change.name, own] = counts.get((change.name, own), 0) + 1
        place = (change.name, calculation.records[own].name, number)
        first = groups.setdefault(place, change)
        groups[place] = replace(first, exprs={**first.exprs, **change.exprs})
    return list(groups.values())


def carried(calculation: Calculation, change: Change, lines: Lines) -> dict[str, Array] | None:
    """Every line as it follows from a mistake; None where some line has no value then, or another shape."""
    found = {**lines, **change.tables}
    reached: set[str] = set()
    with calculation.working():
        for key, record in calculation.records.items():
            if not record.given and (key in change.exprs or reached & {line.key for line in record.expr.lines()}):
                value = _value(calculation, change.exprs.get(key, record.expr), found)
                if value is None or value.shape != lines[key].shape:
                    return None
                found[key] = value
                reached.add(key)
    return found


def _value(calculation: Calculation, expr: Expr, lines: Lines) -> Array | None:
    value = calculation.value(expr, lines)
    is_number = value is not None and all(type(entry) is not arb or entry.is_finite() for entry in value.flat)
    return value if is_number else None


def is_shown(
    calculation: Calculation, change: Change, keys: Iterable[str], lines: Lines, decimals: int, least: int
) -> bool:
    """Whether a mistake makes so many entries of one of these lines certainly other at so many decimals."""
    made = carried(calculation, change, lines)
    with calculation.working():
        return made is not None and any(_is_other(made[key], lines[key], decimals, least) for key in keys)


def is_believable(calculation: Calculation, change: Change, lines: Lines, *, named: bool) -> bool:
    """Whether it cannot be told at a glance: weights are parts of 1, none a tiny one, and no number is very large.

    A mistake that was `named` may make weights of any size.
    """
    made = carried(calculation, change, lines) or {}
    shown = {key: made[key] for key in on_page(calculation) if key in made}
    shares = {key for key in shown if calculation.records[key].expr.op == "share"} - {*(change.exprs if named else ())}
    with calculation.working():
        return all(
            bool(abs(entry) < LARGE) and (key not in shares or _is_share(entry))
            for key, array in shown.items()
            for entry in array.flat
            if entry is not MINUS_INFINITY
        )


def _is_share(entry: Entry) -> bool:
    return bool(entry == 0) or (bool(entry >= SMALL) and bool(entry <= 1))


def _is_other(wrong: Array, right: Array, decimals: int, least: int) -> bool:
    """Whether so many wrong entries, or all, are no rounding of the right ones: −1 is one of −0.7."""
    pairs = list(zip(wrong.flat, right.flat, strict=True))
    count = sum(a is not b if MINUS_INFINITY in (a, b) else bool(abs(a - b) > _unit(a, decimals)) for a, b in pairs)
    return count >= min(least, len(pairs))


def _unit(entry: Entry, decimals: int) -> fmpq:
    """The unit of the last decimal that is written."""
    return fmpq(1, 10 ** next((place for place in range(decimals) if _is_whole(entry * 10**place)), decimals))


def _is_whole(entry: Entry) -> bool:
    return bool(abs(entry - (entry + fmpq(1, 2)).floor()) < TINY)


def applicable(calculation: Calculation, keys: Collection[str], *, of_asked: bool = False) -> list[str]:
    """The names of the mistakes that can show in these lines, whatever the numbers are, in the table's order.

    They show where they are made, or in any line that is calculated from there (`of_asked`).
    """
    shows = Shows("mistakes-show", lines=tuple(keys), of_asked=of_asked, decimals=FINE)
    return list(dict.fromkeys(change.name for change in shows.shown(calculation, generic(calculation))))


def remade(change: Change, *, stated: bool) -> Callable[[Arithmetic, Recorder], None]:
    """Makes the lines of a run as they follow from a mistake; `stated`, their formulas say so too."""

    def remake(arithmetic: Arithmetic, recorder: Recorder) -> None:
        records = (*recorder.inputs.values(), *recorder.records)
        lines = {**{record.key: record.value for record in records}, **change.tables}
        reached: set[str] = set()
        for place, record in enumerate(recorder.records):
            expr = change.exprs.get(record.key, record.expr)
            if record.given or not (record.key in change.exprs or reached & {line.key for line in expr.lines()}):
                continue
            value = arithmetic.settle(evaluate(arithmetic, expr, lines))
            lines[record.key] = value
            reached.add(record.key)
            recorder.records[place] = replace(record, value=value, expr=expr if stated else record.expr)

    return remake


@dataclass(frozen=True, slots=True)
class Shows(Constraint):
    """A mistake, of these names where some are named, shows in one of these lines at so many decimals.

    It shows in the first line on the page that it reaches; `of_asked`, where it is made in every head, in any of them.
    """

    mistakes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    of_asked: bool = False
    decimals: int = 4
    believable: bool = False  # and could have been made

    def holds(self, calculation: Calculation, lines: Lines) -> bool:
        """Whether one does, for certain."""
        return next(self.shown(calculation, lines), None) is not None

    def shown(self, calculation: Calculation, lines: Lines) -> Iterator[Change]:
        """The mistakes that do."""
        found = changes(calculation, self.mistakes)
        for change in in_all_sections(calculation, found) if self.of_asked else found:
            if self.of_asked or change.key in self.lines:
                keys = self.lines if self.of_asked else (change.key,)
                least = 1 if self.of_asked else SEVERAL
                if is_shown(calculation, change, keys, lines, self.decimals, least) and (
                    not self.believable or is_believable(calculation, change, lines, named=bool(self.mistakes))
                ):
                    yield change

    def __str__(self) -> str:
        return " ".join(filter(None, ("that a mistake shows", ", ".join(self.mistakes[:3]))))
