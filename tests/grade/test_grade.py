"""A class graded from the command line.

The problem: S = [1 0], A = softmax [1 0] = [0.731 0.269], O = [0.731 + 3·0.269, 2·0.731 + 4·0.269] = [1.538 2.538].
From S = [1 2] follow A = [0.269 0.731] and O = [2.462 3.462]: one entry of six is wrong.
"""

import csv
import json
import os
import stat
import zipfile
from pathlib import Path

import pytest

from attncalc.limits import UNPACKED

WEIGHTS = "$$ A = softmax(S) = \\begin{bmatrix} 0.731 & 0.296 \\end{bmatrix} $$\n"
PAGE = "$$ S = \\begin{bmatrix} 1 & 2 \\end{bmatrix} $$\n"


def packed(name, members):
    with zipfile.ZipFile(name, "w") as archive:
        for member, text in members.items():
            archive.writestr(member, text)


def test_a_folder_with_files_and_folders(grade):
    grade.hand_in("anna.yaml")
    grade.hand_in("ben/answers.yaml", grade.slip)
    assert grade() == (0, "2 marked: results/summary.csv\n", "")
    rows = grade.summary()
    assert list(rows) == ["anna", "ben"]
    assert [rows["anna"][key] for key in ("marks", "of", "S", "A", "O", "right", "status")] == [
        "6",
        "6",
        "2",
        "2",
        "2",
        "6",
        "marked",
    ]
    assert [rows["ben"][key] for key in ("marks", "S", "A", "O", "right", "follows", "wrong")] == [
        "5",
        "1",
        "2",
        "2",
        "1",
        "4",
        "1",
    ]
    assert rows["ben"]["first mistake"].startswith("answers.yaml:2:8: S[1,2] = 2, should be 0")
    assert rows["ben"]["feedback"] == "feedback/ben.md"
    assert "5 of 6" in grade.read("feedback/ben.md")


def test_hidden_files_and_litter_are_no_submissions(grade):
    grade.hand_in("anna.yaml")
    for name in (".DS_Store", "Thumbs.db", "desktop.ini", "~$anna.md", ".git/config", "__MACOSX/._anna.yaml"):
        grade.hand_in(name, "x")
    grade()
    assert grade.marks() == {"anna": "6"}


def test_pages_of_a_student_are_one_answer_each_number_in_its_own_file(grade):
    # A₁₂ has its digits exchanged; from 0.731 and 0.296 follow 0.731 + 3·0.296 = 1.619 and 2·0.731 + 4·0.296 = 2.646
    grade.hand_in("ben/page-10.yaml", "O: 1.619 2.646\n")
    grade.hand_in("ben/page-2.md", "# My work\n\n$$ S = QK^T = \\begin{bmatrix} 1 & 0 \\end{bmatrix} $$\n")
    grade.hand_in("ben/page-9.md", WEIGHTS)
    grade()
    row = grade.summary()["ben"]
    assert (row["marks"], row["right"], row["follows"], row["wrong"]) == ("5", "3", "2", "1")
    assert row["first mistake"].startswith(f"page-9.md:1:{WEIGHTS.index('0.296') + 1}: A[1,2] = 0.296, should be 0.26")
    feedback = grade.read("feedback/ben.md")
    assert f"page-9.md:1:{WEIGHTS.index('0.296') + 1}" in feedback
    assert WEIGHTS.strip() in feedback  # the line is shown


def test_what_is_no_text_is_said(grade):
    grade.hand_in("anna/answers.yaml")
    Path("subs/anna/photo.jpg").write_bytes(b"\xff\xd8")
    Path("subs/ben.pdf").write_bytes(b"%PDF")
    status, out, _ = grade()
    assert (status, grade.marks()) == (0, {"anna": "6", "ben": ""})
    assert "Not looked at: photo.jpg" in grade.read("feedback/anna.md")
    assert out.splitlines()[1] == "not marked: ben: ben.pdf: no text that is read"


def test_a_zip(grade):
    packed(
        "class.zip", {"class/anna.yaml": grade.right, "class/ben/a.yaml": grade.slip, "__MACOSX/class/._anna.yaml": "x"}
    )
    grade("class.zip")
    assert grade.marks() == {"anna": "6", "ben": "5"}


@pytest.mark.parametrize("name", ["../anna.yaml", "/etc/anna.yaml", "a/../../anna.yaml", "..\\anna.yaml", "C:\\a.yaml"])
def test_a_zip_that_leads_out_of_itself_is_refused(grade, name):
    packed("class.zip", {"ben.yaml": grade.right, name: grade.right})
    status, out, err = grade("class.zip")
    assert (status, out) == (2, "")
    assert "leads out of the archive" in err
    assert not Path("results").exists()


