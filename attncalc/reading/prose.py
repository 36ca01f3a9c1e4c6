"""The mathematics in lines of plain text: runs of words that are numbers, signs and names, with their labels."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.reading.brackets import Ends, ends
from attncalc.reading.commands import FUNCTIONS, words_of
from attncalc.reading.languages import COUNTED, PLAIN, RESULTING, ROWS
from attncalc.reading.tokens import Token

MARKER = re.compile(
    r"[ \t>]*(?:#{1,6}[ \t]+(?:[Ss]tep[ \t]\d{1,3}(?=[ \t]\())?"
    r"|[-*+•][ \t]+(?:\[[ xX]\][ \t]+)?|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)][ \t]+){0,3}"
)
ALWAYS = words_of(
    "number op sign fraction root begin end text dress colour quad row slash"
    " turn above below big infinity amp drop space ink braced"
)
GROUPED = {"braced", "text", "dress", "colour", "drop", "fraction", "root"}
IDEOGRAPHS = "\u1100"  # the first of the signs that are words: of Korean, Chinese and Japanese
NAMING = {"word", "turn", "below", "above", "number"}
MAX_LABEL, MAX_NAME = 4, 8
MAX_LETTERS = 3
AND = words_of("e y i и")  # letters that are words
ENDLESS = {"inf", "infinity"}
ABOVE = re.compile(r"[\u0302-\u0305]")
LESSENED = {"open", "comma", "sign", "op"}  # before what is a name if something is subtracted from it
OPENING = {"comma", "semicolon", "close"}
MAX_BETWEEN = 60


def runs(words: list[Token]) -> Iterator[tuple[list[Token], bool]]:
    """Each run of mathematics in a line, and whether it reaches the line's end."""
    found = ends(words)
    marks = _marks(words, found)
    place = 0
    while place < len(words):
        if not marks[place]:
            place += 1
            continue
        start, stop = place, _end(words, marks, place)
        place = max(stop, place + 1)
        if run := _trimmed(words, start, stop):
            first, last = run
            yield [*_label(words, first), *words[first:last]], last == len(words)


def _marks(words: list[Token], found: Ends) -> list[bool]:
    """For each word whether it is mathematics."""
    marks = [
        token.kind in ALWAYS
        or (token.kind == "word" and _is_symbol(words, place))
        or (token.kind == "blank" and (token.text[0] == "_" or (place > 0 and words[place - 1].kind == "sign")))
        or (token.kind == "percent" and place > 0 and words[place - 1].kind == "number")
        for place, token in enumerate(words)
    ]
    for place, token in enumerate(words):
        if token.kind in GROUPED:
            _mark_groups(words, marks, place, found)
        elif token.kind == "begin":
            marks[place : found[place][0]] = [True] * (found[place][0] - place)
    for place in sorted(found, reverse=True):  # from the inside out
        end, closed = found[place]
        if words[place].kind == "open" and not marks[place]:
            inside = range(place + 1, end)
            listed = all(marks[i] or words[i].kind in ("comma", "semicolon", "blank", "stop") for i in inside)
            listed = listed or {words[i].kind for i in inside} == {"number", "comma", "colon"}  # S[1,:]
            if (closed or words[place].text == "[") and listed and end > place + 1:
                marks[place : end + closed] = [True] * (end + closed - place)
            elif not closed and _calculates(words, place - 1) and marks[place + 1 : place + 2] == [True]:
                marks[place] = True
    closing = {end for end, closed in found.values() if closed}
    for place, token in enumerate(words):
        if token.kind == "close" and place not in closing and marks[place - 1 : place] == [True]:
            marks[place] = _calculates(words, place + 1)
    return marks


def _calculates(words: list[Token], place: int) -> bool:
    """Whether a word stands there that mathematics stands beside: a bracket at it is one bracket too many."""
    return 0 <= place < len(words) and words[place].kind in ("sign", "op")


def _mark_groups(words: list[Token], marks: list[bool], place: int, found: Ends) -> None:
    behind = place + 1
    while behind < len(words) and words[behind].kind == "open" and words[behind].text in ("{", "["):
        if words[behind].text == "[" and words[place].kind != "root":
            return
        end, closed = found[behind]
        marks[behind : end + closed] = [True] * (end + closed - behind)
        behind = end + closed


def _is_symbol(words: list[Token], place: int) -> bool:
    """Whether a word of a plain line is a name of mathematics and no word of a language."""
    before = words[place - 1] if place else None
    behind = words[place + 1] if place + 1 < len(words) else None
    if before and before.kind == "other" and before.text in "'’" and not words[place].gap:
        return False  # the student's
    if _is_and(words, place):
        return False
    if behind and (known := _before(words, place, behind)) is not None:
        return known
    return _behind(words[place], before) or _is_short(words[place].text, before, behind)


