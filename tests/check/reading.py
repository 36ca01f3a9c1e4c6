"""What `attncalc check` makes of a synthetic page: the numbers read, false alarms, and the mistakes named.

Run alone, it measures many pages: python tests/check/reading.py --pages 1000
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from drawn import drawn
from styles import STYLES, page_of
from synthetic import Fact, Page, Work, mistaken

from attncalc.check.causes import named
from attncalc.check.claim import Claim, Judged
from attncalc.check.judge import judge
from attncalc.check.placing.place import place
from attncalc.check.writings import entry_of
from attncalc.reading import read_page

sys.path.append(str(Path(__file__).parents[1] / "bench"))
habits = import_module("habits")

ALARMS = ("wrong", "misread", "missing", "misshapen", "unread")


@dataclass
class Found:
    """What was found on a page; `numbers` and `mistakes` are how many there are, the lists say what went amiss."""

    page: Page
    numbers: int = 0
    mistakes: int = 0
    misplaced: list[str] = field(default_factory=list)  # not read, read elsewhere, or read where nothing stands
    alarms: list[str] = field(default_factory=list)  # right, and called wrong
    unnamed: list[str] = field(default_factory=list)  # mistakes that are not among the causes of their line
    elsewhere: list[str] = field(default_factory=list)  # causes named where there is no mistake


def written(seed: str, style: str, mistakes: int = 0) -> Page:
    """A page in a style, in habits at random, with so many mistakes of the table."""
    numbers = random.Random(f"{seed} {style}")
    while (work := _work(numbers, mistakes)) is None:
        pass
    return page_of(Page(work, numbers), STYLES[style])


def _work(numbers: random.Random, mistakes: int) -> Work | None:
    try:
        work: Work | None = Work(drawn(numbers), habits.any_habit(numbers), numbers.randint(2, 4))
    except ArithmeticError:  # its exponentials all round to 0
        return None
    for _ in range(mistakes):
        work = work and mistaken(numbers, work)
    return work


def found(page: Page) -> Found:
    """Reads, places and marks a page, and compares with what was written on it."""
    calculation = page.work.calculation
    claims = place(read_page(page.text, "page.md", "markdown"), [calculation])
    result = Found(page, len(page.facts), len(page.work.mistakes))
    result.misplaced += _misplaced(page.facts, claims)
    judged = named(calculation, judge(calculation, claims))
    _marks(result, judged)
    return result


def _misplaced(facts: Sequence[Fact], claims: Sequence[Claim]) -> Iterator[str]:
    """The numbers that are not read as what they are."""
    read = {(claim.written.place.line, claim.written.place.column): claim for claim in claims if claim.written.place}
    for fact in facts:
        claim = read.pop((fact.line, fact.column), None)
        at = entry_of(claim) if claim else None
        if claim is None or at is None or tuple(at) != fact.entry or claim.written.text != fact.text:
            text = claim.written.text if claim else "nothing"
            yield f"{fact.line}:{fact.column}: {fact.text} is {fact.entry}, read as {text} of {at}"
        elif fact.part and (claim.at is None or tuple(claim.at) != fact.part.of or claim.term != fact.part.term):
            yield f"{fact.line}:{fact.column}: {fact.text} is in {fact.part}, read in {claim.at}, term {claim.term}"
    for (line, column), claim in read.items():
        yield f"{line}:{column}: {claim.written.text} was read as {claim.at}; {claim.why}"


def _marks(result: Found, judged: Sequence[Judged]) -> None:
    """False alarms, and what is named."""
    mistakes = result.page.work.mistakes
    names: dict[str, set[str]] = {key: set() for key in mistakes}
    for each in judged:
        at = entry_of(each.claim) or each.claim.at
        causes = {cause.name for cause in (*((each.cause,) if each.cause else ()), *each.also)}
        if at and at.key in mistakes:
            names[at.key] |= causes
        elif each.verdict in ALARMS:
            where = f"{each.claim.written.text} of {at} is {each.verdict}: {each.expected}, follows {each.follows}"
            result.alarms.append(where)
            result.elsewhere += [f"{where}; {name}" for name in causes]
    result.unnamed += [
        f"{name} in {key}: {sorted(names[key])}" for key, (name, _) in mistakes.items() if name not in names[key]
    ]


def measured(pages: int, mistakes: int, seed: str) -> None:
    """Prints what was found on so many pages, and the first few things that went amiss."""
    styles = list(STYLES)
    results = [found(written(f"{seed} {number}", styles[number % len(styles)], mistakes)) for number in range(pages)]
    counts = (len(results), *(sum(getattr(result, what) for result in results) for what in ("numbers", "mistakes")))
    print("{:,} pages, {:,} numbers, {:,} mistakes".format(*counts))
    for what in ("misplaced", "alarms", "unnamed", "elsewhere"):
        amiss = [line for result in results for line in getattr(result, what)]
        spoilt = sum(bool(getattr(result, what)) for result in results)
        print(f"  {what:10}{len(amiss):7,} on {spoilt:,} pages", *amiss[:5], sep="\n      ")


def main() -> None:
    """Measures pages without mistakes, then pages with one and with two."""
    parser = argparse.ArgumentParser(description="Read and mark synthetic pages.")
    parser.add_argument("--pages", type=int, default=100, metavar="N", help="pages of each kind (100)")
    parser.add_argument("--seed", default="2017", help="draw other pages")
    arguments = parser.parse_args()
    for mistakes in (0, 1, 2):
        measured(arguments.pages, mistakes, f"{arguments.seed} {mistakes}")


if __name__ == "__main__":
    main()
