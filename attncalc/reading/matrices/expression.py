"""A matrix with what stands around it: a factor, a transpose, code that makes it (nothing is run); lists as rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from attncalc.errors import did_you_mean, shorten
from attncalc.reading.brackets import TooDeepError
from attncalc.reading.entry import number_of
from attncalc.reading.expression import Reader
from attncalc.reading.ink import Ink
from attncalc.reading.matrices import Body, Cell, Rows, TextError
from attncalc.reading.matrices.cells import Text, read_rows
from attncalc.reading.matrices.lists import is_list, read_list
from attncalc.reading.matrices.made import diagonal, product, read_word, reshaped, times, transposed, triangle, typed
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.number import FUNCTIONS
from attncalc.reading.tokens import Token

BETWEEN = re.compile(r"\band\b|[\s,;:]|^[*•-]\s+", re.MULTILINE)
QUOTED = {'"', "`"}
AROUND = {"stop", "comma", "semicolon", "row"}
CALL = re.compile(r"(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)\s*\(")
SETTING = re.compile(  # what changes no number
    r"(?:dtype|device|requires_grad|grad_fn|copy|shape|name|order|ndmin|columns|index|trainable)\s*=(?!=)"
    r"|(?:(?:np|numpy|torch)\.)?(?:float|int|bool)\w*$"
)
NAMED = re.compile(r"\w+\s*=(?!=)")
OFFSET = re.compile(r"(?:(?:k|diagonal)\s*=\s*)?([-−]?\d{1,4})")
METHOD = re.compile(r"\s*\.\s*(?P<name>[a-z]+)\s*\((?P<given>[^()]{0,80}|\([^()]{0,80}\))\)")
SIZES = re.compile(r"\(?\s*+(-1|\d{1,6})\s*+,\s*+(-1|\d{1,6})\s*+(?:,\s*+)?\)?")
CONVERTS = {"float", "double", "numpy", "astype", "to", "copy", "clone", "detach", "tolist"}
TRIANGLES = {"triu", "tril"}
MAKERS = (
    "array asarray matrix tensor as_tensor Tensor FloatTensor DoubleTensor Matrix ImmutableMatrix constant Variable "
    "Parameter DataFrame dict list float32 float64"
)
CALLS: dict[str, Callable[[Body], Body]] = {
    **dict.fromkeys(MAKERS.split(), lambda body: body),
    "transpose": transposed,
    "diag": diagonal,
    "triu": lambda body: triangle(body, "triu"),
    "tril": lambda body: triangle(body, "tril"),
}


def read_expression(piece: Piece) -> Body | None:
    """The matrix that a text is; None where it holds no list, environment, call or words for a matrix.

    Raises TextError where anything else stands beside the matrix.
    """
    piece = piece.unquoted().strip(" \t\n;")
    return read_word(piece) or _Expression(piece).read()


def is_nested(body: Body) -> bool:
    """Whether a list holds lists."""
    return isinstance(body, Rows) and any(isinstance(item, Rows) for item in body.items)


class _Expression:
    """The words of a text, where each matrix in it is read first, and is then one word."""

    def __init__(self, piece: Piece) -> None:
        self.piece, self.text = piece, Text(piece)
        self.bodies: dict[int, Body] = {}
        self.words: list[Token] = []
        behind = 0
        for place, word in enumerate(self.text.words):
            if word.start < behind:
                continue
            if found := self._primary(word, place):
                behind = found[1]
                self.bodies[word.start] = found[0]
                ink = Ink("matrix", word.start, behind, piece.text[word.start : behind])
                self.words.append(Token("ink", "", word.start, behind, word.gap, ink=ink))
            else:
                self.words.append(word)

    def _primary(self, word: Token, place: int) -> tuple[Body, int] | None:
        """The matrix that begins with a word, and where it ends."""
        if word.kind in ("open", "begin"):
            before = self.text.words[place - 1] if place else None
            if not is_list(self.text, place) or (before and not word.gap and before.text in FUNCTIONS):
                return None
            return methods(self.piece, read_list(self.text, place), self.text.words[self.text.end_of(place)[0]].end)
        if word.kind not in ("word", "unknown"):
            return None
        rest = self.piece[word.start :]
        if body := read_word(rest):
            return body, len(self.piece.text)
        call = CALL.match(rest.text)
        return self._call(place, call) if call and call["name"] not in FUNCTIONS else None

    def _call(self, place: int, call: re.Match[str]) -> tuple[Body, int] | None:
        start = self.text.words[place].start
        opened = next(i for i, word in enumerate(self.text.words) if word.start == start + call.end() - 1)
        if self.piece.text[max(0, start - 2) : start] == "__":
            raise self.piece[start - 2 :].error(f"“__{shorten(call[0])}…)” is a call, and nothing is run")
        end = self.text.words[self.text.end_of(opened)[0]].end
        whole = self.piece[start:end]
        if body := read_word(whole):
            return body, end
        is_code = "." in call[0] or "__" in call[0] or re.search(r"[\[\"'=]", whole.text)
        if call["name"].islower() and len(call["name"]) < 3 and not is_code:
            return None  # a letter times what stands in parentheses
        return methods(self.piece, called(whole, call), end)

    def read(self) -> Body | None:
        inks = [word.ink for word in self.words if word.ink]
        if not inks:
            return None
        if len(inks) > 1:
            return self._listed(inks)
        while self.words[-1].kind in AROUND or self.words[-1].text in QUOTED:
            self.words.pop()
        while self.words[0].text in QUOTED or (self.words[0].text == "*" and self.words[1].gap):
            self.words.pop(0)  # a bullet
        if self.words[0].text == "-" and len(self.words) > 1 and self.words[1].gap:
            raise self.piece[self.words[0].start : self.words[0].end].unexpected("before a list")
        return self._with_factors(inks[0])

    def _with_factors(self, matrix: Ink) -> Body:
        """One matrix with numbers and transposes around it."""
        try:
            reader = Reader(self.piece.text, self.words)
            ink = reader.sum()
        except TooDeepError:
            raise self.piece.unexpected("around a matrix") from None
        left = [*reader.left, *self.words[reader.place :]]
        if left or ink is None:
            raise self._beside(matrix, left[0].start if left else 0)
        return self._made(ink, matrix)

    def _made(self, ink: Ink, matrix: Ink) -> Body:
        """What an ink that holds the matrix comes to."""
        if ink is matrix:
            return self.bodies[ink.start]
        holding = [arg for arg in ink.args if any(part is matrix for part in arg.walk())]
        others = [arg for arg in ink.args if arg not in holding]
        if holding and ink.kind == "transpose":
            return transposed(self._made(holding[0], matrix))
        if holding and ink.kind == "neg":
            return times("-1", self._made(holding[0], matrix))
        if holding and ink.kind in ("product", "quotient") and self._multiply(ink, holding[0]):
            factor = self._factor(others, matrix)
            factor = f"1/{factor}" if ink.kind == "quotient" else factor
            return times(factor, self._made(holding[0], matrix))
        raise self._beside(matrix, matrix.end if holding and holding[0] is ink.args[0] else ink.start)

    def _multiply(self, ink: Ink, holding: Ink) -> bool:
        """Whether the factors stand on one side of the matrix: [1 2]/2√2 can be meant in two ways."""
        if ink.kind == "quotient":
            return holding is ink.args[0]
        return (holding is ink.args[-1]) or (
            holding is ink.args[0] and holding.kind != "quotient" and len(ink.args) == 2
        )

    def _factor(self, inks: list[Ink], matrix: Ink) -> str:
        """The product of some numbers, as a text."""
        factor = ""
        for ink in inks:
            number = number_of(ink)
            if number is None or not re.search(r"[\d½-¾]", ink.text):
                raise self._beside(matrix, ink.start)
            text = number.text if ink.number or ink.kind in ("call", "quotient") else f"({number.text})"
            factor = product(factor, text) if factor else text
        return factor

    def _beside(self, matrix: Ink, start: int) -> Exception:
        """The error about what stands before the matrix, or behind it from a place on."""
        return (self.piece[: matrix.start] if start < matrix.start else self.piece[matrix.end :]).unexpected(
            "beside a matrix"
        )

    def _listed(self, inks: list[Ink]) -> Rows:
        """Several lists as rows, where only commas, bullets and line ends stand between them."""
        edges = [(0, 0), *((ink.start, ink.end) for ink in inks), (len(self.piece.text),) * 2]
        rest = [self.piece[end:begin] for (_, end), (begin, _) in pairwise(edges)]
        bodies = [self.bodies[ink.start] for ink in inks]
        is_stack, are_full = any(map(is_nested, bodies)), all(map(_is_full, bodies))
        for place, text in enumerate(rest):
            if re.search(r"[=:]", text.text):
                raise self.piece.several()
            if BETWEEN.sub("", text.text).strip("." if place == len(inks) else None):
                raise text.unexpected("beside a list")
        if 0 < sum(text.text.strip() == "-" for text in rest[:-1]) < len(inks):
            raise next(text for text in rest if text.text.strip() == "-").unexpected("before a list")
        for place, text in enumerate(rest[1:-1]):
            if is_stack and ";" in text.text:
                raise self.piece.several()
            if are_full and (not text.text or (is_stack and not text.text.strip(" \t"))):
                raise self._side_by_side(inks[place], inks[place + 1])
        return self.piece.rows([*bodies])

    def _side_by_side(self, a: Ink, b: Ink) -> Exception:
        if a.text.startswith("\\"):
            return self.piece.several()
        return self.piece.doubt(
            f"{shorten(a.text, 20)} and {shorten(b.text, 20)} side by side can be a product, or parts of one matrix",
            "Work the product out, or part the lists by commas.",
        )


def _is_full(body: Body) -> bool:
    return isinstance(body, Cell) or bool(body.items)


def called(piece: Piece, call: re.Match[str]) -> Body:
    """The matrix that a call makes; raises TextError for one that is not known, or that would cut numbers short."""
    name = call["name"]
    if name not in CALLS:
        hint = did_you_mean(name, CALLS, listed=False) or "Type the numbers."
        raise piece.error(f"“{shorten(call[0])}…)” is a call, and nothing is run", hint)
    arguments = [part.strip() for part in piece[call.end() : -1].split(",") if part.text.strip()]
    settings = [part.text for part in arguments if SETTING.match(part.text)]
    arguments = [part for part in arguments if part.text not in settings]
    if not arguments:
        raise piece.error(f"{name}(…) is empty")
    return typed(_made(name, arguments, piece), " ".join(settings))


def _made(name: str, arguments: list[Piece], piece: Piece) -> Body:
    inside, *more = arguments
    if name in TRIANGLES and more and (offset := OFFSET.fullmatch(more[0].text)):
        return triangle(_argument(inside), name, int(offset[1].replace("−", "-")))
    unread = [part for part in arguments if NAMED.match(part.text)] or (more if name in TRIANGLES else [])
    if unread:
        raise unread[0].unexpected(f"in {name}(…)")
    return CALLS[name](piece.rows([part.cell for part in arguments]) if more else _argument(inside))


def _argument(piece: Piece) -> Body:
    bare = piece.unquoted()
    return read_expression(bare) or read_rows(bare)


def methods(piece: Piece, body: Body, behind: int) -> tuple[Body, int]:
    """A matrix after the methods that are called on it: .reshape(2, 3), .astype(int), .t(); and where they end."""
    while method := METHOD.match(piece.text, behind):
        sizes = SIZES.fullmatch(method["given"])
        if method["name"] in ("reshape", "view") and sizes:
            body = reshaped(body, int(sizes[1]), int(sizes[2]))
        elif method["name"] in ("transpose", "t") and not method["given"].strip():
            body = transposed(body)
        elif method["name"] in CONVERTS:
            body = typed(body, method[0].strip(" ."))
        else:
            raise TextError(f"“{shorten(method[0].strip())}” is not expected behind a matrix", piece.start + behind)
        behind = method.end()
    return body, behind
