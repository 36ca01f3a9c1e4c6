"""The codes of questions: from one, the recipe gives the question again; on a page, they say whose paper it is."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.errors import InputError
from attncalc.generate.codes import Coded, code_of, read_code
from attncalc.generate.exam import paper_of, papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.problem.codes import codes_in, value_of
from attncalc.render.exam.papers import solution_paper, student_paper
from attncalc.render.exam.problem_file import problem_file
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look

SHARED = Path(__file__).parent / "recipes" / "shared.yaml"
SIMPLE = "questions: [{mechanism: softmax}, {mechanism: scaled-dot-product, ask: [S, A]}]\n"


def markdown(blocks):
    return FORMATS["markdown"].write([blocks], Look())


@given(st.integers(1, 1000), st.integers(1, 50), st.one_of(st.integers(0, 10**6).map(str), st.text(max_size=8)))
def test_a_code_says_what_it_is_of(variant, question, seed):
    coded = Coded(variant, question, seed)
    code = code_of("5f", coded)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", code)
    assert read_code(code, "5f", seed) == coded
    assert read_code(code.lower().replace("0", "o").replace("1", "l").replace("-", ""), "5f", seed) == coded
    if seed.isdecimal() and str(int(seed)) == seed and int(seed) < 65535:
        assert read_code(code, "5f", "another") == coded  # a small number stands in it


def test_no_two_questions_of_a_class_have_the_same_code():
    codes = {code_of("5f", Coded(variant, question, "2026")) for variant in range(1, 1001) for question in range(1, 11)}
    assert len(codes) == 10_000


@pytest.mark.parametrize("text", ["", "ABCD", "ABCD-EFG!", "ABCD-EFGHJ", "01-d2be"])
def test_what_is_no_code(text):
    with pytest.raises(InputError, match="is no code"):
        read_code(text, "5f", "1")


def test_most_codes_of_other_recipes_are_told():
    """One in 256 is not, since so many digits check it."""
    right = 0
    for question in range(1, 50):
        try:
            read_code(code_of("5f", Coded(3, question, "7")), "another recipe", "7")
            right += 1
        except InputError:
            pass
    assert right < 4


def test_a_code_gives_its_question_again():
    recipe = recipe_of(SIMPLE, "exam.yaml")
    *_, third = papers(recipe, 3, "2026", 60)
    for posed in third.questions:
        paper = paper_of(recipe, read_code(posed.code, recipe.digest, "1"), 60)
        assert [one.text for one in paper.questions] == [posed.text]
        assert paper.code == third.code
        assert f"{posed.title} (" in markdown(student_paper(paper))
        assert posed.code in markdown(student_paper(third))


def test_a_question_alone_says_what_it_takes_from_others():
    recipe = read_recipe(SHARED)
    (whole,) = papers(recipe, 1, "1", 60)
    taking = next(posed for posed in whole.questions if posed.told)
    paper = paper_of(recipe, read_code(taking.code, recipe.digest, "1"), 60)
    assert all(told not in markdown(student_paper(paper)) for told in taking.told)
    assert paper.marks == taking.item.marks


def test_the_command(run):
    Path("exam.yaml").write_text(SIMPLE, "utf-8")
    assert run("generate", "exam.yaml", "--variants", "2", "--seed", "7", "-o", "exam")[0] == 0
    text = Path("exam/variant-02/problem.yaml").read_text("utf-8")
    first, second = re.findall(r"^code: (\S+)", text, re.MULTILINE)
    status, output, _ = run("generate", "exam.yaml", "--code", second)
    assert status == 0
    assert second in output
    assert first not in output
    assert "solution" in output
    assert run("generate", "exam.yaml", "--code", second, "-o", "one")[1] == "3 files new: one\n"
    assert Path(f"one/{second}/solution.md").exists()
    assert "of another recipe" in run("generate", "exam.yaml", "--code", "AAAA-AAAA")[2]
    assert "--code says which question it is" in run("generate", "exam.yaml", "--code", second, "--only", "2")[2]
    assert "takes whole papers" in run("generate", "exam.yaml", "--code", second, "-o", "x", "--format", "moodle")[2]


def test_check_finds_the_paper_by_its_codes(run):
    """By the code at the top, or by that of a question alone; a page with none, or with those of two, is refused."""
    Path("exam.yaml").write_text(SIMPLE, "utf-8")
    assert run("generate", "exam.yaml", "--variants", "3", "--seed", "7", "-o", "exam")[0] == 0
    page = Path("exam/variant-02/solution.md").read_text("utf-8")
    Path("page.md").write_text(page, "utf-8")
    assert run("check", "exam", "page.md")[0] == 0
    top, code = re.search(r"variant (\S+)\)", page)[1], value_of(re.search(r"mark, (\S+)\)", page)[1])
    Path("page.md").write_text(page.replace(top, ""), "utf-8")
    assert run("check", "exam", "page.md")[0] == 0
    bare = "\n".join(line for line in page.split("\n") if not line.startswith("#"))
    Path("page.md").write_text(bare, "utf-8")
    status, _, error = run("check", "exam", "page.md")
    assert status == 2
    assert "no code of a paper stands on the page" in error
    other = Path("exam/variant-01/solution.md").read_text("utf-8")
    Path("page.md").write_text(page + other, "utf-8")
    assert "codes of 2 of these 3 papers stand on the page" in run("check", "exam", "page.md")[2]
    Path("empty").mkdir()
    assert "this folder has no papers" in run("check", "empty", "page.md")[2]
    assert code in {value for _, _, value in codes_in(page)}


def test_a_code_is_nobodys_answer():
    """Wherever it is copied to."""
    (paper,) = papers(recipe_of(SIMPLE, "exam.yaml"), 1, "5", 60)
    problems = [posed.problem for posed in paper.questions]
    page = markdown(solution_paper(paper))
    code = paper.questions[1].code
    for text in (f"{page}\nCode: {code}\n", f"{code.lower()}\n\n{page}"):
        assert check(problems, from_text(text, "page.md")).status == 0
    assert problem_file(paper, "attncalc").count("\ncode: ") == 2
