"""Where a cell of a list ends that has no brackets around it: a number as people write it, or a closed form."""

from __future__ import annotations

from attncalc.reading.tokens import Token

Words = list[Token]
MAX_FORM = 100  # words of a closed form
NEAR = 2  # blanks, fewer of which stand before a sign for percent
ENDLESS = {"inf", "infinity"}
PARTS = {"number", "op", "open", "close", "root", "above"}  # of a closed form, with these:
CONSTANTS = {"e", "pi", "π", "sqrt", "exp", "ln"}


def gap(words: Words, place: int) -> int:
    """Whether white space stands before a word; 0 where there is none."""
    return words[place].gap if place < len(words) else 0


def cell(words: Words, place: int) -> int | None:
    """Where the number, or the closed form, ends that begins here; None where none does."""
    plain, formula = numeral(words, place), _formula(words, place)
    return formula if plain is None or (formula is not None and formula > plain) else plain


def numeral(words: Words, place: int) -> int | None:
    """Where the number ends that begins here; None where none does."""
    if place >= len(words):
        return None
    token = words[place]
    if token.text == "(":
        return _enclosed(words, place)
    if token.kind == "percent":
        return place + 2 if [word.kind for word in words[place + 1 : place + 2] if not word.gap] == ["number"] else None
    if token.kind == "op" and token.text in ("-", "+") and place + 1 < len(words) and not words[place + 1].gap:
        place += 1
        token = words[place]
        if token.text.lower() in ENDLESS:
            return place + 1
    if token.kind in ("infinity", "blank"):
        return place + 1
    return _behind_number(words, place + 1) if token.kind == "number" else None


def _enclosed(words: Words, place: int) -> int | None:
    """A negative number in parentheses."""
    signed = place + 1 < len(words) and words[place + 1].text == "-"
    end = numeral(words, place + 1) if signed else None
    return end + 1 if end is not None and end < len(words) and words[end].kind == "close" else None


def _behind_number(words: Words, place: int) -> int:
    """Where a number ends: behind a denominator, a power of ten, a sign for percent."""
    texts = [token.text for token in words[place : place + 2]]
    if texts[:1] == ["/"] and texts[-1].isdecimal() and not gap(words, place) and not gap(words, place + 1):
        place += 2
    elif texts in (["*", "10"], ["x", "10"]) and place + 2 < len(words):
        place = _behind_power(words, place)
    near = place < len(words) and words[place].kind == "percent" and words[place].gap < NEAR
    return place + near


def _behind_power(words: Words, place: int) -> int:
    """Where × 10^-5 ends; it is none without a power."""
    power = words[place + 2]
    if power.kind == "above":
        return place + 3
    if power.text != "^":
        return place
    place += 3
    brace = place < len(words) and words[place].text in ("{", "(")
    place += brace
    place += place < len(words) and words[place].text == "-"
    return min(len(words), place + 1 + brace)


def _formula(words: Words, place: int) -> int | None:
    """Where a calculation in numbers, e and roots ends that is written without blanks: e^2/(e^4+e^2)."""
    depth, end, has = 0, place, set()
    while end < min(len(words), place + MAX_FORM) and (end == place or not words[end].gap):
        token = words[end]
        depth += (token.kind == "open") - (token.kind == "close")
        is_constant = token.text in CONSTANTS or token.text == "√" or token.kind == "root"
        if depth < 0 or token.text == "[" or not (token.kind in PARTS or is_constant):
            break
        has.add("constant" if is_constant else token.kind)
        end += 1
    is_whole = depth == 0 and end > place and words[end - 1].kind != "op"
    is_form = {"number", "constant"} <= has and ("op" in has or words[place].text == "√")
    return end if is_whole and is_form else None
