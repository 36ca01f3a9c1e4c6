"""What a pattern is: a few options, a rule about query i and key j, and the rule in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from attncalc.errors import InputError, Place
from attncalc.mechanisms.options import Kind, Options, whole_from
from attncalc.problem.schema import any_of, list_of, whole
from attncalc.problem.tree import Mapping as Tree
from attncalc.problem.tree import Node, whole_number
from attncalc.problem.tree import Sequence as Items

MOST = 10**6


class Numbers(NamedTuple):
    """Numbers of tokens, and where they were written."""

    numbers: tuple[int, ...]
    place: Place | None = None

    def __str__(self) -> str:
        return f"{{{', '.join(map(str, self.numbers))}}}"


class Drawn(NamedTuple):
    """For each number, those that go with it; and where the table was written."""

    table: Mapping[int, tuple[int, ...]]
    place: Place | None = None


class Pattern(Options, ABC):
    """The base of patterns: `rule` and `says` put it in words, with names of options in braces."""

    rule: ClassVar[str]
    says: ClassVar[str]

    @abstractmethod
    def seen(self, i: int, j: int) -> bool:
        """Whether query i sees key j; both count from 1."""

    def check(self, queries: Sequence[int], keys: int) -> None:
        """Raises InputError where the pattern does not fit these queries and so many keys; most fit any."""

    def counted(self, queries: int, keys: int) -> str:
        """What there is to say about the number of pairs that are seen."""
        return f"How many pairs of a query and a key it leaves, of {queries * keys}."

    @property
    def words(self) -> str:
        """The rule with the values of the options, for a formula."""
        return self.rule.format(**vars(self))

    @property
    def sentence(self) -> str:
        """The same for the reader."""
        return self.says.format(**vars(self))


def _numbers(key: str, node: Node) -> Numbers:
    items = node.items if isinstance(node, Items) else (node,)
    return Numbers(tuple(whole_from(1).read(key, item) for item in items), node.place)


def _drawn(key: str, node: Node) -> Drawn:
    """From {1: 6, 2: [7, 3]}, or from a list with an item for each number."""
    if isinstance(node, Items):
        rows = {number: _numbers(key, value).numbers for number, value in enumerate(node.items, 1)}
        return Drawn(rows, node.place)
    entries = node.entries if isinstance(node, Tree) else ()
    table = {whole_number(name, MOST) or 0: _numbers(key, value).numbers for name, value in entries}
    if not table or 0 in table:
        raise InputError(
            f"{key} says for each number which go with it", place=node.place, hint=f"{key}: {{1: 6, 2: [7, 3]}}"
        )
    return Drawn(table, node.place)


_ROW = any_of(whole(), list_of(whole()))
NUMBERS = Kind(_ROW, _numbers)
TABLE = Kind(any_of(list_of(_ROW), {"type": "object", "minProperties": 1, "additionalProperties": _ROW}), _drawn)


def check_numbers(key: str, numbers: Numbers, what: str, count: int) -> None:
    """Raises InputError where a number is more than there are."""
    if beyond := [number for number in numbers.numbers if number > count]:
        raise InputError(f"{key}: there is no {what} {beyond[0]}, there are {count}", place=numbers.place)


def check_drawn(key: str, drawn: Drawn, what: str, numbers: Iterable[int], entry: tuple[str, int]) -> None:
    """Raises InputError where one of the numbers has no row, or a row holds more than there are."""
    if missing := [number for number in numbers if not drawn.table.get(number)]:
        raise InputError(f"{key} says nothing of {what} {missing[0]}", place=drawn.place)
    check_numbers(key, Numbers(sum(drawn.table.values(), ()), drawn.place), *entry)
