"""The patterns: the options of each, its rule, and the rule in words. Mechanisms and the option `mask` read them here."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError, Place
from attncalc.mechanisms.options import TRUE_OR_FALSE, WHOLE, Kind, option, whole_from
from attncalc.mechanisms.patterns.pattern import (
    TABLE,
    TOKENS,
    Drawn,
    Numbers,
    Pattern,
    check_drawn,
    check_numbers,
    listed,
)
from attncalc.problem.schema import whole
from attncalc.problem.tree import Node, Sequence

COUNT = whole_from(0)


def _near(w: int) -> str:
    return "Each query sees its own key" + (f" and the {w} nearest on each side." if w else " alone.")


@dataclass(frozen=True)
class Prefix(Pattern):
    """The first keys are seen by all, the others by the queries at and after them."""

    prefix: int = option("how many keys from the first every query sees", COUNT, "2", default="1", needed=True)

    def seen(self, i: int, j: int) -> bool:
        return j <= max(i, self.prefix)

    @property
    def rule(self) -> str:
        return f"j ≤ {self.prefix} or j ≤ i"

    @property
    def says(self) -> str:
        return f"Each query sees the first {self.prefix} keys, and those up to its own."


@dataclass(frozen=True)
class Sliding(Pattern):
    """A window: the keys at most w positions away."""

    w: int = option("how many keys are seen on each side", COUNT, "1", default="1", needed=True)

    def seen(self, i: int, j: int) -> bool:
        return abs(i - j) <= self.w

    @property
    def rule(self) -> str:
        return f"|i − j| ≤ {self.w}"

    @property
    def says(self) -> str:
        return _near(self.w)

    def count(self, queries: int, keys: int) -> str:
        of_all = super().count(queries, keys)
        if queries != keys or self.w >= queries:
            return of_all
        return f"{of_all[:-1]}: n(2w + 1) − w(w + 1), with n = {queries} and w = {self.w}."


@dataclass(frozen=True)
class Dilated(Pattern):
    """A window with gaps: every so many-th key."""

    w: int = option("how many keys are seen on each side", COUNT, "1", default="1", needed=True)
    dilation: int = option("the step from one key that is seen to the next", WHOLE, "2", default="2", needed=True)

    def seen(self, i: int, j: int) -> bool:
        return abs(i - j) <= self.w * self.dilation and (i - j) % self.dilation == 0

    @property
    def rule(self) -> str:
        return f"|i − j| ≤ {self.w}·{self.dilation} and {self.dilation} divides i − j"

    @property
    def says(self) -> str:
        return f"Each query sees its own key and {self.w} on each side, {self.dilation} positions apart."


@dataclass(frozen=True)
class GlobalTokens(Pattern):
    """A window, and tokens that see all and are seen by all."""

    globals: Numbers = option("the tokens that see all and are seen by all", TOKENS, "[1]", default="[1]", needed=True)
    w: int = option("how many keys are seen on each side", COUNT, "1", default="1", needed=True)

    def seen(self, i: int, j: int) -> bool:
        return abs(i - j) <= self.w or i in self.globals.numbers or j in self.globals.numbers

    @property
    def rule(self) -> str:
        return f"|i − j| ≤ {self.w}, or i or j is global"

    @property
    def says(self) -> str:
        numbers = self.globals.numbers
        one = len(numbers) == 1
        who = f"Token {numbers[0]} sees all and is" if one else f"Tokens {listed(numbers)} see all and are"
        return f"{_near(self.w)} {who} seen by all."

    def check(self, queries: int, keys: int) -> None:
        check_numbers("globals", self.globals, "token", max(queries, keys))


@dataclass(frozen=True)
class Random(Pattern):
    """The keys that were drawn for each query."""

    random: Drawn | None = option("the keys drawn for each query: {1: 6, 2: [7, 3]}, or a list of them", TABLE,
                                  "[[2], [1, 3], [2]]", needed=True)  # fmt: skip

    def seen(self, i: int, j: int) -> bool:
        return self.random is not None and j in self.random.table.get(i, ())

    @property
    def rule(self) -> str:
        return "key j was drawn for query i"

    @property
    def says(self) -> str:
        return "Each query sees the keys that were drawn for it."

    def check(self, queries: int, keys: int) -> None:
        if self.random is not None:
            check_drawn("random", self.random, ("query", "key"), (queries, keys))


@dataclass(frozen=True)
class Bigbird(Pattern):
    """A window, global tokens and random keys."""

    w: int = option("how many keys are seen on each side", COUNT, "1", default="1", needed=True)
    globals: Numbers | None = option("the tokens that see all and are seen by all", TOKENS, "[1]")
    random: Drawn | None = option("the keys drawn for each query: {1: 6, 2: [7, 3]}, or a list of them", TABLE,
                                  "[[2], [1, 3], [2]]")  # fmt: skip

    @property
    def parts(self) -> tuple[Pattern, ...]:
        """The patterns that it is the union of."""
        window = GlobalTokens(self.globals, self.w) if self.globals else Sliding(self.w)
        return (window, Random(self.random)) if self.random else (window,)

    def seen(self, i: int, j: int) -> bool:
        return any(part.seen(i, j) for part in self.parts)

    @property
    def rule(self) -> str:
        return ", or ".join(part.rule for part in self.parts)

    @property
    def says(self) -> str:
        return " ".join(part.says for part in self.parts[:1]) + " Keys were drawn besides." * bool(self.random)

    def check(self, queries: int, keys: int) -> None:
        for part in self.parts:
            part.check(queries, keys)


def _blocks(count: int, block: int) -> int:
    return -(-count // block)


@dataclass(frozen=True)
class BlockSparse(Pattern):
    """Blocks of queries that see some blocks of keys, and all keys in them."""

    blocks: Drawn | None = option("the blocks of keys that each block of queries sees: {1: 1, 2: [1, 2]}, or a list",
                                  TABLE, "[[1], [1, 2]]", needed=True)  # fmt: skip
    block: int = option("how many tokens a block has", WHOLE, "2", default="2", needed=True)

    def seen(self, i: int, j: int) -> bool:
        row = self.blocks.table.get(_blocks(i, self.block), ()) if self.blocks else ()
        return _blocks(j, self.block) in row

    @property
    def rule(self) -> str:
        return "the block of i sees the block of j"

    @property
    def says(self) -> str:
        return f"Each block of {self.block} queries sees all keys of some blocks."

    def check(self, queries: int, keys: int) -> None:
        if self.blocks:
            counts = _blocks(queries, self.block), _blocks(keys, self.block)
            check_drawn("blocks", self.blocks, ("block", "block"), counts)


@dataclass(frozen=True)
class LocalBlocks(Pattern):
    """Blocks of queries that see their own block of keys and those beside it."""

    block: int = option("how many tokens a block has", WHOLE, "2", default="2", needed=True)
    before: int = option("how many blocks are seen before the query's own", COUNT, "1", default="1")
    after: int = option("how many blocks are seen after the query's own", COUNT, "0", default="1")

    def seen(self, i: int, j: int) -> bool:
        return -self.before <= _blocks(j, self.block) - _blocks(i, self.block) <= self.after

    @property
    def rule(self) -> str:
        return f"−{self.before} ≤ ⌈j/{self.block}⌉ − ⌈i/{self.block}⌉ ≤ {self.after}"

    @property
    def says(self) -> str:
        return f"Each query sees its own block of {self.block}, {self.before} before it and {self.after} after it."


class Grid(tuple[int, int]):
    """Rows and columns of tokens."""

    __slots__ = ()
    place: Place | None = None


def _grid(key: str, node: Node) -> tuple[int, int]:
    items = node.items if isinstance(node, Sequence) else ()
    sides = [WHOLE.read(key, item) for item in items]
    if len(sides) != 2:
        raise InputError(f"{key} has rows and columns of tokens: [4, 4]", place=node.place)
    return sides[0], sides[1]


GRID = Kind({"type": "array", "minItems": 2, "maxItems": 2, "items": whole()}, _grid)


@dataclass(frozen=True)
class Swin(Pattern):
    """Tokens on a grid that see those in their own window; the windows may be shifted by half their side."""

    grid: tuple[int, int] = option("rows and columns of tokens", GRID, "[2, 2]", default="[2, 2]", needed=True)
    side: int = option("the side of a window, in tokens", WHOLE, "2", default="2", needed=True)
    shifted: bool = option("whether the windows are shifted by half their side", TRUE_OR_FALSE, "true", default="false")
