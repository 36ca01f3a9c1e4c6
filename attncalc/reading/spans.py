r"""Where formulas stand on a page, and where plain text: $ … $, $$ … $$, \[ … \], ```math, align; code is left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from attncalc.reading.code import PROMPT, code_spans, consoles
from attncalc.reading.commands import words_of
from attncalc.reading.cut import RULE_LINE, SIGNS
from attncalc.reading.ink import Span
from attncalc.reading.lettered import lettered
from attncalc.reading.lines import bounds_of
from attncalc.reading.sheets import below_heads, sheets

MAX_FORMULA = 20_000
FENCE = re.compile(r"^[ \t>]{0,20}+(`{3,}+|~{3,}+)[ \t]*+([^\n`]{0,100})$", re.MULTILINE)
MATHS = {"math", "latex", "tex", "katex"}
PRINTED = {"", *words_of("text txt plain plaintext output out console none result markdown md json yaml yml toml")}
ENVIRONMENTS = (
    "equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat|dmath|split|aligned|gathered|alignedat"
)
OPENER = re.compile(
    r"(?<!\\)(?P<dollars>\$\$)|(?<!\\)(?P<dollar>\$)|(?<!\\)\\(?P<square>\[)|(?<!\\)\\(?P<round>\()"
    rf"|\\begin\s?\{{(?P<env>(?:{ENVIRONMENTS})\*?)\}}"
)
CLOSING = {
    "dollars": re.compile(r"\$\$"),
    "dollar": re.compile(r"(?<!\\)\$"),
    "square": re.compile(r"\\\]"),
    "round": re.compile(r"\\\)"),
}
LONE = re.compile(r"^[ \t>]*\$\$", re.MULTILINE)
BLANK_LINE = re.compile(r"\n[ \t\r>]*\n")
TABLE_TAG, TABLE_END = re.compile(r"<m?table\b[^<>]{0,200}>", re.IGNORECASE), re.compile(r"</m?table>", re.IGNORECASE)
TABULAR = re.compile(r"\\begin\s?\{(?P<name>(?:tabular|longtable)[a-z*]{0,9})\}(?=\s?\{)")


def spans(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """The pieces of a page in order."""
    pieces = list(_fenced(text, start, len(text) if end is None else end))
    for cut in (consoles, _html, _lettered, _tables, *PARTED, _quoted, _tabulars, _formulas):
        parts = (cut(text, *piece[1:]) if piece.kind == "text" else [piece] for piece in pieces)
        pieces = [part for found in parts for part in found]
    for piece in pieces:
        yield from code_spans(text, *piece[1:]) if piece.kind == "code" else [piece]


def _html(text: str, start: int, end: int) -> Iterator[Span]:
    """Tables of HTML."""
    position = start
    while opened := TABLE_TAG.search(text, position, end):
        closed = TABLE_END.search(text, opened.end(), end)
        if closed is None:
            break
        yield Span("text", position, opened.start())
        inside = list(bounds_of(text, opened.end(), closed.start()))
        is_layout = any("\\begin" in text[slice(*line)] or RULE_LINE.match(text[slice(*line)]) for line in inside)
        yield Span("text" if is_layout else "html", opened.end(), closed.start())
        position = closed.end()
    yield Span("text", position, end)


def _tabulars(text: str, start: int, end: int) -> Iterator[Span]:
    """Tables of LaTeX that stand in no formula."""
    position = start
    for opened in TABULAR.finditer(text, start, end):
        closing = f"\\end{{{opened['name']}}}"
        closed = text.find(closing, opened.end(), end) if opened.start() >= position else -1
        if closed < 0 or _is_in_formula(text, max(position, opened.start() - MAX_FORMULA), opened.start()):
            continue
        yield Span("text", position, opened.start())
        yield Span("tabular", opened.end(), closed)
        position = closed + len(closing)
    yield Span("text", position, end)


def _is_in_formula(text: str, start: int, position: int) -> bool:
    """Whether a formula is open at a position."""
    start = max(start, text.rfind("\n\n", start, position))
    before = text[start:position].replace("\\\\", "  ")  # \\[2pt] opens none
    return any(before.count(sign) % 2 for sign in ("$$", "$")) or before.rfind("\\[") > before.rfind("\\]")


def _fenced(text: str, start: int, end: int) -> Iterator[Span]:
    """Fences of mathematics are formulas, those of printed numbers text, those of programs code."""
    position = start
    fence = FENCE.search(text, position, end)
    while fence:
        closing = re.compile(rf"^[ \t>]{{0,20}}{fence[1][0]}{{{min(len(fence[1]), 20)},}}[ \t\r]*$", re.MULTILINE)
        closed = closing.search(text, fence.end(), end)
        if closed is None:
            break
        yield Span("text", position, fence.start())
        words = fence[2].lower().strip("{}. \t").split()
        info = words[0] if words else ""
        kind = "formula" if info in MATHS else "text" if info in PRINTED else "code"
        if kind == "code" and TYPESET.search(text, fence.end(), closed.start()):
            kind = "text"
        if kind == "text" and PROMPT.search(text, fence.end(), closed.start()):
            kind = "code"
        yield Span(kind, fence.end(), closed.start())
        position = closed.end()
        fence = FENCE.search(text, position, end)
    yield Span("text", position, end)


def _tables(text: str, start: int, end: int) -> Iterator[Span]:
    """Tables: lines with bars around a line of dashes."""
    if "|" not in text[start:end]:
        yield Span("text", start, end)
        return
    position, rows, ruled = start, [], False
    for first, stop in [*bounds_of(text, start, end), (end, end)]:
        line = text[first:stop]
        rule = RULE_LINE.match(line) is not None and "|" in line
        if "|" in line and len(line) < MAX_FORMULA and "\\begin" not in line:
            rows.append((first, stop))
            ruled = ruled or rule
            continue
        if not line.strip() and _is_framed(text, rows):
            continue
        if ruled and len(rows) > 1:
            yield Span("text", position, rows[0][0])
            yield Span("table", rows[0][0], rows[-1][1])
            position = rows[-1][1]
        rows, ruled = [], False
    yield Span("text", position, end)


def _lettered(text: str, start: int, end: int) -> Iterator[Span]:
    """Sheets with letters above and numbers before."""
    position, bounds = start, list(bounds_of(text, start, end)) if LETTERS.search(text, start, end) else []
    for first, last in lettered(text, bounds):
        yield Span("text", position, bounds[first][0])
        position = bounds[last][1]
        yield Span("lettered", bounds[first][0], position)
    yield Span("text", position, end)


def _parted(text: str, start: int, end: int, kind: str) -> Iterator[Span]:
    """Ranges of a sheet beside one another, and lines of as many signs between as the heads over their columns."""
    position, bounds = start, list(bounds_of(text, start, end)) if SIGNS[kind] in text[start:end] else []
    found = [*sheets(text, bounds, SIGNS[kind]), *below_heads(text, bounds, SIGNS[kind])]
    for first, last in sorted(found):
        if bounds[first][0] >= position:
            yield Span("text", position, bounds[first][0])
            position = bounds[last][1]
            yield Span(kind, bounds[first][0], position)
    yield Span("text", position, end)


def _quoted(text: str, start: int, end: int) -> Iterator[Span]:
    """Lines of cells that all stand in quotation marks."""
    position = start
    for match in QUOTED.finditer(text, start, end):
        yield Span("text", position, match.start())
        position = match.end()
        yield Span("quoted", match.start(), position)
    yield Span("text", position, end)


PARTED: list[Callable[[str, int, int], Iterator[Span]]] = [partial(_parted, kind=kind) for kind in SIGNS]
LETTERS = re.compile(r"A[ \t|]{1,40}B")
QUOTED = re.compile(
    r"(?:^[ \t]{0,8}\"[^\"\n]{0,80}\"(?:[ \t]{0,4}[,;][ \t]{0,4}\"[^\"\n]{0,80}\"){2,60}[ \t]{0,8}(?:\n|\Z)){2,}",
    re.MULTILINE,
)
FRAME = re.compile(r"\|[=-]{3,}[ \t\r]*")


def _is_framed(text: str, rows: Sequence[tuple[int, int]]) -> bool:
    """Whether a table is open in which blank lines may stand: |=== begins and ends it."""
    return (
        bool(rows)
        and FRAME.fullmatch(text, *rows[0]) is not None
        and (len(rows) == 1 or not FRAME.fullmatch(text, *rows[-1]))
    )


TYPESET = re.compile(r"\$[^$\n]{0,100}\\begin\b")  # formulas in a program that shows them
Known = dict[str, tuple[int, int]]  # where what closes a formula stands next, or the end of the text


def _formulas(text: str, start: int, end: int) -> Iterator[Span]:
    position, known = start, Known()
    while match := OPENER.search(text, position, end):
        kind = str(match.lastgroup)
        found = _closed(text, match, end, known)
        if found is None:
            yield Span("text", position, match.start())
            position = match.end() if kind in ("dollar", "dollars") else match.start() + 1
            if kind == "env":
                position = match.end()
            continue
        yield Span("text", position, match.start())
        yield Span("formula", *found[:2])
        position = found[2]
    yield Span("text", position, end)


_Found = tuple[int, int, int] | None


def _paragraph(text: str, start: int, end: int) -> int:
    """Where the paragraph ends that stands at a position."""
    blank = BLANK_LINE.search(text, start, min(end, start + MAX_FORMULA))
    return blank.start() if blank else min(end, start + MAX_FORMULA)


def _closed(text: str, match: re.Match[str], end: int, known: Known) -> _Found:
    """Where a formula ends, dollars in their paragraph; $$ and an environment that break off end somewhere too."""
    kind, start = str(match.lastgroup), match.end()
    closing = CLOSING.get(kind) or re.compile(re.escape(f"\\end{{{match['env']}}}"))
    if known.get(closing.pattern, (-1, -1))[0] < start:
        found = closing.search(text, start, end)
        known[closing.pattern] = found.span() if found else (end, end)
    stop, behind = known[closing.pattern]
    is_near = stop < min(end, start + MAX_FORMULA)
    if is_near and not (kind.startswith("dollar") and BLANK_LINE.search(text, start, stop)):
        return start, stop, behind
    if kind == "env":
        return start, _paragraph(text, start, end), _paragraph(text, start, end)
    return _broken(text, match, end) if kind == "dollars" else None


def _broken(text: str, match: re.Match[str], end: int) -> _Found:
    """A formula behind $$ that nothing closes in its paragraph ends before $$ on a line, before $, or with it."""
    start, paragraph = match.end(), _paragraph(text, match.end(), end)
    line_end = text.find("\n", start, end)
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    alone = not text[start : line_end if line_end >= 0 else end].strip() and not before.strip()
    if alone and (lone := LONE.search(text, start, min(end, start + 5000))):
        return start, lone.start(), lone.end()
    lone_dollar = text.find("$", start, paragraph)
    stop = lone_dollar if lone_dollar > 0 else paragraph
    return start, stop, stop + (lone_dollar > 0)
