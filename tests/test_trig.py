"""Sines and cosines in closed form: the values that mpmath gives, equal forms equal, and no SymPy."""

import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.arithmetic.base import arithmetic
from attncalc.arithmetic.digits import Digits
from attncalc.arithmetic.limits import at_most
from attncalc.arithmetic.surd import square_root
from attncalc.arithmetic.trig import MAX_WAVES, Trig, cosine, dot, sine
from attncalc.errors import MorePrecision, NumberError
from attncalc.reading.number import read_number
from attncalc.worksheet.closed_forms import tree_of
from attncalc.worksheet.notation import GRAMMAR, LATEX, TEXT, write

mp = mpmath.mp.clone()
mp.dps = 150
TINY = mp.mpf(10) ** -90
DIGITS = 50
EXACT = arithmetic("exact", precision=400)
DECIMAL = arithmetic("decimal", precision=400)

rationals = st.builds(fmpq, st.integers(-9, 9), st.integers(1, 6))
surds = st.builds(lambda c, r: c * square_root(fmpq(r)), rationals, st.sampled_from([2, 3, 5, 6]))
angles = st.one_of(rationals, surds)


@st.composite
def forms(draw, most=2):
    """Σ c cos(a) + d sin(b), with rationals and surds as coefficients."""
    waves = st.builds(lambda wave, c, a: c * wave(a), st.sampled_from([sine, cosine]), angles, angles)
    return sum(draw(st.lists(waves, max_size=most)), draw(rationals))


# Pairs: an expression in the grammar of entries, and its value by mpmath (None: division by 0, or beyond).
fraction = st.tuples(st.integers(-9, 9), st.integers(1, 6)).map(lambda f: (f"({f[0]}/{f[1]})", mp.mpf(f[0]) / f[1]))
root = st.tuples(fraction, st.sampled_from([2, 3, 7])).map(
    lambda f: (f"({f[0][0]}*sqrt({f[1]}))", f[0][1] * mp.sqrt(f[1]))
)
wave = st.tuples(st.sampled_from(["sin", "cos", "tan"]), st.one_of(fraction, root)).map(
    lambda w: (f"{w[0]}({w[1][0]})", getattr(mp, w[0])(w[1][1]))
)
power = st.one_of(fraction, root, wave).map(lambda x: (f"e^({x[0]})", mp.exp(x[1])))
leaf = st.one_of(wave, wave, fraction, root, power)


def joined(parts):
    (left, x), sign, (right, y) = parts
    value = None
    if x is not None and y is not None and not (sign == "/" and abs(y) < TINY):
        value = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y}[sign]()
    return f"({left}{sign}{right})", value


expressions = st.recursive(leaf, lambda part: st.tuples(part, st.sampled_from("+-*/"), part).map(joined), max_leaves=6)


def value_of(text, ar=EXACT):
    """The entry of a text, and its digits."""
    with ar.working():
        entry = ar.number(read_number(text))
        return entry, ar.text(entry, Digits(significant=DIGITS))


def agrees(text, expected):
    """Whether digits are a value correctly rounded; 0 only where it is 0."""
    if abs(expected) < TINY:
        return text in ("0", None)
    unit = mp.mpf(10) ** (Decimal(text).adjusted() - DIGITS + 1)
    return abs(mp.mpf(text) - expected) <= unit / 2 * (1 + mp.mpf(10) ** -20)


@given(expressions, st.sampled_from([EXACT, DECIMAL]))
@settings(deadline=None, max_examples=300)
def test_every_digit_is_the_one_that_mpmath_gives(pair, ar):
    text, expected = pair
    assume(expected is not None)
    assert agrees(value_of(text, ar)[1], expected), text


@given(expressions)
@settings(deadline=None, max_examples=150)
def test_what_is_written_of_a_form_reads_back_as_it(pair):
    assume(pair[1] is not None)
    entry, digits = value_of(pair[0])
    tree = tree_of(entry)
    assume(tree is not None and len(re.findall(r"\w+|\W", write(tree, GRAMMAR))) <= 300)  # as long as is read
    assert value_of(write(tree, GRAMMAR))[1] == digits


@given(forms(), forms(), forms())
@settings(deadline=None)
def test_a_dictionary_is_a_normal_form(a, b, c):
    with EXACT.working():
        assert (a + b) * c == a * c + b * c
        assert a * b == b * a
        assert a + b - b == a
        assert (a - b) * (a + b) == a * a - b * b
        assert dot([a, b], [b, c]) == a * b + b * c
        assert hash(a * b) == hash(b * a)