def _is_and(words: list[Token], place: int) -> bool:
    """Whether a letter stands for "and" between two statements: K = [[1, 2]] e V = [[3, 4]]."""
    around = words[place - 1 : place + 3] if place else []
    if len(around) < 4 or words[place].text not in AND:
        return False
    return around[1].gap > 0 and around[2].gap > 0 and around[2].kind == "word" and around[3].kind == "sign"


def _before(words: list[Token], place: int, behind: Token) -> bool | None:
    """What the word behind a name says: indices and brackets follow names, i.e. is none."""
    text, glued = words[place].text, not behind.gap
    if behind.kind in ("below", "above") or (glued and behind.text in ("_", "^") and behind.end - behind.start <= 1):
        return True
    if text.lower() in FUNCTIONS:
        return behind.kind in ("open", "number", "root", "begin", "sign", "fraction")
    if not glued:
        return None
    if behind.kind == "word" and text[-1].isdecimal() and behind.text[-1].isdecimal():  # W11s1
        return None
    if behind.kind == "word" or (behind.kind == "stop" and place + 2 < len(words) and not words[place + 2].gap):
        return False
    if behind.text == "(" and len(text) > 1 and text not in PLAIN:
        return True
    inside = [word.kind for word in words[place + 2 : place + 4]]
    return True if behind.text == "[" and (len(text) == 1 or inside == ["number", "close"]) else None


def _behind(token: Token, before: Token | None) -> bool:
    """Whether the word before a name makes it one: d_model, -inf."""
    if before is None or before.kind != "op":
        return False
    return (before.text == "_" and not token.gap) or (before.text == "-" and token.text.lower() in ENDLESS)


def _is_short(text: str, before: Token | None, behind: Token | None) -> bool:
    """Whether a word has as few letters as names have: q, x1, Wq, QKT."""
    text = ABOVE.sub("", text)
    letters = text.rstrip("0123456789")
    if letters != text:
        return len(letters) <= MAX_LETTERS
    if text in PLAIN:
        return _joined(behind) or (len(text) == 1 and (_joined(before) or _is_lessened(before, behind)))
    if len(text) == 1:
        return text.isascii() or (text.isalpha() and text < IDEOGRAPHS)
    return (len(text) == 2 and not text.islower() and text.isascii()) or (len(text) <= 4 and text.isupper())


def _joined(token: Token | None) -> bool:
    return token is not None and (
        token.kind == "sign" or (token.kind == "op" and token.text in ("*", "/", "+", "^", "_"))
    )


def _is_lessened(before: Token | None, behind: Token | None) -> bool:
    """Whether something is subtracted from a letter: it is A - B; the dash behind another word may be one of prose."""
    is_minus = behind is not None and behind.kind == "op" and behind.text == "-"
    is_calculated = before is not None and (before.kind in LESSENED or before.text.lower() in RESULTING)
    return is_minus and is_calculated


def _end(words: list[Token], marks: list[bool], place: int) -> int:
    """Where a run ends: commas and colons are part of it only between mathematics."""
    while place < len(words):
        token = words[place]
        if marks[place]:
            place += 1
            continue
        following = words[place + 1] if place + 1 < len(words) else None
        goes_on = following is not None and marks[place + 1] and following.kind != "sign"
        if (token.kind in ("comma", "semicolon") and goes_on and place and marks[place - 1]) or (
            token.kind == "colon" and (following is None or marks[place + 1]) and _is_name(words, marks, place)
        ):
            place += 1
        else:
            return place
    return place


def _is_name(words: list[Token], marks: list[bool], place: int) -> bool:
    """Whether only a name stands before a colon: Q:, K^T:, S_12:."""
    start = place
    while start and marks[start - 1] and place - start < MAX_NAME and _names(words, start - 1):
        start -= 1
    part = words[start:place]
    if not part or not any(token.kind == "word" for token in part) or part[0].kind == "number":
        return False
    if start and marks[start - 1] and words[start - 1].kind == "op":
        return False
    holds = place + 1 < len(words) and words[place + 1].kind in ("open", "ink", "begin")  # for x1, q: (1, 2)
    return holds or start == 0 or words[start - 1].kind != "word"


def _names(words: list[Token], place: int) -> bool:
    """Whether a word may be part of a name; a number before a blank is none: 0.3  q2: …"""
    token = words[place]
    is_part = token.kind in NAMING or token.text in ("_", "^", "{", "}", "[", "]", "/", "√")
    return is_part and not (token.kind == "number" and words[place + 1].gap)


