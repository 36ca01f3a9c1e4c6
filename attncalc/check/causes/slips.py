"""Which slip explains one wrong number: at most two are named, and none where many would fit by chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY
from attncalc.check.calculation import Entry
from attncalc.check.causes.fitting import near, significant
from attncalc.check.causes.page import Page, Written
from attncalc.check.causes.slip import Factor, Guess, Slip, Term, value_of_term
from attncalc.check.causes.table import PEN, SLIPS, Row
from attncalc.check.claim import At, Cause, Claim, Judged
from attncalc.check.judging.grain import FINE, Grain, equal, grain_of
from attncalc.check.verdict import Verdict
from attncalc.check.writings import entry_of

AT_MOST = 2  # slips that are named for one number
AROUND = 25  # units around a number within which no other guess may lie
COPIES = 3  # earlier writings of a number that it may have been copied from
FAR = 9  # units from which on a slip of the pen is told from one in rounding
MANY = 400  # guesses for one number that are looked at


def slip_of(page: Page, judged: Judged, written: Written | None = None) -> tuple[Cause, ...]:
    """The slips that probably made a wrong number; none where that is a guess."""
    slip = _slip(page, judged, written)
    if slip is None or slip.value is MINUS_INFINITY or slip.number.value is MINUS_INFINITY:
        return ()
    turned = slip.at.key in page.calculation.truth and page.calculation.is_turned(slip.at.key)
    if judged.verdict is Verdict.MISREAD:
        return _named(
            [(row, guess) for row in PEN for guess in _guesses(row, slip) if guess.meets(slip.number)], turned
        )
    tried: list[Guess] = []
    for row in SLIPS:
        guesses = list(_guesses(row, slip))
        tried += guesses
        met = [(row, guess) for guess in guesses if guess.meets(slip.number)]
        if met and len(tried) <= MANY and _is_told(slip, row, tried):
            return _named(met, turned)
    return ()


def _guesses(row: Row, slip: Slip) -> Iterator[Guess]:
    """The numbers that a slip would give, without those that should stand there."""
    for guess in row.relation(slip) if row.relation else ():
        if guess.value is not MINUS_INFINITY and not _is_right(slip, guess):
            yield guess


def _is_right(slip: Slip, guess: Guess) -> bool:
    """Whether a guess is the number that should stand there: then it is no slip."""
    return slip.value is not MINUS_INFINITY and bool(abs(slip.value - guess.value) < (slip.number.unit or FINE))


def _is_told(slip: Slip, row: Row, tried: list[Guess]) -> bool:
    """Whether the number is met by more than chance: no other guess lies around it, or it has digits enough."""
    if row in PEN:
        return significant(slip.number) >= row.digits and not near(slip.value, slip.number, FAR)
    number = slip.number
    if not number.unit and type(number.value) is fmpq:  # among fractions chance is as likely as among integers
        number = Grain(number.value, 1 / fmpq(number.value.q))
    others = (guess for guess in tried if not guess.exactly and not guess.meets(slip.number))
    return not any(near(guess.value, number, AROUND) for guess in others)


def _named(met: list[tuple[Row, Guess]], turned: bool) -> tuple[Cause, ...]:
    """The causes, each once; none where there are too many."""
    causes = dict.fromkeys(row.cause(guess.words, turned=turned, probably=True) for row, guess in met)
    return tuple(causes) if len(causes) <= AT_MOST else ()


def _slip(page: Page, judged: Judged, written: Written | None) -> Slip | None:
    """A wrong number with what stands around it."""
    claim = judged.claim
    at = entry_of(claim)
    if at is None:
        return _of_product(page, claim)
    grain = written.grain(claim) if written else grain_of(claim)
    if grain is None or at.key not in page.calculation.truth or not at.row:
        return None
    lines = page.as_written(at.key)
    row = _row(written, at) if written else {}
    before = list(takewhile(lambda other: other is not claim, page.by_entry.get(at, [])))
    older = tuple(_numbers(other for other in before if other.struck and not claim.struck))
    copied = tuple(number.value for _, number in _numbers(other for other in before if not other.struck))
    terms = _terms(page, claim)
    values = [_entry(lines[at.key], at), _entry(page.calculation.truth[at.key], at)]
    values = [sum((value_of_term(term) for term in terms[1:]), value_of_term(terms[0])), *values] if terms else values
    return Slip(
        page.calculation,
        lines,
        at,
        _text(claim),
        grain,
        _different(values),
        row,
        older,
        terms,
        copied=copied[-COPIES:],
    )


def _text(claim: Claim) -> str:
    """A number as it is written, with a point where the page has a comma."""
    return claim.written.number.text if claim.written.number else claim.written.text


def _numbers(claims: Iterable[Claim]) -> Iterator[tuple[str, Grain]]:
    """The claims that have a value, as they are written."""
    for claim in claims:
        if (number := grain_of(claim)) is not None and number.value is not MINUS_INFINITY:
            yield _text(claim), number


def _row(written: Written, at: At) -> dict[int, Grain]:
    """The numbers of its row by their columns from 1, if some of the others are right."""
    places = [place for place in written.numbers if place[0] == at.row - 1]
    others = {place for place in places if place[1] != at.column - 1}
    return {} if others <= written.wrong else {place[1] + 1: written.numbers[place] for place in places}


def _entry(array: object, at: At) -> Entry:
    rows: list[list[Entry]] = array.rows  # type: ignore[attr-defined]
    return rows[at.row - 1][at.column - 1]


def _different(values: list[Entry]) -> tuple[Entry, ...]:
    """The values, each once."""
    found: list[Entry] = []
    for value in values:
        if not any(equal(value, other) for other in found):
            found.append(value)
    return tuple(found)


def _terms(page: Page, claim: Claim) -> tuple[Term, ...]:
    """The terms of a written-out sum as they are written; none where it is not written out in full."""
    if claim.at is None or claim.term is not None or claim.factor is not None:
        return ()
    claims = page.by_term.get((claim.at, claim.writing), {})
    terms = [_written_term(claims[number]) for number in sorted(claims)]
    return tuple(terms) if len(terms) > 1 and all(terms) else ()  # type: ignore[arg-type]


def _written_term(claims: list[Claim]) -> Term | None:
    """A term's product if it is written, else its factors."""
    products = [claim for claim in claims if claim.factor is None]
    parts = products[-1:] or [claim for claim in claims if claim.factor is not None]
    factors = [Factor(grain.value, claim.of or claim.at) for claim in parts if (grain := grain_of(claim)) and claim.at]
    return tuple(factors) if len(factors) == len(parts) and factors else None


def _of_product(page: Page, claim: Claim) -> Slip | None:
    """The written product of one term, with its factors as they are written."""
    grain = grain_of(claim)
    if claim.at is None or claim.term is None or claim.factor is not None or grain is None:
        return None
    claims = page.by_term.get((claim.at, claim.writing), {}).get(claim.term, [])
    term = _written_term([other for other in claims if other.factor is not None])
    if term is None or len(term) < 2 or claim.at.key not in page.calculation.truth:
        return None
    lines = page.as_written(claim.at.key)
    return Slip(page.calculation, lines, claim.at, _text(claim), grain, (value_of_term(term),), product=term)
