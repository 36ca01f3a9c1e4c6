"""The truth about a page, in the format of marked pages: one entry per number, and every numeral beside them."""

from __future__ import annotations

import re
from collections import Counter
from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Any

from drawn import decimal_of
from flint import fmpq
from synthetic import HIDDEN

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.calculation import Entry

from .forms import is_form
from .paper import Fact, Paper
from .terms import Place, products
from .work import Work

ERRORS = ("arithmetic", "copy", "method", "transcription")
CLASSES = ("right", "rounding", "follow_through", *ERRORS)


class Truth:
    """What is known about the numbers of a page, from the page and from its twin's work."""

    def __init__(self, paper: Paper, twin: Work, name: str, where: dict[tuple[int, int], tuple[int, int]]) -> None:
        self.paper, self.work, self.twin, self.name, self.where = paper, paper.work, twin, name, where
        self.blamed = paper.work.blamed
        self.follows = _follows(paper.work)
        written = {(fact.part.of, fact.place) for fact in paper.facts if fact.part}
        self.seen = {slip for slip in self.work.slips if slip.of is None or (slip.place, slip.of) in written}

    def dictionary(self, **about: Any) -> dict[str, Any]:
        """The whole truth of the page; `about` says how it is called and what it is like."""
        claims = sorted((self._claim(fact) for fact in self.paper.facts), key=lambda one: (one["line"], one["column"]))
        first = [_first(claim) for claim in claims if claim["class"] in ERRORS[:3] and not claim.get("struck")][:1]
        misread = [_first(claim) for claim in claims if claim["class"] == "transcription"]
        counted = Counter(claim["class"] for claim in claims if not claim.get("struck"))
        counts = {name: counted[name] for name in CLASSES}
        counts |= {"total": sum(counts.values()), "in_struck_out_text": sum(bool(one.get("struck")) for one in claims)}
        return {
            "page": self.name,
            **about,
            "first_mistake": first,
            "first_mistake_or": [],
            "first_misreading": misread[0] if misread else None,
            "counts": counts,
            "lost": [],
            "claims": claims,
            "beside": [self._beside(each) for each in self.paper.beside],
        }

    def _beside(self, each: Any) -> dict[str, Any]:
        line, column = self.where.get((each.line, each.column), (each.line, each.column))
        return {"line": line, "column": column, "text": each.text, "what": each.what}

    def _claim(self, fact: Fact) -> dict[str, Any]:
        line, column = self.where.get((fact.line, fact.column), (fact.line, fact.column))
        key = fact.place[0]
        of = fact.part.of if fact.part else fact.place
        expected, follows = self._true(fact.place), self._following(fact)
        found = {
            "page": self.name,
            "problem": 1,
            "line": line,
            "column": column,
            "step": self._step(fact),
            "cell": self._cell(of),
        }
        if fact.part:
            found |= {"term": fact.part.term, "side": fact.part.side, "of": [key, *self._cell(fact.place)]}
        found |= {"kind": self._kind(fact), "written": fact.text}
        if fact.paper != fact.text:
            found["paper"] = fact.paper
        found |= {"expected": _digits(expected, fact.percent)}
        if follows is not None:
            found["from_previous_step_as_written"] = _digits(follows, fact.percent)
        found |= self._class(fact, expected)
        found |= {"unit": "percent"} if fact.percent else {}
        found |= {"struck": True} if fact.struck else {}
        return found | {"block": fact.block, "row": fact.row, "label": fact.label, "heading": fact.heading}

    def _step(self, fact: Fact) -> str:
        key = fact.place[0]
        if fact.part:
            return f"{fact.part.of[0]}.term"
        if fact.again:
            return f"{fact.again}.{key}"
        return f"given.{key}" if key in self.work.calculation.inputs else key

    def _kind(self, fact: Fact) -> str:
        if fact.part:
            return "term"
        if fact.again:
            return "operand"
        return "given" if fact.place[0] in self.work.calculation.inputs else "answer"

    def _cell(self, place: Place) -> list[int]:
        key, i, j = place
        return [j + 1, i + 1] if self.work.calculation.is_turned(key) else [i + 1, j + 1]

    def _true(self, place: Place) -> Entry:
        key, i, j = place
        return self.work.calculation.truth[key].rows[i][j]

    def _following(self, fact: Fact) -> Entry | None:
        key, i, j = fact.place
        if fact.part or fact.again:
            return _number(self.work.texts[key][i][j], self.work.values[key].rows[i][j])
        line = self.follows.get(key)
        return None if line is None or key in self.work.calculation.inputs else line.rows[i][j]

    def _class(self, fact: Fact, expected: Entry) -> dict[str, Any]:
        """The class of a number, another one that is as good, and the cause."""
        key, i, j = fact.place
        if fact.struck:
            return {"class": "arithmetic", "cause": "slip", "note": "crossed out by the writer"}
        if fact.misread:
            return {"class": "transcription", "cause": fact.misread}
        own = self._own(fact)
        text = own or self.work.texts[key][i][j]
        value = self.work.values[key].rows[i][j]
        right = text == self.twin.texts[key][i][j]
        if _is_right(text, expected, value) and _as_fine(text, self.twin.texts[key][i][j]):
            return {"class": "right"}
        if right:
            return {"class": "rounding"}
        found = {"class": "follow_through", **self._error(fact)}
        if _is_near(text, expected) and found["class"] != "rounding":
            found["alternative_class"] = "rounding"
        return found

    def _own(self, fact: Fact) -> str | None:
        """The text of a number that was copied wrongly into this calculation."""
        return next(
            (
                slip.text
                for slip in self.work.slips
                if fact.part and slip.of == fact.place and slip.place == fact.part.of
            ),
            None,
        )

    def _error(self, fact: Fact) -> dict[str, Any]:
        key = fact.place[0]
        if fact.part:
            return {"class": "copy", "cause": self.work.cause} if self._own(fact) else {}
        if fact.again:
            return {}
        for slip in self.work.slips:
            if slip.place == fact.place and (slip.of is None or slip not in self.seen):
                return {"class": slip.sort if slip.of is None else "arithmetic", "cause": slip.name}
        if key not in self.blamed:
            return {}
        return {"class": "method", "cause": self.work.cause, "made": self.work.made_in(key)}


