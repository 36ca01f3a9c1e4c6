"""What kept pages have in common: names of vectors, lists of numbers, and how an entry is calculated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .blocks import vector
from .latex import can_be_quotients
from .naming import SYMBOLS, root, symbol, token
from .numerals import lowered
from .pages import QUERY_LINES
from .paper import Paper, Part
from .terms import Place, exponents, operand, products
from .truth import terms_known
from .work import base

# Lines that have an entry for each key.
OVER_KEYS = ("S", "S_scaled", "S_biased", "S_masked", "E", "A", "e", "alpha")
MATRICES = ("Wq", "Wk", "Wv", "Wo", "W", "U")
# The letters of vectors in mathematics.
LETTERS = {
    "X": "x",
    "Y": "y",
    "H": "h",
    "Q": "q",
    "K": "k",
    "V": "v",
    "S": "s",
    "S_scaled": r"\tilde{s}",
    "S_masked": r"\hat{s}",
    "E": "u",
    "Z": "Z",
    "A": "a",
    "O": "o",
    "Wh": "g",
}
# The same on paper, where nobody writes whole words before an index.
PLAIN_LETTERS = {
    "S": ("s",),
    "S_scaled": ("s'", "z"),
    "S_masked": ("m",),
    "E": ("e",),
    "Z": ("Z", "sum"),
    "O": ("o", "out"),
}


def name_of(paper: Paper, key: str) -> str:
    """The name of a line; nobody calls two lines of a page the same."""
    name = symbol(paper, key, "names")
    others = {base(one) for one in (*paper.inputs, *paper.written)} - {base(key)}
    return "O" if base(key) == "O" and base(name) in others else name


def named(paper: Paper, key: str, i: int) -> str:
    """A token's vector by its letter and number; what is alone has the name of its line."""
    if len(paper.places(key)) == 1:
        return name_of(paper, key)
    if paper.numerals.is_latex:
        return f"{LETTERS[base(key)]}_{i + 1}" if base(key) in LETTERS else f"{symbol(paper, key, 'names')}_{i + 1}"
    form = paper.once("index form", "{n}{i}", "{n}{l}", "{n}_{i}")
    name = paper.once(f"letter {base(key)}", *PLAIN_LETTERS.get(base(key), SYMBOLS[base(key)][2]))
    return str(form.format(n=name, i=i + 1, l=lowered(i + 1)))


def listed(
    paper: Paper, label: str, places: list[Place], between: str, around: tuple[str, str] = ("", ""), last: str = ""
) -> None:
    """Numbers of one row."""
    with paper.row(label):
        vector(paper, places, between, around if len(places) > 1 else ("", ""), last)


def grid(paper: Paper, key: str, start: str, gap: str = "  ") -> None:
    """A matrix in lines below one another, the first after its name."""
    with paper.block():
        sizes = [max(len(paper.text(*place)) for place in column) for column in zip(*paper.places(key), strict=True)]
        for i, places in enumerate(paper.places(key)):
            paper.say(start if i == 0 else " " * len(start), "name")
            with paper.row(start.strip(" =:")):
                for number, place in enumerate(places):
                    paper.say(gap if number else "")
                    paper.entry(*place, width=sizes[number])
            paper.say("\n")


def asks(paper: Paper, key: str, i: int) -> str:
    """The word of the token that asks."""
    return token(paper, key, i)


def of_queries(paper: Paper) -> list[str]:
    """The lines that are written query by query."""
    return [key for key in paper.written if base(key) in (*QUERY_LINES, "e", "alpha", "c")]


def before(paper: Paper) -> list[str]:
    """The lines that are written before."""
    return [key for key in paper.written if key not in of_queries(paper)]


# Calculations.


@dataclass(frozen=True)
class Signs:
    """How somebody writes a product, a quotient and a power."""

    times: str = " · "
    over: str = " / "
    power: tuple[str, str] = ("e^", "")


Way = Callable[[Paper, Place, Signs], None]


