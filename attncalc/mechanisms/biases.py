"""Biases as people print them: a vector, a row repeated for each token, the last row or column of a weight."""

from __future__ import annotations

from dataclasses import replace

from attncalc.errors import InputError
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name, spell
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Problem
from attncalc.problem.signature import Signature

GROUPS = ({"Wq", "Wk", "Wv"}, {"Wup", "Wdown"})
OF_WEIGHT = {"Wq": "bq", "Wk": "bk", "Wv": "bv", "Wup": "bup", "Wdown": "bdown"}


def as_vectors(given: dict[str, Matrix], signature: Signature) -> dict[str, Matrix]:
    """The matrices, a bias that repeats one row (or one column) as that vector; raises InputError if rows differ."""
    vectors = {term.name for term in signature.inputs if len(term.axes) == 1 and term.name.startswith("b")}
    return {
        name: _once(name, matrix) if (known := read_name(name)) and known.base in vectors else matrix
        for name, matrix in given.items()
    }


def _once(name: str, bias: Matrix) -> Matrix:
    if 1 in bias.shape:
        return bias
    for matrix in (bias, bias.transposed):
        if all(row == matrix.rows[0] for row in matrix.rows):
            return replace(matrix, rows=matrix.rows[:1])
    raise InputError(
        f"{name} is {bias.shape[0]}×{bias.shape[1]}, but a bias is a vector, or one row repeated for each token",
        place=bias.place,
    )


def last_as_bias(problem: Problem, signature: Signature, orientation: Orientation) -> tuple[Problem, tuple[str, ...]]:
    """The problem with the last row of each weight as its bias, where all have one row more than what they take.

    That is how a bias is printed that goes with a 1 added to each token; a note says so.
    """
    tokens = next((problem.given[name] for name in ("X", "X_1") if name in problem.given), None)
    weights = [name for name in problem.given if (known := read_name(name)) and known.base in OF_WEIGHT]
    group = next((group for group in GROUPS if {_base(name) for name in weights} == group), None)
    if tokens is None or group is None or not {OF_WEIGHT[base] for base in group} <= set(signature.names):
        return problem, ()
    features = tokens.shape[0] if orientation.turns("X", signature) else tokens.shape[1]
    turned = orientation.turns(weights[0], signature)
    taken = {name: _taken(name, problem, features, turned=turned) for name in weights}
    if any(_bias_of(name) in problem.given or problem.given[name].shape[turned] != taken[name] + 1 for name in weights):
        return problem, ()
    given = dict(problem.given)
    for name in weights:
        rows = given[name].transposed.rows if turned else given[name].rows
        weight, bias = Matrix(rows[:-1], given[name].place), Matrix(rows[-1:], given[name].place)
        given[name], given[_bias_of(name)] = weight.transposed if turned else weight, bias
    side, other = ("column", "row") if turned else ("row", "column")
    count = f"{features} {other}{'s' * (features != 1)}"
    note = f"{', '.join(weights)}: the last {side} is read as the bias, since X has {count}."
    return replace(problem, given=given), (note,)


def _taken(name: str, problem: Problem, features: int, *, turned: bool) -> int:
    """How many numbers of a token a weight takes: its features, or what the first layer makes of them."""
    return problem.given["Wup"].shape[not turned] if name == "Wdown" else features


def _base(name: str) -> str:
    known = read_name(name)
    return known.base if known else name


def _bias_of(weight: str) -> str:
    known = read_name(weight)
    assert known
    return spell(OF_WEIGHT[known.base], known.section)
