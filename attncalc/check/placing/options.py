"""What a block may be on a path: a line or an entry under one explanation of its numbers, or nothing of the work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from attncalc.arithmetic.array import Array
from attncalc.check.formulas import spelled
from attncalc.check.placing.blocks import Block
from attncalc.check.placing.candidates import Fit, fits
from attncalc.check.placing.evidence import (
    NONE,
    Features,
    Labels,
    Numbers,
    goes_on,
    numbers,
    of_place,
    order,
    shape,
    spot,
    together,
)
from attncalc.check.placing.forms import is_closed
from attncalc.check.placing.labels import NAMED
from attncalc.check.placing.marks import Mark, closeness, mark_of
from attncalc.check.placing.mistaken import rewritten
from attncalc.check.placing.option import Option
from attncalc.check.placing.sheets import Sheet
from attncalc.check.placing.single import Place, Sides, places
from attncalc.check.placing.wants import Leaf
from attncalc.problem.names import read_name

if TYPE_CHECKING:
    from attncalc.check.placing.beam import Path

NO: frozenset[str] = frozenset()
DIVIDING = ("/", "÷")
NAMED_SIZE = 2.0  # what a name, or a root, says for a size of the problem


def options(path: Path, block: Block, weights: Mapping[str, float]) -> Iterator[Option]:
    """What a block may be."""
    if _counts(block, path.sheets) or _is_aside(block, path.sheets):
        yield Option({"constant": NAMED_SIZE})
        return
    partners = block.said.partners | path.beside(block)
    found: list[Option] = []
    for number in path.at_hand:
        sheet = path.sheets[number]
        labels = block.labels_of(sheet, partners)
        ways = _of_grid(block, sheet, labels) if block.grid else _of_sides(block, sheet, labels, path)
        for where, said, features in ways:
            if not _is_made(block, sheet, where.key, said):
                found.append(Option(together(features, _on_path(path, number, block, where)), number, where, said))
    yield from (found := _only(found, block, path.sheets))
    yield from rewritten(path, found, weights)
    best = max(block.labels_of(sheet, partners).most for sheet in path.sheets)
    yield Option(
        {
            "beside": 1.0,
            "beside, named": best / NAMED + float(block.grid is not None),
            "constant": _constant(block, path.sheets),
        }
    )


def _only(found: list[Option], block: Block, sheets: Sequence[Sheet]) -> list[Option]:
    """What a block may be where one thing is certain: a row of K is no wrong row of V, nor d = 4 a wrong position."""
    results = block.sides.results if block.sides and block.said.names_a_size else []
    if results and any(results[-1][1].value in sheet.constants for sheet in sheets):
        return [option for option in found if option.key in sheets[option.sheet].calculation.sizes]
    copied = [option for option in found if option.is_explained] if block.said.operand == 1 else []
    return copied or found


def _is_made(block: Block, sheet: Sheet, key: str, said: Numbers) -> bool:
    """Whether what would be an input is calculated there, or is another behind a product: sᵀW = [1·0 + 2·1] = [2]."""
    if not sheet.is_input(key) or block.grid is None:
        return False
    if any(cell.kind == "sum" and not is_closed(cell) for row in block.grid.cells for cell in row):
        return True
    is_other = bool(said.miss or said == NONE) and not block.said.factor
    products = [label for label in block.group.labels if label.kind == "product"] if is_other else []
    names = {name.base for label in products for part in label.walk() if (name := read_name(spelled(part)))}
    return bool(products) and (sheet.base(key) in names or not said.agree)


def _on_path(path: Path, number: int, block: Block, where: Fit | Place) -> Features:
    """What the path so far says for a line or an entry."""
    sheet, key = path.sheets[number], where.key
    here = float(path.current in (number, None)) + float(path.behind.get((block.labels, block.number)) == key)
    is_copied = block.said.factor or block.is_aside  # from further up
    on = {} if is_copied else goes_on(sheet, where, path.row, block.named_rows)
    return together(order(sheet, key), on, {"at hand": here})


def _of_grid(block: Block, sheet: Sheet, labels: Labels) -> Iterator[tuple[Fit, Numbers, Features]]:
    """The lines that a matrix may be: as they should be, as they follow, or with numbers from nowhere."""
    lying: list[tuple[Fit, Features, Numbers]] = block.once(("lying", labels), lambda: _lying(block, sheet, labels))
    for fit, lies, true in lying:
        yield fit, true, {**lies, **true.features()}
        for line, again in ((sheet.following(fit.key), 0.0), (sheet.line(fit.key), 1.0)):
            if line is not sheet.calculation.truth[fit.key]:
                follows = block.once((fit, id(line)), partial(_compared, sheet, fit, line))
                if follows != true:
                    yield fit, follows, {**lies, **follows.features(), "written before": again}
        if true.miss:
            yield fit, NONE, {**lies, "from nowhere": 1.0}


def _lying(block: Block, sheet: Sheet, labels: Labels) -> list[tuple[Fit, Features, Numbers]]:
    """The lines that a matrix may be, with what no path changes: how it lies there, and what the true numbers say."""
    assert block.grid is not None
    found = []
    for fit in (fit for grid in block.grid.readings for fit in fits(sheet, grid, block.said)):
        lies = {**shape(fit, labels), **labels.features(fit.key, part=not fit.is_whole)}
        found.append((fit, lies, numbers(sheet, fit.pairs(sheet.truth[fit.key]))))
    return found


def _compared(sheet: Sheet, fit: Fit, line: Array) -> Numbers:
    return numbers(sheet, fit.pairs(sheet.floats(line)))


def _of_sides(block: Block, sheet: Sheet, labels: Labels, path: Path) -> Iterator[tuple[Place, Numbers, Features]]:
    """The entries that a calculation may be of, or its result alone."""
    sides = block.sides or Sides()
    ways = [sides, Sides(results=sides.results)][: 1 + bool(sides.calculations)]
    for one in ways if sides.calculations or sides.results else ():
        for place in _places(block, one, sheet, labels, path):
            said = of_place(place, [mark for _, mark in one.results[-1:]])
            lies = {**spot(place, labels), **labels.features(place.key, part=True, matrix=False)}
            yield place, said, {**lies, **said.features()}
            if said.miss:
                yield place, NONE, {**lies, "from nowhere": 1.0}


def _places(block: Block, sides: Sides, sheet: Sheet, labels: Labels, path: Path) -> Iterator[Place]:
    """The same; a calculation is laid on the entries once for all paths on which the same is written."""
    if not sides.calculations:
        yield from places(sheet, sides, labels.said, path.swapped, _expected(path, sheet), labels.spots)
        return
    state = (*sorted(map(id, sheet.written.values())), *sorted(path.swapped.items()))
    found = block.once(
        ("places", labels, state), lambda: list(places(sheet, sides, labels.said, path.swapped, called=labels.spots))
    )
    yield from (replace(place, sheet=sheet) for place in found)


def _expected(path: Path, sheet: Sheet) -> set[Leaf]:
    """The entries that come next: of the line at hand, and of those after it."""
    found = set()
    for key in sheet.keys:
        if sheet.rank[key] == sheet.last or sheet.is_next(key):
            found.add((key, *sheet.next_place(key)))
            rows, columns = sheet.shape(key)
            if path.row is not None and path.row < rows and columns == 1:
                found.add((key, path.row, 0))
    return found


def _constant(block: Block, sheets: Sequence[Sheet]) -> float:
    """How much says that a number is a size of the problem, its root, or the scale: 1.41; √2 = 1.41 twice as much."""
    sides = block.sides
    if sides is None or sides.calculations or not (sides.results or sides.others):
        return 0.0
    if block.said.names_a_size:
        return NAMED_SIZE
    marks = [mark for _, mark in sides.results] + [mark for ink in sides.others if (mark := mark_of(ink))]
    known = {value for sheet in sheets for value in sheet.constants}
    found = [any(closeness(mark, value) == 1 for value in known) for mark in marks]
    return all(found) * (NAMED_SIZE if sides.others else 1.0)


def _counts(block: Block, sheets: Sequence[Sheet]) -> bool:
    """Whether a number only counts behind the letter of an index, i = 2, which is the name of no line."""
    return block.counts is not None and not any(block.labels_of(sheet, NO).exact for sheet in sheets)


def _is_aside(block: Block, sheets: Sequence[Sheet]) -> bool:
    """Whether a number is in a rule, or is what words say was divided by, and no line of the work."""
    results = block.sides.results if block.sides else []
    if not results or block.said.is_rule:
        return bool(results)
    is_entry = block.said.divides in DIVIDING and block.sides and block.sides.calculations  # 1 + 2 = 3 / 4 + 5 = 9
    return bool(block.said.divides) and not is_entry and not _is_of_a_row(results[-1][1], sheets)


def _is_of_a_row(mark: Mark, sheets: Sequence[Sheet]) -> bool:
    """Whether a number is the one that a row has in some line, such as its sum."""
    lines = [(sheet, key) for sheet in sheets for key in sheet.calculation.records if sheet.shape(key)[1] == 1]
    return any(
        closeness(mark, value) == 1 and (mark.unit < 1 or mark.value == value)
        for sheet, key in lines
        for row in range(sheet.shape(key)[0])
        for value in sheet.values((key, row, 0))
    )
