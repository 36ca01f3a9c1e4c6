"""Several problems from one seed, no two of them the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, repeat
from time import thread_time

from attncalc.errors import InputError, Place
from attncalc.generate.permutations import up_to_permutation
from attncalc.generate.question import Question
from attncalc.generate.search import MOST, Failed, Found, NothingFound, Seed, find, is_hopeless, located

AGAIN = 20  # problems that were drawn before, until there seem to be no others
OWN = 200  # problems that are drawn beside what is taken from others, until these are drawn again


@dataclass(frozen=True)
class Link:
    """A question to be drawn, its seed, and where it stands; `taking` gives it what those before it hand on."""

    question: Question
    seed: str
    place: Place | None = None
    title: str = ""
    taking: Callable[[Sequence[Found]], Question] | None = None


def variants(question: Question, number: int, seed: str, seconds: float) -> Iterator[Found]:
    """So many problems; each depends on the seed and its number alone, unless it had been drawn before.

    Raises InputError where there are not so many.
    """
    titled = f"{question.mechanism.title}, variant {{}}" if number > 1 else ""
    for (found,) in together([Link(question, seed, title=titled)], number, seconds):
        yield found


def together(
    links: Sequence[Link], number: int, seconds: float, firsts: Iterable[tuple[Found, ...] | None] = repeat(None)
) -> Iterator[tuple[Found, ...]]:
    """So many sets of problems that share data; none is in two sets, not even up to a permutation.

    `firsts` are those that `first` draws, where they are known.
    """
    seen: list[set[object]] = [set() for _ in links]
    for variant, known in zip(range(1, number + 1), firsts, strict=False):
        is_new = known and not any(same in one for one, same in zip(seen, _same(links, known), strict=True))
        found = known if known and is_new else _new(links, variant, number, seen, seconds)
        for one, same in zip(seen, _same(links, found), strict=True):
            one.add(same)
        yield found


def first(links: Sequence[Link], variant: int, number: int, seconds: float) -> tuple[Found, ...]:
    """The set of a variant, unless it is like one before it."""
    return _new(links, variant, number, [set() for _ in links], seconds)


def _new(
    links: Sequence[Link], variant: int, number: int, seen: Sequence[set[object]], seconds: float
) -> tuple[Found, ...]:
    """The first set that holds every constraint and is not like one before; drawn again as a whole where it is not."""
    end, twice, tries = thread_time() + seconds, 0, [0] * len(links)
    failed: list[Failed] = [Counter() for _ in links]
    for again in count():
        found: list[Found] = []
        try:
            for link in links:
                found.append(_one(link, variant, again, found, end))
        except NothingFound as error:
            failed[len(found)].update(error.failed)
            tries[len(found)] += error.failed.total()
            if thread_time() > end or is_hopeless(failed[len(found)]):
                raise _nothing(links, failed) from None
        for place, one in enumerate(found):
            tries[place] += one.tries
        if len(found) < len(links):
            continue
        like = next((place for place, same in enumerate(_same(links, found)) if same in seen[place]), None)
        if like is None:
            return tuple(replace(one, tries=drawn) for one, drawn in zip(found, tries, strict=True))
        twice += 1
        if twice == AGAIN:
            raise InputError(
                f"there are only {variant - 1} different problems, not {number}",
                place=links[like].place,
                hint="What would help: more sizes, or entries from a wider range.",
            )
    raise AssertionError


def _nothing(links: Sequence[Link], failed: Sequence[Failed]) -> InputError:
    """That nothing was found, for the last question for which that is so: those before it have been."""
    last = max(place for place, one in enumerate(failed) if one)
    return located(NothingFound(failed[last]), links[last].place)


def _one(link: Link, variant: int, again: int, before: Sequence[Found], end: float) -> Found:
    """A problem of a set; beside what it takes from others only so many are drawn, one where nothing is its own."""
    question = link.taking(before) if link.taking else link.question
    most = MOST if not link.taking else OWN if question.draws_anything else 1
    path: Seed = (link.seed, question.mechanism.name, variant, *([f"again {again}"] if again else []))
    left = max(end - thread_time(), 0)
    return find(question, *path, seconds=left, title=link.title.format(variant), most=most)


def _same(links: Sequence[Link], found: Sequence[Found]) -> list[object]:
    return [
        up_to_permutation(link.question.mechanism.signature, one.given) for link, one in zip(links, found, strict=True)
    ]
