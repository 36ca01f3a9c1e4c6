"""What common mistakes give in a line of a question, at the digits asked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from attncalc.check.causes.outcomes import mistakes
from attncalc.check.claim import Cause
from attncalc.generate.recipe import Ask
from attncalc.render.blocks import Bracket, Formula, Math, Prose
from attncalc.render.cells import digits_cells
from attncalc.render.exam.parts import Number, Part, Slip, blank
from attncalc.render.exam.solved import UNSETTLED, Solved, Texts, bare
from attncalc.render.signs import ABOUT, EQUAL
from attncalc.worksheet.recorder import Record

MOST = 5  # for a line
AS_BEFORE = "This is the number without the change."


def asked_line(question: Solved, record: Record, ask: Ask, words: str = "") -> Part:
    """A line that is asked for: in these words, with a blank for each entry."""
    share = Fraction(ask.marks) / len(ask.records(question.sheet))
    grid, fields = question.grid(record), _fields(question, record)
    return Part(words, blank(grid), fields, share, question.sheet.asked.decimals, question.worth(ask), line=record.key)


def _fields(question: Solved, record: Record) -> tuple[tuple[Number, ...], ...]:
    """A field for each entry of a line, with what mistakes would give there."""
    right, wrong = question.texts(record), list(islice(_slips(question, record), MOST))
    closed = question.grid(record).cells if question.posed.item.exact else ()
    return tuple(
        tuple(
            Number(
                text,
                closed[i][j].text if closed else "",
                tuple(Slip(texts[i][j], says) for says, texts in wrong if bare(texts[i][j]) != bare(text)),
            )
            for j, text in enumerate(row)
        )
        for i, row in enumerate(right)
    )


def _slips(question: Solved, record: Record) -> Iterator[tuple[str, Texts]]:
    """What mistakes give; of a line that is to be calculated otherwise, that it was calculated as before."""
    if not question.change:
        yield from ((cause.says, texts) for cause, texts in _outcomes(question, record))
    else:
        yield AS_BEFORE, question.shown(question.calculation.truth[record.key], record.key)


def told(question: Solved, record: Record) -> tuple[tuple[Prose, Formula], ...]:
    """What common mistakes would give in a line where that is another number, and what is said of each."""
    name, found = question.grid(record).name, list(islice(_outcomes(question, record), MOST))
    says = [cause.says for cause, _ in found]
    return tuple(
        (
            Prose(_said(question, cause, alone=says.count(cause.says) == 1)),
            Formula(((_before(name, _sign(question, texts)), Bracket(digits_cells(texts))),)),
        )
        for cause, texts in found
    )


def _said(question: Solved, cause: Cause, *, alone: bool) -> str:
    """What is said of a mistake, and in which line it was made where that may be one of several."""
    return cause.says if alone else f"In {question.grid(question.sheet.record(cause.line)).name.text}: {cause.says}"


def _sign(question: Solved, texts: Texts) -> Math:
    """Before the digits of a line: where closed forms are asked for, these are not all of a number that goes on."""
    ends = all(len(text.partition(".")[2]) < (question.sheet.asked.decimals or 0) for row in texts for text in row)
    return EQUAL if ends or not question.posed.item.exact else ABOUT


def _before(name: Math, sign: Math) -> Math:
    return Math(f"{name.text} {sign.text}", f"{name.latex} {sign.latex}")


def _outcomes(question: Solved, record: Record) -> Iterator[tuple[Cause, Texts]]:
    """What mistakes in a line, or in a line before it that is not asked for, give, each kind once in a line."""
    before = {other.key for _, other in question.asked.values()} - {record.key}
    seen, said = [_all_bare(question.texts(record))], set[tuple[str, str]]()
    for cause, value in mistakes(question.calculation, record.key, written=before):
        texts = question.shown(value, record.key)
        plain = _all_bare(texts)
        kind = (cause.says, cause.line)
        if plain not in seen and kind not in said and not any(UNSETTLED in row for row in plain):
            seen.append(plain)
            said.add(kind)
            yield cause, texts


def _all_bare(texts: Texts) -> Texts:
    return [list(map(bare, row)) for row in texts]
