"""What holds for every row of scores and weights, with small random numbers: exactly."""

from decimal import Decimal

import pytest
from exactly import entries, entry, same
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.errors import InputError

row = st.lists(entry, min_size=1, max_size=4)
part = st.integers(0, 5)


@st.composite
def scores(draw):
    """Several rows of scores of the same length."""
    width = draw(st.integers(1, 4))
    return draw(st.lists(st.lists(entry, min_size=width, max_size=width), min_size=1, max_size=3))


@st.composite
def weights(draw, height, width):
    """Rows of rational weights that sum to 1."""
    rows = []
    for _ in range(height):
        parts = draw(st.lists(part, min_size=width, max_size=width).filter(any))
        rows.append([f"{x}/{sum(parts)}" for x in parts])
    return rows


@st.composite
def heads(draw):
    """The weights of several heads, all of the same size."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    return {f"A_{i}": draw(weights(height, width)) for i in range(1, draw(st.integers(2, 4)) + 1)}


def solved(mechanism, given, options=None, arithmetic="exact"):
    return attncalc.solve(attncalc.problem(mechanism, given, options), arithmetic)


@given(row, entry, st.booleans())
@settings(deadline=None, max_examples=40)
def test_a_constant_added_to_all_scores_changes_no_weight(e, constant, shift):
    moved = [f"{x}+({constant})" for x in e]
    sheet, other = solved("softmax", {"e": e}, {"shift": shift}), solved("softmax", {"e": moved})
    assert same(sheet, entries(sheet, "alpha"), entries(other, "alpha"))


@given(scores())
@settings(deadline=None, max_examples=40)
def test_weights_sum_to_exactly_one_with_and_without_the_shift(S):
    for shift in (True, False):
        sheet = solved("softmax", {"S": S}, {"shift": shift})
        assert entries(sheet, "A_sum") == [[fmpq(1)]] * len(S)


@given(row)
@settings(deadline=None, max_examples=30)
def test_a_row_alone_is_a_matrix_of_one_row(e):
    vector, matrix = solved("softmax", {"e": e}, {"jacobian": True}), solved("softmax", {"S": [e]}, {"jacobian": True})
    assert [step.values() for step in vector] == [step.values() for step in matrix if step.name != "alpha"]


@given(row)
@settings(deadline=None, max_examples=30)
def test_a_temperature_of_one_is_softmax(e):
    sheet, plain = solved("temperature", {"e": e}, {"temperatures": [1]}), solved("softmax", {"e": e})
    assert same(sheet, entries(sheet, "alpha_1"), entries(plain, "alpha"))


@given(row, st.sampled_from(["1/2", "3", "0.25"]))
@settings(deadline=None, max_examples=30)
def test_temperatures_are_those_of_softmax(e, tau):
    sheet = solved("temperature", {"e": e}, {"temperatures": ["2", tau]})
    other = solved("softmax", {"e": e}, {"temperature": tau})
    assert same(sheet, entries(sheet, "alpha_2"), entries(other, "alpha"))


@given(row)
@settings(deadline=None, max_examples=40)
def test_slopes_of_a_row_sum_to_exactly_zero_and_are_symmetric(e):
    sheet = solved("softmax", {"e": e}, {"jacobian": True})
    J = entries(sheet, "J")
    with sheet.arithmetic.working():
        assert all(sheet.arithmetic.same(sum(slopes, fmpq(0)), fmpq(0)) for slopes in J)
    assert same(sheet, J, [list(column) for column in zip(*J, strict=True)])


@pytest.mark.parametrize("arithmetic", ["decimal", "exact"])
def test_slopes_of_a_saturated_row_are_not_zero(arithmetic):
    sheet = solved("softmax", {"e": [1, 2, 100]}, {"jacobian": True}, arithmetic)
    assert sheet["alpha"].values(significant=12)[0][:2] == ["1.01122149261e-43", "2.74878500791e-43"]
    assert sheet["J_max"].values(significant=12) == [["3.76000650052e-43"]]
    assert Decimal(sheet["alpha"].values(significant=50)[0][2]) < 1


@given(heads())
@settings(deadline=None, max_examples=40)
def test_the_mean_of_rows_that_sum_to_one_is_such_rows(A):
    sheet = solved("averaging-heads", A)
    assert entries(sheet, "A_sum") == [[fmpq(1)]] * len(A["A_1"])
    with sheet.arithmetic.working():
        assert all(0 <= x <= 1 for mean in entries(sheet, "A_mean") for x in mean)


@given(st.integers(1, 4).flatmap(lambda m: weights(1, m)), st.sampled_from(["nats", "bits"]))
@settings(deadline=None, max_examples=40)
def test_entropy_lies_between_zero_and_that_of_uniform_weights(A, unit):
    sheet = solved("entropy", {"A": A}, {"unit": unit}, "decimal")
    found, most = (Decimal(sheet[name].values(significant=30)[0][0]) for name in ("Ent", "Ent_max"))
    assert 0 <= found <= most


@given(weights(1, 3), st.integers(0, 20).map(lambda x: f"{x}/20"))
@settings(deadline=None, max_examples=40)
def test_a_drawn_state_is_the_first_whose_running_sum_reaches_u(A, u):
    sheet = solved("hard-attention", {"alpha": A, "H": [[1], [2], [3]]}, {"u": u})
    top, bottom = map(int, u.split("/"))
    sums = entries(sheet, "cum")[0]
    wanted = next(i for i, total in enumerate(sums, 1) if total >= fmpq(top, bottom))
    assert entries(sheet, "idx") == entries(sheet, "c_hard") == [[fmpq(wanted)]]


def test_soft_attention_is_the_mean_of_all_draws():
    alpha, H = ["1/10", "3/10", "3/5"], [[1, 4], [2, 0], [-3, 1]]
    draws = [solved("hard-attention", {"alpha": alpha, "H": H}, {"u": f"{k}/10"}) for k in range(1, 11)]
    mean = [sum((entries(sheet, "c_hard")[0][j] for sheet in draws), fmpq(0)) / 10 for j in range(2)]
    assert entries(draws[0], "c") == [mean]


def test_a_float_that_overflows_is_an_error():
    with pytest.raises(InputError, match="too large for a float"):
        solved("softmax", {"e": [1000, 1001]}, {"shift": False}, "float")
    assert solved("softmax", {"e": [1000, 1001]}, arithmetic="float")["alpha"].values() == [["0.2689", "0.7311"]]
