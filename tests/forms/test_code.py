"""Scripts recompute every line of the work with NumPy and with torch, and print what the page says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from formed import HOSTILE, PROBLEMS, hostile, solved, written
from ran import DIGITS, differences, expected, label, numbers, python_with_torch, run_here, run_with_torch

import attncalc
from attncalc.cli.settings import Settings
from attncalc.errors import OutputError
from attncalc.problem.problem import Backward
from attncalc.reading.number import read_number
from attncalc.render.code.dialect import NUMPY, TORCH
from attncalc.render.code.helpers import NAMES
from attncalc.render.code.identifiers import TAKEN, Identifiers
from attncalc.render.code.lines import WIDTH
from attncalc.render.code.numerals import Numerals
from attncalc.render.look import Look

HERE = Path(__file__).parent / "code"
SETTINGS = {"arithmetic": "decimal", "significant": DIGITS}
SNAPSHOTS = sorted(HERE.glob("*.txt"))
TYPED = yaml.safe_load((HERE / "numbers.yaml").read_text("utf-8"))
needs_torch = pytest.mark.skipif(python_with_torch() is None, reason="no Python here has torch")


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=label)
def test_numpy_prints_the_numbers_of_the_page(path):
    sheets = solved(path, **SETTINGS)
    assert differences(numbers(run_here(written(sheets, "numpy"))), expected(sheets)) == []


@pytest.mark.apart
@needs_torch
def test_torch_prints_the_numbers_of_the_page(tenth):
    """And what a comment calls the same is the same; torch before 2.0 gets the function that it lacks."""
    paths = tenth(PROBLEMS)
    scripts = {label(path): written(solved(path, **SETTINGS), "torch") for path in paths}
    calls = {
        f"{name}, in one call": _with_calls(script) for name, script in scripts.items() if "# The same: " in script
    }
    assert len(calls) > 50 or len(paths) < len(PROBLEMS)
    printed = run_with_torch({**scripts, **calls})
    wrong = {name: out for name, out in printed.items() if out.startswith("ERROR")}
    wrong |= {name: printed[name] for name in calls if "False" in printed[name] or "True" not in printed[name]}
    for path in paths:
        if label(path) not in wrong:
            found = differences(numbers(printed[label(path)]), expected(solved(path, **SETTINGS)))
            wrong |= {label(path): found} if found else {}
    assert wrong == {}


BACKWARD = sorted(path for path in PROBLEMS if path.stem[:3] in ("076", "077", "157"))


def test_torch_is_asked_for_the_gradients_too():
    attention, norm, descent = (written(solved(path, arithmetic="float"), "torch") for path in BACKWARD)
    assert "found = torch.autograd.grad([O], [Q, K, V], [dO])\nagree(found, [dQ, dK, dV])\n" in attention
    assert "follow(X)\n" in norm
    assert "found = torch.autograd.grad([loss], [alpha])\n" in descent
    assert "autograd" not in written(solved(BACKWARD[0], arithmetic="float"), "numpy")


def test_what_is_not_written_is_not_asked_for():
    for steps in ("dV", "O"):
        assert "autograd" not in written(solved(BACKWARD[0], arithmetic="float", steps=(steps,)), "torch")


@needs_torch
def test_gradients_are_those_of_autograd():
    """Of a sample of each family; an error where one differs."""
    names = [
        "blocks/encoder-layer",
        "heads/grouped-query",
        "encoder_decoder/coverage-loss",
        "positions/rope",
        "linear/performer",
        "structured/gat",
        "vision/cbam-spatial",
        "chains/encoder-by-parts",
    ]
    files = {name: Path(__file__).parents[2] / f"problems/{name}.yaml" for name in names}
    back = {
        name: tuple(
            Settings(arithmetic="float").solved(replace(problem, backward=Backward()))
            for problem in attncalc.load(path)
        )
        for name, path in files.items()
    }
    scripts = {name: written(sheets, "torch") for name, sheets in back.items()}
    assert all("torch.autograd.grad" in script for script in scripts.values())
    assert {name: out for name, out in run_with_torch(scripts).items() if out.startswith("ERROR")} == {}


@pytest.mark.apart
def test_scripts_stand_as_black_leaves_them(tmp_path, tenth):
    for path in tenth(PROBLEMS):
        for form in ("numpy", "torch"):
            name = f"{form}-{label(path).replace('/', '-')}.py"
            (tmp_path / name).write_text(written(solved(path, **SETTINGS), form), "utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    options = ["--isolated", "--no-cache", str(tmp_path)]
    formatted = subprocess.run(
        [*ruff, "format", "--line-length", "88", "--diff", *options], capture_output=True, text=True, check=False
    )
    assert formatted.stdout == ""
    linted = subprocess.run(
        [*ruff, "check", "--select", "E4,E9,F", *options], capture_output=True, text=True, check=False
    )
    assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize("snapshot", SNAPSHOTS, ids=lambda path: path.stem)
def test_script_of(snapshot):
    name, form = snapshot.stem.rsplit(".", 1)
    (path,) = (path for path in PROBLEMS if label(path) == name.replace("--", "/"))
    assert written(solved(path), form) == snapshot.read_text("utf-8")


def _solved(text, **settings):
    return tuple(Settings(**settings).solved(problem) for problem in attncalc.loads(text))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("form", ["numpy", "torch"])
def test_titles_are_comments(text, form):
    sheets = (Settings().solved(hostile(text)),)
    script = written(sheets, form)
    plain = written((Settings().solved(hostile("")),), form)
    assert [ast.dump(part) for part in ast.parse(script).body] == [ast.dump(part) for part in ast.parse(plain).body]
    assert all(char.isprintable() or char == "\n" for char in script)
    assert max(map(len, script.splitlines())) <= WIDTH


def test_a_title_is_no_coding():
    sheets = _solved("title: 'coding: utf-7 +AAo-raise SystemExit(1) +AAo-'\nQ: [[1]]\nK: [[1]]\nV: [[1]]")
    assert run_here(written(sheets, "numpy").encode()).startswith("S =")


def test_titles_with_line_ends_stay_comments():
    text = 'title: "a\\nimport os\\rb\\x0cc\\u2028d\\x85e"\nQ: [[1]]\nK: [[1]]\nV: [[1]]'
    script = written(_solved(text), "numpy")
    assert "# a import os b c d e" in script
    assert "\nimport os" not in script


def test_a_name_is_an_identifier_of_its_own():
    names = Identifiers(["S", "lambda", "S_1", "np", "print", "softmax"], NAMES)
    made = [
        names[name] for name in ("S", "lambda", "S_1", "np", "print", "softmax", "match", "x y", "x-y", "; import os")
    ]
    letters = [names.letter(name) for name in ("S", "α", "α̂", "日本", "__import__")]
    assert len({*made, *letters}) == len(made) + len(letters)
    assert all(name.isidentifier() and name.isascii() and name not in TAKEN | NAMES for name in [*made, *letters])
    assert made[:3] == ["S", "lambda_", "S_1"]


@pytest.mark.parametrize("typed", TYPED, ids=str)
def test_numbers_stand_as_they_were_typed(typed):
    number = read_number(typed, ("a",))
    letter = {"a": "a"}.get
    assert [Numerals(dialect, letter).number(number) for dialect in (NUMPY, TORCH)] == [*TYPED[typed]]


LETTERS = """
symbols: [a, S, np, lambda, α]
values: {a: 2, S: 1/2, np: sqrt(2), lambda: 3, α: 0.1}
Q: [[a, 2a], [S, "np^2"]]
K: [[lambda, 1], [α, -1/2]]
V: [["a/lambda", 2], [3, 4]]
"""


def test_letters_are_variables():
    sheets = _solved(LETTERS, significant=DIGITS)
    assert differences(numbers(run_here(written(sheets, "numpy"))), expected(sheets)) == []


def test_a_letter_without_a_value_is_named():
    sheets = _solved("symbols: [a]\nQ: [[a]]\nK: [[1]]\nV: [[1]]", arithmetic="exact")
    with pytest.raises(OutputError, match="letter a has no value"):
        written(sheets, "numpy")


def test_only_the_steps_that_are_asked_for_are_printed():
    sheets = _solved("Q: [[1, 2]]\nK: [[1, 0]]\nV: [[3]]", steps=("S", "A"), significant=DIGITS)
    assert [name for name, _ in numbers(run_here(written(sheets, "numpy")))] == ["S", "A"]


def test_powers_stand_as_black_leaves_them():
    script = written(_solved("Q: [[1, 2]]\nK: [[1, 0]]\nV: [[3]]\noptions: {softmax: {base: 3}}"), "numpy")
    assert "A = 3**S_scaled / (3**S_scaled).sum(axis=1, keepdims=True)\n" in script


def test_quiet_prints_the_result():
    sheets = _solved("Q: [[1, 2]]\nK: [[1, 0]]\nV: [[3]]", quiet=True)
    assert numbers(run_here(written(sheets, "numpy"))) == [("O", [3.0])]


def test_ascii():
    sheets = _solved("title: Größe √2\nQ: [[1]]\nK: [[1]]\nV: [[3]]")
    assert written(sheets, "torch", Look(ascii_signs=True)).isascii()


def test_each_problem_has_its_own_decimals():
    text = "Q: [[1, 2]]\nK: [[1, 0]]\nV: [[1/3]]\nshow: {decimals: 2}\n---\nQ: [[1]]\nK: [[1]]\nV: [[1/3]]"
    printed = numbers(run_here(written(_solved(text), "numpy")))
    assert [values for name, values in printed if name == "O"] == [[0.33], [0.3333]]


def test_rounded_lines_are_said_to_be_computed_in_full():
    script = written(_solved("Q: [[1, 2]]\nK: [[1, 0]]\nV: [[1/3]]", arithmetic="rounded", decimals=2), "numpy")
    assert "# The page rounds every line; here no digit is dropped, so last digits may differ.\n" in script


def test_scores_too_large_for_exp_have_weights():
    sheets = _solved("Q: [[900]]\nK: [[1], [1.001]]\nV: [[1], [2]]\noptions: {scale: none}", significant=DIGITS)
    assert differences(numbers(run_here(written(sheets, "numpy"))), expected(sheets)) == []


def test_long_rows_are_one_a_line():
    rows = [[(i * j % 7) / 4 for j in range(64)] for i in range(4)]
    sheets = _solved(yaml.safe_dump({"Q": rows, "K": rows, "V": rows}), significant=DIGITS)
    script = written(sheets, "numpy")
    assert len(script.splitlines()) < 60
    assert differences(numbers(run_here(script)), expected(sheets)) == []


ATTENTION = """
import torch
def attention(Q, K, V, attn_mask=None):
    S = Q @ K.T / Q.shape[-1] ** 0.5
    return torch.softmax(S if attn_mask is None else S + attn_mask, dim=-1) @ V
