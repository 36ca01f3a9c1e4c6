"""Lines whose numbers nothing explains so far, under each mistake of the table: one that is made again costs less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from attncalc.check.calculation import Lines
from attncalc.check.causes.outcomes import mistakes, resized
from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import numbers, saturated, total
from attncalc.check.placing.marks import Mark
from attncalc.check.placing.option import Option
from attncalc.check.placing.sheets import Floats, Sheet, floats

if TYPE_CHECKING:
    from attncalc.check.placing.beam import Path

MOST = 2  # places, at which mistakes are looked for
NUMBERS = ("numbers agree", "numbers miss", "from nowhere")
AGAIN = 0.25  # of the price of a mistake, for the same one again
UNEXPLAINED = 0.35  # of what the numbers could tell


def rewritten(path: Path, found: Sequence[Option], weights: Mapping[str, float]) -> Iterator[Option]:
    """The lines that are expected most, if their numbers are not as expected, under each mistake in them."""
    others = {name: weight for name, weight in weights.items() if name not in NUMBERS}
    apart = [(total(option.features, others), number) for number, option in enumerate(found)]
    mostly = [option for option in found if _mostly_agrees(option)]
    explained = {option.place for option in mostly}
    right = {option.place for option in mostly if not option.numbers.miss}
    tried: set[object] = set()
    for _, number in sorted(apart, reverse=True):
        option = found[number]
        if option.place in tried:
            continue
        tried.add(option.place)
        sheet = path.sheets[option.sheet]
        if option.place in right or len(tried) > MOST:
            break
        if not (sheet.is_input(option.key) or option.place in explained or option.lost):
            yield from _under_mistakes(sheet, option, path.paid)
    if not explained:
        yield from _of_this_size(path, found)


def _of_this_size(path: Path, found: Sequence[Option]) -> Iterator[Option]:
    """The lines of which some is lost, as the mistakes make them that give them this size."""
    tried: set[object] = set()
    for option in (option for option in found if option.lost):
        sheet, fit = path.sheets[option.sheet], option.where
        if isinstance(fit, Fit) and not sheet.is_input(fit.key) and (option.sheet, fit.key, fit.turned) not in tried:
            tried.add((option.sheet, fit.key, fit.turned))
            height, width = fit.grid.shape
            for cause, lines in _resized(sheet, fit.key, (height, width)):
                where = replace(fit, rows=tuple(range(height)), columns=tuple(range(width)), lost="", resized=True)
                features = {**option.features, "oddly": option.features["oddly"] - 1, "a part": 0.0}
                other = replace(option, where=where, features=features)
                yield from _made(sheet, other, where.pairs(lines), cause, path.paid)


def _under_mistakes(sheet: Sheet, option: Option, paid: frozenset[str]) -> Iterator[Option]:
    where = option.where
    for cause, lines in _rewritten(sheet, option.key):
        if isinstance(where, Fit):
            yield from _made(sheet, option, where.pairs(lines), cause, paid)
        elif where is not None and where.result:
            pairs = [(where.result, lines[where.spot[1]][where.spot[2]])]
            yield from _made(sheet, option, pairs, cause, paid)


def _made(
    sheet: Sheet, option: Option, pairs: Iterable[tuple[Mark, float]], cause: str, paid: frozenset[str]
) -> Iterator[Option]:
    """An option with the numbers that a mistake gives, if most agree."""
    said = numbers(sheet, pairs)
    if said.agree + said.near > said.miss:
        price = {"a mistake": AGAIN if cause in paid else 1.0}
        kept = {name: value for name, value in option.features.items() if name not in NUMBERS}
        yield replace(option, features={**kept, **said.features(), **price}, numbers=said, cause=cause)


def _mostly_agrees(option: Option) -> bool:
    """Whether most numbers of a block are those of its place."""
    agree, near, miss = map(saturated, option.numbers)
    return agree > 0 and miss < UNEXPLAINED * (agree + near)


def _rewritten(sheet: Sheet, key: str) -> list[tuple[str, Floats]]:
    """A line under each mistake of method in it, or in a line before it that is not written."""
    written = {one: line for one, line in sheet.written.items() if one != key}

    def made() -> list[tuple[str, Floats]]:
        lines = {one: sheet.following(one) if one == key else sheet.line(one) for one in sheet.keys}
        return [(cause.name, floats(value)) for cause, value in mistakes(sheet.calculation, key, lines, written)]

    return sheet.remembered(("mistakes", key, *map(id, written.values())), written, made)


def _resized(sheet: Sheet, key: str, shape: tuple[int, int]) -> list[tuple[str, Floats]]:
    """A line under each mistake of method in it that gives it this size."""
    truth = sheet.calculation.truth
    operands = {one: sheet.line(one) for one in sheet.operands(key)}

    def made(lines: Lines) -> list[tuple[str, Floats]]:
        return [(cause.name, floats(value)) for cause, value in resized(sheet.calculation, key, lines)]

    found = sheet.remembered(("resized", key), truth, lambda: made(truth))
    if any((len(rows), len(rows[0])) == shape for _, rows in found):
        token = ("resized", key, *map(id, operands.values()))
        found = sheet.remembered(token, operands, lambda: made({**truth, **operands}))
    return [(cause, rows) for cause, rows in found if (len(rows), len(rows[0])) == shape]
