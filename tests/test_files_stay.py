"""No command replaces what it reads, and what a process left that was killed is removed."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from attncalc.errors import InputError
from attncalc.files import LEFT, check_stays, inputs_stay, note_read, whole, write_whole

PROBLEM = "Q: q.csv\nK: 1 1; 3 0\nV: 5 2; 1 4\n"
RECIPE = "questions:\n  - {mechanism: scaled-dot-product, sizes: {n: 2, d: 2}}\n"
FILES = {
    "p.yaml": PROBLEM,
    "q.csv": "2,1\n0,3\n",
    "page.md": "A = [0.107 0.893; 0.893 0.107]\n",
    "whole.md": "Q = [[2, 1], [0, 3]], K = [[1, 1], [3, 0]], V = [[5, 2], [1, 4]]\n",
    "steps.jsonl": '{"steps": ["1 + 1 = 2"]}\n',
    "class/feedback/anna.md": "A = [0.107 0.893; 0.893 0.107]\n",
    "class.jsonl": '{"student": "anna", "answers": {"A": [[0.107, 0.893], [0.893, 0.107]]}}\n',
    "exam/variant-01/problem.yaml": RECIPE,
    "many.jsonl": '{"mechanism": "softmax", "given": {"S": [[1, 2]]}}\n',
}
OVER_INPUTS = [
    "solve p.yaml -o p.yaml --format json",
    "solve p.yaml -o ./class/../p.yaml --format json",
    "solve p.yaml -o linked.yaml --format json",
    "solve p.yaml -o q.csv",
    "solve p.yaml page.svg --plot page.svg",
    "check p.yaml page.md -o page.md",
    "check p.yaml page.md -o p.yaml --format json",
    "check p.yaml page.md -o q.csv --format plain",
    "check p.yaml page.md --unread page.md",
    "check p.yaml page.md --unread p.yaml",
    "check p.yaml unread.yaml --unread unread.yaml",
    "check --chains steps.jsonl -o steps.jsonl --format json",
    "read whole.md -o whole.md --force",
    "grade p.yaml class/feedback -o class",
    "grade p.yaml class -o class",
    "generate exam/variant-01/problem.yaml -o exam --force",
    "batch a.npz -o a.npz --force",
    "batch a.npz -o out.npz --mask mask.npy --weights mask.npy --force",
    "batch many.jsonl -o many.jsonl --force",
    "schema problem -o p.yaml",
    "mechanisms softmax -o page.md",
    "new softmax -o p.yaml",
]


@pytest.fixture
def run(run):
    """Runs a command line in a folder with files of all kinds."""
    for name, text in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8", newline="\n")
    Path("linked.yaml").symlink_to("p.yaml")
    shutil.copy("p.yaml", "page.svg")
    Path("unread.yaml").write_text("A: [[0.107, 0.8E9x], [0.893, 0.107]]\n", "utf-8")
    matrix = np.ones((4, 2))
    np.savez("a.npz", Q=matrix, K=matrix, V=matrix)
    np.save("mask.npy", np.zeros((4, 4)))
    return run


def contents():
    return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@pytest.mark.parametrize("words", OVER_INPUTS)
def test_no_command_replaces_what_it_reads(words, run):
    before = contents()
    code, out, err = run(*words.split())
    assert (code, out) == (2, ""), err
    assert "Traceback" not in err
    assert contents() == before


def test_what_a_command_writes_for_itself_is_written_again(run):
    for _ in range(2):
        assert run("check", "p.yaml", "unread.yaml", "--unread", "form.yaml")[0] != 2
        assert Path("form.yaml").read_text("utf-8").count("number: _") == 1
        assert run("grade", "p.yaml", "class.jsonl", "-o", "results")[0] == 0


def test_minus_is_standard_output(run):
    before = contents()
    code, out, _ = run("solve", "p.yaml", "--format", "json", "-o", "-")
    assert (code, json.loads(out)["format"]) == (0, "attncalc/solution")
    for words in ("new softmax", "schema problem", "mechanisms softmax", "read whole.md", "generate softmax"):
        plain = run(*words.split())
        assert plain[0] == 0
        assert run(*words.split(), "-o", "-") == plain
    for words in ("grade p.yaml class -o -", "check p.yaml page.md --unread -", "batch a.npz -o -"):
        assert run(*words.split())[:2] == (2, "")
    assert contents() == before


def test_a_file_called_minus(run):
    assert run("solve", "p.yaml", "--format", "json", "-o", "./-")[0] == 0
    assert Path("-").is_file()


def test_files_are_remembered_for_one_command(tmp_path):
    path = tmp_path / "a"
    path.write_text("1", "utf-8")
    note_read(path)
    check_stays(path)
    with inputs_stay():
        note_read(path)
        with pytest.raises(InputError, match="own input"):
            check_stays(path)
    check_stays(path)


KILLED = """
import os, signal, sys
from pathlib import Path
from attncalc.files import whole
with whole(Path(sys.argv[1]) / "a.txt") as file:
    file.write(b"half")
    file.flush()
    if sys.argv[2:]:
        os.kill(os.getpid(), signal.SIGKILL)
    print("ready", flush=True)
    sys.stdin.read()
"""


def left(folder):
    return [path for path in folder.iterdir() if LEFT.fullmatch(path.name)]


@pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")
def test_what_a_killed_process_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path):
    words = [sys.executable, "-c", KILLED, str(tmp_path)]
    dead = subprocess.run([*words, "killed"], check=False)
    assert dead.returncode == -signal.SIGKILL
    assert len(left(tmp_path)) == 1
    mine = tmp_path / ".attncalc.yaml"
    mine.write_text("mine", "utf-8")
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as living:
        living.stdout.readline()
        assert len(left(tmp_path)) == 1, "it removed what the dead one left"
        write_whole(tmp_path / "b.txt", "b")
        assert len(left(tmp_path)) == 1
        living.communicate()
    assert living.returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [".attncalc.yaml", "a.txt", "b.txt"]


def test_what_goes_wrong_leaves_nothing(tmp_path):
    def fail():
        with whole(tmp_path / "a") as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.iterdir()) == []
