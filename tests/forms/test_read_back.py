"""`check` reads every text form that `solve` writes, and finds no mistake in it."""

from pathlib import Path

import pytest
import yaml
from formed import HERE, PROBLEMS, calculations, solved, written

import attncalc
from attncalc.check.check import check, check_solved
from attncalc.check.handed_in import from_text
from attncalc.cli.settings import Settings

FORMS = {"markdown": "solution.md", "latex": "solution.tex", "ipynb": "solution.ipynb"}
CLEAN = {"right", "rounded", "follows"}
KNOWN = yaml.safe_load((HERE / "read_back.yaml").read_text("utf-8"))
KNOWN_PLAIN = yaml.safe_load((HERE / "read_back_plain.yaml").read_text("utf-8"))
ROOT = HERE.parents[1] / "problems"


def named(path):
    """A problem file by its folder and name."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


def amiss(report):
    """What is called wrong or was not read, and marks that are missing."""
    found = [
        f"{item.claim.written} of {item.claim.at} is {item.verdict}"
        for _, item in report.claims()
        if item.verdict not in CLEAN
    ]
    short = [step for part in report.problems for step in part.marks.steps if step.marks != step.of]
    return found + [f"{step.step}: {step.marks} of {step.of}, {step.reason}" for step in short]


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=named)
def test_what_is_solved_is_right(path: Path):
    if named(path) in KNOWN:
        pytest.xfail(KNOWN[named(path)])
    for form, name in FORMS.items():
        report = check_solved(calculations(path), from_text(written(solved(path), form), name))
        assert amiss(report) == [], form


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS[2::8], ids=named)
def test_plain_text_is_right(path: Path):
    if why := KNOWN_PLAIN.get(named(path)):
        pytest.xfail(why)
    assert amiss(check_solved(calculations(path), from_text(written(solved(path), "plain"), "solution.txt"))) == []


EXACT = [path for path in PROBLEMS if path.parent.name in ("basics", "heads")]


@pytest.mark.sweep
@pytest.mark.parametrize("path", EXACT, ids=named)
def test_closed_forms_are_right(path: Path):
    for form, name in list(FORMS.items())[:2]:  # a notebook has the cells of Markdown
        report = check_solved(calculations(path), from_text(written(solved(path, arithmetic="exact"), form), name))
        assert amiss(report) == [], form


FAMILIES = [path for path in PROBLEMS if path.parent.name not in ("homework", "seeds")]
EXPANDED = {path: form for number, path in enumerate(FAMILIES) for form in [list(FORMS)[number % len(FORMS)]]}


@pytest.mark.sweep
@pytest.mark.parametrize("path", EXPANDED, ids=named)
def test_entries_that_are_written_out_are_right(path: Path):
    form = EXPANDED[path]
    report = check_solved(calculations(path), from_text(written(solved(path, expand=("all",)), form), FORMS[form]))
    assert amiss(report) == []


CAUSAL = "Q: 1 2; 0 1; 2 0\nK: 1 0; 1 1; 2 1\nV: 1 0; 2 2; 0 3\noptions: {mask: causal}\n"
UNMASKED = "Q: 2 1; 0 3\nK: 1 1; 3 0\nV: 5 2; 1 4\n"


@pytest.mark.parametrize("problem", [CAUSAL, UNMASKED])
def test_what_is_solved_as_plain_text_is_right(problem):
    problems = attncalc.loads(f"mechanism: scaled-dot-product\n{problem}")
    text = written(tuple(Settings().solved(one) for one in problems), "plain")
    assert "writes out one entry" in text
    assert amiss(check(problems, from_text(text, "solution.txt"))) == []
