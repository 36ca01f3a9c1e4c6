"""Several problems from one seed, no two of them the same."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.errors import InputError
from attncalc.generate.question import Question
from attncalc.generate.search import Found, find

AGAIN = 20  # problems that were drawn before, until there seem to be no others


def variants(question: Question, count: int, seed: str, seconds: float) -> Iterator[Found]:
    """So many problems; each depends on the seed and its number alone, unless it had been drawn before.

    Raises InputError where there are not so many.
    """
    seen: set[object] = set()
    for number in range(1, count + 1):
        for again in range(AGAIN):
            path = (seed, question.mechanism.name, number) + ((f"again {again}",) if again else ())
            found = find(question, *path, seconds=seconds, title=_title(question, number, count))
            if (same := _up_to_order(found)) not in seen:
                break
        else:
            raise InputError(f"there are only {number - 1} different problems, not {count}",
                             hint="What would help: more sizes, or entries from a wider range.")  # fmt: skip
        seen.add(same)
        yield found


def _title(question: Question, number: int, count: int) -> str:
    return f"{question.mechanism.title}, variant {number}" if count > 1 else question.mechanism.title


def _up_to_order(found: Found) -> object:
    """What two problems share that differ in the order of rows only."""
    given = found.problem.given.items()
    return tuple((name, tuple(sorted(tuple(entry.text for entry in row) for row in matrix.rows)))
                 for name, matrix in given)  # fmt: skip
