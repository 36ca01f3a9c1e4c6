"""What an assistant should look at: what could not be read or told, over the whole class, what is worth most first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from attncalc.check.report import Marked, Report, counts
from attncalc.check.verdict import Verdict
from attncalc.errors import printable, shorten
from attncalc.grade.pages import own_place

MOST = 1000  # lines of the list
MAX_TEXT = 60


@dataclass(frozen=True, slots=True)
class Look:
    """One number to look at: where it stands, what is to be decided, and about how many marks depend on it."""

    where: str
    text: str
    says: str
    worth: Fraction


def looks_of(report: Report) -> Iterator[Look]:
    """Everything in a report that nobody is accused of and that is not said to be right."""
    for part in report.problems:
        items = [item for item in part.judged if counts(item.claim) and item.verdict.needs_a_look]
        unread = sum(item.verdict is Verdict.UNREAD for item in items)
        for item in items:
            worth = part.marks.open / unread if item.verdict is Verdict.UNREAD else Fraction(0)
            if item.verdict is Verdict.MISREAD:
                worth = _entry_worth(part, item.claim.at.key if item.claim.at else "")
            says = f"it may be {item.expected}" if item.verdict is Verdict.MISREAD else item.claim.why
            yield Look(str(own_place(item.claim) or ""), shorten(item.claim.written.text, MAX_TEXT), says, worth)


def _entry_worth(part: Marked, key: str) -> Fraction:
    """The marks of one entry of a line."""
    step = next((step for step in part.marks.steps if step.step == key), None)
    return step.of / max(1, len(part.calculation.truth[key].flat)) if step else Fraction(0)


def write_looks(found: Iterable[tuple[str, Look]]) -> str:
    """The list as Markdown, what is worth most first."""
    ordered = sorted(found, key=lambda pair: -pair[1].worth)
    lines = ["# To be looked at", "", "Decisions go into `overrides.yaml`.", ""]
    lines += ["| marks | student | where | what stands there | why |", "| --: | :-- | :-- | :-- | :-- |"]
    for student, look in ordered[:MOST]:
        cells = (f"{float(look.worth):.2f}", student, look.where, look.text, look.says)
        lines.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    if len(ordered) > MOST:
        lines += ["", f"… and {len(ordered) - MOST:,} more."]
    return "\n".join(lines) + "\n" if ordered else "# To be looked at\n\nNothing.\n"


def _cell(text: str) -> str:
    """A text in a table, as it is."""
    plain = printable(" ".join(text.split()))
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>|#$~" else char for char in plain)
