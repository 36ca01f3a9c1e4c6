"""Counts that students write: read as people write them, and judged to the digits that are there."""

from pathlib import Path

import pytest
import yaml

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.errors import InputError
from attncalc.problem.reader import loads

CASES = yaml.safe_load((Path(__file__).parent / "answers.yaml").read_text("utf-8"))
PROBLEM = """
mechanism: multi-head
given: [X, Wq, Wk, Wv, Wo]
options: {{n: 1024, d_model: 768, heads: 12}}
asks: [{{count: {0}, dtype: bf16}}]
"""


@pytest.mark.parametrize("case", CASES, ids=[case["page"] for case in CASES])
def test_counts_are_judged(case):
    (name,) = case.keys() - {"page"}
    report = check(loads(PROBLEM.format(name)), from_text(f"# Homework\n\n{case['page']}\n", "page.md"))
    (judged,) = report.problems[0].judged
    assert str(judged.verdict) == case[name]


def test_beside_lines_that_are_worked_out():
    problem = "Q: 1 0\nK: 1 0; 0 1\nV: 1; 2\noptions: {scale: none}\nasks: [{count: FLOPs, marks: 2}]\n"
    page = "S = [1 0]\n\nA = [0.7311 0.2689]\n\nO = [1.2689]\n\nFLOPs: 12\n"
    report = check(loads(problem), from_text(page, "page.md"))
    assert {str(judged.verdict) for judged in report.problems[0].judged} == {"right"}
    assert report.problems[0].marks.steps[-1].marks == 2


def test_a_type_of_numbers_that_there_is_not_is_refused_where_it_stands():
    problems = loads(PROBLEM.format("KV cache").replace("bf16", "bf61"))
    with pytest.raises(InputError, match="there is no type of numbers bf61") as error:
        check(problems, from_text("KV cache: 2 B\n", "page.md"))
    assert error.value.place == problems[0].asks[0].place is not None


def test_what_nobody_counts_is_refused():
    with pytest.raises(InputError, match="layers is not counted"):
        check(loads(PROBLEM.format("layers")), from_text("layers: 2\n", "page.md"))


@pytest.mark.parametrize("name", ["parameters", "Anzahl der Parameter", "Parameters"])
def test_typed_under_the_name_or_what_it_is_called(name):
    report = check(loads(PROBLEM.format("parameters")), from_text(f"{name}: 2,36 Mio.\n", "answers.yaml"))
    assert [str(judged.verdict) for judged in report.problems[0].judged] == ["right"]
