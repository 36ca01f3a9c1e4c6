"""How one person writes what an entry is calculated from, in plain signs or in LaTeX; the lines of a page in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .blocks import Block
from .calculated import TUPLES, again, is_product, powers_of, product, row, scaled_of, shares_of, sums_of
from .headings import MARKDOWN, bye, caption, head, title
from .naming import letter, root
from .paper import Paper, Part
from .terms import Place
from .work import base


@dataclass(frozen=True)
class Hand:
    """The signs of a person; of a fraction what stands before, between and after its two numbers."""

    times: tuple[str, ...] = ("·", " · ", "*", " × ", " x ")
    bars: tuple[tuple[str, str, str], ...] = (("", "/", ""), ("", " / ", ""))
    powers: tuple[tuple[str, str], ...] = (("e^", ""), ("exp(", ")"), ("e^(", ")"))


PLAIN = Hand()
TYPED = Hand(("*", " * "), (("", "/", ""), ("", " / ", "")), (("exp(", ")"),))
LATEX = Hand((r" \cdot ", r" \times ", r"\cdot "), ((r"\frac{", "}{", "}"),), (("e^{", "}"), (r"\exp(", ")")))


def lines_of_page(
    paper: Paper, own: Callable[..., object], sort: str = "md", forms: tuple[str, ...] = MARKDOWN, block: Block = TUPLES
) -> Iterator[str]:
    """The lines that a style writes in its own way, one after the other; all others are written in between."""
    title(paper, sort)
    paper.once("captions", *(("words",) if sort == "tex" else ("words", "both")))
    for key in (*paper.inputs, *paper.written):
        head(paper, key, forms)
        caption(paper, key, forms)
        if own(paper, key):
            yield key
        else:
            block(paper, key)
        paper.say("\n")
    bye(paper)


def indexed(paper: Paper, place: Place, form: str = "{n}{i}{j}") -> str:
    """s12; s2 of a single row or column."""
    key, i, j = place
    rows, columns = paper.shape(key)
    form = form if rows > 1 and columns > 1 else form.replace(",{j}", "").replace("{j}", "")
    return form.format(n=letter(paper, key), i=(i if rows > 1 else j) + 1, j=j + 1)


def result(paper: Paper, place: Place, hand: Hand = PLAIN, around: tuple[str, str] = (" = ", "")) -> None:
    """An entry behind what it is calculated from."""
    is_worked = working(paper, place, hand)
    paper.say(around[0] if is_worked else "")
    paper.entry(*place)
    paper.say(around[1] if is_worked else "")


def can_be_worked(paper: Paper, key: str) -> bool:
    """Whether what the entries of a line are calculated from can be written."""
    found = is_product(paper, key) or scaled_of(paper, key) or powers_of(paper, key)
    return bool(found or (shares_of(paper, key) and sums_of(paper, key)))


def working(paper: Paper, place: Place, hand: Hand = PLAIN) -> bool:
    """Writes what an entry is calculated from; nothing where not all of it is on the page."""
    key, i, j = place
    if not can_be_worked(paper, key):
        return False
    if is_product(paper, key):
        product(paper, place, paper.once("times", *hand.times))
        return True
    if source := powers_of(paper, key):
        start, close = paper.once("power", *hand.powers)
        paper.say(start)
        paper.entry(source, i, j, part=Part(place, None, "exponent"))
        paper.say(close)
        return True
    before, between, after = paper.once("bar", *hand.bars)
    found = shares_of(paper, key)
    paper.say(before)
    paper.entry(found[0] if found else str(scaled_of(paper, key)), i, j, part=Part(place, None, "numerator"))
    paper.say(between)
    if found:
        paper.entry(str(sums_of(paper, key)), i, 0, part=Part(place, None, "denominator"))
    paper.say(("" if found else root(paper)) + after, "constant")
    return True


def equation(
    paper: Paper, place: Place, label: str, is_single: bool, hand: Hand = PLAIN, around: tuple[str, str] = (" = ", "")
) -> None:
    """An entry behind its label and what it is calculated from, or the whole row."""
    with paper.row(label):
        paper.say(f"{label} = ", "index")
        if is_single:
            result(paper, place, hand, around)
        else:
            row(paper, *place[:2], paper.separator("equation", ", ", "; "))


def cells(paper: Paper, key: str, is_single: bool = True) -> list[Place]:
    """The entries of a line in turn; only the first of each row where rows are written as a whole."""
    return [place for places in paper.places(key) for place in (places if is_single else places[:1])]


def addends(paper: Paper, key: str, i: int, between: str = " + ", around: tuple[str, str] = ("", " = ")) -> None:
    """The powers that a row sum is of, written again; nothing where they are not on the page."""
    powers = "E" + key[1:]
    if base(key) == "Z" and powers in paper.written and sums_of(paper, powers) and key not in paper.work.mistakes:
        again(paper, paper.places(powers)[i], key, between, around)


def factors(paper: Paper, key: str) -> list[list[list[Place]]]:
    """The rows of the two matrices that are multiplied."""
    found = []
    for arg in paper.work.calculation.records[key].expr.args:
        rows = paper.places(arg.args[0].key if arg.op == "transpose" else arg.key)
        found.append([list(column) for column in zip(*rows, strict=True)] if arg.op == "transpose" else rows)
    return found
