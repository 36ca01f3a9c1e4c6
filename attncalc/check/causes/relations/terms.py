"""Slips in a sum of products: a term forgotten or taken twice, a sign, a factor from the place beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Entry
from attncalc.check.causes.relations.digits import number_of, shown, texts
from attncalc.check.causes.slip import Factor, Guess, Slip, Term, value_of_term
from attncalc.check.digits import ALIKE

FACTOR_PLACES = 4  # decimals of a factor whose digits may have been confused
LIKE = {digit: [other for other in "0123456789" if frozenset((digit, other)) in ALIKE] for digit in "0123456789"}


def missing(slip: Slip) -> Iterator[Guess]:
    """The sum without one term."""
    for number, term in enumerate(slip.terms, 1):
        yield Guess(slip.value - value_of_term(term), _words(number, term))


def doubled(slip: Slip) -> Iterator[Guess]:
    """The sum with one term twice."""
    for number, term in enumerate(slip.terms, 1):
        yield Guess(slip.value + value_of_term(term), _words(number, term))


def sign_of_term(slip: Slip) -> Iterator[Guess]:
    """One term subtracted instead of added."""
    for number, term in enumerate(slip.terms, 1):
        yield Guess(slip.value - 2 * value_of_term(term), _words(number, term))


def sum_for_product(slip: Slip) -> Iterator[Guess]:
    """x + y for x·y, in one term or in the product that stands alone."""
    if len(slip.product) == 2:
        yield Guess(slip.product[0].value + slip.product[1].value, {"term": WrittenOut(slip.product)})
    for term in slip.terms:
        if len(term) == 2:
            changed = slip.value - value_of_term(term) + term[0].value + term[1].value
            yield Guess(changed, {"term": WrittenOut(term)})


def factor_beside(slip: Slip) -> Iterator[Guess]:
    """One factor read from the row or the column beside it."""
    for term in slip.terms or (slip.product,):
        for place, factor in enumerate(term):
            for other in _neighbours(slip, factor):
                yield Guess(slip.value + _change(term, place, other.value), _instead(factor, other.value))


def factor_confused(slip: Slip) -> Iterator[Guess]:
    """One factor with a digit for another that looks alike: 1.09 for 1.99."""
    for term in slip.terms or (slip.product,):
        for place, factor in enumerate(term):
            for value, text in _misread(factor.value) if type(factor.value) is fmpq else ():
                words = {"right": Short(factor.value), "wrong": shown(text)}
                yield Guess(slip.value + _change(term, place, value), words)


def _change(term: Term, place: int, value: Entry) -> Entry:
    """By how much a sum grows when one factor of one of its terms takes another value."""
    rest = value - term[place].value
    for i, factor in enumerate(term):
        if i != place:
            rest = rest * factor.value
    return rest


def _neighbours(slip: Slip, factor: Factor) -> Iterator[Factor]:
    rows = slip.lines[factor.at.key].rows
    i, j = factor.at.row - 1, factor.at.column - 1
    for a, b in ((i, j - 1), (i, j + 1), (i - 1, j), (i + 1, j)):
        if 0 <= a < len(rows) and 0 <= b < len(rows[a]) and rows[a][b] is not MINUS_INFINITY:
            yield Factor(rows[a][b], factor.at._replace(row=a + 1, column=b + 1))


@lru_cache(maxsize=4096)
def _misread(value: fmpq) -> tuple[tuple[fmpq, str], ...]:
    """The values of a factor in which one digit is another that looks alike."""
    for places in range(FACTOR_PLACES + 1):
        text = next(iter(texts(value, places)), "")  # none of a number of hundreds of digits
        if text and number_of(text) == value:
            break
    else:
        return ()
    wrong = (text[:i] + other + text[i + 1 :] for i, digit in enumerate(text) for other in LIKE.get(digit, ()))
    return tuple((number_of(each), each) for each in wrong)


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """A term as it is written out: 3·1.5."""

    term: Term

    def __str__(self) -> str:
        texts = (str(Short(factor.value)) for factor in self.term)
        return "·".join(f"({text})" if text.startswith("−") else text for text in texts)


@dataclass(frozen=True, slots=True)
class Short:
    """A value for a sentence: exactly where it is short, else with four decimals."""

    value: Entry

    def __str__(self) -> str:
        text = "…"  # of a number of hundreds of digits
        for places in range(FACTOR_PLACES + 1):
            text = next(iter(texts(self.value, places)), text)
            if text == "…" or places == FACTOR_PLACES or bool(number_of(text) == self.value):
                break
        return shown(text)


def _words(place: int, term: Term) -> dict[str, object]:
    return {"number": place, "term": WrittenOut(term)}


def _instead(factor: Factor, value: Entry) -> dict[str, object]:
    return {"right": Short(factor.value), "wrong": Short(value), "line": factor.at.key}
