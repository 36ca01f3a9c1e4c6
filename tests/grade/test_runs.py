"""A second run changes only what changed, says so, and loses nothing. SLIP has 5 of 6 marks, RIGHT all."""

import json
import os
from pathlib import Path

import pytest

from attncalc.grade import marking
from attncalc.grade.lock import LOCK, locked
from attncalc.grade.marking import Marker
from attncalc.render.html import pages


@pytest.fixture
def graded(grade):
    grade.hand_in("anna.yaml")
    grade.hand_in("ben.yaml", grade.slip)
    assert grade()[0] == 0
    return grade


def test_the_same_again_changes_no_byte(graded):
    before = graded.files()
    status, out, err = graded()
    assert (status, out, err) == (0, "2 marked: results/summary.csv\nnothing changed\n", "")
    assert graded.files() == before


def test_a_submission_handed_in_again(graded):
    before = graded.files()
    graded.hand_in("ben.yaml")
    _, out, _ = graded()
    says = "ben: from 5 of 6 to 6 of 6 (S from 1 of 2 to 2 of 2), because of the submission."
    assert out.splitlines()[1:] == [f"changed: {says}"]
    assert says in graded.read("changes.md")
    after = graded.files()
    assert after["results/earlier/1/feedback/ben.md"] == before["results/feedback/ben.md"]
    assert after["results/earlier/1/summary.csv"] == before["results/summary.csv"]
    assert after["results/feedback/anna.md"] == before["results/feedback/anna.md"]
    assert "results/earlier/1/feedback/anna.md" not in after


def test_a_corrected_key(graded):
    graded.key(graded.problem.replace("S: 2", "S: 4"))
    _, out, _ = graded()
    assert out.splitlines()[1:] == [
        "changed: anna: from 6 of 6 to 8 of 8 (S from 2 of 2 to 4 of 4), because of the key.",
        "changed: ben: from 5 of 6 to 6 of 8 (S from 1 of 2 to 2 of 4), because of the key.",
    ]


def test_a_key_with_other_numbers(graded):
    graded.key(graded.problem.replace("K: 1 0; 0 1", "K: 1 0; 2 1"))  # now S = [1 2]
    graded()
    assert graded.marks() == {"anna": "5", "ben": "6"}
    assert "because of the key" in graded.read("changes.md")


def test_a_key_that_is_only_written_differently_changes_nothing(graded):
    graded.key("# the same\n" + graded.problem.replace("1 0; 0 1", "[[1, 0], [0, 1]]"))
    assert graded()[1].splitlines()[1:] == ["nothing changed"]


def test_a_decision(graded):
    graded.override("- {student: ben, step: S, marks: 2, reason: so}\n")
    assert "because of decisions by hand" in graded()[1]


def test_changes_of_all_runs_stay_the_last_first(graded):
    graded.hand_in("ben.yaml")
    graded()
    graded.hand_in("ben.yaml", graded.slip)
    graded()
    text = graded.read("changes.md")
    assert text.index("from 6 of 6 to 5 of 6") < text.index("from 5 of 6 to 6 of 6")
    assert Path("results/earlier/2/feedback/ben.md").is_file()


def test_who_comes_later_is_new_and_who_is_gone_stays(graded):
    Path("subs/ben.yaml").unlink()
    graded.hand_in("carl.yaml")
    _, out, _ = graded()
    assert out.splitlines() == ["2 marked, 1 from earlier runs: results/summary.csv", "changed: carl: 6 of 6 (new)."]
    assert graded.marks() == {"anna": "6", "carl": "6", "ben": "5"}
    assert graded.summary()["ben"]["status"] == "earlier run"
    assert Path("results/feedback/ben.md").is_file()
    graded.hand_in("ben.yaml", graded.slip)
    assert graded()[1].splitlines()[1:] == ["nothing changed"]
    assert graded.summary()["ben"]["status"] == "marked"