@given(angles, angles)
def test_the_theorems_of_addition_hold(a, b):
    assert cosine(a) * cosine(b) + sine(a) * sine(b) == cosine(a - b)
    assert sine(a) * cosine(b) + cosine(a) * sine(b) == sine(a + b)
    assert type(sine(a) * sine(a) + cosine(a) * cosine(a)) is fmpq
    assert 2 * sine(a) * cosine(a) - sine(2 * a) == 0


@given(angles, forms(most=1), forms(most=1))
@settings(deadline=None)
def test_a_rotation_keeps_lengths_and_dot_products(a, x, y):
    turned = cosine(a) * x - sine(a) * y, sine(a) * x + cosine(a) * y
    assert turned[0] * turned[0] + turned[1] * turned[1] == x * x + y * y
    assert cosine(a) * turned[0] + sine(a) * turned[1] == x


@given(forms(), forms())
@settings(deadline=None, max_examples=60)
def test_quotients_cancel(a, b):
    with EXACT.working():
        if b == 0:
            with pytest.raises(ZeroDivisionError):
                _ = a / b
            return
        assert b / b == 1
        assert a * b / b == a or EXACT.same(a * b / b, a)
        assert EXACT.same(1 / (1 / b), b)
        assert EXACT.same(a / b + 1, (a + b) / b)


@given(forms(), forms())
@settings(deadline=None, max_examples=60)
def test_equality_is_decided(a, b):
    with EXACT.working():
        assert EXACT.same(a, b) == (a == b)
        assert EXACT.is_positive(a) == bool((a if type(a) is fmpq else a.ball()) > 0)


CONSTANTS = {
    "cos(1)^2 + sin(1)^2": fmpq(1),
    "cos(1)cos(2) + sin(1)sin(2) - cos(1)": fmpq(0),
    "sin(0)": fmpq(0),
    "cos(0)": fmpq(1),
    "tan(0)": fmpq(0),
    "sin(1/2) + sin(-1/2)": fmpq(0),
    "cos(3) - cos(-3)": fmpq(0),
    "sqrt(2)sin(1)^2 + sqrt(2)cos(1)^2": square_root(fmpq(2)),
    "tan(1)^2 - 1/cos(1)^2": fmpq(-1),
    "sin(1)/sin(1)": fmpq(1),
    "3sin(2)/(2sin(2))": fmpq(3, 2),
    "sin(sqrt(8)) - sin(2sqrt(2))": fmpq(0),
    "cos(sqrt(2))^2 + sin(1/(sqrt(2)/2))^2": fmpq(1),
    "8sin(1/7)^4 - cos(4/7) + 4cos(2/7)": fmpq(3),
    "(e^(cos 1))^2/e^(2cos(1))": fmpq(1),
    "e*sin(1)/(e*sin(1))": fmpq(1),
}


@pytest.mark.parametrize("ar", [EXACT, DECIMAL], ids=["exact", "decimal"])
@pytest.mark.parametrize(("text", "constant"), CONSTANTS.items())
def test_what_is_constant_comes_back_as_a_number(text, constant, ar):
    assert value_of(text, ar)[0] == constant


@pytest.mark.parametrize(
    "text",
    [
        "sin(2)/cos(1) - 2sin(1)",
        "tan(1/2) - sin(1)/(1+cos(1))",
        "tan(2)(1-tan(1)^2) - 2tan(1)",
        "e^(cos 1)/(e^(cos 1)+e^(sin 2)) + e^(sin 2)/(e^(cos 1)+e^(sin 2)) - 1",
        "tanh(sin(1)) + tanh(-sin(1))",
        "sin(1)*e/(1+e) + sin(1)/(1+e) - sin(1)",
        "ln(e^(cos 2)) - cos(2)",
    ],
)
def test_what_is_zero_is_found_to_be(text):
    assert value_of(text)[1] == "0"


def test_different_exponents_with_sines_prove_nothing():
    """Whether e^(cos 1) and a rational are different is left to the digits; forms that look the same are."""
    with EXACT.working():
        x, y = (EXACT.number(read_number(f"e^({text})")) for text in ("cos 1", "sin 1"))
        assert EXACT.same(x, x)
        assert not EXACT.same(x, y)
        assert (x - y).constant() is None


