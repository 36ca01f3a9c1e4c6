"""What problems ask to be counted: parameters, FLOPs, bytes; and the right numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from attncalc.cost.cost import WAYS, Cost
from attncalc.cost.figure import together
from attncalc.cost.run import of_problem
from attncalc.errors import InputError, did_you_mean
from attncalc.problem.problem import Problem
from attncalc.reading.number import Number

COUNTS: dict[str, Callable[[Cost], int]] = {
    "parameters": lambda cost: together(cost.parameters),
    "multiply-adds": lambda cost: cost.multiply_adds("forward"),
    "training FLOPs": lambda cost: cost.flops(*WAYS),
    "FLOPs": lambda cost: cost.flops("forward"),
}


def with_counts(problems: Iterable[Problem]) -> list[Problem]:
    """The problems with the numbers of what is to be counted; raises InputError for what nobody counts."""
    return [_counted(problem) for problem in problems]


def _counted(problem: Problem) -> Problem:
    if not any(asked.counted for asked in problem.asks):
        return problem
    cost = Cost(of_problem(problem, {}))
    known = {name.lower(): name for name in COUNTS}
    asks = []
    for asked in problem.asks:
        if asked.counted and asked.counted.lower() not in known:
            raise InputError(f"{asked.counted} is not counted", place=asked.place,
                             hint=did_you_mean(asked.counted, list(COUNTS)))  # fmt: skip
        number = Number(str(COUNTS[known[asked.counted.lower()]](cost))) if asked.counted else None
        asks.append(asked._replace(table=((number,),)) if number else asked)
    return replace(problem, asks=tuple(asks))
