"""How one person works: what is rounded, what is written at all, and how many decimals."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "bench"))
by_hand = import_module("by_hand")
bench_habits = import_module("habits")

DETAILS = by_hand.DETAILS


@dataclass(frozen=True, slots=True)
class Habit(by_hand.Habit):
    """A habit of working by hand; `exact` keeps all digits of what is a short decimal anyway, up to the scores.

    `form` leaves exact forms in the place of decimals: n/√d for scaled scores (n√d/d where they are made `rational`),
    e^a/(e^a + e^b) for weights.
    """

    exact: bool = False
    form: bool = False
    rational: bool = False
    places: int = 3


FIELDS = ("guard", "cut", "divisor", "exponentials", "left_out", "in_head", "short")


def any_habit(numbers: random.Random, **fixed: object) -> Habit:
    """A habit at random, with some of its fields as a style needs them."""
    drawn = bench_habits.any_habit(numbers)
    habit = Habit(**{name: getattr(drawn, name) for name in FIELDS})
    habit = replace(habit, exact=numbers.random() < 0.6, places=numbers.choice((2, 3, 3, 3, 4)))
    if numbers.random() < 0.3:  # most people write every line
        habit = replace(habit, left_out=numbers.choice((DETAILS, frozenset({"Z"}), frozenset())))
    return replace(habit, **fixed)


def on_a_computer(numbers: random.Random, **fixed: object) -> Habit:
    """All digits are kept and some are printed."""
    return Habit(places=numbers.choice((3, 4, 4)), **fixed)


def in_exact_forms(numbers: random.Random, **fixed: object) -> Habit:
    """Roots and exponentials are left as they are; only the output is a decimal."""
    rational = numbers.random() < 0.4
    return Habit(exact=True, form=True, rational=rational, places=numbers.choice((3, 4)), left_out=DETAILS, **fixed)
