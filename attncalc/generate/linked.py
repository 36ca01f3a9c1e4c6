"""Questions that share data: an input of one is an input or a line of another, so that they are drawn together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from attncalc.generate.predicates import without_usual
from attncalc.generate.question import Question
from attncalc.generate.recipe import Item, probe
from attncalc.generate.search import Found
from attncalc.generate.sources import OF_DRAWN, Source, checked, fitted, numbers, sized_as
from attncalc.generate.variants import Link, together
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


def sets(items: Sequence[Item], count: int, seed: str, seconds: float) -> Iterator[list[Found]]:
    """So many times a problem for each question."""
    drawn = [_drawn(items, group, count, seed, seconds) for group in groups(items)]
    for parts in zip(*drawn, strict=True):
        found = {number: one for part in parts for number, one in part.items()}
        yield [found[number] for number in range(len(items))]


def _drawn(
    items: Sequence[Item], group: Sequence[int], count: int, seed: str, seconds: float
) -> Iterator[Mapping[int, Found]]:
    links = [_link(items, number, group, seed) for number in group]
    for found in together(links, count, seconds):
        yield dict(zip(group, found, strict=True))


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
