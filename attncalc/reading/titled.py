"""Tables that hold several lines of the work, cut into a table for each with what calls it.

Their names stand in lines of their own, in the first column beside several rows, or as heads over several columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from attncalc.reading.cut import Cells
from attncalc.reading.languages import HEAD, names_a_line
from attncalc.reading.number import counts
from attncalc.reading.numbered import DECIMAL, is_title

STEP = re.compile(r"[=·*/^√×÷⋅']|\w\(|exp|softmax|weight|scor|scal|sum|dot|q.?k|gewicht", re.IGNORECASE)
SYMBOL = re.compile(r"[A-ZΑ-ω](?![^\W\d_A-Z]{2})[\w'’ᵀ^{}]{0,6}|\\[a-z]{2,9}\S{0,6}")  # that may name a line
NOWHERE = (0, 0)  # a head that is blank


class Part(NamedTuple):
    """What calls a line of the work, and its rows with their heads."""

    title: tuple[int, int]
    lines: list[Cells]
    heads: Cells


def is_step(title: str) -> bool:
    """Whether the head of a column says that it is a step of the work."""
    return STEP.search(title) is not None or names_a_line(title)


def parts_of(text: str, lines: list[Cells], heads: Cells) -> list[Part]:
    """The lines of the work in a table; none where it holds but one."""
    ways = (_below_heads(text, lines, heads), _below_steps(text, lines, heads))
    are_steps = any(_is_name(_says(text, head)) for head in heads[2:])  # of a query and a key in each line
    beside = [] if are_steps else _beside_titles(text, lines)
    return _below_titles(text, lines, heads) or beside or next(filter(None, ways), [])


def part_of(text: str, lines: list[Cells]) -> Part:
    """A range of a sheet: its name alone in the first line, or in the corner before the heads of its columns."""
    first, *below = lines
    is_title = not any(_says(text, cell) for cell in first[1:])
    firsts = [_says(text, line[0]) for line in below]
    are_counted = counts(firsts) and (
        len(firsts) > 2 or any(DECIMAL.search(text, *cell) for line in below for cell in line)
    )
    return Part(first[0], below, [NOWHERE, *first[1:]] if are_counted or not is_title else [])


def parts_in(text: str, lines: list[Cells]) -> list[Part]:
    """The lines of the work in a range of a sheet: one below its name, or several, each beside its own."""
    is_below = not any(_is_number(_says(text, cell)) for cell in lines[0][1:])
    return [part_of(text, lines)] if is_below else _beside_titles(text, lines)


def _says(text: str, cell: tuple[int, int]) -> str:
    return text[slice(*cell)].strip(" \t\r\n*$")


def are_heads(titles: Sequence[str]) -> bool:
    """Whether each column is of a head of its own."""
    return bool(titles) and all(map(HEAD.fullmatch, titles))


def _below_titles(text: str, lines: list[Cells], heads: Cells) -> list[Part]:
    """The rows below each line of one word; the columns of heads keep their names."""
    titles = [place for place, line in enumerate(lines) if is_title(text, line)]
    if not titles or titles[0] != 0 or len(lines) <= len(titles) + 1:
        return []
    kept = heads if are_heads([_says(text, head) for head in heads[1:]]) else []
    return [
        Part(next(cell for cell in lines[begin] if text[slice(*cell)].strip()), lines[begin + 1 : end], kept)
        for begin, end in pairwise([*titles, len(lines)])
    ]


def _beside_titles(text: str, lines: list[Cells]) -> list[Part]:
    """The rows from one whose first cell is filled to before the next such, where most are blank or say the same."""
    if len(lines) < len("abc") or any(len(line) < len("abc") for line in lines):
        return []
    firsts = [_says(text, line[0]) for line in lines]
    titles = [place for place, said in enumerate(firsts) if said and (not place or said != firsts[place - 1])]
    are_words = all(any(map(str.isalpha, firsts[place])) and not DECIMAL.search(firsts[place]) for place in titles)
    if len(titles) < 2 or titles[0] != 0 or len(titles) == len(lines) or not are_words:
        return []
    return [
        Part(lines[begin][0], [line[1:] for line in lines[begin:end]], [NOWHERE] * (len(lines[begin]) - 1))
        for begin, end in pairwise([*titles, len(lines)])
    ]


def _below_heads(text: str, lines: list[Cells], heads: Cells) -> list[Part]:
    """The columns below each head that stands over several, with the labels of the rows."""
    if not lines or not heads or _says(text, heads[0]) or any(len(line) != len(heads) for line in lines):
        return []
    titles = [column for column, head in enumerate(heads) if _says(text, head)]
    groups = list(pairwise([*titles, len(heads)]))
    if not titles or titles[0] != 1 or len(titles) == len(heads) - 1:
        return []
    if not all(end - begin > 1 or _is_name(_says(text, heads[begin])) for begin, end in groups):
        return []
    below = lines[1:] if not any(_is_number(_says(text, cell)) for cell in lines[0]) else lines
    return [
        Part(heads[begin], [[line[0], *line[begin:end]] for line in below], [NOWHERE] * (1 + end - begin))
        for begin, end in groups
    ]


def _below_steps(text: str, lines: list[Cells], heads: Cells) -> list[Part]:
    """The columns of each step where all heads say it before one of the same words: S k1, S k2, A k1, A k2."""
    steps: dict[str, list[int]] = {}
    for column, head in enumerate(heads[1:], 1):
        steps.setdefault(_says(text, head).rpartition(" ")[0], []).append(column)
    over = {tuple(_says(text, heads[column]).rpartition(" ")[2] for column in columns) for columns in steps.values()}
    if len(steps) < 2 or len(over) > 1 or "" in steps or any(len(line) != len(heads) for line in lines):
        return []
    if any(len(names) < 2 for names in over) or not all(is_step(step) or SYMBOL.fullmatch(step) for step in steps):
        return []
    return [
        Part(
            (heads[columns[0]][0], text.index(step, heads[columns[0]][0]) + len(step)),
            [[line[0], *(line[column] for column in columns)] for line in lines],
            [NOWHERE] * (1 + len(columns)),
        )
        for step, columns in steps.items()
    ]


def _is_name(title: str) -> bool:
    """Whether a head calls a line of the work, and no column of one."""
    return is_step(title) or (SYMBOL.fullmatch(title) is not None and not title[-1].isdecimal())


def _is_number(said: str) -> bool:
    return said[:1].isdecimal() or said[:2].lstrip("-−+.,")[:1].isdecimal() or said.endswith(("inf", "∞", "infty"))


def base_of(title: str) -> str:
    """k of k1, k_2 and $k_3$; nothing where no number stands in it."""
    bare = re.sub(r"\s\([^()]{0,40}\)\s*$", "", title)  # q1 (cat)
    letters = re.sub(r"</?su[bp]>|[\d\s$_{}*]", "", bare)
    return letters if any(char.isdigit() for char in bare) and letters.isalpha() else ""
