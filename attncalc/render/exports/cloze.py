"""Blanks in the language that Moodle calls Cloze: {3:NUMERICAL:=0.33:0.005~%25%0.5:0.005#…~%0%*#…}.

What could end an answer or begin another is written as an entity: the importer decodes these once, and leaves HTML.
Then it takes back two escapes, \\} and \\#; a stroke that stands there itself is an entity of the HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm

from attncalc.render.exam.parts import Choice
from attncalc.render.exports.answers import Answer, digits
from attncalc.render.exports.fragment import named, words
from attncalc.render.html.math import text

SPECIAL = str.maketrans({sign: f"&#{ord(sign)};" for sign in "{}#~=%\\"})
ESCAPE = re.compile(r"\\(?=[}#])")
KNOWN, ROUGHLY = 25, 75  # percent for the number of a known mistake, and for one that was rounded too early
EARLY = "Nearly: it seems that a number was rounded before the end."
OTHER = "Another number belongs here."
LONG = 30  # letters from which texts to choose from stand below each other


def coded(html: str) -> str:
    """HTML inside a blank."""
    return ESCAPE.sub("&#92;", html).replace("&", "&amp;").translate(SPECIAL)


def numerical(weight: int, answer: Answer, width: int) -> str:
    """A blank for a number: what is nearest first; an answer of `width` signs makes all blanks equally wide."""
    return f"{{{weight}:NUMERICAL:{'~'.join(_answers(answer, width))}}}"


def _answers(answer: Answer, width: int) -> Iterator[str]:
    yield f"={_within(answer.value, answer.tolerance)}"
    for value, says in answer.mistakes:
        yield f"%{KNOWN}%{_within(value, answer.tolerance)}#{coded(words(says))}"
    if answer.rough:
        yield f"%{ROUGHLY}%{_within(answer.value, answer.rough)}#{coded(EARLY)}"
    yield f"%0%{'9' * width}:0#{coded(OTHER)}"
    yield f"%0%*#{coded(OTHER)}"


def multiple_choice(weight: int, choice: Choice) -> str:
    """A blank for one of several texts: a menu, or a list where they are long or formulas."""
    is_list = choice.math or max(map(len, choice.texts)) > LONG
    shown = map(named, choice.math) if choice.math else map(words, choice.texts) if is_list else map(text, choice.texts)
    texts = (f"{'=' if at == choice.right else ''}{coded(html)}" for at, html in enumerate(shown))
    return f"{{{weight}:{'MULTICHOICE_V' if is_list else 'MULTICHOICE'}:{'~'.join(texts)}}}"


def unit_of(marks: Iterable[Fraction]) -> Fraction:
    """The largest part of a mark that goes into each of these without rest."""
    marks = list(marks)
    return Fraction(gcd(*(mark.numerator for mark in marks)), lcm(*(mark.denominator for mark in marks))) or Fraction(1)


def weights(marks: Iterable[Fraction], unit: Fraction) -> list[int]:
    """Marks in whole units; Moodle has no question without marks, so that all its blanks have 1 there."""
    whole = [int(mark / unit) for mark in marks]
    return whole if any(whole) else [1] * len(whole)


def _within(value: Decimal, tolerance: Decimal) -> str:
    return f"{digits(value)}:{digits(tolerance)}"
