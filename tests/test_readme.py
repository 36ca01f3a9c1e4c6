"""The README says what is so, and so do the topics of `attncalc help`."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.cli.app import COMMANDS
from attncalc.cli.help import TOPICS, about
from attncalc.mechanisms import registry
from attncalc.mechanisms.places import FAMILIES
from attncalc.problem.reader import loads, problem
from attncalc.render.explain import TITLES
from attncalc.solve import solve
from attncalc.worksheet.formula import formula
from attncalc.worksheet.notation import TEXT

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
GUIDE = (ROOT / "attncalc" / "README.md").read_text("utf-8")


def blocks(language, text=README):
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def words(command):
    return shlex.split(command.replace("\\\n", ""))


def test_the_readme_is_short():
    assert len(README.encode()) <= 14_000


def test_the_printed_solution_is_the_printed_solution():
    command = [sys.executable, "-m", "attncalc", "solve", "problems/seeds/002-q3.yaml"]
    environment = {"PYTHONUTF8": "1", "COLUMNS": "80"}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert f"```\n{run.stdout.rstrip()}\n```" in README


def test_the_printed_problem_is_the_problem():
    assert (ROOT / "problems" / "seeds" / "002-q3.yaml").read_text("utf-8").strip() == blocks("yaml")[0].strip()


def test_the_problem_in_one_line_solves(run):
    line = words(blocks("sh")[0])
    assert [line] == [words(again) for again in blocks("sh", about("solve"))]
    assert run(*line[1:], "--quiet") == (0, "O = [3.4621  2.2689  1  0.7311]\n", "")


def test_the_open_question_is_answered():
    """With a matrix, and with the letter in it."""
    said = re.search(r"An open question says .*?run\.", about("marking"), re.DOTALL)[0].replace("\n", " ")
    keys, (accept, answer, query, find, letter) = (
        re.search(r"for K: `(.*?)`", said)[1],
        re.findall(r"`(accept: .*?|Q: .*?|find: .*?|c: .*?)`", said)[:5],
    )
    problem = f"mechanism: scaled-dot-product\nK: {keys}\nV: {keys}\n{accept}\n"
    for more, given in (("", answer), (f"{query}\n{find}\n", letter)):
        assert check(loads(problem + more), from_text(given, "answers.yaml")).status == 0
        assert check(loads(problem + more), from_text(given.replace("3", "1"), "answers.yaml")).status == 1


def test_the_commands_are_those_that_there_are():
    everywhere = README + "".join(map(about, TOPICS))
    named = set(re.findall(r"(?:`|^| )attncalc ([a-z]\w+)", README, re.MULTILINE))
    assert named == set(COMMANDS)
    assert set(re.findall(r"`attncalc (\w+)", everywhere)) == set(COMMANDS)


def test_the_topics_are_those_that_there_are():
    there = {path.stem for path in (ROOT / "attncalc" / "cli" / "topics").iterdir()} | {"frameworks"}
    assert set(TOPICS) == there
    named = re.findall(r"attncalc help ([a-z]+)", README + "".join(map(about, TOPICS)))
    assert set(named) <= {*TOPICS, *COMMANDS}


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_reads_well_where_it_is_not_laid_out(topic, run):
    code, out, err = run("help", topic)
    assert (code, err) == (0, "")
    assert out.endswith(about(topic))
    assert all(len(line) <= 80 for line in about(topic).splitlines() if not line.startswith("{"))
    assert not re.search(r"\]\(|<\w+>", about(topic)), "links lead nowhere from a terminal"


def test_help_lists_the_topics_and_knows_close_ones(run):
    code, out, _ = run("help")
    assert code == 0
    for topic in TOPICS:
        assert f"- `{topic}`: {about(topic).splitlines()[0][2:]}\n" in out
    assert run("help", "notation") == (
        2,
        "",
        "attncalc: there is no command or topic notation\nDid you mean notations?\n",
    )
    assert "attncalc help` lists them" in run("help", "xyz")[2]
    assert "batch [OPTIONS] [INPUT]" in run("help", "batch")[1]


def test_the_printed_costs_are_the_printed_costs(run):
    lines = blocks("sh", about("costs"))
    for line, printed in zip(lines, re.findall(r"\n\n```\n(.*?)\n```", about("costs"), re.DOTALL), strict=True):
        assert printed in run(*words(line)[1:], "--format", "plain")[1]


def test_the_longer_problem_solves():
    (longer,) = loads(*blocks("yaml", about("files")))
    assert solve(longer, "exact")["A"].values()[0] == ["1", "0", "0"]


def test_the_way_back_has_the_lines_of_its_table():
    (problem_,) = loads(*blocks("yaml", about("backward")))
    sheet = solve(problem_)
    rows = re.findall(r"^- (`[^:]*`): (.*)$", about("backward").replace("\n  ", " "), re.MULTILINE)
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


def test_every_mechanism_is_listed_with_its_source(run):
    listed = " ".join(run("mechanisms")[1].split())
    for family, names in FAMILIES.items():
        row = f"- **{TITLES[family]}**: {', '.join(f'`{name}`' for name in names)}\n"
        assert row in README, row
        for found in map(registry.find, names):
            assert f"{found.name} {found.title} {found.paper}." in listed


def test_the_new_mechanism_of_the_guide_works(monkeypatch):
    imports = "from attncalc.mechanisms.registry import mechanism\nfrom attncalc.worksheet.recorder import Recorder\n"
    imports += "from attncalc.worksheet.tensor import Tensor, row_sums, share\n"
    monkeypatch.setitem(registry.PLACES, "kernel-attention", "basics.scaled_dot_product")
    exec(imports + blocks("python", GUIDE)[0], {})  # registers it
    given = {"Q": "1 1", "K": "1 0; 1 2", "V": "1; 5"}
    sheet = solve(problem("kernel-attention", given=given))
    assert sheet["A"].values() == [["0.25", "0.75"]]
    assert sheet["O"].values() == [["4"]]
    registry.REGISTRY.pop("kernel-attention")
