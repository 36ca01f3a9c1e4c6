"""Published solutions, judged as typed answers, against what an independent computation found of each."""

from collections import Counter

import published
import pytest
from published import CALLED, CASES

WRONG = [number for number, case in CASES.items() if case["status"] == "wrong" and case["values"]]
STATUSES = {"all_right": 74, "right_up_to_rounding": 15, "wrong": 16}


def test_every_published_solution_is_here():
    assert Counter(case["status"] for case in CASES.values()) == STATUSES


@pytest.mark.parametrize("number", CASES)
def test_verdicts_are_those_of_the_independent_computation(number):
    found = published.disagreements(number)
    if reason := CASES[number].get("known"):
        assert found, f"no longer so, take it out: {reason}"
    else:
        assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("number", WRONG)
def test_the_first_wrong_number_is_called_wrong(number):
    first = [finding for finding in published.findings(number) if finding.is_first]
    assert [finding.judged.verdict in CALLED for finding in first] == [True]
