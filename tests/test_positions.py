"""What holds for every position, exactly: a score of turned vectors depends on the distance, a turn keeps lengths."""

from functools import partial

import pytest
from exactly import entries, matrix_of, same, whole
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc

entry = st.one_of(whole, st.sampled_from(["1/2", "-0.3", "sqrt(2)"]))
vectors = partial(matrix_of, entry, columns=4)
position = st.integers(0, 9)
ways = st.sampled_from(
    [
        {},
        {"pairs": "halves"},
        {"base": "100", "rotary-dim": 2},
        {"theta": ["1/2", "1/3"]},
        {"theta": 45, "angle-unit": "degrees"},
    ]
)
HARDLY = settings(deadline=None, max_examples=20)


def turned(given, options):
    """The solved worksheet, in closed forms, of vectors alone."""
    return attncalc.solve(attncalc.problem("rope", given, {"scale": "none", **options}), "exact")


@given(vectors(2), vectors(3), st.lists(position, min_size=5, max_size=5), position, ways)
@HARDLY
def test_scores_depend_on_distances_only(Q, K, positions, shift, options):
    here, there = (
        turned({"Q": Q, "K": K}, {**options, "positions": places[:2], "key-positions": places[2:]})
        for places in (positions, [place + shift for place in positions])
    )
    assert same(here, entries(here, "S"), entries(there, "S"))


@given(vectors(2), st.lists(position, min_size=2, max_size=2), ways)
@HARDLY
def test_a_turn_keeps_lengths(Q, positions, options):
    sheet = turned({"Q": Q}, {**options, "positions": positions})
    with sheet.arithmetic.working():
        lengths = [[[sum(x * x for x in row)] for row in entries(sheet, name)] for name in ("Q_rot", "Q")]
    assert same(sheet, *lengths)


@given(vectors(1), ways)
@HARDLY
def test_position_0_leaves_queries_and_keys_as_they_are(Q, options):
    sheet = turned({"Q": Q, "K": Q}, {**options, "positions": [0]})
    for name in ("Q_rot", "K_rot"):
        assert same(sheet, entries(sheet, name), entries(sheet, "Q"))


@given(vectors(1), position, position)
@HARDLY
def test_two_turns_are_one(Q, first, second):
    once = turned({"Q": Q}, {"positions": [first + second]})
    half = turned({"Q": Q}, {"positions": [first]})
    with half.arithmetic.working():
        texts = [[str(x) for x in row] for row in half["Q_rot"].values(significant=17)]
    twice = turned({"Q": texts}, {"positions": [second]})
    assert once["Q_rot"].values(significant=12) == twice["Q_rot"].values(significant=12)


@pytest.mark.parametrize("mechanism", ["sinusoidal", "rope"])
def test_letters_stand_for_positions(mechanism):
    given = {"X": [["1", "0"]]} if mechanism == "sinusoidal" else {"Q": [["1", "0"]]}
    sheet = attncalc.solve(attncalc.problem(mechanism, given, {"positions": ["p"]}, symbols=["p"]), "exact")
    assert [str(x) for x in entries(sheet, "cos")[0]] == ["cos(p)"]
