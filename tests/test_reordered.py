"""Another order of work gives the same numbers, exactly."""

from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.worksheet.worksheet import rows_of

entry = st.integers(-3, 3).map(str)
size = st.integers(1, 4)


def matrix(rows, columns):
    return st.lists(st.lists(entry, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@st.composite
def attention(draw):
    """Q, K and V of sizes that fit, and the size of a tile."""
    n, m, d_k, d_v = draw(size), draw(size), draw(size), draw(size)
    return {"Q": draw(matrix(n, d_k)), "K": draw(matrix(m, d_k)), "V": draw(matrix(m, d_v))}, draw(size)


@st.composite
def tokens(draw):
    """X and its weights, and how many tokens come at once."""
    n, d = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    given = {name: draw(matrix(d, d)) for name in ("Wq", "Wk", "Wv")} | {"X": draw(matrix(n, d))}
    return given, draw(st.integers(1, n))


def solved(mechanism, given, **options):
    return attncalc.solve(attncalc.problem(mechanism, given, {"tokens": "rows", **options}), "exact")


def assert_same(sheet, found, other, wanted):
    """The lines have the same closed forms, or balls that overlap in all their digits."""
    entries, expected = rows_of(sheet.record(found).value), rows_of(other.record(wanted).value)
    with sheet.arithmetic.working():
        for a, b in zip(entries, expected, strict=True):
            assert all(sheet.arithmetic.same(x, y) for x, y in zip(a, b, strict=True))


@settings(max_examples=25, deadline=None)
@given(attention(), st.sampled_from(["none", "causal"]))
def test_flash_tiles_are_attention(case, mask):
    given, block = case
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