def test_links_archives_and_passwords_in_a_zip_are_not_opened(grade):
    link = zipfile.ZipInfo("carl.yaml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    packed("class.zip", {"anna.yaml": grade.right, "ben/work.zip": "PK", link: "/etc/passwd", "dora/": ""})
    grade("class.zip")
    rows = grade.summary()
    assert {student: row["why"] for student, row in rows.items()} == {
        "anna": "",
        "ben": "work.zip: an archive in an archive, which is not opened",
        "carl": "carl.yaml: a link, which is not followed",
        "dora": "dora: nothing is in it",
    }


def test_a_bomb_is_refused(grade, monkeypatch):
    monkeypatch.setattr("attncalc.grade.archive.UNPACKED", UNPACKED._replace(most=1000))
    packed("class.zip", {"anna.yaml": " " * 2000})
    status, _, err = grade("class.zip")
    assert (status, "unpacked it would be larger" in err) == (2, True)


def test_a_broken_zip_is_one_message(grade):
    Path("class.zip").write_bytes(b"PK\x03\x04 and nothing else")
    status, out, err = grade("class.zip")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_links_in_a_folder_are_not_followed(grade):
    grade.hand_in("anna.yaml")
    Path("secret.yaml").write_text(grade.right, "utf-8")
    Path("subs/ben.yaml").symlink_to(Path("secret.yaml").resolve())
    Path("subs/carl").symlink_to(Path.cwd())
    grade()
    assert grade.marks() == {"anna": "6", "ben": "", "carl": ""}


def test_json_lines(grade):
    lines = [
        {"student": "anna", "answers": {"S": [[1, 0]], "A": [["0.731", None]], "O": [[1.538, 2.538]]}},
        {"student": "ben", "page": PAGE},
        {"student": "carl"},
        {"student": "ben", "answers": {"A": "0.269 0.731", "O": [2.462, 3.462]}},
    ]
    Path("class.jsonl").write_text("\n".join([*map(json.dumps, lines), "{broken", ""]), "utf-8")
    status, out, _ = grade("class.jsonl")
    assert status == 0
    assert grade.marks() == {"anna": "6", "ben": "5", "carl": "", "line 5": ""}
    assert out.splitlines()[1:] == [
        "not marked: carl: line 3 has neither answers nor a page",
        "not marked: line 5: line 5 is no JSON",
        "note: ben: lines 2 and 4 are of one student; they count together",
    ]
    assert grade.summary()["ben"]["first mistake"].startswith("class.jsonl:2 (page):1:")


def test_places_in_json_lines_are_those_of_the_file(grade):
    lines = [{"student": "anna", "answers": {"S": "1 2"}}, {"student": "ben", "answers": {"MH": "1 2"}}]
    Path("class.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    grade("class.jsonl")
    rows = grade.summary()
    assert rows["anna"]["first mistake"] == "class.jsonl:1: S[1,2] = 2, should be 0"
    assert rows["ben"]["why"].startswith("class.jsonl:2: MH is no line")
    grade.override("- {student: anna, file: class.jsonl, line: 1, verdict: right, reason: so}\n")
    assert "2 numbers stand there" in grade("class.jsonl")[1]


def test_answers_in_which_nothing_is_found_are_said(grade):
    grade.hand_in("anna.yaml")
    grade.hand_in("ben.md", "See the other sheet.\n")
    status, out, _ = grade()
    assert (status, out.splitlines()[1:]) == (0, ["nothing found: ben"])
    row = grade.summary()["ben"]
    assert (row["marks"], row["of"], row["status"]) == ("0", "6", "nothing found")
    assert "0 of 6" in grade.read("feedback/ben.md")
    assert json.loads(grade.read("statistics.json"))["marked"] == 2


def test_feedback_is_read_without_mathematics(grade):
    grade.hand_in("anna.yaml")
    grade()
    feedback = grade.read("feedback/anna.md")
    assert "| S | 2 of 2 | 2 of 2 |" in feedback
    assert "$" not in feedback + grade.read("statistics.md")


def test_numbers_of_json_stay_as_they_are_typed(grade):
    Path("class.jsonl").write_text('{"student": "anna", "answers": {"A": [0.70, 0.27]}}\n', "utf-8")
    grade("class.jsonl")
    assert "A[1,1] = 0.70" in grade.summary()["anna"]["first mistake"]


def test_what_breaks_one_submission_is_a_line_of_the_report(grade):
    grade.hand_in("anna.yaml")
    grade.hand_in("ben.yaml", "answers: {A: [[1, 2}\n")
    Path("subs/carl.md").write_bytes(b"\x89PNG\r\n")
    Path("subs/dora").mkdir()
    status, out, err = grade()
    assert (status, err, grade.marks()) == (0, "", {"anna": "6", "ben": "", "carl": "", "dora": ""})
    assert "1 marked, 3 not marked" in out
    assert "not marked: carl: carl.md: this is not a text file but a picture" in out
    assert "This could not be marked" in grade.read("feedback/carl.md")
    assert json.loads(grade.read("gradescope/carl/results.json"))["score"] == 0


def test_a_fault_of_the_program_breaks_one_submission_only(grade, monkeypatch):
    from attncalc.grade.marking import Marker

    checked = Marker._checked

    def broken(self, answer):
        if answer.source == "anna.yaml":
            raise ZeroDivisionError("by nothing")
        return checked(self, answer)

    monkeypatch.setattr(Marker, "_checked", broken)
    grade.hand_in("anna.yaml")
    grade.hand_in("ben.yaml")
    status, _, _ = grade()
    assert (status, grade.marks()["ben"]) == (0, "6")
    assert grade.summary()["anna"]["why"] == "attncalc failed at it: ZeroDivisionError: by nothing"


@pytest.mark.skipif(os.name == "nt", reason="there is no such clock")
def test_what_takes_too_long_is_given_up(grade, monkeypatch):
    from attncalc.grade.marking import Marker

    def endless(*_):
        while True:
            pass

    monkeypatch.setattr(Marker, "_checked", endless)
    grade.hand_in("anna.yaml")
    grade("subs", "--limit", "0.1")
    assert grade.summary()["anna"]["why"] == "it takes longer than 0.1 seconds"


def test_names_that_collide_have_files_of_their_own(grade):
    for name in ("a b.yaml", "a-b.yaml", "A?b.yaml", "con.yaml", "=1+1.yaml"):
        grade.hand_in(name)
    grade()
    files = [row["feedback"] for row in grade.summary().values()]
    assert len({file.casefold() for file in files}) == 5
    assert all(Path("results", file).is_file() for file in files)
    assert "feedback/con.md" not in files  # a device on Windows


def test_a_file_and_a_folder_of_one_name_are_two_students(grade):
    grade.hand_in("anna.yaml")
    grade.hand_in("anna.md", PAGE)
    grade()
    assert set(grade.marks()) == {"anna.md", "anna.yaml"}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", "\u2003=1", "＝1"])
def test_no_cell_is_a_formula(grade, name):
    Path("class.jsonl").write_text(json.dumps({"student": name, "answers": {"S": "1 0"}}) + "\n", "utf-8")
    grade("class.jsonl")
    (student,) = grade.summary()
    assert student == f"'{name.strip()}"


def test_gradescope(grade):
    grade.hand_in("ben.yaml", grade.slip)
    grade()
    found = json.loads(grade.read("gradescope/ben/results.json"))
    assert (found["score"], found["output_format"]) == (5, "ansi")
    assert "\x1b[" in found["output"]
    assert [(test["name"], test["score"], test["max_score"], test["status"]) for test in found["tests"]] == [
        ("S", 1, 2, "failed"),
        ("A", 2, 2, "passed"),
        ("O", 2, 2, "passed"),
    ]


def test_statistics_say_what_is_most_often_wrong(grade):
    unnormalised = "answers:\n  S: 1 0\n  A: 2.718 1\n"  # e and 1, not divided by their sum
    for name, text in {"anna": grade.right, "ben": grade.slip, "carl": grade.slip, "dora": unnormalised}.items():
        grade.hand_in(f"{name}.yaml", text)
    grade()
    found = json.loads(grade.read("statistics.json"))
    assert (found["marked"], found["not_marked"]) == (4, 0)
    assert found["entries"][0] == {"problem": 1, "step": "S", "row": 1, "col": 2, "wrong": 2, "missing": 0}
    assert {"problem": 1, "step": "A", "row": 1, "col": 1, "wrong": 1, "missing": 0} in found["entries"]
    assert any("normal" in cause["cause"] for cause in found["causes"])
    assert r"S\[1,2\]" in grade.read("statistics.md")
    assert "without normalising: The exponentials" in grade.read("statistics.md")
    assert "(without normalising)" in grade.summary()["dora"]["first mistake"]


def test_several_problems(run, grade):
    Path("second.yaml").write_text(
        grade.problem.replace("V: 1 2; 3 4", "V: 1; 3").replace("One query", "Second"), "utf-8"
    )
    grade.hand_in("anna.yaml", "- {S: 1 0}\n- {S: 1 2}\n")
    run("grade", "problem.yaml", "second.yaml", "subs", "-o", "results")
    row = grade.summary()["anna"]
    assert (row["1: S"], row["2: S"], row["of"]) == ("2", "1", "12")


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_processes_change_nothing(grade, jobs):
    for number in range(20):
        grade.hand_in(f"s{number}.yaml", grade.slip if number % 2 else grade.right)
    grade.hand_in("broken.yaml", "[")
    grade("subs", "-j", jobs)
    assert list(grade.marks()) == ["broken", *(f"s{number}" for number in range(20))]  # 2 stands before 10
    assert list(grade.marks().values()) == ["", *(["6", "5"] * 10)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("problem.yaml", "-o", "results"), "name the problem, and then the submissions"),
        (("problem.yaml", "nowhere", "-o", "results"), "there is no such folder or file"),
        (("subs", "problem.yaml", "-o", "results"), "the problem is named first"),
        (("problem.yaml", "empty", "-o", "results"), "there are no submissions in it"),
        (("problem.yaml", "subs", "-o", "subs"), "the results cannot go among the submissions"),
        (("problem.yaml", "subs", "-o", "problem.yaml"), "the results go into a folder"),
        (("none.yaml", "subs", "-o", "results"), "it cannot be read"),
    ],
)
def test_bad_input_is_one_message_and_nothing_is_written(grade, run, arguments, message):
    grade.hand_in("anna.yaml")
    Path("empty").mkdir()
    status, out, err = run("grade", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert not Path("results").exists()
    assert sorted(path.name for path in Path("subs").iterdir()) == ["anna.yaml"]


def test_results_among_the_submissions_are_no_submission(run, grade):
    grade.hand_in("anna.yaml")
    for _ in range(2):
        run("grade", "problem.yaml", "subs", "-o", "subs/results")
    with Path("subs/results/summary.csv").open(encoding="utf-8-sig") as file:
        assert [row["student"] for row in csv.DictReader(file)] == ["anna"]


def test_an_open_question_is_run_with_what_each_student_gives_it(grade):
    # with Q = [3 0] the weights are 1/(1 + e^-3) = 0.953 and 0.047, with [1 0] 0.731 and 0.269
    grade.key("given: {K: 1 0; 0 1, V: 1; 2}\noptions: {scale: none}\naccept: {A: [[0.9, 0.1]], within: 0.06}\n")
    for name, answer in {"anna": "[3, 0]", "ben": "[1, 0]", "carl": "[1, 0, 0]"}.items():
        grade.hand_in(f"{name}.yaml", f"answers: {{Q: {answer}}}\n")
    status, out, _ = grade()
    assert (status, grade.marks()) == (0, {"anna": "1", "ben": "0", "carl": ""})
    assert "not marked: carl: carl.yaml:1:14: Q has 3 columns" in out


def test_names_that_differ_in_capitals_only_are_two_students(grade):
    lines = [{"student": name, "answers": {"S": "1 0"}} for name in ("anna", "Anna")]
    Path("class.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    grade("class.jsonl")
    assert [row["feedback"] for row in grade.summary().values()] == ["feedback/anna.md", "feedback/Anna-2.md"]


@pytest.mark.skipif(os.name == "nt", reason="its names are text")
def test_a_name_that_is_no_text(grade):
    grade.hand_in("anna.yaml")
    Path(os.fsdecode(b"subs/b\xffn.yaml")).write_text(grade.slip, "utf-8")
    grade()
    assert grade.marks() == {"anna": "6", "b?n": "5"}


def test_halves_of_characters_break_nothing(grade):
    page = "$ A = \\begin{bmatrix} 0.731 & 0.269 \\end{bmatrix} $ \ud800"
    lines = [
        {"student": "an\ud800na", "page": page},
        {"student": "ben", "answers": {"S\ud800": "\ud800 1", "O": "\ud83d\ude00"}},
    ]
    Path("class.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    cell = {"cell_type": "markdown", "metadata": {}, "source": [page, "\n$ 1 + 5\ud800 = 3 $"]}
    assert grade("class.jsonl")[0] == 0
    grade.hand_in("carl.ipynb", json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert grade()[0] == 0
    assert set(grade.marks()) == {"an?na", "ben", "carl"}


@pytest.mark.parametrize(
    "line",
    [
        "[" * 5000,
        '{"student": "a", "answers": ' + '{"x": ' * 3000 + "1" + "}" * 3001,
        '{"student": 1}',
        "null",
        '"x"',
        '{"student": "a", "answers": {"A": ' + "[" * 50 + "]" * 50 + "}}",
        '{"student": " ", "page": ""}',
        '{"student": "a", "answers": {"A": 1e999999999, "S": NaN, "O": ' + "9" * 20000 + "}}",
    ],
    ids=range(8),
)
def test_hostile_lines_break_themselves_only(grade, line):
    ben = json.dumps({"student": "ben", "answers": {"S": "1 0"}})
    Path("class.jsonl").write_text(f"{line}\n{ben}\n", "utf-8")
    status, _, err = grade("class.jsonl")
    assert (status, err) == (0, "")
    assert grade.summary()["ben"]["S"] == "2"
