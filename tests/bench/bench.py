"""Times attncalc against the least that each task can cost, and prints the ratios beside their budgets.

Both sides of a ratio run in turn, so that a machine that drifts does not matter. The ratio of two commands is the
median over all pairs; that of two functions in this process is the best time over the best time. It measures and
does not judge: the exit status is 0, whatever it finds.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import random
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import grading
import habits
import yaml
from flint_reference import attention

import attncalc
from attncalc.problem.problem import Problem
from attncalc.problem.reader import loads
from attncalc.render.blocks import Grid, Math
from attncalc.render.cells import digits_cells
from attncalc.render.plain import write_plain

SIZE = 64  # rows and columns of the matrices that are worked on in this process
DECIMALS = 50
ATTNCALC = str(Path(sys.executable).with_name("attncalc"))
PROBLEM = str(Path(__file__).parents[2] / "problems" / "seeds" / "000-q3.yaml")
OWN = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"}
ENVIRONMENT = {**{key: value for key, value in os.environ.items() if key not in OWN}, "TERM": "xterm-256color"}

Texts = list[list[str]]
Measure = Callable[[int], float]  # the ratio that so many runs give


def piped(*command: str) -> float:
    """The seconds that a command takes, its output read from a pipe."""
    start = perf_counter()
    subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return perf_counter() - start


def on_terminal(*command: str) -> float:
    """The seconds that a command takes on a terminal of 80 columns, its output read to the end."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    start = perf_counter()
    with subprocess.Popen(command, env=ENVIRONMENT, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        output = b"".join(_read(ours))
    took = perf_counter() - start
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, stderr=output)
    return took


def _read(terminal: int) -> Iterator[bytes]:
    """What is written on a terminal until its other side closes."""
    with suppress(OSError):  # how Linux says so
        while part := os.read(terminal, 65536):
            yield part
    os.close(terminal)


COMMANDS = (
    ("solve, 5×8, Rich tables", ("solve", PROBLEM), on_terminal, "import numpy, rich", 2.7),
    ("solve, 5×8, piped", ("solve", PROBLEM), piped, "import numpy, rich", 2.1),
    ("solve --float, 5×8, piped", ("solve", "--float", PROBLEM), piped, "import numpy, rich", 2.7),
    ("--version", ("--version",), piped, "pass", 7.0),
    ("--help", ("--help",), piped, "pass", 13.0),
    ("solve --exact, 5×8, piped", ("solve", "--exact", PROBLEM), piped, "import sympy", 2.3),
)


def of_commands(command: Callable[[], float], floor: Callable[[], float], runs: int) -> float:
    """The median ratio of two commands that run in turn, after one run of each to fill the caches."""
    command(), floor()
    return median(command() / floor() for _ in range(runs))


def of_functions(function: Callable[[], Any], floor: Callable[[], Any], runs: int) -> float:
    """The best time of one function over that of another, run in turn after one call of each."""
    function(), floor()
    gc.disable()
    try:
        times = [(_seconds(function), _seconds(floor)) for _ in range(runs)]
    finally:
        gc.enable()
    return min(first for first, _ in times) / min(second for _, second in times)


def _seconds(function: Callable[[], Any]) -> float:
    gc.collect()
    start = perf_counter()
    function()
    return perf_counter() - start


def table() -> Iterator[tuple[str, str, float, Measure]]:
    """What is measured, against what, the budget, and how: commands first, then functions of this process."""
    for what, arguments, run, floor, at_most in COMMANDS:
        pair = partial(run, ATTNCALC, *arguments), partial(piped, sys.executable, "-c", floor)
        yield f"attncalc {what}", f'python -c "{floor}"', at_most, partial(of_commands, *pair)
    back, there = (partial(piped, ATTNCALC, "solve", *how, PROBLEM) for how in (("--backward",), ()))
    yield "attncalc solve --backward, 5×8, piped", "attncalc solve", 1.6, partial(of_commands, back, there)
    size = f"{SIZE}×{SIZE}"
    yield f"decimal, {size}, {DECIMALS} digits of A and O", "python-flint alone", 2.0, digits
    yield f"printing {size}, 4 decimals", "joining f-strings", 4.0, printing
    yield f"reading three {size} from YAML", "yaml.CSafeLoader", 1.5, reading


