"""Pages as courses print them: what `read` finds on each is what a careful person would type."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from attncalc.arithmetic.base import arithmetic
from attncalc.limits import PAGE_LINES
from attncalc.mechanisms.stated import problems_of
from attncalc.problem.reader import loads
from attncalc.problem.write import written

HOSTILE = [
    '"',
    "'",
    "a: b",
    "#x",
    "---",
    "\n---\n",
    "!!python/object",
    "&a *b",
    "\x00\x1b[31m",
    "\u2028",
    "\ud800",
    "{",
    "[",
    "|",
]
ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "tests" / "read").glob("*.md"))
OPTIONS = {"mask", "scale", "divide-by", "heads", "tokens", "weights", "d_k", "temperature", "softmax"}


def read(path):
    expected = yaml.load(path.with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)  # text only
    return problems_of(path.read_text("utf-8"), path.name), expected


def typed(matrix):
    return [[number.text for number in row] for row in matrix.rows] or matrix.words


def plain(rows):
    """Entries without the differences that typing them makes: a sign for minus, a list with one row."""
    return rows if isinstance(rows, str) else [[text.replace("−", "-") for text in row] for row in rows]


def found_in(problem):
    return {
        "mechanism": problem.mechanism,
        "given": {name: plain(typed(matrix)) for name, matrix in problem.given.items()},
        "options": dict(problem.options),
        "labels": list(problem.labels),
    }


def wanted_of(expected):
    return {
        "mechanism": expected.get("mechanism"),
        "given": {name: plain(rows) for name, rows in expected["given"].items()},
        "options": expected.get("options", {}),
        "labels": expected.get("labels", []),
    }


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_read_as_it_is_meant(path):
    page, expected = read(path)
    assert [found_in(problem) for problem in page.problems] == [wanted_of(item) for item in expected["problems"]]
    listed = " ".join(f"{item.what} {item.why}" for item in page.all_unread)
    assert [word for word in expected["unread"] if word not in listed] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_is_written_reads_back(path):
    page, _ = read(path)
    problems = loads(written(page)) if page.problems else []
    assert [{name: plain(typed(matrix)) for name, matrix in problem.given.items()} for problem in problems] == [
        {name: rows for name, rows in found_in(problem)["given"].items() if name != "M"}  # it becomes an option
        for problem in page.problems
    ]


SAYINGS = yaml.load((ROOT / "tests" / "sayings.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
GIVEN = "Q = [[1, 2], [0, 1]], K = [[1, 1], [3, 0]], V = [[5, 2], [1, 4]]"


@pytest.mark.parametrize(
    ("meaning", "sentence"),
    [
        pytest.param(meaning, sentence, id=f"{meaning.replace(': ', '-')}-{language}-{number}")
        for meaning, languages in SAYINGS.items()
        for language, sentences in languages.items()
        for number, sentence in enumerate(sentences, 1)
    ],
)
def test_a_sentence_sets_an_option_or_is_named(meaning, sentence):
    (problem,) = problems_of(f"Attention. {sentence}\n\n{GIVEN}\n", "page.md").problems
    key, _, value = meaning.partition(": ")
    assert problem.options == ({key: value} if value else {})
    assert (meaning == "remark") == bool(problem.unread), problem.unread


STATED = yaml.load((ROOT / "tests" / "stated.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)


@pytest.mark.parametrize("case", STATED, ids=lambda case: case["name"].replace(" ", "-"))
def test_a_page_states_its_problem_in_any_notation(case):
    (problem,) = problems_of(case["page"], case.get("file", "page.md")).problems
    (typed_in,) = loads(yaml.safe_dump({"mechanism": problem.mechanism, "given": case["given"]}, allow_unicode=True))
    assert {name: values(matrix) for name, matrix in problem.given.items()} == {
        name: values(matrix) for name, matrix in typed_in.given.items()
    }
    assert problem.options == case.get("options", {})
    assert list(problem.labels) == case.get("labels", [])
    listed = [f"{item.line}: {item.what}: {item.why}" for item in problem.unread]
    assert [text for text in case.get("says", []) if not any(text in line for line in listed)] == []
    assert "says" in case or not listed


def values(matrix):
    """What entries are worth."""
    ar = arithmetic("decimal", precision=100)
    with ar.working():
        return [[str(ar.number(number)) for number in row] for row in matrix.rows] or matrix.words


def test_a_page_is_solved_through_a_pipe():
    command = f"{sys.executable} -m attncalc"
    page = shlex.quote(str(ROOT / "tests" / "read" / "seed-002-assignment.md"))
    run = subprocess.run(
        f"{command} read {page} | {command} solve - -q",
        shell=True,
        capture_output=True,
        encoding="utf-8",
        check=True,
        env={"PYTHONUTF8": "1"},
    )
    assert run.stdout == "O = [3.4621  2.2689  1  0.7311]\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_what_stands_in_titles_and_labels_stays_text(text):
    page = problems_of(
        f'## Exercise 1: {text}\ntokens = ["{text}", "{text}b"]\nQ = [[1, 0], [0, 1]]\nK = [[1, 2], [0, 1]]', "page"
    )
    documents = list(yaml.load_all(written(page), Loader=yaml.CSafeLoader))
    assert [document["title"] for document in documents] == [problem.title for problem in page.problems]
    assert [tuple(document.get("labels", ())) for document in documents] == [
        problem.labels for problem in page.problems
    ]
    assert len(documents) == 1


@pytest.mark.sweep
@pytest.mark.parametrize(
    "part", ["Q =\n1 0\n{", "[", "(a) ", "| x | (1, 2) |\n", "\\begin{bmatrix}", "   X = [1,\n", "1\n", "q = 1 (= 1) "]
)
def test_a_large_page_of_one_thing_is_read(part):
    count = min(100_000 // len(part), PAGE_LINES.most // (part.count("\n") or 1))
    assert problems_of(part * count, "page").problems is not None
