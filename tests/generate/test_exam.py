"""Papers: ordinary problems that solve, whose own solutions are all right, the same for the same seed."""

import re
from pathlib import Path

import pytest

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.cli.settings import Settings
from attncalc.generate.exam import papers
from attncalc.generate.reading import read_recipe, recipe_of
from attncalc.generate.stress import stress
from attncalc.mechanisms.places import FAMILIES
from attncalc.render.exam.papers import solution_paper, student_paper, worksheet_page
from attncalc.render.exam.problem_file import problem_file
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look

HERE = Path(__file__).parent
RECIPES = sorted((HERE / "recipes").glob("*.yaml"))
MIDTERM, SHORT, HOSTILE = (HERE / "recipes" / f"{name}.yaml" for name in ("midterm", "short", "hostile"))
BLANK = r"\_" * 8
BY_NAME = pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)


def markdown(blocks):
    return FORMATS["markdown"].write([blocks], Look())


def folder(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(Path(root).rglob("*")) if path.is_file()}


def given(problem):
    return {name: [[entry.text for entry in row] for row in matrix.rows] for name, matrix in problem.given.items()}


def filled(page, problems):
    """A paper whose blanks are filled in with the numbers of the solution, as somebody would."""
    sheets = iter([attncalc.solve(problem) for problem in problems])
    lines = []
    for line in page.split("\n"):
        if line.startswith("## Question"):
            sheet = next(sheets)
        if head := re.match(r"\| \$(.*?)\$ \|", line):
            rows = iter(sheet[re.sub(r"[{}]|\\(mathrm|text)", "", head[1])].values())
        if BLANK in line and line.startswith("|"):
            for text in next(rows):
                line = line.replace(BLANK, text, 1)  # noqa: PLW2901
        lines.append(line)
    return "\n".join(lines)


@BY_NAME
def test_a_paper_is_an_ordinary_problem(path):
    (paper,) = papers(read_recipe(path), 1, "2026", 10)
    problems = attncalc.loads(problem_file(paper, "attncalc"))
    assert list(map(given, problems)) == [given(posed.problem) for posed in paper.questions]
    for problem, posed in zip(problems, paper.questions, strict=True):
        sheet = Settings().solved(problem).sheet
        report = check([problem], from_text(worksheet_page(sheet), "solution.md"))
        assert report.status == 0
        assert report.total == report.of == posed.item.marks


@BY_NAME
def test_a_paper_reads_back(path):
    """Left empty it has no marks; with every blank filled in it has all."""
    (paper,) = papers(read_recipe(path), 1, "5", 10)
    problems = [posed.problem for posed in paper.questions]
    page = markdown(student_paper(paper))
    assert check(problems, from_text(page, "paper.md")).total == 0
    report = check(problems, from_text(filled(page, problems), "paper.md"))
    assert report.total == report.of == paper.recipe.marks


@pytest.mark.parametrize("name", [names[0] for names in FAMILIES.values()])
def test_a_paper_of_every_family(name):
    recipe = recipe_of(f"questions: [{{mechanism: {name}}}, {{kind: blanks, mechanism: {name}}}]\n", "exam.yaml")
    (paper,) = papers(recipe, 1, "7", 10)
    problems = [posed.problem for posed in paper.questions]
    assert check(problems, from_text(markdown(student_paper(paper)), "paper.md")).total == 0
    assert "(1 mark)" in markdown(solution_paper(paper))
    assert "Worth 1 mark" in markdown(solution_paper(paper, full=True))


def test_what_the_papers_look_like():
    """The student's paper and its solution as stored; a person can read them."""
    (paper,) = papers(read_recipe(SHORT), 1, "2026", 10)
    assert markdown(student_paper(paper)) == (HERE / "papers" / "short.md").read_text("utf-8")
    assert markdown(solution_paper(paper)) == (HERE / "papers" / "short-solution.md").read_text("utf-8")


