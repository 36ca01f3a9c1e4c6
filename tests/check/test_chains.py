"""Calculations without a problem: what is not true in them, and where they go wrong first."""

import json
import re
from pathlib import Path

import pytest
import yaml

from attncalc.cli.help import about

HERE = Path(__file__).parent
CASES = yaml.load((HERE / "chains.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
# Of the multi-step arithmetic in BIG-Bench-Mistake (Tyen et al. 2023, Apache 2.0): the first 40 whose label and answer
# key agree with each other, as they stand there.
PUBLIC = [json.loads(line) for line in (HERE / "chains.jsonl").read_text("utf-8").splitlines()]


def found(run, name, text):
    """The calculations of a file with this text, as JSON, and how the command ends."""
    Path(name).write_text(text, "utf-8")
    code, out, err = run("check", "--chains", name, "--format", "json")
    assert err == ""
    return code, json.loads(out)["calculations"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_what_is_not_true(case, run):
    name, text = ("page.md", case["page"]) if "page" in case else ("sums.jsonl", json.dumps(case))
    code, (said,) = found(run, name, text)
    places = ("line", "column") if "page" in case else ("step", "column")
    untrue = [[one[key] for key in (*places, "left_value", "right_value")] for one in said["found"]]
    assert (code, untrue) == (int(bool(case["untrue"])), case["untrue"])
    if "page" not in case:
        assert said["first"] == case.get("first")
    assert {one["kind"] for one in said["found"]} <= {"value", "between", "formula"} | {case.get("kind", "value")}
    assert said["compared"] == case.get("compared", said["compared"])


def test_the_first_mistake_of_public_calculations(run):
    code, said = found(run, "public.jsonl", "\n".join(map(json.dumps, PUBLIC)))
    assert code == 1
    assert [one["first"] for one in said] == [one["mistake_index"] for one in PUBLIC]
    assert [one["line"] for one in said] == list(range(1, 41))


def test_its_help_prints_what_is_printed(run):
    shown = re.search(r"`sums.jsonl`:\n\n```json\n(.*?)```.*?```\n(.*?)```", about("calculations"), re.DOTALL)
    steps, printed = shown.groups()
    Path("sums.jsonl").write_text(steps, "utf-8")
    assert run("check", "--chains", "sums.jsonl") == (1, printed, "")
