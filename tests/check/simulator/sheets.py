"""Sheets of a program for tables: with letters and numbers at the edges, with formulas, exported with signs between."""

from __future__ import annotations

from .blocks import header, vector
from .headings import head, put
from .naming import row_label, symbol, words
from .paper import Paper
from .terms import operand
from .work import base

# What somebody types into the first cell of a line: {0} and {1} are ranges, {cell} and {row} parts of the first one.
FORMULAS = {
    "Q": "{product}({0};{1})",
    "K": "{product}({0};{1})",
    "V": "{product}({0};{1})",
    "S": "{product}({0};{turned}({1}))",
    "S_scaled": "{cell}/{root}({size})",
    "E": "EXP({cell})",
    "Z": "{sum}({row})",
    "O": "{product}({0};{1})",
}
FUNCTIONS = {
    "en": ("MMULT", "TRANSPOSE", "SQRT", "SUM"),
    "de": ("MMULT", "MTRANS", "WURZEL", "SUMME"),
    "fr": ("PRODUITMAT", "TRANSPOSE", "RACINE", "SOMME"),
    "es": ("MMULT", "TRANSPONER", "RAIZ", "SUMA"),
    "pl": ("MACIERZ.ILOCZYN", "TRANSPONUJ", "PIERWIASTEK", "SUMA"),
    "pt": ("MATRIZ.MULT", "TRANSPOR", "RAIZ", "SOMA"),
    "it": ("MATR.PRODOTTO", "MATR.TRASPOSTA", "RADQ", "SOMMA"),
    "nl": ("PRODUCTMAT", "TRANSPONEREN", "WORTEL", "SOM"),
}
LETTERS = "ABCDEFGHIJKLMNOP"


def lettered(paper: Paper) -> None:
    """One sheet with the letters of its columns above, the numbers of its rows at the left, lines below one another."""
    between, left, right = ("\t", "", "") if paper.extension == "txt" else (" | ", "| ", " |")
    keys = (*paper.inputs, *paper.written)
    columns = 1 + max(paper.shape(key)[1] for key in keys)
    paper.say(left + between.join(["", *LETTERS[:columns]]) + right + "\n", "header")
    paper.say("|---" * (columns + 1) + "|\n" if left else "")
    number = paper.once("first row", 1, 1, 2, 3)
    empty = paper.once("empty rows", True, False)
    for key in keys:
        name = paper.once("sheet names", words, symbol)(paper, key)
        blank = between * (columns - 1) + right + "\n"
        paper.say(f"{left}{number}{between}{name}{blank}", "header")
        paper.heading(name)
        number = _filled(paper, key, number + 1, (left, between, right))
        if empty:
            paper.say(f"{left}{number}{between}{blank}", "header")
            number += 1


def _filled(paper: Paper, key: str, number: int, signs: tuple[str, str, str]) -> int:
    """The rows of a line from this number on; the number of the next row."""
    left, between, right = signs
    sort = paper.once("labels sheet", "token", "digit", "token", "none")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, sort)
            with paper.row(label):
                paper.say(f"{left}{number + i}{between}{label}{between}", "index")
                vector(paper, places, between, ("", right + "\n"))
    return number + len(paper.places(key))


def formulas(paper: Paper) -> None:
    """Every line with the formula of its first cell, and below it the cells."""
    row = 1
    where: dict[str, tuple[int, int, int]] = {}
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n", "{}:\n"))
        name = paper.once("sheet names", words, symbol)(paper, key)
        text = _formula(paper, key, where)
        put(paper, name, "{}")
        paper.say(paper.once("formula after", "\t", ":  ", "   ") + text if text else "", "code")
        paper.say("\n")
        paper.kept["named"] = name
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels cells", "none", "none", "token", "digit"))
                with paper.row(label or name):
                    paper.say(f"{label}\t" if label else "", "index")
                    vector(paper, places, "\t", ("", "\n"))
        where[key] = (row + 1, *paper.shape(key))
        row += paper.shape(key)[0] + 2
        paper.say("\n")


def _formula(paper: Paper, key: str, where: dict[str, tuple[int, int, int]]) -> str:
    """What is typed into the first cell of a line; nothing for what is typed as a number."""
    record = paper.work.calculation.records.get(key)
    leaves = [leaf.key for leaf in record.expr.lines()] if record else []
    form = FORMULAS.get(base(key))
    if form is None or key in paper.work.mistakes or not leaves or any(leaf not in where for leaf in leaves):
        return ""
    top, _, columns = where[leaves[0]]
    names = dict(zip(("product", "turned", "root", "sum"), FUNCTIONS[paper.language.name], strict=True))
    size = len(paper.work.texts["Q"][0]) if operand(paper.work.calculation, key) and "Q" in paper.work.texts else 2
    cell, row = f"B{top}", f"B{top}:{LETTERS[columns]}{top}"
    ranges = [f"B{first}:{LETTERS[width]}{first + rows - 1}" for first, rows, width in (where[one] for one in leaves)]
    text = "=" + form.format(*ranges, cell=cell, row=row, size=size, **names)
    return text.replace(";", ",") if paper.language.name == "en" else text


def exported(paper: Paper) -> None:
    """A file of values with signs between them: every line with its name, a header and its rows."""
    between = paper.separator("exported", ";", ",", ";", "|")
    quote = paper.once("quotes", "", "", '"')
    sort = paper.once("labels exported", "token", "digit", "zero", "token")
    above = paper.once("name above", True, False)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("# {}\n", "{}\n"))
        name = paper.once("sheet names", words, symbol)(paper, key)
        put(paper, name, "# {}\n" if above else "")
        names = [text.strip() for text in header(paper, key, paper.once("exported header", "tokens", "letters"))]
        names = [f"{quote}{text}{quote}" for text in names]
        paper.say(between.join(["" if above else f"{quote}{name}{quote}", *names]) + "\n", "header")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, sort) or str(i + 1)
                with paper.row(label):
                    paper.say(f"{quote}{label}{quote}{between}", "index")
                    vector(paper, places, between, ("", "\n"))
        paper.say("\n")
