"""How entries are worked out in front of their results, in plain signs or in LaTeX, and pages line by line of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .blocks import Rows
from .calculated import has_hidden, is_product, powers_of, product, scaled_of, shares_of, sums_of
from .headings import MARKDOWN, bye, caption, head, title
from .naming import letter, root
from .numerals import lowered
from .paper import Paper, Part
from .terms import Place, products
from .work import base

How = Callable[[Place], None]
Write = Callable[[Paper], None]
Out = Callable[[Paper, str, How], None]
TIMES = (r" \cdot ", r" \times ", r"\cdot ")
TYPED = ("*", "·", " * ", " x ", " · ", " × ")
FORMS = ("{n}{i}{j}", "{n}_{i}{j}", "{n}{li}{lj}", "{n}({i},{j})", "{n}[{i},{j}]")
# Letters as they stand in formulas; other lines go by `naming.letter`.
MARKS = {
    "S": ("s",),
    "S_scaled": (r"\tilde{s}", "s'", r"\hat{s}"),
    "S_masked": (r"\bar{s}", "m"),
    "E": ("e",),
    "Z": ("Z",),
    "A": (r"\alpha", "a", "w"),
    "O": ("o", "y"),
}
plain = Rows(("digit", "index", "lowered"), (" = ", ": "), (", ", "; ", "  "), (("", ""),))


def mark(paper: Paper, key: str) -> str:
    """The letter of a line's rows and entries, in a formula or in plain signs."""
    marks = MARKS.get(base(key)) if paper.numerals.is_latex else None
    return str(paper.once(f"mark {base(key)}", *(marks or (letter(paper, key),))))


def indexed(paper: Paper, place: Place) -> str:
    """An entry by its letter and both indices."""
    key, i, j = place
    form = "{n}_{{{i}{j}}}" if paper.numerals.is_latex else paper.once("entry form", *FORMS)
    return str(form).format(n=mark(paper, key), i=i + 1, j=j + 1, li=lowered(i + 1), lj=lowered(j + 1))


def way(paper: Paper, key: str, *times: str) -> How | None:
    """What writes out the entries of a line: products, quotients, powers, shares; None where they stand alone."""
    if key in paper.inputs:
        return None
    source, shares, sums = scaled_of(paper, key), shares_of(paper, key), sums_of(paper, key)
    if is_product(paper, key):
        sign = paper.once("times", *times)
        return partial(_in_brackets, paper) if sign == ")(" else partial(product, paper, times=sign)
    if source and not has_hidden(paper, source):
        return partial(_quotient, paper, source, None)
    if powers_of(paper, key):
        return partial(_power, paper, str(powers_of(paper, key)))
    return partial(_quotient, paper, shares[0], sums) if shares and sums else None


def _in_brackets(paper: Paper, place: Place) -> None:
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        paper.plus(" + " if number > 1 else "")
        for side, factor in enumerate(factors, 1):
            paper.say("(")
            paper.entry(*factor, part=Part(place, number, side))
            paper.say(")")


def _power(paper: Paper, source: str, place: Place) -> None:
    plain = paper.once("power", ("e^", ""), ("exp(", ")"), ("e^(", ")"))
    before, after = ("e^{", "}") if paper.numerals.is_latex else plain
    paper.say(before)
    paper.entry(source, *place[1:], part=Part(place, None, "exponent"))
    paper.say(after)


def _quotient(paper: Paper, above: str, below: str | None, place: Place) -> None:
    start, over, close = (r"\frac{", "}{", "}") if paper.numerals.is_latex else ("", paper.once("over", "/", " / "), "")
    paper.say(start)
    paper.entry(above, *place[1:], part=Part(place, None, "numerator"))
    paper.say(over + ("" if below else root(paper)), "constant")
    if below:
        paper.entry(below, place[1], 0, part=Part(place, None, "denominator"))
    paper.say(close)


def worked(paper: Paper, place: Place, how: How | None, sign: str = " = ", label: str = "") -> None:
    """An entry: its label, what it is worked out from if that is known, and the number."""
    label = label or indexed(paper, place)
    with paper.block(), paper.row(label):
        paper.say(label + sign, "index")
        if how:
            how(place)
            paper.say(sign)
        paper.entry(*place)


def captioned(paper: Paper, forms: tuple[str, ...] = MARKDOWN, sort: str = "md") -> Iterator[str]:
    """The lines of a page, each below its caption."""
    title(paper, sort)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, forms)
        caption(paper, key, forms)
        yield key
        paper.say("\n")
    bye(paper)


def by_lines(out: Out, alone: Callable[[Paper, str], None], times: tuple[str, ...], *how: Any) -> Write:
    """Line by line: `out` writes what can be worked out, `alone` everything else."""

    def write(paper: Paper) -> None:
        for key in captioned(paper, *how):
            found = way(paper, key, *times)
            out(paper, key, found) if found else alone(paper, key)

    return write
