"""The lines of the work as they were written, each entry with the sign of its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attncalc.check.claim import At, Judged
from attncalc.check.report import cell_of
from attncalc.check.verdict import Verdict
from attncalc.errors import InputError, shorten
from attncalc.render.blocks import Checked, Math, Verdicts
from attncalc.render.cells import typed_cell
from attncalc.render.labels import labels
from attncalc.render.report.parts import Part
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record

SIGNS = {
    Verdict.RIGHT: "✓",
    Verdict.ROUNDED: "≈",
    Verdict.COARSE: "~",
    Verdict.FOLLOWS: "→",
    Verdict.MISREAD: "?",
    Verdict.WRONG: "✗",
    Verdict.MISSING: "□",
    Verdict.MISSHAPEN: "✗",
    Verdict.UNREAD: "??",
}
SAYS = {
    Verdict.RIGHT: "right",
    Verdict.ROUNDED: "right up to rounding",
    Verdict.COARSE: "too few digits",
    Verdict.FOLLOWS: "follows from an earlier number",
    Verdict.MISREAD: "perhaps misread",
    Verdict.WRONG: "wrong",
    Verdict.MISSING: "blank",
    Verdict.MISSHAPEN: "of a wrong size",
    Verdict.UNREAD: "not read",
}
LONGEST = 16
MOST = 1000  # entries of a line up to which it is shown


def verdict_grids(part: Part) -> Iterator[Verdicts]:
    """The lines of which some entry is not right, in the order of the work."""
    by_key: dict[str, dict[tuple[int, int], Judged]] = {}
    for at, item in part.entries.items():
        by_key.setdefault(at.key, {})[cell_of(part.calculation, At(*at))] = item
    for key in sorted(by_key, key=lambda key: part.order.get(key, 0)):
        record = part.record(key)
        if record and any(not item.verdict.good for item in by_key[key].values()):
            grid = _grid(part, record, by_key[key])
            if grid is not None:
                yield grid


def _grid(part: Part, record: Record, items: dict[tuple[int, int], Judged]) -> Verdicts | None:
    shape = (1, *part.calculation.truth[record.key].shape)[-2:]
    height, width = shape[::-1] if part.calculation.is_turned(record.key) else shape
    if height * width > MOST:
        return None
    rows, columns = _labels(part, record, height, width)
    cells = tuple(tuple(_verdict(items.get((i, j))) for j in range(1, width + 1)) for i in range(1, height + 1))
    return Verdicts(Math(TEXT.name(record.key), LATEX.name(record.key)), cells, rows, columns)


def _labels(part: Part, record: Record, height: int, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    try:
        rows, columns, _ = labels(part.view.axes(record), part.calculation.sheet.plan.problem.labels)
    except InputError:  # more or fewer labels than tokens: the solution says so
        rows, columns = (), ()
    fits = len(rows) == height and len(columns) == width
    return (rows, columns) if fits else (tuple(map(str, range(1, height + 1))), tuple(map(str, range(1, width + 1))))


def _verdict(item: Judged | None) -> Checked:
    if item is None:
        return Checked("")
    number = item.claim.written.number
    text = typed_cell(number).text if number else ""
    text = text if text and len(text) <= LONGEST else shorten(item.claim.written.text, LONGEST)
    return Checked(f"{text} {SIGNS[item.verdict]}".strip(), item.verdict)


def legend(grids: Iterable[Verdicts]) -> str:
    """What the signs mean that are used."""
    used = {cell.verdict for grid in grids for row in grid.cells for cell in row}
    return ", ".join(f"{sign} {SAYS[verdict]}" for verdict, sign in SIGNS.items() if verdict in used)
