"""The marks that a page's truth has: its numbers with the verdicts that their classes are, marked by the same rules."""

import attncalc
from attncalc.check.claim import At, Cause, Claim, Judged, Written
from attncalc.check.marking import marked
from attncalc.check.verdict import Verdict
from attncalc.errors import Place
from attncalc.reading.number import read_number

VERDICTS = {
    "right": Verdict.RIGHT,
    "rounding": Verdict.ROUNDED,
    "follow_through": Verdict.FOLLOWS,
    "transcription": Verdict.MISREAD,
}
SIDES = {1: 1, 2: 2, "numerator": 1, "exponent": 1, "denominator": 2}


def marks_of(calculation, truth, name="class"):
    """The marks of a page by its truth; a number may have another class (`alternative_class`) that is as good."""
    with calculation.working():
        return marked(calculation, [judged_of(calculation, one, name) for one in truth["claims"] if one["cell"]])


def judged_of(calculation, one, name):
    """A number with its verdict."""
    claim = claim_of(calculation, one)
    verdict = VERDICTS.get(one.get(name, one["class"]), Verdict.WRONG)
    made = one.get("made") or [claim.at.key]
    cause = Cause(one["cause"] or "", "", made[0]) if verdict is Verdict.WRONG else None
    return Judged(claim, verdict, one["expected"], cause=cause)


def claim_of(calculation, one):
    """A number and what it is."""
    step = one["step"].split(".")
    number = number_of(one["written"], one.get("unit") == "percent")
    written = Written(one["written"], number, Place("page", one["line"], one["column"]))
    if one["kind"] == "term":
        key, *cell = one["of"]
        at, of = at_of(calculation, step[0], one["cell"]), at_of(calculation, key, cell)
        return Claim(0, at, written, one["block"], term=one["term"], factor=SIDES.get(one["side"]), of=of)
    at = at_of(calculation, step[-1], one["cell"])
    again = one["kind"] == "operand"
    return Claim(0, at, written, one["block"], struck=bool(one.get("struck")), repeat=again)


def number_of(text, percent):
    """A number as a page writes it; None of a sign that only a page has."""
    text = text.replace("−", "-").replace("{,}", ".").replace(",", ".")
    try:
        return read_number(f"{text}/100" if percent else text)
    except attncalc.AttncalcError:
        return None


def at_of(calculation, key, cell):
    """The entry at a cell of the page: by rows; a vector may stand as a column."""
    row, column = reversed(cell) if calculation.is_turned(key) else cell
    is_vector = key in calculation.truth and len(calculation.truth[key].shape) == 1
    return At(key, 1, max(row, column)) if is_vector else At(key, row, column)
