"""Measures reading and marking on all marked pages: one row for each group of pages.

    python tests/check/measure.py                  # every group; --simulated N pages drawn in each style (2)
    python tests/check/measure.py -v 302 05        # some pages, with everything on which marking and verdict differ
    python tests/check/measure.py --reader         # the reader by itself: numbers and rows, nothing placed or judged
    python tests/check/measure.py --json FILE      # the figures of every group and page, as JSON
    python tests/check/measure.py --record         # writes what seeds and own pages reach to reached.yaml

read: numbers of the page that have a verdict. placed: entries that are read as the right line and entry. called wrong:
right numbers, of those read, that are called wrong, coarse, misread or misshapen. found: mistakes that are called so.
fair: numbers read whose verdict agrees with their class. first mistake: problems with a mistake in which it is
the first number called wrong. nothing called: pages without a mistake on which nothing is called wrong. F1: the
harmonic mean of the last two. Of the reader: the numbers, and the rows of two and more numbers, that it gives as they
are written, and the rows that come with their label and heading.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import tables
import yaml
from groups import APART, GROUPS, HERE, marked, pages, seeds, simulated
from reader_alone import Read, read_alone
from scoring import Figures, score
from truths import MISTAKES, Page

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.check.report import write_json

__all__ = ["HERE", "MISTAKES", "at_least", "measured", "pages", "reached", "seeds"]
REACHED = HERE / "reached.yaml"


def said_of(page: Page) -> list[dict[str, Any]]:
    """The claims of the report on a page."""
    report = check(page.problems(), from_text(page.text, page.path.name))
    return json.loads(write_json(report))["claims"]


def measured(page: Page) -> tuple[Figures, list[str]]:
    """The figures of a page, and a line for each number on which marking and verdict differ."""
    failures = []
    try:
        claims = said_of(page)
    except Exception as failure:  # a page on which the check breaks is a page of which nothing is read
        failures, claims = [f"    {type(failure).__name__}: {failure}"], []
    figures, differences = score(page, claims)
    return figures, failures + differences


# What was reached.


def reached() -> dict[str, dict[str, int]]:
    """The figures that each page has reached, by the name of its file."""
    return yaml.load(REACHED.read_text("utf-8"), yaml.CSafeLoader)


def at_least(figures: Figures, least: dict[str, int]) -> bool:
    """Whether figures are no worse than those that were reached."""
    now = figures.counts()
    return all(now[name] <= n if name == "false alarms" else now[name] >= n for name, n in least.items())


def record() -> None:
    """Writes the figures of seeds and own pages."""
    lines = ["# What the check reaches on each page (see measure.py); the tests fail where it falls behind."]
    for page in [*seeds(), *pages()]:
        counts = ", ".join(f"{name}: {n}" for name, n in measured(page)[0].counts().items())
        lines.append(f"{page.path.name}: {{{counts}}}")
    REACHED.write_text("\n".join(lines) + "\n", "utf-8")


# The command.


@dataclass
class Result:
    """What was measured on a page; only by the reader, there are no figures."""

    group: str
    name: str
    read: Read
    figures: Figures = field(default_factory=Figures)
    differences: tuple[str, ...] = ()


def result(page: Page, only_reader: bool) -> Result:
    """Everything that is measured on a page."""
    read, missed = read_alone(page)
    figures, differences = (Figures(), []) if only_reader else measured(page)
    return Result(page.group, page.path.name, read, figures, (*differences, *missed))


def results(chosen: Sequence[Page], only_reader: bool) -> Iterator[Result]:
    """What is measured on many pages, in several processes."""
    with ProcessPoolExecutor() as pool:
        yield from pool.map(partial(result, only_reader=only_reader), chosen, chunksize=2)


def chosen_pages(names: Sequence[str], drawn: Mapping[str, int]) -> list[Page]:
    """All pages, or those whose names begin so; of each group of styles so many drawn."""
    of_styles = (page for group, number in drawn.items() for page in simulated(number, names, group))
    known = [*seeds(), *pages(), *marked(), *of_styles]
    known.sort(key=lambda page: GROUPS.index(page.group))
    return [page for page in known if page.path.name.startswith(tuple(names) or "")]


def totals(found: Iterable[Result], key: str) -> dict[str, Result]:
    """The results by group, or by the name of the page, and their sums."""
    rows: dict[str, Result] = {}
    for one in found:
        name = getattr(one, key)
        for of in (name, *([f"{name.split(':')[0]}: all"] if ":" in name else ()), "all"):
            row = rows.setdefault(of, Result("", "", Read()))
            row.read += one.read
            row.figures += one.figures
    order = {name: number for number, name in enumerate(GROUPS)}
    return dict(sorted(rows.items(), key=lambda row: order.get(row[0], -1)))


def show(found: Sequence[Result], by_page: bool, verbose: bool, only_reader: bool) -> None:
    """The tables of figures, and what differs."""
    for one in found if verbose else ():
        print(one.group, one.name, *one.differences, sep="\n")
    rows = totals(found, "name" if by_page else "group")
    if not only_reader:
        print(*tables.marking({name: row.figures for name, row in rows.items()}), "", sep="\n")
    print("The reader by itself", *tables.reader({name: row.read for name, row in rows.items()}), sep="\n")


def write(found: Sequence[Result], path: Path) -> None:
    """The figures of every group and page as JSON."""
    made = {
        kind: {
            name: {"marking": tables.as_data(row.figures), "reader": tables.as_data(row.read)}
            for name, row in totals(found, key).items()
        }
        for kind, key in (("groups", "group"), ("pages", "name"))
    }
    path.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


def main() -> None:
    """Measures the pages that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="beginnings of file names")
    parser.add_argument("--reader", action="store_true", help="only the reader by itself")
    parser.add_argument("--simulated", type=int, default=2, metavar="N", help="pages drawn in each style (2)")
    for group in APART:
        parser.add_argument(f"--{group}", type=int, default=0, metavar="N", help="pages in each such style (0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    parser.add_argument("--record", action="store_true", help="write what seeds and own pages reach to reached.yaml")
    parser.add_argument("-v", action="store_true", help="list every difference")
    asked = parser.parse_args()
    if asked.record:
        record()
        return
    drawn = {group: getattr(asked, group) for group in (*APART, "simulated")}
    found = list(results(chosen_pages(asked.names, drawn), asked.reader))
    show(found, bool(asked.names), asked.v, asked.reader)
    if asked.json:
        write(found, asked.json)


if __name__ == "__main__":
    main()
