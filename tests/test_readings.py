"""What is given is read as it is meant: the cases of readings.yaml, and matrices in files."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from attncalc.errors import InputError
from attncalc.problem.reader import load, loads
from attncalc.solve import solve
from attncalc.worksheet.worksheet import rows_of

CASES = yaml.load((Path(__file__).parent / "readings.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)  # text only


def sheet_of(text):
    (problem,) = loads(text)
    return solve(problem, "decimal", partial=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_a_problem_means_what_its_plain_form_says(case):
    if "says" in case:
        with pytest.raises(InputError) as caught:
            sheet_of(case["problem"])
        assert [text for text in case["says"] if text not in str(caught.value)] == [], caught.value
        return
    found, wanted = sheet_of(case["problem"]), sheet_of(case["same"])
    names = case.get("steps", {step.name: step.name for step in wanted.steps})
    assert [rows_of(found.record(other).value) for other in names.values()] == [
        rows_of(wanted.record(name).value) for name in names
    ]
    notes = " ".join(found.recorder.notes)
    assert [text for text in case["notes"] if text not in notes] == []
    assert case["notes"] or not notes
    assert found.plan.problem.labels == wanted.plan.problem.labels or "labels" not in case["same"]


FILES = {
    "spaced.txt": "1 0.5\n0 2\n",
    "commas.csv": "1,0.5\n0,2\n",
    "headed.csv": "token,x1,x2\nred,1,0.5\nfox,0,2\n",
    "semicolons.csv": "1;0.5\n0;2\n",
    "tabs.tsv": "1\t0.5\n0\t2\n",
}


@pytest.fixture
def folder(tmp_path):
    """A folder with one matrix in many files, in a folder with one more."""
    inner = tmp_path / "inner"
    inner.mkdir()
    for name, text in FILES.items():
        (inner / name).write_text(text, "utf-8")
    np.save(inner / "single.npy", np.array([[1, 0.5], [0, 2]], dtype="f4"))
    np.save(inner / "stack.npy", np.array([[[1, 0.5], [0, 2]]] * 2))
    np.save(inner / "objects.npy", np.array([{}]), allow_pickle=True)
    np.save(inner / "four.npy", np.zeros((1, 1, 1, 1)))
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999, 99999), }".ljust(117)
    (inner / "huge.npy").write_bytes(np.lib.format.magic(1, 0) + b"v\x00" + header + b"\n")
    (tmp_path / "outside.csv").write_text("1,2\n", "utf-8")
    return inner


def read(folder, value, **more):
    path = folder / "problem.yaml"
    path.write_text(f"mechanism: self-attention\nX: {value}\noptions: {{tokens: rows}}\n", "utf-8")
    return load(path, **more)[0]


@pytest.mark.parametrize("name", [*FILES, "single.npy"])
def test_a_matrix_in_a_file(folder, name):
    assert [[float(number.text) for number in row] for row in read(folder, name).given["X"].rows] == [[1, 0.5], [0, 2]]


def test_a_stack_in_a_file_is_a_batch(folder):
    assert list(read(folder, "stack.npy").given) == ["X_1", "X_2"]


def test_a_file_elsewhere_is_read_only_if_asked(folder):
    with pytest.raises(InputError, match="outside the problem's folder\n--any-file"):
        read(folder, "../outside.csv")
    assert read(folder, "../outside.csv", any_file=True).given["X"].shape == (1, 2)
    (folder / "link.csv").symlink_to(folder.parent / "outside.csv")
    with pytest.raises(InputError, match="outside"):
        read(folder, "link.csv")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("absent.csv", "no file absent.csv beside"),
        ("objects.npy", "numbers in rows"),
        ("four.npy", "4 axes"),
        ("huge.npy", "270,000"),
        (".csv", "no file"),
    ],
)
def test_files_that_hold_no_matrix(folder, name, says):
    with pytest.raises(InputError, match=says) as caught:
        read(folder, name)
    assert "problem.yaml:2:4" in str(caught.value) or name in str(caught.value)


def test_text_from_nowhere_reads_no_files():
    with pytest.raises(InputError, match="read beside a problem file"):
        loads("X: a.csv\n")
