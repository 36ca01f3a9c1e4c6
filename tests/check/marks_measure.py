"""How often a page has the marks that its truth has: `python tests/check/marks_measure.py PAGES`.

Pages are drawn in the styles kept for test, with and without mistakes; only totals are printed.
"""

import sys
from random import Random
from types import SimpleNamespace

from simulator import KEPT, MISTAKES, SLIPS, simulated
from test_fair_marks import work_of

import attncalc
from attncalc.check.check import check_solved, solved
from attncalc.check.handed_in import from_text

ENOUGH = 0.01  # of all marks: what is no difference to a teacher


def drawn(count):
    """So many pages, each of a style with a mistake or without."""
    random, found = Random("marks"), 0
    for number in range(20 * count):
        style, kind = random.choice(sorted(KEPT)), random.choice([None, None, *MISTAKES, *SLIPS])
        try:
            page = simulated(f"marks {number}", style, kind)
        except ValueError:
            continue
        yield page
        found += 1
        if found == count:
            return


def compared(page):
    """The marks of the page as it is read, and of its truth; and the status that `check` ends with for both."""
    calculations = solved(attncalc.loads(page.problem))
    read = check_solved(calculations, from_text(page.text, f"page.{page.extension}"))
    true = work_of(solved(attncalc.loads(page.problem))[0], page.truth).report
    return SimpleNamespace(read=read, true=true, same=abs(read.total - true.total) <= ENOUGH * max(true.of, 1))


def main(count):
    pages = [compared(page) for page in drawn(count)]
    same = sum(one.same for one in pages)
    spared = sum(one.read.status == 0 and one.true.status == 1 for one in pages)
    within = sum(one.read.total <= one.true.total <= one.read.total + one.read.open for one in pages)
    shares = f"{same / len(pages):.1%} with the marks of their truth, {within / len(pages):.1%} with these or the open"
    print(f"{len(pages)} pages: {shares} ones besides; {spared} with mistakes end with status 0")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 500)
