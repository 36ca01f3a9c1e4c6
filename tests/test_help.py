"""The help of every command, what a shell completes, and colour where it is asked for."""

import re
from pathlib import Path

import pytest

from attncalc.cli.app import COMMANDS
from attncalc.cli.help import TOPICS
from attncalc.cli.help import names as topic_names
from attncalc.cli.options import form_names, mechanism_names, page_names, report_names, step_names
from attncalc.cli.schema import schema_names
from attncalc.render.exports.targets import EXPORTS
from attncalc.render.formats import FORMATS


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("columns", ["30", "80", "160"])
def test_help_has_an_example_at_any_width(command, columns, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    example, topics = COMMANDS[command]
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert f"Example:\n    {example}\n" in out
    assert example.startswith(f"attncalc {command} ")
    assert set(topics.split()) <= set(TOPICS)


@pytest.mark.parametrize(("command", "names"), [("solve", FORMATS), ("generate", EXPORTS)])
def test_help_names_every_form(command, names, run):
    assert set(names) <= set(re.findall(r"\w+", run(command, "--help")[1]))


@pytest.mark.parametrize(
    ("names", "typed", "offered"),
    [
        (mechanism_names, "multi-h", ["multi-head", "multi-head-latent"]),
        (form_names, "n", ["npz", "numpy"]),
        (page_names, "p", ["plain", "pdf"]),
        (report_names, "j", ["json"]),
        (step_names, "S,S_s", ["S,S_scaled", "S,S_shifted", "S,S_soft"]),
        (schema_names, "s", ["solution", "statistics"]),
        (topic_names, "con", ["conventions"]),
    ],
)
def test_a_shell_completes_names(names, typed, offered):
    assert names(typed) == offered


@pytest.mark.parametrize("forced", ["", "1"])
def test_a_pipe_has_colour_where_it_is_forced(forced, run, monkeypatch):
    Path("problem.yaml").write_text("Q: 1 0\nK: 1 0; 0 1\nV: 1 2; 3 4\n", "utf-8")
    monkeypatch.setenv("FORCE_COLOR", forced)
    monkeypatch.setenv("TERM", "xterm-256color")
    code, out, err = run("solve", "problem.yaml")
    assert (code, err) == (0, "")
    assert ("\x1b[" in out) == bool(forced)
