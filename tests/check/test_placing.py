"""Where the numbers of a page belong, by labels, order and the numbers together; and what is said of mistakes there."""

import json
from pathlib import Path

import pytest
import yaml

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.check.report import write_json
from attncalc.problem.reader import loads

HERE = Path(__file__).parent
FILES = [yaml.safe_load((HERE / name).read_text("utf-8")) for name in ("placing.yaml", "causes/pages.yaml")]
CASES = [{"problem": file.get("problem"), **case} for file in FILES for case in file["cases"]]


def has(claim, values):
    """Whether a claim has all these values; of a list any."""
    return all(claim[name] in (value if isinstance(value, list) else [value]) for name, value in values.items())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_numbers_are_put_where_they_belong(case):
    problems = loads(yaml.safe_dump(case["problem"]))
    claims = json.loads(write_json(check(problems, from_text(case["page"], "page.md"))))["claims"]
    for values in case.get("claims", []):
        assert any(has(claim, values) for claim in claims), (values, claims)
    for values in case.get("none", []):
        assert not any(has(claim, values) for claim in claims), (values, claims)
