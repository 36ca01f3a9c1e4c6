"""What attention with relative positions has in common: tokens or Q, K and V, distances, who is seen, heads."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attncalc.errors import InputError
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.heads.split import Heads
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed, where
from attncalc.worksheet.selection import Places
from attncalc.worksheet.tensor import Tensor

Given = tuple[Tensor | None, Tensor | None, Tensor | None]
SAYS = {
    "Q": "What each token looks for.",
    "K": "What each token offers to be found by.",
    "V": "What each token passes on.",
}
PARTS = {"Q": "The queries of this head.", "K": "The keys of this head.", "V": "The values of this head."}


def projected(w: Recorder, X: Tensor, weights: Given, given: Given) -> tuple[Tensor, Tensor, Tensor]:
    """Q, K and V as they are given; what is not given is the tokens times its weights.

    Raises InputError where both are.
    """
    found = []
    for (name, says), tokens, W, part in zip(
        SAYS.items(), (X, w.same_tokens(X), w.same_tokens(X)), weights, given, strict=True
    ):
        weight = W.expr.key if W else ""
        if part is not None and weight in w.given:
            raise InputError(
                f"{name} is given projected already, and {weight} too; give X with {weight}",
                place=w.given[weight].place,
            )
        found.append(project(w, name, tokens, W, None, says) if part is None else part)
    return found[0], found[1], found[2]


class Pairs:
    """The pairs of queries and keys; where there are more keys, the queries are the last of the tokens."""

    def __init__(self, w: Recorder, Q: Tensor, K: Tensor) -> None:
        self.w = w
        self.n, self.m = Q.shape[0] or w.sizes.get("n"), K.shape[0] or w.sizes.get("m")
        self.before = max((self.m or 0) - (self.n or 0), 0)  # tokens before the first query
        query = f"i + {self.before}" if self.before else "i"
        self.seen, self.distance = f"j ≤ {query}", f"{query} − j"
        self.offset = f"j − i − {self.before}" if self.before else "j − i"

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """Queries, then keys."""
        return Axis("n", self.n), Axis("m", self.m)

    @property
    def furthest(self) -> int:
        """The largest distance between a query and a key."""
        return max(self.n or 0, self.m or 0, 1) - 1

    def table(self, words: str, entry: Callable[[int], int], *by: Tensor) -> Tensor:
        """The table of a function of j − i, how far key j stands after query i; `words` say which, `by` the lines."""
        return listed(self.w, words, lambda i, j: str(entry(j - i - self.before)), *self.axes, by=by)

    def causal(self) -> Tensor:
        """The mask of the keys that stand after a query."""
        M = where(self.w, self.seen, lambda i, j: j <= i + self.before, *self.axes)
        return self.w.step("M", M, "No query sees a key that stands after it.")

    def places(self, entry: Callable[[int], int | None], asked: Tensor | None = None) -> Places:
        """For each query (of those asked) and each key, a function of j − i: where something is looked up, from 0."""
        rows = (asked and asked.axes[0].picked) or range(1, (self.n or 0) + 1)
        keys = range(1, (self.m or 0) + 1)
        return tuple(tuple(entry(j - i - self.before) for j in keys) for i in rows)


def reach(w: Recorder, table: Tensor) -> int:
    """k for a table of 2k + 1 rows, one for each offset from −k to k; raises InputError for an even number of rows."""
    height = table.shape[0] or 1
    if height % 2 == 0 and not table.absent:
        name = table.expr.key
        raise InputError(
            f"{name} has {height} rows, but one for each offset from −k to k makes an odd number of them",
            place=w.given[name].place,
        )
    return height // 2


def by_head(w: Recorder, count: int, *parts: Tensor) -> Iterator[tuple[int, tuple[Tensor, ...]]]:
    """Each head's number and its columns of Q, K and V, in a section of its own where there are several."""
    if count == 1:
        yield 1, parts
        return
    for head in Heads(count).each(w):
        with w.section("Head", head.number):
            yield (
                head.number,
                tuple(
                    w.step(name, head.part(part, part, None), says)
                    for part, (name, says) in zip(parts, PARTS.items(), strict=True)
                ),
            )
