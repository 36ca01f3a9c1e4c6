"""What a printed question asks beside the lines of its work (a letter, a table), and which entries it leaves open."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from attncalc.errors import InputError, NumberError, Place, printable, shorten
from attncalc.limits import ASKS
from attncalc.problem.matrix import Matrix
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence
from attncalc.reading.number import PLAIN, Number, read_number

KEYS = ("name", "ask", "answer", "count", "dtype", "marks")
EXAMPLE = 'asks: [{name: line, ask: "Which line is wrong first?", answer: 6, marks: 1}]'
LONGEST = 500  # characters of what is asked

Table: TypeAlias = tuple[tuple[Number | None, ...], ...]


class Asked(NamedTuple):
    """One thing that is asked: in these words, with its answer, a letter or number to be chosen or a table.

    What is `counted` is what the mechanism costs, bytes in numbers of a `dtype`: its answer follows from that.
    """

    name: str
    ask: str
    word: str = ""
    table: Table = ()
    marks: str = "1"
    place: Place | None = None
    counted: str = ""
    dtype: str = ""


def read_asked(node: Node) -> tuple[Asked, ...]:
    """The key `asks`; raises InputError for what is no list of things that are asked."""
    items = node.items if isinstance(node, Sequence) else ()
    if not items or len(items) > ASKS.most:
        raise InputError(ASKS.told, place=node.place, hint=EXAMPLE)
    found = tuple(map(_asked, items))
    names = [item.name for item in found]
    if twice := next((item for place, item in enumerate(found) if item.name in names[:place]), None):
        raise InputError(f"{shorten(twice.name)} is asked twice", place=twice.place)
    return found


def _asked(node: Node) -> Asked:
    entries = {key.text: value for key, value in node.entries} if isinstance(node, Mapping) else {}
    if isinstance(counted := entries.get("count"), Scalar) and "answer" not in entries:
        question = Scalar(f"How many {counted.text.strip()}?")
        entries = {"name": counted, "ask": question, "answer": Scalar("", *counted[1:4]), **entries}
    texts = {key: value.text for key, value in entries.items() if isinstance(value, Scalar)}
    if not {"ask", "answer"} <= entries.keys() or not texts.keys() >= entries.keys() - {"answer"}:
        raise InputError("asks holds what is asked, each with its answer", place=node.place, hint=EXAMPLE)
    if other := next((key for key in entries if key not in KEYS), None):
        raise InputError(f"asks has no {shorten(other)}", place=node.place, hint=f"It has {', '.join(KEYS)}.")
    marks, ask = texts.get("marks", "1"), printable(" ".join(texts["ask"].split()))
    if not PLAIN.fullmatch(marks) or "-" in marks or len(marks) > LONGEST or not 0 < len(ask) <= LONGEST:
        raise InputError("asks: this should be a question with a number of marks", place=node.place, hint=EXAMPLE)
    answer, name = entries["answer"], printable(texts.get("name", "answer"))
    if isinstance(answer, Scalar):
        count, dtype = (printable(texts.get(key, "").strip()) for key in ("count", "dtype"))
        return Asked(name, ask, printable(answer.text.strip()), (), marks, node.place, count, dtype)
    return Asked(name, ask, table=_table(answer), marks=marks, place=node.place)


def _table(node: Node) -> Table:
    rows = node.items if isinstance(node, Sequence) else ()
    cells = [row.items if isinstance(row, Sequence) else () for row in rows]
    if not cells or not cells[0] or {len(row) for row in cells} != {len(cells[0])}:
        raise InputError("answer should be a word, or rows of numbers of one length", place=node.place, hint=EXAMPLE)
    return tuple(tuple(map(_number, row)) for row in cells)


def _number(node: Node) -> Number | None:
    if isinstance(node, Scalar) and node.blank:
        return None
    if not isinstance(node, Scalar):
        raise InputError("answer should be numbers", place=node.place)
    try:
        return read_number(node.text)
    except NumberError as error:
        raise error.at(node.place) from None


def opened(name: str, matrix: Matrix) -> frozenset[tuple[int, int]]:
    """The key `blanks`: the entries of a line that are left open, by row and column; raises InputError for others."""
    pairs = [tuple(number.text for number in row) for row in matrix.rows]
    if not all(len(pair) == 2 and all(text.isdecimal() and len(text) < 5 for text in pair) for pair in pairs):
        raise InputError(
            f"blanks: {name} should be pairs of row and column",
            place=matrix.place,
            hint="blanks: {A: [[1, 2], [2, 1]]}",
        )
    return frozenset((int(row), int(column)) for row, column in pairs)
