"""Plain text as lines: those that go on in the next are joined; matrices that are drawn over several stay together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_LINE = 20_000
MAX_JOINED = 200
NUMBER = r"[-+−–]?(?:\d+(?:[.,]\d+|\.)?|\.\d+)(?:[eE][-+−]?\d+)?%?"
ENDLESS = r"[-−–]?(?:∞|inf\b)"
GOES_ON = re.compile(r"[+×*·⋅][ \t]{0,9}$")
CARRIES = re.compile(r"[ \t]*+[+×·⋅][ \t]*+[\d(.]")
BEGIN, END = re.compile(r"\\begin\b"), re.compile(r"\\end\b")
HAS_MATHS = re.compile(r"[\d∞=≈→⇒\\⎡⎛┌]|->|\binf\b")
LIST = re.compile(r"\[\s*[-+−\[.\d]")
BOX = re.compile(r"[⎡⎢⎣⎛⎜⎝│┌└](?P<cells>[^⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠│┌└┐┘]*)[⎤⎥⎦⎞⎟⎠│┐┘]")
CALLED = re.compile(r"\s{0,9}[^\W\d_][^=:|]{0,40}[=:]\s{0,9}")  # QK^T/√3 =
BARE = re.compile(r"\[[^\[\]\n]*\]|[A-Za-z]_?\d")
BOX_TOP = re.compile(r"[⎡⎛┌]")
BOX_END = re.compile(r"[⎣⎝└]")
FACTOR, TIMES = rf"\(?{NUMBER}\)?", r"[ \t]*+(?:[x×X*·⋅∙•]|\\times|\\cdot)[ \t]*+"
TERM = re.compile(  # of a sum whose terms stand below one another: + 2 × 0.5 = 1
    rf"[ \t>]*+(?:(?P<plus>\+)[ \t]*+)?(?P<term>{FACTOR}(?P<times>{TIMES}{FACTOR})?)"
    rf"(?:[ \t]*+=[ \t]*+(?P<product>{NUMBER}))?[ \t\r]*+"
)
SUM_RULE = re.compile(r"[ \t>]*+(?:-{3,}+|={3,}+|_{3,}+|─{3,}+|—{2,}+)[ \t\r]*+")
TOTAL = re.compile(rf"[ \t>]*+(?:[^\W\d]{{1,12}}[ \t]*+)?[:=≈Σ\t ]*+(?P<sum>{NUMBER})[ \t\r]*+")
GROUP = re.compile(
    rf"(?<!\[)\[[ \t]*+(?P<cells>{NUMBER}(?:[ \t,]++{NUMBER})*+)[ \t]*+\](?!\])"
    r"|\|(?P<between>[^|=\n\d]{0,200}+\d[^|=\n]{0,200}+)\|"
)


class Line(NamedTuple):
    """A line, or several that go on in one another ("line"), or hold matrices that are drawn: "boxed", "stacked".

    "summed" are the terms of a sum below one another, with a rule and the sum below them.
    """

    kind: str
    start: int
    end: int


def lines(text: str, start: int, end: int) -> Iterator[Line]:
    """The lines of a piece of plain text that may hold mathematics, in order."""
    bounds = list(bounds_of(text, start, end))
    place = 0
    while place < len(bounds):
        count = 1
        if HAS_MATHS.search(text, *bounds[place]):
            kind, count = _block(text, bounds, place)
            yield Line(kind, bounds[place][0], bounds[place + count - 1][1])
        place += count


def bounds_of(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the lines of a piece of a text begin and end."""
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def closed(text: str, start: int, end: int, signs: re.Pattern[str]) -> int:
    """Behind the bracket that closes the one at a position; 0 where none does. `signs` are brackets, and comments."""
    depth = 0
    for sign in signs.finditer(text, start, end):
        depth += (sign[0] in "([{") - (sign[0] in ")]}")
        if depth == 0:
            return sign.end()
    return 0


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


def _boxed(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines matrices have whose tall brackets are drawn: until the last one ends, if they differ in height."""
    opened = last = 0
    for count, number in enumerate(range(place, min(place + MAX_JOINED, len(bounds))), 1):
        bound = bounds[number]
        tops, ends = (sum(1 for _ in sign.finditer(text, *bound)) for sign in (BOX_TOP, BOX_END))
        opened += tops - ends
        if (count == 1 and not tops) or (count > 1 and not BOX.search(text, *bound)):
            break
        last = count if count > 1 and ends else last
        if opened <= 0:
            break
    return last


def _stacked(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines stand under one another whose brackets, or bars, hold rows of the same matrices."""
    count = labelled = 0
    before: list[tuple[int, int]] = []
    for number in range(place, len(bounds)):
        bound = bounds[number]
        if not _whole(text, bound):
            break
        groups = list(GROUP.finditer(text, *bound)) if _is_drawn(text, bound) else []
        spans = [(match.start() - bound[0], match.end() - bound[0]) for match in groups]
        labelled += bool(GROUP.sub("", text[bound[0] : bound[1]]).strip())
        if not groups or labelled > 1 or (before and not all(_overlaps(span, before) for span in spans)):
            break
        count += 1
        before = before + spans
    return count if count > 1 else 0


def _is_drawn(text: str, bound: tuple[int, int]) -> bool:
    """Whether bars in a line are sides of matrices, no digits between one and the next; a bar alone parts numbers."""
    parts = text[bound[0] : bound[1]].split("|")
    if CALLED.fullmatch(parts[0]):
        parts[0] = ""
    return len(parts) % 2 == 1 and not any(char.isdigit() for part in parts[::2] for char in BARE.sub("", part))


def _overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(span[0] < stop and start < span[1] for start, stop in others[-20:])


def _summed(text: str, bounds: list[tuple[int, int]], place: int) -> int:
    """How many lines a sum has whose terms stand below one another, above a rule."""
    if place and TERM.fullmatch(text, *bounds[place - 1]):
        return 0
    last = place
    while last < min(place + MAX_JOINED, len(bounds)) and TERM.fullmatch(text, *bounds[last]):
        last += 1
    terms = [match for bound in bounds[place:last] if (match := TERM.fullmatch(text, *bound))]
    if len(terms) < 2 or last + 1 >= len(bounds) or not SUM_RULE.fullmatch(text, *bounds[last]):
        return 0
    are_added = all(term["times"] for term in terms) or all(term["plus"] for term in terms[1:])
    return last + 2 - place if are_added and TOTAL.fullmatch(text, *bounds[last + 1]) else 0


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


COUNTS = {"boxed": _boxed, "stacked": _stacked, "summed": _summed}
