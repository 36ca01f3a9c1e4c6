"""Tables of a page as matrices in brackets, behind the names that stand in their headings or above them.

| word | key    | value |        tokens = ["the", "cat"]
|------|--------|-------|        K = [[2, 0], [0, 2]]
| the  | (2, 0) | (1)   |        V = [[1], [0]]
| cat  | (0, 2) | (0)   |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attncalc.problem.page.left import announced, announces
from attncalc.problem.vocabulary import STEPS

VECTOR = re.compile(r"[\[(][-+−\d.,;/√\s]{1,400}[\])]")
NUMBER = re.compile(r"[-+−]?(?:\d+\.?\d*|\.\d+)(?:/\d+)?")
QUOTES = " \t\"'“”‘’„*`$"
MAX_ROWS = 1000
Column = list[str]


def without_tables(lines: list[str]) -> list[str]:
    """The lines with each table whose columns or rows have names as matrices."""
    lines = list(lines)
    number = 0
    while number < len(lines):
        count = _height(lines, number)
        if count > 1:
            above = next((line for line in reversed(lines[max(0, number - 3) : number]) if line.strip()), "")
            table = [_cells(line) for line in lines[number : number + count] if not _is_rule(line)]
            found = _matrices(table, above) if len({len(row) for row in table}) == 1 else []
            lines[number : number + count] = [*found[: count - 1], "  ".join(found[count - 1 :]), *[""] * count][:count]
        number += max(count, 1)
    return lines


def _height(lines: list[str], first: int) -> int:
    count = 0
    while first + count < len(lines) and count < MAX_ROWS and lines[first + count].count("|") > 1:
        count += 1
    return count


def _is_rule(line: str) -> bool:
    return "-" in line and not line.strip("\t |:+-")


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip(QUOTES) for cell in inner.split("|")]


def _matrices(table: list[list[str]], above: str) -> list[str]:
    """The lines that say what a table holds: its labels, and each of its matrices."""
    heading, *rows = table
    if not rows or len(by_rows := list(_by_rows(table))) > 1:
        return by_rows if rows else []
    columns: list[Column] = [list(column) for column in zip(*rows, strict=True)]
    named = _named(heading, columns)
    found = [_line(name, column) for name, column in named.items()]
    numeric = [column for column in columns if all(map(NUMBER.fullmatch, column))]
    if not found and len(numeric) > 1 and not all(map(NUMBER.fullmatch, heading)) and (name := announces(above)):
        found = [f"{name} = {_list(_list(row) for row in zip(*numeric, strict=True))}"]
    if found:
        labels = [cell for cell in columns[0] if re.search(r"[^\W\d_]", cell)]
        names = _list(f'"{label}"' for label in labels)
        return [f"tokens = {names}", *found] if len(labels) == len(rows) else found
    return by_rows


def _named(heading: list[str], columns: list[Column]) -> dict[str, Column]:
    """The columns whose headings are names; of several with one name, the one after a sign of equality, or none."""
    found: dict[str, list[tuple[str, Column]]] = {}
    for text, column in zip(heading, columns, strict=True):
        if (name := announced(text.lstrip("= ") + ":")) and _is_of_numbers(column):
            found.setdefault(name, []).append((text, column))
    sums = {name: [one for one in several if one[0].startswith("=")] or several for name, several in found.items()}
    return {name: several[0][1] for name, several in sums.items() if len(several) == 1}


def _by_rows(table: list[list[str]]) -> Iterator[str]:
    """The matrices of a table that has one in each row, behind its name."""
    for row in table:
        if len(row) > 1 and VECTOR.fullmatch(row[1]) and (name := announced(row[0] + "=")):
            yield f"{name} = {row[1]}"


def _is_of_numbers(column: Column) -> bool:
    return all(map(NUMBER.fullmatch, column)) or all(map(VECTOR.fullmatch, column))


def _line(name: str, column: Column) -> str:
    """A column of vectors, of numbers one for each token, or of scores, which stand in a row."""
    if all(map(VECTOR.fullmatch, column)):
        rows = [f"[{cell[1:-1]}]" for cell in column]
    else:
        rows = [_list(column)] if name in STEPS else [f"[{cell}]" for cell in column]
    return f"{name} = {_list(rows)}"


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"
