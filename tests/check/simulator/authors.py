"""Pages in LaTeX by people of different training: physicists, an expert, a first-year, a program that reads a photo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .blocks import vector
from .headings import caption, head, put, remark, title
from .latex import Environment, can_be_products, can_be_quotients, quotients, sum_of_products
from .naming import letter, symbol, words
from .paper import Paper
from .terms import Place
from .work import base, head_of

ROUND = Environment(("pmatrix", "pmatrix", "bmatrix"))
PAIRED = ("S", "S_scaled", "S_masked", "E", "A")
WEIGHTS = ("Wq", "Wk", "Wv", "Wo", "W", "U")

# Physicists.

KETS = (
    ("|", r"\rangle", r"\langle ", " | ", r"\rangle"),
    (r"\ket{", "}", r"\braket{", "|", "}"),
    (r"\lvert ", r" \rangle", r"\langle ", r" \mid ", r" \rangle"),
)


def bra_ket(paper: Paper) -> None:
    """Scores as ⟨q_1|k_2⟩, vectors as kets in columns, outputs as sums of weights times kets."""
    title(paper)
    start, close = paper.once("display", ("$$ ", " $$\n\n"), ("\\[\n", "\n\\]\n\n"), ("$", "$\n\n"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("**{}**\n\n", "### {}\n\n"))
        caption(paper, key, ("{}:\n\n", "{}\n\n"))
        how = _braced if base(key) in PAIRED else _matrix if base(key) in WEIGHTS else _kets
        how(paper, key, start, close)
        remark(paper)


def _matrix(paper: Paper, key: str, start: str, close: str) -> None:
    paper.say(f"{start}{symbol(paper, key, 'names')} = ", "name")
    ROUND(paper, key)
    paper.say(close)


def _kets(paper: Paper, key: str, start: str, close: str) -> None:
    """|q_1⟩ = a column, and for outputs the sum that it is."""
    left, right, *_ = paper.once("kets", *KETS)
    rows = paper.places(key)
    paper.say(start)
    for i, places in enumerate(rows):
        name = f"{letter(paper, key)}_{i + 1}" if len(rows) > 1 else letter(paper, key)
        paper.say(paper.once("ket gap", r",\quad ", r" \qquad ", ", ") if i else "")
        label = f"{left}{name}{right}"
        paper.say(label + " = ", "index")
        if base(key) == "O" and key not in paper.work.mistakes and f"A{key[1:]}" in paper.written:
            _superposed(paper, key, i, (left, right))
        ROUND.rows(paper, [[place] for place in places], label)
    paper.say(close)


def _superposed(paper: Paper, key: str, i: int, ket: tuple[str, str]) -> None:
    values = letter(paper, f"V{key[1:]}")
    with paper.block(), paper.row(f"{letter(paper, key)}_{i + 1}"):
        for number, place in enumerate(paper.places(f"A{key[1:]}")[i], 1):
            paper.plus(" + " if number > 1 else "")
            paper.entry(*place, again=key)
            paper.say(rf"\,{ket[0]}{values}_{number}{ket[1]}", "index")
    paper.say(" = ")


def _braced(paper: Paper, key: str, start: str, close: str) -> None:
    """⟨q_1|k_2⟩ = a number; exponentials and weights by a letter with both indices."""
    _, _, left, bar, right = paper.once("kets", *KETS)
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(start)
            for number, place in enumerate(places, 1):
                paper.say(paper.once("ket gap", r",\quad ", r" \qquad ", ", ") if number > 1 else "")
                label = f"{letter(paper, key)}_{{{i + 1}{number}}}"
                label = f"{left}q_{i + 1}{bar}k_{number}{right}" if base(key) == "S" else label
                with paper.row(label):
                    paper.say(label + " = ", "index")
                    paper.entry(*place)
            paper.say(close)


# An expert.


def expert(paper: Paper) -> None:
    """One align over several pages with \\intertext, names, formulas, tags and braces below what is meant."""
    title(paper, "tex")
    paper.heading(None)
    paper.say("\\begin{align*}\n")
    braces = paper.once("braces below", True, False)
    tags = paper.once("tags", True, False)
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        if number > 1:
            paper.say(f" \\tag{{{number - 1}}}" if tags else "", "equation")
            paper.say(paper.once("line end", " \\\\\n", "\\\\[4pt]\n", " \\\\\n"))
        text = words(paper, key)
        if braces or key not in paper.work.calculation.records:
            _aligned(paper, key, text if key in paper.work.calculation.records else "")
            continue
        text = f"{paper.language.word('head', i=head_of(key))}, {text}" if head_of(key) else text
        put(paper, text, "\\intertext{{{}:}}\n")
        _aligned(paper, key, "")
    paper.say("\n\\end{align*}\n")


def _aligned(paper: Paper, key: str, below: str) -> None:
    """A line of the align, with these words below a brace if there are any."""
    name, formula = symbol(paper, key, "names"), symbol(paper, key, "formulas")
    paper.say(f"{name} &= ", "name")
    is_new = key in paper.work.calculation.records and name != formula
    paper.say(f"{formula} = " if is_new and paper.once("both names", True, True, False) else "", "name")
    paper.say("\\underbrace{" if below else "")
    ROUND(paper, key)
    paper.say(f"}}_{{\\text{{{below}}}}}" if below else "", "label")


# A first-year.

MACROS = "\\newcommand{\\q}{\\mathbf{q}}\n\\newcommand{\\kk}{\\mathbf{k}}\n"
SIGNS = ("*", r"\cdot ", r" \times ", " * ", "x")


def first_year(paper: Paper) -> None:
    """Every vector or number in dollars on a line of its own, with own macros and line ends that are forgotten."""
    if paper.once("macros", True, False):
        paper.say("\\documentclass{article}\n" + MACROS + "\\begin{document}\n", "preamble")
    title(paper, "tex")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("\\textbf{{{}}} \\\\\n", "\\underline{{{}}}\\\\\n"))
        caption(paper, key, ("{}: \\\\\n", "\\underline{{{}}}\\\\\n", "\n{}\n\n"))
        if key in paper.inputs:
            _lists(paper, key)
        elif can_be_products(paper, key):
            _numbers(paper, key, partial(sum_of_products, times=SIGNS))
        elif can_be_quotients(paper, key):
            _numbers(paper, key, quotients)
        else:
            _lists(paper, key)
    paper.say("\\end{document}\n" if paper.once("macros", True, False) else "")


def _numbers(paper: Paper, key: str, how: Callable[[Paper, str, Place], None]) -> None:
    """$s_{12} = 1*0 + 2*1 = 2$"""
    form = paper.once("first label", "{n}_{{{i}{j}}}", "{n}_{i}{j}", "{n}{i}{j}", "{n}_{{{i},{j}}}")
    with paper.block():
        for places in paper.places(key):
            for place in places:
                i = place[1] + 1 if paper.shape(key)[0] > 1 else ""
                label = form.format(n=_macro(paper, key), i=i, j=place[2] + 1).replace("{,", "{")
                with paper.row(label):
                    paper.say(f"${label} = ", "index")
                    how(paper, key, place)
                    paper.say(" = ")
                    paper.entry(*place)
                _end(paper)


def _lists(paper: Paper, key: str) -> None:
    """$q_1 = (1, 0)$"""
    rows = paper.places(key)
    around = paper.once("first around", ("(", ")"), ("[", "]"), (r"\{", r"\}"))
    between = paper.separator("first", ", ", ",", " ; ")
    with paper.block():
        for i, places in enumerate(rows):
            label = f"{_macro(paper, key)}_{i + 1}" if len(rows) > 1 else letter(paper, key)
            with paper.row(label):
                paper.say(f"${label} = ", "index")
                vector(paper, places, between, around)
            _end(paper)


def _macro(paper: Paper, key: str) -> str:
    """A letter, by its own macro where there is one."""
    name = letter(paper, key)
    return {"q": r"\q", "k": r"\kk"}.get(name, name) if paper.once("macros", True, False) else name


def _end(paper: Paper) -> None:
    paper.say("$" + paper.choice(" \\\\\n", " \\\\\n", "\n\n", "\\\\\n"))


# A program that reads a photo.

IMAGE = "![](https://cdn.mathpix.com/cropped/2024_11_1{n}_7f3ca90b-0{n}.jpg?height=21{n}&width=64{n})\n\n"
HEADS = ("\\section*{{{}}}\n\n", "{}\n\n", "{} :\n\n", "\\( \\text {{ {} }} \\)\n\n")


def photographed(paper: Paper) -> None:
    """Arrays as a program makes them of handwriting: no blanks, stray lines, labels of rows inside, cut pictures."""
    if paper.chance(0.7):
        text = paper.language.word("title", n=paper.numbers.randint(1, 9))
        paper.say(f"\\section*{{{text}}}\n", "exercise")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, HEADS[:2])
        if paper.once("photo words", True, True, False) and key in paper.work.calculation.records:
            text = words(paper, key)
            put(paper, text, HEADS[1] if "$" in text else paper.once("photo heading", *HEADS))
        name = symbol(paper, key)
        roman = paper.once("roman", True, False) and name.isalpha()
        name = f"\\mathrm{{{name}}}" if roman else name
        start, close = paper.once("photo display", ("\\[\n", "\n\\]\n\n"), ("$$\n", "\n$$\n\n"), ("\\( ", " \\)\n\n"))
        paper.say(f"{start}{name}" + paper.once("photo sign", "=", "=", " = ", r"=\quad "), "name")
        _photo(paper, key, name)
        paper.say(close)
        if paper.chance(0.1):
            paper.say(IMAGE.format(n=paper.numbers.randint(1, 9)), "image")


def _photo(paper: Paper, key: str, name: str) -> None:
    left, right = paper.once("photo brackets", ("[", "]"), ("(", ")"), ("[", "]"), ("|", "|"))
    between = paper.once("photo cells", " & ", " & ", " & ", r" \quad ")
    labelled = paper.once("photo labels", True, False, False) and base(key) not in WEIGHTS and paper.shape(key)[0] > 1
    columns = paper.shape(key)[1] if "&" in between else 1
    letters = paper.once("photo columns", "l", "r", "c") * columns
    lines = "\\hline\n" if paper.once("stray line", True, False, False) else ""
    paper.say(f"\\left{left}\\begin{{array}}{{{'c|' if labelled and '&' in between else ''}{letters}}}\n{lines}")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = f"{letter(paper, key)}_{{{i + 1}}}" if labelled else name
            paper.say(" \\\\\n" if i else "")
            with paper.row(label):
                paper.say(f"{label}{between}" if labelled else "", "index")
                vector(paper, places, between)
    paper.say(f"\n\\end{{array}}\\right{right}")
