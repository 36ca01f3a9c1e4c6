"""Kept pages with formulas: notes of a lecture, Typst."""

from __future__ import annotations

from collections.abc import Callable

from .headings import bye, remark, title
from .kept_parts import LETTERS, MATRICES, Signs, before, calculated, mixed, named, of_queries, way
from .kept_words import LECTURE
from .latex import Environment
from .naming import words
from .paper import Paper
from .terms import Place
from .work import base

PREAMBLE = (
    "\\documentclass[11pt]{article}\n\\usepackage{amsmath,amssymb}\n"
    "\\newcommand{\\T}{^{\\mathsf T}}\n\\begin{document}\n\n"
)
COLUMN = Environment(("pmatrix", "bmatrix"), (r" \\ ", r"\\ "))
TEX = Signs(times=r" \cdot ", over="/", power=(r"e^{", "}"))


# Notes of a lecture: tokens as column vectors, braces below what is added.


def lecture(paper: Paper) -> None:
    """The worked example of a lecture, query by query."""
    _, query, columns = LECTURE[paper.language.name]
    whole = paper.chance(0.6)
    paper.say(PREAMBLE if whole else "", "preamble")
    title(paper, "tex")
    paper.say(f"{columns}:\n")
    for key in (*paper.inputs, *before(paper)):
        paper.heading(columns)
        _columns(paper, key)
    keys = of_queries(paper)
    alone = len(paper.places(keys[0])) == 1
    for i in range(len(paper.places(keys[0]))):
        head = f"{query.capitalize()} $q_{i + 1}$" if not alone else words(paper, keys[0])
        paper.say(
            paper.once("lecture head", "\\paragraph{{{}.}}\n", "\n\\medskip\\noindent\\emph{{{}.}}\n").format(head)
        )
        paper.heading(head)
        for key in keys:
            _display(paper, key, i)
        remark(paper)
    paper.heading(None)
    paper.say("\\end{document}\n" if whole else "")


def _columns(paper: Paper, key: str) -> None:
    start, close = paper.once("lecture display", ("\\[\n", "\n\\]\n"), ("\\begin{equation*}\n", "\n\\end{equation*}\n"))
    paper.say(start)
    if key in MATRICES:
        paper.say(f"{key[0]}_{{{key[1:].upper()}}} = " if len(key) > 1 else f"{key} = ", "name")
        COLUMN(paper, key)
        paper.say(close)
        return
    for i, places in enumerate(paper.places(key)):
        paper.say(paper.once("quad", ",\\quad ", " \\qquad ", ", \\; ") if i else "")
        paper.say(f"{vector_name(paper, key, i)} = ", "index")
        _column(paper, key, places, i)
    paper.say(close)


def vector_name(paper: Paper, key: str, i: int) -> str:
    """A token's vector in mathematics."""
    return named(paper, key, i) if len(paper.places(key)) > 1 else LETTERS.get(key, key)


def _column(paper: Paper, key: str, places: list[Place], i: int, entry: Callable[[Place], None] | None = None) -> None:
    if len(places) == 1:
        with paper.block(), paper.row(vector_name(paper, key, i)):
            (entry or (lambda at: paper.entry(*at)))(places[0])
        return
    COLUMN.rows(paper, [[place] for place in places], vector_name(paper, key, i), entry)


def _display(paper: Paper, key: str, i: int) -> None:
    start, close = paper.kept["lecture display"]
    places = paper.places(key)[i]
    paper.say(start)
    if base(key) in ("S", "e") and way(paper, key):
        _braces(paper, key, places, i)
    elif base(key) == "Z" and way(paper, key):
        with paper.block(), paper.row("Z"):
            paper.say(r"\underbrace{")
            calculated(paper, places[0], TEX, "")
            paper.say("}_{" + words(paper, key).join(("\\text{", "}} = ")), "label")
            paper.entry(*places[0])
    else:
        name = {"alpha": r"\alpha", "e": "e"}.get(key, vector_name(paper, key, i))
        paper.say(f"{name} = ", "index")
        if base(key) in ("O", "c"):
            _mixture(paper, key, i, name)
        _column(paper, key, places, i)
        if base(key) not in ("O", "c"):
            paper.say(
                f" \\quad\\text{{({words(paper, key).replace('$', '')})}}" if "sqrt" not in words(paper, key) else ""
            )
    paper.say(close)