if not hasattr(torch.nn.functional, "scaled_dot_product_attention"):
    torch.nn.functional.scaled_dot_product_attention = attention
def show(**steps): pass
def same (one, other): print(torch.allclose(one, other))
"""


def _with_calls(script):
    """The script with every call of a comment made, and its value compared with the line above."""
    lines, name = [], ""
    for line in script.splitlines():
        indent, text = re.fullmatch(r"( *)(.*)", line).groups()
        if text.startswith("# The same: "):
            lines.append(f"{indent}same({name}, {text.removeprefix('# The same: ')})")
        elif text.startswith("# ") and lines and lines[-1].count("(") > lines[-1].count(")"):
            lines[-1] = f"{lines[-1][:-1]} {text.removeprefix('# ')})"
        else:
            lines.append(line)
            name = text.split(" = ")[0] if " = " in text else name
    body = "\n".join(lines)
    return body.replace("import torch\n", ATTENTION, 1).replace("\ndef show(**steps):\n", "\ndef _show(**steps):\n")


TIES = 'given: {Q: "1/8 -3/8", K: "1/4 0; 1/4 1/8", V: "1; 2"}\noptions: {scale: 1/2}'


def test_what_lies_half_way_is_rounded_as_the_page_does():
    """1/32 is 0.0313 by hand, and 0.0312 to the nearest even digit, as libraries round."""
    (problem,) = attncalc.loads(f"mechanism: scaled-dot-product\n{TIES}")
    for settings, first in (({}, "0.0313 -0.0156"), ({"significant": 2}, "0.031 -0.016")):
        sheets = (Settings(**settings).solved(problem),)
        assert first in " ".join(run_here(written(sheets, "numpy")).split()), settings


@pytest.mark.parametrize("form", ["numpy", "torch"])
def test_each_of_several_problems_prints_which_it_is(form):
    compared, other = (
        next(path for path in PROBLEMS if path.stem == name) for name in ("155-causal-compared", "002-q3")
    )
    script = written((*solved(compared), *solved(other)), form)
    for heading in ("Problem 1, variant 1", "Problem 1, variant 2", "Problem 2"):
        assert f'print("{heading}")' in script


def test_a_large_matrix_is_printed_whole_where_that_is_asked_for():
    rows = [[(i * j) % 7 - 3 for j in range(33)] for i in range(33)]
    problem = attncalc.problem("scaled-dot-product", given={"Q": rows, "K": rows, "V": rows})
    short, full = (run_here(written((Settings(full=full).solved(problem),), "numpy")) for full in (False, True))
    assert "..." in short
    assert "..." not in full
