"""The papers of a recipe: one for each variant, or for each student."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import count as count_from
from itertools import repeat
from typing import Any

from attncalc.errors import InputError
from attncalc.generate.codes import Coded, code_of
from attncalc.generate.draws import Draws
from attncalc.generate.kinds import DECIMALS
from attncalc.generate.linked import Firsts, first_of, sets
from attncalc.generate.recipe import Item, Recipe
from attncalc.generate.roster import Student
from attncalc.generate.search import SOURCE, Found, Seed
from attncalc.generate.variants import AGAIN
from attncalc.parallel import HERE, Workers, spread
from attncalc.problem.problem import Problem
from attncalc.problem.reader import loads

MOST = 1000  # variants
FEW = 4  # papers that are drawn, or written, before another process would have started


@dataclass(frozen=True)
class Posed:
    """A question with its numbers, the document that it is, and the seed of whatever else is drawn for it."""

    item: Item
    number: int
    text: str
    problem: Problem
    seed: Seed
    tries: int = 1  # how many were drawn until these numbers were accepted
    told: tuple[str, ...] = ()  # which of them are those of other questions
    code: str = ""

    @property
    def alone(self) -> Posed:
        """The same for who has no other question before them: it says itself what it takes from others."""
        return replace(self, item=replace(self.item, sources={}), told=()) if self.item.sources else self

    @property
    def title(self) -> str:
        """What stands above it."""
        return f"Question {self.number}: {self.item.heading}"


@dataclass(frozen=True)
class Paper:
    """One variant of a recipe: who it is for, where that is known, and its questions."""

    recipe: Recipe
    seed: str
    number: int
    questions: tuple[Posed, ...]
    student: Student | None = None
    order: tuple[int, ...] = ()  # which question of the recipe each one is, where their order varies

    def __reduce__(self) -> tuple[Callable[..., Paper], tuple[object, ...]]:
        """It travels as its numbers; what its questions are, its recipe says."""
        places = {id(item): place for place, item in enumerate(self.recipe.items)}
        questions = [
            (places[id(one.item)], one.number, one.text, one.seed, one.tries, one.told, one.code)
            for one in self.questions
        ]
        return _received, (self.recipe, self.seed, self.number, questions, self.student, self.order)

    @property
    def code(self) -> str:
        """What stands on the paper, so that it can be told from other papers of that number."""
        told = json.dumps([self.recipe.digest, self.seed, self.number])
        return f"{self.number:02}-{sha256(told.encode()).hexdigest()[:4]}"

    @property
    def marks(self) -> Fraction:
        """What it is worth."""
        return sum((posed.item.marks for posed in self.questions), Fraction(0))

    def origin(self, program: str) -> str:
        """The program, the recipe, the seed and the number that it comes from, as a comment of its problem file."""
        recipe = f"{_shown(self.recipe.name)} ({self.recipe.digest})"
        return f"# {program}, {recipe}, seed {_shown(self.seed)}, variant {self.number}, paper {self.code}"


def _received(
    recipe: Recipe,
    seed: str,
    number: int,
    questions: Sequence[Sequence[Any]],
    student: Student | None,
    order: tuple[int, ...],
) -> Paper:
    posed = (
        Posed(recipe.items[place], at, text, loads(text, SOURCE)[0], *rest) for place, at, text, *rest in questions
    )
    return Paper(recipe, seed, number, tuple(posed), student, order)


@dataclass(frozen=True)
class Drawing:
    """The work of drawing the variants of a recipe, each by itself."""

    recipe: Recipe
    count: int
    seed: str
    seconds: float

    def prepare(self) -> None:
        """Nothing more than the recipe is needed."""

    def __call__(self, variant: int) -> Firsts:
        """The problems of one variant."""
        return first_of(self.recipe.items, variant, self.count, self.seed, self.seconds)

    def died(self, variant: int) -> Firsts:
        """Raises InputError: without one variant there is no exam."""
        raise InputError(f"the process that drew variant {variant} died")


def papers(
    recipe: Recipe, count: int, seed: str, seconds: float, students: tuple[Student, ...] = (), workers: Workers = HERE
) -> Iterator[Paper]:
    """So many papers, or one for each student; each depends on the seed and its number alone.

    No question is the same in two of them, unless only their order varies; raises InputError where it has not so many
    other numbers.
    """
    of_numbers = repeat(next(sets(recipe.items, 1, seed, seconds))) if recipe.vary == "order" else None
    work = Drawing(recipe, count, seed, seconds)
    firsts = None if workers.are_none else spread(work, range(1, count + 1), workers, ordered=True, few=FEW)
    drawn = of_numbers or sets(recipe.items, count, seed, seconds, firsts)
    for number, found, order in zip(range(1, count + 1), drawn, orders(recipe, seed), strict=False):
        questions = tuple(
            posed(
                recipe.items[one],
                place,
                found[one],
                tuple(_told(recipe.items, one, order)),
                code_of(recipe.digest, Coded(number, one + 1, seed)),
            )
            for place, one in enumerate(order, 1)
        )
        told = tuple(one + 1 for one in order) if recipe.vary != "numbers" else ()
        yield Paper(recipe, seed, number, questions, students[number - 1] if students else None, told)


def paper_of(recipe: Recipe, coded: Coded, seconds: float) -> Paper:
    """A paper with one question alone, which its code says; raises InputError where the recipe has not so many."""
    if not 1 <= coded.question <= len(recipe.items):
        raise InputError(f"this recipe has no question {coded.question}")
    *_, paper = papers(recipe, coded.variant, coded.seed, seconds)
    order = paper.order or tuple(range(1, len(recipe.items) + 1))
    return replace(paper, questions=(paper.questions[order.index(coded.question)].alone,), order=())


def orders(recipe: Recipe, seed: str) -> Iterator[list[int]]:
    """The questions of each variant in the order in which they are printed: each of them once, if there are enough."""
    usual = list(range(len(recipe.items)))
    if recipe.vary == "numbers":
        yield from repeat(usual)
    seen: list[list[int]] = []
    for number in count_from(1):
        drawn = (_order(recipe, Draws(seed, "order", number, again)) for again in range(AGAIN))
        order = next((one for one in drawn if one not in seen), None)
        if order is None:
            seen, order = [], _order(recipe, Draws(seed, "order", number, 0))
        seen.append(order)
        yield order


def _order(recipe: Recipe, draws: Draws) -> list[int]:
    """The questions in an order that is drawn; what takes something from another stands after it."""
    needed = [{source.question for source in item.sources.values()} for item in recipe.items]
    left, order = list(range(len(recipe.items))), []
    while left:
        ready = [one for one in left if not needed[one].intersection(left)]
        order.append(draws.choice(ready))
        left.remove(order[-1])
    return order


def _told(items: Sequence[Item], number: int, order: Sequence[int]) -> Iterator[str]:
    """What is taken from other questions, in words."""
    for name, source in items[number].sources.items():
        other, place = items[source.question], order.index(source.question) + 1
        what = "that" if source.name == name else source.name
        is_given = source.name in other.question.mechanism.signature.names
        stood = other.question.turns(source.name) if is_given else other.question.in_columns
        is_matrix = len(items[number].question.mechanism.signature[name].axes) > 1
        turned = ", transposed" if is_matrix and stood != items[number].question.turns(name) else ""
        digits = "" if is_given else f", {in_words(other)}"
        yield f"{name} is {what} of question {place}{turned}{digits}."


def in_words(item: Item) -> str:
    """How the numbers of a question are asked for."""
    decimals = DECIMALS if item.decimals is None else item.decimals
    return "in closed form" if item.exact else f"to {decimals} decimal{'s' * (decimals != 1)}"


def posed(item: Item, number: int, found: Found, told: tuple[str, ...] = (), code: str = "") -> Posed:
    """A question with the numbers that were found, as a document with its marks and digits."""
    title = f"Question {number}: {item.heading}"
    _, rest = found.text.split("\n", 1)  # under the title of its own
    marks = [f"  {ask.step}: {ask.marks if item.kind.steps else 0}" for ask in item.ask]
    show = [f"  arithmetic: {item.arithmetic}", *([] if item.decimals is None else [f"  decimals: {item.decimals}"])]
    named = [f"title: {_shown(title)}", *([f"code: {code}"] if code else [])]
    text = "\n".join([*named, rest.rstrip("\n"), "marks:", *marks, "show:", *show]) + "\n"
    return Posed(item, number, text, loads(text, SOURCE)[0], found.seed, found.tries, told, code)


def _shown(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
