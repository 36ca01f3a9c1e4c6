"""Plain text as lines: those that go on in the next are joined; lines of numbers under one another are a matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_LINE = 20_000
MAX_JOINED = 200
NUMBER = r"[-+−–]?(?:\d+(?:[.,]\d+|\.)?|\.\d+)(?:[eE][-+−]?\d+)?%?"
BULLET = r"[ \t]*+(?:[-*+•][ \t]++)?+"
NUMBERS = re.compile(rf"[ \t]*+{NUMBER}(?:[ \t,;|]++{NUMBER})*+[ \t,;]*+\r?")
LABELLED = re.compile(
    rf"{BULLET}(?P<label>[^\s\d=:\[\]()$\\]\S{{0,30}})[ \t:|]++(?P<cells>{NUMBER}(?:[ \t|,;]++{NUMBER})++)[ \t|]*+\r?"
)
ASSIGNED = re.compile(
    rf"(?P<label>[^\W\d_][^\s=,;]{{0,20}})[ \t]{{0,9}}=[ \t]{{0,9}}(?P<cells>{NUMBER}(?:[ \t]++{NUMBER})*+)(?=\s|$)"
)
LISTED = re.compile(
    rf"{BULLET}(?:[^\s\[\]=$\\|:(\d][^\s\[\]=:(]{{0,30}}[ \t]*+)?"
    r"(?P<list>\[(?P<cells>[^\[\]=\n:]{3,2000})\])[ \t,]*+\r?"
)
STEP = re.compile(  # what lines are called that are steps of the work, and no rows of one matrix
    r"[^\w\s]{0,2}(?:raw|scor|scal|weight|softmax|exp|gewicht|skal|output|ausgabe|context|mask|sum|punt|pes[oi]|poids|salida"
    r"|分数|得分|权重|输出)",
    re.IGNORECASE,
)
GOES_ON = re.compile(r"[+×*·⋅][ \t]{0,9}$")
CARRIES = re.compile(r"[ \t]*+[+×·⋅][ \t]*+[\d(.]")
BEGIN, END = re.compile(r"\\begin\b"), re.compile(r"\\end\b")
HAS_MATHS = re.compile(r"[\d=≈→⇒\\⎡⎛┌]|->")
LIST = re.compile(r"\[\s*[-+−\[.\d]")
BOX = re.compile(r"[⎡⎢⎣⎛⎜⎝│┌└](?P<cells>[^⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠│┌└┐┘]*)[⎤⎥⎦⎞⎟⎠│┐┘]")
BOX_TOP = re.compile(r"[⎡⎛┌]")
BOX_END = re.compile(r"[⎣⎝└]")
GROUP = re.compile(
    rf"(?<!\[)\[[ \t]*+(?P<cells>{NUMBER}(?:[ \t,]++{NUMBER})*+)[ \t]*+\](?!\])"
    rf"|\|[ \t]*+(?P<between>{NUMBER}(?:[ \t]++{NUMBER})*+)[ \t]*+\|"
)


class Line(NamedTuple):
    """A line, or several that belong together: "line", "rows" (of numbers), "labelled" rows, "boxed" rows."""

    kind: str
    start: int
    end: int


def lines(text: str, start: int, end: int) -> Iterator[Line]:
    """The lines of a piece of plain text that may hold mathematics, in order."""
    bounds = list(_bounds(text, start, end))
    place = 0
    while place < len(bounds):
        count = 1
        if HAS_MATHS.search(text, *bounds[place]):
            kind, count = _block(text, bounds, place)
            yield Line(kind, bounds[place][0], bounds[place + count - 1][1])
        place += count


def _bounds(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _block(text: str, bounds: list[tuple[int, int]], place: int) -> tuple[str, int]:
    """What begins on a line, and how many lines it has."""
    for kind, count in COUNTS.items():
        if found := count(text, bounds, place):
            return kind, found
    return "line", _joined(text, bounds, place)


def _whole(text: str, bound: tuple[int, int]) -> bool:
    """Whether a piece is a line of the page from its begin to its end, and not too long."""
    start, end = bound
    return (
        end - start < MAX_LINE and (start == 0 or text[start - 1] == "\n") and (end == len(text) or text[end] == "\n")
    )


def _rows(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines of as many numbers each stand under one another."""
    count, width = 0, 0
    for number in range(place, len(bounds)):
        bound = bounds[number]
        if not _whole(text, bound) or not NUMBERS.fullmatch(text, *bound):
            break
        cells = len(re.findall(NUMBER, text[bound[0] : bound[1]]))
        if count and cells != width:
            break
        count, width = count + 1, cells
    has_point = count > 0 and "." in text[bounds[place][0] : bounds[place + count - 1][1]]
    if width < 2:  # one number on a line
        before = text[max(0, bounds[place][0] - 20) : bounds[place][0]].rstrip()
        return count if count > 1 and (has_point or before[-1:] in (":", "=")) else 0
    return count if count > 1 or has_point else 0


