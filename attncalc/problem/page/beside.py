"""Matrices that stand side by side on the same lines, put one after another.

Wq = [[1, 0], Wk = [[1, 1],          W_Q = 1 0      W_K = 2 1
[0, 1]] [0, 1]]                            0 1            0 1
"""

from __future__ import annotations

import re

NAMED = re.compile(r"(?<![^\s,;])[^\W\d][\w^{}\\]{0,20}\s{0,3}=\s{0,3}(?=[\[(]|[-−.\d])")
NUMBERS = re.compile(r"[-−+.\d/\s]+")
ROW = re.compile(r"\[[^\[\]]{1,500}\]\]?[,;]?|[^\[\]]{1,500}\][,;]?")
MAX_ROWS = 40


def one_after_another(lines: list[str]) -> list[str]:
    """The lines with matrices that stood beside one another each on the line where they began."""
    lines = list(lines)
    for number, line in enumerate(lines):
        starts = [match.start() for match in NAMED.finditer(line)] if line.count("=") > 1 else []
        if len(starts) < 2:
            continue
        parts = [line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]
        if taken := _taken(parts, lines[number + 1 : number + 1 + MAX_ROWS]):
            count, matrices = taken
            lines[number : number + count + 1] = [f"{line[: starts[0]]}{', '.join(matrices)}", *[""] * count]
    return lines


def _taken(parts: list[str], below: list[str]) -> tuple[int, list[str]] | None:
    """How many lines below belong to the matrices that begin here, and the matrices; None where they do not."""
    if all(NUMBERS.fullmatch(part.partition("=")[2]) for part in parts):
        return _plain(parts, below)
    matrices = list(parts)
    for count, line in enumerate(below, 1):
        if not all(map(_is_open, matrices)):
            return None
        rows = [row.strip() for row in ROW.findall(line)] if "[" in line else re.split(r"\s{2,}", line.strip())
        if len(rows) != len(matrices):
            return None
        matrices = [f"{matrix} {row}" if "[" in row else f"{matrix}; {row}"
                    for matrix, row in zip(matrices, rows, strict=True)]  # fmt: skip
        if not any(map(_is_open, matrices)):
            return count, [matrix.rstrip(",;") for matrix in matrices]
    return None


def _is_open(text: str) -> bool:
    return text.count("[") > text.count("]")


def _plain(parts: list[str], below: list[str]) -> tuple[int, list[str]] | None:
    """Rows without brackets: wide gaps part the matrices."""
    rows = [part.partition("=")[2].strip() for part in parts]
    count = 0
    for line in below:
        found = re.split(r"\s{2,}", line.strip())
        if len(found) != len(parts) or not all(map(NUMBERS.fullmatch, found)):
            break
        rows = [f"{row}; {more}" for row, more in zip(rows, found, strict=True)]
        count += 1
    names = [part.partition("=")[0] for part in parts]
    return (count, [f"{name}= [{row}]" for name, row in zip(names, rows, strict=True)]) if count else None
