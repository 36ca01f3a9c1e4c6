r"""LaTeX environments: bmatrix, pmatrix, array …, also with the backslashes that Markdown and JSON take away."""

from __future__ import annotations

import re

from attncalc.errors import shorten
from attncalc.problem.notation.lists import several
from attncalc.problem.notation.piece import Piece
from attncalc.problem.notation.rows import COMMA
from attncalc.problem.tree import Node, Sequence

ENVIRONMENT = re.compile(
    r"\\+begin\s*\{(?P<kind>(?:small)?[bpvBV]?matrix\*?|array)\}(?:\[\w\])?"
    r"(?P<columns>\{(?:[^{}]|\{[^{}]*\})*\})?"
    r"(?P<body>(?:(?!\\+begin).)*?)\\+end\s*\{(?P=kind)\}",
    re.DOTALL,
)
AROUND = (
    r"(?<!\\)\\+(?:left|right|[bB]igg?[lr]?)\s*(?:[\[\](){}|.]|\\[{}|])?|(?<!\\)\\+(?:quad|qquad|displaystyle|,|;|!|:)(?![a-z])"
    r"|(?<!\\)\\[\[\]()]|\\boxed\s*\{|_\{[^{}]*\}|\}|\$|[\"']"
)
RULES = r"(?<!\\)\\+(?:hline|cline\{[^}]*\}|toprule|midrule|bottomrule|hdashline)"
ROW_ENDS = (r"\\{2,}(?:\[[^\]]*\])?|\\+(?:cr|newline)(?![a-z])|\\tabularnewline", r"\\(?=\s|$)")
OUTER = r"\\(?:mathbf|mathrm|textbf|boxed|text|(?:text)?color\{\w+\}|bm|boldsymbol)\s*\{([^{}]*)\}"


def read_latex(piece: Piece) -> Node:
    r"""`\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}`; a vertical rule {cc|cc} parts the blocks of a stack.

    Raises InputError where something else stands beside the environment.
    """
    found = list(ENVIRONMENT.finditer(piece.text))
    if not found:
        kind = piece.text.partition("begin")[2].partition("}")[0].strip(" {")
        if re.search(rf"\\+end\s*\{{{re.escape(kind)}\}}", piece.text):
            raise piece.error(f"\\begin{{{shorten(kind)}}} is no matrix", "Write bmatrix, pmatrix or array.")
        raise piece.error(f"\\begin{{{shorten(kind)}}} has no \\end of the same name")
    last = 0
    for match in [*found, None]:
        between = piece[last : match.start() if match else len(piece.text)].blanked(AROUND)
        if between.text.strip(" \t\n,;.[]()") or (last and match and not between.text.strip(" \t.[]()")):
            raise several(piece) if last and match else between.unexpected("beside a matrix")
        last = match.end() if match else last
    matrices = [_blocks(piece, match) for match in found]
    blocks = [block for matrix in matrices for block in matrix]
    return blocks[0] if len(blocks) == 1 else piece.items(blocks)


def _blocks(piece: Piece, match: re.Match[str]) -> list[Sequence]:
    """The blocks of columns of one environment, parted by its vertical rules."""
    body = piece[match.start("body") : match.end("body")].blanked(RULES).blanked("&amp;", "&")
    for _ in range(3):
        body = body.blanked(OUTER, r"\1")
    ends = next((ends for ends in ROW_ENDS if re.search(ends, body.text)), ROW_ENDS[0])
    body = body.blanked(r"(?<!\\)\\(?=\s)") if ends == ROW_ENDS[0] else body  # a space that stays
    rows = [row.split("&") for row in body.split(ends) if row.text.strip()]
    if len(rows) > 1 and all(len(row) == 1 and COMMA.fullmatch(row[0].text.strip()) for row in rows):
        raise body.error(f"“{rows[0][0].text.strip()}” can be one number with a decimal comma, or two entries",
                         "Write points for decimals, and & between entries.")  # fmt: skip
    columns = re.sub(r"@\{[^{}]*\}|[^lcr|]", "", match["columns"] or "").strip("|")
    widths = [len(part) for part in re.split(r"\|+", columns)]
    if len(widths) == 1 or any(len(row) != sum(widths) for row in rows):
        widths = [max(map(len, rows), default=0)]
    starts = [sum(widths[:number]) for number in range(len(widths))]
    return [_matrix(body, [row[start : start + width] for row in rows])
            for start, width in zip(starts, widths, strict=True)]  # fmt: skip


def _matrix(body: Piece, rows: list[list[Piece]]) -> Sequence:
    return body.items([row[0].items([cell.cell for cell in row]) for row in rows])
