r"""Names with their indices (QK_{12}, x1), decorations (S'_1, \tilde{S}), and calls (softmax(…))."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from attncalc.reading import grids
from attncalc.reading.commands import FUNCTIONS
from attncalc.reading.ink import Ink
from attncalc.reading.numerals import argument
from attncalc.reading.tokens import Token

if TYPE_CHECKING:
    from attncalc.reading.expression import Reader

NUMBERED = re.compile(r"([^\d]+)(\d+)")
LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼ", "0123456789aeoxhklmnpstij")
TURNS = {"T", "top", "intercal", "⊤", "tr", "Tr", "ᵀ"}
VECTORS_OF = {"q", "k", "v"}  # rows of Q, K, V: q^{(2)}_1 is one of Q_2
VECTORS = {"softmax", "concat"}
EXTREMES = {"max", "min"}  # of some numbers
FRACTION = "Rational"  # of SymPy
ARRAYS = {"array", "tensor", "Matrix", "matrix", "rbind", "vstack", "stack"}
GRIDS = {"mat", "vec"}  # of Typst
STARTS = {"number", "begin", "open", "fraction", "root"}
ABOVE = set("\u0302\u0303\u0304\u0305")
PRIMES = {"'", "’", "′", "prime"}
STARS = {"*"}
NUMBER, MAX_NAME = re.compile(r"(\d{1,3})"), 3
PLACE, MAX_PLACE = re.compile(r"(?:[a-z]_?)?(\d{1,3})|[:*•]"), 12  # 1, q1, or all of a row
TILDE = "\u0303"  # how a decorated name is spelled: S̃ for \\tilde{S}, \\hat{S}, \\bar{S}, S^*


def name(reader: Reader) -> Ink:
    """The name, or the call, that begins here."""
    token = reader.next
    reader.place += 1
    numbered = NUMBERED.fullmatch(token.text)
    text, indices = (numbered[1], [numbered[2]]) if numbered else (token.text, [])
    text = _decorated(text)
    indices += _indices(reader)
    if mark := _decoration(reader, text, bool(indices)):
        text += mark
        indices += _indices(reader) or _glued(reader)
    if is_call(reader, text):
        return _call(reader, token, text, indices)
    is_command = reader.text[token.start : token.start + 1] == "\\" and reader.next.text == "["  # \\mu [2]
    places = _places(reader, gap=is_command) + _places(reader)
    text, indices = _of_head(text, indices, places)
    return reader.ink(
        "name", token.start, reader.words[reader.place - 1].end, name=text, indices=tuple(indices), boxed=token.boxed
    )


def _indices(reader: Reader) -> list[str]:
    found: list[str] = []
    while True:
        if reader.next.kind == "below":
            found.append(reader.next.text.translate(LOW))
            reader.place += 1
        elif reader.next.text == "_" and reader.next.kind == "op":
            reader.place += 1
            found += script(reader)
        elif reader.next.text == "^" and (letters := _letters(reader)):
            found.append(letters)
        else:
            return found


def _of_head(text: str, indices: list[str], places: list[str]) -> tuple[str, list[str]]:
    """A name and its indices, where S_2[1,2] and S^{(2)}_{12} are entries of S_2."""
    below = [index for index in indices if index[:1] != "("]
    above = [index.strip("()").replace(",", "_") for index in indices if index[:1] == "("]
    numbers = "".join([*above, *below]).replace("_", "")
    if len(above) == 1 and len("".join(below)) in (1, 2) and numbers.isdecimal() and not places:
        return f"{text.upper() if text in VECTORS_OF else text}_{above[0]}", below
    if len(places) == 2 and len(indices) == 1 and (head := indices[0].strip("()")).isdecimal():
        return f"{text}_{head}", places
    return text, [index.strip("()") for index in indices] + places


def _decorated(text: str) -> str:
    """A letter with a mark above it, whichever it is, is spelled with a tilde: ŷ."""
    parts = unicodedata.normalize("NFD", text) if not text.isascii() else ""
    return parts[0] + TILDE if len(parts) == 2 and parts[1] in ABOVE else text


def _decoration(reader: Reader, text: str, indexed: bool) -> str:
    """What marks a name as another one: the prime of S'_1 and S_1', a star; the prime of S' alone is a transpose."""
    before = reader.place
    if _marked(reader, STARS):
        return "" if text.endswith(TILDE) else TILDE
    while _marked(reader, PRIMES):
        pass
    if reader.place == before:
        return ""
    follows = reader.next.kind in ("word", "begin", "open", "number") or reader.next.text == "*"
    if (indexed and not (text.islower() and follows)) or _is_index(reader):
        return "'"
    reader.place = before
    return ""


