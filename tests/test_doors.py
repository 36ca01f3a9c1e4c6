"""One matrix in many spellings is the same through every door: the cases of spellings.yaml."""

from contextlib import suppress
from pathlib import Path
from textwrap import indent

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from attncalc.arithmetic.base import arithmetic
from attncalc.check.answers import read_answers, read_inline
from attncalc.check.calculation import Calculation
from attncalc.check.placing import place
from attncalc.errors import InputError
from attncalc.mechanisms.stated import problems_of
from attncalc.problem.reader import loads
from attncalc.problem.tree import from_python
from attncalc.reading import read_matrix, read_page
from attncalc.reading.matrices.cells import rows_of
from attncalc.reading.number import read_number
from attncalc.solve import solve

CASES = yaml.load((Path(__file__).parent / "spellings.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)  # text only


def values(rows):
    """What entries are worth."""
    ar = arithmetic("decimal", precision=300)
    with ar.working():
        return [[str(ar.number(number)) for number in row] for row in rows]


def from_block(text, _rows):
    return loads(f"mechanism: scaled-dot-product\nV: |2\n{indent(text, '  ', lambda line: True)}")[0].given["V"]


def from_quotes(text, _rows):
    return loads(yaml.safe_dump({"mechanism": "scaled-dot-product", "V": text}, allow_unicode=True))[0].given["V"]


def solved(rows):
    """A problem in which V is what the spellings say."""
    keys = "; ".join("1" for _ in rows)
    return [Calculation(solve(loads(yaml.safe_dump({"Q": "1", "K": f"[{keys}]", "V": rows}))[0]))]


def claimed(claims, rows):
    """The numbers of claims in the places where they are read."""
    found = {(claim.at.row, claim.at.column): claim.written.number for claim in claims if claim.at}
    return [[found[i, j] for j, _ in enumerate(row, 1)] for i, row in enumerate(rows, 1)]


def from_answers(text, rows):
    return claimed(read_answers(from_python({"answers": {"V": text}}), solved(rows)), rows)


def from_inline(text, rows):
    return claimed(read_inline([f"V={text}"], solved(rows)), rows)


def page(text):
    """A page with V as the spellings say, and what is needed besides."""
    return f"V ={chr(10) if chr(10) in text.strip() else ' '}{text}\n"


def from_read(text, rows):
    keys = ", ".join("[1]" for _ in rows)
    found = problems_of(f"Attention with\n\nQ = [[1]], K = [{keys}]\n\n{page(text)}\nFind the output.\n", "page.md")
    if "V" in found.problems[0].given:
        return found.problems[0].given["V"]
    raise InputError(" ".join(item.why for item in found.all_unread))


def from_page(text, rows):
    return claimed(place(read_page(page(text), "page.md"), solved(rows)), rows)


PROBLEM_FILES = {"block": from_block, "quotes": from_quotes}
ANSWERS = {"typed answer": from_answers, "answer of an option": from_inline}
PAGES = {"read": from_read, "work on a page": from_page}
DOORS = PROBLEM_FILES | ANSWERS | PAGES
WORKED = {"entry", "dictionary"}  # what stands on a page of work as a calculation, or among words


def ways(key):
    for case in CASES:
        for name, text in case.get(key, {}).items():
            for door in DOORS:
                if door == "work on a page" and (WORKED & {case["name"], name} or key == "doubted"):
                    continue
                yield pytest.param(case, text, door, id=f"{case['name']}-{name}-{door}".replace(" ", "-"))


@pytest.mark.parametrize(("case", "text", "door"), list(ways("ways")))
def test_every_spelling_says_the_same(case, text, door):
    found = DOORS[door](text, case["rows"])
    expected = values([[read_number(entry) for entry in row] for row in case["rows"]])
    assert values(getattr(found, "rows", found)) == expected
    if door in PROBLEM_FILES:
        assert found.labels == tuple(case.get("labels", found.labels))


@pytest.mark.parametrize(("case", "way", "door"), list(ways("doubted")))
def test_what_has_two_readings_is_refused_or_has_the_size_that_is_asked(case, way, door):
    if door in ANSWERS:
        assert values(DOORS[door](way["text"], case["rows"])) == values(
            [[read_number(entry) for entry in row] for row in case["rows"]]
        )
        return
    if door in PAGES:  # which may write decimals with commas
        with suppress(InputError):
            assert values(from_read(way["text"], case["rows"]).rows) == values(
                [[read_number(entry) for entry in row] for row in case["rows"]]
            )
        return
    with pytest.raises(InputError) as caught:
        DOORS[door](way["text"], case["rows"])
    assert [text for text in way["says"] if text not in str(caught.value)] == []


PIECES = ["1", "-2", "0.5", "1/2", "√2", "a", "x1: ", "cat ", " ", ", ", ",", ";", "\n", "\n\n", "\t", "[", "]",
          "[[", "]]", "(", ")", "{", "}", "&", "|", "\\\\", r"\begin{bmatrix}", r"\end{bmatrix}", r"\frac", "^T",
          "'", "*", "-", "%", "=", "np.array(", ".T", ".reshape(1, 2)", "I_2", "ones(2)", "<table>", "<tr>",
          "<td>", "~~", "→"]  # fmt: skip

READINGS = {
    "1,5": [[["1.5"]], [["1", "5"]]],
    "[1,5 2,5]": [[["1.5", "2.5"]], [["1", "5", "2", "5"]]],
    "ones(2)": [[["1", "1"]], [["1", "1"], ["1", "1"]]],
    "1.5;2.5\n0.5;1.0": [[["1.5"], ["2.5"], ["0.5"], ["1.0"]], [["1.5", "2.5"], ["0.5", "1.0"]]],
    "| 1 | 2 |\n|---|---|\n| 3 | 4 |": [[["3", "4"]], [["1", "2"], ["3", "4"]]],
    "1: 1 0\n2: 0 1": [[["1", "0"], ["0", "1"]], [["1.0", "1", "0"], ["2.0", "0", "1"]]],
    "2 2\n1.0 0.0\n0.5 1.0": [[["1.0", "0.0"], ["0.5", "1.0"]], [["2.0", "2.0"], ["1.0", "0.0"], ["0.5", "1.0"]]],
    "1 2; 3 4": [[["1", "2"], ["3", "4"]]],
}


@pytest.mark.parametrize("text", READINGS)
def test_every_reading_of_a_text_is_given(text):
    found = [[[cell.text for cell in row.items] for row in rows_of(reading.body)] for reading in read_matrix(text)]
    assert found == READINGS[text]
    assert all((reading.doubt is None) == (len(found) == 1) for reading in read_matrix(text))


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
@settings(deadline=None, max_examples=500)
def test_any_text_is_a_matrix_or_refused(text):
    with suppress(InputError):
        assert read_matrix(text)
