"""Answers that somebody might type: right ones, rounded, cut, with slips, and what follows from these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random
from typing import Any

from flint import fmpq

from attncalc.arithmetic.array import MINUS_INFINITY, Array
from attncalc.check.causes.fitting import Rounding
from attncalc.check.causes.outcomes import mistakes
from attncalc.check.check import Settings, check_solved
from attncalc.check.handed_in import inline
from attncalc.check.report import cell_of
from attncalc.practice.bank import Drawing, Drawn, problems
from attncalc.practice.work import Work

MECHANISMS = (
    "scaled-dot-product",
    "self-attention",
    "softmax",
    "multi-head",
    "cross-attention",
    "additive",
    "layer-norm",
    "feed-forward",
    "linear",
    "hard-attention",
)
MISTAKEN = 0.2  # of the lines that follow from what was typed
SLIPS = ("1", "-1", "2", "0.3", "-0.05", "10")


@dataclass
class Typed:
    """What was typed for one line, and what `check` says of it."""

    key: str
    texts: list[str]
    verdicts: list[str]


@dataclass
class Sitting:
    """A problem, and what was typed for each of its lines in turn."""

    drawn: Drawn
    lines: list[Typed]


def sittings(count: int, seed: int = 1) -> Iterator[Sitting]:
    """So many lines that are answered, of these mechanisms in turn."""
    random, left = Random(seed), count
    streams = [problems(name, Drawing(str(seed), 20)) for name in MECHANISMS]
    while left > 0:
        for stream in streams:
            sitting = _sitting(next(stream), random)
            left -= len(sitting.lines)
            yield sitting
            if left <= 0:
                return


def _sitting(drawn: Drawn, random: Random) -> Sitting:
    work, lines = Work(drawn.problem), []
    own: dict[str, list[list[str]]] = {}
    for task in work.tasks():
        rows = _typed(work, task.record, own, random)
        own[task.key] = rows
        claims = [f"{key}={'; '.join(' '.join(row) for row in table)}" for key, table in own.items()]
        report = check_solved([work.calculation], inline(claims), Settings())
        found = {
            item.claim.at: item.verdict
            for item in report.problems[0].judged
            if item.claim.at and item.claim.at.key == task.key
        }
        verdicts = [str(found[at]) for at in sorted(found, key=lambda at: cell_of(work.calculation, at))]
        lines.append(Typed(task.key, [text for row in rows for text in row], verdicts))
    return Sitting(drawn, lines)


def _typed(work: Work, record: Any, own: dict[str, list[list[str]]], random: Random) -> list[list[str]]:
    """A line in some digits: from the truth, or calculated from what was typed before; sometimes with a slip."""
    places, rounding = random.choice((1, 2, 2, 3, 3, 4)), random.choice((ROUND_HALF_UP, ROUND_HALF_UP, ROUND_DOWN))
    values = _carried(work, record, own, random) if random.random() < 0.7 else None
    texts = values or work.view.texts(record, work.sheet.digits(significant=15))
    rows = [[_short(text, places, rounding) for text in row] for row in texts]
    if random.random() < 0.3:
        row = random.choice(rows)
        at = random.randrange(len(row))
        if row[at] != "-inf":
            row[at] = str(Decimal(row[at]) + Decimal(random.choice(SLIPS)))
    return rows


def _carried(work: Work, record: Any, own: dict[str, list[list[str]]], random: Random) -> list[list[str]] | None:
    """The line as it follows from what was typed; sometimes with details that are rounded, or with a mistake in it."""
    calculation, places = work.calculation, random.choice((None, None, None, 2, 3))
    short = Rounding(places) if places else None
    with calculation.working():
        lines = dict(calculation.truth)
        for other in work.sheet.records:
            if other.key in own:
                lines[other.key] = _array(work, other, own[other.key])
            elif not other.given and (value := calculation.line(other.key, lines, short)) is not None:
                lines[other.key] = value.map(short) if short and other.detail else value
            if other.key == record.key:
                break
        value = lines[record.key]
        if random.random() < MISTAKEN:
            asked = [task.key for task in work.tasks()]
            found = [value for _, value in mistakes(calculation, record.key, lines, asked)]
            value = random.choice(found) if found else value
        digits, width = work.sheet.digits(significant=15), value.shape[-1]
        texts = [calculation.arithmetic.text(entry, digits) for entry in value.flat]
    if not all(texts) or "nan" in texts:
        return None
    rows = [[str(text) for text in texts[start : start + width]] for start in range(0, len(texts), width)]
    turned = work.view.is_turned(record.key, record.expr.axes)
    return [list(column) for column in zip(*rows, strict=True)] if turned else rows


def _array(work: Work, record: Any, rows: list[list[str]]) -> Array:
    """What was typed of a line, as it is calculated with."""
    if work.view.is_turned(record.key, record.expr.axes):
        rows = [list(column) for column in zip(*rows, strict=True)]
    flat = [
        MINUS_INFINITY if text == "-inf" else fmpq(*Fraction(text).as_integer_ratio()) for row in rows for text in row
    ]
    return Array(flat, work.calculation.truth[record.key].shape)


def _short(text: str, places: int, rounding: str) -> str:
    if text == "-inf":
        return text
    value = Decimal(text)
    if value == value.to_integral_value() or -value.as_tuple().exponent <= places:
        return format(value, "f")
    return format(value.quantize(Decimal(1).scaleb(-places), rounding), "f")
