"""Letters, sizes and other numbers that a printed paper asks for beside the lines of its work."""

from pathlib import Path

import pytest
import yaml

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text

TOLD = yaml.safe_load(Path(__file__).with_suffix(".yaml").with_stem("asked").read_text("utf-8"))
NOT_RIGHT = ("wrong", "missing", "unread", "coarse", "misread")


@pytest.mark.parametrize("case", TOLD["cases"], ids=str)
def test_what_is_filled_in_is_marked_and_nothing_that_is_printed(case):
    page = TOLD["page"].format(**{**TOLD["right"], **case})
    report = check(attncalc.loads(TOLD["problem"]), from_text(page, "paper.md"))
    assert (report.total, report.of, report.open) == (case["marks"], 12, case.get("open", 0))
    assert report.status == case["status"]
    found = {
        verdict: [item.claim.asked.key for _, item in report.claims() if item.verdict == verdict]
        for verdict in NOT_RIGHT
    }
    assert found == {verdict: case.get(verdict, []) for verdict in NOT_RIGHT}


def test_what_is_not_on_the_page_stays_open():
    report = check(attncalc.loads(TOLD["problem"]), from_text("A = 0.25 0.75; 0.5 0.5\n", "page.md"))
    assert (report.total, report.of, report.open, report.status) == (0, 12, 12, 3)