def matrices() -> dict[str, Texts]:
    """Q, K and V with two decimals from -2 to 2, the same in every run."""
    numbers = random.Random(2017)
    return {
        name: [[f"{numbers.randint(-200, 200) / 100:.2f}" for _ in range(SIZE)] for _ in range(SIZE)] for name in "QKV"
    }


def digits(runs: int) -> float:
    """Every weight and output of a large problem, as texts; raises ValueError if the two sides differ."""
    given = matrices()
    solved = partial(_solved, attncalc.problem("scaled-dot-product", given=given))
    reference = partial(attention, **given, decimals=DECIMALS)
    if _numbers(solved()) != _numbers(reference()[-2:]):
        raise ValueError("the digits differ")
    return of_functions(solved, reference, runs)


def _solved(problem: Problem) -> tuple[Texts, Texts]:
    sheet = attncalc.solve(problem, decimals=DECIMALS)
    return sheet["A"].values(decimals=DECIMALS), sheet["O"].values(decimals=DECIMALS)


def _numbers(matrices: tuple[Texts, ...]) -> list[Decimal]:
    return [Decimal(text) for matrix in matrices for row in matrix for text in row]


def printing(runs: int) -> float:
    """A grid of digits as plain text, against the shortest way to print the same numbers."""
    numbers = random.Random(2017)
    rows = [[numbers.uniform(-200, 200) for _ in range(SIZE)] for _ in range(SIZE)]
    labels = tuple(map(str, range(1, SIZE + 1)))
    grid = Grid(Math("O", "O"), digits_cells([[f"{x:.4f}" for x in row] for row in rows]), labels, labels)
    return of_functions(partial(write_plain, [grid]), partial(_joined, rows), runs)


def _joined(rows: list[list[float]]) -> str:
    return "\n".join(" ".join(f"{x:9.4f}" for x in row) for row in rows)


def reading(runs: int) -> float:
    """A problem file with nested lists, against a loader that turns them into floats."""
    lists = {name: ", ".join(f"[{', '.join(row)}]" for row in rows) for name, rows in matrices().items()}
    text = "given:\n" + "".join(f"  {name}: [{rows}]\n" for name, rows in lists.items())
    return of_functions(partial(loads, text), partial(yaml.load, text, Loader=yaml.CSafeLoader), runs)


def processor() -> str:
    """The name of the CPU, as far as the system tells it."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return platform.processor() or platform.machine()


def measured(measure: Measure, at_most: float, runs: int) -> str:
    """The ratio and what it says of the budget; why there is none where one side fails."""
    try:
        ratio = measure(runs)
    except Exception as error:  # one row that cannot be measured leaves the others standing
        return f"{'–':>7}{at_most:9.1f}  {type(error).__name__}: {error}"
    return f"{ratio:7.2f}{at_most:9.1f}  {'ok' if ratio <= at_most else 'OVER'}"


def main() -> None:
    """Prints the table, each row as soon as it is measured."""
    parser = argparse.ArgumentParser(description="Time attncalc against the least that each task can cost.")
    parser.add_argument("--runs", type=int, default=11, metavar="N", help="pairs of runs for each row (11)")
    runs = max(1, parser.parse_args().runs)
    print(f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}; {runs} runs\n")
    print(f"{'what':42}{'against':32}{'ratio':>7}{'at most':>9}")
    for what, against, at_most, measure in table():
        print(f"{what:42}{against:32}", end="", flush=True)
        print(measured(measure, at_most, runs), flush=True)
    grading.table(students=1000)
    habits.table(sheets=100)


if __name__ == "__main__":
    main()
