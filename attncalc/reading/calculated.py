"""Lines that calculate: with words in place of signs, a colon that divides, a slash that parts two equations."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from attncalc.reading.cells import Words, gap
from attncalc.reading.languages import CALCULATING, RESULTS

EQUALS = {"=", "≈"}
NEAR = 60  # words, within which a result follows
SHORT = 3  # letters of a name with its index


def in_signs(words: Words) -> Words:
    """The words of a line, where words between numbers calculate with them: 1 times 2 plus 0 times 3 is 2."""
    found = [replace(token, kind="op", text=CALCULATING[token.text.lower()]) if (
        token.text.lower() in CALCULATING and _is_between_numbers(words, place)) else token
        for place, token in enumerate(words)]  # fmt: skip
    for place, token in enumerate(found):
        is_calculated = words[max(0, place - 2)] is not found[max(0, place - 2)] and _is_between_numbers(found, place)
        if token.text.lower() in RESULTS and (is_calculated or _is_entry(words, place)):
            found[place] = replace(token, kind="sign", text="=")
    return found


def _is_entry(words: Words, place: int) -> bool:
    """Whether a name with an index stands before a word, and its value behind: S_1 is 2, o₂ is (1, 0)."""
    if not 0 < place < len(words) - 1 or words[place + 1].kind not in ("number", "open"):
        return False
    before = words[place - 1]
    is_index = before.kind == "below" or (before.kind == "number" and place > 1 and words[place - 2].text == "_")
    return is_index or (before.kind == "word" and len(before.text) <= SHORT and before.text[-1].isdigit())


def _is_between_numbers(words: Words, place: int) -> bool:
    """Whether a number, or a bracket, stands on both sides of a word."""
    if words[place].kind != "word" or not 0 < place < len(words) - 1:
        return False
    return words[place - 1].kind in ("number", "close") and words[place + 1].kind in ("number", "open")


def divided(words: Words) -> Words:
    """The words of a line, where a colon between two numbers divides, as it is taught at school: 5,87 : 7,29 = 0,81."""
    return [
        replace(token, kind="op", text="/") if token.kind == "colon" and _divides(words, place) else token
        for place, token in enumerate(words)
    ]


def _divides(words: Words, place: int) -> bool:
    """Whether a colon stands apart between numbers, no row's number before it, and a result follows."""
    if not 0 < place < len(words) - 1 or not words[place].gap or not words[place + 1].gap:
        return False
    before, behind = words[place - 1], words[place + 1]
    numbers = before.kind in ("number", "close") and behind.kind in ("number", "open", "root", "op", "fraction")
    is_label = before.text.isdecimal() and (place == 1 or words[place - 2].kind in ("word", "comma"))
    is_place = before.kind == "close" and any(word.kind == "comma" for word in words[max(0, place - 4) : place])
    follows = any(word.text in EQUALS for word in words[place : place + NEAR])
    return numbers and not is_label and not is_place and follows


def equations(words: Words) -> Words:
    """The words of a line, where a slash or bar with blanks around parts two equations: 1 + 2 = 3 / 4 + 5 = 9."""
    cuts = [i for i, token in enumerate(words) if token.text in ("/", "|") and token.gap and gap(words, i + 1)]
    if not cuts:
        return words
    said = [_is_calculated(words[start:stop]) for start, stop in pairwise([0, *cuts, len(words)])]
    apart = {cut for cut, (before, behind) in zip(cuts, pairwise(said), strict=True) if before and behind}
    return [replace(token, kind="semicolon") if place in apart else token for place, token in enumerate(words)]


def _is_calculated(words: Words) -> bool:
    """Whether a result stands behind a calculation in numbers, and no name before it."""
    sign = next((place for place, token in enumerate(words) if token.text in EQUALS), 0)
    kinds = {token.kind for token in words[1:sign]}
    return {"number", "op"} <= kinds and all(token.kind != "word" for token in words[max(0, sign - 3) : sign])
