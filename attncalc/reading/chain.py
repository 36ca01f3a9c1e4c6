"""One chain of sides with the signs between them, and the labels that stand at its ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from attncalc.reading.ink import Ink

MAX_PLACE = 2
TIMES = re.compile(r"[·*×⋅∙]|\\(cdot|times|ast)\b")


@dataclass
class Chain:
    """Sides and the signs between them; `opens` is a sign before the first side, `ends_open` one behind the last.

    `said` are words of a sentence that stand between its sides.
    """

    start: int
    end: int
    sides: list[Ink] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    opens: str = ""
    struck: bool = False
    said: str = ""

    @property
    def ends_open(self) -> bool:
        """Whether something has to follow."""
        return len(self.signs) >= len(self.sides) > 0


def next_label(chain: Chain) -> Ink | None:
    """The name that ends a side before one more sign and begins another equation: x1 = [1 2]  x2 = …"""
    if not chain.signs or len(chain.sides) < 2 or chain.sides[-1].kind != "product":
        return None
    *factors, label = chain.sides[-1].args
    first, before = chain.sides[0], factors[-1]
    if label.kind != "name" or before.kind not in ("number", "matrix", "blank") or before.end == label.start:
        return None
    if before.kind == "matrix" and not (label.indices and (first.name == label.name or first.kind == "matrix")):
        return None
    held = chain.sides[-1]
    if TIMES.search(held.text[before.end - held.start : label.start - held.start]):
        return None
    text = held.text[: before.end - held.start]
    chain.sides[-1] = Ink("product", held.start, before.end, text, tuple(factors)) if len(factors) > 1 else before
    chain.end = before.end
    return label


def without_place(chain: Chain) -> Chain:
    """Without the (1,2) that says which entry the chain is about: it is left to the words."""
    if len(chain.sides) < 2 or chain.opens or not _is_place(chain.sides[0]) or chain.sides[1].kind == "matrix":
        return chain
    return Chain(chain.sides[1].start, chain.end, chain.sides[1:], chain.signs[1:], "", chain.struck)


def apart(chain: Chain) -> list[Chain]:
    """Bare numbers before a list of another size are no label of it: only the last can be one."""
    if len(chain.sides) < 2 or chain.opens or not all(side.kind == "matrix" for side in chain.sides[:2]):
        return [chain]
    bare, listed = chain.sides[:2]
    if bare.text[:1] in "[({\\⟨" or len(bare.args) != 1 or len(listed.args) != 1:
        return [chain]
    *cells, last = bare.args[0].args
    if len(bare.args[0].args) == len(listed.args[0].args) or len(cells) < 2 or chain.struck:
        return [chain]
    text = bare.text[: cells[-1].end - bare.start]
    row = Ink("matrix", bare.start, cells[-1].end, text, (Ink("row", bare.start, cells[-1].end, text, tuple(cells)),))
    label = Ink("words", last.start, last.end, last.text, name=last.text)
    rest = Chain(last.start, chain.end, [label, *chain.sides[1:]], chain.signs)
    return [Chain(row.start, row.end, [row]), rest]


def _is_place(ink: Ink) -> bool:
    if ink.kind != "matrix" or len(ink.args) != 1 or len(ink.args[0].args) > MAX_PLACE or ink.text[:1] == "[":
        return False
    return all(cell.kind == "number" and cell.text.isdecimal() and len(cell.text) < 3 for cell in ink.args[0].args)
