"""From numbers to digits: correctly rounded or not at all, and never a wrong 0."""

import decimal
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor

import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.arithmetic.base import arithmetic
from attncalc.arithmetic.digits import Digits, round_to, text_of

ROUNDING = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN, "down": ROUND_DOWN}
rules = st.sampled_from(list(ROUNDING))
fractions = st.one_of(
    st.fractions(max_denominator=10**6),
    st.fractions(-1, 1, max_denominator=200),
    st.builds(lambda whole, places: Fraction(whole, 10**places), st.integers(-(10**18), 10**18), st.integers(0, 24)),
    st.builds(lambda odd, places: Fraction(2 * odd + 1, 2 * 10**places), st.integers(-999, 999), st.integers(0, 8)),
)


def rational(value):
    return fmpq(value.numerator, value.denominator)


def rounded(value, places, rule):
    """A fraction to so many decimals, by integers: the definition of each rule."""
    scaled = abs(value) * 10**places if places >= 0 else abs(value) / 10**-places
    below = floor(scaled)
    rest = scaled - below
    tie_up = rule == "half-up" or (rule == "half-even" and below % 2 == 1)
    up = rule != "down" and (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and tie_up))
    size = Fraction(below + up) / Fraction(10) ** places
    return size if value >= 0 else -size


def exponent_of(value):
    """The power of ten of the first digit of a fraction that is not 0."""
    exponent = len(str(abs(value.numerator))) - len(str(value.denominator))
    return exponent if abs(value) >= Fraction(10) ** exponent else exponent - 1


@given(fractions, st.integers(0, 12), rules)
@example(Fraction(5, 1000), 2, "half-up")
@example(Fraction(-5, 1000), 2, "half-even")
@example(Fraction(-1, 1000), 2, "down")
@example(Fraction(9999999, 10000), 3, "half-up")
@example(Fraction(10**15) - Fraction(1, 1000), 2, "half-up")
@settings(deadline=None, max_examples=1000)
def test_decimals_are_rounded_by_the_rule(value, places, rule):
    text = text_of(rational(value), Digits(places, rule=rule))
    expected = rounded(value, places, rule)
    if abs(value) < 10**15 and (expected or not value):
        assert Fraction(text) == expected
        assert "e" not in text
    else:  # too small for these decimals, or too large to write out: a few digits and a power of ten
        count = places + 1 if abs(value) >= 1 else 2
        assert Fraction(text) in (value, rounded(value, count - 1 - exponent_of(value), rule))


@given(fractions, st.integers(1, 30), rules)
@example(Fraction(9996, 10000), 3, "half-up")
@example(Fraction(25, 10), 1, "half-even")
@settings(deadline=None, max_examples=1000)
def test_significant_digits_are_what_pythons_decimal_gives(value, count, rule):
    context = decimal.Context(prec=count, rounding=ROUNDING[rule])
    expected = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    assert Decimal(text_of(rational(value), Digits(significant=count, rule=rule))) == expected


@given(fractions, st.integers(0, 8))
@settings(deadline=None)
def test_an_exact_value_with_fewer_decimals_prints_as_it_is(value, places):
    assume(abs(value) < 10**15)
    text = text_of(rational(value), Digits(places))
    if rounded(value, places, "down") == value:
        assert text == (
            f"{Decimal(value.numerator) / Decimal(value.denominator):f}".rstrip("0").rstrip(".") or "0"
            if value.denominator > 1
            else str(value)
        )
    elif "e" not in text:
        assert len(text.partition(".")[2]) == places


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 4), Digits(4), "0.25"),
        (Fraction(3), Digits(4), "3"),
        (Fraction(1, 3), Digits(4), "0.3333"),
        (Fraction(1, 4), Digits(4, padded=True), "0.2500"),
        (Fraction(3), Digits(4, padded=True), "3"),
        (Fraction(99999, 100000), Digits(4), "1.0000"),
        (Fraction(-1, 8), Digits(2), "-0.13"),
        (Fraction(-1, 8), Digits(2, rule="half-even"), "-0.12"),
        (Fraction(-1, 8), Digits(2, rule="down"), "-0.12"),
        (Fraction(2, 3), Digits(0), "1"),
        (Fraction(1, 3), Digits(0), "3.3e-1"),
        (Fraction(7, 2), Digits(0), "4"),
        (Fraction(10**14), Digits(4), "1" + "0" * 14),
        (Fraction(1, 3), Digits(significant=12), "0.333333333333"),
        (Fraction(1, 3000), Digits(significant=2), "0.00033"),
        (Fraction(200, 3), Digits(significant=1), "7e+1"),
    ],
)
def test_numbers_print_as_people_write_them(value, digits, text):
    found = text_of(rational(value), digits)
    assert found == text


@pytest.mark.parametrize("exponent", [5, 15, 232, 340, 1000, 5000])
@pytest.mark.parametrize("digits", [Digits(0), Digits(4), Digits(4, rule="down"), Digits(significant=5)], ids=str)
def test_a_number_that_is_not_zero_never_prints_as_zero(exponent, digits):
    tiny = fmpq(14375, 10000 * 10**exponent)
    for value in (tiny, -tiny, arb(tiny) * arb(1).exp() / arb(1).exp()):
        text = text_of(value, digits)
        assert Decimal(text).copy_abs() in (Decimal(f"1.4e-{exponent}"), Decimal(f"1.4375e-{exponent}"))
        assert text.startswith("-") == (value < 0)


