"""How the numbers of one line stand in LaTeX: environments, rows in lines, fractions and products as entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .naming import letter, root, symbol
from .paper import Paper, Part
from .terms import Place, operand, products
from .truth import terms_known
from .work import base

# Of each environment: what stands before and after a matrix of so many columns.
ENVIRONMENTS: dict[str, tuple[str, str]] = {
    "bmatrix": (r"\begin{bmatrix}", r"\end{bmatrix}"),
    "pmatrix": (r"\begin{pmatrix}", r"\end{pmatrix}"),
    "array": (r"\left[\begin{array}{COLUMNS}", r"\end{array}\right]"),
    "parenthesised array": (r"\left(\begin{array}{COLUMNS}", r"\end{array}\right)"),
    "smallmatrix": (r"\left(\begin{smallmatrix}", r"\end{smallmatrix}\right)"),
    "small brackets": (r"\bigl[\begin{smallmatrix}", r"\end{smallmatrix}\bigr]"),
    "matrix": (r"\left[\begin{matrix}", r"\end{matrix}\right]"),
    "Bmatrix": (r"\begin{Bmatrix}", r"\end{Bmatrix}"),
    "vmatrix": (r"\begin{vmatrix}", r"\end{vmatrix}"),
    "cases": (r"\begin{cases}", r"\end{cases}"),
    "plain": (r"\pmatrix{", "}"),
}


@dataclass(frozen=True)
class Environment:
    """A matrix; `ends` stand between its rows, `broken` ones too where a program lost a backslash."""

    names: tuple[str, ...] = ("bmatrix", "pmatrix")
    ends: tuple[str, ...] = (r" \\ ", " \\\\\n")

    def __call__(self, paper: Paper, key: str, entry: Callable[[Place], None] | None = None) -> None:
        """Writes the matrix; `entry` writes something else in the place of each number."""
        self.rows(paper, paper.places(key), symbol(paper, key), entry)

    def rows(
        self, paper: Paper, rows: list[list[Place]], name: str | None, entry: Callable[[Place], None] | None = None
    ) -> None:
        """Writes a matrix of these entries."""
        start, close = ENVIRONMENTS[paper.once("environment", *self.names)]
        spec = paper.once("spec", "c", "r", "l")
        end = paper.once("row end", *self.ends)
        pad = "\n" if end.endswith("\n") else " "
        paper.say(start.replace("COLUMNS", spec * len(rows[0])) + pad)
        with paper.block():
            for i, places in enumerate(rows):
                paper.say(end if i else "")
                with paper.row(name):
                    for number, place in enumerate(places):
                        paper.say(" & " if number else "")
                        (entry or (lambda at: paper.entry(*at)))(place)
        paper.say(pad + close)


BROKEN = (r" \\ ", " \\ ", r" \\\\ ", " \n")  # what programs make of the end of a row


def sum_of_products(paper: Paper, key: str, place: Place, times: tuple[str, ...]) -> None:
    """The terms of an entry, each with its factors."""
    sign = paper.once("times", *times)
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        if number > 1:
            paper.plus(" + " if paper.once("wide plus", True, False) else "+")
        for side, factor in enumerate(factors, 1):
            paper.say(sign if side == 2 else "")
            _factor(paper, factor, Part(place, number, side))


def _factor(paper: Paper, factor: Place, part: Part) -> None:
    """A factor; negative ones often stand in parentheses."""
    key, i, j = factor
    around = paper.text(key, i, j).startswith(("-", "−")) and (part.side == 2 or paper.once("negatives", True, False))
    paper.say("(" if around else "")
    paper.entry(key, i, j, part=part)
    paper.say(")" if around else "")


def can_be_products(paper: Paper, key: str) -> bool:
    """Whether a line can be written out as sums of products."""
    return terms_known(paper.work, key)


def quotients(paper: Paper, key: str, place: Place) -> None:
    """A scaled score as a fraction."""
    source = operand(paper.work.calculation, key)
    assert source
    paper.say(r"\frac{")
    paper.entry(source, place[1], place[2], part=Part(place, None, "numerator"))
    paper.say("}{" + root(paper) + "}", "constant")


def can_be_quotients(paper: Paper, key: str) -> bool:
    """Whether a line can be written out as fractions of the line before."""
    source = operand(paper.work.calculation, key)
    is_scaled = base(key) == "S_scaled" and key not in paper.work.mistakes and not paper.work.habit.form
    return bool(source) and is_scaled and source not in paper.work.left_out


def row_vectors(paper: Paper, key: str, environment: Environment, join: str, sign: str = "=") -> None:
    """Every token's vector under its own name, as columns or rows."""
    rows = list(zip(*paper.places(key), strict=True)) if paper.is_turned(key) else paper.places(key)
    upright = paper.once("columns", True, False)
    for i, places in enumerate(rows):
        paper.say(join if i else "")
        name = (
            f"{letter(paper, key)}_{{{i + 1}}}"
            if paper.once("braces", True, False)
            else f"{letter(paper, key)}_{i + 1}"
        )
        name = symbol(paper, key, "names") if len(rows) == 1 else name
        paper.say(f"{name} {sign} ", "index")
        environment.rows(paper, [[place] for place in places] if upright else [list(places)], name)
