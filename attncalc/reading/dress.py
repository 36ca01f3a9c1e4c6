r"""What only dresses a formula is taken off: \mathbf{…}, \boxed{…}, \color{red}, the words of \text{…} are joined."""

from __future__ import annotations

from attncalc.reading.brackets import Ends, ends
from attncalc.reading.commands import BOXED, DECORATED, LINES, STRUCK, words_of
from attncalc.reading.tokens import Token

COLUMNS = {"array", "tabular", "tabularx", "darray"}
MIXED = {"array", "cases", "rcases", "dcases", "tabular"}  # matrices, unless signs stand in them
BRACES = {"underbrace", "overbrace"}
MAX_STRAYS = 100
BARS = {"|", "mid", "vert", "lvert"}
MAX_KET = 8  # words of a name in |v_1⟩


CONNECTING = words_of("and or so with where if then und oder mit also et y hence thus since for because as dann")


def dressed(words: list[Token]) -> list[Token]:
    """The words without what only dresses them; words in \\text{…} are joined."""
    found = ends(words)
    dropped = bytearray(len(words))
    for place, token in enumerate(words):
        if not dropped[place] and token.kind in UNDRESS:
            UNDRESS[token.kind](words, place, found, dropped)
        elif place and token.text == "{" and found[place] == (place + 2, True) and _is_between(words, place):
            dropped[place] = dropped[place + 2] = 1
    kept: list[Token] = []
    gap = 0
    for place, token in enumerate(words):
        gap = max(gap, token.gap)
        if not dropped[place]:
            token.gap, gap = gap, 0
            kept.append(token)
    return _with_begins(kept)


