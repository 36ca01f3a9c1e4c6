"""Published solutions of homework, judged as typed answers; `python tests/check/published.py` prints the table."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from attncalc.check.answers import read_answers
from attncalc.check.calculation import Calculation
from attncalc.check.judge import judge
from attncalc.problem.reader import load
from attncalc.problem.tree import Mapping, Scalar, Sequence
from attncalc.solve import solve

ROOT = Path(__file__).parent.parent.parent
CASES = yaml.load((ROOT / "tests" / "check" / "published.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
CREDITED = {"right", "rounded", "follows"}
CALLED = {"wrong", "misread"}


@dataclass(frozen=True)
class Finding:
    """A printed number, what the independent computation said of it, and its verdict here."""

    name: str
    written: str
    said: str  # right, wrong, or a kind of rounding
    judged: object
    is_first: bool = False

    @property
    def agrees(self):
        """Right and rounded numbers are credited, the first wrong one is called; the others follow or are wrong."""
        if self.said != "wrong":
            return self.judged.verdict in CREDITED
        return self.judged.verdict in CALLED or (not self.is_first and self.judged.verdict == "follows")

    def __str__(self):
        judged = self.judged
        return (
            f"{self.name} is printed {self.written}, which is {self.said}{' (first)' * self.is_first}; "
            f"it is called {judged.verdict} (expected {judged.expected}, follows {judged.follows})"
        )


@cache
def calculations(number):
    """The problems of a case, solved."""
    named = CASES[number]["problem"]
    names = named if isinstance(named, list) else [named]
    paths = [ROOT / "problems" / "homework" / f"{name}.yaml" for name in names]
    return [Calculation(solve(problem)) for path in paths for problem in load(path)]


def claims(number):
    """What a case prints, as claims; the place of each is the source's own name and the number of the cell."""
    found = []
    for problem in range(len(calculations(number))):
        values = [
            (key, value) for key, value in CASES[number]["values"].items() if value.get("problem", 1) == problem + 1
        ]
        entries = tuple((Scalar(value["as"]), _node(value["is"], key, iter(range(1, 10_000)))) for key, value in values)
        documents = [Scalar("")] * problem + [Mapping(entries)]
        found += read_answers(documents, calculations(number))
    return [claim for claim in found if claim.written.text]


def _node(value, key, places):
    if isinstance(value, list):
        return Sequence(tuple(_node(item, key, places) for item in value), key, 0)
    return Scalar(value, key, next(places), quoted=True)


def findings(number):
    """Every printed number of a case with its verdict."""
    case, kinds = CASES[number], {}
    for key, place, kind in case.get("differences", ()):
        kinds[key, _cell(case["values"][key]["is"], place)] = kind
    first = next((cell for cell, kind in kinds.items() if kind == "wrong"), None)
    found = []
    for problem, calculation in enumerate(calculations(number)):
        own = [claim for claim in claims(number) if claim.problem == problem]
        with calculation.working():
            for judged in judge(calculation, own):
                cell = judged.claim.written.place.source, judged.claim.written.place.line
                said = kinds.get(cell, "right")
                name = f"{cell[0]}, cell {cell[1]}"
                found.append(Finding(name, judged.claim.written.text, said, judged, cell == first))
    return found


def _cell(value, place):
    """The number of a cell, from 1, of a place that counts from 0."""
    if len(place) == 2 and isinstance(value[0], list):
        return sum(map(len, value[: place[0]])) + place[1] + 1
    return place[-1] + 1 if place else 1


def disagreements(number):
    """The findings of a case that are not as the independent computation has them."""
    return [finding for finding in findings(number) if not finding.agrees]


def main():
    """Prints, for each status, how many cases agree; then every disagreement."""
    table, details = {}, []
    for number, case in CASES.items():
        found = disagreements(number)
        row = table.setdefault(case["status"], Counter())
        row.update(cases=1, numbers=len(findings(number)), agree=not found, known=bool(found and "known" in case))
        details += [f"{number}: {finding}" for finding in found]
    print(f"{'status':24}{'cases':>8}{'numbers':>9}{'agree':>8}{'known':>8}")
    for status, row in table.items():
        print(f"{status:24}{row['cases']:8}{row['numbers']:9}{row['agree']:8}{row['known']:8}")
    print("\n".join(details))


if __name__ == "__main__":
    main()