def calculated(paper: Paper, place: Place, signs: Signs, end: str = " = ") -> None:
    """The calculation of an entry, where everything in it stands on the page."""
    if how := way(paper, place[0]):
        how(paper, place, signs)
        paper.say(end)


def way(paper: Paper, key: str) -> Way | None:
    """How the entries of a line can be written out."""
    work = paper.work
    if key not in work.calculation.records or key in work.mistakes or work.habit.form:
        return None
    if terms_known(work, key):
        return _products
    if can_be_quotients(paper, key):
        return None if _has_hidden(paper, operand(work.calculation, key)) else _quotient
    found = {"Z": _total, "E": _power, "A": _share, "alpha": _share}.get(base(key))
    return found if found and _on_page(paper, key) else None


def _on_page(paper: Paper, key: str) -> bool:
    """Whether what a sum, a power or a share is calculated from is written, with nothing hidden."""
    if base(key) == "Z":
        sources: list[str | None] = [key.replace("Z", "E", 1)]
    elif base(key) == "E":
        sources = [operand(paper.work.calculation, key)]
    else:
        powers = (exponents(paper.work.calculation, key) or ("",))[0]
        sources = [powers, powers.replace("E", "Z", 1)]
    known = (*paper.inputs, *paper.written)
    return all(source in known and not _has_hidden(paper, source) for source in sources)


def _has_hidden(paper: Paper, key: str | None) -> bool:
    return key is None or any(text == "-inf" for row in paper.work.texts[key] for text in row)


def _around(paper: Paper, place: Place, part: Part, *, always: bool = False) -> None:
    """An operand, in parentheses where it is negative."""
    is_negative = always and paper.text(*place).startswith(("-", "−"))
    paper.say("(" if is_negative else "")
    paper.entry(*place, part=part)
    paper.say(")" if is_negative else "")


def _products(paper: Paper, place: Place, signs: Signs) -> None:
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        paper.plus((" + " if signs.times != signs.times.strip() else "+") if number > 1 else "")
        for side, factor in enumerate(factors, 1):
            paper.say(signs.times if side == 2 else "")
            _around(paper, factor, Part(place, number, side), always=side == 2 or number > 1)


def _quotient(paper: Paper, place: Place, signs: Signs) -> None:
    source = operand(paper.work.calculation, place[0])
    assert source
    _around(paper, (source, *place[1:]), Part(place, None, "numerator"))
    paper.say(signs.over + root(paper), "constant")


def _power(paper: Paper, place: Place, signs: Signs) -> None:
    source = operand(paper.work.calculation, place[0])
    assert source
    paper.say(signs.power[0])
    _around(paper, (source, *place[1:]), Part(place, None, "exponent"), always=signs.power[1] == "")
    paper.say(signs.power[1])


def _total(paper: Paper, place: Place, signs: Signs) -> None:
    key, i, _ = place
    powers = key.replace("Z", "E", 1)
    for number in range(len(paper.work.texts[powers][0])):
        paper.plus(" + " if number else "")
        paper.entry(powers, i, number, part=Part(place, number + 1, 1))


def _share(paper: Paper, place: Place, signs: Signs) -> None:
    key, i, j = place
    found = exponents(paper.work.calculation, key)
    assert found
    paper.entry(found[0], i, j, part=Part(place, None, "numerator"))
    paper.say(signs.over)
    paper.entry(found[0].replace("E", "Z", 1), i, 0, part=Part(place, None, "denominator"))


def mixed(paper: Paper, key: str, i: int, value: Callable[[int], None], times: str = "") -> bool:
    """Weights times vectors, with a plus between them; says whether these can be written."""
    factors = products(paper.work.calculation, key, i, 0)
    if not terms_known(paper.work, key):
        return False
    for number, (weight, _) in enumerate(factors):
        paper.plus(" + " if number else "")
        paper.entry(*weight, again=key)
        paper.say(times)
        value(number)
    return True
