"""Typed answers become claims; every file under answers/ has a problem, and answers to it with their claims."""

import json
from pathlib import Path

import pytest
import yaml

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.answers import is_answers, read_answers, read_inline
from attncalc.check.answers.grids import page_grid
from attncalc.check.calculation import Calculation
from attncalc.check.written import value_of
from attncalc.errors import InputError
from attncalc.problem.reader import load, loads
from attncalc.problem.tree import from_python, read_documents
from attncalc.solve import solve

FILES = {
    path.stem: yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    for path in sorted((Path(__file__).parent / "answers").glob("*.yaml"))
}
SOURCE = "answers.yaml"
PROBLEMS = Path(__file__).parent.parent.parent / "problems"
APART = ("homework", "seeds", "sizes")
EXAMPLES = [path for path in sorted(PROBLEMS.glob("*/*.yaml")) if path.parent.name not in APART]


def cases(key):
    """Every case of every file; one of several names is a case for each."""
    for stem, file in FILES.items():
        for case in file.get(key, ()):
            for name in case.get("also", [""]):
                if name not in case.get("except", ()):
                    text = "".join(case.get("answers", case.get("lines")))
                    yield pytest.param(stem, case, name, id=f"{stem}: {name or text[:40]}")


@pytest.fixture(scope="module")
def solved():
    return {stem: [Calculation(solve(one)) for one in loads(file["problem"])] for stem, file in FILES.items()}


def check(read, case):
    """Reads, and compares the claims with those of a case, or the error."""
    if "error" in case:
        with pytest.raises(InputError) as raised:
            read()
        assert (str(raised.value).partition("\n")[0]) == case["error"]
        assert case.get("hint", raised.value.hint) == raised.value.hint
        return
    claims = read()
    assert " ".join(map(shown, claims)) == case["claims"]
    if "places" in case:
        assert " ".join(str(claim.written.place).removeprefix(f"{SOURCE}:") for claim in claims) == case["places"]
    if "writings" in case:
        assert " ".join(str(claim.writing) for claim in claims) == case["writings"]
    if "written" in case:
        assert " ".join(claim.written.text for claim in claims) == case["written"]
    if "why" in case:
        assert next(claim.why for claim in claims if claim.why) == case["why"]


def shown(claim):
    """A claim as the files have it."""
    number = claim.written.number
    value = number.text.replace(" ", "·") if number else "!" if claim.why else "_"
    problem = f"{claim.problem + 1}:" if claim.problem else ""
    turned = "^T" if claim.turned else ""
    at = f"{claim.at.key}{turned}[{claim.at.row},{claim.at.column}]" if claim.at else "?"
    return f"{problem}{at}={value}"


@pytest.mark.parametrize(("stem", "case", "name"), list(cases("cases")))
def test_answers(solved, stem, case, name):
    quoted = json.dumps(name, ensure_ascii=False) if case["answers"].startswith("NAME:") else name
    text = case["answers"].replace("NAME", quoted)
    check(lambda: read_answers(read_documents(text, SOURCE), solved[stem], text), case)


@pytest.mark.parametrize(("stem", "case", "name"), list(cases("inline")))
def test_answers_on_the_command_line(solved, stem, case, name):
    check(lambda: read_inline(case["lines"], solved[stem]), case)


ANSWERS = (
    *("S: 1 2", "answers: {S: 1}", "- S: 1\n- A: 2", "QK^T: 1", "A: 1\nO: 2", "head 1: {A: 1}", "z1: 1"),
    *("Q: 1\nK: 1\nV: 1\nS: 1\nA: 1", "problem: 2\nweights: 1", "unread: []", "title: a key\nO: 1"),
    *("V: 1\nscaled scores: 2", '{"format": "attncalc/solution", "steps": []}'),
)
NO_ANSWERS = (
    *("mechanism: self-attention\nX: 1", "given: {Q: 1}", "Q: 1\nK: 1\nV: 1", "X: 1\nWq: 1\nWk: 1", "S: 1\nV: 2"),
    *("x1: 1\nx2: 2", "title: A title\nQ: 1", "e: 1\nH: 2", "just words", "- 1\n- 2", "options: {scale: none}"),
)


@pytest.mark.parametrize("text", ANSWERS)
def test_answers_are_told_from_problems(text):
    (node,) = read_documents(text, SOURCE)
    assert is_answers(node)


@pytest.mark.parametrize("text", NO_ANSWERS)
def test_problems_are_told_from_answers(text):
    (node,) = read_documents(text, SOURCE)
    assert not is_answers(node)


def test_letters_have_the_values_of_the_problem():
    (problem,) = loads("mechanism: scaled-dot-product\nvalues: {a: 3/2}\nQ: [[a, 0]]\nK: [[1, 1]]\nV: [[2]]")
    (claim,) = read_answers(read_documents("S: 2a + 1", SOURCE), [Calculation(solve(problem))])
    assert claim.written.text == "2a + 1"
    assert value_of(claim.written.number).value == 4


@pytest.mark.parametrize("sign", ["1 ", "- ", "≈ ", "abc ", "[", "~", "| |\n", "1.1.", "? "])
def test_long_answers_are_read_or_refused_soon(solved, sign):
    text = sign * (20_000 // len(sign))
    (claim,) = read_inline([f"S={text}"], solved["cells"])
    assert claim.why


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_line_is_found_under_its_own_name(path):
    """Each line of a mechanism's example, answered as the page shows it, is that line, entry by entry."""
    calculation = Calculation(solve(load(path)[0], partial=True))
    for key in calculation.truth:
        places = page_grid(calculation, key)
        rows = [[calculation.truth[key].rows[at.row - 1][at.column - 1] for at in row] for row in places]
        texts = [["-inf" if entry is MINUS_INFINITY else repr(float(entry)) for entry in row] for row in rows]
        claims = read_answers(from_python({key: texts}), [calculation])
        assert [(claim.at, claim.turned) for claim in claims] == [(at, False) for row in places for at in row]
