"""A worksheet as a Jupyter notebook: every step in words and numbers, and the code that computes it anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from attncalc.render.blocks import Block, Grid, Heading
from attncalc.render.code.dialect import NUMPY
from attncalc.render.code.helpers import helpers, imports
from attncalc.render.code.part import laid
from attncalc.render.code.script import MOST_HALVES, printing
from attncalc.render.code.writer import Writer
from attncalc.render.formats import Solved, laid_out
from attncalc.render.look import Look
from attncalc.render.markdown import write_markdown
from attncalc.render.needed import given, put_in, steps
from attncalc.render.width import ascii_only
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
BEYOND = 5  # digits by which a half is told from what is near it


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, and whether it is code."""

    text: str
    code: bool = False


def notebook_solutions(solved: list[Solved], look: Look) -> str:
    """The solutions as a notebook of format 4.5, the same bytes each time."""
    parts = [_cells(item, page) for item, page in zip(solved, laid_out(solved), strict=True)]
    code = "\n".join(cell.text for part in parts for cell in part if cell.code)
    functions = helpers(code, NUMPY)
    head = "\n".join([*imports("\n".join([code, *functions]), NUMPY), "", *printing(solved, NUMPY)])
    parts[0].insert(1, Cell("\n\n\n".join([head, *functions]), code=True))
    cells = [_json(number, cell, look) for number, cell in enumerate((cell for part in parts for cell in part), 1)]
    notebook = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, ensure_ascii=look.ascii_signs, indent=1) + "\n"


def _json(number: int, cell: Cell, look: Look) -> dict[str, Any]:
    text = ascii_only(cell.text) if look.ascii_signs else cell.text
    not_run: dict[str, Any] = {"execution_count": None, "outputs": []} if cell.code else {}
    kind = "code" if cell.code else "markdown"
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, **not_run, "source": _lines(text)}


def _lines(text: str) -> list[str]:
    """Lines with their ends, cut at no other sign than \\n."""
    *lines, last = text.split("\n")
    return [*(f"{line}\n" for line in lines), last]


def _cells(item: Solved, page: list[Block]) -> list[Cell]:
    """The cells of one solution: what is given, and each step with its code."""
    return list(_made(item, page))


def _made(item: Solved, page: list[Block]) -> Iterator[Cell]:
    shown = {block.name.text for block in page if isinstance(block, Grid)}
    hidden = put_in(item, lambda record: _symbol(record) in shown)
    writer, left = Writer(item.sheet, NUMPY, hidden, ()), steps(item, hidden)
    inputs = laid(writer.given(given(item, left, hidden)))
    for number, blocks in enumerate(_groups(page)):
        yield Cell(write_markdown(blocks).rstrip("\n"))
        if number == 0 and inputs:
            yield Cell("\n".join(inputs), code=True)
        found = _record(blocks, left)
        if found is not None:
            count = left.index(found) + 1
            yield _computed(writer, left[:count])
            left = left[count:]
    if left:
        yield _computed(writer, left)


def _groups(page: list[Block]) -> list[list[Block]]:
    """What is given, then each step with the headings above it, then what follows."""
    groups: list[list[Block]] = [[]]
    for block in page:
        if isinstance(block, Heading) and not all(isinstance(other, Heading) for other in groups[-1]):
            groups.append([])
        groups[-1].append(block)
    return groups


def _record(blocks: list[Block], left: list[Record]) -> Record | None:
    """The line of the work that these blocks are about."""
    grid = next((block for block in blocks if isinstance(block, Grid)), None)
    if grid is None:
        return None
    return next((record for record in left if _symbol(record) == grid.name.text), None)


def _symbol(record: Record) -> str:
    return symbol(record.name, record.section, TEXT)


def _computed(writer: Writer, records: list[Record]) -> Cell:
    """The lines that compute these steps, and the value of the last."""
    lines = laid([line for record in records for line in writer.line(record)])
    name = writer.names[records[-1].key]
    shown = f"np.atleast_1d({name})" if writer.is_number(records[-1]) else name
    if _has_halves(writer.sheet, records[-1]):
        shown = f"np.round({shown} * (1 + 1e-15), {writer.sheet.asked.decimals})  # what lies half way is rounded up"
    return Cell("\n".join([*lines, shown]), code=True)


def _has_halves(sheet: Worksheet, record: Record) -> bool:
    """Whether an entry ends in a 5 behind the digits that are shown, which NumPy would round to the even digit."""
    asked = sheet.asked
    if asked.significant is not None or asked.decimals > MOST_HALVES:
        return False
    half = re.compile(rf"\.\d{{{asked.decimals}}}5")
    more = replace(asked, decimals=asked.decimals + BEYOND, padded=False)
    return any(half.fullmatch(text.lstrip("-−0123456789")) for row in sheet.texts(record, more) for text in row)
