"""A prefix, and windows along the tokens: without gaps, with gaps, and with tokens that see all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attncalc.mechanisms.options import WHOLE, option, whole_from
from attncalc.mechanisms.patterns.rules.pattern import NUMBERS, Numbers, Pattern, check_numbers

COUNT = whole_from(0)
EACH_SIDE = "how many keys a query sees on each side of its own"
GLOBALS = "the tokens that see all and are seen by all"


@dataclass(frozen=True)
class Prefix(Pattern):
    """The first keys are seen by all, each other one by the queries from its own on."""

    prefix: int = option("how many keys, from the first, every query sees", COUNT, "2", needed=True)
    rule = "j ≤ {prefix} or j ≤ i"
    says = "A prefix of {prefix} is seen by all; apart from it, a query sees itself and what stands before it."

    def seen(self, i: int, j: int) -> bool:
        """j ≤ prefix or j ≤ i."""
        return j <= max(i, self.prefix)


@dataclass(frozen=True)
class Sliding(Pattern):
    """A window that slides along: the keys at most w positions away."""

    w: int = option(EACH_SIDE, COUNT, "1", needed=True)
    rule = "|i − j| ≤ {w}"
    says = "Each query sees its own key and {w} on each side."

    def seen(self, i: int, j: int) -> bool:
        """|i − j| ≤ w."""
        return abs(i - j) <= self.w

    def counted(self, queries: int, keys: int) -> str:
        """n(2w + 1) − w(w + 1) in a square that the window does not fill."""
        text = super().counted(queries, keys)
        fills = queries != keys or self.w >= queries
        return text if fills else f"{text[:-1]}: n(2w + 1) − w(w + 1) with n = {queries} and w = {self.w}."


@dataclass(frozen=True)
class Dilated(Pattern):
    """A window with gaps."""

    w: int = option(EACH_SIDE, COUNT, "1", needed=True)
    dilation: int = option("the step from one key that is seen to the next", WHOLE, "2", needed=True)
    rule = "|i − j| ≤ {w}·{dilation} and {dilation} divides i − j"
    says = "Each query sees its own key and {w} on each side, in steps of {dilation}."

    def seen(self, i: int, j: int) -> bool:
        """|i − j| ≤ w · dilation, which divides i − j."""
        return abs(i - j) <= self.w * self.dilation and (i - j) % self.dilation == 0


@dataclass(frozen=True)
class GlobalTokens(Pattern):
    """A window, and tokens that see all and are seen by all."""

    global_: Numbers = option(GLOBALS, NUMBERS, "[1]", needed=True)
    w: int = option(EACH_SIDE, COUNT, "1", needed=True)
    rule = "|i − j| ≤ {w}, i ∈ {global_} or j ∈ {global_}"
    says = "Each query sees its own key and {w} on each side; global tokens see all and are seen by all."

    def seen(self, i: int, j: int) -> bool:
        """|i − j| ≤ w, or i or j is global."""
        return abs(i - j) <= self.w or not {i, j}.isdisjoint(self.global_.numbers)

    def check(self, queries: Sequence[int], keys: int) -> None:
        """Raises InputError where a global token does not exist."""
        check_numbers("global", self.global_, "token", max(*queries, keys))
