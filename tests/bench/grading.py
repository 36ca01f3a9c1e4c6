"""A class graded: submissions a second, and the most memory that all processes hold at once.

The submissions are typed answers to one problem of 5×8 matrices, worked in all habits, half of them with a slip.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from time import perf_counter, sleep

from by_hand import Problem, Sheet, worked
from habits import HABITS, SLIPS

ATTNCALC = str(Path(sys.executable).with_name("attncalc"))
SIZE, WIDTH, PLACES = 5, 8, 3
CORES, SECONDS, MEGABYTES = 2, 30.0, 300.0  # for 1,000 submissions, at most
AGAIN = 2.0  # seconds, where nothing changed


def problem(numbers: random.Random) -> Problem:
    """Q, K and V of 5×8 with one decimal."""
    given = {
        name: [[f"{Decimal(numbers.randint(-20, 20)) / 10}" for _ in range(WIDTH)] for _ in range(SIZE)]
        for name in "QKV"
    }
    return Problem("scaled-dot-product", given, PLACES)


def submission(numbers: random.Random, asked: Problem) -> Sheet:
    """The problem worked in a habit, in half of all cases with a slip."""
    while True:
        with suppress(ArithmeticError):
            sheet = worked(asked, numbers.choice(list(HABITS.values()))(numbers))
            if numbers.random() < 0.5:
                return sheet
            slip_of, _ = numbers.choice(list(SLIPS.values()))
            slip = slip_of(numbers, sheet, numbers.choice([place for place, _ in sheet.written()]))
            return worked(asked, sheet.habit, slip)


def write_class(folder: Path, students: int, seed: str) -> None:
    """A problem file and a file of answers for each student."""
    numbers = random.Random(seed)
    asked = problem(numbers)
    (folder / "submissions").mkdir()
    (folder / "problem.yaml").write_text(json.dumps({"mechanism": asked.mechanism, "given": asked.given}), "utf-8")
    for number in range(students):
        sheet = submission(numbers, asked)
        lines = {key: line.texts for key, line in sheet.lines.items() if key not in sheet.habit.left_out}
        text = "".join(f"  {key}: {rows}\n".replace("'", "") for key, rows in lines.items())
        (folder / "submissions" / f"student-{number:04}.yaml").write_text(f"answers:\n{text}", "utf-8")


def graded(folder: Path) -> tuple[float, float]:
    """The seconds that grading takes, and the megabytes that all its processes hold at most."""
    command = [ATTNCALC, "grade", "problem.yaml", "submissions", "-o", "results", "--jobs", str(CORES)]
    start, most = perf_counter(), 0.0
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            most = max(most, sum(map(held, family(process.pid))))
            sleep(0.1)
    took = perf_counter() - start
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return took, most or resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (CORES + 1) / 1000


def family(process: int) -> Iterator[int]:
    """A process and all below it, as far as the system tells them."""
    yield process
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from family(int(child))


def held(process: int) -> float:
    """The megabytes that a process holds, its share of what several hold together."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return float(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return 0.0


def table(students: int, seed: str = "2017") -> None:
    """Prints a row for the class, and one for the same class again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_class(folder, students, seed)
        runs = [(what, graded(folder), seconds) for what, seconds in (("", SECONDS), (", unchanged", AGAIN))]
    print(f"\n{'grade, 5×8 typed answers':42}{'a second':>9}{'at least':>10}{'MB':>7}{'at most':>9}")
    for what, (took, most), seconds in runs:
        rate, least = students / took, 1000 / seconds
        verdict = "ok" if rate >= least and most <= MEGABYTES else "OVER"
        print(
            f"{f'{students:,} submissions, {min(CORES, os.cpu_count() or 1)} cores{what}':42}"
            f"{rate:9.1f}{least:10.1f}{most:7.0f}{MEGABYTES:9.0f}  {verdict}"
        )


def main() -> None:
    """Prints the row for as many students as are asked for."""
    parser = argparse.ArgumentParser(description="Grade a class of typed answers.")
    parser.add_argument("--students", type=int, default=1000, metavar="N", help="submissions (1000)")
    parser.add_argument("--seed", default="2017", help="draw others")
    arguments = parser.parse_args()
    table(arguments.students, arguments.seed)


if __name__ == "__main__":
    main()
