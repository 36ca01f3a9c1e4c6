"""Where it is calculated: on the processor with NumPy, or on a GPU with CuPy, which is imported only for that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from attncalc.batch.attention import attend
from attncalc.batch.options import LEAST_MEMORY, Options
from attncalc.batch.shapes import Laid, count
from attncalc.errors import InputError
from attncalc.extras import adding

DEVICES = ("auto", "cpu", "cuda")
LARGE = 2e11  # operations from which a GPU repays the second or two in which it starts
SHARE = 0.5  # of the device's free memory that blocks may take
WHOLE = 0.25  # of it that Q, K and V may take to be brought there at once
FULL = ("CUBLAS_STATUS_ALLOC_FAILED", "cudaErrorMemoryAllocation")
WITHOUT = "--device cpu goes without."


def device_for(name: str, laid: Laid) -> ModuleType:
    """The array module to calculate with: CuPy on request, or under `auto` where it works and the work is large.

    Raises InputError where a GPU is asked for and CuPy or the GPU is missing.
    """
    if name == "cpu" or (name == "auto" and work(laid) < LARGE):
        return np
    try:
        return _cupy()
    except InputError:
        if name == "auto":
            return np
        raise


def work(laid: Laid) -> float:
    """Operations: a multiplication and an addition for each entry of both products."""
    return 2.0 * count(laid.lead) * laid.n * laid.m * (int(laid.Q.shape[-1]) + laid.d_v)


def _cupy() -> ModuleType:
    try:
        cupy = import_module("cupy")
    except ImportError:
        raise InputError(
            "a GPU is used through CuPy, which is not installed",
            hint=f"{adding('attncalc[gpu-cuda12]')}, or gpu-cuda13 where CUDA 13 is; {WITHOUT}",
        ) from None
    try:
        if not cupy.cuda.runtime.getDeviceCount():
            raise InputError("CuPy finds no GPU", hint=WITHOUT)
        float(cupy.exp2(cupy.ones((1, 1)) @ cupy.ones((1, 1)))[0, 0])  # its compiler and its products, once
    except InputError:
        raise
    except Exception as error:  # CuPy and CUDA raise many kinds, of modules that may not be there
        raise InputError(f"CuPy cannot use the GPU: {error}", hint=WITHOUT) from None
    return cupy


def attend_on(
    xp: ModuleType, Q: Any, K: Any, V: Any, options: Options, *, say: Callable[[str], None], **where: Any
) -> None:
    """`attend` with this array module; on a GPU in blocks that its free memory holds, smaller where it is too little.

    Raises InputError where even the smallest do not fit.
    """
    if xp is np:
        attend(Q, K, V, options, say=say, **where)
        return
    brought, room = _brought(xp, Q, K, V), int(_free(xp) * SHARE)
    memory = min(options.memory or room, room)
    while True:
        try:
            attend(*brought, replace(options, memory=max(memory, LEAST_MEMORY)), xp=xp, **where)
            return
        except Exception as error:
            if not _is_full(error):
                raise
            if memory <= LEAST_MEMORY:
                raise InputError("the GPU's memory is too small, or in use", hint=WITHOUT) from None
        brought, memory = (Q, K, V), memory // 4
        xp.get_default_memory_pool().free_all_blocks()
        say(f"the GPU's memory is full; again in blocks of {max(memory, LEAST_MEMORY) >> 20:,} MiB")


def _is_full(error: Exception) -> bool:
    """Whether it is the memory; libraries that ask for some of their own have errors of their own."""
    return isinstance(error, MemoryError) or any(word in str(error) for word in FULL)


def _brought(xp: ModuleType, *arrays: Any) -> tuple[Any, Any, Any]:
    """Q, K and V on the device where they are small beside its memory; else they go there block by block."""
    fits = sum(array.nbytes for array in arrays) <= WHOLE * _free(xp)
    Q, K, V = map(xp.asarray, arrays) if fits else arrays
    return Q, K, V


def _free(xp: ModuleType) -> int:
    return int(xp.cuda.runtime.memGetInfo()[0])