@pytest.mark.parametrize("exponent", [14, 15, 16, 300, 1000, 5000])
def test_a_large_number_has_its_size(exponent, monkeypatch):
    monkeypatch.setattr(ctx, "prec", 128)
    for digits in (Digits(4), Digits(significant=5)):
        for value in (fmpq(10) ** exponent * 14 / 10, arb(14) * arb(10) ** (exponent - 1)):
            assert Decimal(text_of(value, digits)) == Decimal(f"1.4e{exponent}")


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 10), rules)
@example(-0.0, 4, "half-up")
@example(0.145, 2, "half-up")
@example(0.125, 2, "half-even")
@example(5e-324, 2, "half-up")
@settings(deadline=None, max_examples=500)
def test_a_double_is_rounded_like_the_rational_that_it_is(value, places, rule):
    text = arithmetic("float").text(value, Digits(places, rule=rule))
    expected = rounded(Fraction(value), places, rule)
    if abs(value) < 1e15 and expected:
        assert Fraction(text) in (expected, Fraction(repr(value)))
    assert (Decimal(text) == 0) == (value == 0)
    assert value or text == "0"


@pytest.mark.parametrize("digits", [Digits(4), Digits(0), Digits(significant=5), Digits(2, padded=True)], ids=str)
def test_minus_zero_prints_as_zero(digits):
    assert arithmetic("float").text(-0.0, digits) == "0"
    assert text_of(fmpq(-0), digits) == "0"
    assert text_of(-arb(0), digits) == "0"


@pytest.mark.parametrize(
    ("middle", "radius", "digits"),
    [
        (0.125, 1e-10, Digits(2)),
        (-0.125, 1e-10, Digits(2)),
        (0.125, 1e-10, Digits(2, rule="half-even")),
        (0.25, 1e-10, Digits(2, rule="down")),
        (12.5, 1e-10, Digits(significant=2)),
        (0.5, 1e-10, Digits(0)),
        (0, 1e-10, Digits(4)),
        (1e-6, 2e-6, Digits(4)),
        (9.995, 1e-3, Digits(significant=3)),
        (0.3, 0.1, Digits(4)),
    ],
)
def test_a_ball_that_straddles_a_tie_is_not_settled(middle, radius, digits):
    assert text_of(arb(middle, radius), digits) is None


@given(fractions, st.floats(1e-30, 1e-3), st.integers(-100, 100), st.integers(0, 6), rules)
@settings(deadline=None, max_examples=1000)
def test_digits_that_a_ball_settles_hold_for_every_number_in_it(value, radius, percent, places, rule):
    inside = value + Fraction(radius) * percent / 100
    ball = arb(rational(value), arb(radius))
    for digits in (Digits(places, rule=rule), Digits(significant=places + 1, rule=rule)):
        text = text_of(ball, digits)
        if text is not None:
            assert Decimal(text) == Decimal(text_of(rational(inside), digits))
    number = round_to(ball, places, rule)
    assert number is None or number == rational(rounded(inside, places, rule))


@given(fractions, st.integers(0, 10), rules)
@settings(deadline=None, max_examples=300)
def test_round_to_gives_the_nearest_decimal(value, places, rule):
    assert round_to(rational(value), places, rule) == rational(rounded(value, places, rule))


def test_a_ball_of_high_precision_has_as_many_digits(monkeypatch):
    monkeypatch.setattr(ctx, "prec", 3500)
    with decimal.localcontext(prec=1000) as context:
        assert text_of(arb(2).sqrt(), Digits(significant=1000)) == str(context.sqrt(Decimal(2)))


@given(
    st.integers(-999, 999), st.integers(1, 6), st.sampled_from([2, 5, 8, 14]), st.randoms(use_true_random=False), rules
)
@settings(deadline=None, max_examples=60)
def test_outputs_that_are_ties_are_rounded_by_the_rule(k, places, m, random, rule):
    tie = Decimal(2 * k + 1).scaleb(-places) / 2
    steps = [Decimal(random.randint(-50, 50)).scaleb(-2) for _ in range(m // 2)]
    mean = [[str(tie + step)] for step in [*steps, *(-step for step in steps), *[Decimal(0)] * (m % 2)]]
    expected = tie.quantize(Decimal(1).scaleb(-places), ROUNDING[rule])
    keys = [[str(random.randint(-9, 9)), "0.1"] for _ in range(m)]
    for K, V in ((keys[:1] * m, mean), (keys, [[str(tie)]] * m)):  # equal weights, or equal values
        for name in ("decimal", "exact"):
            problem = attncalc.problem("scaled-dot-product", {"Q": [["0.7", "-1"]], "K": K, "V": V})
            [[found]] = attncalc.solve(problem, name, decimals=places, rounding=rule)["O"].values()
            assert Decimal(found) == (expected or tie)