def test_long_sums_are_balls():
    with DECIMAL.working():
        total = sum((sine(fmpq(n)) for n in range(1, 13)), fmpq(0))
        assert type(total) is Trig
        assert type(total + sine(fmpq(13))) is arb
        assert type(total * total) is arb
        assert type(total / (1 + total)) is arb
    assert type(sum((cosine(fmpq(n)) for n in range(MAX_WAVES + 1)), fmpq(0))) is arb
    with at_most(2):
        assert type(sine(fmpq(1)) + cosine(fmpq(1))) is Trig
        assert type(sine(fmpq(1)) + cosine(fmpq(1)) + 1) is arb


def test_what_has_no_closed_form_is_a_ball():
    for text in ("sin(cos(1))", "sqrt(sin(1))", "ln(sin(1))", "sin(e)"):
        assert type(value_of(text)[0]) is arb
    with pytest.raises(NumberError, match="positive"):
        value_of("ln(cos(2))")
    with EXACT.working():
        assert type(arb(2) * sine(fmpq(1)) - sine(fmpq(2)) / arb(2)) is arb


def test_close_sines_ask_for_more_precision():
    low = arithmetic("exact", precision=32)
    close = f"sin(1) - sin(1 + 1/{10**30})"
    with low.working(), pytest.raises(MorePrecision):
        low.same(low.number(read_number(close)), fmpq(0))
    assert value_of(close)[1].endswith("e-31")


WRITTEN = {
    "2sin(1/2) + cos(1)": "2sin(1/2)+cos(1)",
    "cos(1)/2 - 3": "cos(1)/2−3",
    "-sin(2)": "−sin(2)",
    "sin(-2)": "−sin(2)",
    "sin(1) + cos(1) + 1/2": "1/2+cos(1)+sin(1)",
    "sqrt(2)cos(1)": "√2·cos(1)",
    "(1+sqrt(2))sin(3)": "(1+√2)·sin(3)",
    "-sqrt(2)sin(1)/2": "−√2/2·sin(1)",
    "sin(sqrt(2)/2)": "sin(√2/2)",
    "tan(1)": "sin(1)/cos(1)",
    "sin(1)*e^2": "sin(1)·e²",
    "-e*sin(1)": "−sin(1)·e",
    "(1+cos(1))e": "(1+cos(1))·e",
    "2e*sin(1) + 1": "1+2sin(1)·e",
    "1/(2+4sin(1))": "1/(2(1+2sin(1)))",
    "sin(1)/(1+e)": "sin(1)/(1+e)",
    "tanh(cos 1)": "tanh(cos(1))",
    "e^(cos 1)/(e^(cos 1)+e^(sin 2))": "e^{cos(1)}/(e^{cos(1)}+e^{sin(2)})",
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.items())
def test_forms_are_written_as_a_person_would(text, written):
    assert write(tree_of(value_of(text)[0]), TEXT) == written


@pytest.mark.parametrize("text", WRITTEN)
@pytest.mark.parametrize("style", [TEXT, LATEX, GRAMMAR], ids=["text", "latex", "grammar"])
def test_what_is_written_reads_back(text, style):
    entry, digits = value_of(text)
    assert value_of(write(tree_of(entry), style))[1] == digits


def test_letters_may_stand_beside_sines():
    problem = attncalc.problem("scaled-dot-product", {"Q": [["sin(1)"]], "K": [["a"]], "V": [["1"]]}, symbols=["a"])
    assert attncalc.solve(problem, "exact")["S"].exact() == [["a*sin(1)"]]


def test_solving_with_sines_imports_no_sympy():
    code = (
        "import sys, attncalc\n"
        "X = [['1+sin(1)', 'cos(1)'], ['sin(1/100)', 'cos(1/100)'], ['tan(1)', 'sin(sqrt(2))']]\n"
        "I = [['1', '0'], ['0', '1']]\n"
        "problem = attncalc.problem('self-attention', {'X': X, 'W_Q': I, 'W_K': I, 'W_V': I})\n"
        "for name in ('decimal', 'exact', 'rounded'):\n"
        "    sheet = attncalc.solve(problem, name)\n"
        "    [step.values() for step in sheet], [step.exact() for step in sheet if name == 'exact']\n"
        "assert 'sympy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent.parent, check=True)