def _marked(reader: Reader, marks: set[str]) -> bool:
    """Goes over a mark behind a name, or above it: ', ^*, ^{\\prime}."""
    token, inside = reader.next, reader.after()
    if token.kind == "turn" and token.text in marks:
        reader.place += 1
        return True
    if token.text != "^" or token.kind != "op":
        return False
    if inside.text in marks:
        reader.place += 2
        return True
    if inside.text != "{" or reader.after(2).text not in marks or reader.after(3).text != "}":
        return False
    reader.place += 4
    return True


def _is_index(reader: Reader) -> bool:
    token = reader.next
    if token.kind == "below" or token.text == "_" or _is_glued(token) or _is_place(reader):
        return True
    before = reader.place
    found = token.text == "^" and _letters(reader) != ""
    reader.place = before
    return found


def _is_glued(token: Token) -> bool:
    return token.kind == "number" and not token.gap and token.text.isdecimal()


def _glued(reader: Reader) -> list[str]:
    """The indices of S'12."""
    if not _is_glued(reader.next):
        return []
    reader.place += 1
    return [reader.words[reader.place - 1].text]


def _letters(reader: Reader) -> str:
    """The letter above a name that is one more index: W^Q, h^{dec}, O^{(1)}, e^{(1)}_2; not e^x, not a transpose."""
    base = reader.words[reader.place - 1]
    inside = reader.after()
    is_e = base.kind == "word" and base.text == "e"
    if inside.kind == "turn" or (is_e and inside.text != "{"):
        return ""
    if inside.kind == "word" and inside.text not in TURNS and base.text != "}":
        reader.place += 2
        return inside.text
    if inside.text != "{":
        return ""
    end, behind = reader.end_of(reader.place + 1)
    content = [token for token in reader.words[reader.place + 2 : end] if token.text not in ("(", ")")]
    bracketed = len(content) + 2 == end - reader.place - 2
    if is_e and not (bracketed and reader.words[behind].text == "_"):
        return ""
    is_one = len(content) == 1 and ((content[0].kind == "word" and content[0].text not in TURNS) or bracketed)
    if not is_one and not (bracketed and _is_listed(content)):
        return ""
    reader.place = behind
    text = "".join(token.text for token in content)
    return f"({text})" if bracketed else text


def _is_listed(content: list[Token]) -> bool:
    """Whether these are whole numbers with commas between: (1,2), of head 2 in layer 1."""
    numbers, commas = content[::2], content[1::2]
    return (
        len(numbers) == len(commas) + 1
        and all(token.text.isdecimal() for token in numbers)
        and (all(token.kind == "comma" for token in commas))
    )


def script(reader: Reader) -> list[str]:
    """What stands below, or above, as texts: 1 and 2 of {1,2}, h and 1 of {h_1}."""
    token = reader.next
    if token.text != "{":
        reader.place += token.kind != "nothing"
        minus = token.text == "-" and reader.next.kind == "number"
        reader.place += minus
        return [token.text + (reader.words[reader.place - 1].text if minus else "")] if token.text else []
    end, behind = reader.end_of(reader.place)
    parts = [""]
    for word in reader.words[reader.place + 1 : end]:
        if word.text in ("_", ",", "{", "}", "^") or word.gap:
            parts.append("")
        parts[-1] += "" if word.text in ("_", ",", "{", "}", "^") else word.text
    reader.place = behind
    return [part for part in parts if part and part not in (":", "*")]


