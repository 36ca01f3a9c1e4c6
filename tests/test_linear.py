"""Linear attention and its kin: token by token and all at once are the same, exactly."""

from fractions import Fraction
from functools import partial

from exactly import assert_same, entries, matrix_of, size, solved, tokens, whole
from hypothesis import given, settings
from hypothesis import strategies as st

matrix = partial(matrix_of, whole)
part = st.sampled_from(["0", "1/3", "1/2", "1", "3/2"])


@st.composite
def corrected(draw):
    """Tokens with β for each, gates (one for each token, or for each feature) and a state from before."""
    given = draw(tokens(whole))
    n, d_k, d_v = len(given["Q"]), len(given["K"][0]), len(given["V"][0])
    gates = draw(matrix_of(part, n, draw(st.sampled_from([1, d_k]))))
    return given | {"beta": draw(matrix_of(part, 1, n))[0], "g": gates, "state_prev": draw(matrix(d_k, d_v))}


def assert_fractions(sheet, name, wanted):
    """The line holds these fractions."""
    assert [[Fraction(str(x)) for x in row] for row in entries(sheet, name)] == wanted


def fractions(rows):
    return [[Fraction(x) for x in row] for row in rows]


def plain(given, beta=None, g=None, state_prev=None):
    """q_t S_t for every t, in fractions: what is kept of the state, then what is written (or corrected)."""
    Q, K, V = (fractions(given[name]) for name in "QKV")
    S = fractions(state_prev) if state_prev else [[Fraction(0)] * len(V[0]) for _ in K[0]]
    out = []
    for t, (q, k, v) in enumerate(zip(Q, K, V, strict=True)):
        gates = [Fraction(x) for x in g[t]] if g else [Fraction(1)]
        gates = gates * len(k) if len(gates) == 1 else gates
        S = [[x * gate for x in row] for row, gate in zip(S, gates, strict=True)]
        new = v
        if beta:
            old = [sum(x * row[j] for x, row in zip(k, S, strict=True)) for j in range(len(v))]
            new = [Fraction(beta[t]) * (x - y) for x, y in zip(v, old, strict=True)]
        S = [[x + a * b for x, b in zip(row, new, strict=True)] for row, a in zip(S, k, strict=True)]
        out.append([sum(x * row[j] for x, row in zip(q, S, strict=True)) for j in range(len(v))])
    return out


@settings(max_examples=25, deadline=None)
@given(tokens(whole))
def test_linear_recurrence_is_the_parallel_form(given):
    recurrent = solved("linear", given, form="recurrent")
    assert_same(recurrent, "O", solved("linear", given, causal=True), "O")


@settings(max_examples=25, deadline=None)
@given(tokens(whole))
def test_sums_are_what_pairs_come_to(given):
    assert_same(solved("linear", given), "O", solved("linear", given, form="scores"), "O")


@settings(max_examples=25, deadline=None)
@given(tokens(whole), part)
def test_retention_recurrence_is_the_parallel_form(given, gamma):
    gamma = "1/4" if gamma == "3/2" else gamma
    recurrent = solved("retention", given, gamma=gamma, form="recurrent")
    assert_same(recurrent, "O", solved("retention", given, gamma=gamma), "O")


@settings(max_examples=25, deadline=None)
@given(tokens(whole))
def test_without_decay_all_are_causal_sums(given):
    sums = solved("linear", given, causal=True, normalise=False, **{"feature-map": "identity"})
    ones = {"g": [["1"] for _ in given["Q"]]}
    for sheet in (solved("retention", given, gamma="1"), solved("gated-linear", given | ones)):
        assert_same(sheet, "O", sums, "O")


@settings(max_examples=25, deadline=None)
@given(corrected())
def test_gates_and_corrections_in_fractions(case):
    before = {"g": case["g"], "state_prev": case["state_prev"]}
    gated = {name: matrix for name, matrix in case.items() if name != "beta"}
    assert_fractions(solved("gated-linear", gated), "O", plain(case, **before))
    assert_fractions(solved("delta-rule", case), "O", plain(case, beta=case["beta"], **before))


@settings(max_examples=25, deadline=None)
@given(tokens(whole))
def test_delta_rule_solves_a_triangular_system(given):
    """With β = 1 the corrections U solve (1 + the part of K Kᵀ below its diagonal) U = V; then O = lower(Q Kᵀ) U."""
    Q, K, V = (fractions(given[name]) for name in "QKV")

    def dot(x, y):
        return sum(a * b for a, b in zip(x, y, strict=True))

    U = []
    for i, v in enumerate(V):
        U.append([x - sum(dot(K[i], K[j]) * U[j][c] for j in range(i)) for c, x in enumerate(v)])
    wanted = [[sum(dot(q, K[j]) * U[j][c] for j in range(i + 1)) for c in range(len(V[0]))] for i, q in enumerate(Q)]
    assert_fractions(solved("delta-rule", given), "O", wanted)


@settings(max_examples=25, deadline=None)
@given(st.data(), size)
def test_a_convolution_is_the_recurrence(data, states):
    given = {
        "X": data.draw(matrix(data.draw(size), 1)),
        "A": data.draw(matrix_of(part, states, states)),
        "B": data.draw(matrix(states, 1)),
        "C": data.draw(matrix(1, states)),
        "D": [["2"]],
    }
    assert_same(solved("state-space", given), "O", solved("state-space", given, form="convolution"), "O")


@settings(max_examples=25, deadline=None)
@given(tokens(whole))
def test_linformer_with_identities_is_attention(given):
    one = [[str(int(i == j)) for j in range(len(given["K"]))] for i in range(len(given["K"]))]
    assert_same(solved("linformer", given | {"Ek": one}), "O", solved("scaled-dot-product", given), "O")
