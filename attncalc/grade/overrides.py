"""What the assistant decided: verdicts and marks that stand in place of those found, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from attncalc.check.verdict import OF_WORK, Verdict
from attncalc.errors import InputError, NumberError, Place, did_you_mean, printable, shorten
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, read_documents, whole_number
from attncalc.reading.number import PLAIN

MAX_NUMBER = 1_000_000
KEYS = ("student", "problem", "file", "line", "column", "step", "row", "col", "verdict", "marks", "reason")
CAN_SAY = tuple(verdict for verdict in OF_WORK if verdict not in (Verdict.MISSHAPEN, Verdict.UNREAD))
TEMPLATE = """\
# What is decided here stands, whatever attncalc finds, and the student reads the reason. The file is read on every run
# and never written again. Each entry names a student and what it is about:
#
# - student: anna              # as summary.csv has it
#   step: A                    # a number of the work: its step, row and column as they stand on the page
#   row: 1
#   col: 2
#   verdict: right             # VERDICTS
#   reason: the page says 0.27
# - student: anna
#   file: page-2.md            # or where it stands; the file may be left out where there is one
#   line: 12
#   column: 5                  # may be left out where one number stands on the line
#   verdict: rounded
#   reason: a divisor of 2.83 was allowed
# - student: ben
#   problem: 2                 # where there are several
#   step: O                    # the marks of a step
#   marks: 1.5
#   reason: the idea is right
# - student: ben
#   marks: 7                   # all marks; with problem: those of a problem
#   reason: handed in late
""".replace("VERDICTS", ", ".join(CAN_SAY))


@dataclass(frozen=True, slots=True)
class Override:
    """One decision; `place` is where it stands in the file of decisions."""

    student: str
    reason: str
    place: Place
    problem: int | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    step: str | None = None
    row: int | None = None
    col: int | None = None
    verdict: Verdict | None = None
    marks: Fraction | None = None

    @property
    def is_total(self) -> bool:
        """Whether it is about the marks of everything."""
        return self.problem is None and self.line is None and self.step is None

    @property
    def about(self) -> str:
        """What it is about, in words."""
        if self.line is not None:
            where = Place(self.file or "line", self.line, self.column)
            return str(where) if self.file else str(where).replace("line:", "line ", 1)
        of = f"problem {self.problem}" if self.problem else ""
        entry = f"{self.step}[{self.row},{self.col}]" if self.row else self.step or ""
        return ", ".join(filter(None, (of, entry))) or "all marks"

    @property
    def meaning(self) -> str:
        """Everything that it changes, to see whether it is new."""
        return repr((self.about, self.problem, self.verdict, self.marks, self.reason))


def read_overrides(path: Path) -> tuple[Override, ...]:
    """The decisions of a file, none where there is no file; raises InputError at the first that is not clear."""
    from attncalc.reading.source import text_of_file

    if not path.exists():
        return ()
    found: list[Override] = []
    for document in read_documents(text_of_file(path, str(path)), str(path)):
        if isinstance(document, Scalar) and document.blank:
            continue
        if not isinstance(document, Sequence):
            raise InputError(
                "decisions are a list",
                place=document.place,
                hint="- {student: anna, step: A, row: 1, col: 2, verdict: right, reason: …}",
            )
        found += map(_override, document.items)
    return tuple(found)


def _override(node: Node) -> Override:
    if not isinstance(node, Mapping):
        raise InputError("a decision names a student, what it is about, and a reason", place=node.place)
    texts = dict(_texts(node))
    for key in ("student", "reason"):
        if not texts.get(key):
            raise InputError(f"this decision has no {key}", place=node.place)
    numbers = {key: _count(node, key) for key in ("problem", "line", "column", "row", "col")}
    made = Override(
        texts["student"],
        texts["reason"],
        node.place,
        file=texts.get("file"),
        step=texts.get("step"),
        verdict=_verdict(node, texts),
        marks=_marks(node, texts),
        **numbers,
    )
    _check(made)
    return made


def _texts(node: Mapping) -> Iterator[tuple[str, str]]:
    for key, value in node.entries:
        if key.text not in KEYS:
            raise InputError(
                f"a decision has no {shorten(key.text)}", place=key.place, hint=did_you_mean(key.text, KEYS)
            )
        if not isinstance(value, Scalar):
            raise InputError(f"{key.text} should be one value", place=value.place)
        yield key.text, printable(" ".join(value.text.split()))


def _count(node: Mapping, key: str) -> int | None:
    value = node.get(key)
    if value is None:
        return None
    number = whole_number(value, MAX_NUMBER)
    if not number:
        raise InputError(f"{key} should be a number from 1", place=value.place)
    return number


def _verdict(node: Mapping, texts: dict[str, str]) -> Verdict | None:
    word = texts.get("verdict")
    if word is not None and word not in CAN_SAY:
        value = node.get("verdict")
        raise InputError(
            f"there is no verdict {shorten(word)}", place=value and value.place, hint=did_you_mean(word, CAN_SAY)
        )
    return Verdict(word) if word else None


def _marks(node: Mapping, texts: dict[str, str]) -> Fraction | None:
    text = texts.get("marks")
    if text is None:
        return None
    value = node.get("marks")
    top, _, bottom = text.partition("/")
    plain = PLAIN.fullmatch(top) and (not bottom or PLAIN.fullmatch(bottom)) and len(text) < 20
    if not plain or not Fraction(bottom or 1) or Fraction(top) / Fraction(bottom or 1) < 0:
        raise NumberError(f"marks should be a number from 0, not {shorten(text)}", place=value and value.place)
    return Fraction(top) / Fraction(bottom or 1)


def _check(override: Override) -> None:
    """Raises InputError where a decision decides nothing, or what it is about is not clear."""
    of_entry = override.row is not None and override.col is not None
    problems = (
        ((override.verdict is None) == (override.marks is None), "a decision gives either a verdict or marks"),
        ((override.row is None) != (override.col is None), "an entry has a row and a col"),
        (of_entry and override.step is None, "row and col belong to a step"),
        (override.line is None and (override.file or override.column) is not None, "file and column belong to a line"),
        (override.line is not None and override.step is not None, "a decision names a line, or a step, not both"),
        (
            override.verdict is not None and override.line is None and not of_entry,
            "a verdict is about one number: step, row and col, or line and column",
        ),
    )
    for is_so, message in problems:
        if is_so:
            raise InputError(message, place=override.place)
