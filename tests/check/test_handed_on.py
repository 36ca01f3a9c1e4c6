"""Questions that take a line from an earlier one: who has other numbers there goes on with these, and it costs once."""

from pathlib import Path

import pytest
import yaml

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text

TOLD = yaml.safe_load(Path(__file__).with_name("handed_on.yaml").read_text("utf-8"))


def typed(case):
    return "\n---\n".join(f"alpha: {case[name].replace('|', '')}" for name in ("first", "second", "third"))


@pytest.mark.parametrize("form", ["page", "typed"])
@pytest.mark.parametrize("case", TOLD["cases"], ids=str)
def test_what_follows_from_an_earlier_question_is_credited(case, form):
    if form == "typed" and "said" in case:
        pytest.skip("typed answers say nothing beside them")
    page = TOLD["page"].format(**{"said": "", **case})
    answer = from_text(page, "page.md") if form == "page" else from_text(typed(case), "answers.yaml")
    report = check(attncalc.loads(TOLD["problem"]), answer)
    found = [
        {str(item.verdict) for item in part.judged if item.claim.at and item.claim.at.key == "alpha"}
        for part in report.problems
    ]
    assert (found, report.total) == ([{verdict} for verdict in case["verdicts"]], case["marks"])


def test_a_question_may_be_checked_without_the_one_before():
    (_, second, _) = attncalc.loads(TOLD["problem"])
    assert check([second], from_text("alpha: 0.3775 0.6225", "answers.yaml")).status == 0
