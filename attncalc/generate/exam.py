"""The papers of a recipe: one for each variant, or for each student."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from attncalc.errors import InputError
from attncalc.generate.recipe import Item, Recipe, located
from attncalc.generate.roster import Student
from attncalc.generate.search import SOURCE, Found, Seed
from attncalc.generate.variants import variants
from attncalc.problem.problem import Problem
from attncalc.problem.reader import loads

MOST = 1000  # variants


@dataclass(frozen=True)
class Posed:
    """A question with its numbers, the document that it is, and the seed of whatever else is drawn for it."""

    item: Item
    number: int
    text: str
    problem: Problem
    seed: Seed

    @property
    def title(self) -> str:
        """What stands above it."""
        return f"Question {self.number}: {self.item.title or self.item.question.mechanism.title}"


@dataclass(frozen=True)
class Paper:
    """One variant of a recipe: who it is for, where that is known, and its questions."""

    recipe: Recipe
    seed: str
    number: int
    questions: tuple[Posed, ...]
    student: Student | None = None

    @property
    def code(self) -> str:
        """What stands on the paper, so that it can be told from other papers of that number."""
        told = json.dumps([self.recipe.digest, self.seed, self.number])
        return f"{self.number:02}-{sha256(told.encode()).hexdigest()[:4]}"

    def problem_file(self, program: str) -> str:
        """The paper as a problem file, with the program, the recipe, the seed and the number that it comes from."""
        recipe = f"{_shown(self.recipe.name)} ({self.recipe.digest})"
        origin = f"# {program}, {recipe}, seed {_shown(self.seed)}, variant {self.number}"
        return f"{origin}\n" + "---\n".join(posed.text for posed in self.questions)


def papers(
    recipe: Recipe, count: int, seed: str, seconds: float, students: tuple[Student, ...] = ()
) -> Iterator[Paper]:
    """So many papers, or one for each student; each depends on the seed and its number alone.

    No question is the same in two of them, unless it had no other numbers: that raises InputError.
    """
    drawn = [_numbered(item, number, count, seed, seconds) for number, item in enumerate(recipe.items, 1)]
    for number, questions in enumerate(zip(*drawn, strict=True), 1):
        yield Paper(recipe, seed, number, questions, students[number - 1] if students else None)


def _numbered(item: Item, number: int, count: int, seed: str, seconds: float) -> Iterator[Posed]:
    """A question with other numbers for each paper; raises InputError at the question."""
    try:
        for found in variants(item.question, count, f"{seed}/question {number}", seconds):
            yield posed(item, number, found)
    except InputError as error:
        raise located(error, item.place) from None


def posed(item: Item, number: int, found: Found) -> Posed:
    """A question with the numbers that were found, as a document with its marks and digits."""
    title = f"Question {number}: {item.title or item.question.mechanism.title}"
    _, rest = found.text.split("\n", 1)  # under the title of its own
    marks = [f"  {ask.step}: {ask.marks}" for ask in item.ask]
    show = [f"  arithmetic: {item.arithmetic}", *([] if item.decimals is None else [f"  decimals: {item.decimals}"])]
    text = "\n".join([f"title: {_shown(title)}", rest.rstrip("\n"), "marks:", *marks, "show:", *show]) + "\n"
    return Posed(item, number, text, loads(text, SOURCE)[0], found.seed)


def _shown(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