def test_who_collides_with_an_earlier_student_gets_another_file(graded):
    Path("subs/ben.yaml").unlink()
    graded.hand_in("Ben.yaml")
    graded()
    rows = graded.summary()
    assert rows["ben"]["feedback"] == "feedback/ben.md"
    assert rows["Ben"]["feedback"] == "feedback/Ben-2.md"


def test_what_breaks_later_says_so_and_keeps_the_earlier_feedback(graded):
    graded.hand_in("ben.yaml", "[")
    _, out, _ = graded()
    assert "changed: ben: from 5 of 6 to broken" in out
    assert Path("results/earlier/1/feedback/ben.md").is_file()


def test_feedback_that_somebody_wrote_into_stays_until_it_changes(graded):
    feedback = Path("results/feedback/ben.md")
    feedback.write_text("Well done!\n", "utf-8")
    graded()
    assert feedback.read_text("utf-8") == "Well done!\n"
    graded.hand_in("ben.yaml")
    graded()
    assert "Well done" not in feedback.read_text("utf-8")
    assert Path("results/earlier/1/feedback/ben.md").read_text("utf-8") == "Well done!\n"


def test_what_is_deleted_comes_back(graded):
    Path("results/feedback/ben.md").unlink()
    graded()
    assert Path("results/feedback/ben.md").is_file()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "attncalc/marks", "version": 2}', "null"])
def test_results_of_something_else_are_not_touched(graded, text):
    Path("results/marks.json").write_text(text, "utf-8")
    before = graded.files()
    status, out, err = graded()
    assert (status, out) == (2, "")
    assert "this is not what an earlier run wrote" in err
    assert graded.files() == before


def test_nothing_is_written_through_a_link(graded):
    outside = Path("outside.md")
    outside.write_text("mine\n", "utf-8")
    feedback = Path("results/feedback/ben.md")
    feedback.unlink()
    feedback.symlink_to(outside.resolve())
    graded.hand_in("ben.yaml")
    status, _, err = graded()
    assert (status, "a link out of the folder" in err) == (2, True)
    assert outside.read_text("utf-8") == "mine\n"


def test_what_is_ended_leaves_what_is_done(graded, monkeypatch):
    from attncalc.grade.marking import Marker

    mark = Marker.mark

    def ended(self, submission, overrides=()):
        if submission.student == "carl":
            raise KeyboardInterrupt
        return mark(self, submission, overrides)

    monkeypatch.setattr(Marker, "mark", ended)
    graded.hand_in("anna.yaml", graded.slip)
    graded.hand_in("carl.yaml")
    Path("subs/ben.yaml").rename("subs/dora.yaml")
    status, out, _ = graded()
    assert status == 130
    assert "2 left out, as it was ended" in out
    assert graded.marks() == {"anna": "5", "ben": "5"}
    assert json.loads(graded.read("statistics.json"))["marked"] == 1


def test_a_run_that_was_cut_off_costs_no_earlier_feedback(graded):
    state = graded.read("marks.json")
    first = graded.read("feedback/ben.md")
    graded.hand_in("ben.yaml")
    graded()
    second = graded.read("feedback/ben.md")
    Path("results/marks.json").write_text(state, "utf-8")  # as if it had been cut off before the end
    graded.hand_in("ben.yaml", "answers: {S: 0 0}\n")
    graded()
    assert graded.read("earlier/1/feedback/ben.md") == first
    assert graded.read("earlier/1-2/feedback/ben.md") == second


def test_two_runs_never_write_into_one_folder(graded):
    before = graded.files()
    with locked(Path("results")):
        status, out, err = graded()
        assert (status, out) == (2, "")
        assert f"another run is writing into this folder (process {os.getpid()})" in err
    assert graded.files() == before
    assert graded()[0] == 0


def test_a_run_that_was_killed_keeps_nobody_out(graded):
    before = graded.files()
    Path("results", LOCK).write_text("123456\n", "utf-8")
    assert graded()[0] == 0
    assert graded.files() == before


