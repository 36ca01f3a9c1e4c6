"""Marks: what each step is worth, and what was given for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from attncalc.check.calculation import Calculation
from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.problem.names import Name, read_name
from attncalc.worksheet.recorder import Record

NOTHING = Fraction(0)
# Reasons for which what follows from a mistake has not all of its marks.
TRIVIAL = "the mistake before makes this step trivial"
SLIP = "one off for a slip in the calculation"
OFF = "marks off for"


@dataclass(frozen=True, slots=True)
class Rules:
    """How marks are given: what a following entry is worth, what one of a consistent other formula, all or nothing."""

    follow: Fraction = Fraction(1)
    method: Fraction = Fraction(1, 2)
    whole: bool = False
    is_foreign: bool = False  # what was handed in is another homework


STANDARD = Rules()


@dataclass(frozen=True, slots=True)
class StepMarks:
    """The marks of one step, out of how many, and why; `open` are those of what could not be read."""

    step: str
    marks: Fraction
    of: Fraction
    reason: str
    open: Fraction = NOTHING


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a problem, step by step; `foreign` are the inputs of another homework."""

    steps: tuple[StepMarks, ...] = ()
    foreign: tuple[str, ...] = ()

    @property
    def total(self) -> Fraction:
        """What was reached."""
        return sum((step.marks for step in self.steps), NOTHING)

    @property
    def of(self) -> Fraction:
        """What could be reached."""
        return sum((step.of for step in self.steps), NOTHING)

    @property
    def open(self) -> Fraction:
        """What depends on what could not be read."""
        return sum((step.open for step in self.steps), NOTHING)

    @property
    def unread(self) -> Marks:
        """The same of work of which nothing could be read: all that was not reached is open."""
        return replace(self, steps=tuple(replace(step, open=step.of - step.marks) for step in self.steps))


@dataclass(frozen=True, slots=True)
class Worth:
    """What is marked: its name, the lines that it means (S is S of every head), and the marks for it."""

    name: str
    keys: list[str]
    of: Fraction
    method: Fraction | None = None  # the share of it that is for the method, where marks are split


def shown(marks: Fraction) -> str:
    """Marks as one writes them: 4, 2.5, 1.33."""
    return f"{float(marks):.2f}".rstrip("0").rstrip(".")


def worth(calculation: Calculation) -> list[Worth]:
    """The steps that the problem's file names, or the same for each that is shown.

    Raises InputError where the file names a step that there is not.
    """
    sheet = calculation.sheet
    problem = sheet.plan.problem
    if not problem.marks:
        return [Worth(record.key, [record.key], Fraction(1)) for record in _shown(calculation)]
    found = []
    for name, text in problem.marks.items():
        known = read_name(name)
        keys = [record.key for record in (*sheet.records, *sheet.inputs) if known and _is_meant(known, record)]
        if not keys:
            raise InputError(
                f"marks: there is no step {name}",
                place=problem.places.get("marks"),
                hint=did_you_mean(name, [record.key for record in sheet.records]),
            )
        of = Fraction(text)
        method = Fraction(problem.methods[name]) / of if of and name in problem.methods else None
        found.append(Worth(str(known), keys, of, method))
    return found


def prices(calculation: Calculation) -> dict[str, Fraction]:
    """What mistakes cost by name; raises InputError for one that is not in the table of causes."""
    from attncalc.check.causes.table import METHODS

    problem = calculation.sheet.plan.problem
    if unknown := next((name for name in problem.deductions if name not in METHODS), None):
        close = did_you_mean(unknown, METHODS, listed=False)
        raise InputError(
            f"deductions: there is no mistake {shorten(unknown)}",
            place=problem.places.get("deductions"),
            hint=close or "attncalc mechanisms --mistakes lists them.",
        )
    return {name: Fraction(text) for name, text in problem.deductions.items()}


def _is_meant(known: Name, record: Record) -> bool:
    return record.key == str(known) or (record.name == known.base and not known.section)


def _shown(calculation: Calculation) -> list[Record]:
    """The steps that a solution shows, without what was given."""
    from attncalc.problem.tree import Scalar, Sequence

    steps = [record for record in calculation.sheet.records if not record.detail and not record.given]
    option = calculation.sheet.plan.problem.show.get("steps")
    if option is None:
        return [record for record in steps if not _is_proof(calculation, record)]
    items = option.value.items if isinstance(option.value, Sequence) else (option.value,)
    words = [word for item in items if isinstance(item, Scalar) for word in item.text.replace(",", " ").split()]
    asked = {str(name) for name in map(read_name, words) if name}
    return [record for record in steps if {record.key, record.name} & asked] or steps


def _is_proof(calculation: Calculation, record: Record) -> bool:
    """Whether a line only proves another one: the sums of weights, which are 1."""
    inner = record.expr.args[0] if record.expr.op == "row sums" else None
    weights = calculation.records.get(inner.key) if inner and inner.op == "line" else None
    return weights is not None and weights.expr.op == "share"
