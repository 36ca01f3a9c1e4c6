"""Three hints for a line: its formula, what an entry is made of, and the entry written out; none tells the answer."""

from __future__ import annotations

from attncalc.practice.work import Task, Work
from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry, index_of, signed
from attncalc.worksheet.expression import Expr
from attncalc.worksheet.formula import formula, symbol
from attncalc.worksheet.notation import TEXT, entry_name, write

Place = tuple[int, int]
CELLS = 6  # entries of a line that are named one by one


class Hints:
    """What can be said of a task, from the little to the much."""

    def __init__(self, work: Work, task: Task) -> None:
        self.work, self.task = work, task
        details = {record.key: record.expr for record in work.view.details() if record is not task.record}
        self.expr = work.view.expression(task.record, details)

    def texts(self, place: Place) -> list[str]:
        """All of them, the last two about one entry, by row and column from 0 on the page."""
        return [text for text in (self.formula(), self.made_of(place), self._written_out(place)) if text]

    def formula(self) -> str:
        """How the line is made, and what it says."""
        name = symbol(self.task.record.name, self.task.record.section, TEXT)
        answers = {text for row in self.work.texts(self.task) for text in row}
        made = [formula(self.expr, TEXT, numeric=numeric) for numeric in (False, True)]
        made = [text for text in made if text not in answers]
        return f"{' = '.join(dict.fromkeys([name, *made]))}. {self.work.view.says(self.task.record)}"

    def made_of(self, place: Place) -> str:
        """The rows and columns that an entry comes from."""
        cells: dict[str, list[Place]] = {}
        lines: dict[str, Expr] = {}

        def leaf(line: Expr, i: int, j: int) -> Node:
            cells.setdefault(line.key, []).append((i, j))
            lines[line.key] = line
            return Node("number", "0")

        entry(self.expr, *place, leaf, numeric=True)
        parts = [_part(lines[key], list(dict.fromkeys(found))) for key, found in cells.items()]
        return f"{self.name(place)} is made of {_joined(parts)}." if parts else ""

    def _written_out(self, place: Place) -> str:
        """The entry with numbers in place of names, without what it comes to."""
        tree = entry(self.expr, *place, self._number, numeric=True)
        return f"{self.name(place)} = {write(tree, TEXT, loose=True)}" if not _is_plain(tree) else ""

    def template(self, place: Place) -> str:
        """The same with the numbers' places in braces: the line, row and column from 0."""
        tree = entry(self.expr, *place, _slot, numeric=True)
        return f"{self.name(place)} = {write(tree, TEXT, loose=True)}" if tree.kind not in ("number", "name") else ""

    def _number(self, line: Expr, i: int, j: int) -> Node:
        """An entry of a line, as it was typed where it was."""
        record = self.work.sheet.record(line.key)
        return signed(self.work.written(record, i, j))

    def name(self, place: Place) -> str:
        """The entry as it is called in print."""
        expr = Expr("line", (), self.work.view.axes(self.task.record))
        return entry_name(self.task.key, index_of(expr, *place), TEXT)


def _slot(line: Expr, i: int, j: int) -> Node:
    return Node("name", f"⟨{line.key}|{i}|{j}⟩")


def _is_plain(tree: Node) -> bool:
    """Whether a tree is a number that nothing is done with."""
    return tree.kind in ("number", "-inf") or (tree.kind == "neg" and _is_plain(tree.args[0]))


def _part(line: Expr, cells: list[Place]) -> str:
    """Some entries of a line, as a row or a column where they are one."""
    name = symbol(line.params[0], line.params[1], TEXT)
    sizes = [axis.size or 0 for axis in line.axes]
    height, width = (sizes[0], sizes[1]) if len(sizes) > 1 else (1, sizes[-1] if sizes else 1)
    rows, columns = ({cell[side] for cell in cells} for side in (0, 1))
    if len(cells) > 1:
        if len(rows) == 1 and len(columns) == width and len(sizes) > 1:
            return f"row {_number(line, 0, *rows)} of {name}"
        if len(columns) == 1 and len(rows) == height:
            return f"column {_number(line, -1, *columns)} of {name}"
        if len(cells) == height * width:
            return f"all of {name}"
    named = [entry_name(line.key, index_of(line, *cell), TEXT) for cell in cells[:CELLS]]
    return _joined(named) + (f" and {len(cells) - CELLS} more" if len(cells) > CELLS else "")


def _number(line: Expr, side: int, place: int) -> int:
    picked = line.axes[side].picked
    return picked[place] if picked else place + 1


def _joined(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""
