"""The sheet of a problem that is known by its sizes alone: it has no lines, and what is asked of it is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from attncalc.arithmetic.base import Arithmetic, arithmetic
from attncalc.arithmetic.digits import Digits
from attncalc.mechanisms.plan import guess
from attncalc.mechanisms.registry import Mechanism, find
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Problem
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.worksheet import Worksheet


@dataclass(frozen=True)
class BySizes:
    """What is known of it; see Planned."""

    problem: Problem
    mechanism: Mechanism
    parts: tuple[str, ...] = ()
    orientation: Orientation = Orientation()  # noqa: RUF009  it is frozen

    @property
    def title(self) -> str:
        """The problem's title, or the mechanism's."""
        return self.problem.title or self.mechanism.title

    @property
    def options(self) -> dict[str, Any]:
        """Sizes alone are counted with."""
        return {}

    def fresh(self, ar: Arithmetic, kind: type[Recorder] = Recorder) -> Recorder:
        """A recorder of nothing."""
        return kind(ar, {}, {}, {})

    def fill(self, w: Recorder) -> None:
        """There is no line."""


def sheet_of(problem: Problem) -> Worksheet:
    """The sheet without lines."""
    plan = BySizes(problem, find(problem.mechanism or guess(problem)))

    def run(precision: int, _: bool) -> tuple[Arithmetic, Recorder]:
        ar = arithmetic("decimal", precision=precision)
        return ar, plan.fresh(ar)

    return Worksheet(plan, run, Digits(4))
