"""Pictures of weights: `--plot weights.svg`, .png or .pdf."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from attncalc.errors import InputError, OutputError, shorten
from attncalc.extras import adding
from attncalc.render.plot.weights import Group, groups

if TYPE_CHECKING:
    from attncalc.render.formats import Solved

ENDINGS = ("svg", "png", "pdf")
MOST = 100  # panels of one picture
WARNINGS = 5  # rows that are named one by one


class Picture(NamedTuple):
    """A picture, and what its reader should know."""

    content: bytes
    warnings: tuple[str, ...]


def plot_solutions(solved: list[Solved], ending: str) -> Picture:
    """Heatmaps of the weights: a panel for each head of each problem, and the average of the heads.

    Raises InputError where the ending is of no picture, where there are no weights, or more than one picture holds.
    """
    kind = ending.lower().removeprefix(".")
    if kind not in ENDINGS:
        raise InputError(f"a picture ends in .svg, .png or .pdf, not in {shorten(ending) or 'nothing'}")
    found = groups(solved)
    count = sum(len(group.panels) for group in found)
    if not count:
        raise InputError(
            "there are no weights to draw",
            hint="Lines called A or alpha are drawn, where they hold "
            "numbers, not letters, and --steps does not leave them out.",
        )
    if count > MOST:
        raise InputError(
            f"these are {count} panels, but a picture holds {MOST}",
            hint="--steps A_1 draws one of them; so does a file with fewer problems.",
        )
    if find_spec("matplotlib") is None:
        raise OutputError("a picture needs matplotlib, which is not installed", hint=adding("attncalc[plot]"))
    return _picture(found, kind)


def _picture(found: list[Group], kind: str) -> Picture:
    from attncalc.render.plot.drawing import drawn
    from attncalc.render.plot.fonts import Letters
    from attncalc.render.plot.layout import page_of

    letters = Letters([*_texts(found)], drawn_elsewhere=kind == "svg")
    content = drawn(page_of(found), letters, kind, "Weights: " + "; ".join(group.title for group in found))
    return Picture(content, tuple(_warnings(found, letters.lacking)))


def _texts(found: list[Group]) -> list[str]:
    words = [word for group in found for panel in group.panels for word in (panel.title, *panel.rows, *panel.columns)]
    return [*words, *(group.title for group in found)]


def _warnings(found: list[Group], lacking: dict[str, None]) -> list[str]:
    said = [f"{group.title}: {text}" if len(found) > 1 else text for group in found for text in group.warnings]
    more = [f"and {len(said) - WARNINGS} more rows do not sum to 1"] if len(said) > WARNINGS else []
    boxes = [f"no font here has {' '.join(lacking)}: □ stands there; an .svg keeps it"] if lacking else []
    return [*said[:WARNINGS], *more, *boxes]
