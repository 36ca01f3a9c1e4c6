"""Lines that calculate: with words in place of signs, a colon that divides, a slash that parts two equations."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise

from attncalc.reading.cells import Words, gap, numeral
from attncalc.reading.languages import CALCULATING, RESULTS
from attncalc.reading.tokens import Token

EQUALS, ROOTS = {"=", "≈"}, {"√", "sqrt"}
NEAR = 60  # words, within which a result follows
SHORT = 3  # letters of a name with its index
NAME = 5  # letters of a name: sqrt, d_k
FAR = 3  # blanks before what stands in the margin
PARTING = {"colon", "sign", "comma", "semicolon", "other"}
CALCULATION = {"number", "word", "op", "root", "open", "close", "below", "above", "infinity"}


def equated(words: Words) -> Words:
    """The words of a line with its equations in signs, and parted from one another."""
    return beside(told(equations(divided(in_signs(in_margin(answered(at_edge(words))))))))


def at_edge(words: Words) -> Words:
    """The words of a line, where what a named calculation comes to stands behind a bar at its end: s: 1·2 + 3 | 5 |"""
    end = len(words) - (bool(words) and words[-1].text == "|")
    first = next((place for place in range(max(0, end - 2), end) if numeral(words, place) == end), 0)
    stop = first - 1
    if stop < 2 or words[stop].text != "|":
        return words
    begin = max((place + 1 for place in range(stop) if words[place].kind in PARTING), default=0)
    part = words[begin:stop]
    kinds = {token.kind for token in part}
    is_calculated = any(token.text == "+" or (token.kind == "number" and not token.text.isdecimal()) for token in part)
    has_operation = any(token.kind in ("op", "root") for token in part[1:])  # -0.4 | 2 are two cells
    if not (begin and is_calculated and has_operation and kinds <= CALCULATION):
        return words
    return [*words[:stop], replace(words[stop], kind="sign", text="="), *words[first:end]]


def answered(words: Words) -> Words:
    """The words of a line, where a result comes first: q₁₁ = 1.03 (= 1.2·0.7 + 0.2) is q₁₁ = 1.2·0.7 + 0.2 = 1.03."""
    found, begin = list[Token](), 0
    for place in range(2, len(words) - 1):
        first = _result_before(words, place) if place >= begin else 0
        if first > begin and words[place].kind == "open" and words[place + 1].text in EQUALS:
            depths = accumulate((one.kind == "open") - (one.kind == "close") for one in words[place:])
            stop = next((place + far for far, depth in enumerate(depths) if not depth), len(words))
            found += [*words[begin:first], *words[place + 2 : stop], words[place + 1], *words[first:place]]
            begin = stop + 1
    return [*found, *words[begin:]] if begin else words


def _result_before(words: Words, place: int) -> int:
    """Where the number before a place begins that an equation ends in; 0 where there is none."""
    first = next((one for one in range(max(0, place - 2), place) if numeral(words, one) == place), 0)
    return first if first and words[first - 1].text in EQUALS else 0


def in_margin(words: Words) -> Words:
    """The words of a line, parted from what stands in brackets far behind a result: 1·2 + 3·4 = 14      (2 + 12)"""
    last = max((place for place, token in enumerate(words) if token.text in EQUALS), default=len(words))
    for place in range(last + 2, len(words)):
        before, token = words[place - 1], words[place]
        if token.kind == "open" and before.kind == "number" and token.start - before.end >= FAR:
            return [*words[:place], replace(token, kind="stop", end=token.start, text=""), *words[place:]]
    return words


def in_signs(words: Words) -> Words:
    """The words of a line, where words between numbers calculate with them: 1 times 2 plus 0 times 3 is 2."""
    found = [
        replace(token, kind="op", text=CALCULATING[token.text.lower()])
        if (token.text.lower() in CALCULATING and _is_between_numbers(words, place))
        else token
        for place, token in enumerate(words)
    ]
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
    """Whether a colon stands apart between numbers, no row's number before it, and a result follows.

    Close to both of them it does before a root, and before a decimal that the result follows: 3:√2, 0.5:1.25 = 0.4.
    """
    if not 0 < place < len(words) - 1:
        return False
    before, behind = words[place - 1], words[place + 1]
    is_close = not (words[place].gap or behind.gap)
    if not (words[place].gap and behind.gap) and not (
        is_close and (behind.text in ROOTS or _is_divisor(words, place + 1))
    ):
        return False
    is_number = behind.kind in ("number", "open", "root", "op", "fraction") or behind.text in ROOTS
    numbers = before.kind in ("number", "close") and is_number
    is_label = before.text.isdecimal() and (place == 1 or words[place - 2].kind in ("word", "comma"))
    is_place = before.kind == "close" and any(word.kind == "comma" for word in words[max(0, place - 4) : place])
    follows = any(word.text in EQUALS for word in words[place : place + NEAR])
    return numbers and not is_label and not is_place and follows


def _is_divisor(words: Words, place: int) -> bool:
    """Whether a decimal stands here, and the result right behind it."""
    is_decimal = words[place].kind == "number" and not words[place].text.isdecimal()
    return is_decimal and place + 1 < len(words) and words[place + 1].text in EQUALS


def told(words: Words) -> Words:
    """The words of a line, where a colon stands between a calculation and what it comes to: 3.35/√2: 2.37, q1·k1: 2."""
    found, begin = list(words), 0
    for place, token in enumerate(words):
        if token.kind == "colon" and _comes_to(words, begin, place):
            found[place] = replace(token, kind="sign", text="=")
        if token.kind in ("comma", "semicolon", "colon", "sign"):
            begin = place + 1
    return found


def _comes_to(words: Words, begin: int, place: int) -> bool:
    """Whether a calculation in decimals, powers or products of entries stands before a colon, and a number behind."""
    part, value = words[begin:place], numeral(words, place + 1)
    kinds, texts = {token.kind for token in part}, [token.text for token in part]
    if value is None or not kinds <= CALCULATION or not kinds & {"op", "root"} or texts[0].isdecimal():
        return False
    if any(token.kind == "word" and len(token.text) > NAME for token in part):
        return False
    is_product = [token.kind for token in part] == ["word", "op", "word"] and texts[1] == "*"
    has_decimal = any(token.kind == "number" and not token.text.isdecimal() for token in part)
    is_entry = is_product and texts[0][-1].isdecimal() and texts[2][-1].isdecimal()
    return is_entry or texts[:2] == ["e", "^"] or (has_decimal and bool({"/", "*", "^"} & {*texts}))


def beside(words: Words) -> Words:
    """The words of a line, where blanks part equations that have none in them: 3.35/√2=2.37 1.61/√2=1.14."""
    signs = [place for place, token in enumerate(words) if token.kind == "sign" and token.text in EQUALS]
    if len(signs) < 2 or any(words[place].gap or gap(words, place + 1) for place in signs):
        return words
    values = [(numeral(words, sign + 1) or 0, following) for sign, following in pairwise(signs)]
    cuts = {
        value
        for value, following in values
        if 0 < value < following and words[value].gap and not any(word.gap for word in words[value + 1 : following])
    }
    return [one for place, token in enumerate(words) for one in ([_apart(token), token] if place in cuts else [token])]


def _apart(token: Token) -> Token:
    """What parts a word from those before it."""
    return Token("semicolon", ";", token.start, token.start, 1)


def equations(words: Words) -> Words:
    """The words of a line, where a slash or bar with blanks around parts two equations: 1 + 2 = 3 / 4 + 5 = 9.

    So it does where a word names what stands behind each: scores 1, 2 / scaled 0.7, 1.4 / weights 0.3, 0.7; and so
    does a semicolon between calculations and their results: e = 1 + 2 = 3; 4 + 5 = 9.
    """
    words = _listed(words)
    cuts = [i for i, token in enumerate(words) if token.text in ("/", "|") and token.gap and gap(words, i + 1)]
    if not cuts:
        return words
    said = [_is_calculated(words[start:stop]) for start, stop in pairwise([0, *cuts, len(words)])]
    apart = {cut for cut, (before, behind) in zip(cuts, pairwise(said), strict=True) if before and behind}
    named = {cut for cut in cuts if _names(words, cut + 1)}
    kinds = {**dict.fromkeys(named if len(named) > 1 else (), "stop"), **dict.fromkeys(apart, "semicolon")}
    return [replace(token, kind=kinds[place]) if place in kinds else token for place, token in enumerate(words)]


def _listed(words: Words) -> Words:
    """The words of a line, parted where semicolons stand between calculations, each with its result."""
    depth = list(accumulate((token.kind == "open") - (token.kind == "close") for token in words))
    ends = [place for place, token in enumerate(words) if token.kind == "semicolon" and not depth[place]]
    said = [_comes_out(words[start:stop]) for start, stop in pairwise([0, *ends, len(words)])]
    apart = {end for end, (before, behind) in zip(ends, pairwise(said), strict=True) if before and behind}
    return [replace(token, kind="stop") if place in apart else token for place, token in enumerate(words)]


def _comes_out(words: Words) -> bool:
    """Whether numbers are calculated with before the last sign of equality, or products are added up."""
    last = max((place for place, token in enumerate(words) if token.text in EQUALS), default=0)
    is_sum = {"+", "*"} <= {token.text for token in words if token.kind == "op"}
    return {"number", "op"} <= {token.kind for token in words[:last]} or is_sum


def _names(words: Words, place: int) -> bool:
    """Whether a word stands here before a number or a list."""
    if gap(words, place + 1) == 0 or words[place].kind != "word" or len(words[place].text) <= len("dk"):
        return False
    return words[place + 1].kind == "open" or numeral(words, place + 1) is not None


def _is_calculated(words: Words) -> bool:
    """Whether a result stands behind a calculation in numbers, and no name before it."""
    sign = next((place for place, token in enumerate(words) if token.text in EQUALS), 0)
    kinds = {token.kind for token in words[1:sign] if token.text != "_"}
    return {"number", "op"} <= kinds and all(token.kind != "word" for token in words[max(0, sign - 3) : sign])
