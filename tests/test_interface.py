"""What the commands do, from Python: the same results, whoever works at them."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path

import pytest

import attncalc

PROBLEM = "Q: 1 0\nK: 1 0; 0 1\nV: 1 2; 3 4\noptions: {scale: none}\nmarks: {S: 2, A: 2, O: 2}\n"
RIGHT = "S: 1 0\nA: 0.731 0.269\nO: 1.538 2.538\n"
SLIPS = [RIGHT.replace("0.269", f"0.{number:03}") for number in range(100, 1000)]


@pytest.fixture
def problems():
    return attncalc.loads(PROBLEM)


def students(number):
    """So many students, most of whom made some slip."""
    return [(f"student {one}", SLIPS[one % len(SLIPS)] if one % 7 else RIGHT) for one in range(number)]


def test_a_page_is_checked_as_by_the_command(problems, tmp_path):
    (tmp_path / "problem.yaml").write_text(PROBLEM, "utf-8")
    (tmp_path / "page.yaml").write_text(SLIPS[0], "utf-8")
    of_files = attncalc.check_answer(tmp_path / "problem.yaml", tmp_path / "page.yaml")
    for report in (of_files, attncalc.check_answer(problems, SLIPS[0]), attncalc.check_answer(problems[0], SLIPS[0])):
        assert (report.status, report.total, report.of) == (1, Fraction(5), Fraction(6))
    page = "$$\\alpha = \\begin{bmatrix} 0.731 & 0.269 \\end{bmatrix}$$"
    assert [item.verdict for _, item in attncalc.check_answer(problems, page).claims()][:2] == ["right", "right"]
    wrong = RIGHT.replace("1 0", "2 0")
    assert [attncalc.check_answer(problems, wrong, whole=whole).total for whole in (False, True)] == [5, 4]


def test_what_cannot_be_is_said(problems):
    with pytest.raises(attncalc.InputError, match="from 0 to 1"):
        attncalc.check_answer(problems, RIGHT, follow=2)
    with pytest.raises(attncalc.InputError, match="no problem"):
        attncalc.check_answer([], RIGHT)
    with pytest.raises(attncalc.InputError, match="no such folder"):
        attncalc.grade_class(problems, "nowhere")


def in_order(results):
    return sorted(results, key=lambda result: int(result.student.split()[1]))


def test_a_class_is_graded_the_same_whoever_works_at_it(problems, tmp_path):
    handed_in = students(40)
    wanted = list(attncalc.grade_class(problems, handed_in, forms="plain"))
    assert [result.student for result in wanted] == [student for student, _ in handed_in]
    assert {result.marks for result in wanted} == {Fraction(5), Fraction(6)}
    assert wanted[0].feedback
    assert wanted[0].forms[0][0] == ".txt"
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, get_context("spawn")) as processes:
        for executor in (threads, processes):
            found = attncalc.grade_class(problems, dict(handed_in), forms="plain", jobs=2, executor=executor)
            assert in_order(found) == wanted
    for student, text in handed_in:
        (tmp_path / f"{student}.yaml").write_text(text, "utf-8")
    of_folder = in_order(attncalc.grade_class(problems, tmp_path, jobs=2))
    assert [result.marks for result in of_folder] == [result.marks for result in wanted]


def test_submissions_without_end_are_taken_as_they_are_marked(problems):
    taken = []
    handed_in = ((f"student {number}", taken.append(number) or RIGHT) for number in count())
    with ThreadPoolExecutor(2) as pool:
        found = list(islice(attncalc.grade_class(problems, handed_in, jobs=2, executor=pool), 30))
    assert {result.marks for result in found} == {6}
    assert len(taken) < 50


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_loses_no_submission(problems):
    distributed = pytest.importorskip("distributed")
    handed_in = students(500)
    local = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL")
    with local, distributed.Client(local, set_as_default=False) as client:
        results = attncalc.grade_class(problems, handed_in, jobs=2, executor=client.get_executor(retries=0))
        found = list(islice(results, 50))
        workers = client.run(os.getpid)
        assert len(workers) == 2
        os.kill(next(iter(workers.values())), signal.SIGKILL)
        found += results
    assert in_order(found) == list(attncalc.grade_class(problems, handed_in))


@pytest.mark.filterwarnings("ignore")
def test_the_command_grades_on_a_cluster(run):
    pytest.importorskip("distributed")
    Path("problem.yaml").write_text(PROBLEM, "utf-8")
    Path("subs").mkdir()
    for student, text in students(14):
        Path("subs", f"{student}.yaml").write_text(text, "utf-8")
    assert run("grade", "problem.yaml", "subs", "-o", "here", "--jobs", "1")[0] == 0
    assert run("grade", "problem.yaml", "subs", "-o", "there", "--jobs", "2", "--cluster", "local")[0] == 0
    here, there = (
        {path.relative_to(root): path.read_bytes() for path in Path(root).rglob("*") if path.is_file()}
        for root in ("here", "there")
    )
    assert here == there


def test_a_cluster_that_is_not_there(run):
    pytest.importorskip("distributed")
    Path("problem.yaml").write_text(PROBLEM, "utf-8")
    Path("subs.jsonl").write_text('{"student": "anna", "answers": {"S": [1, 0]}}\n', "utf-8")
    code, _, error = run("grade", "problem.yaml", "subs.jsonl", "-o", "out", "--cluster", "nothing://here")
    assert (code, "no scheduler answers there" in error) == (2, True)
    assert not Path("out").exists()
    code, _, error = run("grade", "problem.yaml", "subs.jsonl", "-o", "out", "--cluster", "tcp://x:1", "--jobs", "2")
    assert (code, "the workers that it has" in error) == (2, True)


RECIPE = Path(__file__).parent / "generate" / "recipes" / "midterm.yaml"


def test_papers_are_those_of_the_command(run):
    assert run("generate", str(RECIPE), "--variants", "3", "--format", "markdown,latex", "-o", "exam")[0] == 0
    written = {str(path.relative_to("exam")): path.read_text("utf-8") for path in Path("exam").rglob("*.*")}
    assert attncalc.generate_paper(RECIPE, variants=3, forms="markdown,latex") == written


def test_papers_of_a_roster_whoever_draws_them():
    students = [(f"Anna {number}", str(number)) for number in range(6)]
    wanted = attncalc.generate_paper(RECIPE, students=students)
    assert "Anna 5" in "".join(map(str, wanted.values()))
    with ThreadPoolExecutor(2) as threads:
        assert attncalc.generate_paper(RECIPE, students=students, executor=threads) == wanted
    with pytest.raises(attncalc.InputError, match="No such file"):
        attncalc.generate_paper("nowhere.yaml")
