"""What ATTNCALC_LOG=debug tells, and that nothing is told, or imported, without it."""

import subprocess
import sys

import pytest

CODE = """
import sys
from attncalc.cli.app import main
sys.argv = ["attncalc", "check", "problem.yaml", "page.md"]
try:
    main()
except SystemExit:
    print("logging" in sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("asked", ["debug", ""])
def test_what_happens_inside_is_told_where_it_is_asked_for(asked, tmp_path):
    (tmp_path / "problem.yaml").write_text("title: a\x9b2J\nQ: 1 2\nK: 1 0; 0 1\nV: 1 2; 3 4\n", "utf-8")
    (tmp_path / "page.md").write_text("S = Q K^T = [1 2]\n", "utf-8")
    environment = {"PYTHONUTF8": "1", "ATTNCALC_LOG": asked}
    run = subprocess.run(
        [sys.executable, "-c", CODE], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=True
    )
    *lines, _ = run.stderr.splitlines()
    if not asked:
        assert lines == []
        return
    starts = ("problem.yaml read", "a problem of problem.yaml", "scaled-dot-product: tokens are rows", "worked out in")
    starts += ("page.md: read as", "placed: ", "page.md read and placed", "2 claims judged", "laid out and written")
    told = [line.removeprefix("attncalc: ") for line in lines]
    assert all(any(line.startswith(start) for line in told) for start in starts), told
    assert "\x9b" not in run.stderr