def _is_step(text: str, bounds: list[tuple[int, int]], place: int, pattern: re.Pattern[str]) -> bool:
    """Whether a line, and the one before or behind it, are steps of the work with lists of numbers."""
    near = range(max(0, place - 1), min(place + 2, len(bounds)))
    steps = [other for other in near if _whole(text, bounds[other]) and pattern.fullmatch(text, *bounds[other])
             and STEP.match(text[slice(*bounds[other])].lstrip(" \t-*+•"))]  # fmt: skip
    return place in steps and len(steps) > 1


def _labelled(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines of a word and as many numbers each stand under one another, as in a print of a table."""
    if _is_step(text, bounds, place, LABELLED):
        return 1
    count, width = 0, 0
    for number in range(place, len(bounds)):
        bound = bounds[number]
        match = LABELLED.fullmatch(text, *bound) if _whole(text, bound) else None
        cells = len(re.findall(NUMBER, match["cells"])) if match else 0
        listed = match is not None and match["label"].endswith(":")  # scores: 2, 3 stands for itself
        if not cells or listed or (count and cells != width):
            break
        count, width = count + 1, cells
    return count if count > 1 else 0


def _assigned(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines stand under W = 1 0, also where W = 1 0   U = 0 1 stand side by side."""
    line = text[bounds[place][0] : bounds[place][1]]
    found = list(ASSIGNED.finditer(line)) if _whole(text, bounds[place]) else []
    if not found or ASSIGNED.sub("", line).strip():
        return 0
    width = sum(len(match["cells"].split()) for match in found)
    count = 1
    for number in range(place + 1, len(bounds)):
        bound = bounds[number]
        if not _whole(text, bound) or not NUMBERS.fullmatch(text, *bound):
            break
        if len(text[bound[0] : bound[1]].split()) != width:
            break
        count += 1
    return count if count > 1 else 0


def _listed(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines of a word and a list of as many cells each stand under one another."""
    if _is_step(text, bounds, place, LISTED):
        return 1
    count, width = 0, 0
    for number in range(place, len(bounds)):
        bound = bounds[number]
        match = LISTED.fullmatch(text, *bound) if _whole(text, bound) else None
        cells = len(re.split(r"[,\s]+", match["cells"].strip())) if match else 0
        if match is None or cells < 2 or not re.search(r"\d", match["cells"]) or (count and cells != width):
            break
        count, width = count + 1, cells
    return count if count > 1 else 0


def _boxed(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines a matrix has whose tall brackets are drawn."""
    if not BOX_TOP.search(text, *bounds[place]):
        return 0
    for count, bound in enumerate(bounds[place : place + MAX_JOINED], 1):
        if count > 1 and BOX_END.search(text, *bound):
            return count
        if not text[bound[0] : bound[1]].strip():
            break
    return 0


def _stacked(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines stand under one another whose brackets, or bars, hold rows of the same matrices."""
    count = labelled = 0
    before: list[tuple[int, int]] = []
    for number in range(place, len(bounds)):
        bound = bounds[number]
        if not _whole(text, bound):
            break
        groups = list(GROUP.finditer(text, *bound))
        spans = [(match.start() - bound[0], match.end() - bound[0]) for match in groups]
        labelled += bool(GROUP.sub("", text[bound[0] : bound[1]]).strip())
        if not groups or labelled > 1 or (before and not all(_overlaps(span, before) for span in spans)):
            break
        count += 1
        before = before + spans
    return count if count > 1 else 0


def _overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(span[0] < stop and start < span[1] for start, stop in others[-20:])


def _joined(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines a list, an environment or a sum goes on for."""
    depth = opened = 0
    for count, bound in enumerate(bounds[place : place + MAX_JOINED], 1):
        line = text[bound[0] : bound[1]]
        if len(line) > MAX_LINE:
            return max(1, count - 1)
        depth += len(BEGIN.findall(line)) - len(END.findall(line))
        if opened or LIST.search(line):
            opened = max(0, opened + line.count("[") - line.count("]"))
        if depth > 0 or opened > 0:
            continue
        following = bounds[place + count] if place + count < len(bounds) else None
        if (
            following
            and following[1] - following[0] < MAX_LINE
            and (GOES_ON.search(line[-20:]) or CARRIES.match(text, *following))
            and any(char.isdigit() for char in line)
        ):
            continue
        return count
    return 1  # nothing closes it


COUNTS = {
    "boxed": _boxed,
    "stacked": _stacked,
    "rows": _rows,
    "labelled": _labelled,
    "assigned": _assigned,
    "listed": _listed,
}
