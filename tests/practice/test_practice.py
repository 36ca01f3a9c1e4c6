"""Practice in the terminal: a dialogue in lines of text, marked as a page would be."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import attncalc
from attncalc.errors import InputError
from attncalc.practice.bank import Drawing, problems
from attncalc.practice.hints import Hints
from attncalc.practice.history import Tally, keep, read
from attncalc.practice.work import Work

HERE = Path(__file__).parent
DIALOGUES = yaml.safe_load((HERE / "dialogues.yaml").read_text("utf-8"))
PROBLEM = {"title": "Attention", "Q": "1 0 2 1", "K": "1 1 0 1; 0 1 1 2", "V": "2 3; 4 2"}
NUMBER = re.compile(r"-?\d+\.\d+")


@pytest.fixture
def practise(run, monkeypatch, tmp_path):
    """Types lines; gives the exit status and what was said."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def practise_it(problem, typed, *options):
        Path("problem.yaml").write_text(yaml.safe_dump(problem, sort_keys=False), "utf-8")
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        status, out, err = run("practice", "problem.yaml", *options)
        return status, out + err

    return practise_it


@pytest.mark.parametrize("case", DIALOGUES, ids=lambda case: case["name"])
def test_dialogue(case, practise):
    status, told = practise(case.get("problem", PROBLEM), case["typed"], *case.get("options", []))
    assert status == 0
    place = 0
    for words in case["says"]:
        place = told.find(words, place)
        assert place >= 0, (words, told)
        place += len(words)


def test_what_was_practised_is_kept_and_its_place_is_said(practise, tmp_path):
    path = tmp_path / "state" / "attncalc" / "practice.json"
    practise(PROBLEM, ["2 4", "2 4", "quit"])
    _, told = practise(PROBLEM, ["2 4"])  # and nothing more comes
    assert str(path) in told
    assert json.loads(path.read_text("utf-8")) == {
        "format": "attncalc/practice",
        "version": 1,
        "mechanisms": {"scaled-dot-product": {"lines": 2, "at once": 2, "with hints": 0, "left": 0}},
        "mistakes": {"no-scaling": 1},
    }
    before = path.read_bytes()
    _, told = practise(PROBLEM, ["2 4"], "--no-history")
    assert path.read_bytes() == before
    assert str(path) not in told


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "attncalc/practice", "version": 1}', "x", "[" * 10**5])
def test_what_is_no_history_is_left_as_it_is(text, practise, tmp_path):
    path = tmp_path / "state" / "attncalc" / "practice.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    status, told = practise(PROBLEM, ["2 4"])
    assert status == 2
    assert "--no-history" in told
    assert path.read_text("utf-8") == text


def test_sittings_are_added(tmp_path):
    one = Tally()
    for what in ("lines", "at once", "lines", "left"):
        one.add("softmax", what)
    one.mistakes.update(["no-scaling"])
    keep(tmp_path / "a" / "practice.json", one)
    keep(tmp_path / "a" / "practice.json", one)
    both = read(tmp_path / "a" / "practice.json")
    assert dict(both.mechanisms["softmax"]) == {"lines": 4, "at once": 2, "with hints": 0, "left": 2}
    assert both.mistakes == {"no-scaling": 2}


def test_ctrl_c_ends_with_the_summary(tmp_path):
    (tmp_path / "p.yaml").write_text(yaml.safe_dump(PROBLEM), "utf-8")
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "attncalc", "practice", "p.yaml"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        process.stdin.write("2 4\n")
        process.stdin.flush()
        while "2 of 4" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        told = process.stdout.read()
    assert process.returncode == 130
    assert "1 line: 1 right at once." in told
    assert "Traceback" not in told


def test_a_pipe_gets_no_colours_and_no_tables_but_lines(practise):
    _, told = practise(PROBLEM, ["2 5", "?", "quit"])
    assert "\x1b" not in told
    assert "S = 2 5\n" in told


@pytest.mark.parametrize(
    "name",
    [
        "basics/hard-attention",
        "basics/entropy",
        "blocks/layer-norm",
        "blocks/sampling",
        "encoder_decoder/cross-attention",
        "encoder_decoder/decoder-step-gru",
        "heads/talking-heads",
        "linear/delta-rule",
        "positions/alibi",
        "positions/rope",
        "structured/pointer",
        "seeds/002-q3",
    ],
)
def test_no_hint_tells_the_answer(name):
    """Of numbers that are not among those that the entry is made of, none stands in a hint."""
    for problem in attncalc.load(HERE.parents[1] / "problems" / f"{name}.yaml"):
        for one in problem.variants():
            work = Work(one, by_entries=True)
            for task in work.tasks():
                (answer,), place = work.texts(task)[0], (task.row - 1, task.column - 1)
                texts = Hints(work, task).texts(place)
                assert 1 <= len(texts) <= 3
                assert not any(text.rstrip().endswith(f"= {answer}") for text in texts)
                others = (record for record in (*work.sheet.inputs, *work.sheet.records) if record is not task.record)
                texts_of = (work.view.texts(record, work.sheet.asked) for record in others)
                operands = {text.lstrip("-") for rows in texts_of for row in rows for text in row}
                if NUMBER.fullmatch(answer) and answer.lstrip("-") not in operands:
                    assert not any(answer.lstrip("-") in text for text in texts)


def _first(source, count):
    found = problems(str(source), Drawing("1", 10))
    return [next(found) for _ in range(count)]


def test_other_numbers_of_a_mechanism_a_problem_and_a_recipe(tmp_path):
    one, two = _first("softmax", 2)
    assert one.problem.given["S"].rows != two.problem.given["S"].rows
    file = tmp_path / "p.yaml"
    file.write_text(yaml.safe_dump({**PROBLEM, "options": {"scale": "none"}}), "utf-8")
    same, other = _first(file, 2)
    assert same.problem.title == "Attention"
    assert other.problem.options["scale"].word(("none",)) == "none"
    assert [matrix.shape for matrix in other.problem.given.values()] == [(1, 4), (2, 4), (2, 2)]
    recipe = tmp_path / "r.yaml"
    recipe.write_text(
        yaml.safe_dump({"questions": [{"mechanism": "softmax", "ask": ["A"]}, {"mechanism": "self-attention"}]})
    )
    assert [drawn.asked for drawn in _first(recipe, 3)] == [("A",), ("O",), ("A",)]
    file.write_text(
        yaml.safe_dump({"symbols": ["a"], "values": {"a": 2}, "Q": [["a"]], "K": [[1]], "V": [[1]]}), "utf-8"
    )
    with pytest.raises(InputError, match="no other numbers"):
        _first(file, 2)


def test_what_steers_a_terminal_is_not_repeated(practise):
    _, told = practise({**PROBLEM, "title": "\x1b[2JBoo"}, ["\x1b[2J 1", "2 4", "quit"])
    assert "\x1b" not in told
    assert "Right." in told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["softmx"], "Did you mean softmax?"),
        (["none.yaml"], "cannot be read"),
        (["softmax", "--steps", "B"], "there is no step B"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_else(arguments, says, run):
    status, out, err = run("practice", *arguments, "--no-history")
    assert (status, out) == (2, "")
    assert says in err