def _mixture(paper: Paper, key: str, i: int, name: str) -> None:
    with paper.block(), paper.row(name):
        if mixed(paper, key, i, lambda j: paper.say(f"\\, {_value(paper, key, j)}", "index")):
            paper.say(" = ")


def _value(paper: Paper, key: str, j: int) -> str:
    return f"h_{j + 1}" if key == "c" else f"v_{j + 1}"


def _braces(paper: Paper, key: str, places: list[Place], i: int) -> None:
    """Each score with its products above a brace that says what they are."""
    and_ = LECTURE[paper.language.name][0]
    gap = paper.once("brace gap", f" \\quad\\text{{{and_}}}\\quad ", ", \\qquad ", ",\n\\quad ")
    for j, place in enumerate(places):
        left, right = (
            (f"q_{i + 1}", f"k_{j + 1}") if key == "S" else ("s", f"{'g' if 'Wh' in paper.written else 'h'}_{j + 1}")
        )
        name = paper.once("inner", "{}^\\top {}", "\\langle {}, {} \\rangle", "{} \\cdot {}").format(left, right)
        paper.say(gap if j else "")
        with paper.block(), paper.row(name):
            paper.say(r"\underbrace{")
            calculated(paper, place, TEX, "")
            paper.say(f"}}_{{{name}}} = ", "index")
            paper.entry(*place)


# Typst.

TYPST = {
    "Q": "X W_Q",
    "K": "{y} W_K",
    "V": "{y} W_V",
    "S": "Q K^T",
    "S_scaled": "(Q K^T) / sqrt(d_k)",
    "S_masked": "S' + M",
    "E": "exp(S')",
    "A": '"softmax"(S\')',
    "O": "A V",
    "e": "H s",
    "alpha": '"softmax"(e)',
    "c": "H^T alpha",
    "Wh": "H W^T",
}
TYPST_NAMES = {
    "S_scaled": "S'",
    "S_masked": "S_M",
    "Z": "z",
    "alpha": "alpha",
    "Wq": "W_Q",
    "Wk": "W_K",
    "Wv": "W_V",
    "Wh": "G",
}


def typst(paper: Paper) -> None:
    """Headings with equals signs, matrices as mat and vectors as vec."""
    text = paper.language.word("title", n=paper.numbers.randint(1, 9))
    paper.say(f"= {text}\n\n" if paper.chance(0.8) else "", "exercise")
    start, close = paper.once("typst display", ("$ ", " $"), ("$ ", " $"), ("$\n  ", "\n$"))
    left, right = paper.once("typst head", ("== ", "\n"), ("*", "*\n"), ("", ":\n"))
    for key in (*paper.inputs, *paper.written):
        paper.heading(words(paper, key))
        if key in paper.written and paper.once("typst words", True, False):
            paper.say(f"{left}{words(paper, key)}{right}", "heading")
        name, formula = TYPST_NAMES.get(key, key), TYPST.get(key, "").format(y="Y" if "Y" in paper.inputs else "X")
        if key == "e" and "W" in paper.inputs:
            formula = "G s" if "Wh" in paper.written else "H W^T s"
        formula = f"{formula} = " if formula and paper.once("formulas", True, False) else ""
        paper.say(f"{start}{name} = {formula}", "name")
        _mat(paper, key, name)
        paper.say(close + "\n\n")
        remark(paper)
    bye(paper)


def _mat(paper: Paper, key: str, name: str) -> None:
    rows = paper.places(key)
    if len(rows) == 1:
        rows = [[place] for place in rows[0]]
    is_one, is_vector = len(rows) == len(rows[0]) == 1, len(rows[0]) == 1
    between = ", " if is_vector else paper.once("mat end", "; ", ";\n      ")
    delimiter = paper.once("delimiters", "", 'delim: "[", ')
    paper.say("" if is_one else ("vec(" if is_vector else "mat(") + delimiter)
    with paper.block():
        for i, places in enumerate(rows):
            paper.say(between if i else "")
            with paper.row(name):
                for number, place in enumerate(places):
                    paper.say(", " if number else "")
                    paper.entry(*place)
    paper.say("" if is_one else ")")
