"""Powers of e, or of 2 where that is quicker: which the machine's NumPy has instructions for."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from attncalc.batch.shapes import Laid


class Base(NamedTuple):
    """A function power(x) = base^x, and the factor that turns scores into its exponents."""

    power: Any
    factor: float


def base_for(laid: Laid) -> Base:
    """Powers of 2 for scores of float32 that are products; of e where log2(e) would cost digits."""
    plain = laid.bias is None and laid.options.cap is None
    if plain and laid.work == np.float32 and (laid.xp is not np or quick_exp2()):
        return Base(laid.xp.exp2, math.log2(math.e))
    return Base(laid.xp.exp, 1.0)


@cache
def quick_exp2() -> bool:
    """Whether NumPy's exp2 of float32 is vectorised on this processor; its exp nearly always is."""
    from numpy.lib.introspect import opt_func_info

    found = opt_func_info(func_name="^exp2$", signature="float32").get("exp2", {})
    return any(not str(how["current"]).startswith("baseline") for how in found.values())
