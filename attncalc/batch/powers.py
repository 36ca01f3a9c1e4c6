"""Exponentials of scores: NumPy's or CuPy's, of e or of 2, or compiled by Numba where it is and NumPy's are slow."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from attncalc.batch.shapes import Laid, count

WORTH = 1 << 29  # scores whose exponentials take NumPy as much longer as Numba takes to load


class Base(NamedTuple):
    """A function power(x) = base^x, and the factor that turns scores into its exponents."""

    power: Any
    factor: float


class Spent:
    """How many scores this process has calculated by blocks."""

    def __init__(self) -> None:
        self.lock, self.scores = Lock(), 0

    def enough(self, more: int) -> bool:
        """Whether it is time to load Numba: so that it never costs more than as much again as was lost without it."""
        with self.lock:
            self.scores += more
            return self.scores >= WORTH


SPENT = Spent()


def base_for(laid: Laid) -> Base:
    """Powers of 2 for scores of float32 that are products, if they are quick; of e where log2(e) would cost digits."""
    host, quick = laid.xp is np, laid.xp is not np or quick_exp2()
    if host and not quick and SPENT.enough(count(laid.lead) * laid.n * laid.m) and compiled(laid.work.name):
        return Base(compiled(laid.work.name), 1.0)
    plain = laid.bias is None and laid.options.cap is None
    if plain and laid.work == np.float32 and quick:
        return Base(laid.xp.exp2, math.log2(math.e))
    return Base(laid.xp.exp, 1.0)


@cache
def quick_exp2() -> bool:
    """Whether NumPy's exp2 of float32 is vectorised on this processor, as with AVX-512 all its exponentials are."""
    from numpy.lib.introspect import opt_func_info

    found = opt_func_info(func_name="^exp2$", signature="float32").get("exp2", {})
    return any(not str(how["current"]).startswith("baseline") for how in found.values())


@cache
def compiled(name: str) -> Callable[..., Any] | None:
    """exp(S, out) that is compiled where `out` is S, of a type by its name; None without a Numba for this NumPy."""
    try:
        from attncalc.batch.compiled import exponentials
    except ImportError:
        return None
    fill = exponentials(name)

    def power(S: Any, out: Any = None) -> Any:
        if out is not S:
            return np.exp(S, out=out)
        fill(S)
        return S

    return power
