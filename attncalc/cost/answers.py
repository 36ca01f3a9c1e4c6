"""What problems ask to be counted: parameters, FLOPs, bytes; and the right numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from attncalc.cost.asked import Asked as Wanted
from attncalc.cost.called import CALLED
from attncalc.cost.cost import SCORES, WAYS, Cost
from attncalc.cost.figure import Figure, together
from attncalc.cost.run import of_problem
from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.problem.asked import Asked
from attncalc.problem.problem import Problem
from attncalc.reading.number import Number

FIGURES: dict[str, Callable[[Cost], list[Figure]]] = {
    "parameters": lambda cost: cost.parameters,
    "multiply-adds": lambda cost: [figure for _, figure in cost.products],
    "bytes of the KV cache": lambda cost: cost.cached,
    "bytes of the scores": lambda cost: cost.held_of(*SCORES),
    "bytes of the parameters": lambda cost: cost.adam[:1],
    "bytes of the activations": lambda cost: cost.kept,
    "bytes of Adam's moments": lambda cost: cost.adam[-1:],
}
FLOPS = {"training FLOPs": WAYS, "FLOPs": WAYS[:1]}
COUNTED = (*FIGURES, *FLOPS)


def count(name: str, cost: Cost) -> int:
    """One of what is counted."""
    return cost.flops(*FLOPS[name]) if name in FLOPS else together(FIGURES[name](cost))


def count_meant(text: str, place: Place | None) -> str:
    """What of all that is counted somebody means; raises InputError for what nobody counts."""
    likely = sorted(COUNTED, key=lambda name: CALLED[name].of_bytes != CALLED[name].says_bytes(text))
    name = next((name for name in likely if CALLED[name].found(text)), None)
    if name is None:
        raise InputError(f"{shorten(text)} is not counted", place=place, hint=did_you_mean(text, list(COUNTED)))
    return name


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
    name = count_meant(asked.counted, asked.place)
    try:
        number = count(name, cost)
    except InputError as error:
        raise error.at(asked.place) from None
    if not number:
        raise InputError(f"there are no {name} to count", place=asked.place)
    return asked._replace(counted=name, table=((Number(str(number)),),))
