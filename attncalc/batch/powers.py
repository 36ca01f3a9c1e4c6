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
    """A function power(S, out=S) that puts base^S in the place of S, and the factor that makes exponents of scores."""

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
    if host and not quick and SPENT.enough(count(laid.lead) * laid.n * laid.m):
        power = compiled(laid.work.name)
        if power is not None:
            return Base(power, 1.0)
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
    """A compiled power(S, out=S) of a type by its name; None without a Numba that works here: it is never needed."""
    try:
        from attncalc.batch.compiled import exponentials

        fill = exponentials(name)
    except Exception:
        return None

    def power(S: Any, out: Any) -> Any:
        assert out is S
        fill(S)
        return S

    return power
