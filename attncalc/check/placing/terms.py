"""The terms of sums and the factors of products as they stand, also where a sign or brackets were lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from attncalc.check.placing.marks import exponent_of, is_number
from attncalc.check.placing.wants import Want
from attncalc.reading.ink import Ink


def over_all(ink: Ink) -> Ink | None:
    """A quotient of exponentials with all that stands behind it below the line: e^a / e^b + e^c, without brackets."""
    first = ink.args[0] if ink.kind in ("sum", "product") else ink
    if first is ink or first.kind != "quotient" or exponent_of(first.args[0]) is None:
        return None
    below = Ink(ink.kind, first.args[1].start, ink.end, "", (first.args[1], *ink.args[1:]))
    return replace(ink, kind="quotient", args=(first.args[0], below))


def factors_of(ink: Ink) -> tuple[Sequence[Ink], list[Ink]]:
    """The factors of a product, and the first one with the sign that stands before the product."""
    if ink.kind != "neg":
        return ink.args, []
    factors = ink.args[0].args
    return factors, [Ink("neg", ink.start, factors[0].end, f"-{factors[0].text}", (factors[0],))]


def terms_of(ink: Ink, want: Want) -> Iterator[tuple[Ink, str]]:
    """The terms of a sum, also where a + between them was lost; with what is odd about it."""
    terms = list(_summed(ink))
    width = len(want.args[0].args) if want.args[0].kind == "product" else 1
    for term in terms:
        factors = term.args if term.kind == "product" else ()
        is_split = (
            len(factors) >= 2 * width
            and len(factors) % width == 0
            and (len(terms) > 1 if width > 1 else not any(map(is_number, factors)))
        )
        for start in range(0, len(factors), width) if is_split else ():
            parts = factors[start : start + width]
            why = f"before {parts[0].text} a + is missing, or reads as another sign" if start else ""
            yield parts[0] if width == 1 else replace(term, start=parts[0].start, end=parts[-1].end, args=parts), why
        if not is_split:
            yield term, ""


def _summed(ink: Ink) -> Iterator[Ink]:
    """The terms of a sum, and of sums in brackets in it."""
    for term in ink.args if ink.kind == "sum" else ():
        yield from _summed(term)
    if ink.kind != "sum":
        yield ink
