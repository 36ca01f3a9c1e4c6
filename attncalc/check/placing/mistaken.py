"""Lines whose numbers nothing explains so far, under each mistake of the table: one that is made again costs less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from attncalc.check.placing.candidates import Fit
from attncalc.check.placing.evidence import numbers, total
from attncalc.check.placing.option import Option
from attncalc.check.placing.sheets import Sheet

if TYPE_CHECKING:
    from attncalc.check.placing.beam import Path

MOST = 2  # places, at which mistakes are looked for
NUMBERS = ("agree", "near", "miss", "free", "free given", "repeats")
UNEXPLAINED = 0.35  # of what the numbers could tell


def rewritten(path: Path, found: Sequence[Option], weights: Mapping[str, float]) -> Iterator[Option]:
    """The lines that are expected most, if their numbers are not as expected, under each mistake in them."""
    others = {name: weight for name, weight in weights.items() if name not in NUMBERS}
    apart = [(total(option.features, others), number) for number, option in enumerate(found)]
    explained = {option.place for option in found if _mostly_agrees(option)}
    tried: set[object] = set()
    for _, number in sorted(apart, reverse=True):
        option = found[number]
        if option.place in tried:
            continue
        tried.add(option.place)
        sheet = path.sheets[option.sheet]
        if option.place in explained or len(tried) > MOST:
            return
        if not sheet.is_input(option.key) and not option.features.get("lost"):
            yield from _under_mistakes(sheet, option, path.paid)


def _under_mistakes(sheet: Sheet, option: Option, paid: frozenset[str]) -> Iterator[Option]:
    where = option.where
    for cause, lines in sheet.rewritten(option.key):
        if isinstance(where, Fit):
            evidence = numbers(sheet, where.pairs(lines))
        elif where is not None and where.result:
            evidence = numbers(sheet, [(where.result, lines[where.spot[1]][where.spot[2]])])
        else:
            return
        if evidence.agree + evidence.near > evidence.miss:
            price = {"mistake again": 1.0} if cause in paid else {"mistake": 1.0}
            kept = {name: value for name, value in option.features.items() if name not in NUMBERS}
            yield replace(option, features={**kept, **evidence.features(), **price}, cause=cause)


def _mostly_agrees(option: Option) -> bool:
    """Whether most numbers of a block are those of its place."""
    agree, near, miss = (option.features.get(name, 0.0) for name in ("agree", "near", "miss"))
    return agree > 0 and miss < UNEXPLAINED * (agree + near)
