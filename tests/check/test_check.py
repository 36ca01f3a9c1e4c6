"""`attncalc check` as somebody types it: what it prints, how it ends, what it refuses."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from attncalc.problem.tree import read_documents

ROOT = Path(__file__).parent.parent.parent
CASES = yaml.load((Path(__file__).parent / "commands.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
PROBLEM = "title: One query\nQ: [[1, 0, 2, 1]]\nK: [[1, 1, 0, 1], [0, 1, 1, 2]]\nV: [[2, 3, 1, 0], [4, 2, 1, 1]]\n"
ANSWERS = "S: [2, 5]\nS_scaled: [1, 2.5]\nA: [0.182, 0.818]\n"
OPEN = "K: [[1, 0], [0, 1]]\nV: [[1, 0], [0, 1]]\n"
PAGE = """# My answer

The scores are
$$ QK^T = \\begin{bmatrix} 2 & 5 \\end{bmatrix} $$
and the weights
$$ \\alpha = \\begin{bmatrix} 0.182 & 0.818 \\end{bmatrix} $$
"""
STATED = """Given $Q = [1, 0]$, $K = [[1, 0], [0, 1]]$ and $V = [[1], [3]]$, no scaling.

$S = QK^T = [1, 0]$

$O = 1.54$
"""
WHOLE = "$S = [2, 4]$\n$S_{scaled} = [1, 2]$\n$A = [0.269, 0.731]$\n$O = [3.462, 2.269, 1, 0.731]$\n"
FILES = {
    "problem.yaml": PROBLEM,
    "marks.yaml": PROBLEM + "marks: {S: 4, A: 4, O: 2}\n",
    "bad-marks.yaml": PROBLEM + "show: {decimals: 3}\nlabels: {queries: [q]}\nmarks: {Wq: 1}\n",
    "broken.yaml": PROBLEM + "options: {mask: [[1, 0, 1]]}\n",
    "decimals.yaml": PROBLEM + "show: {decimals: 3}\n",
    "answers.yaml": ANSWERS,
    "key.yaml": "QK^T: [2, 4]\nscaled: [1, 2]\nweights: [0.269, 0.731]\noutput: [3.462, 2.269, 1, 0.731]\n",
    "two.yaml": "Q: 1\nK: 0; 0\nV: 1; 3\nmarks: {O: 2}\n---\nQ: 1\nK: 0; 0\nV: 2; 4\nmarks: {O: 2}\n",
    "two-answers.yaml": "answers: {O: 2}\n---\nanswers: {O: 3}\n",
    "open.yaml": OPEN + "accept: {A: [[0.9, 0.1]], within: 0.05}\n",
    "letter.yaml": OPEN + 'Q: "c 0"\noptions: {scale: none}\nfind: c\naccept: {A: [[0.9, 0.1]], within: 0.05}\n',
    "just.yaml": OPEN + 'Q: "c 0"\noptions: {scale: none}\nfind: c\naccept: {A: [[0.9, 0.1]]}\n',
    "bad-open.yaml": OPEN + "accept: {MH: [[0.9, 0.1]]}\n",
    "empty.yaml": "",
    "empty.md": "Some words.\n",
    "page.md": PAGE,
    "stated.md": STATED,
    "aside.md": WHOLE + "$12 + 5 = 18$\n",
    "constant.md": "$S = [2, 4]$\n\n$\\sqrt{3} = 1.5$\n",
    "true-aside.md": "$S = [2, 4]$\n\n$\\sqrt{2} = 1.414$\n",
    "steps.jsonl": '{"steps": ["A = 1 + 2 = 3", "A * 2 = 7"]}\n\n{"steps": ["1 + 1 = 2"]}\n{"steps": []}\n',
    "broken.jsonl": '{"steps": ["1 + 1 = 2"]}\n{"steps": ["1 + 1 = 2" "1"]}\n',
    "no-steps.jsonl": '{"step": "1 + 1 = 2"}\n',
    "numbers.jsonl": '{"steps": [1, 2]}\n',
    "list.jsonl": "[1, 2]\n",
}
KEYS = (
    "problem",
    "line",
    "column",
    "step",
    "row",
    "col",
    "term",
    "factor",
    "written",
    "expected",
    "follows",
    "verdict",
    "cause",
    "also",
    "struck",
    "repeat",
    "margin",
)


@pytest.fixture
def run(run):
    """Runs a command line in a folder with these files."""
    for name, text in FILES.items():
        Path(name).write_text(text, "utf-8")
    Path("picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    return run


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_commands(case, run):
    code, out, err = run("check", *case["args"])
    if "refused" in case:
        assert (code, out) == (2, "")
        assert case["refused"] in err
        assert "Traceback" not in err
    else:
        assert (code, err) == (int(case["code"]), "")
        assert [text for text in case["prints"] if text not in out] == []


def test_the_report_as_json(run):
    report = json.loads(run("check", "problem.yaml", "answers.yaml", "--format", "json")[1])
    assert list(report) == ["format", "version", "page", "problems", "claims", "notes", "marks"]
    assert (report["page"], report["problems"]) == ("answers.yaml", ["One query"])
    assert all(tuple(claim) == KEYS for claim in report["claims"])
    wrong = report["claims"][1]
    assert [wrong[key] for key in KEYS[:8]] == [1, 1, 8, "S", 1, 2, None, None]
    assert [wrong[key] for key in ("written", "expected", "follows", "verdict")] == ["5", "4", None, "wrong"]
    assert [claim["verdict"] for claim in report["claims"]] == ["right", "wrong", "right", *["follows"] * 3]
    assert report["marks"]["of"] == 4
    step = {"problem": 1, "step": "S", "marks": 0.5, "of": 1, "open": 0, "reason": "1 of 2 right"}
    assert report["marks"]["steps"][0] == step


def test_rows_and_columns_stand_as_on_the_page(run):
    # With columns for tokens X = [x1 x2 x3] and one query: S is KᵀQ, so keys run down; S = 1, 2, 3.
    Path("columns.yaml").write_text("Q: 1\nK: 1 2 3\nV: 1 1 1\noptions: {tokens: columns, scale: none}\n", "utf-8")
    code, out, _ = run("check", "columns.yaml", "-a", "S=1; 2; 4", "--format", "json")
    claims = json.loads(out)["claims"]
    assert code == 1
    assert [(claim["row"], claim["col"], claim["verdict"]) for claim in claims] == [
        (1, 1, "right"),
        (2, 1, "right"),
        (3, 1, "wrong"),
    ]


def test_a_report_goes_to_a_file(run):
    assert run("check", "problem.yaml", "answers.yaml", "-o", "feedback.md") == (1, "", "")
    assert Path("feedback.md").read_text("utf-8").startswith("# One query (answers.yaml)\n")
    assert run("check", "problem.yaml", "answers.yaml", "-o", "feedback.json") == (1, "", "")
    assert json.loads(Path("feedback.json").read_text("utf-8"))["version"] == 2


def test_bad_input_writes_nothing(run):
    assert run("check", "problem.yaml", "none.yaml", "-o", "feedback.md", "--unread", "form.yaml")[0] == 2
    assert not Path("feedback.md").exists()
    assert not Path("form.yaml").exists()


def test_what_is_not_read_is_written_to_a_form_and_read_the_next_time(run):
    Path("smudged.yaml").write_text("A: [0.269, 0.7E1x]\n", "utf-8")
    command = ("check", "problem.yaml", "smudged.yaml", "--unread", "form.yaml")
    code, out, _ = run(*command)
    assert code == 3
    assert "1 not read" in out
    form = Path("form.yaml").read_text("utf-8")
    (entry,) = read_documents(form, "form")[0].get("unread").items
    assert {key.text: value.text for key, value in entry.entries if key.text != "why"} == {
        "line": "1",
        "column": "12",
        "text": "0.7E1x",
        "problem": "1",
        "step": "A",
        "row": "1",
        "column_of": "2",
        "number": "_",
    }
    Path("form.yaml").write_text(form.replace("number: _", "number: 0.731"), "utf-8")
    code, out, _ = run(*command)
    assert code == 0
    assert "All 2 numbers are right." in out
    Path("form.yaml").write_text("A: 1\n", "utf-8")
    code, _, err = run(*command)
    assert code == 2
    assert "form.yaml: this is no form" in err
    assert Path("form.yaml").read_text("utf-8") == "A: 1\n"


@pytest.mark.parametrize("form", ["plain", "markdown", "terminal"])
def test_text_of_the_answer_is_shown_as_text(form, run):
    Path("evil.yaml").write_text('A: ["<b>1\\e[31m", "0.9 [red]x | `y` $z$"]\n', "utf-8")
    code, out, _ = run("check", "problem.yaml", "evil.yaml", "--format", form)
    assert code in (0, 1, 3)
    assert "\x1b" not in out
    if form == "markdown":
        prose = "\n".join(out.split("```")[::2])
        assert "<b>" not in prose


def test_typed_answers_import_nothing_heavy(run):
    code = (
        "import sys; sys.argv = ['attncalc', 'check', 'problem.yaml', 'answers.yaml']\nimport attncalc.cli.app as cli\n"
    )
    code += "try: cli.main()\nexcept SystemExit: pass\nprint('MODULES', *sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True).stdout
    names = set(printed.rpartition("MODULES ")[2].split())
    assert "attncalc.check.judge" in names
    assert not names & {"numpy", "sympy", "rich.console", "pylatexenc", "attncalc.reading.read"}


def test_the_readme_shows_what_is_printed(run):
    readme = (ROOT / "README.md").read_text("utf-8").partition("\n## For the assistant\n")[2]
    answers, printed = (text for _, text in re.findall(r"```(yaml|)\n(.*?)```", readme, re.DOTALL)[:2])
    Path("answers.yaml").write_text(answers, "utf-8")
    assert run("check", str(ROOT / "problems" / "seeds" / "002-q3.yaml"), "answers.yaml") == (1, printed, "")
