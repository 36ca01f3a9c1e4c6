"""The collection of homework problems: every number has a row that says what became of it."""

import re
from pathlib import Path

import pytest
import yaml

from attncalc.mechanisms.registry import PLACES

ROOT = Path(__file__).parent.parent
ROWS = yaml.load((ROOT / "tests" / "homework.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)


def files(row):
    """The problem files of a row: one, several or none."""
    named = row.get("problem", [])
    return named if isinstance(named, list) else [named]


def test_every_number_has_a_row():
    assert len(ROWS) == 116
    assert list(ROWS) == sorted(ROWS)


def test_every_problem_has_a_row_under_its_number():
    there = {path.stem for path in (ROOT / "problems" / "homework").glob("*.yaml")}
    assert there == {name for row in ROWS.values() for name in files(row)}
    assert all(name.startswith(f"{number}-") for number, row in ROWS.items() for name in files(row))


@pytest.mark.parametrize("number", ROWS)
def test_what_became_of_it(number):
    row = ROWS[number]
    assert row.keys() <= {"status", "problem", "needs", "parts", "why"}
    for name in files(row):
        case = yaml.load((ROOT / "tests" / "cases" / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
        assert case["problem"] == f"problems/homework/{name}.yaml"
    match row["status"]:
        case "solved":
            assert files(row)
        case "not-yet":
            assert set(row["needs"]) - PLACES.keys(), "all that it needs has come: solve it"
            assert all(re.fullmatch("[a-z]+(-[a-z]+)*", need) for need in row["needs"])
            assert bool(files(row)) == ("parts" in row)
            assert row["why"]
        case status:
            assert status == "never"
            assert row["why"]