def test_a_mistake_is_shown_with_its_numbers():
    """Scores that differ by 1 and by 2 give 1/(1 + e⁻¹) and 1/(1 + e⁻²) where they are not scaled."""
    page = markdown(solution_paper(next(papers(read_recipe(SHORT), 1, "2026", 10)), full=True))
    said, _, after = page.partition("The scores were not divided by √d\\_k = 2.")
    assert "-3 & -4 \\\\\n3 & 5\n" in said
    assert "0.73 & 0.27 \\\\\n0.12 & 0.88\n" in after[:120]


def test_no_two_variants_are_the_same():
    several = list(papers(read_recipe(MIDTERM), 12, "x", 10))
    for questions in zip(*(paper.questions for paper in several), strict=True):
        assert len({posed.text for posed in questions}) == 12
    assert len({paper.code for paper in several}) == 12
    assert [paper.questions[0].text for paper in papers(read_recipe(MIDTERM), 5, "x", 10)] == [
        paper.questions[0].text for paper in several[:5]
    ]


def test_two_questions_of_one_kind_have_other_numbers():
    recipe = recipe_of("questions: [{mechanism: softmax}, {mechanism: softmax}]\n", "exam.yaml")
    one, other = next(papers(recipe, 1, "1", 10)).questions
    assert one.problem.given != other.problem.given


def test_a_folder_of_papers(run):
    """The same bytes twice; one paper printed again alone; nothing that is there is lost."""
    Path("roster.csv").write_text("name,number\n=Ada,17\nAlan,18\n", "utf-8")
    command = ["generate", str(MIDTERM), "--students", "roster.csv", "--seed", "2026", "--format", "markdown,html"]
    assert run(*command, "-o", "exam") == (0, "2 papers, 11 files new: exam\n", "")
    made = folder("exam")
    assert made["key.csv"].decode("utf-8-sig").splitlines()[1].startswith("variant-01,01-")
    assert made["key.csv"].decode().splitlines()[1].endswith(",'=Ada,17")
    assert "Name: =Ada" in made["variant-01/paper.md"].decode()
    run(*command, "-o", "again")
    assert folder("again") == made
    run(*command, "-o", "alone", "--only", "2")
    assert folder("alone") == {name: data for name, data in made.items() if name.startswith("variant-02")}
    Path("exam/variant-01/paper.md").write_text("mine", "utf-8")
    status, _, error = run(*command, "-o", "exam")
    assert status == 2
    assert "this file exists" in error
    assert Path("exam/variant-01/paper.md").read_text("utf-8") == "mine"
    assert run(*command, "-o", "exam", "--force")[0] == 0
    assert folder("exam") == {**made, "earlier/1/variant-01/paper.md": b"mine"}


def test_a_folder_holds_one_exam(run):
    """With --force what another exam left there is kept apart, but for what somebody else put there."""
    assert run("generate", str(SHORT), "--variants", "3", "--format", "markdown,moodle,canvas", "-o", "exam")[0] == 0
    before = folder("exam")
    Path("exam/variant-03/notes.txt").write_text("mine", "utf-8")
    other = ["generate", str(SHORT), "--variants", "1", "--seed", "other", "-o", "exam"]
    assert "this file exists" in run(*other)[2]
    assert run(*other, "--force")[0] == 0
    after = folder("exam")
    assert {name.removeprefix("earlier/1/"): data for name, data in after.items() if "earlier" in name} == before
    assert sorted(name for name in after if "earlier" not in name) == [
        "key.csv",
        "variant-01/paper.md",
        "variant-01/problem.yaml",
        "variant-01/solution.md",
        "variant-03/notes.txt",
    ]
    assert not Path("exam/variant-02").exists()
    run(*other, "--format", "plain", "--force")
    assert folder("exam").items() >= after.items()  # another form of the same exam stands beside it


def test_names_that_fonts_lack(run):
    Path("roster.csv").write_text("name\nAda\n李小龙\nZoë\n", "utf-8")
    command = ["generate", str(SHORT), "--students", "roster.csv", "-o", "exam"]
    assert run(*command)[2] == ""
    status, _, error = run(*command, "--format", "latex")
    assert status == 0
    assert error.count("\n") == 1
    assert "李小龙 (variant 02-" in error
    assert "Ada" not in error
    assert "Zoë" not in error


