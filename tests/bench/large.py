"""Times attention on large matrices, and on many small ones, against torch, NumPy, python-flint and the machine's peak.

    make bench                                               # with all else that is measured
    python tests/bench/large.py --torch /path/to/python      # a Python that has torch 2, to compare with
    python tests/bench/large.py --markdown                   # the table as Markdown

Every side runs in a process of its own, by turns, on two threads; a figure is the median over the processes, a ratio
that of the pairs. It measures and does not judge: the exit status is 0, whatever it finds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from math import log
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench import processor

from attncalc.batch.backends.kernel import PACKAGES

SIDES = str(Path(__file__).with_name("large_sides.py"))
THREADS = "2"
POOLS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
D = 64
MANY = 10_000
PROVEN = 300
HEADS = 16
OLDER = {  # a processor without AVX-512, for NumPy, for its products, and for Numba
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
    "OPENBLAS_CORETYPE": "Haswell",
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+sse4.2,+avx,+avx2,+bmi,+bmi2,+fma",
}


class Missing(Exception):  # noqa: N818  not an error: the row says so
    """What a row needs is not here."""


class Figure(NamedTuple):
    """What was measured, in words, and whether it is as aimed at; None where there is no aim."""

    words: str
    holds: bool | None


@dataclass(frozen=True)
class Bench:
    """Where and how often things are measured."""

    torch: str
    runs: int
    quick: bool

    def size(self, n: int) -> int:
        """The number of rows, an eighth of it where it is to be quick."""
        return n // 8 if self.quick else n

    def run(self, side: str, more: dict[str, str] | None = None, **arguments: Any) -> dict[str, float]:
        """One process of one side, with `more` in its environment."""
        python = self.torch if side.startswith("torch") else sys.executable
        environment = {**os.environ, **dict.fromkeys(POOLS, THREADS), **(more or {})}
        command = [python, SIDES, side, json.dumps(arguments)]
        done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
            raise Missing(last[:100])
        found: dict[str, float] = json.loads(done.stdout)
        return found

    def pairs(self, one: Side, other: Side, runs: int = 0) -> tuple[float, float, float]:
        """The seconds of two sides that run by turns, and their ratio: medians."""
        times = [
            (self.run(one.name, **one.arguments)["seconds"], self.run(other.name, **other.arguments)["seconds"])
            for _ in range(runs or self.runs)
        ]
        return median(a for a, _ in times), median(b for _, b in times), median(a / b for a, b in times)

    def need_torch(self) -> None:
        """Raises Missing without torch 2."""
        if not _imports(self.torch, "import torch; assert int(torch.__version__.split('.')[0]) >= 2"):
            raise Missing(f"torch 2 is not here ({self.torch}); --torch PYTHON names one that has it")

    def need_gpu(self) -> None:
        """Raises Missing without CuPy or a GPU."""
        if not _imports(sys.executable, "import cupy; assert cupy.cuda.runtime.getDeviceCount()"):
            raise Missing("CuPy or a GPU is not here")


class Side(NamedTuple):
    """A side of large_sides.py and what it is called with."""

    name: str
    arguments: dict[str, Any]


def side(name: str, **arguments: Any) -> Side:
    """A side, with its arguments by name."""
    return Side(name, arguments)


@cache
def _imports(python: str, code: str) -> bool:
    try:
        return subprocess.run([python, "-c", code], check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def against_torch(bench: Bench, n: int, aim: float, **how: Any) -> Figure:
    """Seconds over torch's."""
    bench.need_torch()
    n = bench.size(n)
    runs = max(1, bench.runs // 2) if n > 20_000 else bench.runs
    own, other, ratio = bench.pairs(side("attncalc", n=n, **how), side("torch", n=n, **how), runs)
    return Figure(f"{ratio:.2f} of torch ({_time(own)}, {_time(other)})", ratio <= aim)


def of_backend(bench: Bench, n: int, aim: float, backend: str) -> Figure:
    """Seconds over torch's with a kernel of another package; its work beside own blocks', first call, memory, error."""
    bench.need_torch()
    how = {"n": bench.size(n)}
    ours = how | {"backend": backend}
    if not _imports(sys.executable, f"import {backend}"):
        raise Missing(f"{backend} is not here")
    own, other, ratio = bench.pairs(side("attncalc", **ours), side("torch", **how))
    cold, off = bench.run("attncalc", cold=True, **ours), bench.run("error", repeats=1, **ours)["result"]
    works = [[bench.run("attncalc", **one)["processor"] for one in (ours, how)] for _ in range(bench.runs)]
    share = median(one / other for one, other in works)
    words = f"{ratio:.2f} of torch ({_time(own)}, {_time(other)}), {share:.2f} of own work"
    rest = f"first {_time(cold['seconds'])}, {cold['peak']:.0f} MB, error {off:.0e}"
    return Figure(f"{words}; {rest}", ratio <= aim)


def causal(bench: Bench, n: int, aim: float) -> Figure:
    """Causal attention's seconds over those of full attention."""
    n = bench.size(n)
    own, full, ratio = bench.pairs(side("attncalc", n=n, causal=True), side("attncalc", n=n))
    return Figure(f"{ratio:.2f} of full ({_time(own)}, {_time(full)})", ratio <= aim)


def of_numba(bench: Bench, n: int, aim: float, **how: Any) -> Figure:
    """Work with Numba's exponentials over that with NumPy's, on a processor that has no AVX-512, or as on one."""
    if not _imports(sys.executable, "import numba"):
        raise Missing("Numba is not here")
    sides = [{"n": bench.size(n), "numba": numba, **how} for numba in (True, False)]
    pairs = [[bench.run("attncalc", OLDER, **one)["processor"] for one in sides] for _ in range(bench.runs)]
    own, other = (median(pair[place] for pair in pairs) for place in (0, 1))
    ratio = median(one / two for one, two in pairs)
    return Figure(f"{ratio:.2f} of NumPy's work ({_time(own)}, {_time(other)} on one core)", ratio <= aim)


def share_of_peak(bench: Bench, n: int, aim: float) -> Figure:
    """Operations a second (4 n² d in all) over those of a product of large matrices."""
    n, size = bench.size(n), 2048
    own, product, _ = bench.pairs(side("attncalc", n=n), side("sgemm", n=size))
    rate, most = 4 * n * n * D / own / 1e9, 2 * size**3 / product / 1e9
    return Figure(f"{rate / most:.2f} of sgemm ({rate:.0f} of {most:.0f} GFLOP/s)", rate / most >= aim)


def memory(bench: Bench, n: int, aim: float) -> Figure:
    """The most that a process holds, Python and the matrices included."""
    found = bench.run("attncalc", n=bench.size(n), repeats=1)
    return Figure(f"{found['peak']:.0f} MB in all ({found['before']:.0f} before)", found["peak"] <= aim)


def growth(bench: Bench, least: float, most: float) -> Figure:
    """Exponents of time and of memory in n, fitted to doublings."""
    sizes = [bench.size(2048 << k) for k in range(5)]
    runs = [[bench.run("attncalc", n=n, repeats=3) for n in sizes] for _ in range(bench.runs)]
    times = [median(run[k]["seconds"] for run in runs) for k in range(5)]
    held = [median(run[k]["peak"] - run[0]["before"] for run in runs) for k in range(5)]
    time, space = slope(sizes, times), slope(sizes, held)
    words = f"time n^{time:.2f}, memory n^{space:.2f} ({held[0]:.0f} to {held[-1]:.0f} MB above the start)"
    return Figure(words, least <= time <= most and space <= 1.1)


def slope(sizes: list[int], found: list[float]) -> float:
    """The exponent that fits best, by least squares of the logarithms."""
    xs, ys = [log(n) for n in sizes], [log(max(y, 1e-3)) for y in found]
    middle, height = sum(xs) / len(xs), sum(ys) / len(ys)
    along = sum((x - middle) * (y - height) for x, y in zip(xs, ys, strict=True))
    return along / sum((x - middle) ** 2 for x in xs)


def many(bench: Bench, name: str, aim: float) -> Figure:
    """Problems a second in one call, over one call for each."""
    own, other, ratio = bench.pairs(side(name, count=MANY), side("one_by_one", count=MANY))
    words = f"{1 / ratio:.1f} times one by one ({_rate(MANY / own)}, {_rate(MANY / other)})"
    return Figure(words, 1 / ratio >= aim if aim else None)


def many_torch(bench: Bench, aim: float) -> Figure:
    """Seconds over torch's for the same problems in one call."""
    bench.need_torch()
    own, other, ratio = bench.pairs(side("stacked", count=MANY), side("torch_many", count=MANY))
    return Figure(f"{ratio:.2f} of torch ({_rate(MANY / own)}, {_rate(MANY / other)})", ratio <= aim)


def proven(bench: Bench, aim: float) -> Figure:
    """Problems a second with 50 proven digits, over the least code on python-flint."""
    how = {"count": PROVEN, "decimals": 50}
    own, other, ratio = bench.pairs(side("digits", **how), side("digits_flint", **how))
    return Figure(f"{1 / ratio:.2f} of its rate ({_rate(PROVEN / own)}, {_rate(PROVEN / other)})", 1 / ratio >= aim)


def gpu(bench: Bench, n: int, dtype: str, aim: float) -> Figure:
    """Seconds over torch's on the GPU."""
    bench.need_gpu()
    bench.need_torch()
    how = {"n": bench.size(n), "dtype": dtype, "heads": HEADS}
    own, other, ratio = bench.pairs(side("cuda", **how), side("torch_cuda", **how))
    return Figure(f"{ratio:.2f} of torch ({_time(own)}, {_time(other)})", ratio <= aim)


def gpu_over_cpu(bench: Bench, n: int, aim: float) -> Figure:
    """How many times as fast as the CPU."""
    bench.need_gpu()
    how = {"n": bench.size(n), "dtype": "float32", "heads": HEADS}
    own, other, ratio = bench.pairs(side("cuda", **how), side("attncalc", **how), 1)
    return Figure(f"{1 / ratio:.0f} times ({_time(own)}, {_time(other)})", 1 / ratio >= aim)


Row = tuple[str, str, Callable[[Bench], Figure]]  # what is measured, the aim, and how


def table() -> Iterator[Row]:
    """Everything that is measured."""
    for n in (4096, 16384, 65536):
        yield f"n = {n:,}, float32", "≤ 1.35", partial(against_torch, n=n, aim=1.35)
        yield f"n = {n:,}, float32, causal", "≤ 1.35", partial(against_torch, n=n, aim=1.35, causal=True)
    for n in (4096, 16384):
        yield f"n = {n:,}, float64", "≤ 1.1", partial(against_torch, n=n, aim=1.1, dtype="float64")
    for dtype in ("float32", "float64"):
        yield (
            f"n = 4,096, {dtype}, causal, Numba",
            "≤ 0.9",
            partial(of_numba, n=4096, aim=0.9, dtype=dtype, causal=True),
        )
    yield "n = 16,384, of the peak", "≥ 0.75", partial(share_of_peak, n=16384, aim=0.75)
    yield "n = 65,536, peak memory", "≤ 120 MB", partial(memory, n=65536, aim=120)
    for backend in (one for one in PACKAGES if one != "torch"):
        for n, aim in ((4096, 1.0), (16384, 0.95)):
            yield f"n = {n:,}, float32, {backend}", f"≤ {aim}", partial(of_backend, n=n, aim=aim, backend=backend)
    yield "n = 16,384, causal against full", "≤ 0.65", partial(causal, n=16384, aim=0.65)
    yield "cost from n = 2,048 to 32,768", "1.9 to 2.1; ≤ 1.1", partial(growth, least=1.9, most=2.1)
    yield f"{MANY:,} problems of 5×8, stacked", "≥ 15", partial(many, name="stacked", aim=15)
    yield f"{MANY:,} problems of 5×8, stacked", "≤ 0.7", partial(many_torch, aim=0.7)
    yield f"{MANY:,} problems, every line of each", "", partial(many, name="stacked_lines", aim=0)
    yield "5×8, 50 proven digits, many", "≥ 0.7", partial(proven, aim=0.7)
    for n in (8192, 65536):
        for dtype, aim in (("float32", 3), ("float16", 6)):
            yield f"GPU, n = {n:,}, {dtype}, {HEADS} heads", f"≤ {aim}", partial(gpu, n=n, dtype=dtype, aim=aim)
    yield f"GPU against CPU, n = 8,192, {HEADS} heads", "≥ 50", partial(gpu_over_cpu, n=8192, aim=50)


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _rate(rate: float) -> str:
    return f"{rate / 1e6:.2f} M/s" if rate >= 1e6 else f"{rate / 1e3:.1f} k/s"


def measured(row: Row, bench: Bench) -> tuple[str, str]:
    """What a row gives, and what that says of its aim."""
    try:
        words, holds = row[2](bench)
    except Missing as missing:
        return f"not measured: {missing}", ""
    return words, "" if holds is None or bench.quick else "ok" if holds else "OVER"


def main() -> None:
    """Prints the table, each row as soon as it is measured."""
    parser = argparse.ArgumentParser(description="Time attention on large matrices and on many small ones.")
    parser.add_argument("--torch", default=sys.executable, metavar="PYTHON", help="one that has torch 2 (this one)")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="processes of each side (7)")
    parser.add_argument("--quick", action="store_true", help="an eighth of the rows, and fewer processes")
    parser.add_argument("--only", default="", metavar="TEXT", help="the rows that have this in their name")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    arguments = parser.parse_args()
    bench = Bench(
        arguments.torch, min(arguments.runs, 3) if arguments.quick else max(1, arguments.runs), arguments.quick
    )
    line = "| {} | {} | {} | {} |" if arguments.markdown else "{:40}{:86}{:>18}  {}"
    print(
        f"{processor()}, {os.cpu_count()} cores, {THREADS} threads; Python {platform.python_version()}, "
        f"NumPy {version('numpy')}; d = {D}{', an eighth of each n' if bench.quick else ''}\n"
    )
    print(line.format("what", "measured", "aim", "").rstrip(" "))
    if arguments.markdown:
        print("|---|---|---|---|")
    for row in table():
        if arguments.only in row[0]:
            words, verdict = measured(row, bench)
            print(line.format(row[0], words, row[1], verdict).rstrip(" "), flush=True)


if __name__ == "__main__":
    main()
