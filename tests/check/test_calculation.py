"""What follows from the numbers of a page, whatever stands there."""

from pathlib import Path

import pytest

import attncalc
from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.check import solved

PROBLEMS = Path(__file__).parent.parent.parent / "problems"
KINDS = (
    "basics/entropy",
    "blocks/encoder-layer",
    "blocks/residual",
    "homework/131-online-softmax",
    "homework/161-rope-degrees",
    "linear/gated-linear",
)


@pytest.mark.parametrize("name", KINDS)
def test_minus_infinity_stands_anywhere(name: str):
    """Where a line has no value with it, it stays as it should be."""
    calculation = solved(attncalc.load(PROBLEMS / f"{name}.yaml"))[0]
    for key, line in calculation.truth.items():
        with calculation.working():
            carried = calculation.carried({key: Array([MINUS_INFINITY, *line.flat[1:]], line.shape)})
        assert {one: value.shape for one, value in carried.items()} == {
            one: value.shape for one, value in calculation.truth.items()
        }
