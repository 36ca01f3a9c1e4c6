"""What stands above and behind an ink: powers, transposes, indices of whole formulas."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from attncalc.reading.brackets import TooDeepError
from attncalc.reading.ink import Ink
from attncalc.reading.names import TURNS, script
from attncalc.reading.numerals import HIGH, argument, plain

if TYPE_CHECKING:
    from attncalc.reading.expression import Reader

INDEXED = {"call", "matrix", "sum", "product", "quotient", "transpose"}
MAX_RAISED = 12


def raised(reader: Reader, ink: Ink) -> Ink:
    """An ink with what stands above it."""
    for _ in range(MAX_RAISED):
        token = reader.next
        if token.kind == "turn" and ink.kind != "number":
            reader.place += 1
            ink = reader.ink("transpose", ink.start, token.end, (ink,))
        elif token.kind == "above":
            reader.place += 1
            digits = token.text.translate(HIGH)
            exponent = (
                reader.number(digits, token.start, token.end)
                if digits.lstrip("-").isdecimal()
                else (reader.ink("name", token.start, token.end, name=token.text))
            )
            ink = reader.ink("power", ink.start, token.end, (ink, exponent))
        elif token.kind == "op" and token.text == "^":
            above = _above(reader, ink)
            if above is None:
                return ink
            ink = above
        elif token.kind == "op" and token.text == "_" and ink.kind in INDEXED:
            reader.place += 1
            ink = _turned_place(reader, ink, script(reader))
        else:
            return ink
    raise TooDeepError


def _turned_place(reader: Reader, ink: Ink, indices: list[str]) -> Ink:
    """K^T_{12} is an entry of K, which stands in row 2; what else has indices loses them."""
    if ink.kind != "transpose" or ink.args[0].kind != "name" or ink.args[0].indices:
        return ink
    pair = list(indices[0]) if len(indices) == 1 and len(indices[0]) == 2 and indices[0].isdecimal() else indices
    turned = len(ink.args[0].name) == 1  # (QK^T)_{12} stands in row 1
    inner = replace(ink.args[0], indices=tuple(reversed(pair) if turned else pair))
    return reader.ink("transpose", ink.start, reader.words[reader.place - 1].end, (inner,))


def _above(reader: Reader, ink: Ink) -> Ink | None:
    """The power, or the transpose, of an ink before ^."""
    start = reader.place
    reader.place += 1
    if _is_turn(reader):
        return reader.ink("transpose", ink.start, reader.words[reader.place - 1].end, (ink,))
    if reader.next.text == "*":
        reader.left.append(reader.next)
        reader.place += 1
        return None
    exponent = _exponent(reader)
    if exponent is None:
        reader.left.append(reader.words[start])
        reader.place = max(reader.place, start + 1)
        return None
    if reader.next.text == "^" and reader.after().kind in ("number", "ink"):  # 2^3^2 is 2^(3^2)
        with reader.deeper():
            exponent = raised(reader, exponent)
    return reader.ink("power", ink.start, reader.words[reader.place - 1].end, (ink, exponent))


def _is_turn(reader: Reader) -> bool:
    token = reader.next
    if token.kind == "turn" or (token.kind in ("word", "unknown") and token.text in TURNS):
        reader.place += 1
        return True
    if token.text in ("{", "("):
        end, behind = reader.end_of(reader.place)
        inside = reader.words[reader.place + 1 : end]
        if len(inside) == 1 and (inside[0].kind == "turn" or inside[0].text in TURNS):
            reader.place = behind
            return True
    return False


def _exponent(reader: Reader) -> Ink | None:
    first, negative = reader.next, False
    while reader.next.kind == "op" and reader.next.text in ("-", "+"):
        negative ^= reader.next.text == "-"
        reader.place += 1
    token = reader.next
    if token.kind == "number":
        reader.place += 1
        return reader.number(f"{'-' if negative else ''}{plain(token)}", first.start, token.end)
    inner = argument(reader)
    return reader.ink("neg", first.start, inner.end, (inner,)) if inner and negative else inner
