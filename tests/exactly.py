"""What tests of exact work share: small random matrices to solve with, and lines compared in closed form."""

from hypothesis import strategies as st

import attncalc
from attncalc.worksheet.worksheet import rows_of

size = st.integers(1, 3)
whole = st.integers(-3, 3).map(str)
entry = st.one_of(whole, st.decimals(-3, 3, places=1).map(str), st.sampled_from(["1/3", "-2/7"]))


def matrix_of(entries, rows, columns):
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@st.composite
def attention(draw, entries, size=size):
    """Q, K and V of sizes that fit."""
    n, m, d_k, d_v = draw(size), draw(size), draw(size), draw(size)
    shapes = {"Q": (n, d_k), "K": (m, d_k), "V": (m, d_v)}
    return {name: draw(matrix_of(entries, *shape)) for name, shape in shapes.items()}


@st.composite
def tokens(draw, entries):
    """Q, K and V with a row each for as many tokens."""
    n, d_k, d_v = draw(size), draw(size), draw(size)
    shapes = {"Q": (n, d_k), "K": (n, d_k), "V": (n, d_v)}
    return {name: draw(matrix_of(entries, *shape)) for name, shape in shapes.items()}


def solved(mechanism, given, arithmetic="exact", **options):
    """The solved worksheet of a problem with a row for each token."""
    options = {"tokens": "rows", **{key.replace("_", "-"): option for key, option in options.items()}}
    return attncalc.solve(attncalc.problem(mechanism, given, options), arithmetic)


def entries(sheet, name):
    """The rows of a line; a vector is one row."""
    return rows_of(sheet.record(name).value)


def same(sheet, rows, others):
    """Whether all entries have the same closed forms, or are balls that overlap in all their digits."""
    ar = sheet.arithmetic
    with ar.working():
        return all(ar.same(a, b) for pair in zip(rows, others, strict=True) for a, b in zip(*pair, strict=True))


def assert_same(sheet, found, other, wanted):
    """The line of a sheet has the entries of the line of another."""
    assert same(sheet, entries(sheet, found), entries(other, wanted)), (found, wanted)
