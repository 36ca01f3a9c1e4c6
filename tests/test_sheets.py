"""Statements in twelve languages, and sheets of several exercises: read and marked as a careful person would."""

import json
from pathlib import Path

import pytest
import yaml

from attncalc.check.alone import alone, settle_page
from attncalc.check.check import check_solved
from attncalc.check.handed_in import from_text, handed_in
from attncalc.check.report import write_json
from attncalc.errors import AttncalcError
from attncalc.mechanisms.stated import problems_of
from attncalc.problem.reader import loads
from attncalc.problem.write import written
from attncalc.solve import solve

HERE = Path(__file__).parent / "read"
STATEMENTS = yaml.safe_load((HERE / "statements" / "tried.yaml").read_text("utf-8"))
KEPT = yaml.safe_load((HERE / "statements" / "kept.yaml").read_text("utf-8"))
SHEETS = sorted(path for path in (HERE / "sheets").iterdir() if path.suffix != ".yaml")
LISTED = {"de Token 3 ist aufgefuellt": "Padding"}  # what is not read, and the word that says so
GOOD, BAD = {"right", "rounded", "follows"}, {"wrong", "misshapen", "misread", "missing", "coarse"}


def results(text):
    sheets = [solve(problem) for problem in loads(text)]
    return [(sheet.plan.mechanism.name, sheet[sheet.steps[-1].name].values(decimals=4)) for sheet in sheets]


def is_read(case):
    page = problems_of(case["page"], case.get("file", "page.md"))
    listed = " ".join(f"{item.what} {item.why}" for item in page.all_unread)
    try:
        found = results(written(page)) if page.problems else []
    except AttncalcError as error:
        found = str(error)
    typed = yaml.safe_dump_all(case.get("problems") or [case["problem"]], allow_unicode=True)
    return found == results(typed), listed


@pytest.mark.parametrize("case", STATEMENTS, ids=lambda case: case["name"].replace(" ", "-"))
def test_a_statement_is_read_or_what_is_missing_is_listed(case):
    right, listed = is_read(case)
    assert right or LISTED[case["name"]] in listed, listed
    assert all(word in listed for word in case.get("says", ())), listed


def test_of_statements_that_are_kept_back_nine_of_ten_are_read_and_none_is_silently_wrong():
    found = [is_read(case) for case in KEPT]
    assert sum(right for right, _ in found) >= 18
    assert all(right or listed for right, listed in found)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_every_exercise_of_a_sheet_is_marked_by_itself(path):
    wanted = yaml.safe_load(path.with_suffix(".yaml").read_text("utf-8"))["problems"]
    calculations, work, _ = alone(handed_in(str(path)), lambda problem: problem)
    claims = json.loads(write_json(check_solved(calculations, work)))["claims"]
    assert len(calculations) == len(wanted)
    for number, expected in enumerate(wanted, 1):
        typed = results(yaml.safe_dump(expected["problem"]))
        assert results_of(calculations[number - 1]) == typed
        own = [claim for claim in claims if claim["problem"] == number]
        bad = [claim["written"] for claim in own if claim["verdict"] in BAD]
        assert sum(claim["verdict"] in GOOD for claim in own) >= expected["right"]
        assert set(expected.get("wrong", ())) <= set(bad)
        assert not bad or "wrong" in expected


def results_of(calculation):
    sheet = calculation.sheet
    return [(sheet.plan.mechanism.name, sheet[sheet.steps[-1].name].values(decimals=4))]


OPEN = yaml.safe_load((HERE / "open.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", OPEN, ids=lambda case: case["name"].replace(" ", "-"))
def test_what_a_page_leaves_open_is_what_its_lines_agree_with(case):
    calculations, work, _ = alone(from_text(case["page"], "page.md"), lambda problem: problem)
    report = check_solved(calculations, work)
    options = calculations[0].sheet.plan.problem.options
    assert {key: option.value.text for key, option in options.items()} == case["options"]
    assert (report.status == 0) == case["agrees"]
    assert any("was taken" in note for note in work.notes) == (case["agrees"] and case["options"] != {})


def test_an_option_that_lines_decide_is_written_with_its_reason():
    page = problems_of(OPEN[0]["page"], "page.md")
    settle_page(page)
    assert "# line 1: scale: none: taken, since" in written(page)
    assert "options:\n  scale: none\n" in written(page)


def test_nobody_is_accused_of_what_is_given_again():
    calculations, work, _ = alone(handed_in(str(HERE / "what-if-and-correction.md")), lambda problem: problem)
    report = check_solved(calculations, work)
    assert report.status == 3
    assert [note for note in work.notes if note.startswith("K is given again with other numbers (line 10)")]


def test_what_cannot_be_calculated_is_said_once():
    calculations, work, _ = alone(
        handed_in(str(HERE / "sheets" / "exercises-counting-between.md")), lambda problem: problem
    )
    report = check_solved(calculations, work)
    assert [note[:22] for note in work.notes] == ["Exercise 2 (line 15): "]
    assert "unread" not in {item.verdict for part in report.problems for item in part.judged}
    assert report.status == 3