def _trimmed(words: list[Token], start: int, stop: int) -> tuple[int, int] | None:
    """A run without the signs of emphasis and enumeration at its ends."""
    while start < stop and _hangs(words, start, stop):
        start += 1
    while stop > start and (
        words[stop - 1].kind in ("comma", "semicolon") or (words[stop - 1].kind == "op" and stop < len(words))
    ):
        stop -= 1
    if stop < len(words) and stop > start and words[stop - 1].kind == "sign":
        stop -= 1
    part = words[start:stop]
    has_sign = any(token.kind in ("sign", "colon") for token in part)
    has_digit = any(token.kind == "number" for token in part)
    if any(token.kind == "ink" for token in part):
        return start, stop
    if not part or not (has_sign or (has_digit and len(part) > 1) or (has_digit and _is_result(words, start))):
        return None
    return start, stop


def _is_result(words: list[Token], place: int) -> bool:
    """Whether a number in a sentence was calculated: it has two decimals or more, and counts nothing."""
    token = words[place]
    before = words[place - 1].text.lower().rstrip(".") if place else ""
    is_joined = before[-1:] >= IDEOGRAPHS  # in languages that part no words
    leads = before in RESULTING or (is_joined and before[-1] in RESULTING) or before in (":", "：")
    least = 1 if leads else 2
    decimals = re.fullmatch(rf"\d*[.,](\d{{{least},}})", token.text)
    behind = words[place + 1] if place + 1 < len(words) else None
    is_share = behind is not None and behind.kind == "percent"
    is_whole = leads and any(
        word.kind == "op" and word.text in ("*", "+") for word in words[max(0, place - MAX_BETWEEN) : place]
    )
    is_counted = behind and behind.kind == "word" and not behind.gap and behind.text < IDEOGRAPHS
    if not (decimals or is_share or is_whole) or place == 0 or is_counted or before in COUNTED:
        return False
    return words[place - 1].kind in ("word", "comma", "colon", "op", "open") and bool(token.gap or is_joined)


def _hangs(words: list[Token], start: int, stop: int) -> bool:
    """Whether a word at the start of a run is no part of it."""
    token = words[start]
    behind = words[start + 1] if start + 1 < stop else None
    if token.kind in OPENING or token.kind in ("amp", "row", "slash", "percent", "turn", "above"):
        return True
    if token.kind == "op" and token.text != "√":
        return (
            token.text not in ("-", "+")
            or behind is None
            or behind.kind == "sign"
            or (start > 0 and words[start - 1].kind in ("word", "other") and token.gap == behind.gap)
            or bool(token.gap and behind.gap and behind.text == "-")  # – −0.5
        )
    numbered = token.kind == "number" and start > 0 and words[start - 1].kind == "word" and token.text.isdecimal()
    is_apart = behind is not None and (behind.gap or behind.kind == "sign") and not _is_times(words, start + 1)
    if numbered and behind and behind.kind == "open" and behind.gap:
        return words[start - 1].text.lower() in ROWS  # token 2  [1, 0]
    return bool(numbered and is_apart and behind and behind.kind in ("word", "dress", "text", "sign", "fraction"))


def _is_times(words: list[Token], place: int) -> bool:
    """Whether an x stands between two numbers: 5 x 3."""
    around = [word.kind for word in words[max(0, place - 1) : place + 2]]
    return words[place].text in ("x", "X") and around == ["number", "word", "number"]


def _label(words: list[Token], start: int) -> list[Token]:
    """The words before a sign, as one label: Output tokens = …, head 1 = …"""
    if start == 0 or words[start].kind != "sign" or words[start].text not in ("=", "≈", "->"):
        return []
    stop = first = start
    if words[stop - 1].kind == "close":
        depth = stop - 1
        while depth and words[depth].kind != "open" and stop - depth < 12:
            depth -= 1
        stop = first = depth
    while first and stop - first < MAX_LABEL and _is_word(words, first - 1, stop):
        first -= 1
    while first < stop and words[first].kind == "number":
        first += 1
    if first == stop:
        return []
    part = words[first:stop]
    text = " ".join(token.text for token in part)
    kind = "word" if len(part) == 1 else "label"
    return [Token(kind, text, part[0].start, part[-1].end, part[0].gap, struck=part[0].struck)]


def _is_word(words: list[Token], place: int, stop: int) -> bool:
    token = words[place]
    behind = words[place + 1] if place + 1 < stop else None
    is_last = token.kind == "number" and token.text.isdecimal() and place == stop - 1
    return (behind is None or behind.gap != 2) and (token.kind == "word" or is_last)
