"""What labels and words say about the line that numbers belong to: evidence, which the numbers may outweigh."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attncalc.check.formulas import FORMULAS, lines_of_formula, spelled
from attncalc.check.placing.said import FROM_1, SIZES, First, Said
from attncalc.problem.names import Name, read_name
from attncalc.reading.ink import Ink
from attncalc.reading.languages import COLUMNS, DIVISOR, HEAD, LINES, ORDINAL, PHRASES, PROJECTIONS, ROWS, WITH

NAMED, LIKE, WORD = 0.36, 0.32, 0.2
BOTH = 0.25  # of the weaker, where words and labels say the same

SCALED = re.compile(r"(?:[Ss]'|S̃)(?:_(\d+))?")
ROUNDING = ("round", "around", "print")  # calls that change no line
TILDE = "S\u0303"  # of the scaled scores, or of the masked ones
DRESS = "'\u0303"
LONG = 3  # letters of a name that is a word: weights, scores, out
DOTS = ("product", "call", "matrix")  # q_1·k_3, score(q_1, k_3), ⟨q_1, k_3⟩
ACROSS = ("k", "w")  # vectors that a matrix is multiplied with column by column
NAMING = ("quotient", "power", "call")  # with a name in it, it names a line: QKᵀ/√8
ALONE = re.compile(r"(?:\((\d{1,2})\)\s?:?|(?<![^\s#*-])(\d{1,2})\s?(?:→|[-–]>|=>))\s*$")
TABLE = re.compile(r"\|[^|:]{0,20}(?=\|)|[-:|]{2,}|\s{2,}")  # of a Markdown table
LAST = re.compile(r"(?:^|\s)([A-Z]_?\d?|[A-Z][a-z]?_\w{1,6}|[αβ]_?\d?)\s?[:=]?\s*$")
COLUMN = re.compile(rf"\b(?:{'|'.join(COLUMNS)})\b", re.IGNORECASE)
PLACE = re.compile(  # (1, 2), 1 → 2, row 1, column 2
    rf"\(?\s?(\d{{1,3}})\s?(?:,|→|[-–]>)\s?(?:(?:{'|'.join(COLUMNS)}|key)\s?)?(\d{{1,3}})\s?\)?\W*$", re.IGNORECASE
)
NUMBERED = "|".join(sorted(ROWS, key=len, reverse=True))
ONE_PLACE = re.compile(
    rf"(?:\b(?:{NUMBERED})\b\W{{0,3}}|第\s?)(?P<behind>\d{{1,3}})\W*(?:\b[^\W\d]{{1,6}}\W*|[行词頭头单個个]\W*)?$"
    rf"|\b(?P<before>\d{{1,3}})(?:\.|º|ª|e|er|st|nd|rd|th|번째?)?\s?(?:{NUMBERED})\W*$",
    re.IGNORECASE,
)
LISTED = re.compile(r"[A-Z][a-z]?_?\w{0,2}")
SEVERAL = re.compile(rf"(?<!\w){LISTED.pattern}(?:\s?[,/&]\s?{LISTED.pattern}){{1,5}}\W*$")  # Q, K, V:
QUESTION = re.compile(r"Q\d{1,2}[\s.,:;)]*")  # the first question, or the queries of the first head, and no row of Q
WORD_BEFORE = re.compile(r"(?<!\w)(\w{2,12})[\s:=]*$")
NTH = re.compile(rf"(?:{ORDINAL.pattern})\W{{1,2}}(?:{NUMBERED})\b(?:\W+\w+){{0,4}}\W*$", re.IGNORECASE)
VECTOR = re.compile(r"(?<![\w.])(?<![A-Z]\s)([A-Za-zαβ]{1,2}_?\d)(?:\W{1,3}\w{1,6})?\W*$")  # x2 is, h1 ha


PRODUCT = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(WITH))})\s(?:the\s)?|[×·*@]\s?)\$?"
    r"(W_?\{?\^?[OoQqKkVv])\}?\$?(?:\s\w{1,15})?\W*$",
    re.IGNORECASE,
)
PLAIN = {ord(sign): None for sign in "{}^"}


def said(inks: Iterable[Ink], words: str, heading: str = "", first: First = FROM_1, *, of_rows: bool = False) -> Said:
    """What these labels, and the words before them, say, and which head the heading above them names.

    Words that end in the name of one row, such as k2, do not name numbers that are `of_rows`, of several.
    """
    found = Said(head=head_in(heading))
    found.inks = list(map(_rounded, inks))
    for ink in () if _of_product(found, words, found.inks) or _of_projection(found, words) else found.inks:
        if not (found.lines and ink.kind == "name"):  # o_1 = v_1 = … is o_1
            _of_label(found, ink)
    if not first.brackets and any("[" in ink.text for ink in found.inks):
        found.places = [tuple(index + 1 for index in place) for place in found.places]
    counted = (ink.text for ink in found.inks if ink.text.lower() in ROWS)  # 1열, where 1 stands before a word
    _of_words(found, " ".join((words, *counted)), first.words, of_rows)
    return found


def _of_product(found: Said, words: str, inks: Iterable[Ink]) -> bool:
    """What a weight names after a word that says that it was multiplied with: "times W_O" is C·W_O."""
    weight = next((spelled(ink) for ink in inks if ink.kind == "name" and ink.name == "W"), "")
    told = PRODUCT.search(f"{words} {weight}" if weight else words)
    for line in (
        (line for letter in "CX" for line in lines_of_formula(letter + told[1].translate(PLAIN))) if told else ()
    ):
        _named(found, read_name(line))
    return told is not None


def _of_projection(found: Said, words: str) -> bool:
    """The weights of what a letter names: weights for Q."""
    letter = found.inks[0].name.upper() if len(found.inks) == 1 and found.inks[0].kind == "name" else ""
    told = [line for pattern, line in PROJECTIONS if line[1:].upper() == letter and pattern.search(f"{words} {letter}")]
    for line in told if found.inks and not found.inks[0].indices else ():
        _named(found, Name(line))
    return bool(told)


def _rounded(ink: Ink) -> Ink:
    """What is rounded: O1 of round(O1, 3)."""
    is_rounding = ink.kind == "call" and ink.name in ROUNDING and ink.args[:1] and ink.args[0].kind == "name"
    return ink.args[0] if is_rounding else ink


def _of_label(found: Said, ink: Ink) -> None:
    inner = ink.args[0] if ink.kind == "transpose" and ink.args and ink.args[0].kind == "name" else ink
    text = spelled(inner)
    if inner is not ink and text == "S":  # S' is seldom a transpose
        _named(found, Name("S_scaled"))
        return
    if scaled := SCALED.fullmatch(inner.name) if inner.kind == "name" else None:
        head = scaled[1] or "".join(inner.indices[:1] if inner.name[0] == "S" else ())  # s'_1 is a row
        for line in ("S_scaled", *(["S_masked"] if inner.name.startswith(TILDE) else [])):
            _named(found, Name(line, (int(head),) if head.isdecimal() else ()))
    if inner is not ink and (name := read_name(text)):
        found.transposed.add(name.base)
    numbered = "".join(index for index in inner.indices if index.isdecimal())
    plain = inner.name.rstrip(DRESS)
    names = [] if scaled else [read_name(text) or read_name(plain), read_name(plain + numbered) if numbered else None]
    if inner.kind == "words":
        found.words += inner.text.split()[:1]
        found.head = head_in(inner.text) or found.head
    if inner.kind == "name":
        for name in names:  # v_2 is the second entry of v, or the second row of V
            _named(found, name, exact=inner is ink, places=not inner.indices)
    else:
        _named(found, read_name(text) if ink.kind == "product" else None)
        heads = {digits[-1] for part in ink.walk() for index in part.indices if (digits := re.findall(r"\d+", index))}
        found.head = int(heads.pop()) if len(heads) == 1 else found.head
    if text.replace("_", "").lower() in SIZES:
        _add(found, SIZES[text.replace("_", "").lower()], NAMED)
    word = plain if inner.kind == "name" and len(plain) >= LONG else ""
    for line, weight in _worded(word).items():
        _add(found, line, weight)
    _of_formula(
        found, inner, spelled(ink), is_formula=ink.kind != "words" and (ink.kind != "name" or len(ink.name) > 1)
    )
    _of_places(found, ink, inner)


def _of_places(found: Said, ink: Ink, inner: Ink) -> None:
    """The places that the indices of a label name: of an entry, a row, or of two rows that are multiplied."""
    if inner.kind == "name" and (place := _indices(inner.indices)):
        found.places.append(place)
    dot = ink.args[0] if ink.kind == "quotient" else ink
    parts = [part for part in dot.walk() if part.kind == "name"] if dot.kind in DOTS else []
    places = [_indices(part.indices) or () for part in parts]
    if list(map(len, places)) == [1, 1]:
        found.places.append((*places[0], *places[1]))
    elif sorted(map(len, places)) == [0, 1]:
        _of_vector(found, parts, next(filter(None, places)))


def _of_vector(found: Said, parts: list[Ink], place: tuple[int, ...]) -> None:
    """The row that a matrix times a vector is, K q_1 and a_1 V; Q k_1 and X w_1 are columns."""
    matrix, vector = sorted(parts, key=lambda part: part.name[:1].islower())
    if matrix.name.isupper() and vector.name.islower() and _indices(vector.indices) == place:
        found.places.append(place)
        found.columns = parts[0] is matrix and vector.name in ACROSS


def _named(found: Said, name: Name | None, *, exact: bool = True, places: bool = True) -> None:
    """A line that is called by its name."""
    if name is None:
        return
    found.exact |= {str(name), name.base} if exact else set()
    _add(found, str(name), NAMED)
    _add(found, name.base, NAMED)
    if (name.row or name.section) and places:
        found.places.append((name.row or name.section[-1],))


def _of_formula(found: Said, ink: Ink, whole: str, *, is_formula: bool) -> None:
    """What a formula as a label says; one of several letters names its line as well as a name does."""
    first = True
    if ink.kind == "quotient" and any(ink.args[0].numbers()) and ink.args[0].text != "1":
        whole = whole.partition("/")[0]  # 0.78/√d_k is no name of the scale
    for pattern, lines in FORMULAS:
        if pattern.fullmatch(whole) or (ink.kind == "name" and pattern.fullmatch(ink.name)):
            found.exact |= set(lines) if first and is_formula and len(whole) > 1 else set()
            first = False
            for order, line in enumerate(lines):
                _add(found, line, LIKE - 0.05 * order)


def _of_words(found: Said, words: str, first: int, of_rows: bool) -> None:
    words = TABLE.sub(" ", words)
    found.divides = divisor[0].strip() if (divisor := DIVISOR.search(words[-40:])) else ""
    for line, weight in _worded(words[-90:]).items():
        label = found.lines.get(line, 0.0)
        found.lines[line] = max(label, weight) + BOTH * min(label, weight)
    if place := PLACE.search(words[-40:]):
        found.places.append((int(place[1]), int(place[2])))
    elif place := ONE_PLACE.search(words[-40:]):
        found.columns = COLUMN.search(place[0]) is not None
        if found.columns or not of_rows:
            found.places.append((int(place["behind"] or place["before"]) + 1 - first,))
    elif place := None if of_rows else NTH.search(words[-40:]):
        found.places.append((int(next(name for name, text in place.groupdict().items() if text)[1:]),))
    elif place := None if of_rows else ALONE.search(words[-10:]):
        found.places.append((int(place[1] or place[2]),))
    _of_last(found, words, of_rows)
    if last := WORD_BEFORE.search(words[-30:]):
        found.words.append(last[1])
    found.head = head_in(words) or found.head


def _of_last(found: Said, words: str, of_rows: bool) -> None:
    """What words name last: Q, K and V; a line, or a row of it by a letter."""
    if several := SEVERAL.search(words[-60:]):
        for name in LISTED.findall(several[0]):
            _named(found, read_name(name), exact=False)
    elif last := LAST.search(words[-30:]) or (not found.inks and not of_rows and VECTOR.search(words[-30:])):
        name = read_name(last[1])
        if name and QUESTION.fullmatch(words.strip()):
            _add(found, str(name), NAMED)
        else:
            _named(found, name)


def head_in(words: str) -> int | None:
    """The number of the head that words name last."""
    found = list(HEAD.finditer(words))
    return int(next(filter(None, found[-1].groups()))) if found else None


def _worded(near: str) -> dict[str, float]:
    """The lines that words name; scaled scores are not also the scores, and query weights are neither of both."""
    found: dict[str, float] = {}
    for pattern, line in PHRASES:
        if matches := list(pattern.finditer(near)):
            far = (len(near) - matches[-1].end()) / 90
            found |= {line: WORD * (1 - 0.6 * far) - 0.03 * order for order, line in enumerate(line.split())}
            near = pattern.sub(lambda match: " " * len(match[0]), near)
    for pattern, lines in LINES:
        if matches := list(pattern.finditer(near)):
            far = (len(near) - matches[-1].end()) / 90
            for order, line in enumerate(lines):
                found[line] = max(found.get(line, 0.0), WORD * (1 - 0.6 * far) - 0.03 * order)
    if "S" in found and "S_scaled" in found:
        found["S"] = min(found["S"], found["S_scaled"] / 2)
    return found


def _add(found: Said, line: str, weight: float) -> None:
    found.lines[line] = max(found.lines.get(line, 0.0), weight)


def _indices(indices: tuple[str, ...]) -> tuple[int, ...] | None:
    """(1, 2) of the indices 12, or of 1 and 2; a single one with one digit is a row."""
    digits = [index.strip("{}() h") for index in indices]
    digits = [part for index in digits for part in re.split(r"[,\s]+", index) if part]
    if not digits or not all(part.isdecimal() for part in digits):
        return None
    if len(digits) == 1 and len(digits[0]) == 2:
        return int(digits[0][0]), int(digits[0][1])
    return tuple(int(part) for part in digits[:2])


def is_label(ink: Ink) -> bool:
    """Whether an ink names something instead of holding numbers; 0.78/√d_k is calculated."""
    if ink.kind == "quotient" and ink.args[0].kind == "number" and ink.args[0].text != "1":
        return False
    kinds = {part.kind for part in ink.walk() if part.kind != "name" or part.name not in ("e", "pi")}
    return "number" not in kinds or (ink.kind in NAMING and "name" in kinds and "matrix" not in kinds)
