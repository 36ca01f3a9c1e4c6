"""Causes: each row of the table is found in what somebody writes who makes that mistake, and chance is not named."""

from functools import cache
from pathlib import Path

import pytest
import yaml

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Calculation
from attncalc.check.causes import TABLE, mistakes, named
from attncalc.check.claim import At, Claim, Written
from attncalc.check.judge import judge
from attncalc.problem.reader import loads
from attncalc.reading.number import read_number
from attncalc.solve import solve

FOLDER = Path(__file__).parent / "causes"
PROBLEMS = yaml.safe_load((FOLDER / "problems.yaml").read_text("utf-8"))


def read(name):
    cases = yaml.safe_load((FOLDER / name).read_text("utf-8"))
    return [pytest.param(case, id=f"{case['cause']}-{case['line']}") for case in cases]


METHOD, SLIPS, NONE = (read(f"{name}.yaml") for name in ("method", "slips", "none"))
EVERY = [param.values[0] for param in (*METHOD, *SLIPS)]


@cache
def calculation(name):
    return Calculation(solve(loads(PROBLEMS[name])[0]))


def claims(case):
    """The claims of a case: its lines one after another, tokens in rows; `~` before a number strikes it out."""
    for writing, (key, text) in enumerate(case["written"].items()):
        rows = [row.split() for row in text.split(";")]
        for i, row in enumerate(rows, 1):
            for j, word in enumerate(row, 1):
                yield from claim(At(key, i, j), word, writing)


def claim(at, word, writing):
    """An entry that is written, after one that is struck out (`2.7~3.1`); `_` is none."""
    *struck, last = word.split("~")
    for text in struck:
        yield Claim(0, at, Written(text, read_number(text)), writing, struck=True)
    if last != "_":
        yield Claim(0, at, Written(last, read_number(last)), writing)


def found(case):
    """What is wrong in the line that a case is about."""
    sheet = calculation(case["problem"])
    judged = named(sheet, judge(sheet, list(claims(case))))
    assert {each.claim.at.key for each in judged if each.verdict == "wrong"} == {case["line"]}
    wrong = [each for each in judged if each.verdict == "wrong" and not each.claim.struck]
    place = case.get("at")
    return [each for each in wrong if place in (None, [each.claim.at.row, each.claim.at.column])]


@pytest.mark.parametrize("case", METHOD)
def test_a_mistake_of_method_is_named_on_every_entry_that_it_changes(case):
    wrong = found(case)
    causes = {id(each.cause): each.cause for each in wrong}
    assert [cause and cause.name for cause in causes.values()] == [case["cause"]]
    assert all(each.also == wrong[0].also for each in wrong)
    assert set(case.get("also", [])) <= {cause.name for cause in wrong[0].also}
    assert wrong[0].cause.says == case.get("says", wrong[0].cause.says)


@pytest.mark.parametrize("case", SLIPS)
def test_a_slip_is_named_with_its_numbers(case):
    (wrong,) = found(case)
    assert wrong.cause is not None
    assert (wrong.cause.name, [cause.name for cause in wrong.also]) == (case["cause"], case.get("also", []))
    assert wrong.cause.says == case["says"]


@pytest.mark.parametrize("case", NONE)
def test_what_only_chance_explains_is_not_named(case):
    assert {each.cause and each.cause.name for each in found(case)} == {case["cause"] or None}


def test_every_row_of_the_table_has_a_case():
    assert {row.name for row in TABLE} - {case["cause"] for case in EVERY} - {"follows-from-nothing"} == set()


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_every_row_says_what_it_is_and_where_it_was_seen(row):
    assert row.says.endswith(".")
    assert row.source
    assert row.name == row.name.lower().replace(" ", "-")


def test_right_numbers_have_no_cause():
    case = {"written": {"S": "2.7 -0.2 1.9; -0.65 -0.9 0.55; 1.7 -1.88 3.06"}}
    sheet = calculation("plain")
    assert all(each.cause is None for each in named(sheet, judge(sheet, list(claims(case)))))


def test_mistakes_give_the_values_of_a_line_under_each_mistake():
    values = {cause.name: value for cause, value in mistakes(calculation("plain"), "S_scaled")}
    assert values["no-scaling"].rows[0] == calculation("plain").truth["S"].rows[0]


def test_a_root_that_was_rounded_early_is_remarked_once_and_no_mistake():
    case = {
        "written": {
            "S": "2.7 -0.2 1.9; -0.65 -0.9 0.55; 1.7 -1.88 3.06",
            "S_scaled": "1.929 -0.143 1.357; -0.464 -0.643 0.393; 1.214 -1.343 2.186",
        }
    }
    sheet = calculation("plain")
    judged = [each for each in named(sheet, judge(sheet, list(claims(case)))) if each.claim.at.key == "S_scaled"]
    assert {(each.verdict, each.cause and each.cause.name) for each in judged} == {("rounded", "root-rounded")}
    (note,) = (each.note for each in judged if each.note)
    assert note == "√d_k = √2 was rounded to 1.4 before it was used. That moves O₃₅ by 0.0089."


def test_a_mistake_that_was_made_before_needs_no_second_number():
    case = {"problem": "out-in", "line": "K_2", "written": {"Q_1": "5; 6", "K_2": "3; 3"}}
    sheet = calculation("out-in")
    judged = named(sheet, judge(sheet, list(claims(case))))
    assert [each.cause and each.cause.name for each in judged] == ["weights-transposed"] * 3 + [None]


def test_what_has_no_value_with_a_hidden_sum_stands_as_it_was():
    sheet = calculation("plain")
    hidden = sheet.truth["Z"].map(lambda _: MINUS_INFINITY)
    assert sheet.line("A", {**sheet.truth, "Z": hidden}) is None
