"""What stands around and inside a typed matrix without being part of it: names, comments, crossed-out entries."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import unquote

from attncalc.problem.notation.piece import Piece

CLEANED: tuple[tuple[str, str | Callable[[str], str]], ...] = (
    (r"[\u200b\u2060\ufeff]", ""),
    (r"(?s)^.*%5C.*$", unquote),  # the address of a picture of a formula
    (r"(?s)^.*\\\\begin.*$", lambda text: text.replace("\\\\", "\\")),  # of JSON
    (r"&(?:[a-z]+|#\d+);", unescape),
    (r"(?<=\d)(\s+)%(?=\s*(?:$|[-−\d.,;\])]))", r"%\1"),
    (r"(?m)(?:(?<=\s)|^)(?:#|//|<--|←|%(?=\s)).*$", ""),  # comments
    (r"\\([bpv]?matrix)\s*\{((?:[^{}]|\{[^{}]*\})*\\cr(?:[^{}]|\{[^{}]*\})*)\}", r"\\begin{\1}\2\\end{\1}"),
    (r"(?m)^\s*(?:\[\d+ rows x \d+ columns\]|dtype:.*|Name:.*|Parameter containing:)\s*$", ""),  # of prints
    (r"~~[^~]*~~|\\(?:cancel|xcancel|bcancel|sout|st)\{[^{}]*\}|<(del|s|strike)>[^<]*</\1>", ""),  # crossed out
    (r"(?:[^\s,;&|\[\]()]\u0336)+", ""),
    (r"[⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠]|\\[hv]?phantom\{[-+]?\}", ""),
    (r"\\(?:begin|end)\{(?:aligned|align\*?|equation\*?|gather\*?|split)\}", ""),
    (r"&(?==)", ""),
    (r"(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w(])|__(?=\d)|(?<=\d)__", ""),  # bold
    (r"-?\s*float\(\s*['\"]-?inf(?:inity)?['\"]\s*\)|-(?:np|numpy|math|torch)\.inf", "-inf"),
    (r"\b(?:np|numpy|torch)\.(?:float|int)\d+\(([^()]*)\)", r"\1"),
    (r"\b(?:np|numpy|math|torch)\.(?=(?:sqrt|exp|log|sin|cos|tanh?|pi|e)\b)", ""),
    (r"\\_", "_"),
    (r"\{([-+−])\}", r"\1"),
    (r"^\{\{[^\"':]*\}\}$", lambda text: text.translate({ord("{"): "[", ord("}"): "]"})),  # of Mathematica
)  # fmt: skip
ESCAPED = r"(?<!\\)\\+(?=[\[\]])"  # \[1, 0] in Markdown
ASSIGNED = re.compile(r":=|=|≈|\\approx(?![a-z])|:(?=\s*(?:[\[(\\$\"]|\n|[-−\d]))|(?<=\w)\s+(?:is|are)\s+")
TRANSPOSED = re.compile(r"[A-Z]\s*(?:\^\s*\{?\s*(?:T|\\top)\s*\}?|ᵀ)")
OPENS = re.compile(r"[\[{(][^\])}]*[,;\d][^\])}]*[\])}]\s*[,;]?\s*\w|\[\s*[-\d\[.]|\\begin|^\s*[{\"']*\{|\([^()]*,")


def cleaned(piece: Piece) -> Piece:
    """Without comments, what was crossed out, bold marks and the pieces of tall brackets; damage mended."""
    for pattern, by in CLEANED:
        piece = piece.blanked(pattern, by)
    return piece if "\\begin" in piece.text else piece.blanked(ESCAPED)


def without_name(piece: Piece) -> Piece:
    """The matrix after `Q =`, `W_K = W_V =`, `Step 1 (2 marks): QK^T =`, as long as no matrix stands before."""
    while match := ASSIGNED.search(piece.text):
        before = piece.text[: match.start()]
        if (
            not re.search(r"[^\W\d_]|√", before)
            or "\n" in before.strip(" \t\n$\\[]")
            or "|" in before
            or OPENS.search(before)
        ):
            break
        if TRANSPOSED.fullmatch(before.strip(" $")):
            raise piece.error(
                f"{before.strip(' $')} is given: write its transpose, or {before.strip(' $')[0]}: [[1, 2], [3, 4]]^T"
            )
        piece = piece[match.end() :]
    return piece.strip(" \n")
