"""The commands beside `solve FILE`: new, mechanisms, schema, and problems on the command line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from attncalc.cli.settings import Settings
from attncalc.mechanisms.registry import PLACES, every
from attncalc.problem.reader import loads
from attncalc.render.schema import SCHEMAS
from attncalc.render.template import new_problem
from attncalc.solve import solve

CASES = yaml.load((Path(__file__).parent / "commands.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
FILE = "Q: 1 0\nK: 1 0; 0 1\nV: 1 2; 3 4\noptions: {scale: none}\n"
ATTNCALC = [sys.executable, "-m", "attncalc"]
OFFERED = re.compile(r"^  # (?=[\w-]+: )")
MECHANISMS = pytest.mark.parametrize("mechanism", every(), ids=lambda mechanism: mechanism.name)


@pytest.fixture
def run(run):
    """Runs a command line in a folder with problem.yaml."""
    Path("problem.yaml").write_text(FILE, "utf-8")
    return run


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_problems_on_the_command_line(case, run):
    code, out, err = run("solve", *case["args"], "--quiet")
    if "refused" in case:
        assert (code, out) == (2, "")
        assert case["refused"] in err
    else:
        assert (code, out.strip(), err) == (0, case["prints"], "")


def test_a_matrix_in_a_file_named_on_the_command_line(run):
    Path("v.csv").write_text("0\n1\n", "utf-8")
    assert run("solve", "problem.yaml", "-g", "V=v.csv", "-q")[:2] == (0, "O = [0.2689]\n")  # 1 − σ(1)


def test_new_problems_are_solved_in_a_pipe(run):
    made = [run("new", name) for name in PLACES]
    assert {(code, error) for code, _, error in made} == {(0, "")}
    text = "---\n".join(text for _, text, _ in made)
    solving = subprocess.run([*ATTNCALC, "solve", "-"], input=text.encode(), capture_output=True, check=False)
    assert (solving.returncode, solving.stderr) == (0, b"")
    assert solving.stdout.count(b"Result\n") == len(PLACES)


def with_each_offer(text):
    """The text with each line that it offers in force, one at a time."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if OFFERED.match(line):
            yield line, "\n".join([*lines[:number], OFFERED.sub("  ", line), *lines[number + 1 :]])


@pytest.mark.sweep
@MECHANISMS
def test_every_line_that_is_offered_can_be_put_in_force(mechanism):
    for line, text in with_each_offer(new_problem(mechanism)):
        Settings().solved(loads(text)[0])
        assert re.search(r"  # \w", line), "it says what it is"


@MECHANISMS
def test_a_new_problem_names_all_that_its_mechanism_reads(mechanism):
    text = new_problem(mechanism)
    for key in [*mechanism.signature.names, *mechanism.settings]:
        assert re.search(rf"^  (# )?{key}: .*# |# read too.*\b{key}\b", text, re.MULTILINE), key
    assert mechanism.paper in text.replace("\n# ", " ")
    assert max(map(len, text.splitlines())) <= 140


@pytest.mark.sweep
@MECHANISMS
def test_a_new_problem_is_worth_solving(mechanism):
    (problem,) = loads(new_problem(mechanism))
    for name, matrix in problem.given.items():
        texts = [number.text for row in matrix.rows for number in row]
        assert len(texts) == 1 or len(set(texts)) > 1, f"{name} is the same number throughout"
        assert all(-3 < int(text) < 10 for text in texts)
    weights = [step for step in solve(problem).steps if step.record.name in ("A", "alpha")]
    rows = [[float(text) for text in row] for step in weights for row in step.values()]
    rows = [row for row in rows if sum(weight > 0 for weight in row) > 1]  # one that sees itself only is left out
    assert all(max(row) < 0.99 for row in rows), "no query sees one key only"
    assert not rows or any(max(row) - min(row) > 0.05 for row in rows), "no query sees all keys alike"


def test_comments_say_what_each_matrix_is(run):
    _, text, _ = run("new", "scaled-dot-product")
    assert "Q: |  # queries, n×d_k, one row for each query\n" in text
    assert "K: |  # keys, m×d_k, one row for each key\n" in text


def test_new_never_replaces_a_file_unasked(run):
    code, out, err = run("new", "general", "-o", "problem.yaml")
    assert (code, out, Path("problem.yaml").read_text("utf-8")) == (2, "", FILE)
    assert "problem.yaml: this file exists" in err
    assert run("new", "general", "-o", "problem.yaml", "--force") == (0, "", "")
    assert run("new", "general", "-o", "other.yaml") == (0, "", "")
    assert run("new", "general")[1] == Path("problem.yaml").read_text("utf-8") == Path("other.yaml").read_text("utf-8")


def test_the_list_has_every_mechanism_in_its_family(run):
    code, out, err = run("mechanisms")
    assert (code, err) == (0, "")
    for mechanism in every():
        assert f"{mechanism.name}  {mechanism.title}\n" in out
    assert out.index("Basics\n------") < out.index("self-attention  ") < out.index("Encoder-decoder\n---------------")


# The formulas as the papers have them, with tokens as rows.
FORMULAS = {
    "scaled-dot-product": "O = softmax(Q Kᵀ/√d_k) V",
    "self-attention": "O = softmax(X Wq (X Wk)ᵀ/√d_k) X Wv",
    "multi-head": "MH = [O₁ O₂] Wo",
    "dot-product": "cs = [softmax(H s) H; s]",
}


@pytest.mark.parametrize("name", FORMULAS)
def test_the_formula_of_a_mechanism(name, run):
    assert f"Formula\n-------\n\n{FORMULAS[name]}\n" in run("mechanisms", name)[1]


@pytest.mark.sweep
@MECHANISMS
def test_the_page_of_a_mechanism_says_all_of_it(mechanism, run):
    code, out, err = run("mechanisms", mechanism.name)
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    about = " ".join(mechanism.function.__doc__.split())
    options = [f"{key}: {setting.help}." for key, setting in mechanism.settings.items()]
    inputs = [f"{name} {mechanism.meaning(name)}, " for name in mechanism.signature.names]
    says = [step.record.says for step in solve(loads(new_problem(mechanism))[0]).steps]
    assert [text for text in [about, mechanism.paper, *options, *inputs, *says] if text not in words] == []
    assert max(map(len, out.splitlines())) <= 80
    assert "An example\n==========" in out


@pytest.mark.parametrize("form", ["plain", "markdown", "terminal"])
def test_pages_in_every_form(form, run):
    code, out, _ = run("mechanisms", "Multi_Head", "--format", form)
    assert code == 0
    assert ("$$\nC = \\begin{bmatrix} O_{1} & O_{2} \\end{bmatrix}\n$$" in out) == (form == "markdown")
    assert run("mechanisms", "general", "--ascii", "--format", form)[1].isascii()
    assert run("mechanisms", "-o", "list.md") == (0, "", "")
    assert Path("list.md").read_text("utf-8").startswith("# Mechanisms\n")


@pytest.mark.parametrize("what", SCHEMAS)
def test_schemas_are_printed_and_written(what, run):
    code, out, _ = run("schema", what)
    assert (code, json.loads(out)) == (0, SCHEMAS[what]())
    assert run("schema", what, "-o", "schema.json") == (0, "", "")
    assert Path("schema.json").read_text("utf-8") == out
