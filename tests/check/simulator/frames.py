"""What programs print that know the names of rows and columns: arrays of xarray, tibbles of R."""

from __future__ import annotations

from .blocks import vector
from .code import echo, literal, typed, variable
from .naming import token
from .paper import Paper
from .terms import Place
from .turned import OF_PAIR

AXES = {"Q": ("query", "dim"), "K": ("key", "dim"), "V": ("key", "dim"), "O": ("query", "dim"), "Z": ("query", "one")}
COLUMNS = {
    "S": "score",
    "S_scaled": "scaled",
    "S_masked": "masked",
    "E": "exp",
    "A": "weight",
    "Z": "sum",
    "O": "output",
}


def labelled_arrays(paper: Paper) -> None:
    """xarray: a line with names and sizes, the array, and the words along its sides."""
    paper.say(">>> import numpy as np\n>>> from lab import named, softmax\n")
    for key in paper.inputs:
        literal(paper, key, f">>> {variable(paper, key)} = np.array(", ")\n", "... ")
    paper.heading(None)
    for key in paper.written:
        axes = dict(zip(AXES.get(key, ("query", "key")), paper.shape(key), strict=True))
        name, dims = variable(paper, key), ", ".join(f"'{axis}'" for axis in axes)
        sizes = ", ".join(f"{axis}: {size}" for axis, size in axes.items())
        paper.say(f">>> {name} = named({typed(paper, key)}, {dims})\n>>> {name}\n", "code")
        paper.say(f"<xarray.DataArray '{COLUMNS.get(key, key)}' ({sizes})>\n", "header")
        paper.kept["named"] = name
        echo(paper, key)
        paper.say("Coordinates:\n")
        for axis in (axis for axis in axes if axis in ("query", "key")):
            words = " ".join(f"'{token(paper, axis[0].upper(), i)}'" for i in range(axes[axis]))
            paper.say(f"  * {axis:<8} ({axis}) <U5 {words}\n", "header")


def _tibble(paper: Paper, names: list[str], rows: list[tuple[list[str], list[Place]]], *, apart: bool) -> None:
    """Words and numbers in columns with their names and types above; each column is a line of its own, or all are."""
    count = len(rows[0][0])
    sides = [(f"{name:<7}", "<chr>  ") if at < count else (f"{name:>9}", "    <dbl>") for at, name in enumerate(names)]
    paper.say(f"# A tibble: {len(rows)} × {len(names)}\n", "header")
    paper.say("".join("  " + "".join(texts) + "\n" for texts in zip(*sides, strict=True)), "header")
    start = max((fact.block for fact in paper.facts), default=0) + 1
    for i, (labels, places) in enumerate(rows):
        with paper.row(" ".join(labels)):
            paper.say(f"{i + 1} " + "".join(f"{label:<7}" for label in labels), "index")
            for j, place in enumerate(places):
                paper.blocks = start + j * apart
                paper.entry(*place, width=9)
        paper.say("\n")


def tibbles(paper: Paper) -> None:
    """R: what is given as tribbles, a tibble of all pairs with a column for each step, and one of the outputs."""
    pairs = [key for key in paper.written if key in OF_PAIR]
    for key in paper.inputs:
        paper.heading(key)
        names = ", ".join(("~token", "~d1", "~d2", "~d3", "~d4")[: paper.shape(key)[1] + 1])
        paper.say(f"> {key} <- tribble(\n+   {names},\n", "code")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                with paper.row(token(paper, key, i)):
                    paper.say(f'+   "{token(paper, key, i)}", ', "index")
                    vector(paper, places, ", ", ("", ",\n" if i + 1 < paper.shape(key)[0] else "\n+ )\n"))
    paper.heading("pairs")
    paper.say("> pairs\n", "code")
    rows, columns = paper.shape(pairs[0])
    labels = [
        ([token(paper, "Q", i), token(paper, "K", j)], [(key, i, j) for key in pairs])
        for i in range(rows)
        for j in range(columns)
    ]
    _tibble(paper, ["query", "key", *(COLUMNS[key] for key in pairs)], labels, apart=True)
    for key in (key for key in paper.written if key not in pairs):
        paper.heading(COLUMNS[key])
        paper.say(f"> {COLUMNS[key]}\n", "code")
        labels = [([token(paper, key, i)], places) for i, places in enumerate(paper.places(key))]
        _tibble(paper, ["token", "d1", "d2", "d3", "d4"][: paper.shape(key)[1] + 1], labels, apart=False)
