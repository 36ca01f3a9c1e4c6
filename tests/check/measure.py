"""Checks marked pages and counts how far the verdicts agree with the marking.

    python tests/check/measure.py              # the three handwritten documents in tests/check/seeds
    python tests/check/measure.py --pages      # the pages in tests/check/pages
    python tests/check/measure.py -v 05 12     # some of these, with every number on which they differ
    python tests/check/measure.py --record     # writes what all of them reach to reached.yaml, which the tests hold

For each page: the numbers that were read; the right ones that were called wrong; the wrong ones that were found; and
those of the numbers read whose verdict agrees with their class.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.check.report import write_json
from attncalc.problem.problem import Problem
from attncalc.problem.reader import load, loads

HERE = Path(__file__).parent
REACHED = HERE / "reached.yaml"
PROBLEMS = HERE.parent.parent / "problems" / "seeds"
SEEDS = {"001": ("001-dot", "001-general", "001-self"), "002": ("002-q3",), "003": ("003-q3",)}
AGREED = {
    "right": {"right", "rounded"},
    "rounding": {"rounded", "right", "follows"},
    "follow_through": {"follows", "rounded"},
    "transcription": {"misread"},
    "arithmetic": {"wrong"},
    "method": {"wrong"},
    "copy": {"wrong", "misread"},
}
# The lines of the work by their names in the marking of the documents.
LINES = {"Wh1": "Wh", "Wh2": "Wh", "Wh3": "Wh", "h": "H", "x": "X", "I": "X", "KT": "K", "WQ": "Wq", "WK": "Wk",
         "WV": "Wv", "context": "c", "concat": "cs"}  # fmt: skip
FACTORS = dict.fromkeys(("I", "Q", "s", "weights", "numerator"), 1)
FACTORS |= dict.fromkeys(("W", "K", "V", "h", "Wh", "denominator"), 2)
MISTAKES = {"transcription", "copy", "arithmetic", "method"}
CALLED_WRONG = {"wrong", "misread", "misshapen"}


@dataclass(frozen=True)
class Truth:
    """A number on a page as it was marked by hand; several numbers at once where `is_passage`."""

    line: int
    written: str
    classes: tuple[str, ...]
    column: int = 0
    step: str = ""
    cell: tuple[int, ...] = ()
    term: int | None = None
    factor: int | None = None
    lines: tuple[int, ...] = ()
    is_passage: bool = False

    @property
    def agreed(self) -> set[str]:
        return set().union(*(AGREED[name] for name in self.classes))


@dataclass(frozen=True)
class Page:
    """A page, the problems that it answers, and what is true of its numbers."""

    path: Path
    problems: Callable[[], list[Problem]]
    truths: tuple[Truth, ...]


@dataclass
class Figures:
    """How many there are, and how many of them, for each of the four questions."""

    read: list[int] = field(default_factory=lambda: [0, 0])
    false_alarms: list[int] = field(default_factory=lambda: [0, 0])
    found: list[int] = field(default_factory=lambda: [0, 0])
    agreed: list[int] = field(default_factory=lambda: [0, 0])

    def __add__(self, other: Figures) -> Figures:
        return Figures(*([a + b for a, b in zip(*pair, strict=True)] for pair in zip(self, other, strict=True)))

    def __iter__(self) -> Iterator[list[int]]:
        return iter((self.read, self.false_alarms, self.found, self.agreed))

    def counts(self) -> dict[str, int]:
        """How many, by name."""
        return {name.replace("_", " "): n for name, (n, _) in vars(self).items()}

    def __str__(self) -> str:
        return "".join(f"{n:>6} of {of:<4} {100 * n / of if of else 0:5.1f} %" for n, of in self)


# Pages.


def seeds() -> list[Page]:
    """The handwritten documents."""
    marking = yaml.load((HERE / "seeds" / "claims.yaml").read_text("utf-8"), yaml.CSafeLoader)

    def problems(names: Iterable[str]) -> list[Problem]:
        return [problem for name in names for problem in load(str(PROBLEMS / f"{name}.yaml"))]

    return [
        Page(
            HERE / "seeds" / f"{name}.md", lambda files=files: problems(files), tuple(map(_seed, marking[f"{name}.md"]))
        )
        for name, files in SEEDS.items()
    ]


def _seed(claim: dict[str, Any]) -> Truth:
    classes = tuple(claim[key] for key in ("class", "or") if key in claim)
    last = claim["step"].split(".")[-1]
    return Truth(claim["line"], claim["written"], classes, step=LINES.get(last, last),
                 cell=tuple(claim.get("cell", ())), term=claim.get("term"), factor=FACTORS.get(claim.get("side", "")),
                 lines=tuple(claim.get("lines", [claim["line"]])), is_passage="what" in claim)  # fmt: skip


def pages() -> list[Page]:
    """The pages that were written for this."""
    return [_page(path) for path in sorted((HERE / "pages").glob("*.yaml"))]


def _page(path: Path) -> Page:
    marking = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    truths = tuple(
        Truth(claim["at"][0], claim["written"], (claim["class"],), claim["at"][1], claim["step"],
              tuple(claim["cell"]), *claim.get("term", ()))
        for claim in marking["claims"]
    )  # fmt: skip
    return Page(path.with_name(marking["page"]), lambda: loads(marking["problem"], path.name), truths)


# What the check says of a page.


def said_of(page: Page) -> list[dict[str, Any]]:
    """The claims of the report; none where it fails, which is said."""
    try:
        text = page.path.read_text("utf-8")
        report = check(page.problems(), from_text(text, page.path.name))
    except Exception as failure:
        print(f"{page.path.name}: {type(failure).__name__}: {failure}")
        return []
    return [
        claim for claim in json.loads(write_json(report))["claims"] if claim["verdict"] not in ("unread", "missing")
    ]


def plain(text: str) -> str:
    """A number without the signs that only some writers use."""
    text = re.sub(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"\1/\2", text.replace("\\\\", "\\"))
    text = re.sub(r"^[\s=(]*(?:e\s*\^|exp)?", "", text.replace("−", "-"))
    return re.sub(r"[\s{}()\\^]|boxed", "", text).removeprefix("+").replace(",", ".").removesuffix(".")


def likeness(truth: Truth, claim: dict[str, Any]) -> tuple[int, ...]:
    """How well a claim fits a number that reads the same on the same line; the closest column decides first."""
    distance = -abs(truth.column - claim["column"]) if truth.column and claim["column"] else 0
    cell = (claim["row"], claim["col"]) == truth.cell
    return (distance, truth.step == claim["step"], cell, claim["term"] == truth.term, claim["factor"] == truth.factor)


def matched(truths: Sequence[Truth], claims: Sequence[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """The claim that says what a truth is about, by the truth's number; the likest pairs first."""
    by_text = defaultdict(list)
    for index, claim in enumerate(claims):
        by_text[claim["line"], plain(claim["written"])].append(index)
    pairs = sorted(
        (
            (likeness(truth, claims[index]), -number, -index)
            for number, truth in enumerate(truths)
            if not truth.is_passage
            for index in by_text[truth.line, plain(truth.written)]
        ),
        reverse=True,
    )
    found: dict[int, dict[str, Any]] = {}
    taken = set()
    for _, number, index in pairs:
        if -number not in found and -index not in taken:
            found[-number] = claims[-index]
            taken.add(-index)
    return found


