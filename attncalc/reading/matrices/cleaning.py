"""What stands around and inside a typed matrix without being part of it: comments, crossed-out entries, damage."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import unquote

from attncalc.reading.matrices.piece import Piece

NUMBER = r"(?<![\w.])(?:\d+(?:\.\d*)?|\.\d+)"
COMMENT = re.compile(rf"{NUMBER}[ \t]{{1,40}}%[ \t]{{0,40}}[-−\w]")
CLEANED: tuple[tuple[str, str | Callable[[str], str]], ...] = (
    (r"\r(?=\n)", " "),
    (r"\r", "\n"),
    (r"(?<!\\)(\\\\)\\(?![\\A-Za-z\[])", r"\1"),  # a row's end in a cell of a Markdown table
    (r"[\u200b\u2060\ufeff]", ""),
    (r"(?s)^.*%5C.*$", unquote),  # the address of a picture of a formula
    (r"&(?:[a-z]+|#\d+);", unescape),
    (r"(?m)(?<=\d)([ \t]{1,40})%(?=[ \t]*(?:$|[-−+\d.,;|│&\])#]|//))", r"%\1"),
    (r"(?m)(?:(?<=\s)|^)(?:#|//|<--|←|%(?=\s)).{0,400}$", ""),  # comments
    (r"\\([bpv]?matrix)\s*\{((?:[^{}]|\{[^{}]*\})*\\cr(?:[^{}]|\{[^{}]*\})*)\}", r"\\begin{\1}\2\\end{\1}"),
    (r"(?m)^[ \t]*(?:\[\d+ rows x \d+ columns\]|dtype:.*|Name:.*|Parameter containing:)[ \t]*$", ""),  # of prints
    (r"~~[^~]*~~|<(del|s|strike)>[^<]*</\1>|(?:[^\s,;&|\[\]()]\u0336)+", ""),  # crossed out
    (r"[⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠]|\\[hv]?phantom\{[-+]?\}|\$", ""),
    (r"\\(?:begin|end)\{(?:aligned|align\*?|equation\*?|gather\*?|split)\}|&(?==)", ""),
    (r"(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w(])|__(?=\d)|(?<=\d)__", ""),  # bold
    (r"-?[ \t]{0,9}float\(\s*['\"]-?inf(?:inity)?['\"]\s*\)|-(?:np|numpy|math|torch)\.inf", "-inf"),
    (r"\b(?:np|numpy|torch)\.(?:float|int)\d+\(([^()]*)\)", r"\1"),
    (r"\b(?:sp|sympy)?\.?(?:Rational|Fraction)\(\s*(-?\d+)\s*,\s*(\d+)\s*\)", r"\1/\2"),
    (r"\b(?:np|numpy|math|torch)\.(?=(?:sqrt|exp|log|sin|cos|tanh?|pi|e)\b)", ""),
    (r"\\_", "_"),
    (r"\{([-+−])\}", r"\1"),
)


def bare(text: str) -> str:
    """An entry without what is crossed out or only dresses it: 5 of ~~3~~ 5, and -inf of float('-inf')."""
    return cleaned(Piece(text, text)).text.strip()


def cleaned(piece: Piece) -> Piece:
    """Without comments, what was crossed out, bold marks and the pieces of tall brackets; damage mended."""
    _check_percents(piece)
    for pattern, by in CLEANED:
        piece = piece.blanked(pattern, by)
    if "\\begin" in piece.text:
        return piece.blanked(r"(?<!\\)\\[\[\]()]")
    return piece.blanked(r"(?<!\\)\\+(?=[\[\]])")  # \[1, 0] in Markdown


def _check_percents(piece: Piece) -> None:
    """Raises TextError for `1 2 % 3` and `40 % red`, where the sign can be for percent or before a comment."""
    for line in piece.split(r"\n") if "%" in piece.text else ():
        match, count = COMMENT.search(line.text), line.text.count("%")
        if match and match[0][-1] in "-−0123456789":
            is_clear = count >= len(re.findall(NUMBER, line.text))
        else:
            is_clear = count != len(re.findall(NUMBER, line.text.rpartition("%")[0]))
        if match and not is_clear:
            raise line.doubt(
                f"in “{match[0]}…” the % can be for percent, or begin a comment",
                "Write 5% without a space, and leave comments out.",
            )
