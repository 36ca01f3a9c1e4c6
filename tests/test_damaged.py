"""What is damaged, or made to do harm, ends in a message."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

PROBLEM = 'Q: "2 1; 0 3"\nK: "1 1; 3 0"\nV: "5 2; 1 4"\n'
RIGHT = "A = [[0.107, 0.893], [0.893, 0.107]]\n"


@pytest.fixture
def run(run):
    """Runs a command line in a folder with problem.yaml."""
    Path("problem.yaml").write_text(PROBLEM, "utf-8")
    return run


def npy(header, data=bytes(48)):
    """An .npy with this header and data."""
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data


HEADER = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n"
DAMAGED = {
    "no header": b"\x93NUMPY",
    "cut header": npy(HEADER % ("<f8", "(2, 3)"))[:60],
    "another length": npy(HEADER % ("<f8", "(2, 3)"))[:-9],
    "truth as a size": npy(HEADER % ("<f8", "(True, 3)")),
    "a size below 0": npy(HEADER % ("<f8", "(-2, 3)")),
    "text as a size": npy(HEADER % ("<f8", "('2', 3)")),
    "objects": npy(HEADER % ("|O", "(2, 3)")),
    "records": npy(HEADER % ("i4,i4", "(2, 3)")),
    "no numbers": npy(HEADER % ("<f8", "(0, 3)"), b""),
    "far too many": npy(HEADER % ("<f8", "(99999999, 99999999)")),
    "nothing but code": npy("__import__('os').mkdir('run')\n"),
    "another version": b"\x93NUMPY\x09\x00" + bytes(100),
    "nothing": b"",
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_array_beside_a_problem(kind, run):
    Path("q.npy").write_bytes(DAMAGED[kind])
    Path("problem.yaml").write_text("Q: q.npy\nK: 1 0 1\nV: 1 0\n", "utf-8")
    code, out, err = run("solve", "problem.yaml")
    assert (code, out) == (2, "")
    assert "q.npy" in err
    assert "Traceback" not in err
    assert not Path("run").exists()


def test_yaml_without_its_library_in_c(run, monkeypatch):
    with_it = run("solve", "problem.yaml"), run("check", "problem.yaml", "-a", "A_11=0.1")
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert (run("solve", "problem.yaml"), run("check", "problem.yaml", "-a", "A_11=0.1")) == with_it
    Path("problem.yaml").write_text("given:\n  Q: [[1, 2], [3, 4]\n  K: [[1, 2]]\n", "utf-8")
    code, out, err = run("solve", "problem.yaml")
    assert (code, out) == (2, "")
    assert "problem.yaml:3" in err
    assert "not YAML" in err


@pytest.mark.parametrize(
    "line",
    [
        "$x = (-5)^{0.5}$",
        "$x = (-8)^(1/3)$",
        "x = (-2)^0.3 = 7",
        "S = [[3, 6], [3, (-27)^(1/3)]]",
        "x = 0^{-1}",
        "x = 10^{10^{10}}",
        "x = 0.5^{-99999}",
        "x = ((2^{99})^{99})^{99}",
        "x = e^{e^{e^{e^{e}}}}",
        "x = -(-1)^{1/2} * 3",
    ],
)
@pytest.mark.parametrize("chains", [False, True])
def test_powers_without_a_value_on_a_page(line, chains, run):
    Path("page.md").write_text(f"{RIGHT}\n{line}\n", "utf-8")
    words = ["--chains", "page.md"] if chains else ["problem.yaml", "page.md"]
    code, out, err = run("check", *words)
    assert (code in (0, 1, 3), err) == (True, "")
    assert out


@pytest.mark.parametrize("answers", ["O: []", "O: [[]]", "O: [[], []]", "O: ''", "O: {}", "O: [[[]]]"])
def test_answers_that_hold_nothing(answers, run):
    Path("answers.yaml").write_text(f"{answers}\nA: 0.107 0.893; 0.893 0.107\n", "utf-8")
    code, _, err = run("check", "problem.yaml", "answers.yaml")
    assert code in (1, 2)
    assert "Traceback" not in err


@pytest.mark.parametrize("text", ["k = [[5, 6]]\n  k = [[7, 8]]", "k = 5 6\n  k = [[7, 8]]", "k = [[5], 6]\n  k = [7]"])
def test_rows_of_one_name(text, run):
    Path("problem.yaml").write_text(f"Q: |\n  {text}\nK: 1 0\nV: 1 0\n", "utf-8")
    code, _, err = run("solve", "problem.yaml")
    assert (code, "Traceback" in err) == (2, False)
    assert "problem.yaml:" in err


@pytest.mark.skipif(os.name != "posix", reason="special files of POSIX")
@pytest.mark.parametrize("words", ["--version", "help", "--help", "help solve", "schema problem"])
def test_output_that_is_full(words):
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "attncalc", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert (ran.returncode, "Traceback" in ran.stderr) == (2, False)
    assert "standard output cannot be written" in ran.stderr


@pytest.mark.parametrize("form", ["pdf", "html", "latex", "markdown", "plain", "terminal"])
def test_reports_of_a_line_with_blank_cells(form, run):
    if form == "pdf":
        pytest.importorskip("typst")
    code, _, err = run("check", "problem.yaml", "-a", "O_11=9", "--format", form, "-o", "report")
    assert (code, err) == (1, "")
    assert Path("report").stat().st_size > 100


def test_help_as_a_command(run):
    code, out, _ = run("help")
    assert (code, "solve" in out) == (0, True)
    assert run("help", "check") == run("check", "--help")
    assert run("help", "solve")[1].startswith(run("solve", "--help")[1])  # and what the topic of its name says


@pytest.mark.parametrize(("words", "place"), [("mechanisms scal", 2), ("new scal", 2), ("solve -m scal", 3)])
def test_completion_of_mechanisms(words, place, run, monkeypatch):
    monkeypatch.setenv("_ATTNCALC_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"attncalc {words}")
    monkeypatch.setenv("COMP_CWORD", str(place))
    assert "scaled-dot-product" in run()[1].split()
