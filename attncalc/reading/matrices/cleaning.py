"""What stands around and in a typed matrix without being part of it; and texts that hold no numbers that are given."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import unquote

from attncalc.errors import shorten
from attncalc.limits import MATRIX_TEXT
from attncalc.reading.cleaned import EMPHASIS
from attncalc.reading.matrices.piece import Piece
from attncalc.reading.number import DIGITS

NUMBER = rf"(?<![\w.]){DIGITS}"
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
    (r"(?m)^[ \t]*(?:\[\d+ rows x \d+ columns\]|dtype:.*|Name:.*|Parameter containing:)[ \t]*$", ""),  # of prints
    (r"~~[^~]*~~|<(del|s|strike)>[^<]*</\1>|(?:[^\s,;&|\[\]()]\u0336)+", ""),  # crossed out
    (r"[⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠]|\\[hv]?phantom\{[-+]?\}|\$", ""),
    (r"\\(?:begin|end)\{(?:aligned|align\*?|equation\*?|gather\*?|split)\}|&(?==)", ""),
    (rf"{EMPHASIS.pattern}|__(?=\d)|(?<=\d)__", ""),
    (r"-?[ \t]{0,9}float\(\s*['\"]-?inf(?:inity)?['\"]\s*\)|-(?:np|numpy|math|torch)\.inf", "-inf"),
    (r"\b(?:np|numpy|torch)\.(?:float|int)\d+\(([^()]*)\)", r"\1"),
    (r"\b(?:sp|sympy)?\.?(?:Rational|Fraction)\(\s*(-?\d+)\s*,\s*(\d+)\s*\)", r"\1/\2"),
    (r"\b(?:np|numpy|math|torch)\.(?=(?:sqrt|exp|log|sin|cos|tanh?|pi|e)\b)", ""),
    (r"\\_", "_"),
    (r"\{([-+−])\}", r"\1"),
)
REFUSED = (
    (
        r"\bseed\b|manual_seed|\brand(?:n|int|om|perm)?\s*\(|random\.|default_rng|\brandn?_like|\bnormal\s*\(",
        "a generator's numbers are not portable: another version or machine draws others",
        "Print them, and type the numbers.",
    ),
    (
        r"\\[vcdl]?dots\b|\\ldots|…|⋮|⋯|⋱|\.\.\.|&vellip;",
        "dots stand for numbers that are not given here",
        "Type every number; what the page leaves out cannot be worked out.",
    ),
    (
        r"\b(?:np|numpy|torch)\.(?:load\w*|genfromtxt|fromfile)|\bopen\s*\(",
        "files are not opened by code",
        "Name the file: X: tokens.csv, or X: tokens.npy, beside the problem.",
    ),
    (
        r"(?m)^[ \t]*\(\d{1,6}, ?\d{1,6}\)\s+[-\d]|\bindices=",
        "this print of a sparse matrix shows its entries and not its size",
        "Print it with .toarray() or .to_dense().",
    ),
    (
        r"(?m)^[ \t]*[\d.]{1,20}[eE][-+]?\d{1,4} \*[ \t]*$",
        "this factor stands for all numbers below it",
        "Print with `format long g`, or write the factor before one matrix: 1e-3 * [1 2; 3 4].",
    ),
    (r"\d\s*[xX]\s*10\s?[\^⁻⁰¹²³⁴-⁹]", "x can be a sign for times, or a hidden entry", "Write 1.5e-3 or 1.5*10^-3."),
    (
        r"\\phantom|(?<!\w)_{2,}(?!\w)|□|▢",
        "an entry is blank",
        "A blank can be left in an answer, not in what is given.",
    ),
    (
        r"\bsame\b|\bpart \(|\b(?:as|given|shown) (?:above|below|before|in)\b",
        "this points at numbers that stand elsewhere",
        "Type the numbers, or the name of a matrix that is given: Wk: Wq.",
    ),
    (
        r"(?m)^[^\n\[({]{0,80}\b\w{1,20}[ \t]*[=:][ \t]+[-−\d][^\n=:]{0,200}[ \t]\w{1,20}[ \t]*[=:][ \t]",
        "several matrices stand side by side",
        "Give each one under its own name.",
    ),
    (r"[\x00-\x08\x0b-\x1f]", "in double quotes YAML reads the backslash itself", "Use single quotes, or a | block."),
    (
        r"\d\?\s*\d|\d\?[,;\]]|[\[(]\s*\?\s*\d+\s*\?|�",
        "some signs were lost in copying: “?” stands where a minus or a row's end stood",
        "Compare it with the page, and type the matrix again.",
    ),
)


NESTED = re.compile(r"\s*\[[-+−\d.,eE\[\]\s]*\]\s*", re.ASCII)
RUN = re.compile(r"[^\S\n]{400}|\n{400}|\w{300}|\\{20}|[\[({]{20}|[\])}]{20}|([^\w\s])\1{99}")


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


def bound(piece: Piece) -> None:
    """Raises InputError if a text is longer, or has longer words, than a matrix has that somebody typed."""
    if NESTED.fullmatch(piece.text):
        return
    if len(piece.text) > MATRIX_TEXT.most:
        raise piece.error(
            f"this text has {len(piece.text):,} characters; {MATRIX_TEXT.told}",
            "Larger matrices are read as plain rows of numbers, or from files.",
        )
    if match := RUN.search(piece.text):
        raise piece[match.start() : match.end()].error(f"“{shorten(match[0])}” goes on for too long to be of a matrix")


def refuse(piece: Piece) -> None:
    """Raises InputError with the reason, if a text cannot be a matrix that is given."""
    for pattern, why, hint in REFUSED:
        if match := re.search(pattern, piece.text):
            raise piece[match.start() : match.end()].error(f"“{shorten(match[0].strip())}”: {why}", hint)
