"""The sentences of a report."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.check.claim import At, Claim, Judged
from attncalc.check.marks import Rules, shown
from attncalc.check.report import place_of
from attncalc.check.verdict import Verdict
from attncalc.errors import printable, shorten
from attncalc.render.report.parts import Part, is_entry

MAX_TEXT = 40
MOST_OF_LINE = 8
HEADLINE = {
    Verdict.RIGHT: "right",
    Verdict.ROUNDED: "right up to rounding",
    Verdict.COARSE: "with too few digits",
    Verdict.FOLLOWS: "following from earlier ones",
    Verdict.MISREAD: "perhaps misread",
    Verdict.WRONG: "wrong",
    Verdict.MISSING: "missing",
    Verdict.MISSHAPEN: "of a wrong size",
    Verdict.UNREAD: "not read",
    Verdict.UNTRUE: "not true as written",
}


def count(number: int, noun: str) -> str:
    """1 number, 2 numbers."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def headline(part: Part) -> str:
    """What it is worth, how many numbers there are, and what they are."""
    if not part.counted:
        worth = worth_words(part) if part.marked.marks.open else ""
        return f"{worth}Nothing of this problem was found."
    tally = {verdict: len(part.of(verdict)) for verdict in HEADLINE}
    total = sum(tally.values())
    if tally[Verdict.RIGHT] == total:
        return worth_words(part) + ("The number is right." if total == 1 else f"All {total:,} numbers are right.")
    said = [f"{number:,} {HEADLINE[verdict]}" for verdict, number in tally.items() if number]
    return f"{worth_words(part)}{count(total, 'number')}: {', '.join(said)}."


def worth_words(part: Part) -> str:
    """The marks, and how many depend on what could not be read."""
    marks = part.marked.marks
    if not marks.of:
        return ""
    more = f", and up to {shown(marks.open)} more for what could not be read" if marks.open else ""
    return f"{shown(marks.total)} of {shown(marks.of)} marks{more}. "


def whole(part: Part) -> Iterator[str]:
    """What is to be said of the whole work, where all was read: its answer is right and it is not, or the reverse."""
    result = part.calculation.sheet.recorder.result
    final = [item for at, item in part.entries.items() if at.key == result]
    if not final or any(item.verdict.needs_a_look for item in part.counted):
        return
    before = [item for item in part.of(Verdict.WRONG) if item.claim.at and item.claim.at.key != result]
    if before and all(item.verdict.good for item in final):
        yield f"The final answer {result} is right, but the work that leads to it is not."
    elif any(item.verdict is Verdict.WRONG for item in final) and _is_right_before(part, result):
        yield f"The work is right up to the final answer {result}, which is not."


def _is_right_before(part: Part, result: str) -> bool:
    """Whether lines before the answer are written, and all of them are right."""
    before = [item for item in part.counted if item.claim.at and item.claim.at.key != result]
    return any(item.claim.at and item.claim.at.key in part.order for item in before) and all(
        item.verdict.good for item in before
    )


def wrong_words(part: Part, group: list[Judged]) -> str:
    """A mistake, or several that have one cause, in a few sentences."""
    first = group[0]
    if first.verdict is Verdict.MISSING:
        return f"{named(part, group) or subject(part, first.claim)} {'is' if len(group) == 1 else 'are'} blank."
    if first.verdict is Verdict.COARSE:
        has, was = ("has", "it was") if len(group) == 1 else ("have", "they were")
        return (
            f"{where(first.claim)}{named(part, group)} {has} too few digits to show how {was} calculated: "
            f"{_is(part, first)}."
        )
    if len(group) == 1:
        note = [_sentence(first.note)] if first.note else []
        return " ".join([f"{where(first.claim)}{_is(part, first)}.", *_causes(first), *note])
    if first.verdict is Verdict.MISSHAPEN:
        return " ".join([f"{where(first.claim)}{count(len(group), 'number')}: {_is(part, first)}.", *_causes(first)])
    head = f"{where(first.claim)}{count(len(group), 'number')} of {_steps(group)} with one cause."
    return " ".join([head, *_causes(first), f"For one, {_is(part, first)}."])


def credited(follow: list[Judged], rules: Rules, *, is_plain: bool) -> str:
    """What is said of numbers that follow from an earlier mistake; of their credit where all have the same."""
    verb = "follows" if len(follow) == 1 else "follow"
    credit = f", {'full' if rules.follow == 1 else shown(rules.follow)} credit" if rules.follow else ", without credit"
    numbers = f"{count(len(follow), 'number')} of {_steps(follow)}"
    return f"{numbers} {verb} from your own earlier numbers: no further mistake{credit if is_plain else ''}."


