"""How often `check --chains` finds the step in which a public calculation goes wrong first.

    python tests/check/first_mistakes.py multistep_arithmetic.jsonl

The file is the one of BIG-Bench-Mistake (Tyen et al. 2023, "LLMs cannot find reasoning errors, but can correct them",
Apache 2.0): 300 calculations with the step in which people saw the first mistake. Where they saw none, though the
answer is wrong, the label cannot be right: these are listed with what is found, and all others that differ from it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

from attncalc.check.equalities.calculations import calculations_of
from attncalc.check.equalities.says import says
from attncalc.check.equalities.trace import Found


class Judged(NamedTuple):
    """A calculation with what was found of it; its number counts from 1."""

    number: int
    said: dict[str, Any]
    found: Found | None

    @property
    def agrees(self) -> bool:
        """Whether the step that was found is the one of the label."""
        return (self.found.step if self.found else None) == self.said["mistake_index"]

    @property
    def is_doubtful(self) -> bool:
        """Whether the label says that all is right, and the answer is wrong."""
        return self.said["mistake_index"] is None and self.said["answer"] != self.said["target"]

    @property
    def tells(self) -> str:
        """What was found."""
        if self.found is None:
            return "nothing"
        what = ", ".join(self.found.unknown) + " for nothing" if self.found.unknown else ""
        return f"step {self.found.step} ({self.found.kind}): {what or says(self.found.left, self.found.right)}"


def judged(path: str) -> list[Judged]:
    """The calculations of the file."""
    with open(path, encoding="utf-8") as file:
        said = [json.loads(line) for line in file if line.strip()]
    found = [one.traced.first for one in calculations_of(path)[1]]
    return [Judged(number, *pair) for number, pair in enumerate(zip(said, found, strict=True), 1)]


def share(those: Iterable[Judged]) -> str:
    """How many of these agree with their labels."""
    agreeing = [one.agrees for one in those]
    return f"{sum(agreeing)} of {len(agreeing)}"


def main() -> None:
    """Prints the figures."""
    every = judged(sys.argv[1])
    clear = [one for one in every if not one.is_doubtful]
    odd, even = ([one for one in clear if one.number % 2 == half] for half in (1, 0))
    print(f"labels that their answers do not deny: {share(clear)} (odd lines {share(odd)}, even lines {share(even)})")
    print(f"all labels as they are: {share(every)}")
    for title, those in (("differs from the label", clear), ("the label cannot be right", every)):
        for one in those:
            if not one.agrees and one.is_doubtful == (those is every):
                print(f"line {one.number}, {title} ({one.said['mistake_index']}): {one.tells}")


if __name__ == "__main__":
    main()
