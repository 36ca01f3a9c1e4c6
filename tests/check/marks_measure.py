"""How often a page has the marks that its truth has.

    python tests/check/marks_measure.py 500                  # pages in all styles, with each page that differs
    python tests/check/marks_measure.py 500 --styles kept    # in styles kept for test: only totals are printed

Each page has a mark scheme of its own: how many marks each line has, which lines have none. The truth is marked by the
same rules (`marks_of_truth`); misreadings are left out, which no page alone tells from mistakes.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from marks_of_truth import marks_of
from simulator import FRESH, KEPT, LAST, MISTAKES, NEWER, NEWEST, NOISE, STYLES, UNSEEN, simulated
from simulator.work import base

import attncalc
from attncalc.check.check import check_solved, solved
from attncalc.check.handed_in import from_text
from attncalc.check.marks import worth

GROUPS = {"training": STYLES, "newer": NEWER, "newest": NEWEST, "last": LAST, "unseen": UNSEEN, "fresh": FRESH}
GROUPS = {"open": {name: style for group in GROUPS.values() for name, style in group.items()}, **GROUPS, "kept": KEPT}
CLEAN = 8  # of as many pages as there are mistakes, how many more have none
ENOUGH = Fraction(1, 100)  # of all marks: what is no difference to a teacher
UNMARKED = 0.3  # pages whose lines have one mark each
MARKS = (0, 1, 1, 2, 2, 3, 4)


@dataclass(frozen=True)
class Compared:
    """The marks of a page as it is read, and of its truth, which may have two classes that are as good."""

    page: tuple
    read: Fraction
    open: Fraction
    of: Fraction
    true: tuple[Fraction, Fraction]
    is_spared: bool  # it has a mistake, and ends with status 0

    def differs(self, more=Fraction(0)):
        """Whether the marks are others, though so many more may be given."""
        least, most = min(self.true) - ENOUGH * self.of, max(self.true) + ENOUGH * self.of
        return self.read > most or self.read + more < least


def drawn(count, styles):
    """So many seeds, styles and mistakes; some cannot be made."""
    random, kinds = Random("marks"), [*[None] * CLEAN, *(name for name in MISTAKES if name not in NOISE)]
    return [(f"marks {number}", random.choice(sorted(styles)), random.choice(kinds)) for number in range(count)]


def scheme(seed, calculation):
    """The marks of a problem file; none on some pages."""
    random = Random(f"{seed} scheme")
    names = list(dict.fromkeys(base(step.name) for step in worth(calculation)))
    marks = {name: random.choice(MARKS) for name in names}
    found = {name: number for name, number in marks.items() if number} or {names[-1]: 2}
    worths = ", ".join(f"{name}: {number}" for name, number in found.items())
    return "" if random.random() < UNMARKED else f"marks: {{{worths}}}\n"


def compared(drawn):
    """A page as it is read, and its truth; None where it cannot be made."""
    try:
        page = simulated(*drawn)
    except ValueError:
        return None
    (plain,) = solved(attncalc.loads(page.problem))
    (calculation,) = solved(attncalc.loads(page.problem + scheme(drawn[0], plain)))
    read = check_solved([calculation], from_text(page.text, f"page.{page.extension}"))
    true = [marks_of(calculation, page.truth, name).total for name in ("class", "alternative_class")]
    is_spared = read.status == 0 and bool(page.truth["first_mistake"])
    return Compared(drawn, read.total, read.open, read.of, tuple(true), is_spared)


def told(one):
    """The page, said if its marks differ."""
    if one.differs():
        true = " or ".join(f"{float(marks):.2f}" for marks in sorted(set(one.true)))
        marks = f"{float(one.read):.2f} (+ {float(one.open):.2f} open) of {float(one.of):g}, but {true}"
        print(f"{one.page}: {marks}", flush=True)
    return one


def main():
    """Prints the figures of so many pages."""
    parser = argparse.ArgumentParser(description="Compare the marks of pages with those of their truth.")
    parser.add_argument("pages", type=int, nargs="?", default=500, help="pages that are drawn (500)")
    parser.add_argument("--styles", choices=GROUPS, default="open")
    arguments = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        found = filter(None, pool.map(compared, drawn(arguments.pages, GROUPS[arguments.styles])))
        pages = [told(one) if arguments.styles != "kept" else one for one in found]
    same, within = (
        sum(not one.differs(more) for one, more in found)
        for found in ([(one, Fraction(0)) for one in pages], [(one, one.open) for one in pages])
    )
    shares = f"{same / len(pages):.1%} with the marks of their truth, {within / len(pages):.1%} with these or the open"
    print(f"{len(pages)} pages: {shares} ones besides; {sum(one.is_spared for one in pages)} with mistakes end with 0")


if __name__ == "__main__":
    main()
