"""One chain of sides with the signs between them, and the labels that stand at its ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from attncalc.reading.commands import FUNCTIONS
from attncalc.reading.ink import Ink

MAX_PLACE = 2
WIDE = 3  # blanks before the name of another equation
TIMES = re.compile(r"[·*×⋅∙]|\\(cdot|times|ast)\b")


@dataclass
class Chain:
    """Sides and the signs between them; `opens` is a sign before the first side, `ends_open` one behind the last.

    `said` are words of a sentence that stand between its sides; `rows` label the rows of its matrix; it is
    `plain` if it stands in a line of text.
    """

    start: int
    end: int
    sides: list[Ink] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    opens: str = ""
    struck: bool = False
    said: str = ""
    rows: tuple[str, ...] = ()
    plain: bool = False

    @property
    def ends_open(self) -> bool:
        """Whether something has to follow."""
        return len(self.signs) >= len(self.sides) > 0


def next_label(chain: Chain, *, is_told: bool = False) -> Ink | None:
    """The name that ends a side before one more sign and begins another equation: x1 = [1 2]  x2 = …

    It `is_told` where a colon follows.
    """
    if not chain.sides or chain.sides[-1].kind != "product" or not (is_told or (chain.signs and len(chain.sides) > 1)):
        return None
    *factors, label = _with_product(chain.sides[-1])
    first, before = chain.sides[0], factors[-1]
    if (
        label.kind not in ("name", "product", "call" if is_told else "name")
        or before.kind not in ("number", "matrix", "blank")
        or before.end == label.start
    ):
        return None
    if before.kind == "matrix" and not (is_told or _are_entries(first, label) or label.start - before.end >= WIDE):
        return None
    held = chain.sides[-1]
    if TIMES.search(held.text[before.end - held.start : label.start - held.start]):
        return None
    text = held.text[: before.end - held.start]
    chain.sides[-1] = Ink("product", held.start, before.end, text, tuple(factors)) if len(factors) > 1 else before
    chain.end = before.end
    return label


def _with_product(side: Ink) -> tuple[Ink, ...]:
    """The factors of a side, of which names that wide blanks part from a number are one: 1.5    q1·k2 = …"""
    args = side.args
    stop = next((place for place in range(len(args), 0, -1) if args[place - 1].kind not in ("name", "transpose")), 0)
    names = args[stop:]
    if not 0 < stop < len(args) - 1 or names[0].start - args[stop - 1].end < WIDE:
        return args
    text = side.text[names[0].start - side.start :]
    return (*args[:stop], Ink("product", names[0].start, names[-1].end, text, names))


def _are_entries(first: Ink, label: Ink) -> bool:
    """Whether both sides of an equation are called by numbers, as x1 = [1 2] x2 = … are; X W_1 = … is a product."""
    numbered = bool(label.indices) and label.indices[-1].isdecimal()
    return numbered and (first.kind == "matrix" or (bool(first.indices) and first.indices[-1].isdecimal()))


def without_place(chain: Chain) -> Chain:
    """Without the (1,2) that says which entry the chain is about: it is left to the words."""
    if len(chain.sides) < 2 or chain.opens or not _is_place(chain.sides[0]) or chain.sides[1].kind == "matrix":
        return chain
    return Chain(chain.sides[1].start, chain.end, chain.sides[1:], chain.signs[1:], "", chain.struck)


def apart(chain: Chain) -> list[Chain]:
    """Bare numbers before an equation are no label of it: only the last can be one, 0.2 1.5 002 = [1.5 0.5 1]."""
    if [side.kind for side in chain.sides] == ["number", "matrix"] and chain.signs == ["->"]:  # sum 3.03 -> 0.33, 0.67
        bare, listed = chain.sides
        return [replace(chain, end=bare.end, sides=[bare], signs=[]), Chain(listed.start, chain.end, [listed])]
    if called := _called(chain):  # WQ     [1 0; 0 1]
        return [replace(chain, sides=called, signs=[":"])]
    if len(chain.sides) < 3 or chain.opens or chain.signs[:2] != ["", "="] or chain.struck:
        return [chain]
    bare, label = chain.sides[:2]
    if bare.kind != "matrix" or bare.text[:1] in "[({\\⟨" or label.kind != "number":
        return [chain]
    name = Ink("words", label.start, label.end, label.text, name=label.text)
    rest = Chain(label.start, chain.end, [name, *chain.sides[2:]], chain.signs[1:])
    return [Chain(bare.start, bare.end, [bare]), rest]


def _called(chain: Chain) -> list[Ink]:
    """A name and the matrix that stands far behind it, with no sign between, where there is nothing else."""
    factors = list(chain.sides[0].args) if len(chain.sides) == 1 and chain.sides[0].kind == "product" else []
    if [factor.kind for factor in factors] != ["name", "matrix"] or chain.signs or chain.opens:
        return []
    return factors if factors[1].start - factors[0].end >= WIDE else []


def _is_place(ink: Ink) -> bool:
    if ink.kind != "matrix" or len(ink.args) != 1 or len(ink.args[0].args) > MAX_PLACE or ink.text[:1] == "[":
        return False
    return all(cell.kind == "number" and cell.text.isdecimal() and len(cell.text) < 3 for cell in ink.args[0].args)


def join(text: str, held: Chain, chain: Chain) -> None:
    """Goes on with a chain in another one."""
    last, first = held.sides[-1], chain.sides[0] if chain.sides else None
    held.end = max(held.end, chain.end)
    if chain.opens:
        held.signs = [*held.signs[: len(held.sides) - 1], chain.opens]
    elif not held.ends_open and first and last.kind == "name" and last.name.lower() in FUNCTIONS:
        call = replace(
            last, kind="call", end=first.end, text=text[last.start : first.end], args=(first,), name=last.name.lower()
        )
        held.sides[-1] = call
        held.sides += chain.sides[1:]
        held.signs += chain.signs
        return
    elif not held.ends_open and first:
        factors = (*(last.args if last.kind == "product" else (last,)), first)
        held.sides[-1] = Ink("product", last.start, first.end, text[last.start : first.end], factors)
        held.sides += chain.sides[1:]
        held.signs += chain.signs
        return
    held.sides += chain.sides
    held.signs += chain.signs
