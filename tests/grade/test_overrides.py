"""The assistant has the last word. SLIP has S₁₂ wrong, all else follows: 1 + 2 + 2 marks."""

from pathlib import Path

import pytest


@pytest.fixture
def ben(grade):
    grade.hand_in("ben.yaml", grade.slip)
    return grade


def test_a_template_is_written_once_and_decides_nothing(ben):
    ben()
    template = ben.read("overrides.yaml")
    assert all(line.startswith("#") for line in template.splitlines())
    ben.override(template + "# mine\n")
    status, out, _ = ben()
    assert (status, out.splitlines()[1:]) == (0, ["nothing changed"])
    assert ben.read("overrides.yaml") == template + "# mine\n"


def test_what_the_template_shows_can_be_decided(ben):
    from attncalc.grade.overrides import TEMPLATE

    shown = TEMPLATE.split("about:\n#\n")[1].replace("\n# ", "\n")[2:]
    ben.override(shown)
    status, _, err = ben()
    assert (status, err) == (0, "")


@pytest.mark.parametrize(
    "about", ["step: S, row: 1, col: 2", "line: 2, column: 8", "file: ben.yaml, line: 2, column: 8"]
)
def test_a_verdict_on_one_number(ben, about):
    ben.override(f"- {{student: ben, {about}, verdict: right, reason: the copy was bad}}\n")
    ben()
    row = ben.summary()["ben"]
    assert (row["marks"], row["wrong"], row["first mistake"]) == ("6", "0", "")
    assert "the copy was bad" in ben.read("feedback/ben.md")
    assert "the copy was bad" in ben.read("gradescope/ben/results.json")


def test_marks_of_an_entry(ben):
    ben.override("- {student: ben, step: S, row: 1, col: 2, marks: 0.5, reason: half of it}\n")
    ben()
    row = ben.summary()["ben"]
    assert (row["S"], row["marks"], row["wrong"]) == ("1.5", "5.5", "1")


def test_marks_of_a_step_and_of_everything(ben):
    ben.override("- {student: ben, step: O, marks: 1/2, reason: guessed}\n")
    ben()
    assert (ben.summary()["ben"]["O"], ben.marks()) == ("0.5", {"ben": "3.5"})
    ben.override("- {student: ben, step: O, marks: 1/2, reason: guessed}\n- {student: ben, marks: 4, reason: late}\n")
    ben()
    assert (ben.summary()["ben"]["O"], ben.marks()) == ("0.5", {"ben": "4"})
    feedback = ben.read("feedback/ben.md")
    assert ("guessed" in feedback, "late" in feedback) == (True, True)


def test_marks_for_what_could_not_be_read(ben):
    ben.hand_in("ben.yaml", "[")
    ben.override("- {student: ben, marks: 3, reason: on paper}\n")
    status, out, _ = ben()
    row = ben.summary()["ben"]
    assert (status, row["marks"], row["of"], row["status"]) == (0, "3", "6", "decided by hand")
    assert "on paper" in ben.read("feedback/ben.md")
    assert "1 marked:" in out


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        ("student: eva, step: O, marks: 1", "eva is not among the submissions"),
        ("student: ben, step: S, row: 2, col: 1, verdict: right", "ben, S[2,1]: no number stands there"),
        ("student: ben, line: 7, verdict: right", "ben, line 7: no number stands there"),
        ("student: ben, line: 2, verdict: right", "ben, line 2: 2 numbers stand there; say which"),
        ("student: ben, file: other.md, line: 2, column: 8, verdict: right", "no number stands there"),
        ("student: ben, step: Wq, marks: 1", "ben, Wq: no step of this name has marks"),
        ("student: ben, problem: 2, marks: 1", "ben, problem 2: there is no such problem"),
    ],
)
def test_a_decision_that_finds_nothing_is_said(ben, decision, why):
    ben.override(f"- {{{decision}, reason: so}}\n")
    status, out, _ = ben()
    assert (status, ben.marks()) == (0, {"ben": "5"})
    assert out.splitlines()[-1].startswith("without effect: results/overrides.yaml:1:3: ")
    assert why in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {student: ben, step: S, row: 1, col: 2, verdict: right}", "this decision has no reason"),
        ("- {step: O, marks: 1, reason: so}", "this decision has no student"),
        ("- {student: ben, step: S, row: 1, col: 2, verdict: fine, reason: so}", "there is no verdict fine"),
        ("- {student: ben, step: S, row: 1, verdict: right, reason: so}", "an entry has a row and a col"),
        ("- {student: ben, row: 1, col: 1, verdict: right, reason: so}", "row and col belong to a step"),
        ("- {student: ben, verdict: right, reason: so}", "a verdict is about one number"),
        ("- {student: ben, step: O, reason: so}", "either a verdict or marks"),
        ("- {student: ben, step: O, marks: -1, reason: so}", "marks should be a number from 0, not -1"),
        ("- {student: ben, step: O, marks: 1/0, reason: so}", "marks should be a number from 0, not 1/0"),
        ("- {student: ben, step: O, marks: many, reason: so}", "marks should be a number from 0, not many"),
        ("- {student: ben, line: 0, verdict: right, reason: so}", "line should be a number from 1"),
        ("- {student: ben, step: O, line: 1, marks: 1, reason: so}", "a line, or a step, not both"),
        ("- {student: ben, column: 1, marks: 1, reason: so}", "file and column belong to a line"),
        ("- {student: ben, mark: 1, reason: so}", "a decision has no mark"),
        ("- {student: [ben], marks: 1, reason: so}", "student should be one value"),
        ("student: ben", "decisions are a list"),
        ("- ben", "a decision names a student"),
        ("- {student: ben, marks: 1, reason: so", "this is not YAML"),
    ],
)
def test_a_bad_decision_is_one_message_and_nothing_is_written(ben, text, message):
    ben.override(f"{text}\n")
    status, out, err = ben()
    assert (status, out) == (2, "")
    assert "results/overrides.yaml:" in err
    assert message in err
    assert [path.name for path in Path("results").iterdir()] == ["overrides.yaml"]


def test_of_several_decisions_on_one_number_the_last_counts(ben):
    about = "student: ben, step: S, row: 1, col: 2"
    ben.override(f"- {{{about}, verdict: right, reason: once}}\n- {{{about}, verdict: wrong, reason: then}}\n")
    ben()
    assert ben.marks() == {"ben": "5"}
    assert "then" in ben.read("feedback/ben.md")


def test_a_verdict_and_marks_for_one_number(ben):
    about = "student: ben, step: S, row: 1, col: 2"
    ben.override(f"- {{{about}, verdict: misread, reason: smudged}}\n- {{{about}, marks: 0.25, reason: but late}}\n")
    ben()
    row = ben.summary()["ben"]
    assert (row["misread"], row["S"]) == ("1", "1.25")
    assert all(reason in ben.read("feedback/ben.md") for reason in ("smudged", "but late"))


def test_a_reason_is_read_even_where_nothing_was_answered(grade):
    Path("second.yaml").write_text(grade.problem, "utf-8")
    grade.hand_in("ben.yaml", "- {S: 1 0}\n")
    grade.override("- {student: ben, problem: 2, marks: 1, reason: told me}\n- {student: ben, marks: 3, reason: all}\n")
    grade.run("grade", "problem.yaml", "second.yaml", "subs", "-o", "results")
    assert grade.marks() == {"ben": "3"}
    assert all(reason in grade.read("feedback/ben.md") for reason in ("told me", "all"))
