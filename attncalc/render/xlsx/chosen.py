"""Spellings of tables, and of what the numbers of other lines choose: ranks, what is kept, the row of a token."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from attncalc.errors import OutputError
from attncalc.reading.number import Node, read_number
from attncalc.render.xlsx.area import Area
from attncalc.render.xlsx.reductions import reaching
from attncalc.render.xlsx.spelling import (
    ATOM,
    HIDDEN,
    ONE,
    SUM,
    NotTogetherError,
    Region,
    Spelling,
    Spelt,
    everything,
    is_one,
)
from attncalc.render.xlsx.trees import Trees
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.selection import Chosen

if TYPE_CHECKING:
    from attncalc.render.xlsx.formulas import Formulas

NEAR = "1E-9"  # scores that differ by less have the same prescribed exponential


class Cells:
    """The cells of the lines that decide a table, by the row and column, from 0, of what they decide."""

    def __init__(self, formulas: Formulas, expr: Expr, i: int, j: int) -> None:
        self.formulas, self.expr, self.i, self.j = formulas, expr, i, j
        self.by = expr.params.by

    def row(self, stop: int | None = None) -> str:
        """The row of the first line, or as much of it."""
        return self._part(0, slice(stop)).text

    @property
    def own(self) -> str:
        """The entry of the first line at the same place."""
        return self._part(0, slice(self.j, self.j + 1)).text

    def number(self, line: int = 0) -> str:
        """The entry of a line that has one for each row."""
        area = self._area(line)
        return area.cell(*divmod(self.i if area.height * area.width > 1 else 0, area.width)).text

    @property
    def rank(self) -> str:
        """The place of the entry from the largest of its row; of equal ones the first comes first."""
        return f"RANK({self.own},{self.row()})+COUNTIF({self.row(self.j + 1)},{self.own})-1"

    def first(self, place: int) -> int:
        """What an input counts from, where its number for this row stands for a place from 0."""
        texts = [text for row in self.formulas.texts(self.by[0].key) for text in row]
        return int(float(texts[self.i])) - place

    def typed(self, text: str) -> str:
        """A number of the problem."""
        found = read_number(text, [*self.formulas.letters])
        return Trees({}, self.formulas.letters).spell(found.tree or Node("number", found.text)).within(SUM)

    def _area(self, line: int) -> Area:
        return self.formulas.areas[self.by[line].key]

    def _part(self, line: int, cut: slice) -> Area:
        area, i = self._area(line), range(self.i, self.i + 1)
        if self.by[line].key in self.formulas.turned:
            return area.part(range(area.height)[cut], i)
        return area.part(i if area.height > 1 else ONE, range(area.width)[cut])


Words = Callable[[Cells, re.Match[str]], str]


def _kept(cells: Cells, match: re.Match[str]) -> str:
    return f"IF({cells.own}<={match[1] if match[1].isdigit() else cells.number(1)},1,0)"


def _reached(cells: Cells, match: re.Match[str]) -> str:
    width = (len(cells.by[0].axes) and cells.by[0].axes[-1].size) or 1
    return reaching(cells.row(width - 1), cells.typed(match[1])) if width > 1 else "1"


def _experts(cells: Cells, _: re.Match[str]) -> str:
    count = sum(entry.kind != "-inf" for entry in cells.expr.params.entries[cells.i])
    return f"IF({cells.rank}<={count},0,{HIDDEN})"


def _one_hot(cells: Cells, _: re.Match[str]) -> str:
    place = [entry.text for entry in cells.expr.params.entries[cells.i]].index("1")
    return f"IF({cells.number()}={cells.j + cells.first(place)},1,0)"


TABLES: tuple[tuple[re.Pattern[str], Words], ...] = (
    (re.compile(r"place from the largest, the first of equal ones first"), lambda cells, _: cells.rank),
    (re.compile(r"1 where rank ≤ (\d+|count), else 0"), _kept),
    (re.compile(r"how many until the sum reaches (.+)"), _reached),
    (re.compile(r"first place whose sum reaches (.+)"), _reached),
    (re.compile(r"0 for what is kept, else −∞"), _experts),
    (re.compile(r"1 for state idx, otherwise 0"), lambda cells, _: f"IF({cells.number()}={cells.j + 1},1,0)"),
    (re.compile(r"1 in the column of each (?:token|target), else 0"), _one_hot),
)


def _by_rank(formulas: Formulas, expr: Expr, cells: Cells) -> Spelt:
    return Spelt(f"LARGE({cells.row()},{cells.j + 1})")


def _of_target(formulas: Formulas, expr: Expr, cells: Cells) -> Spelt:
    (place, *_), down = expr.params.places[cells.i], expr.op == "looked up down"
    region = (range(cells.i, cells.i + 1), everything(expr.args[0])[1])
    row = (
        formulas.spell(expr.args[0], region)
        if not down
        else formulas.spell(expr.args[0], (everything(expr.args[0])[0], region[0]))
    )
    less = cells.first(place) - 1
    shift = f"{-less:+d}" if less else ""
    return Spelt(f"INDEX({row.text},{cells.number()}{shift})", ATOM, row.is_array)


def _to_target(formulas: Formulas, expr: Expr, cells: Cells) -> Spelt:
    """What goes back to the column that was looked up; the others get nothing."""
    (place, *_), down = expr.params.places[cells.i], expr.op == "gathered down"
    own = range(cells.i, cells.i + 1)
    entry = formulas.spell(expr.args[0], (ONE, own) if down else (own, ONE))
    return Spelt(f"IF({cells.number()}={cells.j + cells.first(place)},{entry.text},0)", ATOM, entry.is_array)


LOOKUPS = {
    ("looked up", "by rank"): _by_rank,
    ("looked up", "target"): _of_target,
    ("gathered", "target"): _to_target,
}


def _place(expr: Expr, region: Region) -> tuple[int, int]:
    """Row and column as the lines were computed; a table that is made down the columns has them exchanged."""
    if not is_one(region):
        raise NotTogetherError
    i, j = region[0].start, region[1].start
    return (j, i) if expr.op.endswith(" down") else (i, j)


def _rule(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    """A table by its words, where other lines decide it; otherwise by its entries."""
    i, j = _place(expr, region)
    rule = expr.params
    if formulas.decided(rule.by):
        for pattern, words in TABLES:
            if match := pattern.fullmatch(rule.written):
                return Spelt(words(Cells(formulas, expr, i, j), match), SUM)
        raise refused(rule.by, rule.written)
    entry = rule.entries[i if len(expr.axes) > 1 else 0][j if len(expr.axes) > 1 else max(i, j)]
    return Trees(rule.names, formulas.letters).spell(entry)


def _looked_up(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    lookup = expr.params
    if not formulas.decided(lookup.by):
        return formulas.by_rule(expr, region)
    row = LOOKUPS.get((expr.op.removesuffix(" down"), lookup.text))
    if row is None:
        raise refused(lookup.by, lookup.text)
    return row(formulas, expr, Cells(formulas, expr, *_place(expr, region)))


def _chosen(side: int) -> Spelling:
    """One row or column, or that which a number chooses."""

    def spelling(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
        if not isinstance(expr.params, Chosen) or not formulas.decided(expr.params.by):
            return formulas.by_rule(expr, region)
        _, j = _place(expr, region)
        every, own = everything(expr.args[0])[side], range(j, j + 1)
        part = formulas.spell(expr.args[0], (every, own) if side == 0 else (own, every))
        number = formulas.areas[expr.params.by[0].key].text
        return Spelt(f"INDEX({part.text},{number})", ATOM, part.is_array)

    return spelling


def _placed(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    if formulas.decided(expr.params.by):
        raise refused(expr.params.by, expr.params.text)
    return formulas.by_rule(expr, region)


def refused(by: tuple[Expr, ...], words: str) -> OutputError:
    """The error of what no formula follows."""
    names = " and ".join(line.key for line in by)
    return OutputError(
        f"a spreadsheet cannot follow this: the numbers of {names} decide which cells there are ({words})",
        hint="Every other form can be written.",
    )


def _prescribed(formulas: Formulas, expr: Expr, region: Region) -> Spelt:
    """The exponentials that a problem prescribes, score by score."""
    if not is_one(region):
        raise NotTogetherError
    trees = Trees({}, formulas.letters)
    arg, made = formulas.spell(expr.args[0], region), "NA()"
    for pair in reversed(expr.params.func.pairs):
        x, y = (trees.spell(number.tree or Node("number", number.text)) for number in pair)
        made = f"IF(ABS({arg.within(SUM)}-{x.within(ATOM)})<{NEAR},{y.text},{made})"
    if formulas.hides(expr.args[0]):
        made = f"IF(ISNUMBER({arg.text}),{made},0)"
    return Spelt(made, ATOM, arg.is_array)


CHOSEN: dict[str, Spelling] = {
    "rule": _rule,
    "rule down": _rule,
    "looked up": _looked_up,
    "looked up down": _looked_up,
    "gathered": _looked_up,
    "gathered down": _looked_up,
    "row": _chosen(0),
    "one column": _chosen(1),
    "placed": _placed,
    "placed down": _placed,
    "table": _prescribed,
}
