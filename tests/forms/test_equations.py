"""Every printed equation of numbers holds when it is calculated again with the digits printed, or stands with ≈."""

import re

import numpy as np
import pytest
from formed import PROBLEMS, solved
from printed import UnknownError, holds, matrix, number

import attncalc
from attncalc.cli.settings import Settings
from attncalc.render.blocks import Bracket, Formula
from attncalc.render.formats import laid_out

DECIMALS = 3
SIGNS = ("=", "≈")
NAME, FUNCTION = re.compile(r"[^\W\d_]"), re.compile(r"\b(exp|sin|cos|tanh|ln|ReLU)\b|σ|\be(?=[⁻⁰¹²³⁴-⁹^]|$)|·e\b")
SEEN = {"known": 0, "unknown": 0}


def equations(blocks):
    """What stands before a sign, the sign, and what stands behind it, as the first says it comes to."""
    for block in blocks:
        for line in block.lines if isinstance(block, Formula) else ():
            if len(line) == 1:
                sides = re.split(r" ([=≈]) ", line[0].text)[2:]
                each = zip(sides[::2], sides[1::2], sides[2::2], strict=False)
                yield from (found for found in each if not NAME.search(FUNCTION.sub("", found[0])))
            elif len(line) > 2 and isinstance(line[-1], Bracket) and line[-2].text in SIGNS:
                yield line[1:-2], line[-2].text, line[-1]


def is_true(made, result, along):
    """Whether every number is what was printed; None where that is half way."""
    if isinstance(result, str):
        return holds(number(made), result, DECIMALS)
    texts = [cell.text.rstrip("*") for row in result.cells for cell in row]
    values = np.broadcast_to(matrix(made, along), (len(result.cells), len(result.cells[0]))).flat
    each = [holds(float(value), text, DECIMALS) if text != "−∞" else value == -np.inf
            for value, text in zip(values, texts, strict=True)]  # fmt: skip
    return False if False in each else None if None in each else True


def wrong(solutions):
    for solution, page in zip(solutions, laid_out(list(solutions)), strict=True):
        along = 0 if solution.sheet.plan.orientation.columns else -1
        for made, sign, result in equations(page):
            try:
                with np.errstate(all="ignore"):
                    found = is_true(made, result, along)
            except (UnknownError, ValueError, ZeroDivisionError, OverflowError):
                SEEN["unknown"] += 1
                continue
            SEEN["known"] += 1
            if sign == "≈" and solution.sheet.arithmetic.name == "exact":
                continue  # digits behind a closed form
            if found is not None and found != (sign == "="):
                yield made, sign, result


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_sign_of_every_equation(path):
    sheets = solved(path, decimals=DECIMALS, expand=("all",), full=True)
    assert list(wrong(sheets)) == []


@pytest.mark.parametrize("settings", [{"arithmetic": "rounded", "decimals": 3}, {"arithmetic": "float"}])
def test_in_other_arithmetics(settings):
    text = "mechanism: scaled-dot-product\nQ: 2 1; 0 3\nK: 1 1; 3 0\nV: 5 2; 1 4"
    (problem,) = attncalc.loads(text)
    solution = Settings(**{"decimals": DECIMALS, **settings, "expand": ("all",)}).solved(problem)
    assert list(wrong([solution])) == []


def test_most_equations_are_looked_at():
    SEEN.update(known=0, unknown=0)
    for path in PROBLEMS[::20]:
        list(wrong(solved(path, decimals=DECIMALS, expand=("all",), full=True)))
    assert SEEN["known"] > max(100, 8 * SEEN["unknown"])
