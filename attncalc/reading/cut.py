r"""Where the cells of a table stand: of Markdown, HTML, LaTeX or a spreadsheet, its heads and line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from attncalc.reading.lines import bounds_of

Cells = list[tuple[int, int]]

RULE_LINE = re.compile(r"^[ \t>]*+\|?[ \t]*+:?-+:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t\r]*$")
RULE = re.compile(r"[\s>|:+=]*+-[\s|:+=-]*+")  # in a table, however it is damaged
EDGE = re.compile(r"[ \t>]*\|")
CELL = re.compile(r"(?:\\\||\$[^$\n]{0,500}\$|[^|\n])*")
TAG = re.compile(r"<(/?)m?(tr|td|th|table|thead|tbody)\b[^<>]{0,200}>", re.IGNORECASE)
SPAN = re.compile(r"\b(row|col)span\s?=\s?[\"']?(\d{1,2})\b", re.IGNORECASE)
SPEC = re.compile(r"\s*\{(?:[^{}]|\{[^{}]*\})*\}")
ROW_END = re.compile(r"\\\\\*?(?:\[[^\]\n]{0,20}\])?")
RULES = re.compile(
    r"(?:\s|\\(?:hline|(?:cline|cmidrule(?:\([lr]{1,2}\))?)\{[^{}]*\}|toprule|midrule|bottomrule|rule\{[^{}]*\}\{[^{}]*\}))*"
)
OVER = re.compile(  # a cell over several rows or columns, and what it says
    r"\s{0,9}(?:\\multirow\s?(?:\[[^\[\]]{0,20}\])?\{[^{}]{0,9}\}(?:\[[^\[\]]{0,20}\])?\{[^{}]{0,20}\}\{(?P<row>[^{}]{0,200})\}"
    r"|\\multicolumn\s?\{(?P<columns>\d{1,2})\}\{[^{}]{0,20}\}\{(?P<column>(?:[^{}]|\{[^{}]{0,40}\}){0,200})\}"
    r"|\\SetCell(?:\[[^\[\]]{0,40}\])?\{[^{}]{0,20}\}\s?(?P<cell>[^&]{0,200}))\s{0,9}"
)
HEADS_END = re.compile(r"\\(?:hline|midrule)(?![A-Za-z])")
QUOTED = re.compile(r"\"(?P<cell>[^\"\n]{0,80})\"")
AMPERSAND = re.compile(r"(?<!\\)&")
SIGNS = {"tabs": "\t", "semicolons": ";", "commas": ","}  # between the cells of the lines of a sheet
PARTING = {sign: re.compile(sign) for sign in SIGNS.values()}


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
    hanging: dict[int, int] = {}  # how many rows further a cell goes, by its column
    opened: re.Match[str] | None = None
    for tag in (*TAG.finditer(text, start, end), None):
        if opened:
            stop = tag.start() if tag else end
            _append(lines[-1], hanging, opened, (opened.end(), stop))
        kind = tag[2].lower() if tag and not tag[1] else ""
        opened = tag if kind in ("td", "th") else None
        if kind == "tr":
            lines.append([])
    found = [[cell for _, cell in line] for line in lines if line]
    has_heads = all(is_head for is_head, _ in next(filter(None, lines), [(False, (0, 0))]))
    return Cut(found[0], found[1:]) if has_heads else Cut([], found)


def _append(
    line: list[tuple[bool, tuple[int, int]]], hanging: dict[int, int], tag: re.Match[str], cell: tuple[int, int]
) -> None:
    """Adds a cell behind those that hang down from above, and blank ones beside it over which it goes."""
    is_head, blank = tag[2].lower() == "th", (cell[1], cell[1])
    while hanging.get(len(line), 0) > 0:
        hanging[len(line)] -= 1
        line.append((is_head, blank))
    size = {name.lower(): int(number) for name, number in SPAN.findall(tag[0])}
    if size.get("row", 1) > 1:
        hanging[len(line)] = size["row"] - 1
    line += [(is_head, cell), *[(is_head, blank)] * (size.get("col", 1) - 1)]


def of_latex(text: str, start: int, end: int) -> Cut:
    r"""The inside of a tabular: cells between &, rows that end in \\, heads above a rule."""
    for skipped in (SPEC, RULES):
        before = skipped.match(text, start, end)
        start = before.end() if before else start
    rule = HEADS_END.search(text, start, end)
    heads = _rows(text, start, rule.start()) if rule else []
    if rule is None or not heads:
        return Cut([], _rows(text, start, end))
    return Cut(heads[-1], _rows(text, rule.start(), end), heads[:-1])


def _rows(text: str, start: int, end: int) -> list[Cells]:
    """Where the cells stand, row by row, without the rules between."""
    found, first = [], start
    for stop, behind in [*((match.start(), match.end()) for match in ROW_END.finditer(text, start, end)), (end, end)]:
        rules = RULES.match(text, first, stop)
        first = rules.end() if rules else first
        if first < stop:
            found.append([one for cell in _parted(text, first, stop, AMPERSAND) for one in _over(text, cell)])
        first = behind
    return found


def _over(text: str, cell: tuple[int, int]) -> Cells:
    """What a cell says, without what says how far it goes, and the blank cells beside it over which it goes."""
    match = OVER.fullmatch(text, *cell)
    if match is None:
        return [cell]
    said = next(name for name in ("row", "column", "cell") if match[name] is not None)
    return [match.span(said), *[(cell[1], cell[1])] * (int(match["columns"] or 1) - 1)]


def of_lines(text: str, start: int, end: int, sign: str) -> Cut:
    """Lines of cells between signs of one character."""
    bounds = [bound for bound in bounds_of(text, start, end) if text[slice(*bound)].strip()]
    return Cut([], [_parted(text, *bound, PARTING[sign]) for bound in bounds])


def of_quoted(text: str, start: int, end: int) -> Cut:
    """Lines of cells in quotation marks."""
    return Cut(
        [], [[match.span("cell") for match in QUOTED.finditer(text, *line)] for line in bounds_of(text, start, end)]
    )


def _parted(text: str, start: int, end: int, sign: re.Pattern[str]) -> Cells:
    """The cells between signs of one character."""
    cuts = [start - 1, *(match.start() for match in sign.finditer(text, start, end)), end]
    return [(one + 1, other) for one, other in pairwise(cuts)]


CUTS: dict[str, Callable[[str, int, int], Cut]] = {
    "table": of_markdown,
    "html": of_html,
    "tabular": of_latex,
    "quoted": of_quoted,
    **{kind: partial(of_lines, sign=sign) for kind, sign in SIGNS.items()},
}
