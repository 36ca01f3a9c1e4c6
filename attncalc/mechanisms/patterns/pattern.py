"""What a pattern is: a few options, a rule about query i and key j, and the rule in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from attncalc.errors import InputError, Place
from attncalc.mechanisms.options import Kind, Options, whole_from
from attncalc.problem.problem import Option
from attncalc.problem.schema import any_of, list_of, whole
from attncalc.problem.tree import Mapping as Tree
from attncalc.problem.tree import Node, Scalar, Sequence, whole_number

SHOWN = 4
Given = TypeVar("Given", bound="Pattern")


class Numbers(NamedTuple):
    """Numbers of tokens, and where they were written."""

    numbers: tuple[int, ...]
    place: Place | None = None


class Drawn(NamedTuple):
    """For each number, those that go with it; and where the table was written."""

    table: Mapping[int, tuple[int, ...]]
    place: Place | None = None


class Pattern(Options):
    """The base of patterns: which keys j a query i sees, both from 1."""

    @property
    def rule(self) -> str:
        """When it does, for a formula."""
        raise NotImplementedError

    @property
    def says(self) -> str:
        """The same, for the reader."""
        raise NotImplementedError

    def seen(self, i: int, j: int) -> bool:
        """Whether query i sees key j."""
        raise NotImplementedError

    def check(self, queries: int, keys: int) -> None:
        """Raises InputError where the pattern names a token that does not exist; most name none."""

    def count(self, queries: int, keys: int) -> str:
        """What there is to say about the number of pairs, besides how many there could be."""
        return f"Pairs that are seen, of the {queries * keys} there are."

    @classmethod
    def written(cls: type[Given], name: str, node: Node) -> Given:
        """The pattern as the option `mask` holds it: a mapping of its options, or the value of its first option."""
        first = next(iter(cls.OPTIONS))
        is_mapping = isinstance(node, Tree) and not all(key.text.isdigit() for key, _ in node.entries)
        entries = node.entries if is_mapping and isinstance(node, Tree) else ((Scalar(first, *node[1:4]), node),)
        for key, _ in entries:
            if key.text not in cls.OPTIONS:
                raise InputError(f"{name} has no {key.text}", place=key.place, hint=f"It has {', '.join(cls.OPTIONS)}.")
        return cls.read({key.text: Option(key.text, value, key.place) for key, value in entries}, {}, ())


def _numbers(key: str, node: Node) -> Numbers:
    items = node.items if isinstance(node, Sequence) else (node,)
    return Numbers(tuple(whole_from(1).read(key, item) for item in items), node.place)


def _drawn(key: str, node: Node) -> Drawn:
    """From a mapping {1: 6, 2: [7, 3]}, or a list with an item for each number."""
    if isinstance(node, Tree):
        numbers = [whole_number(name, 10**6) for name, _ in node.entries]
        if None in numbers or 0 in numbers:
            raise InputError(f"{key} is a table with a row for each number: {{1: 6, 2: [7, 3]}}", place=node.place)
        rows = zip((number or 0 for number in numbers), (value for _, value in node.entries), strict=True)
    elif isinstance(node, Sequence):
        rows = zip(range(1, len(node.items) + 1), node.items, strict=True)
    else:
        raise InputError(f"{key} is a table with a row for each number: {{1: 6, 2: [7, 3]}}", place=node.place)
    return Drawn({number: _numbers(key, value).numbers for number, value in rows}, node.place)


_ROW = any_of(whole(), list_of(whole()))
TOKENS = Kind(_ROW, _numbers)
TABLE = Kind(any_of(list_of(_ROW), {"type": "object", "minProperties": 1, "additionalProperties": _ROW}), _drawn)


def check_drawn(key: str, drawn: Drawn, what: tuple[str, str], counts: tuple[int, int]) -> None:
    """Raises InputError where a number from 1 has no row, or a row names what does not exist."""
    rows, columns = counts
    missing = [number for number in range(1, rows + 1) if not drawn.table.get(number)]
    beyond = [number for number in drawn.table if number > rows]
    if missing or beyond:
        wrong = f"there is no {what[0]} {beyond[0]}" if beyond else f"{what[0]} {missing[0]} has no row"
        raise InputError(f"{key}: {wrong}; there are {rows}", place=drawn.place,
                         hint=f"One row for each {what[0]}: {{1: 6, 2: [7, 3]}}" if missing else None)  # fmt: skip
    check_numbers(key, Numbers(tuple(number for row in drawn.table.values() for number in row), drawn.place),
                  what[1], columns)  # fmt: skip


def check_numbers(key: str, numbers: Numbers, what: str, count: int) -> None:
    """Raises InputError where a number is more than there are."""
    if beyond := [number for number in numbers.numbers if number > count]:
        raise InputError(f"{key}: there is no {what} {beyond[0]}; there are {count}", place=numbers.place)


def listed(numbers: tuple[int, ...]) -> str:
    """1, 4 and 6."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
