"""Many problems with a way back, each from where its own begins."""

import json
from pathlib import Path

import pytest

PROBLEM = "Q: 1 0; 0 1\nK: 1 1; 0 1\nV: 1 2; 3 4\noptions: {{scale: none, tokens: rows}}\nbackward: {{dO: {} 0; 0 1}}\n"


@pytest.mark.parametrize("arguments", [(), ("--decimals", "3")])
def test_each_problem_begins_where_it_says(run, arguments):
    Path("problems.yaml").write_text("---\n".join(PROBLEM.format(k) for k in range(1, 6)), "utf-8")
    assert run("batch", "problems.yaml", "-o", "found.jsonl", *arguments)[0] == 0
    lines = [json.loads(line)["steps"]["dV"][0][0] for line in Path("found.jsonl").read_text("utf-8").splitlines()]
    assert [float(entry) for entry in lines] == pytest.approx([k * 0.7310586 for k in range(1, 6)], abs=1e-3)
