"""What several test files use."""

import signal
import sys

import pytest

from attncalc.cli.app import main

pytest_plugins = ["sweeps"]
collect_ignore = ["exports/against_pyslet.py"]  # a command, of a package that no test needs

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that starts tests in the background ignores it


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command line in an empty folder; gives its exit status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run_it(*arguments):
        monkeypatch.setattr(sys, "argv", ["attncalc", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        return left.value.code, *capsys.readouterr()

    return run_it