@pytest.mark.parametrize("form", ["markdown", "latex", "html", "pdf", "plain"])
def test_hostile_texts_in_every_form(form):
    paper = next(papers(read_recipe(HOSTILE), 1, "1", 10))
    assert "softmax" in {problem.mechanism for problem in attncalc.loads(problem_file(paper, "attncalc"))}
    for page in (student_paper(paper), solution_paper(paper)):
        written = FORMATS[form].write([page], Look())
        text = written if isinstance(written, str) else ""
        assert not re.search("[\x1b\u202e]", text)
        if form in ("markdown", "html"):
            assert not re.search(r"(?<!\\)<(script|b|img)\b", text.partition("<body")[2] or text)
        if form == "latex":
            assert r"\input{" not in text
            assert text.count(r"\end{document}") == 1


def test_nothing_goes_wrong():
    assert [tried for tried in stress(read_recipe(MIDTERM), 4, "1", 10, worksheet_page) if tried.why] == []


def test_stress_says_which_seeds_fail(run):
    """A seed that fails gives its paper, or its message, with --seed."""
    good = run("generate", str(SHORT), "--stress", "3")
    assert (good[0], good[2]) == (0, "")
    lines = good[1].splitlines()
    assert re.fullmatch(
        r"question 1, Scaled dot-product attention: [\d.]+ % of what is drawn is as asked; "
        r"the first after \d+ drawn \(median\), \d+ at most",
        lines[0],
    )
    assert [line.split(",")[0] for line in lines[:-1]] == ["question 1", "question 2", "question 3"]
    assert lines[-1] == "3 of 3 seeds went well (100.0 %)"
    text = "questions: [{mechanism: softmax, constraints: [spread A 0.99 1]}]\n"
    Path("never.yaml").write_text(text, "utf-8")
    status, output, _ = run("generate", "never.yaml", "--stress", "2", "--seconds", "0.1", "--seed", "x")
    assert status == 1
    assert "--seed x-1: never.yaml:1:13: none of" in output
    assert output.endswith("0 of 2 seeds went well (0.0 %)\n")


WRONG = [
    (["--n", "2"], "--n: a recipe says this itself"),
    ([], "papers go into a folder"),
    (["-o", "exam", "--format", "json"], "papers are not written as json"),
    (["-o", "exam", "--format", ","], "names no form"),
    (["-o", "exam", "--paper", "a5"], "no paper a5"),
    (["-o", "exam", "--only", "4", "--variants", "3"], "--only 4: there are 3 papers"),
    (["-o", "exam", "--students", "nobody.csv"], "nobody.csv"),
    (["-o", "file"], "file"),
    (["-o", "exam", "--seed", "\udcff"], "--seed should be a text"),
    (["-o", "exam", "--stress", "3"], "--stress writes no papers"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input(arguments, says, run):
    Path("file").write_text("", "utf-8")
    status, output, error = run("generate", str(MIDTERM), *arguments)
    assert (status, output) == (2, "")
    assert says in error
    assert not Path("exam").exists()
    assert "Traceback" not in error


def test_what_is_of_recipes_only(run):
    assert "this is of a recipe" in run("generate", "softmax", "--students", "roster.csv")[2]


def test_stress_tries_the_limits_of_exports(run):
    text = "questions: [{mechanism: softmax, entries: integers -9..9, constraints: [none], decimals: 6}]\n"
    Path("small.yaml").write_text(text, "utf-8")
    assert run("generate", "small.yaml", "--stress", "3")[0] == 0
    status, output, _ = run("generate", "small.yaml", "--stress", "3", "--format", "markdown,canvas")
    assert status == 1
    assert re.search(r"--seed 1-1: Canvas: question 1: .*A", output)


@BY_NAME
def test_a_solution_reads_back(path):
    """What the mistakes beside the lines would give is nobody's work."""
    (paper,) = papers(read_recipe(path), 1, "3", 10)
    report = check([posed.problem for posed in paper.questions], from_text(markdown(solution_paper(paper)), "s.md"))
    assert {item.verdict for _, item in report.claims()} <= {"right", "rounded", "follows"}
    assert report.total == report.of == paper.recipe.marks
