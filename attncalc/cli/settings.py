"""How a problem is shown: what its file says under `show`, unless the command line says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from attncalc.errors import AttncalcError, InputError, Place, did_you_mean
from attncalc.limits import DIGITS
from attncalc.problem.problem import Backward, Option, Problem
from attncalc.problem.spelling import as_known
from attncalc.problem.tree import Mapping, Scalar, whole_number
from attncalc.render.formats import Solved
from attncalc.render.layout import Selection
from attncalc.render.show import SHOW
from attncalc.solve import solve

if TYPE_CHECKING:
    from attncalc.arithmetic.base import ArithmeticName
    from attncalc.arithmetic.digits import Rounding


@dataclass(frozen=True)
class Settings:
    """What the command line asked for; None where it said nothing."""

    arithmetic: str | None = None
    decimals: int | None = None
    significant: int | None = None
    rounding: str | None = None
    steps: tuple[str, ...] = ()
    expand: tuple[str, ...] = ()
    quiet: bool = False
    heatmap: bool = False
    full: bool = False
    backward: bool = False
    blank: bool = False

    def solved(self, problem: Problem) -> Solved:
        """The problem, solved; raises InputError at a wrong setting."""
        for option in problem.show.values():
            if option.key not in SHOW:
                raise InputError(f"show has no {option.key}", place=option.place, hint=did_you_mean(option.key, SHOW))
        if self.backward and problem.backward is None:
            problem = replace(problem, backward=Backward())
        arithmetic = self.arithmetic or _word(problem, "arithmetic") or SHOW["arithmetic"].default
        decimals = _number(problem, "decimals") if self.decimals is None else self.decimals
        significant = _number(problem, "significant") if self.significant is None else self.significant
        significant = None if self.decimals is not None and self.significant is None else significant
        rounding = self.rounding or _word(problem, "rounding") or SHOW["rounding"].default
        steps = tuple(map(as_known, self.steps or _words(problem, "steps")))
        try:
            sheet = solve(
                problem,
                cast("ArithmeticName", arithmetic),
                decimals=decimals,
                significant=significant,
                rounding=cast("Rounding", rounding),
                partial=bool(steps),
            )
        except InputError as error:
            raise error.at(problem.places.get("show")) from None
        selection = Selection(
            steps, self.expand or _words(problem, "expand"), self.quiet, self.heatmap, self.full, self.blank
        )
        return Solved(sheet, selection, decimals, significant)

    def solved_all(self, problems: Iterable[Problem], refuse: Callable[[AttncalcError], None]) -> list[Solved]:
        """All problems that can be solved with all their variants; what is wrong with another is told to `refuse`."""
        found: dict[Place | None, list[Solved]] = {}  # by the document that they are of
        refused = set()
        for problem in problems:
            document = problem.place
            try:
                if document not in refused:
                    found.setdefault(document, []).append(self.solved(problem))
            except AttncalcError as error:
                refuse(error)
                refused.add(document)
        return [one for document, solved in found.items() if document not in refused for one in solved]


def _word(problem: Problem, key: str) -> str | None:
    option = problem.show.get(key)
    return None if option is None else _text(option)


def _text(option: Option) -> str:
    if not isinstance(option.value, Scalar):
        raise InputError(f"show: {option.key} should be one value", place=option.value.place)
    return option.value.text.strip()


def _number(problem: Problem, key: str) -> int | None:
    option = problem.show.get(key)
    if option is None:
        return None
    number = whole_number(option.value, DIGITS.most)
    if number is None or (key == "significant" and number == 0):
        raise InputError(f"show: {key} should be {DIGITS.told}", place=option.value.place)
    return number


def _words(problem: Problem, key: str) -> tuple[str, ...]:
    option = problem.show.get(key)
    if option is None:
        return ()
    if isinstance(option.value, Scalar):
        return tuple(option.value.text.split() if key == "expand" else option.value.text.replace(",", " ").split())
    if isinstance(option.value, Mapping):
        raise InputError(f"show: {key} should be a list", place=option.value.place)
    if not all(isinstance(item, Scalar) for item in option.value.items):
        raise InputError(f"show: {key} should be a list of words", place=option.value.place)
    return tuple(item.text for item in option.value.items if isinstance(item, Scalar))
