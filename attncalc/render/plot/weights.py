"""What a picture of weights shows: a panel for each line of weights, and one for the average of heads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from attncalc.errors import InputError
from attncalc.render.labels import labels
from attncalc.render.view import View
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN

if TYPE_CHECKING:
    from attncalc.render.formats import Solved

Rows: TypeAlias = tuple[tuple[Fraction, ...], ...]
Texts: TypeAlias = tuple[tuple[str, ...], ...]

WEIGHTS = ("A", "alpha", "align", "A_scaled", "A_soft", "A_row", "A_col", "A_mixed", "A_drop", "A_mean")
PARTS = ("row", "one column")  # of a line that is drawn itself
HEAD = "Head"
MORE = 15  # digits beyond those that are shown, for sums and averages
NEAR = Fraction(1, 10**9)  # how near to 1 a sum is 1


@dataclass(frozen=True)
class Panel:
    """Weights with their labels; `sides` says what its rows and its columns are."""

    name: str
    titles: tuple[str, ...]
    values: Rows
    texts: Texts
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    sides: tuple[str, str]
    turned: bool = False
    base: str = ""

    @property
    def title(self) -> str:
        """Its name, and where it stands."""
        return " – ".join(filter(None, (self.name, ", ".join(self.titles))))


@dataclass(frozen=True)
class Group:
    """The panels of one problem, under its title, and what a reader should know of them."""

    title: str
    panels: tuple[Panel, ...]
    warnings: tuple[str, ...]


def groups(solved: Iterable[Solved]) -> list[Group]:
    """The problems that have weights; raises InputError for labels that do not fit them."""
    found = [_group(item) for item in solved]
    return [group for group in found if group.panels]


def _group(item: Solved) -> Group:
    view = View(item.sheet)
    records = [record for record in item.sheet.records if _is_asked(record, item.selection.steps)]
    single = [panel for record in records if (panel := _panel(view, record)) is not None]
    warnings = tuple(warning for panel in single for warning in _warnings(view, panel))
    panels = [*_with_averages(view, [*_stacked(view, single)])]
    variant = item.sheet.plan.problem.variant
    title = f"{item.sheet.plan.title} ({variant})" if variant else item.sheet.plan.title
    return Group(title, tuple(panels), warnings)


def _is_asked(record: Record, steps: tuple[str, ...]) -> bool:
    known = record.name in WEIGHTS and record.expr.op not in PARTS
    return known and (not steps or record.key in steps or record.name in steps)


def _panel(view: View, record: Record) -> Panel | None:
    """A line of weights; None where letters stand in it."""
    asked = view.sheet.asked
    texts = tuple(map(tuple, view.texts(record, asked)))
    more = view.texts(record, replace(asked, decimals=asked.decimals + MORE, significant=None, padded=False))
    if any(text == OPEN for row in texts for text in row):
        return None
    rows, columns = _labels(view, record)
    turned = view.is_turned(record.key, record.expr.axes)
    values = tuple(tuple(Fraction(text.rstrip(OPEN)) for text in row) for row in more)
    sides = ("keys", "queries") if turned else ("queries" if len(values) > 1 else "", "keys")
    return Panel(
        symbol(record.name, record.section, TEXT),
        record.titles,
        values,
        texts,
        rows,
        columns,
        sides,
        turned,
        record.name,
    )


def _labels(view: View, record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    problem = view.sheet.plan.problem
    try:
        return labels(view.axes(record), problem.labels)[:2]
    except InputError as error:
        raise error.at(problem.places.get("labels")) from None


def _warnings(view: View, panel: Panel) -> Iterator[str]:
    """Of each row of weights that does not sum to 1, its sum; a column where tokens are columns."""
    lines = tuple(zip(*panel.values, strict=True)) if panel.turned else panel.values
    rounded = view.sheet.arithmetic.name == "rounded"
    near = Fraction(len(lines[0]), 10**view.sheet.asked.decimals) if rounded else NEAR
    for number, line in enumerate(lines, 1):
        if abs(sum(line) - 1) > near:
            word = "column" if panel.turned else "row"
            which = f"{word} {number} of {panel.name}" if len(lines) > 1 else panel.name
            yield f"{which} sums to {_written(view, sum(line, Fraction(0)))}, not to 1"


def _written(view: View, value: Fraction) -> str:
    """A number with the digits that are asked for."""
    from flint import fmpq

    from attncalc.arithmetic.digits import text_of

    return text_of(fmpq(value.numerator, value.denominator), view.sheet.asked) or str(value)


def _stacked(view: View, panels: list[Panel]) -> Iterator[Panel]:
    """Vectors of weights that follow each other, one row for each decoder state, as one panel."""
    for _, found in groupby(panels, lambda panel: (panel.base, panel.titles[:-1], panel.columns, len(panel.values))):
        several = list(found)
        is_stack = len(several) > 1 and len(several[0].values) == 1 and not _is_head(several[0])
        yield from [_one_below_the_other(view, several)] if is_stack else several


def _one_below_the_other(view: View, panels: list[Panel]) -> Panel:
    first, titles = panels[0], [panel.titles[-1] for panel in panels]
    kinds = {title.rpartition(" ")[0] for title in titles}
    words = view.sheet.plan.problem.labels.get("queries", ())
    numbers = tuple(title.rpartition(" ")[2] for title in titles)
    side = f"{min(kinds)[:1].lower()}{min(kinds)[1:]}s" if len(kinds) == 1 else ""
    rows = words if len(words) == len(panels) else numbers if side else tuple(titles)
    return replace(
        first,
        name=symbol(first.base, (), TEXT),
        titles=first.titles[:-1],
        rows=rows,
        sides=(side, first.sides[1]),
        values=tuple(panel.values[0] for panel in panels),
        texts=tuple(panel.texts[0] for panel in panels),
    )


def _with_averages(view: View, panels: list[Panel]) -> Iterator[Panel]:
    """The panels, and after the heads of one line their average."""
    averaged = any(panel.base == "A_mean" for panel in panels)
    for _, found in groupby(panels, lambda panel: (panel.base, panel.titles[:-1], panel.rows, panel.columns)):
        heads = list(found)
        yield from heads
        if len(heads) > 1 and all(map(_is_head, heads)) and not averaged:
            yield _average(view, heads)


def _is_head(panel: Panel) -> bool:
    return bool(panel.titles) and panel.titles[-1].startswith(HEAD)


def _average(view: View, heads: list[Panel]) -> Panel:
    count, first = len(heads), heads[0]
    cells = [list(zip(*rows, strict=True)) for rows in zip(*(head.values for head in heads), strict=True)]
    values = tuple(tuple(sum(entries, Fraction(0)) / count for entries in row) for row in cells)
    texts = tuple(tuple(_written(view, value) for value in row) for row in values)
    titles = (*first.titles[:-1], f"average of {count} heads")
    return replace(first, name=symbol(first.base, (), TEXT), titles=titles, values=values, texts=texts)
