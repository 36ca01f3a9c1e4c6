"""The drawing of a laid-out picture, with matplotlib: the only place that knows it."""

from __future__ import annotations

import io
import warnings
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attncalc.render.heatmap import is_dark, top_of
from attncalc.render.plot.fonts import Letters
from attncalc.render.plot.layout import HEADING, LABEL, LINE, Page, Placed
from attncalc.worksheet.notation import plain_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = "Blues"  # one hue, so that nobody needs to tell two apart
DARK, LIGHT = "black", "white"
RULES = {
    "svg.fonttype": "none",
    "svg.hashsalt": "attncalc",
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "axes.linewidth": 0.6,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
}
# What would differ from day to day is left out.
METADATA: dict[str, dict[str, str | None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
SCALE_WIDTH, SCALE_HEIGHT, SCALE_ROOM, SCALE_STEPS = 2.4, 0.13, 0.5, 100
FINE = 40  # cells along a side from which on no lines stand between them


def drawn(page: Page, letters: Letters, ending: str, title: str) -> bytes:
    """The picture in a format: svg, png or pdf."""
    import matplotlib as mpl

    rules: Any = mpl.rcParams
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # of an .svg, whose letters are drawn by its reader's fonts
        mpl.rcdefaults()
        rules.update({**RULES, "font.family": letters.families})
        figure = _figure(page, letters)
        file = io.BytesIO()
        titled = {"Title": letters.shown(title)} if ending != "png" else {}
        figure.savefig(
            file,
            format=ending,
            dpi=200,
            bbox_inches="tight",
            pad_inches=0.15,
            facecolor="white",
            metadata={**METADATA[ending], **titled},
        )
    return file.getvalue()


def _figure(page: Page, letters: Letters) -> Figure:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

    wide, high = max(page.size[0], SCALE_WIDTH), page.size[1] + SCALE_ROOM
    figure = Figure(figsize=(wide, high))
    for line, y in page.headings:
        figure.text(0, 1 - y / high, letters.shown(line), size=HEADING, weight="bold", va="top")
    values = [float(value) for item in page.boxes for row in item.box.panel.values for value in row]
    colours = ScalarMappable(Normalize(*_range(values)), COLOURS)
    for item in page.boxes:
        _panel(figure, item, (wide, high), colours, letters)
    _scale(figure, (wide, high), colours)
    return figure


def _scale(figure: Figure, size: tuple[float, float], colours: Any) -> None:
    """The colours with the weights that they stand for; drawn in lines, where a colour bar would be an image."""
    least, most = colours.norm.vmin, colours.norm.vmax
    ends = [least + (most - least) * step / SCALE_STEPS for step in range(SCALE_STEPS + 1)]
    middles = [(start + end) / 2 for start, end in pairwise(ends)]
    axes = figure.add_axes((0.1 / size[0], 0.36 / size[1], SCALE_WIDTH / size[0], SCALE_HEIGHT / size[1]))
    axes.pcolormesh(ends, [0, 1], [middles], cmap=colours.cmap, norm=colours.norm, edgecolors="face", linewidth=0.2)
    axes.set_yticks([])
    axes.tick_params(labelsize=LABEL - 1)
    axes.set_xlabel("weight", size=LABEL)


def _range(values: list[float]) -> tuple[float, float]:
    """From 0 to 1; less where all weights are small, more where some are no shares."""
    return min(0.0, *values), max(top_of(values), *values)


def _panel(figure: Figure, item: Placed, size: tuple[float, float], colours: Any, letters: Letters) -> None:
    box, panel = item.box, item.box.panel
    wide, high = box.size
    bottom = size[1] - item.y - box.top - high
    axes = figure.add_axes(((item.x + box.left) / size[0], bottom / size[1], wide / size[0], high / size[1]))
    numbers = [[float(value) for value in row] for row in panel.values]
    fine = max(len(panel.rows), len(panel.columns)) >= FINE
    axes.pcolormesh(
        numbers,
        cmap=colours.cmap,
        norm=colours.norm,
        edgecolors="face" if fine else "white",
        linewidth=0.2 if fine else 0.8,
    )
    axes.invert_yaxis()
    _labels(axes, item, letters)
    for number, line in enumerate(box.title):
        figure.text(
            item.x / size[0],
            1 - (item.y + LINE * number) / size[1],
            letters.shown(line),
            size=LABEL,
            weight="bold",
            color=DARK,
            va="top",
        )
    if box.font:
        for i, row in enumerate(panel.texts):
            for j, text in enumerate(row):
                axes.text(
                    j + 0.5,
                    i + 0.53,
                    plain_number(text),
                    ha="center",
                    va="center",
                    size=box.font,
                    color=LIGHT if is_dark(colours.to_rgba(numbers[i][j])) else DARK,
                )


def _labels(axes: Any, item: Placed, letters: Letters) -> None:
    below, beside = item.box.below, item.box.beside
    places = range(0, len(below.labels), below.every)
    turned = {"rotation": below.angle, "rotation_mode": "anchor"} if below.angle == 45 else {"rotation": below.angle}
    axes.set_xticks(
        [place + 0.5 for place in places],
        [letters.shown(below.labels[place]) for place in places],
        size=below.size,
        ha="right" if below.angle == 45 else "center",
        **turned,
    )
    places = range(0, len(beside.labels), beside.every)
    axes.set_yticks(
        [place + 0.5 for place in places], [letters.shown(beside.labels[place]) for place in places], size=beside.size
    )
    axes.set_xlabel(item.box.panel.sides[1], size=LABEL, color="#555555")
    axes.set_ylabel("\n".join(item.box.side), size=LABEL, color="#555555")
