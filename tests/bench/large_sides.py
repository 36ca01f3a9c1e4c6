"""One side of a comparison, run in a process of its own: prints the seconds of one call and the process's peak memory.

    python tests/bench/large_sides.py attncalc '{"n": 4096, "dtype": "float32"}'

A side imports nothing but what it measures, so that it also runs under another Python, which has torch but not
attncalc.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

THREADS = 2
D = 64
Call = Callable[[], Any]
SMALL = 2048  # up to so many rows a call takes a moment, and is repeated


def attncalc(
    n: int, dtype: str = "float32", causal: bool = False, heads: int = 1, numba: bool = False, backend: str = "numpy"
) -> Call:
    """attncalc.attention on the CPU, memory at its default: as after many calls with Numba, or without it."""
    from attncalc import attention
    from attncalc.batch.powers import SPENT, WORTH

    SPENT.enough(WORTH)
    if not numba:
        sys.modules["numba"] = None  # type: ignore[assignment]  # as though it were not installed
    q, k, v = _normal((heads, n, D), dtype)
    return lambda: attention(q, k, v, causal=causal, threads=THREADS, backend=backend)


def error(n: int, backend: str = "numpy") -> Call:
    """How far some of its rows are from the formula in float64, as part of the largest output."""
    import numpy as np

    from attncalc import attention

    q, k, v = _normal((n, D), "float32")
    rows = np.arange(n - 1, 0, -max(n // 64, 1))

    def call() -> float:
        S = q[rows].astype(float) @ k.T.astype(float) / D**0.5
        A = np.exp(S - S.max(axis=1, keepdims=True))
        truth = A / A.sum(axis=1, keepdims=True) @ v.astype(float)
        found = attention(q, k, v, threads=THREADS, backend=backend)
        return float(abs(found[rows] - truth).max() / abs(truth).max())

    return call


def torch(n: int, dtype: str = "float32", causal: bool = False, heads: int = 1) -> Call:
    """torch's fused kernel on the CPU."""
    library = _torch()
    attend = library.nn.functional.scaled_dot_product_attention
    q, k, v = (library.randn(1, heads, n, D, dtype=getattr(library, dtype)) for _ in "QKV")
    return lambda: attend(q, k, v, is_causal=causal)


def sgemm(n: int) -> Call:
    """A product of n×n matrices in float32."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(THREADS)
    a, b = _normal((n, n), "float32", 2)
    out = a @ b
    return lambda: a.dot(b, out=out)


def stacked(count: int) -> Call:
    """attncalc.attention on many problems of 5×8 in one call, in float64."""
    from attncalc import attention

    q, k, v = _normal((count, 5, 8), "float64")
    return lambda: attention(q, k, v, threads=THREADS)


def stacked_lines(count: int) -> Call:
    """The same with every line of the work: scores, scaled scores, weights, output."""
    from attncalc.batch.many.stacks import solve_stack

    q, k, v = _normal((count, 5, 8), "float64")
    return lambda: solve_stack("scaled-dot-product", {"Q": q, "K": k, "V": v})


def one_by_one(count: int) -> Call:
    """NumPy, problem by problem, as one writes it."""
    import numpy as np

    stacks = _normal((count, 5, 8), "float64")

    def attend(q: Any, k: Any, v: Any) -> Any:
        scores = q @ k.T * 8**-0.5
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True) @ v

    return lambda: [attend(*problem) for problem in zip(*stacks, strict=True)]


def torch_many(count: int) -> Call:
    """torch's kernel on the same in float64, one call."""
    library = _torch()
    q, k, v = (library.randn(count, 1, 5, 8, dtype=library.float64) for _ in "QKV")
    return lambda: library.nn.functional.scaled_dot_product_attention(q, k, v)


def digits(count: int, decimals: int) -> Call:
    """Weights and outputs of many problems with proven digits."""
    from attncalc import problem
    from attncalc.batch.many.proven import prove

    problems = [problem("scaled-dot-product", given=given) for given in _texts(count)]
    return lambda: prove(problems, decimals, steps=("A", "O"))


def digits_flint(count: int, decimals: int) -> Call:
    """The same, written directly on python-flint, in a loop."""
    from flint_reference import attention

    problems = _texts(count)
    return lambda: [attention(**given, decimals=decimals) for given in problems]


def cuda(n: int, dtype: str, heads: int) -> Call:
    """attncalc.attention on the GPU."""
    import cupy

    from attncalc import attention

    q, k, v = (cupy.asarray(part) for part in _normal((heads, n, D), dtype))

    def call() -> None:
        attention(q, k, v)
        cupy.cuda.Device().synchronize()

    return call


def torch_cuda(n: int, dtype: str, heads: int) -> Call:
    """torch's fused kernel on the GPU."""
    import torch as library

    attend = library.nn.functional.scaled_dot_product_attention
    q, k, v = (library.randn(1, heads, n, D, dtype=getattr(library, dtype), device="cuda") for _ in "QKV")

    def call() -> None:
        attend(q, k, v)
        library.cuda.synchronize()

    return call


EVERY = (
    attncalc,
    error,
    torch,
    sgemm,
    stacked,
    stacked_lines,
    one_by_one,
    torch_many,
    digits,
    digits_flint,
    cuda,
    torch_cuda,
)
SIDES: dict[str, Callable[..., Call]] = {side.__name__: side for side in EVERY}


def _torch() -> Any:
    import torch as library

    library.set_num_threads(THREADS)
    return library


def _normal(shape: tuple[int, ...], dtype: str, count: int = 3) -> list[Any]:
    import numpy as np

    numbers = np.random.default_rng(2017)
    return [_drawn(numbers, shape, dtype) for _ in range(count)]


def _drawn(numbers: Any, shape: tuple[int, ...], dtype: str) -> Any:
    """Normal numbers, in the type itself where it can be, so that no larger array stays behind."""
    wide = "float32" if dtype == "float16" else dtype
    return numbers.standard_normal(shape, dtype=wide).astype(dtype, copy=False)


def _texts(count: int) -> list[dict[str, list[list[str]]]]:
    """Q, K and V of 5×8 with two decimals, as texts."""
    import random

    numbers = random.Random(2017)
    return [
        {name: [[f"{numbers.randint(-200, 200) / 100:.2f}" for _ in range(8)] for _ in range(5)] for name in "QKV"}
        for _ in range(count)
    ]


def peak() -> float:
    """The megabytes that this process has held at most; ru_maxrss may count its parent too, where Linux forked it."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def _first(side: str, most: int, arguments: dict[str, Any]) -> Call:
    """A side on no more rows than these."""
    return SIDES[side](**{key: min(value, most) if key == "n" else value for key, value in arguments.items()})


def main() -> None:
    """Runs one side: a call to warm up where that costs little, then as many as take half a second; or a `cold` one."""
    side, arguments = sys.argv[1], json.loads(sys.argv[2])
    repeats, cold = arguments.pop("repeats", 5), arguments.pop("cold", False)
    if not cold:
        _first(side, 16, arguments)()  # all is imported
    before = peak()
    if not cold:
        _first(side, SMALL, arguments)()  # threads are started, caches filled
    call = SIDES[side](**arguments)
    times: list[float] = []
    processor: list[float] = []
    while not times or (len(times) < repeats and sum(times) < 2 and not cold):
        start, worked = perf_counter(), process_time()
        made = call()
        times.append(perf_counter() - start)
        processor.append(process_time() - worked)
    found = {"seconds": median(times), "processor": median(processor), "peak": peak(), "before": before}
    json.dump(found | ({"result": made} if isinstance(made, float) else {}), sys.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
