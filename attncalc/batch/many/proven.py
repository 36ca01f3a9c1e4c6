"""Proven digits of many problems: worked out together as balls, and one by one where that leaves something open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from flint import arb

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.arithmetic.decimal import Decimal
from attncalc.arithmetic.digits import Digits, text_of
from attncalc.batch.many.balls import Balls, Open
from attncalc.batch.many.template import Group, grouped
from attncalc.errors import AttncalcError, InputError, MorePrecision
from attncalc.mechanisms.plan import Plan, plan
from attncalc.problem.problem import Problem
from attncalc.reading.number import Number
from attncalc.solve import solve

Texts = list[list[str]]
Numbered = list[tuple[int, Problem]]
TOGETHER = 300  # problems at once
ENOUGH = 64  # bits
EXACTLY = Decimal(ENOUGH)


class Proof(NamedTuple):
    """The digits of each step, row by row, and which step is the result."""

    mechanism: str
    result: str
    steps: dict[str, Texts]


Proofs = list[tuple[int, Proof | AttncalcError]]


def prove(problems: Sequence[Problem], decimals: int = 4, *, steps: Sequence[str] = ()) -> list[Proof | AttncalcError]:
    """The steps of many problems with as many decimals, every one correctly rounded: those of `solve`, sooner.

    Only `steps` where these are named. In the place of a problem that cannot be worked out stands the error that says
    why.
    """
    found: dict[int, Proof] = {}
    refused: dict[int, AttncalcError] = {}
    digits = Digits(decimals)
    for group in grouped(enumerate(problems), _exactly, refused=refused):
        found |= _of_group(group, digits, steps)
    return [found[number] if number in found else _alone(each, decimals, steps) for number, each in enumerate(problems)]


@dataclass(frozen=True)
class Proving:
    """The work of proving the digits of problems, some at a time."""

    decimals: int

    def prepare(self) -> None:
        """Nothing is needed."""

    def __call__(self, part: Numbered) -> Proofs:
        """The digits of each, or why there are none."""
        numbers, problems = zip(*part, strict=True)
        return list(zip(numbers, prove(problems, self.decimals), strict=True))

    def died(self, part: Numbered) -> Proofs:
        """That the process which proved them died."""
        return [(number, InputError("the process that worked on it died")) for number, _ in part]


def _exactly(number: Number) -> Any:
    return _rational(number.text) if number.tree is None else EXACTLY.number(number)


@lru_cache(maxsize=4096)
def _rational(text: str) -> Any:
    """The same few numbers stand in many problems of a class."""
    return EXACTLY.rational(text)


def _of_group(group: Group, digits: Digits, steps: Sequence[str]) -> dict[int, Proof]:
    """The steps of those problems of a group that are settled when they are worked out together."""
    if group.template.backward is not None:  # each by itself: see work_out
        return {}
    try:
        planned = plan(group.template, partial="steps" in group.template.show)
    except (AttncalcError, ValueError):
        return {}
    found: dict[int, Proof] = {}
    for start in range(0, len(group.numbers), TOGETHER):
        rows = range(start, min(start + TOGETHER, len(group.numbers)))
        for row, proof in zip(rows, _together(planned, group, rows, digits, steps), strict=False):
            if proof is not None:
                found[group.numbers[row]] = proof
    return found


def _together(planned: Plan, group: Group, rows: range, digits: Digits, steps: Sequence[str]) -> list[Proof | None]:
    ar = Balls(group.places(rows), max(ENOUGH, digits.bits))
    try:
        recorder = planned.recorded(ar)
    except (Open, MorePrecision, AttncalcError, ArithmeticError, ValueError):
        return []
    asked = [record for record in recorder.records if record.key in steps or not (steps or record.detail)]
    if set(steps) - {record.key for record in asked}:
        return []
    with ar.working():
        lines = [list(_lines(record.value.data, len(rows), digits)) for record in asked]
    keys = [record.key for record in asked]
    return [
        Proof(planned.mechanism.name, recorder.result, dict(zip(keys, each, strict=True))) if None not in each else None
        for each in zip(*lines, strict=True)
    ]


def _lines(data: Any, count: int, digits: Digits) -> Iterator[Texts | None]:
    """The digits of a step of each problem; None where one of them is open, or may be a constant in disguise."""
    width = data.shape[-2]
    each = np.broadcast_to(data, (*data.shape[:-1], count)).reshape(-1, count).T.tolist()
    for entries in each:
        texts = [_text(entry, digits) for entry in entries]
        yield None if None in texts else [texts[k : k + width] for k in range(0, len(texts), width)]  # type: ignore[misc]


def _text(entry: Any, digits: Digits) -> str | None:
    if entry is MINUS_INFINITY:
        return "-inf"
    text = text_of(entry, digits)
    if text is not None and type(entry) is arb and text.endswith("00"):
        return None if entry.contains(EXACTLY.rational(text)) else text
    return text


def _alone(problem: Problem, decimals: int, steps: Sequence[str]) -> Proof | AttncalcError:
    try:
        sheet = solve(problem, decimals=decimals)
        names = steps or [step.name for step in sheet]
        return Proof(sheet.plan.mechanism.name, sheet.recorder.result, {name: sheet[name].values() for name in names})
    except AttncalcError as error:
        return error
