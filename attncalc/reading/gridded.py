"""Entries behind their row and column that go through a whole matrix, wherever they stand, written as that matrix.

S;1;1;0.5    {(0, 0): 0.5, (0, 1): 0.3}    x₁,₁ ..... 0.5    In row 1, column 1 we get 0.5. In row 1, column 2 …
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from attncalc.reading.edits import Edit, edited
from attncalc.reading.languages import COLUMNS, COUNTED_ROWS, PLAIN, names_a_line
from attncalc.reading.notebook import Body
from attncalc.reading.retold import Piece, matrix

INDEX = r"(?:\d{1,2}|[₀-₉]{1,2})"
VALUE = (
    r"%?[-+−–]?(?:\d{1,9}(?:(?:[.,]|\{,\})\d{1,12})?(?:[eE][-+]?\d{1,3})?|\.\d{1,12}|∞|inf(?![A-Za-z])|\\infty)"
    r"(?:[ ]?%)?(?![\d]|[.,]\d)"
)
ITEM = re.compile(
    rf"(?P<row>{INDEX})(?!\{{,\}})(?P<apart>[^\d₀-₉\n=≈:&]{{1,24}})(?P<column>(?<=,){INDEX}(?=,)|{INDEX}(?!\{{,\}}|[.,]\d))"
    rf"(?P<filler>(?:(?!{VALUE})[^\d₀-₉&]){{1,40}})(?!(?<=\()\d,\d\))(?P<value>{VALUE})"  # (1,2) is no value
)
CELL = re.compile(rf"(?P<row>\d{{1,3}})(?P<filler>(?:(?!{VALUE})[^\d₀-₉]){{1,12}})(?P<value>{VALUE})")
QUOTED = re.compile(
    r"(?:\(?[\"'](?P<row>[^\W_]{1,20})[\"'] ?, ?[\"'](?P<column>[^\W_]{1,20})[\"']\)?"
    rf"|[\"'](?P<first>[^\W_]{{1,20}}) ?[,|] ?(?P<second>[^\W_]{{1,20}})[\"'])(?P<filler> ?[:=] ?)(?P<value>{VALUE})"
)
NODE = r"[^\W\d_][^\W_]{0,14}[₀-₉]{0,2}"
LINE = re.compile(  # the, cat ..... 0.5    q1·k2 ▇▇▇ 0.5    the → cat: 0.5
    rf"(?P<row>{NODE}) ?(?P<apart>,|→|->|·) ?(?P<column>{NODE})"
    r"(?P<filler> ?[:=] ?|[ \t]?[.…·_─▇█■▓▒░#](?:[ \t]?[.…·_─▇█■▓▒░#]){0,60}[ \t]?|[ \t]?(?:={3,60}|-{3,60})[ \t]?)"
    rf"(?P<value>{VALUE})"
)
EDGE = re.compile(  # the --(0.5)--> cat    q1 -->|0.5| k1    q1 -> k1 [label="0.5"]
    rf"(?P<row>{NODE}) ?(?:(?:--|──|==|[-=](?=[\[(])) ?[\[(]?(?P<value>{VALUE})[\])]? ?[-─=]{{1,3}}[>▶]"
    rf"|-->\|(?P<barred>{VALUE})\|)"
    rf" ?(?P<column>{NODE})|(?P<from>{NODE}) ?-{{1,2}}> ?(?P<to>{NODE}) ?\[label=\"?(?P<labelled>{VALUE})\"?\]"
)
START = re.compile(
    r"(?<![\d.₀-₉])(?<!\d,)(?:[01](?![\d.])|[₀₁])|(?<=(?<![^\W_])[A-Z])\d|(?<![^\W_])\(?[\"'](?=\w)"
    r"|^(?P<line>[ \t>*-]{0,8})(?=[^\W\d_])",
    re.MULTILINE,
)
GAP = re.compile(r"(?:[^\d₀-₉∞\"']|(?<=[^\W\d])'){0,80}")
SKIP = re.compile(r"[^\w\"'(]{0,80}")
NAMED = re.compile(r"\d(?=[^\d.])")
CAPITAL = re.compile(r"(?<![^\W_])[A-Z](?=\d)")
KINDS = {"quoted": QUOTED, "line": LINE, "edge": EDGE, "item": ITEM, "cell": CELL}
NAMES = {"first": "row", "second": "column", "from": "row", "to": "column"}
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
REPEATED = re.compile(r"([^\w\s])(?:\s?\1)+")
CALCULATES = re.compile(r"[ \t]{0,3}(?:[*·×+/^=≈]|-[ \t]?\d|\\cdot|\\times)")
CALLED = re.compile(r"(?P<name>[^\W\d_][\w'’]{0,12})[\s\[({_;,|]{0,4}$")  # directly before a row's number
SYMBOL = re.compile(r"(?<![^\W_])(?![AI](?!['_]))[A-Z](?:_?[A-Za-z])?['’]?(?![^\W_])")
WORD = re.compile(r"[^\W\d_][\w'’]*")
OPENED = re.compile(r"(?:[A-Za-z][\w.]{0,20}\((?:\s?\d{1,3}\s?,){2})?\s?[{\[(]\s?$")
CLOSED = re.compile(r"[,\s]{0,9}[}\])]\s?\)?")
TELLS = re.compile(r"[=:→>)\]}\"'…_?–—▇█■▓▒░]|\.|[^\W\d_]")  # that a number follows what calls it
NEXT_ROW = re.compile(r"[\])}] ?[,;] ?[\[({]")
CALCULATING, LONG = set("*·×+^≈"), 3


class Entry(NamedTuple):
    """An entry: where what calls it begins, its row and column, what stands between these and behind, its number."""

    start: int
    row: str
    column: str
    apart: str
    filler: str
    value: Piece
    end: int


def gridded(body: Body) -> Body:
    """A page with such entries as matrices."""
    return edited(body, list(_edits(body.text)))


def _edits(text: str) -> Iterator[Edit]:
    position = 0
    for match in START.finditer(text):
        if match.start() < position:
            continue
        place = match.end() if match["line"] is not None else match.start()
        run = max((_run(text, start, kind) for start in _behind(text, place) for kind in KINDS), key=len)
        if len(run) > 1:
            position = run[-1].end
        if rows := _rows(text, run):
            yield _edit(text, run, rows)


def _entry(text: str, place: int, kind: str) -> Entry | None:
    """The entry whose key begins here; the column of a cell of a sheet stands before its row."""
    match = KINDS[kind].match(text, place)
    if kind != "cell" or match is None:
        return _of(match, place) if match else None
    is_column = place > 0 and CAPITAL.match(text, place - 1) is not None
    return _of(match, place - 1, text[place - 1]) if is_column else None


def _of(match: re.Match[str], start: int, column: str = "") -> Entry:
    said = {NAMES.get(name, name): text for name, text in match.groupdict().items() if text}
    value = next(name for name in ("value", "barred", "labelled") if match.groupdict().get(name))
    row, column = (text.translate(LOWERED) for text in (said["row"], column or said["column"]))
    apart, filler = (_plain(said.get(name, "")) for name in ("apart", "filler"))
    if said.get("apart", "").rstrip()[-1:] in ("-", "−"):  # (x, -y)
        row, column = column, row
    return Entry(start, row, column, apart, filler, match.span(value), match.end())


def _plain(text: str) -> str:
    """What stands between, however often a sign is repeated, .... as ., and without emphasis."""
    return " ".join(REPEATED.sub(r"\1", text.replace("**", "")).split()) or text[:1]


def _run(text: str, place: int, kind: str) -> list[Entry]:
    """The entries from here on, each the next one of a matrix, row by row or column by column."""
    entry = _entry(text, place, kind)
    run: list[Entry] = []
    known: set[tuple[str, str]] = set()
    while entry and _fits(text, run, entry) and (entry.row, entry.column) not in known:
        run.append(entry)
        known.add((entry.row, entry.column))
        found = (_entry(text, place, kind) for place in _next(text, entry))
        entry = next((one for one in found if one and _fits(text, run, one)), None)
    return run


def _next(text: str, entry: Entry) -> Iterator[int]:
    """Where the entry behind one may begin."""
    gap = (GAP if entry.row.isdecimal() else SKIP).match(text, entry.end)
    return _behind(text, gap.end() if gap else len(text))


def _behind(text: str, place: int) -> Iterator[int]:
    """A place, or first the next number if a name ends with the number that stands there: S_1."""
    before = text[place - 1 : place]
    if (before.isalpha() or before in ("_", "√")) and (named := NAMED.match(text, place)):
        behind = GAP.match(text, named.end())
        yield behind.end() if behind else len(text)
    yield place


def _fits(text: str, run: list[Entry], entry: Entry) -> bool:
    """Whether an entry begins a matrix, or is like those before and comes next; none is calculated with."""
    if CALCULATES.match(text, entry.end) or CALCULATING & set(entry.filler):
        return False
    if not run:
        return (
            not entry.row.isdecimal() or entry.column.isalpha() or (entry.row, entry.column) in (("0", "0"), ("1", "1"))
        )
    first, last = run[0], run[-1]
    if (entry.apart, entry.filler) != (first.apart, first.filler):
        return False
    if not entry.row.isdecimal():
        return not any(map(str.isalpha, text[last.end : entry.start]))
    row, column = int(last.row), _number(last.column)
    steps = ((row, column + 1), (row + 1, _number(first.column)), (row + 1, column), (int(first.row), column + 1))
    return (int(entry.row), _number(entry.column)) in steps


def _number(column: str) -> int:
    return int(column) if column.isdecimal() else ord(column[0])


def _rows(text: str, run: list[Entry]) -> list[list[Piece]]:
    """The numbers row by row; none where the entries are not all those of a matrix, or may be its rows: 0, 1, 3."""
    rows, columns = (list(dict.fromkeys(getattr(entry, name) for entry in run)) for name in ("row", "column"))
    known = {(entry.row, entry.column): entry.value for entry in run}
    is_whole = bool(run) and len(known) == len(run) == len(rows) * len(columns)
    is_name = is_whole and run[0].row.isdecimal() and columns[0].isalpha() and len(columns) == 1  # Z1, Z2
    if not is_whole or len(run) < 2 or is_name or _calls_two(run[0].apart):
        return []
    if run[0].row.isdecimal() and not TELLS.search(NEXT_ROW.sub("", run[0].filler)) and not _is_listed(text, run):
        return []
    return [[known[row, column] for column in columns] for row in rows]


def _is_listed(text: str, run: list[Entry]) -> bool:
    """Whether the matrix is called on each line, with the same sign behind its name as behind its row: S;1;2;0.5."""
    between = text[run[0].end : run[1].start].strip(" ")
    is_called = "\n" in between and any(map(str.isalpha, between))
    return is_called and run[0].apart == run[0].filler and between.endswith(run[0].apart)


def _calls_two(apart: str) -> bool:
    """Whether a name stands before the second number too, so that these call two things: q1·k2."""
    words = [word.lower() for word in WORD.findall(apart)]
    return bool(words) and not any(word in COLUMNS or word in COUNTED_ROWS for word in words)


def _edit(text: str, run: list[Entry], rows: list[list[Piece]]) -> Edit:
    """The entries as a matrix, with the name that stands before each of them."""
    first, second = run[0], run[1]
    between, line = text[first.end : second.start], text.rfind("\n", 0, first.start) + 1
    before = text[max(line, first.start - len(between)) : first.start]
    common = next((size for size in range(len(between), 0, -1) if before.endswith(between[-size:])), 0)
    start, label = first.start - common, _label(text[first.start - common : first.start], first)
    end = run[-1].end
    opened, closed = OPENED.search(text, max(line, start - 40), start), CLOSED.match(text, end)
    if not label and opened and closed:
        start, end = opened.start(), closed.end()
    elif closed and text.count("(", start, end) > text.count(")", start, end):
        end = closed.end()
    return Edit(start, end, ((label, start), *matrix(text, rows)))


def _label(before: str, first: Entry) -> str:
    """What calls the matrix: the name that stands before the row, words that name a line, or a symbol behind it."""
    called = CALLED.search(before)
    name = called["name"] if called and called["name"].lower() not in COUNTED_ROWS else ""
    if name and len(name) < LONG and name not in PLAIN:
        return f"{name} = "
    said = " ".join(word for word in WORD.findall(f"{before} {first.apart} {first.filler}"))
    if names_a_line(said):
        return f"{said}: "
    if symbol := SYMBOL.search(f"{before} {first.filler}"):
        return f"{symbol[0]} = "
    return f"{name}: " if name and name not in PLAIN else ""
