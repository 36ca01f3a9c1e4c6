"""What stands around and inside a typed matrix without being part of it: names, comments, crossed-out entries."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import unquote

from attncalc.problem.names import read_name
from attncalc.problem.notation.piece import Piece
from attncalc.problem.vocabulary import INPUTS, STEPS

CLEANED: tuple[tuple[str, str | Callable[[str], str]], ...] = (
    (r"[\u200b\u2060\ufeff]", ""),
    (r"(?s)^.*%5C.*$", unquote),  # the address of a picture of a formula
    (r"(?s)^.*\\\\begin.*$", lambda text: text.replace("\\\\", "\\")),  # of JSON
    (r"&(?:[a-z]+|#\d+);", unescape),
    (r"(?m)(?<=\d)([ \t]{1,40})%(?=[ \t]*(?:$|[-−+\d.,;|│&\])#]|//))", r"%\1"),
    (r"(?m)(?:(?<=\s)|^)(?:#|//|<--|←|%(?=\s)).{0,400}$", ""),  # comments
    (r"\\([bpv]?matrix)\s*\{((?:[^{}]|\{[^{}]*\})*\\cr(?:[^{}]|\{[^{}]*\})*)\}", r"\\begin{\1}\2\\end{\1}"),
    (r"(?m)^[ \t]*(?:\[\d+ rows x \d+ columns\]|dtype:.*|Name:.*|Parameter containing:)[ \t]*$", ""),  # of prints
    (r"~~[^~]*~~|\\(?:cancel|xcancel|bcancel|sout|st)\{[^{}]*\}|<(del|s|strike)>[^<]*</\1>", ""),  # crossed out
    (r"(?:[^\s,;&|\[\]()]\u0336)+", ""),
    (r"[⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠]|\\[hv]?phantom\{[-+]?\}", ""),
    (r"\\(?:begin|end)\{(?:aligned|align\*?|equation\*?|gather\*?|split)\}", ""),
    (r"&(?==)", ""),
    (r"(?<![\w*])\*\*(?=\S)|(?<=\S)\*\*(?![\w(])|__(?=\d)|(?<=\d)__", ""),  # bold
    (r"-?[ \t]{0,9}float\(\s*['\"]-?inf(?:inity)?['\"]\s*\)|-(?:np|numpy|math|torch)\.inf", "-inf"),
    (r"\b(?:np|numpy|torch)\.(?:float|int)\d+\(([^()]*)\)", r"\1"),
    (r"\b(?:np|numpy|math|torch)\.(?=(?:sqrt|exp|log|sin|cos|tanh?|pi|e)\b)", ""),
    (r"\\_", "_"),
    (r"\{([-+−])\}", r"\1"),
    (r"^\{\{[^\"':]*\}\}$", lambda text: text.translate({ord("{"): "[", ord("}"): "]"})),  # of Mathematica
)  # fmt: skip
MAX_NAME = 200
ESCAPED = r"(?<!\\)\\+(?=[\[\]])"  # \[1, 0] in Markdown
ASSIGNED = re.compile(r":=|(?<![!<>≠])=|≈|\\approx(?![a-z])|:(?=\s*(?:[\[(\\$\"]|\n|[-−\d]))|(?<=\w)\s+(?:is|are)\s+")
CHANGED = re.compile(  # K^T, K', 2Q: not the matrix itself
    r"(?P<changed>.{1,40}?)\s*(?:\^\s*\{?\s*(?:T|t|\\top|⊤|-\s*1)\s*\}?|[ᵀ⊤']|⁻¹|\.T|(?<=[A-Z])T)"
    r"|(?:transpose|inv)\((?P<inside>[^()]{1,40})\)|(?:[-−]|[-−]?(?:\d+(?:[./]\d+)?|√\d+)\*?)(?P<scaled>[A-Z].{0,40})"
)
NUMBER = r"(?<![\w.])(?:\d+\.?\d*|\.\d+)"
COMMENT = re.compile(rf"{NUMBER}[ \t]{{1,40}}%[ \t]{{0,40}}[-−\w]")
OPENS = re.compile(r"[\[{(][^\])}]*[,;\d][^\])}]*[\])}]\s*[,;]?\s*\w|\[\s*[-\d\[.]|\\begin|^\s*[{\"']*\{|\([^()]*,")


def cleaned(piece: Piece) -> Piece:
    """Without comments, what was crossed out, bold marks and the pieces of tall brackets; damage mended."""
    _check_percents(piece)
    for pattern, by in CLEANED:
        piece = piece.blanked(pattern, by)
    return piece if "\\begin" in piece.text else piece.blanked(ESCAPED)


def _check_percents(piece: Piece) -> None:
    """Raises InputError for `1 2 % 3` and `40 % red`, where the sign can be for percent or before a comment."""
    for line in piece.split(r"\n") if "%" in piece.text else ():
        match, count = COMMENT.search(line.text), line.text.count("%")
        if match and (match[0][-1] in "-−0123456789"):
            is_clear = count >= len(re.findall(NUMBER, line.text))
        else:
            is_clear = count != len(re.findall(NUMBER, line.text.rpartition("%")[0]))
        if match and not is_clear:
            raise line.error(f"in “{match[0]}…” the % can be for percent, or begin a comment",
                             "Write 5% without a space, and leave comments out.")  # fmt: skip


def without_name(piece: Piece) -> Piece:
    """The matrix after `Q =`, `W_K = W_V =`, `Step 1 (2 marks): QK^T =`, as long as no matrix stands before."""
    while match := ASSIGNED.search(piece.text):
        before = piece.text[: match.start()]
        if (
            len(before) > MAX_NAME
            or not re.search(r"[^\W\d_]|√", before)
            or "\n" in before.strip(" \t\n$\\[]")
            or "|" in before
            or OPENS.search(before)
            or re.match(r"\s*[\d.]*\d\s+\S", before)
        ):
            break
        name = before.strip(" $\t\n")
        changed = CHANGED.fullmatch(name)
        plain = re.sub(r"\\[a-z]+|[{}\s]", "", next(filter(None, changed.groups()))) if changed else ""
        if plain[:1].isupper() and (known := read_name(plain)) and known.base in {**INPUTS, **STEPS}:
            raise piece.error(f"{name} is given here, and not {plain}",
                              f"Work {plain} out; a transpose can be written {plain}: [[1, 2], [3, 4]]^T")  # fmt: skip
        piece = piece[match.end() :]
    return piece.strip(" \n")
