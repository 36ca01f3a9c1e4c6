"""How far the verdicts of a report agree with the marking of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from matching import Said, cell_of, is_placed, matched, passage
from truths import MISTAKES, First, Page, Truth

CALLED_WRONG = {"wrong", "misread", "misshapen", "coarse"}
NOT_READ = {"unread", "untrue", "beside", "missing"}


@dataclass
class Share:
    """How many of how many."""

    n: int = 0
    of: int = 0

    def count(self, holds: bool) -> None:
        """One more, of which it holds or does not."""
        self.n += holds
        self.of += 1

    def __add__(self, other: Share) -> Share:
        return Share(self.n + other.n, self.of + other.of)

    @property
    def part(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.n / self.of if self.of else None


@dataclass
class Figures:
    """The figures of a page, or of many.

    `read`: numbers that are claims with a verdict. `placed`: entries whose claim is about the right line and entry.
    `false_alarms`: right numbers, of those read, that are called wrong. `overmarked`: numbers that follow from a
    mistake, called wrong. `found`: mistakes that are called wrong. `agreed`: numbers read whose verdict is fair.
    `first`: problems with a mistake of which the first is the first number called wrong. `silent`: pages without a
    mistake on which nothing is called wrong.
    """

    read: Share = field(default_factory=Share)
    placed: Share = field(default_factory=Share)
    false_alarms: Share = field(default_factory=Share)
    overmarked: Share = field(default_factory=Share)
    found: Share = field(default_factory=Share)
    agreed: Share = field(default_factory=Share)
    first: Share = field(default_factory=Share)
    silent: Share = field(default_factory=Share)
    pages: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(**{name: value + getattr(other, name) for name, value in vars(self).items()})

    def counts(self) -> dict[str, int]:
        """What the tests hold, by name."""
        return {name.replace("_", " "): getattr(self, name).n for name in ("read", "false_alarms", "found", "agreed")}

    @property
    def f1(self) -> float | None:
        """The harmonic mean of the shares of first mistakes and of silent pages."""
        first, silent = self.first.part, self.silent.part
        if first is None or silent is None:
            return None
        return 2 * first * silent / (first + silent) if first + silent else 0.0


def score(page: Page, claims: Sequence[Said]) -> tuple[Figures, list[str]]:
    """The figures of a page, and a line for each number on which marking and verdict differ."""
    figures, differences = Figures(pages=1), []
    pairs = matched(page, claims)
    for number, truth in enumerate(page.truths):
        about = passage(truth, claims) if truth.is_passage else [pairs[number]] if number in pairs else []
        about = [claim for claim in about if claim["verdict"] not in NOT_READ]
        _count(figures, truth, about)
        if about or truth.is_read:
            differences += _differences(truth, about)
    differences += _beginnings(figures, page, claims)
    return figures, differences


def _count(figures: Figures, truth: Truth, about: Sequence[Said]) -> None:
    """Counts what a report says of one number."""
    verdicts = {claim["verdict"] for claim in about}
    is_fair, is_called_wrong = bool(verdicts & truth.fits), bool(verdicts & CALLED_WRONG)
    if truth.is_read:
        figures.read.count(bool(about))
    if truth.is_read and truth.cell:
        figures.placed.count(any(is_placed(truth, claim) for claim in about))
    if truth.is_mistake:
        figures.found.count(is_called_wrong)
    if not about:
        return
    figures.agreed.count(is_fair)
    if truth.classes[0] == "follow_through":
        figures.overmarked.count(is_called_wrong and not is_fair)
    elif not truth.is_mistake:
        figures.false_alarms.count(is_called_wrong and not is_fair and not MISTAKES & set(truth.classes))


# First mistakes.


def _beginnings(figures: Figures, page: Page, claims: Sequence[Said]) -> Iterator[str]:
    """Counts the first mistakes that are found, and says which are not."""
    said = (claim for claim in claims if not claim.get("struck"))  # what is crossed out is not held against anybody
    wrong = [claim for claim in said if claim["verdict"] == "wrong" and claim["line"] is not None]
    wrong.sort(key=lambda claim: (claim["line"], claim["column"] or 0))
    for first in page.firsts:
        said = next(_of(page, first.problem, wrong), None)
        figures.first.count(is_right := said is not None and _is_at(first, said))
        if not is_right:
            yield f"    first mistake: {first.places}; said {_where(said)}"
    if not page.firsts:
        figures.silent.count(not wrong)
        if wrong:
            yield f"    no mistake; said {_where(wrong[0])}"


def _of(page: Page, problem: int, claims: Iterable[Said]) -> Iterator[Said]:
    """The claims on the lines of a problem."""
    begins = page.begins
    ends = min((line for number, line in begins.items() if number > problem), default=None)
    return (claim for claim in claims if begins[problem] <= claim["line"] and (ends is None or claim["line"] < ends))


def _is_at(first: First, claim: Said) -> bool:
    at = cell_of(claim)
    return any(claim["line"] == line and (cell is None or at is None or at == cell) for line, cell in first.places)


# What differs, in words.


def _differences(truth: Truth, about: Sequence[Said]) -> Iterator[str]:
    """Where the verdict on a number, or its place, is another than the marking has."""
    if not about:
        yield f"{_what(truth)} is {_classes(truth)}: not read"
    elif not truth.fits & {claim["verdict"] for claim in about}:
        yield f"{_what(truth)} is {_classes(truth)}: {'; '.join(map(_said, about[:3]))}"
    elif truth.is_read and truth.cell and not any(is_placed(truth, claim) for claim in about):
        yield f"{_what(truth)}: placed in {_where(about[0])}"


def _what(truth: Truth) -> str:
    where = f"{truth.line}:{truth.column}" if truth.column else str(truth.line)
    part = f" term {truth.term}.{truth.factor}" if truth.term or truth.factor else ""
    return f"    {where:>7} {truth.written[:40]!r:>10} {truth.step}{list(truth.cell)}{part}"


def _classes(truth: Truth) -> str:
    return " or ".join(truth.classes)


def _said(claim: Said) -> str:
    expected = f"(true {claim['expected']}, follows {claim['follows']}, {claim['cause']})"
    return f"{claim['verdict']} {_where(claim)} {expected}"


def _where(claim: Said | None) -> str:
    if claim is None:
        return "nothing"
    part = f" term {claim['term']}.{claim['factor']}" if claim["term"] or claim["factor"] else ""
    return f"{claim['step']}[{claim['row']},{claim['col']}]{part} on line {claim['line']}"
