"""A worksheet's lines calculated again from other numbers: those that a student wrote, or a mistake's."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any

from flint import arb, fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.arithmetic.decimal import Decimal
from attncalc.arithmetic.limits import ball_of
from attncalc.errors import AttncalcError, MorePrecision
from attncalc.problem.names import spell
from attncalc.worksheet.evaluate import evaluate
from attncalc.worksheet.expression import Axis, Expr, line
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.tensor import Tensor, apply, exp, row_sums
from attncalc.worksheet.worksheet import Worksheet

if TYPE_CHECKING:
    from attncalc.check.claim import Claim

PRECISION = 128
Entry = Any  # fmpq where it is rational, else a ball of PRECISION bits (arb); MINUS_INFINITY of a masked score
Lines = Mapping[str, Array]
Change = Callable[[Entry], Entry]


class Calculation:
    """The lines of one solved problem, ready to be calculated again.

    `truth` holds every line, input and size as it should be, by ASCII name. Entries are rationals or balls, no closed
    forms: comparisons of rationals are exact, and balls are far narrower than any digit that somebody writes.
    """

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self.arithmetic = Decimal(PRECISION)
        self.records: dict[str, Record] = {record.key: record for record in sheet.records}
        self.inputs: dict[str, Record] = {record.key: record for record in sheet.inputs}
        with self.working():
            self._join_heads()
            self.sizes = {record.key: record for record in self._sizes() if record.key not in self.inputs}
            lines = (*self.inputs.values(), *self.records.values(), *self.sizes.values())
            self.truth: dict[str, Array] = {record.key: loose(record.value) for record in lines}
        self.known: dict[Hashable, Array | None] = {}  # what was calculated from the truth, for all pages
        self.taken: tuple[Claim, ...] = ()  # inputs that an answer takes from its own earlier questions

    @contextmanager
    def working(self) -> Iterator[None]:
        """The context in which entries are calculated and compared: balls have `PRECISION` bits in it."""
        with self.arithmetic.working():
            yield

    def is_turned(self, key: str) -> bool:
        """Whether a line stands on the page with rows and columns exchanged: tokens are columns there."""
        record = self.records.get(key) or self.inputs.get(key)
        plan = self.sheet.plan
        if record is None or len(record.expr.axes) != 2:
            return False
        if key in self.inputs:
            return plan.orientation.turns(key, plan.mechanism.signature)
        return plan.orientation.columns

    def value(self, expr: Expr, lines: Lines, constant: Change | None = None) -> Array | None:
        """An expression on these lines; None where it has no value there (sizes, domains, an undecided choice).

        `constant` changes the constants in it: √8 to 2.83.
        """
        try:
            if expr.op == "exp":
                found: Array = self._value(expr.args[0], lines, constant).map(self._exponential)
            else:
                found = loose(self._value(expr, lines, constant))
            return found
        except (AttncalcError, ArithmeticError, MorePrecision, IndexError, KeyError, ValueError):
            return None

    def line(self, key: str, lines: Lines, constant: Change | None = None) -> Array | None:
        """What a line of the work is, calculated from these lines."""
        return self.value(self.records[key].expr, lines, constant)

    def carried(self, written: Lines) -> dict[str, Array]:
        """Every line as it follows from what was written: these lines as they are, the others from the lines before."""
        lines = {**self.truth, **written}
        for key in self.records:
            value = None if key in written else self.line(key, lines)
            if value is not None and value.shape == self.truth[key].shape:
                lines[key] = value
        return lines

    def with_taken(self, claims: tuple[Claim, ...]) -> Calculation:
        """The same for one answer, which goes on with numbers of its own in some inputs."""
        other = copy(self)
        other.taken = claims
        return other

    def _join_heads(self) -> None:
        """Q, K and V of all heads side by side, which people write before they split them."""
        heads: dict[str, list[Record]] = {}
        for record in self.sheet.records:
            if record.name in ("Q", "K", "V") and [title[:4] for title in record.titles] == ["Head"]:
                heads.setdefault(record.name, []).append(record)
        for name, parts in heads.items():
            if len(parts) > 1 and name not in self.records and name not in self.inputs:
                self._add(name, (), apply("beside", *(self._line(part) for part in parts)))

    def add_shifted(self) -> None:
        """The exponentials of scores less their row's maximum, for those who calculate so; softmax is the same."""
        with self.working():
            for record in self.sheet.records:
                of_a_line = record.expr.op == "exp" and record.expr.args[0].op == "line"
                if of_a_line and spell("E_shifted", record.section) not in self.records:
                    scores = self._line(self.records.get(record.expr.args[0].key) or record)
                    if any(entry == 0 for entry in loose(scores.value).flat if entry is not MINUS_INFINITY):
                        continue  # e⁰ is the exponential of that score
                    less = self._add("S_shifted", record.section, apply("minus max", scores))
                    parts = self._add("E_shifted", record.section, exp(less))
                    self._add("Z_shifted", record.section, row_sums(parts))

    def _line(self, record: Record) -> Tensor:
        return Tensor(self.arithmetic, line(record.name, record.section, record.expr.axes), record.value)

    def _add(self, name: str, section: tuple[int, ...], tensor: Tensor) -> Tensor:
        """A line that the worksheet does not list."""
        record = Record(name, section, (), tensor.expr, tensor.value, "", detail=True)
        self.records[record.key] = record
        if hasattr(self, "truth"):
            self.truth[record.key] = loose(record.value)
        return self._line(record)

    def _sizes(self) -> Iterator[Record]:
        """The sizes of the problem, and the scale, as lines of one entry: people write them too (d_k = 4)."""
        found = {name: self.arithmetic.rational(str(size)) for name, size in self.sheet.recorder.sizes.items()}
        for record in self.sheet.records:
            if record.name == "S_scaled" and record.expr.op in ("over", "times") and "scale" not in found:
                constant = self._value(record.expr.args[1], {}, None)
                found["scale"] = 1 / constant if record.expr.op == "over" else constant
        for name, value in found.items():
            yield Record(name, (), (), line(name, (), (Axis("1", 1),)), Array([value], (1,)), "", given=True)

    def _exponential(self, entry: Entry) -> Entry:
        """A ball at once, where a closed form would become one anyway."""
        if type(entry) in (arb, fmpq) and entry != 0:
            return ball_of(entry).exp()
        return _loose(self.arithmetic.function("exp", entry))

    def _value(self, expr: Expr, lines: Lines, constant: Change | None) -> Any:
        if constant is None:
            return evaluate(self.arithmetic, expr, lines)
        return evaluate(self.arithmetic, expr, lines, lambda value: constant(_loose(value)))


def loose(value: Any) -> Any:
    """An array with balls in place of closed forms."""
    return value.map(_loose) if isinstance(value, Array) else _loose(value)


def _loose(entry: Entry) -> Entry:
    return entry if type(entry) is fmpq or entry is MINUS_INFINITY else ball_of(entry)
