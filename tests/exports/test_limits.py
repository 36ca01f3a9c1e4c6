"""What an export cannot take is said at its question, in one message, before anything is written."""

from pathlib import Path

import pytest
import yaml
from examples import RECIPES, drawn

from attncalc.errors import InputError
from attncalc.render.exports.exam import Exam
from attncalc.render.exports.targets import EXPORTS, check_limits, limits

LIMITS = yaml.safe_load((Path(__file__).parent / "limits.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", LIMITS, ids=lambda case: case["case"])
def test_what_cannot_be_taken(case):
    made = drawn(case["recipe"], case.get("variants", 1))
    with pytest.raises(InputError) as raised:
        check_limits(case["export"], Exam.of(made, len(made), "attncalc"))
    assert str(raised.value) == case["says"].rstrip("\n")
    others = [name for name in EXPORTS if name not in (case["export"], *case.get("and", ()))]
    for name in others:
        check_limits(name, Exam.of(made, len(made), "attncalc"))
    assert list(limits(case["export"], made[0])) == case["each"]


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("recipe", ["midterm", "short", "hostile"])
def test_what_can_be_taken(name, recipe):
    for paper in drawn(recipe, 2):
        assert list(limits(name, paper)) == []


def test_a_folder_with_exports(run):
    """Of all papers, and of one alone, whose files stand beside those of all."""
    command = ["generate", str(RECIPES["midterm"]), "--variants", "2", "--format", "moodle,canvas,gradescope"]
    assert run(*command, "-o", "exam")[0] == 0
    names = {str(path.relative_to("exam")) for path in Path("exam").rglob("*") if path.is_file()}
    assert names == {
        "canvas/variant-01.zip",
        "canvas/variant-02.zip",
        "gradescope.zip",
        "key.csv",
        "moodle.xml",
        "variant-01/problem.yaml",
        "variant-02/problem.yaml",
    }
    before = {name: Path("exam", name).read_bytes() for name in names}
    assert run(*command, "-o", "exam", "--only", "2")[0] == 0
    assert {name: Path("exam", name).read_bytes() for name in names} == before
    assert Path("exam/moodle-02.xml").exists()


def test_nothing_is_written_where_something_cannot_be_taken(run):
    Path("exam.yaml").write_text(LIMITS[0]["recipe"], "utf-8")
    status, output, error = run("generate", "exam.yaml", "--format", "pdf,canvas", "-o", "exam")
    assert (status, output) == (2, "")
    assert error == f"attncalc: {LIMITS[0]['says']}"
    assert not Path("exam").exists()


def test_an_export_that_there_is_not(run):
    status, _, error = run("generate", str(RECIPES["short"]), "--format", "moodel", "-o", "exam")
    assert status == 2
    assert error == "attncalc: papers are not written as moodel\nDid you mean moodle?\n"
