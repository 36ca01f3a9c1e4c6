"""Start-up is part of the design: a command imports what it needs, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = {"sympy", "scipy", "matplotlib", "pydantic", "mpmath"}


def imported(*arguments):
    """The modules that a command has imported when it ends."""
    code = (
        "import sys, attncalc.cli.app as cli\n"
        f"sys.argv = ['attncalc', *{arguments!r}]\n"
        "try: cli.main()\n"
        "except SystemExit: pass\n"
        "print('MODULES', *sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return set(run.stdout.rpartition("MODULES ")[2].split())


@pytest.mark.parametrize("option", [(), ("--float",), ("--rounded", "2"), ("--exact",)])
@pytest.mark.parametrize("name", ["seeds/000-q3", "homework/144-exam-masked-heads-a"])
def test_solving_imports_nothing_heavy(name, option):
    assert not imported("solve", f"problems/{name}.yaml", *option) & HEAVY


def test_decimal_needs_no_numpy_and_no_rich_in_a_pipe():
    assert not imported("solve", "problems/seeds/000-q3.yaml") & {"numpy", "rich.console", "rich.table"}


def test_solving_imports_nothing_that_reads_pages():
    modules = imported("solve", "problems/homework/144-exam-masked-heads-a.yaml")
    assert not {name for name in modules if name.startswith("attncalc.problem.page")}
    assert not modules & {"attncalc.reading.read", "attncalc.reading.spans", "attncalc.reading.sentences"}


def test_version_imports_almost_nothing():
    assert not imported("--version") & {*HEAVY, "numpy", "yaml", "rich.console", "flint"}


@pytest.mark.parametrize(
    "command",
    [
        ("mechanisms",),
        ("mechanisms", "multi-head"),
        ("new", "multi-head"),
        ("schema", "problem"),
        ("read", "tests/read/seed-002-assignment.md"),
    ],
)
def test_commands_beside_solve_import_nothing_heavy(command):
    assert not imported(*command) & {*HEAVY, "numpy", "rich.console", "rich.table"}


@pytest.mark.parametrize("arguments", [("--help",), ("new", "--help"), ("solve", "--help")])
def test_help_imports_almost_nothing(arguments):
    ours = {name for name in imported(*arguments) if name.startswith("attncalc.")}
    assert {name.split(".")[1] for name in ours} == {"cli", "deadline", "errors", "files", "limits"}


def test_the_package_is_importable_from_anywhere_first():
    code = "import attncalc.problem.reader, attncalc as a; a.solve(a.problem('self-attention', given={'X': '1'}))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