def passage(truth: Truth, claims: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The claims on the lines of a passage whose numbers stand in it."""
    inside = [claim for claim in claims if claim["line"] in truth.lines]
    return [claim for claim in inside if claim["written"] in truth.written] or inside


# Figures.


def measured(page: Page) -> tuple[Figures, list[str]]:
    """The figures of a page, and a line for each number on which marking and verdict differ."""
    claims = said_of(page)
    pairs = matched(page.truths, claims)
    figures, differences = Figures(), []
    for number, truth in enumerate(page.truths):
        about = passage(truth, claims) if truth.is_passage else [pairs[number]] if number in pairs else []
        verdicts = {claim["verdict"] for claim in about}
        agrees = bool(verdicts & truth.agreed)
        _count(figures, truth, verdicts, agrees)
        if not agrees:
            differences.append(_difference(truth, about))
    return figures, differences


def _count(figures: Figures, truth: Truth, verdicts: set[str], agrees: bool) -> None:
    tallies = [(figures.read, bool(verdicts))]
    if verdicts:
        tallies.append((figures.agreed, agrees))
        if truth.classes[0] == "right":
            tallies.append((figures.false_alarms, bool(verdicts & CALLED_WRONG)))
    if truth.classes[0] in MISTAKES:
        tallies.append((figures.found, bool(verdicts & CALLED_WRONG)))
    for tally, holds in tallies:
        tally[0] += holds
        tally[1] += 1


def _difference(truth: Truth, about: Sequence[dict[str, Any]]) -> str:
    said = "; ".join(
        f"{claim['verdict']} {claim['step']}[{claim['row']},{claim['col']}]"
        + (f" term {claim['term']}.{claim['factor']}" if claim["term"] or claim["factor"] else "")
        + f" (true {claim['expected']}, follows {claim['follows']}, {claim['cause']})"
        for claim in about[:3]
    )
    where = f"{truth.line}:{truth.column}" if truth.column else str(truth.line)
    part = f" term {truth.term}.{truth.factor}" if truth.term or truth.factor else ""
    what = f"{truth.written[:40]!r:>10} {truth.step}{list(truth.cell)}{part}"
    return f"    {where:>7} {what} is {' or '.join(truth.classes)}: {said or 'unread'}"


# What was reached.


def reached() -> dict[str, dict[str, int]]:
    """The figures that each page has reached, by the name of its file."""
    return yaml.load(REACHED.read_text("utf-8"), yaml.CSafeLoader)


def at_least(figures: Figures, least: dict[str, int]) -> bool:
    """Whether figures are no worse than those that were reached."""
    now = figures.counts()
    return all(now[name] <= n if name == "false alarms" else now[name] >= n for name, n in least.items())


def record() -> None:
    """Writes the figures of all pages."""
    lines = ["# What the check reaches on each page (see measure.py); the tests fail where it falls behind."]
    for page in [*seeds(), *pages()]:
        counts = ", ".join(f"{name}: {n}" for name, n in measured(page)[0].counts().items())
        lines.append(f"{page.path.name}: {{{counts}}}")
    REACHED.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="beginnings of file names")
    parser.add_argument("--pages", action="store_true", help="the pages in tests/check/pages")
    parser.add_argument("--record", action="store_true", help="write what all of them reach to reached.yaml")
    parser.add_argument("-v", action="store_true", help="list every difference")
    asked = parser.parse_args()
    if asked.record:
        record()
        return
    known = pages() if asked.pages else [*seeds(), *pages()] if asked.names else seeds()
    show([page for page in known if page.path.name.startswith(tuple(asked.names) or "")], asked.v)


def show(chosen: Sequence[Page], verbose: bool) -> None:
    """The table of figures."""
    print(f"{'':32}{'read':^21}{'false alarms':^21}{'found':^21}{'agreed':^21}")
    total = Figures()
    for page in chosen:
        figures, differences = measured(page)
        total += figures
        print(f"{page.path.name:<32}{figures}")
        for difference in differences if verbose else ():
            print(difference)
    print(f"{'total':<32}{total}")


if __name__ == "__main__":
    main()
