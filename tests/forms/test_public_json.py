"""The public formats: what is written fits its schema, and what is broken does not."""

import json
from functools import cache
from pathlib import Path

import pytest
import yaml
from formed import PROBLEMS, solved, written
from jsonschema import Draft7Validator
from jsonschema.validators import validator_for

import attncalc
from attncalc.check.check import check
from attncalc.check.equalities.calculations import Calculation
from attncalc.check.equalities.calculations import write_json as write_chains
from attncalc.check.equalities.trace import looked_over, traced
from attncalc.check.handed_in import from_text
from attncalc.check.report import write_json as write_report
from attncalc.problem.reader import load, loads
from attncalc.reading import read_page
from attncalc.render.schema import SCHEMAS
from attncalc.solve import solve

TESTS = Path(__file__).parent.parent
REPORTS = yaml.load((TESTS / "check/reports/cases.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
BROKEN = yaml.safe_load((Path(__file__).parent / "broken.yaml").read_text("utf-8"))


@cache
def validator(name):
    schema = SCHEMAS[name]()
    return validator_for(schema)(schema)


def complaints(name, document):
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(document)]


@pytest.mark.sweep
@pytest.mark.parametrize("arithmetic", ["decimal", "exact"])
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_solution_fits(path, arithmetic):
    sheets = solved(path, arithmetic=arithmetic)
    said = json.loads(written(sheets, "json"))
    assert complaints("solution", said) == []
    assert len(said if isinstance(said, list) else [said]) == len(sheets)


def test_solutions_in_floats_and_with_letters():
    text = 'symbols: [a]\nQ: "a"\nK: "1; 2"\nV: "1; 2"\n---\nQ: 1\nK: 1; 2\nV: 1; 2\noptions: {mask: [[0, X]]}'
    problems = attncalc.loads(text)
    from attncalc.render.solution import write_json

    assert complaints("solution", json.loads(write_json((solve(each, "exact"), None, None) for each in problems))) == []
    assert complaints("solution", json.loads(write_json([(solve(problems[1], "float"), None, None)]))) == []


def report(case):
    if "page" in case:
        page = TESTS / "check/pages" / case["page"]
        about = yaml.load(page.with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
        return check(loads(about["problem"]), from_text(page.read_text("utf-8"), case["page"]))
    return check(
        load(TESTS.parent / "problems" / f"{case['problem']}.yaml"), from_text(case["answers"], "answers.yaml")
    )


@pytest.mark.parametrize("case", REPORTS, ids=lambda case: case["name"])
def test_every_report_fits(case):
    assert complaints("report", json.loads(write_report(report(case)))) == []


@pytest.mark.parametrize("case", [case for case in REPORTS if "answers" in case], ids=lambda case: case["name"])
def test_typed_answers_fit(case):
    documents = yaml.safe_load_all(case["answers"])
    assert [said for document in documents for said in complaints("answers", document)] == []


def test_every_calculation_without_a_problem_fits():
    steps = ("A = 1 + 1 = 3", "2 - 1 - 1 = 2 - (1 - 1) = 0", 'It is "A + B".')
    found = [Calculation(1, traced(steps, "1 + 1")), Calculation(None, looked_over(read_page("1 + 1 = 3\n2 = 2")))]
    said = json.loads(write_chains("steps.jsonl", found))
    assert complaints("chains", said) == []
    assert [one["kind"] for one in said["calculations"][0]["found"]] == ["value", "between", "between", "unknown"]


def test_the_statistics_of_a_class_fit():
    from attncalc.grade.statistics import statistics, write_json

    assert complaints("statistics", json.loads(write_json(statistics([])))) == []


def first(document, path):
    """The part of a document at a path of keys and numbers, and the last key."""
    *before, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    for key in before:
        document = document[key]
    return document, last


WHOLE = {
    "solution": lambda: json.loads(written(solved(PROBLEMS[-1], arithmetic="exact")[:1], "json")),
    "report": lambda: json.loads(write_report(report(REPORTS[2]))),
    "answers": lambda: yaml.safe_load("problem: 1\nA: [[0.27, 0.73]]\nhead 2: {S_scaled: 1 2}"),
    "statistics": lambda: json.loads(
        '{"format": "attncalc/statistics", "version": 1, "marked": 0, "not_marked": 0, "marks": {}, "steps": [],'
        '"verdicts": {"right": 0, "rounded": 0, "coarse": 0, "follows": 0, "misread": 0, "wrong": 0,'
        '"missing": 0, "misshapen": 0, "unread": 0}, "entries": [], "causes": []}'
    ),
}


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: f"{case['in']}: {case.get('lacks') or case['at']}")
def test_what_is_broken_does_not_fit(case):
    document = WHOLE[case["in"]]()
    assert complaints(case["in"], document) == []
    part, key = first(document, case.get("lacks") or case["at"])
    if "lacks" in case:
        del part[key]
    else:
        part[key] = case["is"]
    assert complaints(case["in"], document)


def test_nothing_is_open_that_should_be_strict():
    """Every object says which keys it has, or what they hold."""

    def objects(schema):
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                yield schema
            for part in schema.values():
                yield from objects(part)
        elif isinstance(schema, list):
            for part in schema:
                yield from objects(part)

    for name in ("solution", "report", "answers", "statistics"):
        assert [schema for schema in objects(SCHEMAS[name]()) if "additionalProperties" not in schema] == []


@pytest.mark.parametrize("name", ["S", "S_scaled_2", "alpha", "W_q", "Wq_1"])
def test_answers_are_found_under_the_names_of_lines(name):
    schema = SCHEMAS["answers"]()
    assert Draft7Validator(schema).is_valid({name: [[0.5, None], ["1/2", "?"]]})
    assert not Draft7Validator(schema).is_valid({f"{name}zz": 1})
