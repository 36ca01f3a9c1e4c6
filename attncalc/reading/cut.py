r"""Where the cells of a table stand: of Markdown, HTML, LaTeX or a spreadsheet, its heads and line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from attncalc.reading.lines import bounds_of

Cells = list[tuple[int, int]]

RULE_LINE = re.compile(r"^[ \t>]*+\|?[ \t]*+:?-+:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t\r]*$")
RULE = re.compile(r"[\s>|:+=]*+-[\s|:+=-]*+")  # in a table, however it is damaged
EDGE = re.compile(r"[ \t>]*\|")
CELL = re.compile(r"(?:\\\||\$[^$\n]{0,500}\$|[^|\n])*")
TAG = re.compile(r"<(/?)m?(tr|td|th|table|thead|tbody)\b[^<>]{0,200}>", re.IGNORECASE)
SPEC = re.compile(r"\s*\{(?:[^{}]|\{[^{}]*\})*\}")
ROW_END = re.compile(r"\\\\\*?(?:\[[^\]\n]{0,20}\])?")
RULES = re.compile(r"(?:\s|\\(?:hline|cline\{[^{}]*\}|toprule|midrule|bottomrule|rule\{[^{}]*\}\{[^{}]*\}))*")
HEADS_END = re.compile(r"\\(?:hline|midrule)(?![A-Za-z])")
AMPERSAND, TAB = re.compile(r"(?<!\\)&"), re.compile(r"\t")


class Cut(NamedTuple):
    """Where the heads of the columns stand, if there are any, the cells of each line below them, and above them."""

    heads: Cells
    lines: list[Cells]
    above: Sequence[Cells] = ()


def of_markdown(text: str, start: int, end: int) -> Cut:
    """Lines of cells between bars; heads stand above the first line of dashes that parts any."""
    parts: list[list[Cells]] = [[]]
    for bound in bounds_of(text, start, end):
        if RULE.fullmatch(text, *bound):
            parts.append([])
        elif text[slice(*bound)].strip():
            parts[-1].append(_between_bars(text, *bound))
    first, *below = [part for part in parts if part] or [[]]
    return Cut(first[-1], [line for part in below for line in part], first[:-1]) if below else Cut([], first)


def _between_bars(text: str, start: int, end: int) -> Cells:
    """The cells of a line, without the bars at its ends."""
    edge = EDGE.match(text, start, end)
    position = edge.end() if edge else start
    stop = position + len(text[position:end].rstrip(" \t\r"))
    stop -= stop > position and text[stop - 1] == "|"
    found = []
    while position <= stop:
        match = CELL.match(text, position, stop)
        last = match.end() if match else position
        found.append((position, last))
        position = last + 1
    return found


def of_html(text: str, start: int, end: int) -> Cut:
    """<tr><td> …; a first row of <th> alone is the heads."""
    lines: list[list[tuple[bool, tuple[int, int]]]] = [[]]
    opened, is_head = -1, False
    for tag in (*TAG.finditer(text, start, end), None):
        if opened >= 0:
            lines[-1].append((is_head, (opened, tag.start() if tag else end)))
        kind = tag[2].lower() if tag and not tag[1] else ""
        opened, is_head = (tag.end() if tag and kind in ("td", "th") else -1), kind == "th"
        if kind == "tr":
            lines.append([])
    found = [[cell for _, cell in line] for line in lines if line]
    has_heads = all(is_head for is_head, _ in next(filter(None, lines), [(False, (0, 0))]))
    return Cut(found[0], found[1:]) if has_heads else Cut([], found)


def of_latex(text: str, start: int, end: int) -> Cut:
    r"""The inside of a tabular: cells between &, rows that end in \\, heads above a rule."""
    for skipped in (SPEC, RULES):
        before = skipped.match(text, start, end)
        start = before.end() if before else start
    rule = HEADS_END.search(text, start, end)
    heads = _rows(text, start, rule.start()) if rule else []
    return Cut(heads[-1], _rows(text, rule.start(), end)) if rule and heads else Cut([], _rows(text, start, end))


def _rows(text: str, start: int, end: int) -> list[Cells]:
    """Where the cells stand, row by row, without the rules between."""
    found, first = [], start
    for stop, behind in [*((match.start(), match.end()) for match in ROW_END.finditer(text, start, end)), (end, end)]:
        rules = RULES.match(text, first, stop)
        first = rules.end() if rules else first
        if first < stop:
            found.append(_parted(text, first, stop, AMPERSAND))
        first = behind
    return found


def of_tabs(text: str, start: int, end: int) -> Cut:
    """Lines of cells between tabs."""
    bounds = [bound for bound in bounds_of(text, start, end) if text[slice(*bound)].strip()]
    return Cut([], [_parted(text, *bound, TAB) for bound in bounds])


def _parted(text: str, start: int, end: int, sign: re.Pattern[str]) -> Cells:
    """The cells between signs of one character."""
    cuts = [start - 1, *(match.start() for match in sign.finditer(text, start, end)), end]
    return [(one + 1, other) for one, other in pairwise(cuts)]


CUTS: dict[str, Callable[[str, int, int], Cut]] = {
    "table": of_markdown,
    "html": of_html,
    "tabular": of_latex,
    "tabs": of_tabs,
}
