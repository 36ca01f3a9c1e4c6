r"""Matrices in one array with a line between them, written one after another: (K|V) = [cc|cc].

\left(K \,|\, V\right) = \left[\begin{array}{cc|cc} 1 & 2 & 3 & 4 \end{array}\right]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from attncalc.reading.cut import of_latex
from attncalc.reading.edits import Edit, edited
from attncalc.reading.notebook import Body
from attncalc.reading.retold import Part

BAR = r"(?:\||\\(?:mid|vert|middle\s?\|)(?![a-z]))"
NAMED = re.compile(
    rf"(?:\\left\s?)?(?:[(\[]|\\lbrack)(?P<names>[^=|\n]{{1,80}}(?:{BAR}[^=|\n]{{1,80}}){{1,4}}?)(?:\\right\s?)?[)\]]\s?&?=\s{{0,3}}"
    r"(?:\\left\s?)?[(\[]?\s{0,3}\\begin\{array\}\{(?P<spec>[clr|@{}! ]{3,40})\}"
)
END = re.compile(r"\\end\{array\}\s{0,3}(?:(?:\\right\s?)?[)\]])?")
PARTS = re.compile(BAR)
SPACE = re.compile(r"\\[,;:! ]|\\q?quad(?![a-z])|\\(?:left|right)(?![a-z])")


def augmented(body: Body) -> Body:
    """A page with such matrices each by itself."""
    edits = list(_edits(body.text)) if "\\begin{array}" in body.text else []
    return edited(body, edits) if edits else body


def _edits(text: str) -> Iterator[Edit]:
    for match in NAMED.finditer(text):
        end = END.search(text, match.end())
        widths = [len(re.findall("[clr]", part)) for part in match["spec"].split("|")]
        names = [SPACE.sub(" ", name).strip() for name in PARTS.split(match["names"])]
        rows = of_latex(text, match.end(), end.start()).lines if end else []
        if end and len(names) == len(widths) and rows and {len(row) for row in rows} == {sum(widths)}:
            yield Edit(match.start(), end.end(), tuple(_parts(text, match.start(), names, widths, rows)))


def _parts(
    text: str, start: int, names: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[tuple[int, int]]]
) -> Iterator[Part]:
    """Each name with the columns that are its own."""
    for name, (first, last) in zip(names, pairwise([0, *accumulate(widths)]), strict=True):
        yield f"{name} = \\begin{{bmatrix}} ", start
        for number, row in enumerate(rows):
            for place, cell in enumerate(row[first:last]):
                yield (" & " if place else " \\\\ " if number else ""), cell[0]
                yield text[slice(*cell)].strip(), cell[0] + len(text[slice(*cell)]) - len(text[slice(*cell)].lstrip())
        yield " \\end{bmatrix} \\quad ", rows[-1][-1][1]
