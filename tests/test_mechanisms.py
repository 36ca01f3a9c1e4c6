"""Every mechanism has what it needs: a file, a paper, a problem, a case, sentences, and names that differ."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from attncalc.mechanisms.chain import chain
from attncalc.mechanisms.outline import outline
from attncalc.mechanisms.places import FAMILIES, PLACES, SEVERAL, SYNONYMS
from attncalc.mechanisms.plan import plan
from attncalc.mechanisms.registry import find
from attncalc.problem.names import INPUTS, STEPS, read_name
from attncalc.problem.reader import load, loads
from attncalc.render.template import new_problem
from attncalc.solve import solve
from attncalc.worksheet.formula import formula
from attncalc.worksheet.notation import LATEX

ROOT = Path(__file__).parent.parent
PROBLEMS = [path for path in ROOT.glob("problems/**/*.yaml") if path.parent.name != "sizes"]
LINES = yaml.load((ROOT / "tests" / "steps.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)


@cache
def mechanisms_in(path):
    """The mechanisms that the problems of a file mean."""
    problems = [variant for problem in load(path) for variant in problem.variants()]
    chains = [chain(problem, partial=True) for problem in problems if problem.parts]
    plans = [plan(problem, partial=True) for problem in problems if not problem.parts]
    return {own.mechanism.name for own in (*plans, *(part for made in chains for part in made.plans))}


@cache
def with_problems():
    return {name for path in PROBLEMS for name in mechanisms_in(path)}


@cache
def with_cases():
    cases = [yaml.load(path.read_text("utf-8"), yaml.CSafeLoader) for path in ROOT.glob("tests/cases/*.yaml")]
    return {name for case in cases if case["expected"] for name in mechanisms_in(ROOT / case["problem"])}


@pytest.mark.parametrize("name", PLACES)
def test_it_is_a_file_with_a_paper_a_problem_and_a_case(name):
    mechanism = find(name)
    assert mechanism.name == name
    assert mechanism.function.__module__ == f"attncalc.mechanisms.{PLACES[name]}"
    assert re.search(r"\b(1[89]|20)\d\d\b", mechanism.paper), "authors, year, title"
    assert mechanism.function.__doc__
    assert name in with_problems(), "no problem under problems/"
    assert name in with_cases(), "no case under tests/cases/"


@pytest.mark.parametrize("name", PLACES)
def test_it_shows_its_steps_each_with_a_sentence(name):
    records = [record for record in outline(find(name)) if not record.detail]
    assert len(records) > 1, "a mechanism that shows only its result"
    for record in records:
        assert re.fullmatch(r"[^\W\d_].*[.?]", record.says), f"{record.key}: {record.says!r}"
        assert record.name in {**STEPS, **INPUTS}, f"{record.name} is not in the vocabulary"


@pytest.mark.parametrize("name", PLACES)
def test_its_formulas_in_latex_are_ascii_with_matching_braces(name):
    for record in outline(find(name)):
        text = formula(record.expr, LATEX)
        assert text.isascii(), record.key
        assert text.count("{") == text.count("}"), record.key


@cache
def lines_of(name):
    """The lines that some problem of a mechanism shows, details apart."""
    paths = [path for path in PROBLEMS if name in mechanisms_in(path)]
    problems = [variant for path in paths for problem in load(path) for variant in problem.variants()]
    sheets = [solve(problem, "float", partial=True) for problem in problems]
    return {step.record.name for sheet in sheets if sheet.plan.mechanism.name == name for step in sheet.steps}


@pytest.mark.parametrize("name", LINES)
def test_each_calculation_is_a_line(name):
    assert set(LINES[name]) <= lines_of(name)


@pytest.mark.parametrize("name", PLACES)
def test_its_new_problem_solves_as_it_is(name):
    (problem,) = loads(new_problem(find(name)))
    assert solve(problem).steps


def test_names_are_told_apart():
    """Names of two letters and more are read without regard to case and underscores."""
    folded = Counter(name if len(name) == 1 else name.replace("_", "").lower() for name in {**STEPS, **INPUTS})
    assert not [name for name, count in folded.items() if count > 1]
    for name in {**STEPS, **INPUTS}:
        assert read_name(name).base == name
        assert not name[-1].isdigit(), "a number at the end is a section"


def test_other_names_mean_one_mechanism():
    assert set(SYNONYMS.values()) <= set(PLACES)
    assert not {*SYNONYMS, *SEVERAL} & set(PLACES)
    assert len(PLACES) == sum(map(len, FAMILIES.values()))
