"""A matrix with what may stand around it: a name, a number in front, a transpose, a comment."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from attncalc.problem.notation.calls import CALL, read_call, reshaped, transposed, typed
from attncalc.problem.notation.latex import read_latex
from attncalc.problem.notation.lists import read_lists
from attncalc.problem.notation.named import read_dictionary
from attncalc.problem.notation.piece import Piece, closing
from attncalc.problem.notation.rows import read_rows
from attncalc.problem.notation.words import read_word, times, word_of
from attncalc.problem.tree import Node
from attncalc.reading.number import is_number

TURNED = re.compile(
    r"(?:(?<=[\])}\w])\s*(?:\.T|\^\s*\{?\s*(?:\\(?:top|intercal|prime)|\\(?:mathsf|mathrm|text)\{T\}|T|⊤|')\s*\}?|ᵀ|'|"
    r"\.transpose\(\s*\)|\.t\(\s*\)))\s*$"
)
RESHAPED = re.compile(r"\.\s*(?:reshape|view)\s*\(\s*\(?\s*(-1|\d{1,6})\s*,\s*(-1|\d{1,6})\s*\)?\s*\)\s*$")
CONVERTED = re.compile(r"\.\s*(?:float|double|numpy|astype|to|copy|clone|detach|tolist)\s*\([^()]*\)\s*$")
DIVIDED = re.compile(  # by one number, so that “/2√2” and “*2+1” are not read
    r"(?<=[\])}])\s*(?P<sign>[/*·×])\s*(?P<factor>[-+−]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+|\^[-+−]?\d+)?|√\d+"
    r"|\\?(?:sqrt)?(?:\([^()]*\)|\{[^{}]*\}))\s*$"
)
MAX_ENDINGS = 8
START = re.compile(r"\[|\(|\\+left|\\+begin|(?<![A-Za-z0-9_.])[A-Za-z]|I(?![A-Za-z])")
SUM = re.compile(r".(?<![eE^])[-+−–]")
PRODUCT_SIGN = re.compile(r"\s*(?:\*|·|⋅|×|\\cdot|\\times|\\,)?\s*$")


def read_expression(piece: Piece) -> Node:
    """A list, an environment, a call or words, with a factor, a transpose or a name around it."""
    changes: list[Callable[[Node], Node]] = []
    while len(changes) < MAX_ENDINGS and (ending := _ending(piece := piece.strip(" \t\n$;"))):
        piece, change = ending
        changes.append(change)
    if len(piece.text) > 1 and piece.text[0] in "\"'" and piece.text[-1] == piece.text[0]:
        piece = piece[1:-1].strip()
    node = _primary(piece)
    for change in reversed(changes):
        node = change(node)
    return node


def _ending(piece: Piece) -> tuple[Piece, Callable[[Node], Node]] | None:
    """What stands before a transpose or a reshape at the end of a piece, and what that does."""
    for pattern, change in ENDINGS:
        if (match := pattern.search(piece.text)) and _is_one(piece[: match.start()]):
            return piece[: match.start()], partial(change, match=match)
    return None


ENDINGS: tuple[tuple[re.Pattern[str], Callable[..., Node]], ...] = (
    (TURNED, lambda node, match: transposed(node)),
    (RESHAPED, lambda node, match: reshaped(node, int(match[1]), int(match[2]))),
    (CONVERTED, lambda node, match: typed(node, match[0].strip(" ."))),
)


def _primary(piece: Piece) -> Node:
    text = piece.text
    if word_of(text.partition(" except")[0]):
        return read_word(piece)
    if text.startswith("{"):
        return read_dictionary(piece, read_expression)
    if factor := _factor(piece):
        number, rest = factor
        return times(number, read_expression(rest))
    if (match := DIVIDED.search(text)) and is_number(match["factor"]) and _is_one(piece[: match.start()]):
        number = match["factor"].strip()
        number = f"1/{number}" if match["sign"] == "/" else number
        return times(number, read_expression(piece[: match.start()]))
    if CALL.match(text):
        return read_call(piece, read_expression)
    if "\\begin" in text:
        return read_latex(piece)
    return read_lists(piece) if re.search(r"[\[(]", text) else read_rows(piece)


def _factor(piece: Piece) -> tuple[str, Piece] | None:
    """A number in front of a matrix, and the matrix."""
    for match in START.finditer(piece.text, 0, 200):
        sign = PRODUCT_SIGN.search(piece.text, 0, match.start())
        number = piece.text[: sign.start() if sign else match.start()].strip().strip("$")
        rest = piece[match.start() :]
        if number in ("-", "−") and not (rest.text[0] in "[(" and piece.text[match.start() - 1].isspace()):
            number = "-1"
        if _is_factor(number, rest.text) and _begins(rest.text) and _is_one(rest):
            return number, rest
    return None


def _begins(text: str) -> bool:
    """Whether a matrix begins here, rather than the rest of a number such as sqrt(2)."""
    if text.startswith("("):
        inside = text[1 : text.find(")")]
        return "," in inside or len(inside.split()) > 1
    return (
        text[0] in "[\\" or bool(word_of(text)) or bool(re.match(r"(?:\w+\.)+\w+\s*\(|array|tensor|diag|Matrix", text))
    )


def _is_one(piece: Piece) -> bool:
    """Whether there is one matrix beside a factor or a transpose, which would not be meant for more."""
    if piece.text[:1] not in ("[", "("):
        return piece.text.count("\\begin") < 2
    return re.search(r"\[|\(.*,", piece.text[closing(piece, 0) + 1 :]) is None


def _is_factor(text: str, rest: str) -> bool:
    """Whether a text is a number with digits, and no sum: “1 + 2 [3, 4]” is not read, and “e [1, 2]” is a row."""
    inner = re.sub(r"\([^()]*\)|\{[^{}]*\}", "", text)
    return (
        bool(text and (text[0] not in "[(" or rest[0] != "(") and re.search(r"[\d½-¾]", text))
        and not SUM.search(inner)
        and is_number(text)
    )
