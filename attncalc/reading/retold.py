r"""Matrices as programs and editors write them, written anew as lists of rows, each number at its place.

np.array([1, 2, 3, 4]).reshape(2, 2)    rbind(c(1, 2), c(3, 4))    '((1 2) (3 4))    ={1\2;3\4}    {EQ \a\co2(1;2;3;4)}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from attncalc.reading.edits import Edit, edited
from attncalc.reading.languages import names_a_line
from attncalc.reading.notebook import Body
from attncalc.reading.number import counts

Piece = tuple[int, int]  # where something stands in a text
Part = tuple[str, int]  # of an edit: a text, and where it comes from
Rows = list[list[Piece]]

VALUE = (
    r"[-+−]?(?:\d{1,9}(?:(?:[.,]|\{,\})\d{1,12})?(?:[eE][-+]?\d{1,3})?|\.\d{1,12}|∞|\.?[Ii]nf|\\infty)"
    r"(?:[ ]?%)?(?![\w])"
)
MARKED = VALUE.replace(r"(?:[.,]|\{,\})", r"\.")  # where commas part the numbers
NUMBER, POINTED = re.compile(VALUE), re.compile(MARKED)
MANY = rf"\s{{0,9}}{MARKED}(?:[,\s]\s{{0,9}}{MARKED}){{0,400}}\s{{0,9}}"
ROW = re.compile(rf"[\[({{](?:list )?(?P<cells>{MANY})[\])}}]")
GROUPS = rf"(?:(?:[A-Za-z]\w{{0,9}})?[\[({{](?:list )?{MANY}[\])}}],?\s{{0,9}}){{1,60}}"
NAMED = (
    r"(?:(?P<lisp>\((?:define|def|setf|setq|defparameter|defvar|let) )?"
    r"(?P<name>[A-Za-z_][\w.]{0,20})\s{0,9}(?:<-|=|:=)?\s{0,9})?"
)


def matrix(text: str, rows: Sequence[Sequence[Piece]]) -> Iterator[Part]:
    r"""A matrix of the numbers that stand at these places: a list of lists, or LaTeX where commas are decimal marks."""
    signs = ("[[", ", ", "], [", "]]")
    if any("," in text[slice(*piece)] for row in rows for piece in row):
        signs = ("\\begin{bmatrix} ", " & ", " \\\\ ", " \\end{bmatrix}")
    start, between, end, close = signs
    yield start, rows[0][0][0]
    for i, row in enumerate(rows):
        for j, piece in enumerate(row):
            yield (between if j else end if i else ""), piece[0]
            yield text[slice(*piece)], piece[0]
    yield close, rows[-1][-1][1]


def retold(body: Body) -> Body:
    """A page with such matrices as lists of rows."""
    edits = [
        edit
        for signs, pattern, rows_of in FORMS
        if any(sign in body.text for sign in signs)
        for edit in _edits(body.text, pattern, rows_of)
    ]
    return edited(body, sorted(edits)) if edits else body


def _edits(text: str, pattern: re.Pattern[str], rows_of: Callable[[str, re.Match[str]], Rows]) -> Iterator[Edit]:
    for match in pattern.finditer(text):
        rows = rows_of(text, match)
        if rows and len({len(row) for row in rows}) == 1:
            name = match.groupdict().get("name")
            label = [(f"{name} = ", match.start("name"))] if name else []
            end = match.end() + bool(match.groupdict().get("lisp") and text[match.end() : match.end() + 1] == ")")
            yield Edit(match.start(), end, (*label, *matrix(text, rows)))


def _cells(text: str, place: Piece, number: re.Pattern[str] = POINTED) -> list[Piece]:
    return [found.span() for found in number.finditer(text, *place)]


def _sized(text: str, match: re.Match[str]) -> Rows:
    """The numbers of a call, in so many rows or columns as it says; column by column where that is the custom."""
    cells = _cells(text, match.span("cells"))
    said = match.groupdict()
    height, width = (int(next((said[key] for key in keys if said.get(key)), "0")) for keys in HOW)
    height = height or (len(cells) // width if width else 0)
    width = width or (len(cells) // height if height else 0)
    if not cells or height * width != len(cells):
        return []
    by_columns = said.get("r") and not BY_ROW.search(said.get("how") or "")
    if said.get("turned"):  # column by column, and turned
        height, width, by_columns = width, height, False
    if by_columns:
        return [cells[i::height] for i in range(height)]
    return [cells[i * width : (i + 1) * width] for i in range(height)]


HOW = (("rows", "rows2", "nrow"), ("columns", "columns2", "ncol"))
BY_ROW = re.compile(r"byrow\s?=\s?T")
SIZE = r"\s?(?P<rows>\d{1,3})\s?,\s?(?P<columns>\d{1,3})\s?"
SIZED = (  # the signs of which one stands in each, and the form
    ((".reshape(", ".view("), rf"(?:[A-Za-z.]{{1,20}}\()?\[(?P<cells>{MANY})\]\)?\.(?:reshape|view)\(\(?{SIZE}\)?\)"),
    (
        ("matrix(",),
        rf"(?P<r>matrix)\(\s?c\((?P<cells>{MANY})\)(?P<how>,\s?(?:nrow\s?=\s?(?P<nrow>\d{{1,3}})|ncol\s?=\s?(?P<ncol>\d{{1,3}})"
        rf"|{SIZE})[^()\n]{{0,60}})\)",
    ),
    (("reshape(",), rf"(?P<r>reshape)\(\[(?P<cells>{MANY})\],{SIZE}\)(?P<turned>['ᵀ])?"),
    (("ArrayReshape[",), rf"ArrayReshape\[\{{(?P<cells>{MANY})\}},\s?\{{{SIZE}\}}\]"),
    (("Matrix(",), rf"(?:[A-Za-z]\w{{0,9}})?Matrix\({SIZE},\s?\[?(?P<cells>{MANY})\]?\)"),
)


def _joined(text: str, match: re.Match[str]) -> Rows:
    """The groups of a call, each a row; columns where they are put beside one another."""
    rows = [_cells(text, row.span("cells")) for row in ROW.finditer(text, *match.span("groups"))]
    is_beside = match.groupdict().get("beside") and len({len(row) for row in rows}) == 1
    return [list(column) for column in zip(*rows, strict=True)] if is_beside else rows


JOINED = (
    (
        ("bind", "stack", "cat", "Matrix.of"),
        rf"(?:(?:np|numpy|torch|jnp)\.)?(?:rbind|[vr]_?stack|vcat|row_stack|stack|Matrix\.of|(?P<beside>cbind|hcat|column_stack)"
        rf"|hstack\d)\([\[(]?\s{{0,9}}(?P<groups>{GROUPS})[\])]?\)",
    ),
    (("'(", "`(", "#2A("), rf"(?:['`]|#2A)\((?P<groups>{GROUPS})\)"),
    (("(list ",), rf"\(list (?P<groups>{GROUPS})\)"),
)


KEY = r"[\"']?(?P<key>[^\W\d][\w’]{0,20})[\"']?\s?:\s{0,9}"
OF_KEY = re.compile(rf"{KEY}(?P<row>[\[({{][^\[\](){{}}]{{1,2000}}[\])}}])")
KEYED = rf"(?:[\"']?[^\W\d]\w{{0,20}}[\"']?\s?:\s?)?{MARKED}(?:,\s{{0,9}}|\s{{1,9}}|(?=[\])}}]))"
MAPPED = (
    rf"\{{\s{{0,9}}(?P<groups>(?:{KEY.replace('?P<key>', '')}[\[({{](?:{KEYED}){{1,60}}[\])}}],?\s{{0,9}}){{2,60}})\}}"
)
OF_VALUE = re.compile(rf"(?<=[:,\s\[({{]){MARKED}(?=[,\s\])}}])")


def _mapped(text: str, match: re.Match[str]) -> Rows:
    """The lists or maps of numbers behind the keys of a map, each a row; none where keys call lines of the work."""
    found = list(OF_KEY.finditer(text, *match.span("groups")))
    if all(LINE.fullmatch(row["key"]) or names_a_line(row["key"]) for row in found):
        return []
    return [_cells(text, row.span("row"), OF_VALUE) for row in found]


LINE = re.compile(r"[A-Z]\w?|[qkvaeosz]\d?")  # Q, q1
BLOCK = rf"(?P<cells>^[ ]{{0,20}}- - {VALUE}[ ]{{0,9}}(?:\n[ ]{{0,24}}- (?:- )?{VALUE}[ ]{{0,9}}$){{1,600}})"


QUOTED = r"(?:“[^”\n]{1,20}”|\"[^\"\n]{1,20}\"|„[^“”\n]{1,20}[“”]|«[^»\n]{1,20}»|\*\*[^*\n]{1,20}\*\*)"
BESIDE = (
    rf"(?P<cells>{QUOTED}[ ]{VALUE}(?:(?:[,;]|[,;]?[ ][^\W\d_]{{1,5}})[ ]{QUOTED}[ ]{VALUE}){{1,40}})(?![ ]?[=+*/·])"
)
OF_TOKEN = re.compile(rf"{QUOTED}[ ](?P<cell>{VALUE})")


def _beside(text: str, match: re.Match[str]) -> Rows:
    """The numbers behind tokens in quotation marks as one row; none where they only count these."""
    cells = [found.span("cell") for found in OF_TOKEN.finditer(text, *match.span("cells"))]
    return [] if counts([text[slice(*cell)] for cell in cells]) else [cells]


def _blocks(text: str, match: re.Match[str]) -> Rows:
    """The numbers of YAML behind two dashes and below them, row by row."""
    rows: Rows = []
    for cell in DASHED.finditer(text, *match.span("cells")):
        if cell["first"] or not rows:
            rows.append([])
        rows[-1].append(cell.span("cell"))
    return rows


DASHED = re.compile(rf"(?P<first>- )?- (?P<cell>{VALUE})")


def _inline(text: str, match: re.Match[str]) -> Rows:
    r"""The rows of {1\2;3\4}, {1;2|3;4}: the first sign parts cells, the other one rows."""
    cells = _cells(text, match.span("cells"), NUMBER)
    rows: Rows = [cells[:1]]
    between = text[cells[0][1] : cells[1][0]].strip() if len(cells) > 1 else ""
    for before, cell in pairwise(cells):
        if text[before[1] : cell[0]].strip() != between:
            rows.append([])
        rows[-1].append(cell)
    return rows


def _field(text: str, match: re.Match[str]) -> Rows:
    """The numbers of a field, in so many columns as it says."""
    cells, width = _cells(text, match.span("cells"), NUMBER), int(match["columns"])
    return [cells[i : i + width] for i in range(0, len(cells), width)] if width else []


def _ruled(text: str, match: re.Match[str]) -> Rows:
    """The cells between & of the rows that end in two backslashes."""
    rows: Rows = [[]]
    for cell in CELL.finditer(text, *match.span("cells")):
        if cell["number"]:
            rows[-1].append(cell.span("number"))
        elif cell["end"]:
            rows.append([])
        elif cell["other"]:
            return []
    return [row for row in rows if row]


def _standing(text: str, match: re.Match[str]) -> Rows:
    """The two numbers of a column."""
    return [[match.span("above")], [match.span("below")]]


CELL = re.compile(rf"[\s&${{}}]++|(?P<number>{VALUE})|(?P<end>\\\\)|(?P<other>.)")
APART = r"\s{0,3}[\\;|]\s{0,3}"
LISTED = rf"(?:{MARKED}(?:[;,]\s{{0,3}}{MARKED}){{0,400}}|{VALUE}(?:;\s{{0,3}}{VALUE}){{0,400}})"
FIELD = (
    r"\{ ?EQ [^()\n]{0,40}(?:\( ?)?\\a[^()\n]{0,20}\\co(?P<columns>\d)[^()\n]{0,20}"
    rf"\((?P<cells>{LISTED})\)+ ?\}}"
)
TIKZ = (
    r"\\matrix\s?(?:\([^()\n]{0,20}\)\s?)?\[[^\[\]\n]{0,120}\]\s?"
    r"\{(?P<cells>(?:[^{}]|\{,\}){1,4000})\}\s?;?"
)
Form = tuple[tuple[str, ...], re.Pattern[str], Callable[[str, re.Match[str]], Rows]]
FORMS: tuple[Form, ...] = (  # what stands in each, so that a page without it is not looked through
    *((signs, re.compile(NAMED + form), _sized) for signs, form in SIZED),
    *((signs, re.compile(NAMED + form), _joined) for signs, form in JOINED),
    (("- - ",), re.compile(BLOCK, re.MULTILINE), _blocks),
    (("{",), re.compile(MAPPED), _mapped),
    (tuple('”"“»*'), re.compile(BESIDE), _beside),
    (("{",), re.compile(rf"=?\{{\s?(?P<cells>{VALUE}(?:{APART}{VALUE}){{1,400}})\s?\}}"), _inline),
    (("EQ ",), re.compile(FIELD), _field),
    (("\\matrix",), re.compile(TIKZ), _ruled),
    (
        ("binom{",),
        re.compile(rf"\\[dt]?binom\{{\s?(?P<above>{VALUE})\s?\}}\s?\{{\s?(?P<below>{VALUE})\s?\}}"),
        _standing,
    ),
)
