r"""Tables of LaTeX, \\begin{tabular} … \\end{tabular}: cells between &, rows that end in \\\\, heads above \\hline."""

from __future__ import annotations

import re
from itertools import pairwise

from attncalc.reading.tables import Read, read_table

SPEC = re.compile(r"\s*\{(?:[^{}]|\{[^{}]*\})*\}")
ROW = re.compile(r"\\\\\*?(?:\[[^\]\n]{0,20}\])?")
RULES = re.compile(r"(?:\s|\\(?:hline|toprule|midrule|bottomrule|rule\{[^{}]*\}\{[^{}]*\}))*")
HEADS_END = re.compile(r"\\(?:hline|midrule)(?![A-Za-z])")
BETWEEN = re.compile(r"(?<!\\)&")


def tabular(text: str, start: int, end: int, *, commas: bool = False) -> Read:
    """A table of LaTeX, like one of Markdown."""
    for skipped in (SPEC, RULES):
        if before := skipped.match(text, start, end):
            start = before.end()
    rule = HEADS_END.search(text, start, end)
    stop = rule.start() if rule and _rows(text, start, rule.start()) else start
    heads = _rows(text, start, stop)
    return read_table(text, _rows(text, stop, end), heads[-1] if heads else [], commas=commas)


def _rows(text: str, start: int, end: int) -> list[list[tuple[int, int]]]:
    """Where the cells stand, row by row, without the rules between."""
    found, first = [], start
    for stop, behind in [*((match.start(), match.end()) for match in ROW.finditer(text, start, end)), (end, end)]:
        rules = RULES.match(text, first, stop)
        first = rules.end() if rules else first
        if first < stop:
            cuts = [first - 1, *(match.start() for match in BETWEEN.finditer(text, first, stop)), stop]
            found.append([(one + 1, other) for one, other in pairwise(cuts)])
        first = behind
    return found
