"""The solution of a problem: steps whose digits are right, however many are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from attncalc.arithmetic.base import Arithmetic
from attncalc.errors import InputError, MorePrecision, did_you_mean
from attncalc.limits import PRECISION
from attncalc.problem.names import read_name
from attncalc.worksheet.planned import Planned
from attncalc.worksheet.recorder import Record, Recorder

if TYPE_CHECKING:
    from attncalc.arithmetic.digits import Digits

FIRST_PRECISION = 64
PROVING = 2  # the attempt that works with closed forms
OPEN = "?"  # stands at the end of a number whose further digits could not be settled

Run = Callable[[int, bool], tuple[Arithmetic, Recorder]]  # of a precision, and of whether forms may grow long
Texts = list[list[str]]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a solved problem."""

    record: Record
    sheet: Worksheet = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """Its ASCII name: S_scaled_1."""
        return self.record.key

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns; of a vector, its length."""
        return tuple(self.record.value.shape)

    def values(self, decimals: int | None = None, significant: int | None = None) -> Texts:
        """The entries as texts that `Decimal` reads, correctly rounded, row by row (a vector is one row)."""
        return self.sheet.texts(self.record, self.sheet.digits(decimals, significant))

    def exact(self) -> Texts:
        """The entries in closed form, in the grammar of entries; digits where there is no readable form."""
        from attncalc.worksheet.closed_forms import tree_of
        from attncalc.worksheet.notation import GRAMMAR, write

        texts = self.values()
        trees = [[tree_of(entry) for entry in row] for row in rows_of(self.record.value)]
        return [
            [write(tree, GRAMMAR) if tree else text for tree, text in zip(*pair, strict=True)]
            for pair in zip(trees, texts, strict=True)
        ]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        floats = np.array(
            [[float(text.rstrip(OPEN)) for text in row] for row in self.values(significant=17)], dtype=dtype or float
        )
        return floats.reshape(self.shape)


class Worksheet:
    """The ordered steps of one solution. It keeps its problem, so that more digits can be asked later."""

    shown: ClassVar[Callable[[Worksheet], dict[str, str]] | None] = None  # set by what lays out pages, above this layer

    def __init__(self, plan: Planned, run: Run, digits: Digits) -> None:
        self.plan = plan
        self.asked = digits
        self._run = run
        self._runs: dict[int, tuple[Arithmetic, Recorder]] = {}
        self._texts: dict[tuple[tuple[str, bool], Digits], Texts] = {}
        self.arithmetic, self.recorder = self._at(0)

    def changed(self, change: Callable[[Arithmetic, Recorder], None]) -> Worksheet:
        """The same sheet with lines that `change` makes otherwise, at every precision."""

        def run(precision: int, long: bool) -> tuple[Arithmetic, Recorder]:
            arithmetic, recorder = self._run(precision, long)
            with arithmetic.working():
                change(arithmetic, recorder)
            return arithmetic, recorder

        return Worksheet(self.plan, run, self.asked)

    @property
    def records(self) -> list[Record]:
        """Every line of the work, details too."""
        return self.recorder.records

    @property
    def steps(self) -> list[Step]:
        """The lines of the work, without the details that are shown on request."""
        return [Step(record, self) for record in self.records if not record.detail]

    @property
    def inputs(self) -> list[Record]:
        """What was given."""
        return list(self.recorder.inputs.values())

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str] | None:
        """What a notebook shows, by kind of media."""
        return None if Worksheet.shown is None else Worksheet.shown(self)

    def __getitem__(self, name: str) -> Step:
        """The step of this name, however it is spelt; raises InputError if there is none."""
        return Step(self.record(name), self)

    def record(self, name: str) -> Record:
        """The record of this name; raises InputError if there is none."""
        known = read_name(name)
        key = str(known) if known and known.row is None else name
        if found := self.find(name) or self.find(key):
            return found
        raise InputError(f"there is no step {name}", hint=did_you_mean(name, [record.key for record in self.records]))

    def find(self, key: str) -> Record | None:
        """The record of this ASCII name, or None."""
        return next((record for record in (*self.records, *self.inputs) if record.key == key), None)

    def digits(self, decimals: int | None = None, significant: int | None = None) -> Digits:
        """So many digits, or as many as the sheet was asked for."""
        from dataclasses import replace

        if decimals is None and significant is None:
            return self.asked
        return replace(
            self.asked, decimals=self.asked.decimals if decimals is None else decimals, significant=significant
        )

    def texts(self, record: Record, digits: Digits) -> Texts:
        """The entries of a line with these digits, computed again with more precision until all are settled."""
        position = _position(self.recorder, record)
        if (position, digits) not in self._texts:
            self._texts[position, digits] = self._texts_at(position, record, digits)
        return self._texts[position, digits]

    def _texts_at(self, position: tuple[str, bool], record: Record, digits: Digits) -> Texts:
        found: list[str | None] = [None] * len(list(_entries(record.value)))
        attempt = 0
        while True:
            found = self._settled(position, attempt, digits, found)
            if None not in found or not self._can_grow(attempt):
                break
            attempt += 1
        texts = self._marked(position, attempt, digits, found) if None in found else found
        width = record.value.shape[-1]
        return [[str(text) for text in texts[start : start + width]] for start in range(0, len(texts), width)]

    def _settled(
        self, position: tuple[str, bool], attempt: int, digits: Digits, found: list[str | None]
    ) -> list[str | None]:
        """`found` with what this attempt settles."""
        arithmetic, recorder = self._at(attempt)
        entries = _entries(_at_position(recorder, position).value)
        with arithmetic.working():
            return [text or arithmetic.text(entry, digits) for text, entry in zip(found, entries, strict=True)]

    def _marked(self, position: tuple[str, bool], attempt: int, digits: Digits, found: list[str | None]) -> list[str]:
        """What is still open gets the digits that are settled, and a mark."""
        from attncalc.arithmetic.digits import fewer

        arithmetic, recorder = self._at(attempt)
        entries = _entries(_at_position(recorder, position).value)
        with arithmetic.working():
            texts = [
                text or next(filter(None, (arithmetic.text(entry, less) for less in fewer(digits))), "0") + OPEN
                for text, entry in zip(found, entries, strict=True)
            ]
        self.recorder.note(f"{position[0]}: {OPEN} {PRECISION.told}.")
        return texts

    def _can_grow(self, attempt: int) -> bool:
        return self._precision(attempt) < PRECISION.most

    def _precision(self, attempt: int) -> int:
        """Twice as much each time; four times where forms did not help, which is mostly never settled."""
        first = max(FIRST_PRECISION, self.asked.bits)
        return int(max(first, min(PRECISION.most, first << max(attempt, 2 * attempt - PROVING))))

    def _at(self, attempt: int) -> tuple[Arithmetic, Recorder]:
        """The run at a precision; a run that asks for more precision gets it."""
        if attempt not in self._runs:
            try:
                self._runs[attempt] = self._run(self._precision(attempt), attempt == PROVING)
            except MorePrecision as error:
                if not self._can_grow(attempt) and PROVING not in self._runs:
                    raise InputError(str(error) or "two numbers are too close to tell which is larger") from None
                proven = self._runs.get(PROVING)  # what no digits tell was told there
                self._runs[attempt] = proven or self._at(attempt + 1)
        return self._runs[attempt]


def rows_of(value: Any) -> list[list[Any]]:
    """The entries of an array as rows; a vector is one row."""
    if hasattr(value, "rows"):
        rows: list[list[Any]] = value.rows
        return rows
    return [list(row) for row in value.reshape(-1, value.shape[-1])]


def _entries(value: Any) -> Iterator[Any]:
    return (entry for row in rows_of(value) for entry in row)


def _position(recorder: Recorder, record: Record) -> tuple[str, bool]:
    return record.key, any(known is record for known in recorder.inputs.values())


def _at_position(recorder: Recorder, position: tuple[str, bool]) -> Record:
    key, is_input = position
    if is_input:
        return recorder.inputs[key]
    return next(record for record in recorder.records if record.key == key)
