"""Work that is printed with one mistake in it, and everything after that as it follows: which line, and what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from attncalc.generate.draws import Draws
from attncalc.generate.mistaken import Change, changes, is_believable
from attncalc.render.blocks import Block, Formula, Grid, Heading, Prose, Remarks, stating
from attncalc.render.exam.mistaken import apparent, drawn, told
from attncalc.render.exam.parts import Choice, Part, answer, chosen, lettered
from attncalc.render.exam.solved import Solved
from attncalc.render.exam.work import STEP, given, printed, steps

MOST_LINES = 12  # to choose from
OTHERS, OF_THE_LINE = 4, 2  # mistakes that were not made, and how many of them belong to the line
NOTHING = "Nothing: every line follows from those before it."


class Made(NamedTuple):
    """The mistake that was made, and others that would have shown."""

    change: Change
    others: list[Change]


def stated(question: Solved) -> Iterator[Block | Part]:
    """What is given, the work with its mistake, and what is to be said of it."""
    made = _made(question)
    yield from given(question)
    wrong = question.changed(made.change)
    digits = wrong.digits(*(record for _, record in wrong.asked.values()))
    yield Prose(f"In this work{digits}, one mistake was made; what comes after it was calculated from there.")
    for block in steps(wrong):
        match block:
            case Heading():
                yield block
            case Grid():
                yield replace(block, repeats=False)
    yield Heading(STEP, "Questions")
    yield from _parts(question, made)


def _parts(question: Solved, made: Made) -> Iterator[Part]:
    """Which line, and what was done."""
    item = question.posed.item
    yield chosen("line", "Which line is wrong first?", _line(question, made), item.part("line"))
    yield chosen("mistake", "What was done there?", _cause(question, made), item.part("mistake"))


def answered(question: Solved) -> Iterator[Block]:
    """The line and the mistake, and the line as it should be."""
    made = _made(question)
    record = question.sheet.record(made.change.key)
    for part in lettered(_parts(question, made)):
        yield from answer(part)
    texts = (("On the page it is", question.changed(made.change)), ("It should be", question))
    rows = ((Prose(words), Formula((stating(which.grid(record)),))) for words, which in texts)
    yield Remarks(Heading(STEP, "The line"), tuple(rows))


def explained(question: Solved) -> Iterator[Block]:
    """The same, and the right work."""
    yield from given(question)
    yield from answered(question)
    yield Prose("The right work:")
    yield from steps(question)


def _made(question: Solved) -> Made:
    """The mistake that is drawn, in one of the lines where it may be."""
    item = question.posed.item
    named, places = item.settings.get("mistake"), {record.key for _, record in question.asked.values()}
    groups: dict[str, list[Change]] = {}
    every = list(changes(question.calculation))
    for change, texts in apparent(question, every):
        groups.setdefault(texts, []).append(change)
    known = [next((change for change in group if change.name == named), group[0]) for group in groups.values()]
    truth = question.calculation.truth
    pool = [
        change
        for change in known
        if change.key in places
        and named in (None, change.name)
        and is_believable(question.calculation, change, truth, named=named is not None)
    ]
    draws = Draws(*question.posed.seed, "mistake")
    change = drawn(draws, pool)
    seen = [other for group in groups.values() for other in group]
    return Made(change, _others(draws, change, known, [other for other in every if other not in seen]))


def _others(draws: Draws, made: Change, known: list[Change], unseen: list[Change]) -> list[Change]:
    """Mistakes that were not made, half of them in the same line; of few, also some that would change nothing."""
    found: dict[str, Change] = {}
    for change in [*draws.shuffled(known), *draws.shuffled(unseen)]:
        if change.name != made.name and change.says not in {made.says, *(other.says for other in found.values())}:
            found.setdefault(change.name, change)
    here = [change for change in found.values() if change.key == made.key]
    there = [change for change in found.values() if change.key != made.key]
    return [*here[:OF_THE_LINE], *there, *here[OF_THE_LINE:]][:OTHERS]


def _line(question: Solved, made: Made) -> Choice:
    """The lines of the page, in their order; of very many, some that are drawn."""
    lines = printed(question)
    right = question.grid(question.sheet.record(made.change.key)).name.text
    others = Draws(*question.posed.seed, "lines").shuffled([name for name in lines if name != right])
    shown = [name for name in lines if name in {right, *others[: MOST_LINES - 1]}]
    return Choice(tuple(shown), shown.index(right), *zip(*map(lines.__getitem__, shown), strict=True))


def _cause(question: Solved, made: Made) -> Choice:
    """What may have been done, in an order that is drawn."""
    right = told(made.change)
    texts = list(dict.fromkeys([right, *map(told, made.others)]))
    order = Draws(*question.posed.seed, "order").shuffled(texts if len(texts) > 1 else [right, NOTHING])
    return Choice(tuple(order), order.index(right))
