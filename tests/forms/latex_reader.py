"""Matrices and tables in a LaTeX document, read back as numbers, and what pdflatex says of a document."""

from __future__ import annotations

import re
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest

Matrix = tuple[tuple[Decimal | None, ...], ...]
BMATRIX = re.compile(r"\\begin\{bmatrix\}\n(.*?)\n\\end\{bmatrix\}", re.DOTALL)
TABLE = re.compile(
    r"(?:\\smallskip\\noindent (?P<name>\S.*?), (?P<part>(?:rows?|columns?) .*?):\\par\\nopagebreak\n)?"
    r"\\hspace\*\{1\.5em\}\\begin\{tabular\}\{.*?\}\n(?P<body>.*?)\n\\end\{tabular\}",
    re.DOTALL,
)
PART = re.compile(r"(row|column)s? (\d+)(?:--\d+)? of \d+")
NUMBER = re.compile(r"(-?)([\d.]+|\\infty)(?: ?\\cdot 10\^\{(-?\d+)\})?")
COMPLAINT = re.compile(r"Warning|Overfull|Underfull|Missing character|^!|^.*:\d+:")


def number(text: str) -> Decimal | None:
    """The number in a cell, or None."""
    found = NUMBER.fullmatch(re.sub(r"\^\{\*\}|\$|\\rule\{.*?\}\{.*?\}", "", text).strip())
    if not found:
        return None
    sign, digits, exponent = found.groups()
    return Decimal(sign + digits.replace(r"\infty", "Infinity") + (f"e{exponent}" if exponent else ""))


def matrices(document: str) -> set[Matrix]:
    """All matrices of numbers, those in several blocks put together."""
    found = [[row.split(" & ") for row in re.split(r" \\\\(?:\[5pt\])?\n", body)] for body in BMATRIX.findall(document)]
    split: list[dict[tuple[int, int], str]] = []
    for table in TABLE.finditer(document):
        rows = [line.removesuffix(r" \\").split(" & ")[1:] for line in table["body"].split("\n")[1:]]
        if not table["name"]:
            found.append(rows)
            continue
        starts = {kind: int(first) - 1 for kind, first in PART.findall(table["part"])}
        top, left = starts.get("row", 0), starts.get("column", 0)
        if not top and not left:
            split.append({})
        split[-1] |= {(top + i, left + j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
    for cells in split:
        height, width = (1 + max(place) for place in zip(*cells, strict=True))
        found.append([[cells.get((i, j), "") for j in range(width)] for i in range(height)])
    read = (tuple(tuple(map(number, row)) for row in rows) for rows in found)
    return {rows for rows in read if all(None not in row for row in rows)}


def complaints(document: str, folder: Path) -> list[str]:
    """What pdflatex complains of; the PDF is page.pdf."""
    if shutil.which("pdflatex") is None:
        pytest.skip("there is no pdflatex here: apt-get install texlive-latex-recommended")
    (folder / "page.tex").write_text(document, "ascii")
    command = ["pdflatex", "-interaction=nonstopmode", "-file-line-error", "-no-shell-escape", "page.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    log = (folder / "page.log").read_text("utf-8", "replace")
    return [line for line in log.splitlines() if COMPLAINT.search(line) and "infwarerr" not in line]
