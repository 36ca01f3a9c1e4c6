"""Honest habits of working by hand are never called wrong, and slips hardly ever pass."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "bench"))
habits = import_module("habits")


def said(found):
    return [(sheet.problem, sheet.habit, place, verdict.claim.written.text) for sheet, place, verdict in found]


@pytest.mark.parametrize("habit", habits.HABITS)
def test_an_honest_habit_is_not_called_wrong(habit):
    entries, alarms = habits.of_habit(habits.HABITS[habit], 15, f"suite {habit}")
    assert entries > 200
    assert not said(alarms)


@pytest.mark.parametrize("slip", habits.SLIPS)
def test_slips_are_called_wrong(slip):
    slip_of, _ = habits.SLIPS[slip]
    entries, passed = habits.of_slip(slip_of, 25, f"suite {slip}")
    assert entries >= 20
    assert len(passed) <= 2, said(passed)