def _places(reader: Reader, *, gap: bool = False) -> list[str]:
    """The indices of S[1,2], Q(1,1), s(q1, k2) and S[1,:]; `gap` where white space may stand before them."""
    token = reader.next
    if token.kind != "open" or (token.gap and not gap) or token.text == "{":
        return []
    end, behind = reader.end_of(reader.place)
    parts = ["".join(word.text for word in reader.words[slice(*part)]) for part in _parts(reader, end)]
    is_named = any(word.kind in ("sign", "colon") for word in reader.words[behind : behind + 1])  # z(1) = …
    if not 0 < len(parts) < 3 or (len(parts) == 1 and token.text == "(" and not is_named):
        return []
    base = reader.words[reader.place - 1]
    pattern = PLACE if len(base.text) < MAX_NAME or token.text == "[" else NUMBER  # dot(q_1, k_2) is a call
    found = [pattern.fullmatch(part) for part in parts]
    digits = [match[1] for match in found if match and match[1]]
    if not all(found) or not digits:
        return []
    reader.place = behind
    return digits


def _parts(reader: Reader, end: int) -> list[tuple[int, int]]:
    """What stands between the commas in a bracket; nothing where it is longer than indices are."""
    return reader.split(reader.place + 1, end, "comma") if end - reader.place < MAX_PLACE else []


def is_call(reader: Reader, text: str) -> bool:
    """Whether a name is that of a function here."""
    token = reader.next
    if text in GRIDS:
        return token.text == "("
    if text.lower() in EXTREMES:
        return token.text == "("
    if text.lower() in FUNCTIONS:
        return token.kind in STARTS or (token.kind == "word" and len(token.text) < 4) or token.text == "√"
    if text == FRACTION:
        return token.text == "("
    is_word = len(text) > 2 and any(char.islower() for char in text)
    return is_word and token.text in ("(", "[") and not token.gap and not _is_place(reader)


def _is_place(reader: Reader) -> bool:
    before = reader.place
    found = _places(reader)
    reader.place = before
    return bool(found)


def _call(reader: Reader, token: Token, text: str, indices: list[str]) -> Ink:
    known = text.lower() if text.lower() in FUNCTIONS | EXTREMES else text
    if known in GRIDS and reader.next.text == "(" and (matrix := grids.bracket(reader)):
        return matrix if matrix.kind == "matrix" and known == "mat" else _column(reader, matrix)
    if reader.next.text == "(":
        args = _arguments(reader)
    else:
        is_bare = reader.next.text == "{" or reader.next.kind == "number"  # ln 1/2 is half of ln 1
        inner = argument(reader) if is_bare else reader.factor()
        args = (inner,) if inner else ()
    end = reader.words[reader.place - 1].end
    if known == "frac" and len(args) == len("ab"):
        return reader.ink("quotient", token.start, end, args)
    if known in ARRAYS and len(args) == 1:
        return args[0]
    if known in ARRAYS and all(arg.kind == "matrix" and len(arg.args) == 1 for arg in args) and args:
        return reader.ink("matrix", token.start, end, tuple(arg.args[0] for arg in args))
    if len(args) > 1 and (known in VECTORS or known in FUNCTIONS):
        row = reader.ink("row", args[0].start, args[-1].end, args)
        args = (reader.ink("matrix", args[0].start, args[-1].end, (row,)),)
    if known == FRACTION and len(args) == 2:
        return reader.ink("quotient", token.start, end, args)
    indices = [index.strip("()") for index in indices]
    return reader.ink("call", token.start, end, args, name=known, indices=tuple(indices))


def _column(reader: Reader, matrix: Ink) -> Ink:
    """vec(1, 2) is a column."""
    cells = [cell for row in matrix.args for cell in row.args] if matrix.kind == "matrix" else [matrix]
    rows = tuple(reader.ink("row", cell.start, cell.end, (cell,)) for cell in cells)
    return reader.ink("matrix", matrix.start, matrix.end, rows)


def _arguments(reader: Reader) -> tuple[Ink, ...]:
    end, behind = reader.end_of(reader.place)
    found: list[Ink] = []
    for start, stop in reader.split(reader.place + 1, end, "comma"):
        inks = reader.side(start, stop)
        found += (
            inks
            if len(inks) > 1 and all(ink.kind == "number" for ink in inks)
            else [ink for ink in (reader.joined(inks),) if ink]
        )
    reader.place = behind
    return tuple(found)
