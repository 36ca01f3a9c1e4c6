"""What a kernel is made for, and which packages have one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, get_args

from attncalc.errors import InputError
from attncalc.extras import adding

Backend = Literal["auto", "numpy", "onnxruntime", "openvino", "torch"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)
AUTO, NUMPY, *PACKAGES = BACKENDS
BFLOAT16 = "bfloat16"
IN_BFLOAT16 = ("openvino", "torch")
CAUSAL = ("torch",)  # own blocks are quicker than the others' there, and OpenVINO holds a table of all pairs
PAYS = {"onnxruntime": (1 << 26, 1 << 18)}  # scores from which one beats own blocks: with its import, and without


class Shape(NamedTuple):
    """Of Q (n, d), K (m, d) and V (m, d_v), all float32, on so many threads; `short`: multiplied in bfloat16."""

    n: int
    m: int
    d: int
    d_v: int
    causal: bool
    scale: float
    threads: int
    short: bool = False


Kernel = Callable[[Any, Any, Any], Any]  # of Q, K and V: O (n, d_v)


@cache
def is_installed(name: str) -> bool:
    """Whether a package is here; it is not imported."""
    return find_spec(name) is not None


def chosen(name: str, scores: int, *, causal: bool, short: bool = False) -> str:
    """The package that works where this one is asked for; raises InputError where it is not installed."""
    if name == AUTO and short:
        name = IN_BFLOAT16[0]
    elif name == AUTO:
        paying = (one for one, least in PAYS.items() if scores >= least[one in sys.modules] and is_installed(one))
        name = next(paying, NUMPY)
    if name != NUMPY and not is_installed(name):
        raise InputError(f"{name} is not installed", hint=adding(name))
    able = (name in CAUSAL or not causal) and (name in IN_BFLOAT16 or not short)
    return name if able else NUMPY


@lru_cache(maxsize=8)
def kernel(name: str, shape: Shape) -> Kernel:
    """The kernel of a package for this shape, made once."""
    made: Kernel = import_module(f"attncalc.batch.backends.by_{name}").kernel(shape)
    return made
