"""Printed numbers of random problems: every digit, every zero that is left out and every ? against mpmath."""

from collections import Counter

import pytest
from against_mpmath import compared, judged
from truth import DIGITS, expected, mp

SHARES = 4
NUMBERS = 5000  # of each share


@pytest.fixture(autouse=True)
def digits():
    """As many digits as the truth has, whatever other tests calculate with."""
    with mp.workdps(DIGITS):
        yield


@pytest.mark.parametrize("share", range(SHARES))
def test_every_printed_number(share):
    found, seed = Counter(), share - SHARES
    while found.total() < NUMBERS:
        seed += SHARES
        for line, printed, right, _ in compared(seed):
            verdict = judged(printed, right)
            assert verdict != "wrong", f"seed {seed}: {line}: {printed}, should be {right}"
            found[verdict] += 1
    assert found["right"] > 0.99 * NUMBERS


@pytest.mark.parametrize(
    ("value", "decimals", "significant", "text"),
    [
        ("0.5", 4, None, "0.5"),
        ("-2.00005", 4, None, "-2.0001"),
        ("1.2e-9", 4, None, "1.2e-9"),
        ("0", 4, None, "0"),
        ("3000000000000001", None, 9, "3.00000000e+15"),
        ("3e15", None, 9, "3e+15"),
        ("0.99996", None, 4, "1.000"),
        ("123456", None, 3, "1.23e+5"),
        ("2", None, 3, "2"),
        ("0.4", 0, None, "4.0e-1"),
    ],
)
def test_the_truth_prints_as_the_readme_says(value, decimals, significant, text):
    assert expected(mp.mpf(value), decimals, significant) == text


@pytest.mark.parametrize(
    ("printed", "verdict"), [("0.52", "right"), ("0.5200", "unproven"), ("0.5?", "open"), ("0.53", "wrong")]
)
def test_judging(printed, verdict):
    assert judged(printed, "0.52") == verdict
