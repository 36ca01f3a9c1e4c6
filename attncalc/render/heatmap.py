"""Weights drawn with characters: a cell for each, as dark as it is large, between labels and over a scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from attncalc.render.blocks import Cell, Heatmap
from attncalc.render.width import cut, width

SIGNS = " .░▒▓█"
TOPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0)  # where a scale may end
NARROW, WIDE = 3, 10  # columns of a cell where there is no room for all
WORD = 6  # columns in which one token is told from another
EVERY = {1: 10, 2: 5}  # of cells too narrow for a number each, which are numbered
LONG = 8  # characters up to which a number stands in its cell
LONGEST = 24  # columns of a row's label
SCALE = 20
GAP = "  "


class Stretch(NamedTuple):
    """A piece of a line; `depth` says how dark it is, from 0 to 1, where it is part of the picture."""

    text: str
    depth: float | None = None


Line = list[Stretch]


def top_of(shades: Iterable[float]) -> float:
    """Where the scale of these weights ends: at 1, or lower where all of them are small."""
    most = max(shades, default=0.0)
    return next((top for top in TOPS if 0 < most <= top), 1.0)


def is_dark(colour: Sequence[float]) -> bool:
    """Whether white is read better on a colour than black; its red, green and blue from 0 to 1.

    Contrast is as WCAG defines it: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    luminance = sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
    return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05


def heatmap_text(block: Heatmap, columns: int, *, numbers: bool = True) -> Iterator[str]:
    """The lines of a heatmap in signs, with the `numbers` beside these where they fit."""
    longest = max(width(cell.text) for row in block.cells for cell in row)
    numbered, room = len(GAP) + 3 + longest, (columns - _side(block)) // len(block.columns)
    if numbers and longest <= LONG and numbered <= room:
        wide = min(max(numbered, _label_width(block)), room)
        lines = _drawn(block, [(0, len(block.columns))], wide, longest)
    else:
        lines = _drawn(block, *_blocks(block, columns))
    yield from ("".join(stretch.text for stretch in line).rstrip() for line in [*lines, *_scale(block)])


def heatmap_lines(block: Heatmap, columns: int) -> Iterator[Line]:
    """The lines of a heatmap for a terminal that draws the depth of each stretch as its background."""
    for line in [*_drawn(block, *_blocks(block, columns)), *_scale(block)]:
        yield [Stretch(" " * width(text), depth) if depth is not None else Stretch(text) for text, depth in line]


def _side(block: Heatmap) -> int:
    return min(LONGEST, max(map(width, [block.name.text, *block.rows]))) + 1


def _label_width(block: Heatmap) -> int:
    """The columns that the labels above the cells take, with a space."""
    return min(LONGEST, max(map(width, block.columns)) + 1)


def _blocks(block: Heatmap, columns: int) -> tuple[list[tuple[int, int]], int]:
    """The first and last column of each part that fits, and how wide a cell is.

    Tokens keep room to be told apart; where labels are numbers, cells may be narrower than these.
    """
    count, room = len(block.columns), max(columns - _side(block), WIDE)
    longest = _label_width(block)
    if all(map(str.isdigit, block.columns)):
        wide = min(2 * NARROW, max(1, room // count))
    elif count * min(longest, WORD) <= room:
        wide = max(NARROW, min(longest, room // count))
    else:
        wide = min(longest, WIDE)
    fits = max(1, room // wide)
    return [(start, min(start + fits, count)) for start in range(0, count, fits)], wide


def _heads(labels: tuple[str, ...], wide: int, *, beside_numbers: bool) -> str:
    """Labels above the cells; of narrow cells every fifth or tenth has one."""
    if beside_numbers:
        return "".join(_right(label, wide) for label in labels)
    if wide >= NARROW:
        return "".join(_centred(label, wide) for label in labels)
    text = labels[0]
    for number, label in enumerate(labels, 1):
        start = number * wide - len(label)
        if int(label) % EVERY[wide] == 0 and start > len(text):
            text = text.ljust(start) + label
    return text


def _drawn(block: Heatmap, parts: list[tuple[int, int]], wide: int, digits: int = 0) -> Iterator[Line]:
    """The parts of a heatmap one below the other; with `digits`, numbers stand beside their signs."""
    top = top_of(_shade(cell) for row in block.cells for cell in row)
    side = _side(block)
    for start, stop in parts:
        if len(parts) > 1:
            yield [Stretch(f"columns {start + 1}–{stop} of {len(block.columns)}")]
        heads = _heads(block.columns[start:stop], wide, beside_numbers=digits > 0)
        yield [Stretch(_left(block.name.text, side) + heads)]
        for label, row in zip(block.rows, block.cells, strict=True):
            yield [Stretch(_left(label, side)), *(_cell(cell, top, wide, digits) for cell in row[start:stop])]
        if stop < len(block.columns):
            yield [Stretch("")]


def _cell(cell: Cell, top: float, wide: int, digits: int) -> Stretch:
    depth = _shade(cell) / top
    sign = SIGNS[ceil(depth * (len(SIGNS) - 1))]
    if not digits:
        return Stretch(sign * wide, depth)
    return Stretch(f"{sign * 2}{_right(cell.text, digits + 1)}".rjust(wide), depth)


def _shade(cell: Cell) -> float:
    return cell.shade or 0.0


def _scale(block: Heatmap) -> Iterator[Line]:
    top = top_of(_shade(cell) for row in block.cells for cell in row)
    steps = [Stretch(SIGNS[1 + number * (len(SIGNS) - 1) // SCALE], (number + 0.5) / SCALE) for number in range(SCALE)]
    yield [Stretch("")]
    yield [Stretch(_left("", _side(block)) + "0 "), *steps, Stretch(f" {top:g}")]


def _left(text: str, columns: int) -> str:
    text = cut(text, columns - 1)
    return text + " " * (columns - width(text))


def _right(text: str, columns: int) -> str:
    text = cut(text, columns - 1)
    return " " * (columns - width(text)) + text


def _centred(text: str, columns: int) -> str:
    text = cut(text, columns - 1)
    before = (columns - width(text)) // 2
    return " " * before + text + " " * (columns - width(text) - before)