def _ket(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    """The vector v of |v⟩, the product q·k of ⟨q|k⟩."""
    near = range(place + 1, min(len(words), place + MAX_KET))
    end = next((i for i in near if words[i].text == "⟩"), 0)
    if not end or words[place].text not in BARS or words[place + 1].kind != "word":
        return
    start = next((i for i in range(place - 1, max(-1, place - MAX_KET), -1) if words[i].text == "⟨"), None)
    dropped[end] = 1
    if start is None:
        dropped[place] = 1
    else:
        dropped[start] = 1
        words[place].kind, words[place].text = "op", "*"


def _is_between(words: list[Token], place: int) -> bool:
    r"""Whether braces hold a sign between two things: 2{\cdot}1."""
    return words[place + 1].kind in ("op", "sign") and words[place - 1].kind in ("number", "word", "close", "turn")


def _inside(words: list[Token], place: int, found: Ends, bracket: str = "{") -> tuple[int, int] | None:
    """The brace that follows a word: where it opens and where it ends."""
    if place + 1 < len(words) and words[place + 1].kind == "open" and words[place + 1].text == bracket:
        return place + 1, found[place + 1][0]
    return None


def _drop(dropped: bytearray, start: int, end: int) -> None:
    dropped[start : min(end + 1, len(dropped))] = b"\1" * (min(end + 1, len(dropped)) - start)


def _open_up(words: list[Token], inside: tuple[int, int], found: Ends, dropped: bytearray) -> None:
    start, end = inside
    dropped[start] = 1
    if end < len(words) and found[start][1]:
        dropped[end] = 1


def _dress(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    name, inside = words[place].text, _inside(words, place, found)
    dropped[place] = 1
    _begin_at(words, place, inside, found)
    if inside is None:
        return
    _open_up(words, inside, found, dropped)
    behind = inside[1] + 1
    if name in BRACES and behind < len(words) and words[behind].text in ("_", "^"):
        written = _inside(words, behind, found)
        if written and _is_value(words[written[0] + 1 : written[1]]):
            _said(words, inside, written, dropped)
            return
        dropped[behind] = 1
        if written:
            _drop(dropped, *written)
    for token in words[inside[0] : inside[1]]:
        token.boxed = token.boxed or name in BOXED
        token.struck = token.struck or name in STRUCK


def _is_value(words: list[Token]) -> bool:
    """Whether words are a number alone."""
    *signs, last = words or [Token("nothing", "", 0, 0)]
    return last.kind == "number" and [sign.text for sign in signs] in ([], ["-"])


def _said(words: list[Token], inside: tuple[int, int], written: tuple[int, int], dropped: bytearray) -> None:
    """What stands above a brace and the number below it, in parentheses as an equation."""
    words[inside[0]].text, words[written[1]].text = "(", ")"
    sign = words[inside[1] + 1]
    sign.kind, sign.text = "sign", "="
    dropped[inside[1]] = dropped[written[0]] = 1
    dropped[inside[0]] = dropped[written[1]] = 0


def _begin_at(words: list[Token], place: int, inside: tuple[int, int] | None, found: Ends) -> None:
    """A name begins where what dresses it begins, and has its tilde."""
    first, end = inside or (place, place + 2)
    names = [token for token in words[first + 1 : end] if token.kind in ("word", "dress", "open", "close")]
    if not names or names != words[first + 1 : end] or len([token for token in names if token.kind == "word"]) != 1:
        return
    name = next(token for token in names if token.kind == "word")
    name.start = min(name.start, words[place].start)
    name.end = max(name.end, words[end].end if inside and found[first][1] else 0)
    if words[place].text in DECORATED and not name.text.endswith("\u0303"):
        name.text += "\u0303"


def _colour(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    place = _drop_argument(words, place, found, dropped)
    if inside := _inside(words, place, found):
        _open_up(words, inside, found, dropped)


def _text(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    inside = _inside(words, place, found)
    if inside is None:
        dropped[place] = 1
        return
    start, end = inside
    content = words[start + 1 : end]
    letters = [token for token in content if token.kind in ("word", "unknown")]
    if not letters:
        dropped[place] = 1
        _open_up(words, inside, found, dropped)
        return
    _drop(dropped, start, end)
    token = words[place]
    token.kind = "word" if len(content) == 1 and content[0].text.lower() not in CONNECTING else "label"
    token.text = " ".join(part.text for part in content) if len(content) > 1 else content[0].text
    token.end = words[end].end if found[start][1] else content[-1].end


def _drop_argument(words: list[Token], place: int, found: Ends, dropped: bytearray) -> int:
    if words[place].text in ("quad", "qquad"):
        return place
    if words[place].kind != "quad":
        dropped[place] = 1
    for bracket in ("[", "{"):
        if inside := _inside(words, place, found, bracket):
            _drop(dropped, *inside)
            place = inside[1]
    return place


def _blank(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    if words[place].text == "phantom" and (inside := _inside(words, place, found)):
        _drop(dropped, *inside)


def _begin(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    name, (end, closed) = words[place].text, found[place]
    if name in LINES or (name in MIXED and _has_signs(words, place, end)):
        dropped[place] = 1
        if closed:
            dropped[end] = 1
    if name in COLUMNS or name.endswith("matrix") or name == "alignat":
        for bracket in ("[", "{"):
            inside = _inside(words, place, found, bracket)
            if inside and all(
                token.kind in ("word", "bar", "other", "op") for token in words[inside[0] + 1 : inside[1]]
            ):
                _drop(dropped, *inside)
                place = inside[1]


def _braced(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    r"""\pmatrix{1 & 2 \cr 3 & 4} is an environment."""
    inside = _inside(words, place, found)
    if inside is None or not found[inside[0]][1]:
        words[place].kind = "unknown"
        return
    dropped[inside[0]] = 1
    words[place].kind = "begin"
    words[inside[1]].kind, words[inside[1]].text = "end", words[place].text


def _has_signs(words: list[Token], place: int, end: int) -> bool:
    return any(token.kind == "sign" for token in words[place:end])


def _end(words: list[Token], place: int, _found: Ends, dropped: bytearray) -> None:
    if words[place].text in LINES:
        dropped[place] = 1


def _sign(words: list[Token], place: int, found: Ends, dropped: bytearray) -> None:
    r"""\xrightarrow{>}: what stands on an arrow is no part of the chain."""
    if words[place].text == "->" and (inside := _inside(words, place, found)):
        _drop(dropped, *inside)


UNDRESS = {
    "dress": _dress,
    "colour": _colour,
    "text": _text,
    "drop": _drop_argument,
    "quad": _drop_argument,
    "blank": _blank,
    "begin": _begin,
    "braced": _braced,
    "end": _end,
    "sign": _sign,
    "bar": _ket,
    "other": _ket,
}


def _with_begins(words: list[Token]) -> list[Token]:
    """An \\end without \\begin: the matrix begins behind the last sign."""
    kept: list[Token] = []
    opened = start = strays = 0
    for token in words:
        opened += token.kind == "begin"
        if token.kind == "end" and opened:
            opened -= 1
        elif token.kind == "end":
            strays += 1
            if strays > MAX_STRAYS or start >= len(kept):
                continue
            first = kept[start]
            kept.insert(start, Token("begin", token.text, first.start, first.start, first.gap))
        kept.append(token)
        if token.kind in ("sign", "end") and not opened:
            start = len(kept)
    return kept
