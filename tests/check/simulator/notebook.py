"""A page as a Jupyter notebook: its cells in JSON, and where every place of the page stands in the file."""

from __future__ import annotations

import json

from .paper import Paper

Where = dict[tuple[int, int], tuple[int, int]]
METADATA = """ "metadata": {
  "kernelspec": {
   "display_name": "Python 3",
   "language": "python",
   "name": "python3"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
"""


class Notebook:
    """The file while it is put together."""

    def __init__(self, paper: Paper) -> None:
        self.lines: list[str] = ["{", ' "cells": [']
        self.where: Where = {}
        self.source = paper.page.split("\n")
        starts = [start for _, start in paper.cells] + [len(self.source) + 1]
        self.cells = [(kind, start, end) for (kind, start), end in zip(paper.cells, starts[1:], strict=True)]

    def text(self) -> str:
        """The JSON of all cells."""
        count, number = 0, 0
        while number < len(self.cells):
            kind, *lines = self.cells[number]
            has_output = number + 1 < len(self.cells) and self.cells[number + 1][0] == "output"
            last = number + 1 + has_output >= len(self.cells)
            if kind == "markdown":
                self.lines += ["  {", '   "cell_type": "markdown",', '   "metadata": {},']
            else:
                count += 1
                self._code(count, self.cells[number + 1] if has_output else None)
            self._strings("source", "   ", *lines)
            self.lines.append("  }" if last else "  },")
            number += 1 + has_output
        return "\n".join([*self.lines, " ],", ""]) + METADATA

    def _code(self, count: int, output: tuple[str, int, int] | None) -> None:
        self.lines += ["  {", '   "cell_type": "code",', f'   "execution_count": {count},', '   "metadata": {},']
        if output is None:
            self.lines.append('   "outputs": [],')
            return
        self.lines += ['   "outputs": [', "    {", '     "name": "stdout",', '     "output_type": "stream",']
        self._strings("text", "     ", *output[1:])
        self.lines += ["    }", "   ],"]

    def _strings(self, name: str, indent: str, start: int, end: int) -> None:
        """Lines of the page as a list of strings."""
        while end - 1 > start and not self.source[end - 2].strip():
            end -= 1
        self.lines.append(f'{indent}"{name}": [')
        for number in range(start, end):
            text = self.source[number - 1]
            ending = '\\n",' if number + 1 < end else '"'
            column = len(indent) + 3
            for at, sign in enumerate(text):
                self.where[number, at + 1] = (len(self.lines) + 1, column)
                column += len(json.dumps(sign, ensure_ascii=False)) - 2
            self.lines.append(f"{indent} {json.dumps(text, ensure_ascii=False)[:-1]}{ending}")
        self.lines.append(f"{indent}]")
