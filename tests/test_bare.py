"""With the base dependencies alone every command runs, or names the extra that it lacks, in one line."""

import json
import subprocess
import sys
from pathlib import Path

from attncalc.cli.app import COMMANDS

EXTRAS = ("typst", "segno", "matplotlib", "numba", "onnxruntime", "xlsxwriter", "cupy", "distributed", "safetensors")
ROOT = Path(__file__).parent.parent
PROBLEM = str(ROOT / "problems" / "seeds" / "002-q3.yaml")
# What is typed, and the extra that it says it needs.
TYPED = {
    f"solve {PROBLEM}": None,
    f"solve {PROBLEM} --exact --format html": None,
    f"solve {PROBLEM} -o a.pdf": "pdf",
    f"solve {PROBLEM} -o a.xlsx": "xlsx",
    f"solve {PROBLEM} -q --plot a.svg": "plot",
    f"check {PROBLEM} -a S=2\\ 4": None,
    f"grade {PROBLEM} class -o graded --jobs 1": None,
    f"grade {PROBLEM} class -o other --cluster local": "cluster",
    "generate softmax --seed 7": None,
    "practice softmax -o a.html --problems 1": None,
    "batch q.npz -o o.npz -q": None,
    "batch q.npz -o o.npz -q --force --device cuda": "gpu-cuda12",
    "cost softmax": None,
    "cost --compare linear,sliding --size n=8..16 -O w=2 --plot a.svg": "plot",
    "read class/anna.md": None,
    "new softmax": None,
    "mechanisms softmax": None,
    "schema problem": None,
    "help files": None,
}
CODE = """
import contextlib, io, json, shlex, sys
import numpy
sys.modules.update(dict.fromkeys(json.loads(sys.argv[1])))
numpy.savez("q.npz", Q=numpy.eye(2), K=numpy.eye(2), V=numpy.eye(2))
from attncalc.cli.app import main
said = []
for line in json.loads(sys.argv[2]):
    sys.argv = ["attncalc", *shlex.split(line)]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as error:
        try:
            main()
        except SystemExit as end:
            said.append([end.code, error.getvalue()])
print(json.dumps(said))
"""


def test_every_command_runs_or_says_what_it_lacks(tmp_path):
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "anna.md").write_text("Q = [[1, 2]], K = [[1, 0], [0, 1]], S = Q K^T = [1 2]\n", "utf-8")
    assert {line.split()[0] for line in TYPED} == set(COMMANDS)
    ran = subprocess.run(
        [sys.executable, "-c", CODE, json.dumps(EXTRAS), json.dumps(list(TYPED))],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    for (line, extra), (code, error) in zip(TYPED.items(), json.loads(ran.stdout), strict=True):
        if extra is None:
            assert (code, error) in ((0, ""), (1, ""), (3, "")), (line, code, error)
        else:
            assert code == 2, line
            assert f'pip install "attncalc[{extra}]"' in error, (line, error)
            assert error.count("\n") <= 2, (line, error)
