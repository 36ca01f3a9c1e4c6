"""Notebooks open and run; they hold the steps of the page, and code that gives the same numbers."""

from __future__ import annotations

import json
import re

import nbformat
import pytest
from formed import HOSTILE, PROBLEMS, hostile, solved, written
from ran import DIGITS, differences, expected, label, numbers

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.cli.settings import Settings

SETTINGS = {"arithmetic": "decimal", "significant": DIGITS}
BY_NAME = {label(path): path for path in PROBLEMS}
RUN = ["homework/068-causal-unscaled", "basics/scaling"]
CLEAN = [
    "seeds/000-q3",
    "seeds/001-dot",
    "seeds/001-general",
    "seeds/001-self",
    "seeds/002-q3",
    "seeds/003-q3",
    "homework/065-harvard-two-heads",
    "homework/068-causal-unscaled",
]


def _cells(text, kind):
    cells = json.loads(text)["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == kind]


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=label)
def test_code_gives_the_numbers_of_the_page(path):
    sheets = solved(path, **SETTINGS)
    text = written(sheets, "ipynb")
    nbformat.validate(nbformat.reads(text, as_version=4))
    assert text == written(sheets, "ipynb")
    found, wanted = _values(_cells(text, "code")), expected(sheets)
    if any(item.sheet.plan.problem.variant for item in sheets):  # a line of an earlier variant is not repeated
        found, wanted = _aligned(found, wanted)
    assert differences(found, wanted) == []


def _values(cells):
    """The value of each name that a cell ends with, run one after the other."""
    namespace, found = {}, []
    for cell in cells:
        exec(cell, namespace)
        last = cell.splitlines()[-1]
        name = last.removeprefix("np.atleast_1d(").removesuffix(")")
        if name.isidentifier():
            values = namespace["np"].array(namespace[name], float).reshape(-1).tolist()
            found.append((name, [float(f"{value:.{DIGITS}g}") for value in values]))
    return found


def _aligned(found, wanted):
    """What was found, and in the same order what is wanted of these names; at least half of all."""
    assert len(found) * 2 > len(wanted)
    left, same = iter(wanted), []
    for step in found:
        same.append(next((other for other in left if not differences([step], [other])), (step[0], [])))
    return found, same


def test_every_step_stands_above_its_code():
    text = written(solved(BY_NAME["seeds/002-q3"]), "ipynb")
    kinds = [cell["cell_type"] for cell in json.loads(text)["cells"]]
    assert kinds == ["markdown", "code", "code", *["markdown", "code"] * 4, "markdown"]
    words, code = _cells(text, "markdown"), _cells(text, "code")
    assert words[0].startswith("# Assignment 3, question 3 (Scaled dot-product attention)\n\n## Given\n")
    assert "softmax" in words[3]
    assert code[3:5] == ["S_scaled = S / np.sqrt(4)\nS_scaled", "A = softmax(S_scaled)\nA"]
    assert [cell["id"] for cell in json.loads(text)["cells"]] == [f"cell-{number}" for number in range(1, 13)]


@pytest.mark.parametrize("name", RUN)
@pytest.mark.filterwarnings("ignore")
def test_a_kernel_runs_it(name):
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.reads(written(solved(BY_NAME[name], **SETTINGS), "ipynb"), as_version=4)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    shown = [cell.outputs[0]["data"]["text/plain"] for cell in notebook.cells if cell.get("outputs")]
    printed = "\n".join(f"x =\n{text.removeprefix('array(')}" for text in shown)
    wanted = expected(solved(BY_NAME[name], **SETTINGS))
    assert differences(numbers(printed), [("x", values) for _, values in wanted]) == []


@pytest.mark.parametrize("name", CLEAN)
def test_check_finds_no_mistake_in_it(name):
    path = BY_NAME[name]
    report = check(list(attncalc.load(path)), from_text(written(solved(path), "ipynb"), "work.ipynb"))
    assert report.status == 0
    assert report.total == report.of


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_from_files_are_text(text):
    made = written((Settings().solved(hostile(text)),), "ipynb")
    nbformat.validate(nbformat.reads(made, as_version=4))
    plain = written((Settings().solved(hostile("x")),), "ipynb")
    assert _cells(made, "code") == _cells(plain, "code")
    assert len(_cells(made, "markdown")) == len(_cells(plain, "markdown"))
    assert not re.search(r"(?<!\\)<(script|img)", "".join(_cells(made, "markdown")))


@pytest.mark.parametrize(("settings", "first"), [({}, "0.0313 -0.0156"), ({"significant": 2}, "0.031 -0.016")])
def test_what_lies_half_way_is_shown_as_the_page_does(settings, first, capsys):
    """1/32 is 0.0313 by hand, and 0.0312 to the nearest even digit, as NumPy rounds."""
    (problem,) = attncalc.loads("mechanism: scaled-dot-product\nQ: 1/8 -3/8\nK: 1/4 0; 1/4 1/8\nV: 1; 2")
    head, _, scores, *_ = _cells(written((Settings(**settings).solved(problem),), "ipynb"), "code")
    given = "import numpy as np\nQ, K = np.array([[1 / 8, -3 / 8]]), np.array([[1 / 4, 0], [1 / 4, 1 / 8]])"
    *lines, last = scores.split("\n")
    exec("\n".join([head, given, *lines, f"print({last.partition('  #')[0]})"]), {})
    assert first in capsys.readouterr().out
