"""Recipes: what they say is meant, and what cannot be meant is said with its line and column."""

import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator

from attncalc.cli.help import about
from attncalc.errors import InputError
from attncalc.generate.kinds import KINDS
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.generate.roster import Student, key_table, read_roster
from attncalc.render.schema import SCHEMAS

HERE = Path(__file__).parent
RECIPES = sorted((HERE / "recipes").glob("*.yaml"))
BAD = yaml.safe_load((HERE / "bad_recipes.yaml").read_text("utf-8"))


def test_what_a_recipe_says():
    recipe = read_recipe(HERE / "recipes" / "midterm.yaml")
    first, second = recipe.items
    assert (recipe.course, recipe.title, recipe.marks) == ("Deep Learning", "Midterm", 12)
    assert recipe.instructions == ("Write every number into its place.", "Three decimals are enough.")
    assert [(ask.step, ask.marks) for ask in first.ask] == [("Q", "2"), ("S", "1"), ("A", "3")]
    own, usual = first.question.constraints[:3], first.question.constraints[3:]
    assert list(map(str, own)) == ["integer S", "distinct-rows X", "at-most S 99"]
    assert [constraint.name for constraint in usual] == [
        "at-most-digits",
        "spread",
        "no-zero-line",
        "not-zero",
        "uneven",
    ]
    assert (first.decimals, first.exact, second.decimals, second.exact) == (3, False, None, True)
    assert (first.kind, second.kind) == (KINDS["compute"], KINDS["blanks"])
    assert second.question.all_options["heads"] == "2"


def test_the_recipe_that_help_shows():
    shown = re.search(r"A \*\*recipe\*\*.*?```yaml\n(.*?)```", about("recipes"), re.DOTALL)[1]
    assert recipe_of(shown, "recipes.md").marks == 14


def test_the_result_is_asked_for_where_nothing_is_said():
    _, additive, columns = read_recipe(HERE / "recipes" / "short.yaml").items
    assert [ask.step for ask in additive.ask] == ["cs"]
    assert [ask.step for ask in columns.ask] == ["S", "Z"]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["says"])
def test_bad_recipes(case, run):
    Path("exam.yaml").write_text(case["recipe"], "utf-8")
    seconds = str(case.get("seconds", 10))
    status, output, error = run("generate", "exam.yaml", "-o", "exam", "--seconds", seconds)
    assert (status, output) == (2, "")
    assert f"exam.yaml:{case['says']}" in " ".join(error.split())
    assert case.get("hint", "") in " ".join(error.split())
    assert "Traceback" not in error
    assert not Path("exam").exists()


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_the_schema_accepts_recipes(path):
    Draft7Validator(SCHEMAS["recipe"]()).validate(yaml.safe_load(path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("text", "students"),
    [
        ("name,number\nAda Lovelace,17\n\nAlan,18\n", [Student("Ada Lovelace", "17"), Student("Alan", "18")]),
        ("\ufeffNumber;Name\r\n17;Ada\r\n", [Student("Ada", "17")]),
        ('mail,name\nx,"Lovelace, Ada"\n', [Student("Lovelace, Ada")]),
        ("number\n017\n", [Student(number="017")]),
    ],
)
def test_rosters(text, students, tmp_path):
    (tmp_path / "roster.csv").write_text(text, "utf-8", newline="")
    assert list(read_roster(tmp_path / "roster.csv")) == students


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "1:1: the first line names"),
        ("nam,x\nAda,1\n", "Did you mean name?"),
        ("name,number\n", "from 1 to 1,000 students"),
        ("name,number\nAda,17\nAlan,17\n", "roster.csv:3: 17 stands twice; first in line 2"),
    ],
)
def test_bad_rosters(text, says, tmp_path):
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        read_roster(tmp_path / "roster.csv")
    assert says in str(error.value)


def test_a_roster_of_excel_that_is_not_utf_8(tmp_path):
    """What Excel writes as CSV without more: the message names what to choose instead."""
    (tmp_path / "roster.csv").write_bytes("name,number\nMüller,17\n".encode("latin-1"))
    with pytest.raises(InputError) as error:
        read_roster(tmp_path / "roster.csv")
    assert "CSV UTF-8" in error.value.hint


def test_names_steer_no_spreadsheet():
    table = key_table([("variant-01", "01-abcd", Student("=1+1", "-2"))])
    assert table.splitlines()[1] == "variant-01,01-abcd,'=1+1,'-2"
