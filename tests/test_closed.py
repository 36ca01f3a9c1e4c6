"""Closed forms: the same numbers as mpmath's and SymPy's, zeros found, written as a person would write them."""

from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import attncalc
from attncalc.arithmetic.base import arithmetic
from attncalc.arithmetic.digits import Digits
from attncalc.arithmetic.exp_sum import ExpSum
from attncalc.errors import NumberError
from attncalc.reading.number import read_number
from attncalc.worksheet.closed_forms import tree_of
from attncalc.worksheet.notation import GRAMMAR, LATEX, TEXT, write

mp = mpmath.mp.clone()
mp.dps = 150
TINY = mp.mpf(10) ** -100  # what is smaller than this is 0: the expressions here are far too short to come so close
DIGITS = 50
EXACT = arithmetic("exact", precision=400)

# Strategies of pairs: an expression in the grammar of entries, and its value by mpmath (None: division by 0).
whole = st.integers(-6, 6).map(lambda n: (f"({n})", mp.mpf(n)))
fraction = st.tuples(st.integers(-9, 9), st.integers(1, 6)).map(lambda f: (f"({f[0]}/{f[1]})", mp.mpf(f[0]) / f[1]))
root = st.sampled_from([2, 3, 5, 6, 7, 8, 10, 12]).map(lambda n: (f"sqrt({n})", mp.sqrt(n)))
algebraic = st.tuples(fraction, root).map(lambda p: (f"({p[0][0]}*{p[1][0]})", p[0][1] * p[1][1]))
power = st.one_of(whole, fraction, algebraic).map(lambda x: (f"(e^({x[0]}))", mp.exp(x[1])))
hyperbolic = fraction.map(lambda x: (f"tanh({x[0]})", mp.tanh(x[1])))
leaf = st.one_of(whole, fraction, root, algebraic, power, hyperbolic)


def combined(parts):
    (left, x), sign, (right, y) = parts
    value = None
    if x is not None and y is not None and not (sign == "/" and abs(y) < TINY):
        value = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y}[sign]()
    return f"({left}{sign}{right})", value


def trees(leaves, most):
    signs = st.sampled_from("+-*/")
    return st.recursive(leaves, lambda part: st.tuples(part, signs, part).map(combined), max_leaves=most)


def value_of(text):
    """The entry of a text, and its digits."""
    with EXACT.working():
        entry = EXACT.number(read_number(text))
        return entry, EXACT.text(entry, Digits(significant=DIGITS))


def agrees(text, expected):
    """Whether digits are a value correctly rounded; 0 only where it is 0."""
    if abs(expected) < TINY:
        return text == "0"
    unit = mp.mpf(10) ** (Decimal(text).adjusted() - DIGITS + 1)
    return text != "0" and abs(mp.mpf(text) - expected) <= unit / 2 * (1 + mp.mpf(10) ** -20)


@given(trees(leaf, 7))
@settings(deadline=None, max_examples=400)
def test_closed_forms_have_the_value_that_mpmath_gives(pair):
    text, expected = pair
    if expected is None:
        with pytest.raises(NumberError, match="divides by 0"):
            value_of(text)
    else:
        assert agrees(value_of(text)[1], expected), text


@given(trees(st.one_of(whole, fraction, root, algebraic), 6), trees(st.one_of(whole, fraction, root, algebraic), 6))
@settings(deadline=None, max_examples=150)
def test_equal_surds_are_equal_and_others_are_not(first, second):
    if None in (first[1], second[1]):
        return
    a, b = value_of(first[0])[0], value_of(second[0])[0]
    with EXACT.working():
        assert EXACT.same(a, b) == (abs(first[1] - second[1]) < TINY)


@given(trees(leaf, 3))
@settings(deadline=None, max_examples=200)
def test_a_number_minus_itself_is_zero_and_over_itself_is_one(pair):
    text, expected = pair
    if expected is None or len(text) > 100:  # five times the text has to stay within what an entry may hold
        return
    assert value_of(f"{text}-{text}")[1] == "0"
    assert value_of(f"({text}+1)*({text}-1)-{text}^2")[1] == "-1"
    if abs(expected) > TINY:
        assert value_of(f"{text}/{text}")[1] == "1"
        assert value_of(f"1/(1/{text})-{text}")[1] == "0"


