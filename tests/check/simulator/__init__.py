"""A class of students: pages as they write them, with the truth about every number.

    page = simulated("7", "query by query", "no-scaling")   # or a slip, "noise 2", or None; see MISTAKES
    page.text, page.problem, page.truth, page.twin
    write(folder, "7", 200, STYLES)                          # files as a marker gets them

To add a style, write a function of a `Paper` and put `Style(function, "what it looks like", ...)` under a name; a
module `kept` beside this one may hold a dictionary STYLES of its own, whose pages are kept for tests. The function
writes with

    paper.say(text, "constant")      words and signs; numerals in them are beside the work, and it says what they are
    paper.heading(text)              what holds for all blocks that follow (said before by `say`); None ends it
    with paper.block():              numbers of one matrix, table, vector or list
        with paper.row("q_2"):       numbers in one written row, and the text that labels it (said by `say`)
            paper.entry(key, i, j)   a number; part=Part(place of the result, term, side) in a calculation that is
                                     written out, again=key of the result where a line is written again as a factor
    paper.cell("code")               a new cell of a notebook: markdown, code or output

and finds what to write in paper.inputs, paper.written (keys of lines in order), paper.places(key) (entries in rows, as
they stand on the page), paper.text(key, i, j), paper.work.calculation.records[key].expr, `terms.products` and
`truth.terms_known` (whether a line can be written out). `naming` has symbols, words and labels of rows in the page's
language; `blocks`, `latex`, `code` and `lists` have parts to combine. paper.once(name, *options) chooses for the whole
page, paper.choice(*options) each time, paper.separator(name, *options) without commas where they are decimal marks.
Nothing that a style draws may depend on the numbers themselves, or a page and its twin would differ in more than these.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from .blind import BLIND
from .fresh import FRESH
from .mistakes import MISTAKES, NOISE, SLIPS
from .more import MORE
from .newer import NEWER
from .newest import LAST, NEWEST
from .novel import NOVEL
from .simulate import SimulatedPage, simulate, write_pages
from .styles import STYLES as FIRST
from .styles import Style
from .unseen import UNSEEN

__all__ = [
    "BLIND",
    "FRESH",
    "KEPT",
    "KNOWN",
    "LAST",
    "MISTAKES",
    "NEWER",
    "NEWEST",
    "NOISE",
    "NOVEL",
    "SLIPS",
    "STYLES",
    "UNSEEN",
    "SimulatedPage",
    "Style",
    "simulated",
    "write",
]

STYLES: dict[str, Style] = {**FIRST, **MORE}


def _kept() -> dict[str, Style]:
    return dict(import_module(".kept", __name__).STYLES) if find_spec(f"{__name__}.kept") else {}


KEPT: dict[str, Style] = _kept()
KNOWN: dict[str, Style] = STYLES | NEWER | NEWEST | LAST | UNSEEN | FRESH | NOVEL | BLIND | KEPT


def simulated(seed: str, style: str, mistake: str | None = None) -> SimulatedPage:
    """A page in a style, with a mistake, a slip, noise or nothing wrong; the same for the same seed."""
    return simulate(seed, style, KNOWN[style], mistake)


def write(folder, seed: str, count: int, styles=tuple(STYLES)) -> list[SimulatedPage]:  # type: ignore[no-untyped-def]
    """Writes so many pages, each with its problem, its truth and its twin, the styles and mistakes in turn."""
    return write_pages(folder, seed, count, {name: KNOWN[name] for name in styles})
