r"""Numbers as they are written: -1/2, 2 1/2, \frac{1}{2}, 1.2 \times 10^{-5}, 27\%; and fractions and roots."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from attncalc.reading.ink import Ink
from attncalc.reading.number import VULGAR, numeral
from attncalc.reading.tokens import Token

if TYPE_CHECKING:
    from attncalc.reading.expression import Reader

DOUBT = re.compile(r"\[([\d|]{3,7})\]")
THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:(?:\{,\}|,)\d{3})+")


def number(reader: Reader) -> Ink:
    """The number that begins here."""
    return _number(reader, reader.next.start, "")


def percent(reader: Reader) -> Ink | None:
    """A number behind its sign for percent: %41,2 as in Turkish."""
    behind = reader.after()
    if behind.kind != "number" or behind.gap:
        return None
    reader.place += 2
    return reader.number(f"{plain(behind)}%", behind.start, behind.end, boxed=behind.boxed)


def negative(reader: Reader, sign: Token) -> Ink | None:
    """A number with its minus sign; None where a power of it, or something else, is negative."""
    if reader.next.kind == "infinity" or reader.next.text.lower() in ("inf", "infinity"):
        end = reader.next.end
        reader.place += 1
        return reader.number("-inf", sign.start, end)
    if reader.next.kind == "fraction":
        return _plain_fraction(reader, sign.start, "-")
    if reader.next.kind != "number" or reader.after().text == "^" or reader.after().kind == "above":
        return None
    return _number(reader, sign.start, "-")


def plain(token: Token) -> str:
    """The text of a decimal, with a point and with nothing behind it."""
    return token.text.replace(" ", "").replace("{,}", ".").replace(",", ".").replace("−", "-").rstrip(".")


def others(text: str) -> list[str]:
    """What a number may say as well: its thousands parted by commas, another digit where one could not be told."""
    if doubt := DOUBT.search(text):
        return [text.replace(doubt[0], digit) for digit in doubt[1].split("|")[1:]]
    return [re.sub(r"\{,\}|,", "", text)] if THOUSANDS.fullmatch(text) else []


def _number(reader: Reader, start: int, sign: str) -> Ink:
    token = reader.next
    text, boxed = plain(token), token.boxed
    if also := others(token.text):
        reader.place += 1
        found = reader.number(sign + DOUBT.sub(lambda doubt: doubt[1][0], text), start, token.end, boxed=boxed)
        return replace(found, also=tuple(known for other in also if (known := numeral(sign + other))))
    if token.text in VULGAR:
        text = token.text
    reader.place += 1
    text += _fraction_part(reader, token, text) or _over(reader, token, text)
    if reader.next.kind == "percent" and not (reader.spaced and reader.next.gap):
        reader.place += 1
        text += "%"
    text += _power_of_ten(reader)
    return reader.number(sign + text, start, reader.words[reader.place - 1].end, boxed=boxed)


def _is_whole(token: Token) -> bool:
    return token.kind == "number" and token.text.isdecimal()


def _over(reader: Reader, above: Token, text: str) -> str:
    """The rest of 1/2."""
    slash, below = reader.next, reader.after()
    if not (text.isdecimal() and slash.kind == "op" and slash.text == "/" and _is_whole(below)):
        return ""
    before = reader.place - 2
    while before > 0 and reader.words[before].text in ("-", "+"):
        before -= 1
    if before >= 0 and reader.words[before].text == "/":  # 2/3/4 is 2/3 over 4
        return ""
    if reader.after(2).text == "^" or reader.after(2).kind == "above" or int(below.text) == 0:
        return ""
    if reader.after(2).kind == "op" and reader.after(2).text == "/":
        return ""
    reader.place += 2
    return f"/{below.text}"


def _fraction_part(reader: Reader, whole: Token, text: str) -> str:
    """The rest of 2 1/2, 2½ and 2\\frac{1}{2}."""
    if not text.isdecimal() or reader.next.kind not in ("number", "fraction"):
        return ""
    if reader.next.text in VULGAR:
        reader.place += 1
        return reader.words[reader.place - 1].text
    if reader.next.kind == "fraction":
        place = reader.place
        parts = _wholes(reader, place)
        if parts and int(parts[0]) < int(parts[1]) and reader.words[parts[2]].gap < 2:
            reader.place = parts[2] + 1
            return f" {parts[0]}/{parts[1]}"
        return ""
    above, slash, below = reader.next, reader.after(), reader.after(2)
    if reader.spaced or not (_is_whole(above) and slash.text == "/" and _is_whole(below) and above.gap == 1):
        return ""
    if not int(above.text) < int(below.text) or slash.gap or below.gap:
        return ""
    reader.place += 3
    return f" {above.text}/{below.text}"


def _power_of_ten(reader: Reader) -> str:
    r"""The rest of 1.2 \times 10^{-5}."""
    times, ten, power = reader.next, reader.after(), reader.after(2)
    if not (times.text in ("*", "x") and ten.text == "10"):
        return ""
    if power.kind == "above":
        digits = power.text.translate(HIGH)
        if not digits.lstrip("-").isdecimal():
            return ""
        reader.place += 3
        return f"*10^({digits})"
    if power.text != "^":
        return ""
    words = reader.words[reader.place + 3 : min(reader.place + 7, reader.stop)]
    braced = bool(words) and words[0].text in ("{", "(")
    signed = len(words) > braced and words[braced].text == "-"
    whole, *behind = words[braced + signed :] or [power]
    if not _is_whole(whole) or (braced and (not behind or behind[0].kind != "close")):
        return ""
    reader.place += 4 + 2 * braced + signed
    return f"*10^({'-' * signed}{whole.text})"


HIGH = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def _wholes(reader: Reader, place: int) -> tuple[str, str, int] | None:
    r"""Numerator and denominator of a \frac of whole numbers, and the word it ends with."""
    found: list[str] = []
    place += 1
    for _ in range(2):
        words = reader.words[place : min(place + 3, reader.stop)]
        if len(words) == 3 and words[0].text == "{" and _is_whole(words[1]) and words[2].text == "}":
            found.append(words[1].text)
            place += 3
        elif not found and words and _is_whole(words[0]) and len(words[0].text) == 2:
            return words[0].text[0], words[0].text[1], place
        elif words and _is_whole(words[0]):
            found.append(words[0].text)
            place += 1
        else:
            return None
    return (found[0], found[1], place - 1) if int(found[1]) else None


def _plain_fraction(reader: Reader, start: int, sign: str) -> Ink | None:
    parts = _wholes(reader, reader.place)
    if parts is None or int(parts[1]) == 0:
        return None
    behind = reader.words[parts[2] + 1] if parts[2] + 1 < reader.stop else None
    if sign and behind and behind.text == "^":
        return None
    boxed = reader.next.boxed
    reader.place = parts[2] + 1
    return reader.number(f"{sign}{parts[0]}/{parts[1]}", start, reader.words[parts[2]].end, boxed=boxed)


def fraction(reader: Reader) -> Ink | None:
    r"""A \frac: a number where both parts are whole, else a quotient."""
    if number := _plain_fraction(reader, reader.next.start, ""):
        return number
    start = reader.next.start
    reader.place += 1
    above = argument(reader)
    below = argument(reader)
    if above is None or below is None:
        reader.left.append(reader.words[reader.place - 1])
        return above or below
    return reader.ink("quotient", start, reader.words[reader.place - 1].end, (above, below))


def root(reader: Reader) -> Ink | None:
    r"""A square root: \sqrt{2}, √2, √(4 + 1), √d_k."""
    start, name = reader.next.start, "sqrt"
    reader.place += 1
    if reader.next.text == "[" and reader.words[reader.place - 1].text == "sqrt":
        reader.place, name = reader.end_of(reader.place)[1], "root"
    inner = argument(reader)
    args = (inner,) if inner else ()
    return reader.ink("call", start, reader.words[reader.place - 1].end, args, name=name)


def argument(reader: Reader) -> Ink | None:
    """What a command is about: a brace, or the next number or name."""
    token = reader.next
    if token.kind == "open":
        end, behind = reader.end_of(reader.place)
        found = reader.side(reader.place + 1, end)
        reader.place = behind
        return reader.joined(found)
    if token.kind == "number":  # √2/2 is the half of √2
        reader.place += 1
        return reader.number(plain(token), token.start, token.end, boxed=token.boxed)
    if token.kind in ("word", "fraction", "root", "begin", "ink") or token.text == "√":
        return reader.atom()
    return None
