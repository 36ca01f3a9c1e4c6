"""Solutions as pages of blocks; variants of one problem do not repeat lines, and are compared at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attncalc.problem.names import read_name
from attncalc.render.blocks import Block, Bracket, Formula, Heading, Math, Piece, Prose
from attncalc.render.cells import digits_cells, is_share
from attncalc.render.layout import Selection, lay_out
from attncalc.render.view import View
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

Texts: TypeAlias = list[list[str]]
MOST = 12  # entries that are named one by one


def pages(solved: list[tuple[Worksheet, Selection]]) -> list[list[Block]]:
    """A page for each solution, and after the last variant of a problem where they differ."""
    made: list[list[Block]] = []
    group: list[Worksheet] = []
    for sheet, selection in solved:
        variant = sheet.plan.problem.variant
        group = [*group, sheet] if variant and variant.number == len(group) + 1 else [sheet]
        page = lay_out(sheet, selection, group[0] if len(group) > 1 else None)
        if variant and len(group) == variant.of and not selection.quiet:
            page = [*page, *compare(group, selection)]
        made.append(page)
    return made


def compare(sheets: list[Worksheet], selection: Selection) -> Iterator[Block]:
    """The lines of several variants that differ, one below the other, and the entries in which they do."""
    yield Heading(2, "Where the variants differ")
    views = [View(sheet) for sheet in sheets]
    asked = {str(name) for name in map(read_name, selection.steps)}
    keys = list(
        dict.fromkeys(
            step.name for sheet in sheets for step in sheet.steps if not asked or asked & {step.name, step.record.name}
        )
    )
    lines = {key: [_texts(view, key) for view in views] for key in keys}
    for key, texts in lines.items():
        if None not in texts and any(text != texts[0] for text in texts):
            yield from _side_by_side(sheets[0].record(key), [text or [] for text in texts])
    single = {key: texts for key, texts in lines.items() if texts.count(None) == len(texts) - 1}
    for number in range(len(sheets)):
        if own := [key for key, texts in single.items() if texts[number] is not None]:
            yield Prose(f"{', '.join(own)}: in variant {number + 1} only.")


def _side_by_side(record: Record, texts: list[Texts]) -> Iterator[Block]:
    """One line of the work in each variant, and the entries in which it differs."""
    name, latex = (symbol(record.name, record.section, style) for style in (TEXT, LATEX))
    lines: list[tuple[Piece, ...]] = []
    for number, text in enumerate(texts, 1):
        equals = Math(f"{name}, variant {number} =", rf"{latex},\ \text{{variant {number}}} =")
        lines.append((equals, Bracket(digits_cells(text, share=is_share(record)))))
    yield Formula(tuple(lines))
    yield Prose(f"{record.key} differs in {_places(texts)}.")


def _texts(view: View, key: str) -> Texts | None:
    """The digits of a line, or None where there is no such line."""
    record = view.sheet.find(key)
    return view.texts(record, view.sheet.asked) if record else None


def _places(texts: list[Texts]) -> str:
    """The entries that are not the same in all."""
    if len({(len(rows), len(rows[0])) for rows in texts}) > 1:
        return "its size"
    found = [
        (i, j) for i, row in enumerate(texts[0]) for j in range(len(row)) if len({rows[i][j] for rows in texts}) > 1
    ]
    if len(found) == len(texts[0]) * len(texts[0][0]):
        return "every entry"
    named = ", ".join(f"({i + 1},{j + 1})" for i, j in found[:MOST])
    return named if len(found) <= MOST else f"{len(found)} entries: {named} …"
