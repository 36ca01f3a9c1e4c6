"""Feedback in other forms beside Markdown."""

from pathlib import Path


def test_feedback_in_other_forms(grade):
    grade.hand_in("ben.yaml", grade.slip)
    status, _, _ = grade("subs", "--format", "html,pdf,latex")
    assert status == 0
    assert "0.731" in grade.read("feedback/ben.html")
    assert (Path("results") / "feedback" / "ben.pdf").read_bytes().startswith(b"%PDF")
    assert "0.731" in grade.read("feedback/ben.tex")
    assert "0.731" in grade.read("feedback/ben.md")


def test_a_form_of_solutions_is_refused(grade):
    grade.hand_in("ben.yaml", grade.slip)
    status, _, error = grade("subs", "--format", "npz")
    assert status == 2
    assert "feedback is not written as npz" in error
    assert not Path("results").exists()
