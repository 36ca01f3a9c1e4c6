"""Tokens in blocks, which see blocks that are listed or near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attncalc.mechanisms.options import WHOLE, option
from attncalc.mechanisms.patterns.rules.pattern import TABLE, Drawn, Pattern, check_drawn
from attncalc.mechanisms.patterns.rules.windows import COUNT


def _block(number: int, size: int) -> int:
    """The block of a token, or how many blocks so many tokens make."""
    return -(-number // size)


@dataclass(frozen=True)
class BlockSparse(Pattern):
    """Blocks of queries that see some blocks of keys."""

    blocks: Drawn | None = option(
        "the blocks of keys that each block of queries sees: {1: 1, 2: [1, 2]}, or a list", TABLE, "[1, 1]", needed=True
    )
    block: int = option("how many tokens make a block", WHOLE, "2", needed=True)
    rule = "block ⌈i/{block}⌉ sees block ⌈j/{block}⌉"
    says = "Each block of {block} queries sees all keys of the blocks that are listed for it."

    def seen(self, i: int, j: int) -> bool:
        """The block of query i sees that of key j."""
        return self.blocks is not None and _block(j, self.block) in self.blocks.table.get(_block(i, self.block), ())

    def check(self, queries: Sequence[int], keys: int) -> None:
        """Raises InputError where a block sees none, or one that does not exist."""
        if self.blocks is not None:
            of_queries = (_block(i, self.block) for i in queries)
            check_drawn("blocks", self.blocks, "block", of_queries, ("block", _block(keys, self.block)))


@dataclass(frozen=True)
class LocalBlocks(Pattern):
    """Blocks of queries that see their own block of keys and its neighbours."""

    block: int = option("how many tokens make a block", WHOLE, "2", needed=True)
    before: int = option("how many blocks before its own a query sees", COUNT, "1", default="1")
    after: int = option("how many blocks after its own a query sees", COUNT, "0", default="1")
    rule = "−{before} ≤ ⌈j/{block}⌉ − ⌈i/{block}⌉ ≤ {after}"
    says = "Each query sees its own block of {block} keys, {before} before and {after} after it."

    def seen(self, i: int, j: int) -> bool:
        """The block of key j is at most `before` before and `after` after that of query i."""
        return -self.before <= _block(j, self.block) - _block(i, self.block) <= self.after
