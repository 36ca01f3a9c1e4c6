"""Fits what each piece of evidence is worth for placing numbers, on drawn pages; nothing of the marked pages is read.

    python tests/check/fit.py                 # draws, fits and writes attncalc/check/placing/fitted.json
    python tests/check/fit.py --ablate        # what the choices on other styles lose without each of them

Every block of a page is a choice among what it may be; the weights are those under which what it is was likeliest,
given that the blocks before it were placed rightly. Every fifth style is for validation, and never fitted on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matching import spelt
from simulator import NEWER, NOISE, SLIPS, STYLES, SimulatedPage, simulated
from simulator.mistakes import METHOD_NAMES

from attncalc.check.check import solved
from attncalc.check.placing.beam import Path as Way
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import total
from attncalc.check.placing.option import Option
from attncalc.check.placing.options import options
from attncalc.check.placing.place import parts_of
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place
from attncalc.problem.reader import loads
from attncalc.reading import read_page
from attncalc.reading.ink import Ink, Paper

MOST = 24  # options of a block that are kept, beside the right ones
ODD = 0.03  # of the blocks, that tell nothing
NEAR = 3  # columns between a number and what the truth says of it
SEED, PAGES = "fit", 4
SETS = ("training", "validation")
FITTED = Path(__file__).parents[2] / "attncalc" / "check" / "placing" / "fitted.json"
# What each was thought to be worth, in nats, before any page was read; the fit stays near to it.
PRIOR = {
    "numbers agree": 1.5,
    "numbers miss": -1.5,
    "from nowhere": -4.0,
    "a mistake": -4.0,
    "written before": -1.5,
    "named": 4.0,
    "worded": 2.5,
    "worded otherwise": -2.0,
    "its place": 2.5,
    "bound elsewhere": -8.0,
    "a part": -1.0,
    "oddly": -3.5,
    "goes on": 2.5,
    "next": 1.5,
    "same line": 0.5,
    "apart": -1.5,
    "at hand": 1.5,
    "beside": -0.5,
    "beside, named": -2.0,
    "constant": 5.5,
}
KINDS = ((None,), METHOD_NAMES, METHOD_NAMES, METHOD_NAMES, SLIPS, NOISE)


class Choice(NamedTuple):
    """The options of a block by their features, and which of them are right."""

    features: np.ndarray
    right: np.ndarray


def drawn(style: str, number: int, seed: str = SEED) -> SimulatedPage | None:
    """A page in a style: one of six without a mistake, three with one of method, one slip, one with noise."""
    numbers = random.Random(f"{seed} {style} {number}")
    kinds = KINDS[number % len(KINDS)]
    for name in numbers.sample(kinds, min(20, len(kinds))):
        try:
            page = simulated(f"{seed}{number}", style, name)
        except ValueError:
            continue
        if page:
            return page
    return None


def choices(page: SimulatedPage, weights: dict[str, float]) -> Iterator[Choice]:
    """The choices on a page, each after the right ones before it."""
    name = f"{page.name}.{page.extension}"
    paper = read_page(page.text, name)
    truths = _Truths(page.truth["claims"], paper)
    path = Way(tuple(Sheet(number, one) for number, one in enumerate(solved(loads(page.problem)))))
    for block in (block for part in parts_of(paper, path.sheets, ()) for block in part.blocks):
        found = sorted(options(path, block, weights), key=lambda option: -total(option.features, weights))
        right = [option for option in found if truths.hold(block, option)]
        if right and truths.any(block):
            kept = [option for number, option in enumerate(found) if number < MOST or option in right]
            yield Choice(
                np.array([[one.features.get(name, 0.0) for name in PRIOR] for one in kept], dtype=np.float32),
                np.array([one in right for one in kept]),
            )
        path = path.after(block, (right or found)[0], 0.0)


class _Truths:
    """What is true of the numbers of a page, by where they stand: the line and the cell, as printed."""

    def __init__(self, claims: Sequence[dict[str, Any]], paper: Paper) -> None:
        self.paper = paper
        self.by_line: dict[int, list[dict[str, Any]]] = {}
        for claim in claims:
            self.by_line.setdefault(claim["line"], []).append(claim)

    def of(self, ink: Ink) -> dict[str, Any] | None:
        """What is said of a number."""
        line, column = self.paper.at(ink.start)
        near = [truth for truth in self.by_line.get(line, ()) if abs(truth["column"] - column) <= NEAR]
        same = [truth for truth in near if spelt(truth["written"]) == spelt(ink.text)]
        return min(same, key=lambda truth: abs(truth["column"] - column), default=None)

    def any(self, block: Block) -> bool:
        """Whether numbers of the work stand in a block."""
        return any(self.of(ink) for ink in _numbers(block))

    def hold(self, block: Block, option: Option) -> bool:
        """Whether an option is what the truth says."""
        where = option.where
        if where is None:
            return not self.any(block)
        if isinstance(where, Fit):
            cells = [(part, row, column) for ink, _, row, column in where.placed() for part in ink.numbers()]
        else:
            cells = [(ink, *where.spot[1:]) for ink in _numbers(block)]
        known = [(truth, row, column) for ink, row, column in cells if (truth := self.of(ink))]
        is_entry = isinstance(where, Place)
        agree = [_is(where.sheet, option.key, *each, is_entry=is_entry) for each in known]
        return sum(agree) > len(agree) / 2


def _is(sheet: Sheet, key: str, truth: dict[str, Any], row: int, column: int, *, is_entry: bool) -> bool:
    line, *after = truth["step"].split(".")
    if is_entry and after and after[0] != "term" and line == key:  # an operand of the entry
        return True
    line = after[0] if after and after[0] != "term" else line
    place = (column + 1, row + 1) if sheet.calculation.is_turned(key) else (row + 1, column + 1)
    return line == key and tuple(truth["cell"]) == place


def _numbers(block: Block) -> list[Ink]:
    if block.grid:
        return list(block.grid.ink.numbers())
    return [number for ink in block.group.inks for number in ink.numbers()]


def gathered(pages: Sequence[SimulatedPage], weights: dict[str, float]) -> list[Choice]:
    """The choices on many pages."""
    with ProcessPoolExecutor() as pool:
        return [one for page in pool.map(partial(_listed, weights=weights), pages, chunksize=8) for one in page]


def _listed(page: SimulatedPage, weights: dict[str, float]) -> list[Choice]:
    return list(choices(page, weights))


def fitted(found: Sequence[Choice], prior: np.ndarray, loose: float = 0.001) -> np.ndarray:
    """The weights under which the right options are likeliest, by Newton's method, not far from a prior.

    A part of the blocks may be anything: one odd block moves no weight far.
    """
    weights, pull = prior.astype(float), loose * len(found)
    for _ in range(40):
        gradient, hessian, value = -pull * (weights - prior), -pull * np.eye(len(weights)), 0.0
        for features, right in found:
            chances = _chances(features @ weights)
            hoped = chances * right
            chance = hoped.sum()
            trust = (1 - ODD) * chance / ((1 - ODD) * chance + ODD / len(right))
            value += np.log((1 - ODD) * chance + ODD / len(right))
            hoped = hoped / max(chance, 1e-300)
            mean, aim = chances @ features, hoped @ features
            gradient += trust * (aim - mean)
            hessian -= trust * ((features * chances[:, None]).T @ features - np.outer(mean, mean))
        step = np.linalg.solve(hessian, gradient)
        size = np.abs(step).max()
        weights -= step * min(1.0, 1.0 / max(size, 1e-9))
        if size < 1e-2:
            break
    print(f"log-likelihood {value / len(found):.4f} a block, {len(found)} blocks")
    return weights


def _chances(scores: np.ndarray) -> np.ndarray:
    found = np.exp(scores - scores.max())
    return found / found.sum()


def right_share(found: Sequence[Choice], weights: np.ndarray) -> float:
    """How many blocks are placed rightly after right ones."""
    return sum(bool(right[np.argmax(features @ weights)]) for features, right in found) / len(found)


def main() -> None:
    """Draws pages, fits, and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=PAGES, help=f"in each style ({PAGES})")
    parser.add_argument("--ablate", action="store_true", help="print what each weight is worth, write nothing")
    asked = parser.parse_args()
    drawn_pages = drawn_in(sorted(STYLES | NEWER), asked.pages)
    sets = [gathered(pages, PRIOR) for pages in drawn_pages]
    prior = np.array(list(PRIOR.values()))
    weights = fitted(sets[0], prior)
    figures = {name: round(right_share(found, weights), 4) for name, found in zip(SETS, sets, strict=True)}
    print(figures, {name: round(right_share(found, prior), 4) for name, found in zip(SETS, sets, strict=True)})
    if asked.ablate:
        ablate(sets[1], weights)
        return
    about = {"of": digest(asked.pages), "pages": sum(map(len, drawn_pages)), "blocks": sum(map(len, sets))}
    found = {name: round(float(weight), 2) for name, weight in zip(PRIOR, weights, strict=True)}
    FITTED.write_text(json.dumps({**about, "placed rightly": figures, "weights": found}, indent=1) + "\n", "utf-8")


def drawn_in(styles: Sequence[str], number: int) -> tuple[list[SimulatedPage], list[SimulatedPage]]:
    """So many pages in each style: those to fit on, and those of other styles."""
    tasks = [(style, one) for style in styles for one in range(number)]
    with ProcessPoolExecutor() as pool:
        pages = list(pool.map(drawn, *zip(*tasks, strict=True), chunksize=8))
    held = set(styles[::5])
    made = [(style in held, page) for (style, _), page in zip(tasks, pages, strict=True) if page]
    return [page for other, page in made if not other], [page for other, page in made if other]


def ablate(found: Sequence[Choice], weights: np.ndarray) -> None:
    """Prints how many choices are lost without each weight."""
    whole = right_share(found, weights)
    for number, name in enumerate(PRIOR):
        without = np.where(np.arange(len(weights)) == number, 0.0, weights)
        print(f"{name:28}{100 * (whole - right_share(found, without)):6.2f}")


def digest(pages: int) -> str:
    """What the weights depend on: names and first guesses, styles, mistakes, seed and the number of pages."""
    text = json.dumps([PRIOR, sorted(STYLES | NEWER), sorted(METHOD_NAMES), sorted(SLIPS), SEED, pages])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
