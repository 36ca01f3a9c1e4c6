"""Another order of work gives the same numbers, exactly."""

from functools import partial

from exactly import assert_same, attention, matrix_of, solved, whole
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc

matrix = partial(matrix_of, whole)
size = st.integers(1, 4)


@st.composite
def tokens(draw):
    """X and its weights, and how many tokens come at once."""
    n, d = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    given = {name: draw(matrix(d, d)) for name in ("Wq", "Wk", "Wv")} | {"X": draw(matrix(n, d))}
    return given, draw(st.integers(1, n))


@settings(max_examples=25, deadline=None)
@given(attention(whole, size), size, st.sampled_from(["none", "causal"]))
def test_flash_tiles_are_attention(given, block, mask):
    sheet = solved("flash", given, block=str(block), mask=mask)
    assert_same(sheet, "O_flash", solved("scaled-dot-product", given, mask=mask), "O")


@settings(max_examples=25, deadline=None)
@given(size.flatmap(lambda m: matrix(2, m)), size)
def test_online_softmax_is_softmax(scores, block):
    sheet = solved("online-softmax", {"S": scores}, block=str(block))
    problem = attncalc.problem("scaled-dot-product", {"S": scores}, {"scale": "none", "tokens": "rows"})
    plain = attncalc.solve(problem, "exact", partial=True)
    assert_same(sheet, "A", plain, "A")


@settings(max_examples=25, deadline=None)
@given(tokens())
def test_decoding_is_causal_attention(case):
    given, prompt = case
    sheet = solved("kv-cache", given, prompt=str(prompt))
    assert_same(sheet, "O_all", solved("self-attention", given, mask="causal"), "O")