@pytest.mark.parametrize(
    "text",
    [
        "e*e^-1 - 1",
        "sqrt(2)*sqrt(8) - 4",
        "1/(1+sqrt(2)) - sqrt(2) + 1",
        "sqrt(6)/sqrt(2) - sqrt(3)",
        "e^2 - e*e",
        "e/(1+e) + 1/(1+e) - 1",
        "e^(sqrt(8)) - e^(2 sqrt(2))",
        "(e^2-1)/(e-1) - e - 1",
        "tanh(1) - (e^2-1)/(e^2+1)",
        "1/(1+e^-1) - e/(e+1)",
        "(1+e)^3 - 1 - 3e - 3e^2 - e^3",
        "1/(sqrt(2)+sqrt(3)+sqrt(5)) - (2*sqrt(3)+3*sqrt(2)-sqrt(30))/12",
        "1/(1+e+e^2) - e/(e+e^2+e^3)",
        "e^(1/2)*e^(1/3)/e^(5/6) - 1",
        "(sqrt(2)-1)*(sqrt(2)+1) - 1",
        "pi - pi",
        "e/(1+e+e^2) + e^2/(1+e+e^2) + 1/(1+e+e^2) - 1",
        "sin(pi)",
        "e^(ln 2) - 2",
    ],
)
def test_what_is_zero_is_found_to_be(text):
    assert value_of(text)[1] == "0"


@pytest.mark.parametrize("text", ["ln 4 - 2 ln 2", "ln(e^3) - 3", "sqrt(3+2 sqrt(2)) - 1 - sqrt(2)", "sqrt(e^2) - e"])
def test_a_zero_beyond_the_closed_forms_is_found_or_left_open(text):
    assert value_of(text)[1] in ("0", None)


WRITTEN = {
    "0.5": "1/2",
    "-0.75": "−3/4",
    "4/2": "2",
    "1/sqrt(2)": "√2/2",
    "-1/sqrt(2)": "−√2/2",
    "7/sqrt(12)": "7√3/6",
    "sqrt(8)": "2√2",
    "sqrt(2)+1": "1+√2",
    "1/(1+sqrt(2))": "√2−1",
    "2-sqrt(3)": "2−√3",
    "e^1": "e",
    "e^2": "e²",
    "e^-2": "e⁻²",
    "3*e*e": "3e²",
    "e^0.5": "e^{1/2}",
    "e^(-53/4)": "e^{−53/4}",
    "e^(1/sqrt(2))": "e^{√2/2}",
    "e/(1+e)": "e/(1+e)",
    "e^2/(e+e^2)": "e/(1+e)",
    "1/(1+1/e)": "e/(1+e)",
    "e/(e+e^2)": "1/(1+e)",
    "1-e": "1−e",
    "1/(1+e^(sqrt(2)/2))": "1/(1+e^{√2/2})",
    "e^(1/sqrt(2))/(1+e^(1/sqrt(2)))": "e^{√2/2}/(1+e^{√2/2})",
    "e^3/(e+e^3)": "e²/(1+e²)",
    "(2+4e)/(1+e)": "(2+4e)/(1+e)",
    "2e/(3+3e)": "2e/(3(1+e))",
    "1/(1+e+e^2)": "1/(1+e+e²)",
    "sqrt(2)*e": "√2·e",
    "2+e^2/3": "2+e²/3",
    "pi/3": "π/3",
    "2*pi": "2π",
    "ln(2)/2": "ln(2)/2",
    "tanh(0)": "0",
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.items())
def test_closed_forms_are_written_as_a_person_would(text, written):
    assert write(tree_of(value_of(text)[0]), TEXT) == written


@pytest.mark.parametrize("text", ["1/sqrt(2)", "e^(√2/2)/(1+e^(√2/2))", "(2-3e)/(1+e)-sqrt(2)", "e²/3", "-e^-2"])
@pytest.mark.parametrize("style", [TEXT, LATEX, GRAMMAR], ids=["text", "latex", "grammar"])
def test_what_is_written_reads_back(text, style):
    entry, digits = value_of(text)
    assert value_of(write(tree_of(entry), style))[1] == digits


entries = st.one_of(st.integers(-4, 4).map(str), st.sampled_from(["1/2", "-2/3", "sqrt(2)", "0.25", "1/sqrt(3)"]))


def matrices(rows, columns):
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


def by_sympy(text):
    """What SymPy makes of a text in the grammar of entries."""
    return mp.mpf(sympy.N(sympy.parse_expr(text.replace("^", "**"), {"e": sympy.E, "ln": sympy.log}), 60))


@given(matrices(2, 2), matrices(3, 2), matrices(3, 1))
@settings(deadline=None, max_examples=15)
def test_the_exact_text_of_every_step_reads_back_and_means_the_same_to_sympy(Q, K, V):
    sheet = attncalc.solve(attncalc.problem("scaled-dot-product", given={"Q": Q, "K": K, "V": V}), "exact")
    for step in sheet:
        for texts, digits in zip(step.exact(), step.values(significant=DIGITS), strict=True):
            for text, expected in zip(texts, digits, strict=True):
                if tree_of(value_of(text)[0]) is not None and "." not in text:
                    assert value_of(text)[1] == expected
                    assert agrees(expected, by_sympy(text)) or abs(by_sympy(text)) < mp.mpf(10) ** -50


