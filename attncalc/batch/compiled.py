"""Exponentials compiled for this processor by Numba: several times as quick as NumPy's where those are of no AVX-512.

e^x = 2ⁿ·eʳ, with n the nearest whole number to x/ln 2 and r what is left, up to ln 2/2 on either side: eʳ is summed as
its Taylor series, up to the first term below half a unit in the last place, and n is added to the exponent's bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import config, njit

if config.DISABLE_JIT:
    raise ImportError("Numba is told not to compile")


class Format(NamedTuple):
    """What is to be known of a type of numbers.

    The whole numbers of its size, the bits of its mantissa, ln 2 in two parts (n times the first is exact), the least
    power that it holds well, and the degree of the series.
    """

    whole: Any
    bits: int
    ln2: tuple[float, float]
    least: float
    degree: int


FORMATS = {
    "float32": Format(np.int32, 23, (0.693359375, -2.12194440054690583e-4), -87.0, 7),
    "float64": Format(np.int64, 52, (6.93147180369123816490e-01, 1.90821492927058770002e-10), -708.0, 13),
}


def exponentials(name: str) -> Callable[[Any], None]:
    """A function that puts e^S in the place of S (…, 2 axes), a type by its name: within a unit in the last place.

    It is 0 below the least power, infinite as far above 0, and NaN for NaN. Cody and Waite 1980, chapter 6.
    """
    whole, bits, ln2, least, degree = FORMATS[name]
    real = np.dtype(name).type
    terms = tuple(real(1 / math.factorial(k)) for k in range(degree, -1, -1))
    log2e, high, low = (real(part) for part in (1 / math.log(2), *ln2))
    shift, none, infinite = whole(bits), real(0), real(math.inf)

    def fill(S: Any) -> None:
        E = S.ravel()
        exponents = E.view(whole)
        for i in range(E.size):
            x = E[i]
            n = np.rint(x * log2e)
            r = x - n * high - n * low
            power = terms[0]
            for term in terms[1:]:
                power = power * r + term
            E[i] = power
            exponents[i] += whole(n) << shift
            if x < least:
                E[i] = none
            if x > -least:
                E[i] = infinite

    return _compile(fill, f"void({name}[:, ::1])")


def _compile(function: Callable[[Any], None], signature: str) -> Callable[[Any], None]:
    """Machine code, kept for the next process where Numba finds a place for it."""
    how = {"nogil": True, "fastmath": {"contract"}}  # a product and a sum at one time, but all in the order as written
    done: Callable[[Any], None]
    try:
        done = njit(signature, cache=True, **how)(function)
    except Exception:
        done = njit(signature, **how)(function)
    return done
