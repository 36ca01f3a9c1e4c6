"""The README says what is so."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.cli.app import COMMANDS
from attncalc.mechanisms import registry
from attncalc.mechanisms.places import FAMILIES
from attncalc.problem.reader import loads, problem
from attncalc.solve import solve
from attncalc.worksheet.formula import formula
from attncalc.worksheet.notation import TEXT

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_printed_solution_is_the_printed_solution():
    command = [sys.executable, "-m", "attncalc", "solve", "problems/seeds/002-q3.yaml"]
    environment = {"PYTHONUTF8": "1", "COLUMNS": "80"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert f"```\n{run.stdout.rstrip()}\n```" in README


def test_the_printed_problem_is_the_problem():
    assert (ROOT / "problems" / "seeds" / "002-q3.yaml").read_text("utf-8").strip() == blocks("yaml")[0].strip()


def test_the_problem_in_one_line_solves():
    line, _ = blocks("sh")
    command = [sys.executable, "-m", *shlex.split(line), "--quiet"]
    run = subprocess.run(command, env={"PYTHONUTF8": "1"}, capture_output=True, encoding="utf-8", check=True)
    assert run.stdout == "O = [3.4621  2.2689  1  0.7311]\n"


def test_the_open_question_is_answered():
    """With a matrix, and with the letter in it."""
    (about,) = re.findall(r"An open question says .*", README)
    keys, (accept, answer, query, find, letter) = (
        re.search(r"for K: `(.*?)`", about)[1],
        re.findall(r"`(accept: .*?|Q: .*?|find: .*?|c: .*?)`", about)[:5],
    )
    problem = f"mechanism: scaled-dot-product\nK: {keys}\nV: {keys}\n{accept}\n"
    for more, given in (("", answer), (f"{query}\n{find}\n", letter)):
        assert check(loads(problem + more), from_text(given, "answers.yaml")).status == 0
        assert check(loads(problem + more), from_text(given.replace("3", "1"), "answers.yaml")).status == 1


def test_the_commands_are_those_that_there_are():
    named = set(re.findall(r"`attncalc (\w+)", README))
    assert named == set(COMMANDS)


def test_the_printed_costs_are_the_printed_costs(run):
    section = README.split("## Costs")[1].split("\n## ")[0]
    caches, table = re.findall(r"```\n(.*?)\n```", section, re.DOTALL)
    for line, printed in zip(
        re.findall(r"^`(attncalc cost .* --dtype bf16)`", section, re.MULTILINE), (caches, table), strict=True
    ):
        assert printed in run(*shlex.split(line)[1:], "--format", "plain")[1]


def test_the_longer_problem_solves():
    (longer,) = loads(blocks("yaml")[1])
    assert solve(longer, "exact")["A"].values()[0] == ["1", "0", "0"]


def test_the_way_back_has_the_lines_of_its_table():
    (found,) = [block for block in blocks("yaml") if "backward:" in block]
    (problem_,) = loads(found)
    sheet = solve(problem_)
    table = README.split("### The way back")[1].split("### ")[0]
    rows = re.findall(r"^\| (`[^|]*`) \| ([^|]*) \|$", table, re.MULTILINE)
    for names, formulas in rows[:-1]:
        parts = formulas.split(";")[0].split(", ")
        for name, part in zip(re.findall(r"`(\w+)`", names), parts, strict=True):
            assert formula(sheet.record(name).expr, TEXT) == part
    assert {"Wq_next", "loss_next"} <= {step.name for step in sheet.steps}


def test_the_python_lines_do_what_their_comments_say():
    names = {}
    exec(blocks("python")[0], names)  # the README's own text
    for line in re.findall(r"^(.*\S)\s+# (\[.*\])$", blocks("python")[0], re.MULTILINE):
        assert repr(eval(line[0], names)) == line[1]


def test_the_tables_list_every_mechanism():
    for family, names in FAMILIES.items():
        rows = [f"| `{m.name}` | {m.title} | {m.paper} |" for m in map(registry.find, names)]
        assert "\n".join(rows) in README, f"the table of {family}: {rows}"


def test_the_new_mechanism_works(monkeypatch):
    imports = "from attncalc.mechanisms.registry import mechanism\nfrom attncalc.worksheet.recorder import Recorder\n"
    imports += "from attncalc.worksheet.tensor import Tensor, row_sums, share\n"
    monkeypatch.setitem(registry.PLACES, "kernel-attention", "basics.scaled_dot_product")
    exec(imports + blocks("python")[1], {})  # registers it
    given = {"Q": "1 1", "K": "1 0; 1 2", "V": "1; 5"}
    sheet = solve(problem("kernel-attention", given=given))
    assert sheet["A"].values() == [["0.25", "0.75"]]
    assert sheet["O"].values() == [["4"]]
    registry.REGISTRY.pop("kernel-attention")
