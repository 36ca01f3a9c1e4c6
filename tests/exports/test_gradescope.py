"""Gradescope: an autograder that runs on any submission and always leaves results."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from examples import again, drawn, exported
from gradescope_machine import page, read, results, unpacked

import attncalc
from attncalc.generate.exam import papers
from attncalc.generate.roster import Student


def test_a_right_page_through_the_shell(tmp_path):
    """run_autograder as it is, with the folder and Python of the machine that the tests run on."""
    (paper,) = made = drawn("midterm")
    root = unpacked(tmp_path, made)
    (root / "submission" / "answers.md").write_text(page(paper), "utf-8")
    where = {**os.environ, "AUTOGRADER": str(root), "PYTHON": sys.executable}
    subprocess.run([root / "source" / "run_autograder"], env=where, check=True)
    made = read(root)
    assert made["score"] == paper.recipe.marks == sum(test["max_score"] for test in made["tests"])
    assert made["visibility"] == "after_published"
    assert [test["name"] for test in made["tests"]] == [
        "Problem 1, Q",
        "Problem 1, S",
        "Problem 1, A",
        "Problem 2, S",
        "Problem 2, A",
    ]


@pytest.mark.parametrize("python", ["false", sys.executable])
def test_an_autograder_that_fails_gives_nobody_marks(tmp_path, python):
    """It ends with 1 and without results, and says so to whoever reads its log."""
    root = unpacked(tmp_path, drawn("short"))
    (root / "source" / "papers.json").write_text("broken", "utf-8")
    where = {**os.environ, "AUTOGRADER": str(root), "PYTHON": python}
    run = subprocess.run([root / "source" / "run_autograder"], env=where, check=False, capture_output=True)
    assert run.returncode == 1
    assert b"nothing was marked" in run.stderr
    assert not (root / "results" / "results.json").exists()


def test_the_shell_is_read_by_bash(tmp_path):
    root = unpacked(tmp_path, drawn("short"))
    for name in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", root / "source" / name], check=True)
    assert 'install "attncalc==0.2.0"' in (root / "source" / "setup.sh").read_text("utf-8")


def test_the_wheel_beside_it_is_the_program(tmp_path):
    """It installs without an index, and runs from its own folder, whatever lies beside the submission."""
    root = unpacked(tmp_path, drawn("midterm"))
    (wheel,) = (root / "source").glob("*.whl")
    place = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"]
    subprocess.run([*pip, str(place), str(wheel)], check=True)
    said = "import attncalc, attncalc.render.exports.autograder as made; print(attncalc.__version__, made.__file__)"
    told = subprocess.run(
        [sys.executable, "-P", "-c", said],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(place)},
        cwd=root / "source",
    )
    version, file = told.stdout.split()
    assert version == attncalc.__version__
    assert file.startswith(str(place))
    own, others = (
        {path.relative_to(root) for path in root.rglob("*") if "__pycache__" not in path.parts}
        for root in (Path(attncalc.__file__).parent, place / "attncalc")
    )
    assert own == others


def test_a_wrong_page(tmp_path):
    """Each step has its marks, and what is wrong is said."""
    (paper,) = made = drawn("short")
    root = unpacked(tmp_path, made)
    (root / "submission" / "answers.yaml").write_text('A: "0.73 0.27; 0.12 0.88"\n', "utf-8")
    found = results(root)
    assert 0 < found["score"] < paper.recipe.marks
    assert "√d_k" in found["output"]
    assert {test["status"] for test in found["tests"]} == {"failed"}


def test_the_variant_is_found_by_the_roster_or_by_the_code(tmp_path):
    """The roster wins over a code that a student wrote; without either nothing is marked."""
    students = (Student("Ada", "17"), Student("Alan", "alan@x.org"), Student("Alan", "19"))
    recipe = drawn("short")[0].recipe
    made = list(papers(recipe, 3, "2026", 10, students))
    root = unpacked(tmp_path, made)
    metadata, answers = root / "submission_metadata.json", root / "submission" / "answers.md"

    def score(number, users, *codes):
        metadata.write_text(json.dumps({"users": users}), "utf-8")
        answers.write_text("\n".join([page(made[number - 1]), *codes]), "utf-8")
        return results(root)["score"]

    full = recipe.marks
    assert score(1, [{"name": "ada", "email": "a@x.org"}]) == full
    assert score(2, [{"name": "Somebody", "email": "ALAN@x.org"}]) == full
    assert score(3, [{"name": "Alan", "email": "19@x.org"}]) == full
    assert score(3, [{"name": "Else", "sid": 19}]) == full
    assert score(2, [], f"variant {made[1].code}") == full
    assert score(2, [{"name": "Ada"}], made[1].code) < full
    for codes in ([], [paper.code for paper in made], ["01-0000"]):
        assert score(2, [{"name": "Alan"}], *codes) == 0
        assert "does not say which variant" in read(root)["output"]
        assert "visibility" not in read(root)


def hostile(name, root):
    folder = root / "submission"
    if name == "missing":
        folder.rmdir()
    elif name == "binary":
        (folder / "scan.pdf").write_bytes(bytes(range(256)) * 100)
    elif name == "bytes as text":
        (folder / "a.md").write_bytes(bytes(range(256)) * 100)
    elif name == "a link out":
        (folder / "a.md").symlink_to("/etc/passwd")
    elif name == "nested":
        (folder / "a.yaml").write_text("A: " + "[" * 20_000, "utf-8")
    elif name == "no metadata":
        (root / "submission_metadata.json").write_text("[" * 100_000, "utf-8")
        (folder / "a.md").write_text("{1:NUMERICAL:=3} <script> A = [[1e999999, ?]]", "utf-8")
    elif name == "odd users":
        (root / "submission_metadata.json").write_text('{"users": [3, {"email": {}, "name": null}]}', "utf-8")


CASES = ["empty", "missing", "binary", "bytes as text", "a link out", "nested", "no metadata", "odd users"]


@pytest.mark.parametrize("name", CASES)
def test_results_are_always_written(name, tmp_path):
    root = unpacked(tmp_path, drawn("short"))
    hostile(name, root)
    found = results(root, "--visibility", "anything")
    assert found["score"] == 0
    assert found["output"]


def test_hostile_texts(tmp_path):
    """They are in no script, and the page of such a paper is marked."""
    (paper,) = made = drawn("hostile")
    root = unpacked(tmp_path, made)
    assert all("alert" not in (root / "source" / name).read_text("utf-8") for name in ("setup.sh", "run_autograder"))
    (root / "submission" / "answers.md").write_text(page(paper), "utf-8")
    assert results(root)["score"] == paper.recipe.marks


def test_the_same_bytes_again():
    assert exported("gradescope", drawn("short", 2)) == exported("gradescope", again("short", 2))
    assert list(exported("gradescope", drawn("short", 2)[1:], 2)) == ["gradescope-02.zip"]
