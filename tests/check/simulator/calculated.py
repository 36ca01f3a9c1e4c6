"""Calculations that are written out, in the order in which people write them: products, powers of e, shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .blocks import Rows, vector
from .headings import caption, head
from .paper import Paper, Part
from .terms import Place, exponents, operand, products
from .truth import terms_known
from .work import base

OF_QUERY = ("S", "S_scaled", "S_biased", "S_masked", "E", "Z", "A", "O")
TUPLES = Rows(("digit", "index", "lowered"), (" = ", ": "), (", ", "; "), (("(", ")"), ("[", "]")))


def parted(paper: Paper) -> tuple[list[str], list[str]]:
    """The lines before the scores, and those that have a row for each query."""
    before = [key for key in (*paper.inputs, *paper.written) if base(key) not in OF_QUERY]
    return before, [key for key in paper.written if base(key) in OF_QUERY]


def others(paper: Paper, keys: Sequence[str], block: Callable[[Paper, str], None] = TUPLES) -> None:
    """These lines, each below its name."""
    for key in keys:
        head(paper, key)
        caption(paper, key)
        block(paper, key)
        paper.say("\n")


def has_hidden(paper: Paper, key: str) -> bool:
    """Whether a line has scores that are taken out."""
    return any(text == "-inf" for row in paper.work.texts[key] for text in row)


def is_product(paper: Paper, key: str) -> bool:
    """Whether the entries of a line can be written out as sums of products."""
    return key in paper.work.calculation.records and terms_known(paper.work, key) and not paper.is_turned(key)


def powers_of(paper: Paper, key: str) -> str | None:
    """The exponents of a line of powers that can be written out."""
    source = operand(paper.work.calculation, key) if base(key) == "E" else None
    is_known = source in paper.written and key not in paper.work.mistakes and not paper.is_turned(key)
    return source if source and is_known and not has_hidden(paper, source) else None


def scaled_of(paper: Paper, key: str) -> str | None:
    """The scores that a line of scaled scores can be written out from."""
    source = operand(paper.work.calculation, key) if base(key) == "S_scaled" else None
    is_known = source in paper.written and key not in paper.work.mistakes and not paper.work.habit.form
    return source if source and is_known and not paper.is_turned(key) else None


def shares_of(paper: Paper, key: str) -> tuple[str, str] | None:
    """The powers that a line of weights is shares of, and their exponents, where both are written."""
    found = exponents(paper.work.calculation, key) if base(key) == "A" else None
    if found is None or key in paper.work.mistakes or paper.is_turned(key) or paper.work.habit.form:
        return None
    return found if set(found) <= set(paper.written) and not has_hidden(paper, found[1]) else None


def sums_of(paper: Paper, key: str) -> str | None:
    """The row sums of a line of powers or weights, where they are written."""
    sums = "Z" + key[1:]
    return sums if sums in paper.written and paper.shape(sums)[1] == 1 else None


def product(paper: Paper, place: Place, times: str, plus: str = " + ") -> None:
    """1·0 + 2·1, negative factors in parentheses."""
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        paper.plus(plus if number > 1 else "")
        for side, (key, i, j) in enumerate(factors, 1):
            paper.say(times if side == 2 else "")
            around = paper.text(key, i, j).startswith(("-", "−"))
            paper.say("(" if around else "")
            paper.entry(key, i, j, part=Part(place, number, side))
            paper.say(")" if around else "")


def powers(paper: Paper, key: str, i: int, of: str, form: tuple[str, str], plus: str = " + ") -> None:
    """e^1.2 + e^0.4: the sum of powers that belongs to a row, as the exponents of the entries of a line."""
    for j in range(paper.shape(key)[1]):
        paper.plus(plus if j else "")
        paper.say(form[0])
        paper.entry(key, i, j, part=Part((of, i, 0), j + 1, "exponent"))
        paper.say(form[1])


def again(paper: Paper, places: list[Place], step: str, between: str, around: tuple[str, str] = ("(", ")")) -> None:
    """A vector that is written again as a factor of a step."""
    paper.say(around[0])
    for number, place in enumerate(places):
        paper.say(between if number else "")
        paper.entry(*place, again=step)
    paper.say(around[1])


def row(paper: Paper, key: str, i: int, between: str, around: tuple[str, str] = ("(", ")")) -> None:
    """A row of a line as a vector; a single number stands without parentheses."""
    vector(paper, paper.places(key)[i], between, around if paper.shape(key)[1] > 1 else ("", ""))


def lines_of(paper: Paper, keys: Sequence[str], name: str) -> list[str]:
    """Those of some lines that go by a name."""
    return [key for key in keys if base(key) == name]