def test_letters_stay_letters():
    given = {"S": [["a", "0"]], "V": [["b"], ["2*b"]]}
    problem = attncalc.problem("scaled-dot-product", given, {"scale": "none"}, symbols=["a", "b"])
    [[found]] = attncalc.solve(problem, "exact")["O"].exact()
    a, b = sympy.symbols("a b")
    expected = (sympy.exp(a) * b + 2 * b) / (sympy.exp(a) + 1)
    assert sympy.simplify(sympy.parse_expr(found.replace("^", "**"), {"e": sympy.E, "a": a, "b": b}) - expected) == 0


@pytest.mark.parametrize(
    "row", [["0", "0"], ["0", "1"], ["1/2", "sqrt(2)", "0"], ["ln 2", "0", "ln 3"], ["1", "2", "3"]]
)
def test_the_weights_of_a_row_sum_to_one(row):
    powers = [f"e^({entry})" for entry in row]
    total = "+".join(powers)
    assert value_of("+".join(f"{power}/({total})" for power in powers))[1] == "1"


def test_weights_of_logarithms_are_fractions():
    problem = attncalc.problem("scaled-dot-product", {"S": "0 ln(2) ln(5)", "V": "1; 2; 3"}, {"scale": "none"})
    exact = attncalc.solve(problem, "exact")["A"].exact()
    assert [[Fraction(text) for text in row] for row in exact] == [[Fraction(1, 8), Fraction(1, 4), Fraction(5, 8)]]


@pytest.mark.parametrize(
    ("m", "options"),
    [
        *[(m, options) for m in (1, 2, 8) for options in ({}, {"softcap": 2}, {"softmax": {"base": 3}})],
        (1, {"temperature": "ln 2"}),
        (1, {"scale": "pi"}),
    ],
    ids=str,
)
@pytest.mark.parametrize("arithmetic", ["decimal", "exact"])
def test_equal_scores_share_equally_whatever_the_scores(m, arithmetic, options):
    problem = attncalc.problem("scaled-dot-product", {"Q": [["1"]], "K": [["1"]] * m, "V": [["0.5"]] * m}, options)
    sheet = attncalc.solve(problem, arithmetic, decimals=2)
    assert sheet["A"].values() == [[{1: "1", 2: "0.5", 8: "0.13"}[m]] * m]
    assert sheet["O"].values() == [["0.5"]]


def test_sums_of_logarithms_have_one_order():
    """Whatever the coefficients are, ln 2 stands before ln 3."""
    given = {"Q": "2ln(3) 2ln(2); 2ln(2) 6ln(3)", "K": "1 1; 1 3", "V": "1; 1"}
    sheet = attncalc.solve(attncalc.problem("scaled-dot-product", given=given, options={"scale": "none"}), "exact")
    assert sheet["S"].exact() == [["2*ln(2)+2*ln(3)", "6*ln(2)+2*ln(3)"], ["2*ln(2)+6*ln(3)", "2*ln(2)+18*ln(3)"]]


def test_sums_of_powers_have_one_order():
    """By the exponents, whatever the order of the keys is; what begins with a minus sign goes to the end."""
    given = {"Q": "1", "K": "2; 1; 3", "V": "1; -1; 2"}
    swapped = {"Q": "1", "K": "3; 2; 1", "V": "2; 1; -1"}
    sheets = [attncalc.solve(attncalc.problem("scaled-dot-product", given=each), "exact") for each in (given, swapped)]
    assert [sheet["Z"].exact() for sheet in sheets] == [[["e+e^(2)+e^(3)"]]] * 2
    assert [sheet["O"].exact() for sheet in sheets] == [[["(e^(2)+2*e^(3)-e)/(e+e^(2)+e^(3))"]]] * 2


def test_what_would_grow_too_long_is_a_ball_before_it_is_multiplied(monkeypatch):
    """Weights of five keys: their products have 15 terms below the line, of which twelve are kept."""
    ar = arithmetic("decimal", precision=64, decimals=4)
    with ar.working():
        E = ar.map("exp", ar.array([[fmpq(k) for k in range(5)]]))
        weights = ar.share(E, ar.row_sum(E))
        monkeypatch.setattr(ExpSum, "__mul__", None)
        (square,) = ar.matmul(weights, weights.T).flat
    exponentials = [mpmath.exp(k) for k in range(5)]
    assert isinstance(square, arb)
    assert abs(float(square) - sum((e / sum(exponentials)) ** 2 for e in exponentials)) < 1e-12
