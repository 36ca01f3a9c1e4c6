"""Homework in LaTeX as a class hands it in: typed, transcribed, in parts, with the task, and the answer in a box."""

from __future__ import annotations

from .blind_parts import FINAL, checked, each_worked, lead, name, noted, powers_over, rows, say, top
from .blocks import vector
from .calculated import is_product, scaled_of
from .hands import LATEX, can_be_worked, cells, factors
from .headings import head, put, title
from .latex import Environment
from .naming import root
from .paper import Paper
from .terms import Place
from .work import base

MATRIX = Environment(("bmatrix", "pmatrix"))
MATHPIX = Environment(("array", "array", "parenthesised array"), (" \\\\\n", r" \\ "))
SIGNS = (("$$ ", " $$\n\n"), ("$$\n", "\n$$\n\n"), ("\\[\n", "\n\\]\n\n"), ("$$", "$$\n"))


def display(paper: Paper, key: str, matrix: Environment = MATRIX) -> None:
    """A line in a display, in a box if it is the answer."""
    start, close = paper.once("display", *SIGNS)
    is_boxed = key == paper.written[-1] and base(key) in FINAL
    paper.say(f"{start}{name(paper, key)} = ", "name")
    paper.say(r"\boxed{" if is_boxed else "")
    matrix(paper, key)
    paper.say(("}" if is_boxed else "") + close)


def given(paper: Paper, signs: tuple[str, str] | None = None) -> None:
    """What is given, in one display."""
    start, close = signs or paper.once("display", *SIGNS)
    paper.heading(None)
    for number, key in enumerate(paper.inputs):
        paper.say(paper.once("given comma", r", \quad ", r" \qquad ", ", ") if number else start)
        paper.say(f"{name(paper, key)} = ", "name")
        MATRIX(paper, key)
    paper.say(close)


def restated(paper: Paper) -> None:
    """The problem's text with its matrices, then displays with one entry of each product in a sentence."""
    top(paper)
    say(paper, "points", "**{}** ")
    say(paper, "task", "*{}*\n\n")
    given(paper)
    say(paper, "solution", "**{}.** ")
    for key in paper.written:
        head(paper, key, ("\n**{}**\n\n",))
        put(paper, lead(paper, key), paper.once("lead form", "{}:\n\n", "{}.\n\n", "{}\n\n"))
        noted(paper, key)
        if is_product(paper, key):
            say(paper, "example", "{}: ")
            each_worked(paper, paper.places(key)[0][:1], LATEX, ("$", "", "$. "))
            say(paper, "rest", "{}:\n\n")
        display(paper, key)
        checked(paper, key, "{}: ${}$\n\n" if len(paper.places(key)) == 1 else "({}: {})\n\n")


def mathpix(paper: Paper) -> None:
    """A sheet that a program transcribed: arrays with {ll}, aligned calculations, single numbers in dollars."""
    title(paper, "tex")
    top(paper)
    for key in paper.inputs:
        paper.say(f"${name(paper, key)}=", "name")
        MATHPIX(paper, key)
        paper.say("$\n\n")
    for number, key in enumerate(paper.written):
        head(paper, key, ("\\section*{{{}}}\n\n",))
        if number == 2 and paper.once("page turned", True, False):
            paper.say("- 2 -\n\n", "page")
        put(paper, lead(paper, key), "{}:\n\n")
        if base(key) == "O" and paper.once("single results", True, False):
            rows(paper, key, "${}$ : ", "$ , $", ("$", "$"), paper.once("stray", " \\\\\n", "\n\n"))
            continue
        if is_product(paper, key) or powers_over(paper, key):
            is_part = base(key) == "A" or paper.once("first row only", True, False)
            signs = ("$$\n\\begin{aligned}\n& ", " \\\\\n& ", "\n\\end{aligned}\n$$\n\n")
            each_worked(paper, paper.places(key)[0] if is_part else cells(paper, key), LATEX, signs)
        display(paper, key, MATHPIX)


