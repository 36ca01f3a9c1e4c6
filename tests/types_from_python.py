"""How the package is used from Python, for mypy: what is right has a type, and what is wrong is found."""

from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import attncalc
from attncalc.check.report import Report


def typed() -> None:
    """Is never called."""
    array = np.zeros((2, 2), np.float32)
    assert_type(attncalc.attention(array, array, array, causal="lower-right", backend="auto"), NDArray[Any])
    attncalc.attention([1], [2], [3])  # type: ignore[type-var]
    attncalc.attention(array, array, array, backend="blas")  # type: ignore[arg-type]

    problem = attncalc.problem("softmax", given={"S": "1 2"})
    attncalc.solve(problem, "rounded", rounding="down")
    attncalc.solve(problem, "exakt")  # type: ignore[arg-type]

    assert_type(attncalc.check_answer(problem, Path("page.md")), Report)
    assert_type([result.marks for result in attncalc.grade_class(problem, {"anna": "A: 1"})], list[Fraction])
    assert_type(attncalc.generate_paper("exam.yaml", variants=3), dict[str, str | bytes])
