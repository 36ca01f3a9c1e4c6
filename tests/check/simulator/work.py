"""A problem as one student works it: in a habit, with mistakes, slips and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from drawn import decimal_of, has_sums
from flint import fmpq
from synthetic import HIDDEN
from synthetic import Work as Worked

from attncalc.arithmetic.array import Array
from attncalc.check.calculation import Entry
from attncalc.check.causes.outcomes import unwritten

from .forms import form
from .moves import DROPPED, MOVES, outcomes
from .terms import Place

BEFORE = ("Q", "K", "V", "S", "Wh", "Ws", "Uh", "pre", "Q_rot", "K_rot", "C", "B", "e")  # what may stay exact
KNOWN = (
    *BEFORE,
    "S_scaled",
    "S_biased",
    "S_masked",
    "E",
    "Z",
    "A",
    "O",
    "MH",
    "T",
    "alpha",
    "c",
    "cos",
    "sin",
    "X_res",
    "mu",
    "X_centred",
    "var",
    "sigma",
    "X_norm",
)
WHOLE = 4  # the decimals up to which somebody writes all digits of a number


@dataclass(frozen=True)
class Slip:
    """A number written in the place of another one, and what it is.

    `of` is the entry that was copied wrongly into the calculation of the entry at `place`; the slip is there then.
    """

    name: str
    sort: str  # arithmetic or copy
    place: Place
    text: str
    of: Place | None = None


@dataclass
class Work(Worked):
    """What is written of every line and input; `skipped` are lines that a mistake leaves out."""

    slips: tuple[Slip, ...] = ()
    skipped: frozenset[str] = frozenset()
    cause: str | None = None
    lines: dict[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with self.calculation.working():
            self.lines = dict(self.calculation.truth)
            for key, record in self.calculation.inputs.items():
                self._put(key, record.value)
            for key in self.calculation.records:
                self._put(key, self._made(key, self.lines))

    def _put(self, key: str, value: Array) -> None:
        rows = [list(row) for row in value.rows]
        texts = [[self.text(key, entry, (key, i, j)) for j, entry in enumerate(row)] for i, row in enumerate(rows)]
        slipped = [slip for slip in self.slips if slip.place[0] == key]
        for slip in slipped:
            _, i, j = slip.place
            rows[i][j] = self._slipped(slip, rows[i][j])
            texts[i][j] = slip.text if slip.of is None else self.text(key, rows[i][j], slip.place)
        shown = Array([entry for row in rows for entry in row], value.shape) if slipped else value
        self.values[key], self.texts[key] = shown, texts
        self.lines[key] = shown.map(lambda entry: self.carry(key, entry)) if key in self.calculation.records else shown

    def _slipped(self, slip: Slip, value: Entry) -> Entry:
        """The number that goes on from a slip: what is written, or what a wrong operand gives."""
        written = fmpq(*Decimal(slip.text).as_integer_ratio())
        if slip.of is None:
            return written
        key, i, j = slip.of
        right = self.lines[key].rows[i][j]
        changed = Array(
            [
                written if (a, b) == (i, j) else entry
                for a, row in enumerate(self.lines[key].rows)
                for b, entry in enumerate(row)
            ],
            self.lines[key].shape,
        )
        other = self.calculation.line(slip.place[0], {**self.lines, key: changed}, self._constant(slip.place[0]))
        if other is None or right == written:
            raise ArithmeticError(slip.name)
        return other.rows[slip.place[1]][slip.place[2]]

    def _constant(self, key: str):  # type: ignore[no-untyped-def]
        return self._divisor if key.startswith("S_scaled") and self.habit.divisor else None

    def _made(self, key: str, lines: dict[str, Array]) -> Array:
        if key in self.mistakes:
            name, number = self.mistakes[key]
            found = MOVES[name](self.calculation, lines, key) if name in MOVES else None
            value = found if name in MOVES else outcomes(self.calculation, key, lines).get((name, number))
        else:
            value = self.calculation.line(key, lines, self._constant(key))
        if value is None or value.shape != self.calculation.truth[key].shape:
            raise ArithmeticError(key)
        return value

    def text(self, key: str, entry: Entry, place: Place | None = None) -> str:
        """A number as it is written, before a page gives it its signs."""
        if key in self.calculation.inputs:
            return HIDDEN if not isinstance(entry, fmpq) else f"{decimal_of(entry).normalize():f}"
        if place and self.habit.form and (found := form(self, place)):
            return found
        if self._is_exact(key, entry):
            text = f"{decimal_of(entry).normalize():f}"
            return text.lstrip("-") if Decimal(text) == 0 else text
        return super().text(key, entry)

    def _is_exact(self, key: str, entry: Entry) -> bool:
        if not (self.habit.exact and base(key) in BEFORE and isinstance(entry, fmpq)):
            return False
        return (entry * 10**WHOLE).q == 1

    def carry(self, key: str, entry: Entry) -> Entry:
        """A number as it goes into the next line."""
        return entry if self.habit.form or self._is_exact(key, entry) else super().carry(key, entry)

    @property
    def left_out(self) -> set[str]:
        """The lines that are not written."""
        known = self.calculation.records
        joined = {key for key in ("Q", "K", "V") if f"{key}_1" in known}
        return {
            key
            for key in known
            if base(key) in self.habit.left_out or base(key) not in KNOWN or key in self.skipped or key in joined
        }

    @property
    def blamed(self) -> set[str]:
        """The written lines in which mistakes of method show first."""
        written = set(self.written)
        found = {key for key in self.mistakes if key in written}
        for key in set(self.mistakes) - found:
            found |= {each for each in written if key in {record.key for record in self._cone(each, written)}}
        return found

    def made_in(self, key: str) -> list[str]:
        """The lines in which the mistakes of method were made that show in a line."""
        cone = [record.key for record in self._cone(key, set(self.written))]
        dropped = [each for each in cone if base(each) == DROPPED.get(self.cause or "") and each not in self.written]
        return dropped or [each for each in cone if each in self.mistakes]

    def _cone(self, key: str, written: set[str]) -> list:  # type: ignore[type-arg]
        return unwritten(self.calculation, key, written)

    def with_mistakes(self, mistakes: Mapping[str, tuple[str, int]], cause: str, skipped: frozenset[str]) -> Work:
        """The same student's work with mistakes of method."""
        return self._again(mistakes=mistakes, cause=cause, skipped=skipped)

    def with_slip(self, slip: Slip) -> Work:
        """The same student's work with a slip more."""
        return self._again(slips=(*self.slips, slip), cause=slip.name)

    def _again(self, **changes: object) -> Work:
        other = replace(self, texts={}, values={}, lines={}, **changes)
        if not has_sums(other.values):
            raise ArithmeticError("sums")
        return other

    def entries(self, key: str) -> Iterator[tuple[int, int, str]]:
        """Every number of a line with its row and column."""
        yield from ((i, j, text) for i, row in enumerate(self.texts[key]) for j, text in enumerate(row))


def base(key: str) -> str:
    """The name of a line without the number of its head."""
    return key.rstrip("0123456789").rstrip("_") if key[-1].isdigit() else key


def head_of(key: str) -> str:
    """The number of the head that a line belongs to; nothing outside heads."""
    return key.rpartition("_")[2] if key[-1].isdigit() else ""
