"""Every mechanism has the gradients that it should have, by the definition of a derivative."""

from pathlib import Path

import pytest
from differences import all_three
from flint import arb

from attncalc.mechanisms.places import PLACES
from attncalc.mechanisms.plan import plan
from attncalc.problem.reader import load
from attncalc.worksheet.backward.rules import NO_DERIVATIVE, RULES
from attncalc.worksheet.operations import MIRROR, OPERATIONS
from attncalc.worksheet.returning import RETURNING

ROOT = Path(__file__).parents[2]
FILES = [
    path for path in sorted(ROOT.glob("problems/*/*.yaml")) if path.parent.name not in ("homework", "chains", "sizes")
]
# Where a number jumps with what is given, or the slope at what is given is −∞: p ln p at 0.
WITHOUT = {("entropy", 1), ("guided-attention", 2)}


def problems(path):
    """The problems of a file by their mechanism, and by their number in the file."""
    for number, problem in enumerate(load(path)):
        name = plan(problem, partial=True).mechanism.name
        if (name, number) not in WITHOUT:
            yield name, problem


@pytest.mark.sweep
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_gradients_are_quotients_of_differences(path):
    for _, problem in problems(path):
        quotient, slope, around = all_three(problem)
        assert abs(quotient - slope) <= arb("1e-30") * (1 + abs(slope))
        assert around is None or around.overlaps(quotient)


def test_every_mechanism_is_among_them():
    assert {name for path in FILES for name, _ in problems(path)} == set(PLACES)


def test_every_operation_has_a_rule_or_a_reason():
    """Those that only print what stands turned, or that gradients themselves are made of, need none."""
    printed = {*MIRROR, *MIRROR.values(), "looked up anywhere down"}
    assert set(OPERATIONS) - printed - {*RETURNING, "rule", "sign", "GELU'", "GELU_tanh'"} <= {*RULES, *NO_DERIVATIVE}
    assert not {*RULES} & {*NO_DERIVATIVE}
