"""Marks: each step in proportion to its entries, with credit for what follows from an earlier mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Judged
from attncalc.check.trivial import is_trivial
from attncalc.check.written import value_of
from attncalc.errors import InputError, did_you_mean
from attncalc.problem.names import Name, read_name
from attncalc.reading.number import Number
from attncalc.worksheet.recorder import Record

GOOD = ("right", "rounded", "misread")
SHOWN = ("right", "rounded")  # what shows that the steps before it were done
NOTHING = Fraction(0)
JOINED = "beside"  # a line that only sets others side by side, which most sheets do not write
WEIGHTS = ("A", "alpha")  # where a blank of a masked entry is the 0 that one need not write


@dataclass(frozen=True, slots=True)
class Rules:
    """How marks are given: what a following entry is worth, what one of a consistent other formula, all or nothing."""

    follow: Fraction = Fraction(1)
    method: Fraction = Fraction(1, 2)
    whole: bool = False


@dataclass(frozen=True, slots=True)
class StepMarks:
    """The marks of one step, out of how many, and why."""

    step: str
    marks: Fraction
    of: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a problem, step by step."""

    steps: tuple[StepMarks, ...] = ()

    @property
    def total(self) -> Fraction:
        """What was reached."""
        return sum((step.marks for step in self.steps), Fraction(0))

    @property
    def of(self) -> Fraction:
        """What could be reached."""
        return sum((step.of for step in self.steps), Fraction(0))


def shown(marks: Fraction) -> str:
    """Marks as one writes them: 4, 2.5, 1.33."""
    return f"{float(marks):.2f}".rstrip("0").rstrip(".")


def marked(calculation: Calculation, judged: Iterable[Judged], rules: Rules = Rules()) -> Marks:
    """The marks of one problem: of the steps that its file names, or the same for each that is shown.

    Raises InputError where the file names a step that there is not.
    """
    judged = list(judged)
    misshapen = {item.claim.at.key for item in judged if item.verdict == "misshapen" and item.claim.at}
    marking = _Marking(calculation, standing(judged), rules, misshapen)
    return Marks(tuple(marking.step(*step) for step in worth(calculation) if marking.is_marked(step[1])))


def worth(calculation: Calculation) -> list[tuple[str, list[str], Fraction]]:
    """What is marked: its name, the lines that it means (S is S of every head), and the marks for it."""
    sheet = calculation.sheet
    problem = sheet.plan.problem
    if not problem.marks:
        return [(record.key, [record.key], Fraction(1)) for record in _shown(calculation)]
    found = []
    for name, text in problem.marks.items():
        known = read_name(name)
        keys = [record.key for record in (*sheet.records, *sheet.inputs) if known and _is_meant(known, record)]
        if not keys:
            raise InputError(f"marks: there is no step {name}", place=problem.places.get("marks"),
                             hint=did_you_mean(name, [record.key for record in sheet.records]))  # fmt: skip
        found.append((str(known), keys, Fraction(text)))
    return found


def _is_meant(known: Name, record: Record) -> bool:
    return record.key == str(known) or (record.name == known.base and not known.section)


def _shown(calculation: Calculation) -> list[Record]:
    """The steps that a solution shows, without what was given."""
    from attncalc.problem.tree import Scalar, Sequence

    steps = [record for record in calculation.sheet.records if not record.detail and not record.given]
    option = calculation.sheet.plan.problem.show.get("steps")
    if option is None:
        return steps
    items = option.value.items if isinstance(option.value, Sequence) else (option.value,)
    words = [word for item in items if isinstance(item, Scalar) for word in item.text.replace(",", " ").split()]
    asked = {str(name) for name in map(read_name, words) if name}
    return [record for record in steps if {record.key, record.name} & asked] or steps


