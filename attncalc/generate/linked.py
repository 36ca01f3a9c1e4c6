"""Questions that share data: an input of one is an input or a line of another, so that they are drawn together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat, tee

from attncalc.generate.predicates import without_usual
from attncalc.generate.question import Question
from attncalc.generate.recipe import Item, probe
from attncalc.generate.search import Found
from attncalc.generate.sources import OF_DRAWN, Source, checked, fitted, numbers, sized_as
from attncalc.generate.variants import Link, first, together
from attncalc.solve import solve


def linked(item: Item, before: Sequence[Item]) -> Item:
    """The question with the sizes of what it takes from those before it.

    Raises InputError where there is no such line, or its sizes are others than are asked for.
    """
    sheets = {source.question: probe(before[source.question]) for source in item.sources.values()}
    sources = {name: checked(source, sheets[source.question]) for name, source in item.sources.items()}
    rows = {name: numbers(source, {}, sheets[source.question], exact=False) for name, source in sources.items()}
    question = item.question
    if not all(_is_drawn(source, before) for source in sources.values()):
        question = replace(question, constraints=without_usual(question.constraints, OF_DRAWN))
    sizes = sized_as(question, rows, sources)
    return replace(item, sources=sources, question=replace(question, sizes=sizes))


def _is_drawn(source: Source, before: Sequence[Item]) -> bool:
    """Whether it is an input of few digits, and none that is taken from a result."""
    item = before[source.question]
    if source.name in item.sources:
        return _is_drawn(item.sources[source.name], before)
    return source.name in item.question.mechanism.signature.names


def groups(items: Sequence[Item]) -> list[list[int]]:
    """The numbers of questions, those that share data together."""
    found: list[list[int]] = []
    for number, item in enumerate(items):
        others = {source.question for source in item.sources.values()}
        near = [group for group in found if others.intersection(group)]
        found = [group for group in found if group not in near] + [sorted([number, *(one for g in near for one in g)])]
    return sorted(found)


Firsts = list[tuple[Found, ...]]  # of each group of questions


def sets(
    items: Sequence[Item], count: int, seed: str, seconds: float, firsts: Iterator[Firsts] | None = None
) -> Iterator[list[Found]]:
    """So many times a problem for each question; `firsts` are those that `first_of` draws, where they are known."""
    several = groups(items)
    known: Sequence[Iterable[Firsts | None]] = tee(firsts, len(several)) if firsts else [repeat(None)] * len(several)
    drawn = [
        _drawn(items, group, count, seed, seconds, _of_group(each, place))
        for place, (group, each) in enumerate(zip(several, known, strict=True))
    ]
    for parts in zip(*drawn, strict=True):
        found = {number: one for part in parts for number, one in part.items()}
        yield [found[number] for number in range(len(items))]


def _of_group(firsts: Iterable[Firsts | None], place: int) -> Iterator[tuple[Found, ...] | None]:
    for one in firsts:
        yield one[place] if one else None


def first_of(items: Sequence[Item], variant: int, count: int, seed: str, seconds: float) -> Firsts:
    """The problems of one of so many variants, unless they are like those of another; by groups of questions."""
    return [first(_links(items, group, seed), variant, count, seconds) for group in groups(items)]


def _drawn(
    items: Sequence[Item],
    group: Sequence[int],
    count: int,
    seed: str,
    seconds: float,
    firsts: Iterable[tuple[Found, ...] | None],
) -> Iterator[Mapping[int, Found]]:
    for found in together(_links(items, group, seed), count, seconds, firsts):
        yield dict(zip(group, found, strict=True))


def _links(items: Sequence[Item], group: Sequence[int], seed: str) -> list[Link]:
    return [_link(items, number, group, seed) for number in group]


def _link(items: Sequence[Item], number: int, group: Sequence[int], seed: str) -> Link:
    item = items[number]

    def taken(before: Sequence[Found]) -> Question:
        return _taken(item, items, dict(zip(group, before, strict=False)))

    own = f"{seed}/question {number + 1}"
    return Link(item.question, own, item.place, taking=taken if item.sources else None)


def _taken(item: Item, items: Sequence[Item], before: Mapping[int, Found]) -> Question:
    """The question with what the others hand on to it."""
    inputs = {}
    for name, source in item.sources.items():
        other, found = items[source.question], before[source.question]
        sheet = solve(found.problem, other.arithmetic, decimals=other.decimals)
        rows = numbers(source, found.given, sheet, exact=other.exact)
        inputs[name] = [fitted(name, rows, item.question, source)]
    return replace(item.question, taken=inputs)
