"""What is asked can be answered, and does not answer itself: formulas, blanks, letters."""

import re
from itertools import chain

import pytest
from questions import choices, drawn, markdown, parts

import attncalc
from attncalc.render.exam.papers import student_paper
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look


def test_so_many_entries_are_left_open():
    item = {"kind": "blanks", "mechanism": "self-attention", "ask": ["A", "O"], "blanks": 4}
    assert list(map(opened, parts(drawn(item, "1")[1]))) == [4, 4]
    all_open = {"kind": "blanks", "mechanism": "softmax", "sizes": {"n": 1, "m": 2}, "blanks": 2}
    assert list(map(opened, parts(drawn(all_open, "1")[1]))) == [2]


def opened(part):
    return sum(field is not None for field in chain(*part.fields))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"mask": "causal"}, {"tokens": "columns"}], ids=str)
def test_no_weight_is_given_away_by_the_others_of_its_row(count, options):
    """1 − the rest is what a single blank would be, what is masked aside."""
    item = {"kind": "blanks", "mechanism": "self-attention", "ask": "A", "blanks": count, "options": options}
    for seed in "12":
        _, posed = drawn(item, seed)
        (part,) = parts(posed)
        assert count <= opened(part) <= count + 1
        weights = attncalc.solve(posed.problem)["A"].values()
        turned = options.get("tokens") == "columns"
        rows = [list(zip(*pair, strict=True)) for pair in zip(part.fields, weights, strict=True)]
        for row in zip(*rows, strict=True) if turned else rows:
            unmasked = [field for field, text in row if float(text)]
            assert len(unmasked) == 1 or sum(field is not None for field in unmasked) != 1


def test_the_formula_of_each_line_is_told():
    """In terms of what is given or asked before; of a head with its part of the weights."""
    item = {"mechanism": "scaled-dot-product", "ask": ["S", "A", "O"], "options": {"mask": "causal"}}
    assert formulas(item) == [["S = Q Kᵀ"], ["A = softmax(S/√d_k + M)"], ["O = A V"]]
    assert formulas({"mechanism": "additive"}) == [["cs = [softmax(tanh(H Uᵀ + W s) v) H; s]"]]
    assert formulas({**item, "formulas": False}) == [[], [], []]
    heads = formulas({"mechanism": "multi-head", "sizes": {"n": 2, "d_k": 2}, "ask": ["S", "A"]})
    assert heads[0] == ["S₁ = X Wq₁ (X Wk₁)ᵀ"]
    assert heads[2] == ["A₁ = softmax(S₁/√d_k)"]


def formulas(item):
    return [[formula.text for formula in part.formulas] for part in parts(drawn(item, "1")[1])]


def test_a_long_formula_is_told_line_by_line():
    """Each line by those before it, and none twice."""
    told = formulas({"mechanism": "kv-cache", "sizes": {"n": 2}, "ask": ["O_all"]})[0]
    names = [line.partition(" = ")[0] for line in told]
    assert names[-1] == "O_all"
    assert "softmax(S_scaled₂)" in {line.partition(" = ")[2] for line in told}
    assert len({*names}) == len(names) > 2


def test_the_answer_stands_with_its_question():
    item = {"kind": "which-formula", "mechanism": "scaled-dot-product"}
    page = markdown(student_paper(drawn(item, "1")[0])).replace("\\", "")
    assert "Which formula was used for O? (1 mark) Number: ________" in page


def test_no_letter_to_choose_is_the_name_of_a_line():
    """Lines have the numbers of their steps, and formulas numbers."""
    for kind in ("find-the-mistake", "which-formula"):
        for choice in choices(drawn({"kind": kind, "mechanism": "self-attention"}, "1")[1]):
            assert all(label.isdigit() for label in choice.labels) == bool(choice.math)
    page = markdown(student_paper(drawn({"kind": "find-the-mistake", "mechanism": "self-attention"}, "1")[0]))
    steps = dict(re.findall(r"### Step (\d+).*?\n\n\$\$\n(\S+) =", page))
    assert dict(re.findall(r"\\text\{(\d+)\.\}\\ \\ (\S+)", page)) == steps
    assert len(steps) > 3


@pytest.mark.parametrize("mechanism", ["scaled-dot-product", "self-attention", "general"])
def test_a_mistake_cannot_be_told_at_a_glance(mechanism):
    """Weights lie between 0 and 1, and no number has four digits before the point."""
    for seed in "12345678":
        page = markdown(student_paper(drawn({"kind": "find-the-mistake", "mechanism": mechanism}, seed)[0]))
        weights = re.findall(r"\$\$\n(?:A|\\alpha) = (\\begin.*?)\\end", page, re.DOTALL)
        assert weights
        assert all(0 <= float(text) <= 1 for part in weights for text in re.findall(r"-?\d[\d.]*", part))
        assert not re.search(r"\d{4}", re.sub(r"\.\d+|variant \S+|Question", "", page))


def test_what_is_asked_of_a_mistake_stands_outside_its_lines():
    item = {"kind": "find-the-mistake", "mechanism": "scaled-dot-product", "lines": 2}
    page = FORMATS["html"].write([student_paper(drawn(item, "1")[0])], Look())
    inside = re.findall(r"<details.*?</details>", page, re.DOTALL)
    assert len(inside) > 2
    assert "Which line is wrong first?" in page
    assert not any("Which line" in part or 'class="rule"' in part for part in inside)


def test_the_right_answer_is_not_always_the_same_letter():
    item = {"kind": "what-changes", "mechanism": "scaled-dot-product", "sizes": {"n": 2, "d": 4}}
    assert len({choices(drawn(item, seed)[1])[0].right for seed in "123456"}) > 2


def test_which_columns_a_head_has_is_said_in_words():
    paper, _ = drawn({"kind": "compute", "mechanism": "multi-head", "sizes": {"n": 2, "d_k": 2}, "ask": ["S"]}, "1")
    page = markdown(student_paper(paper))
    assert "Of Wq and Wk, head 1 has columns 1 to 2, head 2 columns 3 to 4." in page
    assert "for all heads together" not in page
    assert page.count("(0.5 marks)") == 2
    assert "decimals" not in page  # scores of whole numbers


@pytest.mark.parametrize(
    ("item", "told"),
    [
        (
            {"mechanism": "hard-attention", "ask": "c_hard"},
            ["idx = place of the largest of softmax(e)", "c_hard = H[idx]"],
        ),
        (
            {"mechanism": "t5"},
            ["D = j − i", "bkt = bucket of D", "O = softmax(X Wq (X Wk)ᵀ + b[bkt, 1]) X Wv"],
        ),
    ],
    ids=["picked", "looked up"],
)
def test_what_numbers_choose_stands_by_its_name(item, told):
    """Its number would be the answer; and how it is found is told."""
    assert formulas(item) == [told]


def test_what_is_looked_up_where_is_said():
    paper, _ = drawn({"mechanism": "t5"}, "1")
    assert "a distance d below 2 has bucket d" in markdown(student_paper(paper)).replace("$", "")
