"""What problems ask to be counted: parameters, FLOPs, bytes; and the right numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from attncalc.cost.asked import Asked as Wanted
from attncalc.cost.called import CALLED
from attncalc.cost.cost import WAYS, Cost
from attncalc.cost.figure import together
from attncalc.cost.run import of_problem
from attncalc.errors import InputError, did_you_mean
from attncalc.problem.asked import Asked
from attncalc.problem.problem import Problem
from attncalc.reading.number import Number

COUNTS: dict[str, Callable[[Cost], int]] = {
    "parameters": lambda cost: together(cost.parameters),
    "multiply-adds": lambda cost: cost.multiply_adds("forward"),
    "training FLOPs": lambda cost: cost.flops(*WAYS),
    "FLOPs": lambda cost: cost.flops("forward"),
    "bytes of the KV cache": lambda cost: together(cost.cached),
    "bytes of the scores": lambda cost: cost.bytes_of("S", "e"),
    "bytes of the parameters": lambda cost: cost.asked.bytes * together(cost.parameters),
    "bytes of the activations": lambda cost: together(cost.kept),
    "bytes of Adam's moments": lambda cost: together(cost.adam[-1:]),
}


def with_counts(problems: Iterable[Problem]) -> list[Problem]:
    """The problems with the numbers of what is to be counted; raises InputError for what nobody counts."""
    return [_counted(problem) for problem in problems]


def _counted(problem: Problem) -> Problem:
    if not any(asked.counted for asked in problem.asks):
        return problem
    counted = of_problem(problem, {})
    return replace(
        problem,
        asks=tuple(
            _answered(asked, Cost(counted, Wanted(asked.dtype or Wanted.dtype))) if asked.counted else asked
            for asked in problem.asks
        ),
    )


def _answered(asked: Asked, cost: Cost) -> Asked:
    """What is asked, with its number; raises InputError where nobody counts it, or there is none of it."""
    likely = sorted(COUNTS, key=lambda name: CALLED[name].of_bytes != CALLED[name].says_bytes(asked.counted))
    name = next((name for name in likely if CALLED[name].found(asked.counted)), None)
    if name is None:
        raise InputError(
            f"{asked.counted} is not counted", place=asked.place, hint=did_you_mean(asked.counted, list(COUNTS))
        )
    try:
        number = COUNTS[name](cost)
    except InputError as error:
        raise error.at(asked.place) from None
    if not number:
        raise InputError(f"there are no {name} to count", place=asked.place)
    return asked._replace(counted=name, table=((Number(str(number)),),))
