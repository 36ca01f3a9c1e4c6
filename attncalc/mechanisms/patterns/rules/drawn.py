"""Keys drawn for each query, alone or beside a window and global tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attncalc.mechanisms.options import option
from attncalc.mechanisms.patterns.rules.pattern import NUMBERS, TABLE, Drawn, Numbers, Pattern, check_drawn
from attncalc.mechanisms.patterns.rules.windows import COUNT, EACH_SIDE, GLOBALS, GlobalTokens, Sliding

DRAWN = "the keys drawn for each query: {1: 6, 2: [7, 3]}, or a list of them"
DRAWN_EXAMPLE = "[[1, 3], [1, 4], [3, 4]]"


@dataclass(frozen=True)
class Random(Pattern):
    """The keys that were drawn for each query."""

    random: Drawn | None = option(DRAWN, TABLE, DRAWN_EXAMPLE, needed=True)
    rule = "j was drawn for i"
    says = "Each query sees the keys that were drawn for it."

    def seen(self, i: int, j: int) -> bool:
        """Key j was drawn for query i."""
        return self.random is not None and j in self.random.table.get(i, ())

    def check(self, queries: Sequence[int], keys: int) -> None:
        """Raises InputError where no key was drawn for a query, or one that does not exist."""
        if self.random is not None:
            check_drawn("random", self.random, "query", queries, ("key", keys))


@dataclass(frozen=True)
class Bigbird(Pattern):
    """A window, global tokens and random keys."""

    w: int = option(EACH_SIDE, COUNT, "1", needed=True)
    global_: Numbers = option(GLOBALS, NUMBERS, "[1]", default="[]")
    random: Drawn | None = option(DRAWN, TABLE, DRAWN_EXAMPLE)

    @property
    def parts(self) -> tuple[Pattern, ...]:
        """The patterns of which it is the union."""
        window = GlobalTokens(self.global_, self.w) if self.global_.numbers else Sliding(self.w)
        return (window, Random(self.random)) if self.random else (window,)

    @property
    def words(self) -> str:
        """The rules of its parts."""
        return ", or ".join(part.words for part in self.parts)

    @property
    def sentence(self) -> str:
        """What its parts say."""
        return " ".join(part.sentence for part in self.parts)

    def seen(self, i: int, j: int) -> bool:
        """Seen in one of its parts."""
        return any(part.seen(i, j) for part in self.parts)

    def check(self, queries: Sequence[int], keys: int) -> None:
        """Raises InputError where one of its parts does not fit."""
        for part in self.parts:
            part.check(queries, keys)
