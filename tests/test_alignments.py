"""What holds for every alignment, coverage, penalty and copy distribution: exactly, with small random numbers."""

from fractions import Fraction

from exactly import matrix_of, whole
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc

size = st.integers(1, 4)
part = st.integers(0, 5)
few = settings(deadline=None, max_examples=40)


@st.composite
def distribution(draw, length):
    """Fractions that sum to 1."""
    parts = draw(st.lists(part, min_size=length, max_size=length).filter(any))
    return [Fraction(x, sum(parts)) for x in parts]


@st.composite
def weights(draw, rows=size, columns=size):
    """Rows of fractions, each of which sums to 1."""
    n, m = draw(rows), draw(columns)
    return [draw(distribution(m)) for _ in range(n)]


@st.composite
def doubly_stochastic(draw):
    """A mixture of permutations: rows and columns sum to 1."""
    n = draw(size)
    orders = draw(st.lists(st.permutations(range(n)), min_size=1, max_size=3))
    shares = draw(distribution(len(orders)))
    return [
        [sum(share for share, order in zip(shares, orders, strict=True) if order[i] == j) for j in range(n)]
        for i in range(n)
    ]


def solved(mechanism, inputs, options=None):
    """The lines in fractions, where they are rational; a vector is one row."""
    typed = {name: written(a) for name, a in inputs.items()}
    sheet = attncalc.solve(attncalc.problem(mechanism, typed, options), "exact")
    return {step.name: [[Fraction(text) for text in row] for row in step.exact()] for step in sheet}


def written(a):
    return [written(x) for x in a] if isinstance(a, list) else str(a)


@given(weights())
@few
def test_coverage_losses_are_at_most_1_and_the_first_is_0(A):
    lines = solved("coverage-loss", {"A": A})
    losses = [lines[f"covloss_{t}"][0][0] for t in range(1, len(A) + 1)]
    assert losses[0] == 0
    assert all(0 <= loss <= 1 for loss in losses)
    assert lines["loss"] == [[sum(losses)]]


@given(st.data())
@few
def test_a_monotonic_alignment_loses_what_the_scan_never_stops_for(data):
    n, m = data.draw(size), data.draw(size)
    share = st.fractions(0, 1, max_denominator=5)
    P = data.draw(matrix_of(share, n, m))
    lines = solved("monotonic", {"P_sel": P, "H": [[j] for j in range(m)]})
    before = Fraction(1)
    for i, row in enumerate(P, 1):
        alpha, reach = lines[f"alpha_{i}"][0], lines[f"reach_{i}"][0]
        assert all(0 <= x <= y <= 1 for x, y in zip(alpha, reach, strict=True))
        assert sum(alpha) == before - reach[-1] * (1 - row[-1])
        before = sum(alpha)


@given(st.data())
@few
def test_certain_stops_give_the_scan(data):
    n, m = data.draw(size), data.draw(size)
    P = data.draw(matrix_of(st.integers(0, 1), n, m))
    given = {"P_sel": P, "H": [[int(i == j) for j in range(m)] for i in range(m)]}
    stochastic, hard = solved("monotonic", given), solved("monotonic", given, {"hard": True})
    start = 0
    for i, row in enumerate(P, 1):
        start = next((j for j in range(start, m) if row[j]), m)
        wanted = [[int(j == start) for j in range(m)]]
        assert stochastic[f"alpha_{i}"] == hard[f"alpha_{i}"] == stochastic[f"c_{i}"] == wanted


@given(doubly_stochastic())
@few
def test_a_doubly_stochastic_matrix_costs_nothing(A):
    assert solved("doubly-stochastic", {"A": A})["loss"] == [[0]]


@given(weights())
@few
def test_columns_that_got_as_much_cost_nothing_where_tau_is_n_over_m(A):
    lines = solved("doubly-stochastic", {"A": A}, {"tau": "n/m"})
    assert sum(lines["diff"][0]) == 0
    assert (lines["loss"] == [[0]]) == (len(set(lines["A_cols"][0])) == 1)


@given(weights())
@few
def test_the_alignment_itself_costs_nothing(A):
    assert solved("guided-attention", {"A": A, "A_true": A})["loss"] == [[0]]


@given(st.data())
@few
def test_a_copy_distribution_sums_to_1_and_holds_every_source_word(data):
    words, new, m = data.draw(size), data.draw(st.integers(0, 2)), data.draw(st.integers(2, 5))
    source = data.draw(st.lists(st.integers(1, words), min_size=m, max_size=m))
    source[:new] = range(words + 1, words + new + 1)
    alpha, P_vocab = data.draw(distribution(m)), data.draw(distribution(words))
    p_gen = data.draw(st.fractions(0, 1, max_denominator=7))
    given = {"alpha": alpha, "P_vocab": P_vocab, "p_gen": [p_gen]}
    (final,) = solved("pointer", given, {"source": source})["P_final"]
    assert len(final) == words + new
    assert sum(final) == 1
    for word, found in enumerate(final, 1):
        copied = sum(a for a, number in zip(alpha, source, strict=True) if number == word)
        assert found == p_gen * (P_vocab[word - 1] if word <= words else 0) + (1 - p_gen) * copied


@given(st.data())
@few
def test_a_window_over_all_positions_is_global_attention(data):
    m = data.draw(size)
    (s,), H = data.draw(matrix_of(whole, 1, 2)), data.draw(matrix_of(whole, m, 2))
    local = attncalc.solve(attncalc.problem("local-m", {"s": s, "H": H}, {"D": m}), "exact")
    every = attncalc.solve(attncalc.problem("dot-product", {"s": s, "H": H}), "exact")
    assert local["alpha"].exact() == every["alpha"].exact()
    assert local["c"].exact() == every["c"].exact()