def last_written(judged: Iterable[Judged]) -> dict[At, Judged]:
    """The last writing of each entry: what was struck out, stands there again or is part of a sum does not count."""
    found: dict[At, Judged] = {}
    for item in judged:
        claim = item.claim
        if claim.at is None or not _is_answer(claim):
            continue
        if item.verdict != "missing" or claim.at not in found:
            found[claim.at] = item
    return found


def standing(judged: Iterable[Judged]) -> dict[At, Judged]:
    """The same for the marks: a last writing that only copies the entry's own wrong number is that wrong number."""
    judged = list(judged)
    found = last_written(judged)
    wrong: dict[At, list[Judged]] = {}
    for item in judged:
        if item.claim.at in found and item.verdict == "wrong" and _is_answer(item.claim):
            wrong.setdefault(item.claim.at, []).append(item)
    for at, others in wrong.items():
        if found[at].verdict == "follows":
            copied = [item for item in others if _is_copy(found[at].claim.written.number, item.claim.written.number)]
            found[at] = copied[-1] if copied else found[at]
    return found


def _is_copy(number: Number | None, first: Number | None) -> bool:
    """Whether two numbers are the same as far as they are written."""
    one, other = (value_of(item) if item else None for item in (number, first))
    if one is None or other is None or MINUS_INFINITY in (one.value, other.value):
        return False
    return bool(2 * abs(one.value - other.value) <= max(one.unit, other.unit)) or bool(one.value == other.value)


def _is_answer(claim: Claim) -> bool:
    """Whether a claim is the writing of one entry that counts."""
    is_entry = claim.at is not None and claim.at.row > 0 and claim.term is None and claim.factor is None
    return is_entry and not claim.struck and not claim.repeat


