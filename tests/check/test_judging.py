"""Verdicts on single lines and calculations, worked by hand: the files in tests/check/judging."""

from pathlib import Path

import pytest
import yaml

import attncalc
from attncalc.check.calculation import Calculation
from attncalc.check.claim import At, Claim, Written
from attncalc.check.digits import likely_misreading
from attncalc.check.judge import Judging, judge
from attncalc.reading.number import read_number

HERE = Path(__file__).parent / "judging"
LETTERS = {
    "R": "right",
    "r": "rounded",
    "c": "coarse",
    "f": "follows",
    "w": "wrong",
    "m": "misread",
    "-": "missing",
    "u": "unread",
}


def cases(name):
    found = yaml.load((HERE / name).read_text("utf-8"), Loader=yaml.CSafeLoader)["cases"]
    return [pytest.param(case, id=case["name"]) for case in found]


def calculation(problem):
    return Calculation(attncalc.solve(attncalc.problem(**problem)))


def number(text):
    return Written(text, None if text == "?" else read_number(text))


def matrix(key, text, writing, **more):
    """The claims of a matrix."""
    rows = [row.split() for row in text.split(";")]
    return [
        Claim(0, At(key, i, j), number(entry), writing, **more)
        for i, row in enumerate(rows, 1)
        for j, entry in enumerate(row, 1)
    ]


def letters(text):
    return [LETTERS[letter] for row in text.split(";") for letter in row.split()]


def matrices(lines):
    """The claims of several matrices and the verdicts that are expected."""
    claims, verdicts = [], []
    for writing, (key, text, expected) in enumerate(lines, 1):
        claims += matrix(key, text, writing)
        verdicts += letters(expected)
    return claims, verdicts


def said(problem, claims, **settings):
    return [judged.verdict for judged in judge(calculation(problem), claims, Judging(**settings))]


@pytest.mark.parametrize("case", cases("entries.yaml"))
def test_entries(case):
    claims, verdicts = matrices(case["written"])
    found = said(case["problem"], claims)
    assert [(claim.at, claim.written.text, verdict) for claim, verdict in zip(claims, found, strict=True)] == [
        (claim.at, claim.written.text, verdict) for claim, verdict in zip(claims, verdicts, strict=True)
    ]


@pytest.mark.parametrize("case", cases("written_out.yaml"))
def test_calculations_that_are_written_out(case):
    claims, verdicts = matrices(case.get("before", []))
    at = At(*case["at"])
    for term, factors in enumerate(case["sum"], 1):
        for factor, (key, row, column, text, letter) in enumerate(factors, 1):
            claims.append(Claim(0, at, number(text), 50, term, factor, At(key, row, column)))
            verdicts.append(LETTERS[letter])
    for term, (text, letter) in enumerate(case.get("products", []), 1):
        claims.append(Claim(0, at, number(text), 50, term))
        verdicts.append(LETTERS[letter])
    text, letter = case["result"]
    claims.append(Claim(0, at, number(text), 51))
    assert said(case["problem"], claims) == [*verdicts, LETTERS[letter]]


SQUARE = {"mechanism": "scaled-dot-product", "given": {"Q": "1 2; 3 1", "K": "2 1; 1 3", "V": "1 2; 3 4"}}


def test_what_should_stand_there_and_what_follows_are_said():
    """5 for 4: 5/√2 = 3.5355, 4/√2 = 2.8284."""
    claims = [*matrix("S", "5 7; 7 6", 1), *matrix("S_scaled", "3.54 4.95; 4.95 4.24", 2)]
    judged = judge(calculation(SQUARE), claims)
    assert (judged[0].expected, judged[0].follows) == ("4", None)
    assert (judged[4].expected, judged[4].follows) == ("2.8284", "3.5355")


def test_nothing_is_said_of_a_right_number_that_does_not_follow():
    claims = [*matrix("S", "5 7; 7 6", 1), *matrix("S_scaled", "3.54 4.95; 4.95 4.24", 2), *matrix("A", "0.107 ?", 3)]
    assert [(judged.verdict, judged.note) for judged in judge(calculation(SQUARE), claims)[8:9]] == [("right", "")]


def test_what_belongs_nowhere_is_unread_and_a_matrix_of_another_size_misshapen():
    claims = [
        Claim(0, None, number("3"), why="it fits no line of the work"),
        Claim(0, At("S", 0, 0), Written("", None), why="2×3 numbers stand here; S is 2×2"),
        Claim(0, At("S", 1, 1), Written("x", None), why="a letter"),
        Claim(0, At("S", 9, 9), number("3")),
    ]
    assert said(SQUARE, claims) == ["unread", "misshapen", "unread", "unread"]


def test_a_struck_number_is_judged_but_nothing_follows_from_it():
    """5/√2 = 3.5355 would follow from the 5."""
    claims = [
        *matrix("S", "5 7; 7 6", 1, struck=True),
        *matrix("S", "4 7; 7 6", 2),
        *matrix("S_scaled", "3.54 4.95; 4.95 4.24", 3),
    ]
    assert said(SQUARE, claims) == ["wrong", *["right"] * 7, "wrong", *["right"] * 3]


def test_strict_asks_for_correctly_rounded_values():
    """4.9497 cut to 4.94; 2.8284 with two decimals where three are to be shown."""
    problem = {**SQUARE, "show": {"decimals": 3}}
    claims = matrix("S_scaled", "2.83 4.949; 4.950 4.243", 1)
    assert said(problem, claims) == ["right", "rounded", "right", "right"]
    assert said(problem, claims, strict=True) == ["wrong", "wrong", "right", "right"]


@pytest.mark.parametrize(
    ("written", "other", "says"),
    [
        ("0.47", "0.4", "a bracket read as 7"),
        ("1.67", "1.57", "5 read as 6"),
        ("2.5", "-2.5", "a sign lost"),
        ("-1", "-1/2", "a denominator lost"),
        ("104", "1.04", "a decimal point lost"),
        ("2^(1/2)", "5/2", "a mixed number read as a power"),
        ("2.7", "2.71", "a digit lost"),
        ("2", "0", "0 read as 2"),
        ("3.4", "-1.9", None),
        ("0.5", "0.5", None),
    ],
)
def test_likely_misreadings(written, other, says):
    assert likely_misreading(written, other) == says


def test_rows_that_stand_one_after_another_are_one_writing():
    """S₁₁ should be 3. From A as it is written O₁₁ = 0.673 + 4·0.164 + 3·0.164 = 1.821, from the true one 2.241."""
    sheet = calculation({"Q": [[1, 2], [0, 1], [2, 1]], "K": [[1, 1], [2, 0], [0, 1]], "V": [[1, 0], [4, 2], [3, 5]]})
    lines = {
        "S": ("4 2 2", "1 0 1", "3 4 1"),
        "A": ("0.673 0.164 0.164", "0.401 0.198 0.401", "0.306 0.620 0.074"),
        "O": ("9.9 1.145", "2.396 2.401", "3.009 1.612"),
    }
    claims = [
        Claim(0, At(key, i, j), number(entry), writing=i)
        for key, rows in lines.items()
        for i, row in enumerate(rows, 1)
        for j, entry in enumerate(row.split(), 1)
    ]
    judged = {each.claim.at: each for each in judge(sheet, claims)}
    assert judged["O", 1, 1].verdict == "wrong"
    assert judged["O", 1, 1].follows == "1.821"
    assert judged["O", 1, 2].verdict == "follows"