def _steps(items: list[Judged]) -> str:
    """The lines that they are in."""
    keys = list(dict.fromkeys(item.claim.at.key for item in items if item.claim.at))
    return " and ".join(filter(None, [", ".join(keys[:-1]), keys[-1]])) if keys else "them"


def _is(part: Part, item: Judged) -> str:
    claim = item.claim
    if item.verdict is Verdict.MISSHAPEN:
        return shorten(claim.why, 200) or f"{claim.at.key if claim.at else 'a matrix'} has another size"
    text = f"{subject(part, claim)} is written {written(claim)}"
    if item.expected is not None:
        text += f" and should be {item.expected}"
    if item.follows is not None and item.follows != item.expected:
        text += f"; from your own numbers {item.follows} would follow"
    return text


def _causes(item: Judged) -> Iterator[str]:
    if item.cause:
        yield _sentence(item.cause.says)
    if item.also:
        yield f"Or: {'; '.join(cause.says.rstrip('.') for cause in item.also)}."


def _sentence(text: str) -> str:
    first = text[:1].upper() if text[1:2].islower() else text[:1]  # e^s stays as it is
    return first + text[1:].rstrip(".") + "."


def noted_words(part: Part, item: Judged) -> str:
    """What is noted of a number that is no mistake."""
    return f"{where(item.claim)}{subject(part, item.claim)}: {_sentence(item.note)}"


def misread_words(part: Part, group: list[Judged]) -> str:
    """What may have been meant where one entry reads the same in some lines, and otherwise in others."""
    item, claim = group[0], group[0].claim
    if claim.why:
        return f"{where(claim)}{_sentence(claim.why)}"
    value = item.follows if item.expected is None else item.expected
    lines = list(dict.fromkeys(str(place_of(other.claim)[0]) for other in group[1:]))
    again = f", and on line{'s' * (len(lines) > 1)} {', '.join(lines[:MOST_OF_LINE])}" if lines else ""
    reads = f"{subject(part, claim)} reads {written(claim)} here{again}"
    return f"{where(claim)}{reads}; the rest of the page goes with {value}. It counts as right."


def unread_words(part: Part, group: list[Judged]) -> str:
    """Things of one line that could not be read for one reason."""
    claim = group[0].claim
    if claim.asked:
        return f"{where(claim)}{subject(part, claim)}: {claim.why or 'it could not be read'}."
    about = f" ({part.name(claim.at)})" if claim.at and len(group) == 1 else ""
    texts = ", ".join(written(item.claim) for item in group[:MOST_OF_LINE])
    more = f" and {len(group) - MOST_OF_LINE} more" if len(group) > MOST_OF_LINE else ""
    return f"{where(claim)}{texts}{more}{about}: {shorten(claim.why, 200) or 'it could not be read'}."


def untrue_words(item: Judged) -> str:
    """What is no part of the work, and not true."""
    return f"{where(item.claim)}{item.claim.why}."


def where(claim: Claim) -> str:
    """The file, line and column of a claim, before a sentence about it."""
    place = claim.written.place
    return f"{printable(str(place))}: " if place else ""


def written(claim: Claim) -> str:
    """What stands there, short enough for a sentence."""
    return shorten(claim.written.text, MAX_TEXT) or "nothing"


def subject(part: Part, claim: Claim) -> str:
    """What a number stands for: an entry, or which part of the calculation of one."""
    if claim.asked:
        row, column = claim.asked[1:]
        return f"“{claim.asked.key}”{f' (row {row}, column {column})' * bool(row)}"
    name = part.name(claim.at) if claim.at else "a number"
    if is_entry(claim):
        return name
    of = f" ({part.name(claim.of)})" if claim.of else ""
    if claim.term is None:
        return f"the {'numerator' if claim.factor == 1 else 'denominator'} of {name}{of}"
    if claim.factor is None:
        return f"term {claim.term} of {name}{of}"
    return f"in term {claim.term} of {name}, factor {claim.factor}{of}"


def named(part: Part, group: list[Judged]) -> str:
    """The entries of a group by name, or how many of them there are."""
    ats: list[At] = list(dict.fromkeys(item.claim.at for item in group if item.claim.at))
    names = [part.name(at) for at in ats[:4]]
    return ", ".join(names) + (f" and {len(ats) - 4} more" if len(ats) > 4 else "")
