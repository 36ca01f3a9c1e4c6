"""FLOPs over a size, both in powers of ten, drawn with matplotlib."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import Any

from attncalc.cost.cost import FLOP
from attncalc.errors import InputError, OutputError, shorten
from attncalc.extras import adding
from attncalc.render.cost.compared import Compared
from attncalc.render.plot.drawing import METADATA, RULES
from attncalc.render.plot.pictures import ENDINGS

SIZE = (6.4, 4.4)  # inches
MARKS = "osD^v<>pXP*"  # so that nobody needs to tell colours apart


def drawn(table: Compared, ending: str) -> bytes:
    """A line for each mechanism; raises InputError where the ending is of no picture."""
    kind = ending.lower().removeprefix(".")
    if kind not in ENDINGS:
        raise InputError(f"a picture ends in .svg, .png or .pdf, not in {shorten(ending) or 'nothing'}")
    if find_spec("matplotlib") is None:
        raise OutputError("a picture needs matplotlib, which is not installed", hint=adding("attncalc[plot]"))
    import matplotlib as mpl
    from matplotlib.figure import Figure

    rules: Any = mpl.rcParams
    with mpl.rc_context():
        mpl.rcdefaults()
        rules.update({**RULES, "xtick.major.size": 3, "ytick.major.size": 3})
        figure = Figure(figsize=SIZE)
        _draw(figure.add_subplot(), table)
        file = io.BytesIO()
        figure.savefig(file, format=kind, dpi=200, bbox_inches="tight", metadata=METADATA[kind])
    return file.getvalue()


def _draw(axes: Any, table: Compared) -> None:
    for number, (name, points) in enumerate(table.found.items()):
        flops = [FLOP * point.multiply_adds for point in points]
        axes.loglog(table.sizes, flops, marker=MARKS[number % len(MARKS)], markersize=4, linewidth=1.2, label=name)
    axes.set_xticks(table.sizes, [str(size) for size in table.sizes], rotation=45, ha="right")
    axes.minorticks_off()
    axes.set_xlabel(table.word)
    axes.set_ylabel("FLOPs forward")
    axes.grid(visible=True, linewidth=0.3)
    axes.legend(frameon=False)
