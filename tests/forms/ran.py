"""Scripts that are run, and what they print, read back."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

from attncalc.render.code.part import hidden
from attncalc.render.formats import Solved
from attncalc.render.needed import is_asked
from attncalc.render.view import View

DIGITS = 12
NAME = re.compile(r"^(\w+) =$", re.MULTILINE)
HEADING = re.compile(r"^Problem \d+(, variant \d+)?$", re.MULTILINE)
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf)|nan")
HAS_TORCH = "import importlib.util; raise SystemExit(importlib.util.find_spec('torch') is None)"
# Runs scripts that come as JSON, by their names; gives what each prints, or its error.
RUNNER = """
import contextlib, io, json, sys, warnings
import torch
warnings.simplefilter("error")
printed = {}
for name, script in json.load(sys.stdin).items():
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(script, name, "exec"), {"__name__": "__main__"})
        printed[name] = out.getvalue()
    except BaseException as error:
        printed[name] = f"ERROR {error!r}"
json.dump(printed, sys.stdout)
"""


def run_here(script: str) -> str:
    """What a script prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    return out.getvalue()


@cache
def python_with_torch() -> str | None:
    """A Python that can import torch, or None."""
    for python in (sys.executable, "python3", "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            if subprocess.run([python, "-c", HAS_TORCH], check=False).returncode == 0:
                return python
    return None


def run_with_torch(scripts: dict[str, str]) -> dict[str, str]:
    """What scripts print, all run by one Python that has torch."""
    python = python_with_torch()
    assert python
    ran = subprocess.run([python, "-c", RUNNER], input=json.dumps(scripts), capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def numbers(printed: str) -> list[tuple[str, list[float]]]:
    """The steps that a script prints, by their names."""
    parts = NAME.split(HEADING.sub("", printed.replace("float64", "")))[1:]
    return [(name, [*map(float, NUMBER.findall(text))]) for name, text in zip(parts[::2], parts[1::2], strict=True)]


def expected(solved: tuple[Solved, ...]) -> list[tuple[str, list[float]]]:
    """What the worksheets say."""
    return [step for item in solved for step in _steps(item)]


def _steps(item: Solved) -> list[tuple[str, list[float]]]:
    view, digits, left_out = View(item.sheet), item.sheet.digits(significant=DIGITS), hidden(item)
    return [
        (record.key, [float(text.rstrip("?")) for row in view.texts(record, digits) for text in row])
        for record in item.sheet.records
        if record.key not in left_out and is_asked(item, record)
    ]


def differences(found: list[tuple[str, list[float]]], wanted: list[tuple[str, list[float]]]) -> list[str]:
    """The steps that are not the same in nine digits."""
    if [name.rstrip("_") for name, _ in found] != [name for name, _ in wanted]:
        return [f"{[name for name, _ in found]} instead of {[name for name, _ in wanted]}"]
    return [
        f"{name}: {some} instead of {others}"
        for (name, some), (_, others) in zip(found, wanted, strict=True)
        if len(some) != len(others) or not all(map(_near, some, others))
    ]


def _near(some: float, other: float) -> bool:
    return some == other or abs(some - other) <= 1e-9 * max(abs(other), 1e-3)


def label(path: Path) -> str:
    """How a test of a problem is called."""
    return f"{path.parent.name}/{path.stem}"