def _first(claim: dict[str, Any]) -> dict[str, Any]:
    names = ("line", "problem", "step", "cell", "term", "side", "written", "expected", "class", "cause")
    return {name: claim.get(name) for name in names}


def _number(text: str, value: Entry) -> Entry:
    """A text as a number; a form is what it is."""
    if text == HIDDEN:
        return MINUS_INFINITY
    return value if is_form(text) else fmpq(*Decimal(text).as_integer_ratio())


def _follows(work: Work) -> dict[str, Array]:
    """What every line is, calculated from the lines before as they are written."""
    with work.calculation.working():
        found: dict[str, Array] = {}
        lines = {**work.calculation.truth}
        for key in (*work.calculation.inputs, *work.calculation.records):
            if key in work.calculation.records:
                value = work.calculation.line(key, lines)
                if value is None or value.shape != work.calculation.truth[key].shape:
                    value = work.lines[key]
                found[key] = lines[key] = value
            if key not in work.left_out:
                lines[key] = _written(work, key)
        return found


def _written(work: Work, key: str) -> Array:
    pairs = zip(work.texts[key], work.values[key].rows, strict=True)
    entries = [_number(text, value) for texts, row in pairs for text, value in zip(texts, row, strict=True)]
    return Array(entries, work.values[key].shape)


def _digits(value: Entry, percent: bool) -> str:
    """A number with 12 significant digits."""
    if value is MINUS_INFINITY:
        return HIDDEN
    number = decimal_of(value) * (100 if percent else 1)
    text = f"{number:.12g}"
    return re.sub(r"(\.\d*?)0+(e|$)", r"\1\2", text).replace(".e", "e").rstrip(".") if "." in text else text


def _is_right(text: str, expected: Entry, value: Entry) -> bool:
    """Whether a text is the true number, correctly rounded to its own digits."""
    if HIDDEN in (text, _digits(expected, percent=False)):
        return text == HIDDEN and expected is MINUS_INFINITY
    if is_form(text):
        return abs(decimal_of(value) - decimal_of(expected)) < Decimal("1e-15")
    unit = Decimal(1).scaleb(Decimal(text).as_tuple().exponent)
    true = round(decimal_of(expected), 20)
    return Decimal(text) in {true.quantize(unit, how) for how in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN)}


def _as_fine(text: str, right: str) -> bool:
    """Whether a text has as many decimals as the right one: 0 is not right of 0.08, whatever it was rounded from."""
    return HIDDEN in (text, right) or is_form(right) or len(text.partition(".")[2]) >= len(right.partition(".")[2])


def _is_near(text: str, expected: Entry) -> bool:
    if text == HIDDEN or expected is MINUS_INFINITY or is_form(text):
        return False
    return abs(Decimal(text) - decimal_of(expected)) < Decimal(1).scaleb(Decimal(text).as_tuple().exponent)


def terms_known(work: Work, key: str) -> bool:
    """Whether the entries of a line can be written out as sums of products of lines that are written."""
    terms = products(work.calculation, key, 0, 0)
    return key not in work.mistakes and bool(terms) and not {a[0] for term in terms for a in term} & work.left_out