@dataclass
class _Marking:
    calculation: Calculation
    entries: Mapping[At, Judged]
    rules: Rules
    misshapen: set[str]

    def __post_init__(self) -> None:
        self.penalised: set[str] = set()  # mistakes of method by name, and inputs that were copied wrongly
        self.by_key: dict[str, list[Judged]] = {}
        for at, item in self.entries.items():
            self.by_key.setdefault(at.key, []).append(item)

    def is_marked(self, keys: list[str]) -> bool:
        """Whether a step has marks: all of them, but a line that sets others side by side only if it is written."""
        records, problem = self.calculation.records, self.calculation.sheet.plan.problem
        is_joined = all(key in records and records[key].expr.op == JOINED for key in keys)
        return bool(problem.marks) or not is_joined or any(key in self.by_key or key in self.misshapen for key in keys)

    def step(self, name: str, keys: list[str], of: Fraction) -> StepMarks:
        """The marks of one step, which may stand in several sections."""
        parts = [self._line(key) for key in keys]
        every = [entry for credits, _ in parts for entry in credits]
        share = min(every, default=NOTHING) if self.rules.whole else sum(every, NOTHING) / max(1, len(every))
        return StepMarks(name, share * of, of, "; ".join(dict.fromkeys(reason for _, reason in parts)))

    def _line(self, key: str) -> tuple[list[Fraction], str]:
        """What each entry of a line is credited, and why."""
        written = self.by_key.get(key, [])
        if any(item.claim.written.number for item in written):
            return self._written(key, written)
        if written and any(item.verdict == "unread" for item in written):
            return [NOTHING] * len(self._ats(key)), "not read"
        if key in self.misshapen and not written:
            return [NOTHING] * len(self._ats(key)), "of another size"
        return self._implied(key)

    def _written(self, key: str, written: list[Judged]) -> tuple[list[Fraction], str]:
        """Each entry by its verdict; one mistake of method costs once, and so does an input copied wrongly."""
        variant = variant_of(written)
        again = variant in self.penalised
        verdicts = [self._verdict(at) for at in self._ats(key)]
        trivial = (again or "follows" in verdicts) and is_trivial(self.calculation, key, self.by_key)
        follow = NOTHING if trivial else self.rules.follow
        credit = {"follows": follow, **dict.fromkeys(GOOD, Fraction(1))}
        if variant:
            self.penalised.add(variant)
            credit["wrong"] = follow if again else self.rules.method
        credits = [credit.get(verdict, NOTHING) for verdict in verdicts]
        copied = self._copied(key) if "follows" in verdicts else None
        if copied:
            self.penalised.add(copied)
            credits[verdicts.index("follows")] = NOTHING
        return credits, _reason(verdicts, variant, again, trivial, copied)

    def _copied(self, key: str) -> str | None:
        """An input of a line that was copied wrongly, and has not cost anything yet."""
        inputs = (
            [line.key for line in self.calculation.records[key].expr.lines()] if key in self.calculation.records else []
        )
        return next((name for name in inputs if name in self.calculation.inputs and name not in self.penalised
                     and any(item.verdict == "wrong" for item in self.by_key.get(name, []))), None)  # fmt: skip

    def _verdict(self, at: At) -> str:
        return self.entries[at].verdict if at in self.entries else ""

    def _ats(self, key: str) -> list[At]:
        """The entries of a line that one has to write."""
        value = self.calculation.truth[key]
        width = value.shape[-1] if value.shape else 1
        name = self.calculation.records[key].name if key in self.calculation.records else key
        ats = [(At(key, number // width + 1, number % width + 1), entry) for number, entry in enumerate(value.flat)]
        return [at for at, entry in ats if self._verdict(at) not in ("", "missing")
                or not (entry is MINUS_INFINITY or (name in WEIGHTS and entry == 0))]  # fmt: skip

    def _implied(self, key: str) -> tuple[list[Fraction], str]:
        """A line that was not written is credited by what shows it of the next one that uses it."""
        later = self._user(key)
        share = self._shown_by(later) if later else NOTHING
        part = "" if share == 1 else " in part"
        return [share] * max(1, len(self._ats(key))), f"not written; {later} shows it{part}" if share else "not written"

    def _shown_by(self, later: str) -> Fraction:
        """The share of a line's entries that are right, or follow; a mistake of method costs marks there, once."""
        written, ats = self.by_key[later], self._ats(later)
        if variant_of(written) or not ats:
            return Fraction(bool(ats))
        verdicts = [self._verdict(at) for at in ats]
        is_credited = "follows" in verdicts and not is_trivial(self.calculation, later, self.by_key)
        follow = self.rules.follow * verdicts.count("follows") if is_credited else NOTHING
        good = sum(verdict in GOOD for verdict in verdicts) if {*SHOWN} & {*verdicts} or follow else 0
        return (good + follow) / Fraction(len(ats))

    def _user(self, key: str) -> str | None:
        """The first written line that is made from a line, if need be through others that are not written."""
        reached = {key}
        for record in self.calculation.sheet.records:
            if reached & {line.key for line in record.expr.lines()}:
                if record.key in self.by_key:
                    return record.key
                reached.add(record.key)
        return None


def _reason(verdicts: list[str], variant: str | None, again: bool, trivial: bool, copied: str | None) -> str:
    """What the marks of a line say."""
    parts = [f"{sum(verdict in GOOD for verdict in verdicts)} of {len(verdicts)} right"]
    if follow := verdicts.count("follows"):
        told = ", but the mistake before them makes this step trivial" if trivial else ""
        parts.append(f"{follow} follow{told}")
    if copied:
        parts.append(f"one off for {copied}, which was copied wrongly")
    if variant:
        parts.append("the same mistake as before" if again else "one mistake of method, marks for the rest")
    return ", ".join(parts)


def variant_of(written: Iterable[Judged]) -> str | None:
    """The name of the one mistake of method that explains all wrong entries of a line, where there are several."""
    from attncalc.check.causes.table import METHOD

    wrong = [item for item in written if item.verdict == "wrong"]
    names = {item.cause.name if item.cause else "" for item in wrong}
    methods = names & {row.name for row in METHOD}
    return methods.pop() if len(wrong) > 1 and len(names) == len(methods) == 1 else None