def test_two_spellings_of_one_name_are_one_student(grade):
    grade.hand_in("Jos\u00e9/a.yaml", "answers:\n  S: 1 0\n")
    grade.hand_in("Jose\u0301/b.yaml", "answers:\n  A: 0.731 0.269\n  O: 1.538 2.538\n")
    assert grade()[0] == 0
    assert grade.marks() == {"Jos\u00e9": "6"}


def test_what_one_form_cannot_write_costs_nobody_their_marks(grade, monkeypatch):
    def broken(*_):
        raise KeyError("a bug")

    grade.hand_in("anna.yaml")
    monkeypatch.setattr(pages, "html_pages", lambda found, look: broken() if len(found[0]) > 1 else "")
    status, out, _ = grade("subs", "--format", "html", "--jobs", "1")
    assert (status, grade.marks()) == (0, {"anna": "6"})
    assert "note: anna: not written as html: KeyError" in out


def test_what_is_to_be_looked_at_is_listed_over_the_class(grade):
    grade.hand_in("anna.yaml")
    grade.hand_in("ben.yaml", "answers:\n  S: 1 0\n  A: [0.731, 0.2E1x]\n  O: [1.538, _]\n")
    grade()
    assert {student: row["to be looked at"] for student, row in grade.summary().items()} == {"anna": "0", "ben": "1"}
    assert "| ben | ben.yaml:3:14 | 0.2E1x |" in grade.read("look.md")


def test_another_homework_is_said(grade):
    grade.hand_in("anna.yaml", "answers:\n  Q: 7 8\n  K: 5 6; 7 9\n  S: 1 0\n")
    assert "note: anna: other numbers than those of" in grade()[1]


@pytest.fixture
def marked(graded, monkeypatch):
    """The students who are marked from here on, not only read."""
    students, mark = [], Marker.mark
    monkeypatch.setattr(
        Marker, "mark", lambda self, one, decided=(): students.append(one.student) or mark(self, one, decided)
    )
    return students


def test_what_is_unchanged_is_not_marked_again(graded, marked):
    before = graded.files()
    graded()
    graded.hand_in("ben.yaml")
    graded()
    assert marked == ["ben"]
    graded.hand_in("ben.yaml", graded.slip)
    graded()
    assert marked == ["ben", "ben"]
    for name in ("kept.json", "summary.csv", "statistics.json", "statistics.md", "look.md", "feedback/ben.md"):
        assert graded.files()[f"results/{name}"] == before[f"results/{name}"], name


CHANGED = {
    "a title": lambda graded: graded.key(graded.problem.replace("One query", "Another title")),
    "a file that was deleted": lambda _: Path("results/gradescope/anna/results.json").unlink(),
    "a list of marks that was deleted": lambda _: Path("results/marks.json").unlink(),
    "a list of what is kept that is none": lambda _: Path("results/kept.json").write_text('{"students": 3}', "utf-8"),
    "a result that is none": lambda graded: Path("results/kept.json").write_text(
        graded.read("kept.json").replace('"right"', '"righteous"'), "utf-8"
    ),
}


@pytest.mark.parametrize("what", CHANGED)
def test_what_changed_is_marked_again(what, graded, marked):
    before = graded.files()
    CHANGED[what](graded)
    assert graded()[0] == 0
    assert "anna" in marked
    after = graded.files()
    assert what == "a title" or {name for name in after if after[name] != before[name]} <= {"results/marks.json"}


@pytest.mark.parametrize("option", ["--strict", "--no-follow", "--whole", "--format=html"])
def test_other_settings_mark_again(option, graded, marked):
    graded("subs", option)
    assert marked == ["anna", "ben"]
    graded("subs", option)
    assert marked == ["anna", "ben"]
    graded()
    assert marked == ["anna", "ben"] * 2


def test_another_attncalc_marks_again(graded, marked, monkeypatch):
    monkeypatch.setattr(marking, "program", lambda: "another")
    graded()
    assert marked == ["anna", "ben"]


def test_what_could_not_be_read_is_read_again(graded, marked):
    graded.hand_in("carl.yaml", "[")
    for _ in range(2):
        graded()
    assert marked == ["carl"] * 2
