"""Every case file: each line of the work against values that were computed elsewhere."""

from decimal import Decimal
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import yaml
from exactly import entries, same

from attncalc.problem.reader import load
from attncalc.reading.number import read_number
from attncalc.render.view import View, transposed
from attncalc.solve import solve

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))


class Case:
    """A problem, solved once in each way, and what is expected of it."""

    def __init__(self, problem, expected):
        self.problem, self.expected, self.solved = problem, expected, {}

    def sheet(self, arithmetic, **digits):
        if arithmetic not in self.solved:
            self.solved[arithmetic] = solve(self.problem, arithmetic, **digits)
        return self.solved[arithmetic]


@cache
def read(path):
    case = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    problems = load(ROOT / case["problem"])
    assert len(problems) == len(case["expected"]), "one block of expected values for each problem"
    return list(map(Case, problems, case["expected"]))


def shown(sheet, name, **digits):
    """The entries of a line as the page shows them."""
    record = sheet.record(name)
    return View(sheet).texts(record, sheet.digits(**digits))


def rows(expected):
    """A matrix of the case file; a vector is one row."""
    return expected if isinstance(expected[0], list) else [expected]


def flat_if_vector(texts, expected):
    """Z is a column of row sums; case files list it as one row."""
    return transposed(texts) if len(texts) != len(rows(expected)) else texts


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_decimal_to_12_digits(path):
    for case in read(path):
        sheet = case.sheet("decimal")
        for name, wanted in case.expected.get("decimal", {}).items():
            found = flat_if_vector(shown(sheet, name, significant=12), wanted)
            assert [[Decimal(text) for text in row] for row in found] == [
                [Decimal(text) for text in row] for row in rows(wanted)
            ], name


@pytest.mark.sweep
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_float_within_1e_12(path):
    """Against `decimal` at 17 digits, which the case file checks at 12: its own 12 digits are too few for this."""
    for case in read(path):
        floats, decimals = case.sheet("float"), case.sheet("decimal")
        for step, other in zip(floats.steps, decimals.steps, strict=True):
            found, wanted = np.asarray(step), np.asarray(other)
            assert np.allclose(
                found, wanted, rtol=1e-12, atol=1e-15 * np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
            ), step.name


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_rounded_as_by_hand(path):
    for case in read(path):
        if "rounded" not in case.expected:
            continue
        sheet = case.sheet("rounded", decimals=case.expected["rounded"]["decimals"])
        for name, wanted in case.expected["rounded"]["values"].items():
            found = flat_if_vector(shown(sheet, name), wanted)
            assert [[Decimal(text) for text in row] for row in found] == [
                [Decimal(text) for text in row] for row in rows(wanted)
            ], name


@pytest.mark.sweep
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_exact_gives_the_digits_of_decimal(path):
    for case in read(path):
        exact, decimal = case.sheet("exact"), case.sheet("decimal")
        for step, other in zip(exact.steps, decimal.steps, strict=True):
            assert step.name == other.name
            assert step.values(decimals=6) == other.values(decimals=6), step.name
            assert step.values(significant=12) == other.values(significant=12), step.name


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_closed_forms_are_those_of_the_source(path):
    for case in read(path):
        sheet = case.sheet("exact")
        for name, wanted in case.expected.get("exact", {}).items():
            with sheet.arithmetic.working():
                forms = [[sheet.arithmetic.number(read_number(text)) for text in row] for row in rows(wanted)]
            assert same(sheet, flat_if_vector(entries(sheet, name), wanted), forms), name