def first_in_full(paper: Paper) -> None:
    """A document: everything of the first query in align, of the others the results; vectors in the end."""
    title(paper, "tex")
    top(paper, "\\noindent {}\n\n")
    say(paper, "task", "\\textit{{{}}}\n")
    given(paper, signs=("\\[\n", "\n\\]\n"))
    say(paper, "solution", "\\paragraph{{{}}}\n")
    for key in paper.written:
        head(paper, key, ("\\subsection*{{{}}}\n", "\\paragraph{{{}}}\n"))
        put(paper, lead(paper, key), paper.once("full lead", "{}:\n", "\\textbf{{{}.}}\n", "\\emph{{{}:}}\n"))
        if can_be_worked(paper, key) and len(paper.places(key)) > 1 and base(key) != "S_scaled":
            signs = ("\\begin{align*}\n", " \\\\\n", "\n\\end{align*}\n")
            each_worked(paper, paper.places(key)[0], LATEX, signs)
            say(paper, "rest", "{}:\n")
        paper.say("\\[\n")
        if base(key) in FINAL:
            between = paper.separator("vectors", ", ", r",\; ", r";\; ")
            rows(paper, key, "{} = ", between, (r"\boxed{(", ")}"), r" \qquad ", "")
        else:
            paper.say(f"{name(paper, key)} = ", "name")
            MATRIX(paper, key)
        paper.say("\n\\]\n")
        checked(paper, key, "{}: {}.\n\n")


def in_parts(paper: Paper) -> None:
    r"""An \item for each part, with its points; weights in a tabular, the answer boxed."""
    title(paper, "tex")
    top(paper, "\\begin{{flushright}}{}\\end{{flushright}}\n")
    given(paper, signs=("$$", "$$\n"))
    paper.say("\\begin{enumerate}\n")
    for number, key in enumerate(paper.written):
        head(paper, key, ("\\item[] \\textbf{{{}}}\n",))
        mark = paper.once("part mark", "\\item ", "\\item[({a})] ", "\\item[{a})] ").format(a="abcdefghijklm"[number])
        put(paper, lead(paper, key), mark + "\\textbf{{{}}} ")
        say(paper, "points", "\\hfill {}\\\\\n")
        if base(key) == "A":
            _tabular(paper, key)
            continue
        if is_product(paper, key):
            each_worked(paper, paper.places(key)[-1][-1:], LATEX, ("$", "", "$. "))
            say(paper, "rest", "{}:\n")
        is_last = key == paper.written[-1]
        paper.say(f"$${name(paper, key)} = ", "name")
        paper.say(r"\boxed{" if is_last else "")
        MATRIX(paper, key)
        paper.say("}$$\n" if is_last else "$$\n")
    paper.say("\\end{enumerate}\n")


def _tabular(paper: Paper, key: str) -> None:
    columns = range(paper.shape(key)[1])
    paper.say(f"\\begin{{tabular}}{{l|{'c' * len(columns)}}}\n")
    paper.say(" & ".join(["", *(f"$k_{j + 1}$" for j in columns)]) + " \\\\ \\hline\n", "header")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = f"$q_{i + 1}$"
            with paper.row(label):
                paper.say(f"{label} & ", "index")
                vector(paper, places, " & ", ("", " \\\\\n"))
    paper.say("\\end{tabular}\n")


def in_short(paper: Paper) -> None:
    """A short solution: factors and results in one display, the softmax of the matrix that it is taken of."""
    title(paper)
    if paper.once("short given", True, False):
        given(paper)
    paper.heading(None)
    for key in paper.written:
        head(paper, key, ("**{}**\n\n",))
        if paper.once("short words", True, False):
            put(paper, lead(paper, key), "{}:\n\n")
        start, close = paper.once("display", *SIGNS)
        paper.say(f"{start}{name(paper, key)} = ", "name")
        _operands(paper, key)
        MATRIX(paper, key)
        paper.say(close)
        checked(paper, key, "({}: {})\n\n")
    say(paper, "final", "**{}:** $")
    between = paper.separator("short vectors", ", ", r",\ ", "; ")
    rows(paper, paper.written[-1], "{} = ", between, ("(", ")"), r",\ ", "$\n")


def _operands(paper: Paper, key: str) -> None:
    def write(place: Place) -> None:
        paper.entry(*place, again=key)

    scores = [one for one in paper.written if base(one).startswith("S") and one.endswith(key[len(base(key)) :])]
    if is_product(paper, key):
        for factor in factors(paper, key):
            MATRIX.rows(paper, factor, None, write)
    elif source := scaled_of(paper, key):
        paper.say(rf"\frac{{1}}{{{root(paper)}}}", "constant")
        MATRIX.rows(paper, paper.places(source), None, write)
    elif base(key) == "A" and scores and scores[-1] not in paper.work.mistakes:
        paper.say(r"\text{softmax}\left(" if paper.once("soft", True, False) else r"\operatorname{softmax}\left(")
        MATRIX.rows(paper, paper.places(scores[-1]), None, write)
        paper.say(r"\right)")
    else:
        return
    paper.say(" = ")
