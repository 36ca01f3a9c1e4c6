"""What the tests of a class share."""

import csv
from pathlib import Path

import pytest

PROBLEM = """\
title: One query
mechanism: scaled-dot-product
given: {Q: 1 0, K: 1 0; 0 1, V: 1 2; 3 4}
options: {scale: none}
marks: {S: 2, A: 2, O: 2}
"""
RIGHT = "answers:\n  S: 1 0\n  A: 0.731 0.269\n  O: 1.538 2.538\n"
SLIP = "answers:\n  S: 1 2\n  A: 0.269 0.731\n  O: 2.462 3.462\n"


class Class:
    """A folder with problem.yaml, submissions in subs and results."""

    right, slip, problem = RIGHT, SLIP, PROBLEM

    def __init__(self, run):
        self.run = run
        self.key(PROBLEM)

    def __call__(self, submissions="subs", *more):
        """Grades; gives the status, output and errors."""
        return self.run("grade", "problem.yaml", submissions, "-o", "results", *more)

    @staticmethod
    def key(text):
        Path("problem.yaml").write_text(text, "utf-8")

    @staticmethod
    def hand_in(name, text=RIGHT):
        path = Path("subs", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    @staticmethod
    def override(text):
        Path("results").mkdir(exist_ok=True)
        Path("results/overrides.yaml").write_text(text, "utf-8")

    @staticmethod
    def summary():
        """The rows of the table by student."""
        with Path("results/summary.csv").open(encoding="utf-8-sig", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def marks(self):
        return {student: row["marks"] for student, row in self.summary().items()}

    @staticmethod
    def read(name):
        return Path("results", name).read_text("utf-8")

    @staticmethod
    def files():
        """All results, byte by byte."""
        return {str(path): path.read_bytes() for path in sorted(Path("results").rglob("*")) if path.is_file()}


@pytest.fixture
def grade(run):
    """A class to grade."""
    return Class(run)
