"""What stands behind the numbers: the name after a matrix, labels at the ends of rows."""

from __future__ import annotations

from .blocks import Flat, vector
from .headings import head, put, title
from .latex import Environment
from .naming import row_label, symbol, words
from .paper import Paper

MATRIX = Environment(("bmatrix", "pmatrix"))


def names_behind(paper: Paper) -> None:
    """[[1, 2], [3, 4]] = Q, or the rows with an arrow to the name at the end."""
    title(paper, "txt")
    sign = paper.once("behind", " = {}", " =: {}", "   ← {}", "   ({})", " <- {}", "  =  {}")
    rows = paper.once("rows", True, False)
    flat = paper.once("flat", *(form for form in Flat().forms if "," not in paper.numerals.mark or "," not in form[1]))
    start, between, end, close = ("| ", "  ", " |\n| ", " |") if rows else flat
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        paper.heading(None)
        if paper.once("with words", True, False) and key in paper.work.calculation.records:
            put(paper, words(paper, key), "{}:\n")
        name = symbol(paper, key)
        paper.say(start)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(end if i else "")
                with paper.row(name):
                    vector(paper, places, between)
        paper.say(f"{close}{sign.format(name)}\n\n", "name")


def displays_behind(paper: Paper) -> None:
    """\\begin{bmatrix} ... \\end{bmatrix} = Q"""
    title(paper)
    sign = paper.once("behind", " = {}", " =: {}", r" \qquad ({})", r" \quad \leftarrow {}")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n",))
        paper.heading(None)
        if paper.once("with words", True, False) and key in paper.work.calculation.records:
            put(paper, words(paper, key), "{}:\n\n")
        paper.say(paper.once("display", "$$ ", "\\[\n"))
        MATRIX(paper, key)
        paper.say(sign.format(symbol(paper, key)), "name")
        paper.say(" $$\n\n" if paper.kept["display"] == "$$ " else "\n\\]\n\n")


def labels_behind(paper: Paper) -> None:
    """0.5 0.3   <- the"""
    title(paper)
    sign = paper.once("behind", "   <- {}", "   # {}", "  ({})", "   ← {}", "  | {}", "   // {}", "  [{}]")
    between = paper.separator("behind", "  ", ", ", " | ", "   ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        paper.heading(None)
        put(paper, words(paper, key), paper.once("behind heading", "## {}\n\n", "{}:\n\n", "**{}**\n\n", "{}\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels behind", "token", "digit", "word"))
                with paper.row(label):
                    vector(paper, places, between)
                    paper.say(sign.format(label) if label else "", "index")
                paper.say("\n")
        paper.say("\n")
