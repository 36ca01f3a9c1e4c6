"""Typed answers become claims; every file under answers/ has a problem, and answers to it with their claims."""

import json
from pathlib import Path

import pytest
import yaml

from attncalc.check.answers import read_answers, read_inline
from attncalc.check.calculation import Calculation
from attncalc.errors import InputError
from attncalc.problem.reader import loads
from attncalc.problem.tree import read_documents
from attncalc.solve import solve

FILES = {path.stem: yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
         for path in sorted((Path(__file__).parent / "answers").glob("*.yaml"))}  # fmt: skip
SOURCE = "answers.yaml"


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
