"""Marks, worked out by hand."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from attncalc.check.check import Settings, check_solved, solved
from attncalc.check.claim import At, Cause, Claim, Judged, Written
from attncalc.check.handed_in import from_text
from attncalc.check.marking import marked
from attncalc.check.marks import Rules, shown
from attncalc.check.verdict import Verdict
from attncalc.errors import InputError
from attncalc.problem.reader import loads
from attncalc.reading.number import read_number

CASES = yaml.load((Path(__file__).parent / "marks.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
PROBLEM = "Q: [[1, 0, 2, 1]]\nK: [[1, 1, 0, 1], [0, 1, 1, 2]]\nV: [[2, 3, 1, 0], [4, 2, 1, 1]]\nmarks: %s\n"
WORTH = {"S": "4", "A": "4", "O": "2"}
HEADS = (
    "X: [[1, 0, 1, 1], [0, 1, 1, 2], [1, 1, 0, 1]]\nmechanism: multi-head\noptions: {heads: 2}\nmarks: {S: 6}\n"
    + "".join(f"W{name}: identity\n" for name in "qkv")
)


def flow(entries):
    return "{" + ", ".join(f"{key}: {value}" for key, value in entries.items()) + "}"


def rules_of(case):
    texts = case.get("rules", {})
    return Rules(Fraction(texts.get("follow", 1)), whole="whole" in texts)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_marks(case):
    calculations = solved(
        loads(
            PROBLEM % flow(case.get("worth", WORTH))
            + f"deductions: {flow(case.get('deductions', {}))}\n{case.get('more', '')}\n"
        )
    )
    answers = flow({key: f"[{', '.join(row)}]" for key, row in case["answers"].items()})
    (part,) = check_solved(
        calculations, from_text(f"answers: {answers}", "a.yaml"), Settings(rules=rules_of(case))
    ).problems
    assert {step.step: step.marks for step in part.marks.steps} == {
        step: Fraction(marks) for step, marks in case["marks"].items()
    }
    assert part.marks.total == sum(map(Fraction, case["marks"].values()))


def judged(key, row, column, verdict, **more):
    number = read_number(more.pop("text", f"{row}{column}"))
    claim = Claim(0, At(key, row, column), Written(number.text, number), **more.pop("claim", {}))
    return Judged(claim, Verdict(verdict), **more)


def score(*items, worth="{S: 4}", problem=PROBLEM):
    (calculation,) = solved(loads(problem % worth if "%" in problem else problem))
    return marked(calculation, items).total


def test_the_last_writing_counts():
    first, last = judged("S", 1, 1, "wrong"), judged("S", 1, 1, "right")
    assert score(first, last) == 2
    assert score(last, first) == 0


def test_a_copy_of_ones_own_wrong_number_stays_wrong():
    first, copy = judged("S", 1, 1, "wrong"), judged("S", 1, 1, "follows")
    assert score(first, copy, judged("S", 1, 2, "right")) == 2
    assert score(judged("S", 1, 1, "wrong", text="9"), copy, judged("S", 1, 2, "right")) == 4
    assert score(judged("S", 1, 1, "wrong", text="1.349"), judged("S", 1, 1, "follows", text="1.35")) == 0


@pytest.mark.parametrize("aside", [{"struck": True}, {"repeat": True}, {"term": 1, "factor": 2}, {"term": 1}])
def test_what_is_no_answer_gets_and_costs_nothing(aside):
    assert score(judged("S", 1, 1, "right"), judged("S", 1, 1, "wrong", claim=aside)) == 2
    assert score(judged("S", 1, 1, "right", claim=aside)) == 0


def test_a_blank_does_not_take_back_what_was_written():
    assert score(judged("S", 1, 1, "right"), judged("S", 1, 1, "missing")) == 2


def test_a_misread_number_is_right():
    assert score(judged("S", 1, 1, "misread"), judged("S", 1, 2, "unread")) == 2


def variant(key):
    items = [judged(key, i, j, "wrong", cause=Cause("no-scaling", "…")) for i in (1, 2, 3) for j in (1, 2, 3)]
    return [*items]


def test_a_step_of_several_heads_is_one_and_a_cause_costs_once():
    # 6 marks for the scores of two heads, of 3×3 each: in the first half of 3 for the method, in the second all 3.
    assert score(*variant("S_1"), *variant("S_2"), problem=HEADS) == Fraction(3, 2) + 3
    assert score(*variant("S_1"), problem=HEADS) == Fraction(3, 2)


def test_slips_cost_one_by_one():
    slips = [judged("S_1", 1, j, "wrong", cause=Cause(name, "…")) for j, name in ((1, "sign-lost"), (2, "term-lost"))]
    assert score(*slips, *(judged("S_1", 1, j, "right") for j in (3,)), problem=HEADS) == Fraction(6, 18)


def test_marks_are_shown_with_two_decimals_at_most():
    assert [shown(Fraction(text)) for text in ("4", "5/2", "7/3", "0", "100")] == ["4", "2.5", "2.33", "0", "100"]


def test_heads_set_side_by_side_have_marks_only_where_they_are_written():
    problem = HEADS.replace("marks: {S: 6}\n", "") + "Wo: identity\n"
    (calculation,) = solved(loads(problem))
    steps = {step.step for step in marked(calculation, [judged("MH", 1, 1, "right")]).steps}
    assert ("C" in steps, "MH" in steps) == (False, True)
    assert "C" in {step.step for step in marked(calculation, [judged("C", 1, 1, "wrong")]).steps}


def test_a_mistake_that_there_is_not():
    with pytest.raises(InputError, match="there is no mistake no-scalin") as error:
        solved(loads(PROBLEM % "{A: 1}" + "deductions: {no-scalin: 1}\n"))
    assert "no-scaling" in str(error.value)


def test_what_only_proves_a_line_has_no_marks():
    (calculation,) = solved(loads("mechanism: softmax\ne: [1, 2, 0.5]\n"))
    steps = [step.step for step in marked(calculation, [judged("alpha", 1, 1, "right")]).steps]
    assert "alpha" in steps
    assert "alpha_sum" not in steps


def test_two_rows_that_a_slip_made_alike_are_followed_and_so_is_what_sets_heads_side_by_side():
    (calculation,) = solved(loads(HEADS.replace("marks: {S: 6}\n", "").replace("[1, 1, 0, 1]]", "[0, 0, 1, 1]]")))
    rows = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))
    followed = [judged(key, *place, "follows", text=f"0.{place[1]}") for key in ("O_1", "O_2") for place in rows]
    beside = [judged("C", row, column, "follows", text=f"0.{column}") for row in (1, 2, 3) for column in (1, 2, 3, 4)]
    given = {step.step: step.marks for step in marked(calculation, [*followed, *beside]).steps}
    assert given["C"] == 1


def test_a_mistake_in_two_lines_without_marks_costs_once():
    cause = Cause("no-scaling", "…")
    lines = [judged(key, 1, j, "wrong", cause=cause) for key in ("S_scaled", "E") for j in (1, 2)]
    follow = [judged("A", 1, j, "follows") for j in (1, 2)]
    assert score(*lines[:2], *follow, worth="{A: 4}") == 2  # half for the method, as in A itself
    assert score(*lines, *follow, worth="{A: 4}") == 2


def test_a_slip_beside_a_mistake_of_method_costs_only_itself():
    # Of 3 marks for the scores of head 1, 9 entries: half of each but of the one with the slip.
    slip = judged("S_1", 3, 3, "wrong", cause=Cause("sign-lost", "…"))
    assert score(*variant("S_1")[:8], slip, problem=HEADS) == Fraction(3, 9) * 8 / 2
