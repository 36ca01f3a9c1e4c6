"""LaTeX of people who think in matrices and vectors: the formula reduced, columns times rows, Q times each key."""

from __future__ import annotations

from .calculated import is_product, parted
from .displays import DISPLAYS
from .hands import LATEX, factors, lines_of_page, result, working
from .headings import put, title
from .latex import ENVIRONMENTS, Environment
from .naming import letter, root, symbol, words
from .paper import Paper
from .reckoned import _worth as worth
from .terms import Place
from .turned import ALIGNS
from .work import base

MATRIX = Environment(("pmatrix", "bmatrix"))
NAMES = ("{}:\n", "\\textbf{{{}}}\n\n", "\\paragraph{{{}}}\n")


def _copied(paper: Paper, rows: list[list[Place]], step: str) -> None:
    """A matrix that is written again as a factor of a step."""
    MATRIX.rows(paper, rows, None, lambda place: paper.entry(*place, again=step))


def _display(paper: Paper, key: str) -> None:
    """A line as a matrix in a display."""
    start, close = paper.once("display", *DISPLAYS)
    paper.say(f"{start}{symbol(paper, key, 'names')} = ", "name")
    MATRIX(paper, key)
    paper.say(close)


def reduced(paper: Paper) -> None:
    """softmax(Q Kᵀ/√d) V with all matrices in it; on each line that follows one operation less is left to do."""
    title(paper, "tex")
    before, of_query = parted(paper)
    for key in before:
        put(paper, words(paper, key), paper.once("caption", *NAMES))
        _display(paper, key)
    start, close = paper.once("reduced", *ALIGNS[:3])
    steps = {base(key): key for key in of_query}
    paper.heading(None)
    paper.say(start + paper.once("reduced name", r"\operatorname{Attention}(Q, K, V)", r"\mathrm{Att}(Q,K,V)", "O"))
    begin = ("product",) if is_product(paper, steps["S"]) else ()
    for number, name in enumerate((*begin, *steps)):
        paper.say(" \\\\\n&= " if number else " &= ")
        _still_to_do(paper, steps, name)
    paper.say(close)


def _still_to_do(paper: Paper, steps: dict[str, str], name: str) -> None:
    """A line of the work, inside the operations that are still to be done with it."""
    depth = (name not in ("A", "O")) + ("S_masked" in steps and name in ("product", "S", "S_scaled"))
    softmax = paper.once("softmax", r"\operatorname{softmax}", r"\text{softmax}", r"\mathrm{softmax}")
    paper.say("".join((softmax + r"\left(", r"\operatorname{mask}\left(")[:depth]))
    is_to_scale = "S_scaled" in steps and name in ("product", "S")
    paper.say(rf"\frac{{1}}{{{root(paper)}}} " if is_to_scale else "", "constant")
    if name == "product":
        for rows in factors(paper, steps["S"]):
            _copied(paper, rows, steps["S"])
    else:
        MATRIX(paper, steps[name])
    paper.say(r"\right)" * depth)
    if name != "O" and paper.once("values shown", True, False) and is_product(paper, steps["O"]):
        _copied(paper, paper.places("V"), steps["O"])
    elif name != "O":
        paper.say(paper.once("before V", r" \cdot V", r" V", r"\,V"))


def columns_times_rows(paper: Paper) -> None:
    """A product of matrices as a sum: first column times first row, plus second column times second row."""
    start, close = paper.once("display", *DISPLAYS)
    for key in lines_of_page(paper, is_product, "tex", NAMES, _display):
        left, right = factors(paper, key)
        paper.say(f"{start}{symbol(paper, key, 'formulas')} = ", "name")
        for number, (column, line) in enumerate(zip(zip(*left, strict=True), right, strict=True)):
            paper.plus(" + " if number else "")
            _copied(paper, [[place] for place in column], key)
            _copied(paper, [line], key)
        if paper.once("each term as a matrix", True, False):
            for number, line in enumerate(right):
                paper.plus(" + " if number else "\n= ")
                rows = (" & ".join(worth(paper, places[number], place) for place in line) for places in left)
                begin, end = ENVIRONMENTS[paper.once("environment", *MATRIX.names)]
                paper.say(f"{begin} " + r" \\ ".join(rows) + f" {end}", "product")
        paper.say("\n= ")
        MATRIX(paper, key)
        paper.say(close)


def matrix_times_keys(paper: Paper) -> None:
    """Q k_1 is a column of scores, with its sums in it, and so is Q k_2; together they are S."""
    start, close = paper.once("key align", *ALIGNS[:3])
    for key in lines_of_page(paper, lambda p, key: key in ("S", "O") and is_product(p, key), "tex", NAMES, _display):
        paper.say(start)
        for j, column in enumerate(zip(*paper.places(key), strict=True)):
            name = (r"A\,V_{{\cdot {}}}" if base(key) == "O" else r"Q\,\mathbf{{k}}_{{{}}}").format(j + 1)
            paper.say(f"{name} &= ", "index")
            places = [[place] for place in column]
            MATRIX.rows(paper, places, name, lambda place: working(paper, place, LATEX))
            paper.say(" = ")
            MATRIX.rows(paper, places, name)
            paper.say(" \\\\\n")
        paper.say(paper.once("together", r"\Rightarrow\ ", "") + f"{symbol(paper, key, 'names')} &= ")
        MATRIX(paper, key)
        paper.say(close)


def vectors_at_school(paper: Paper) -> None:
    r"""\vec q_1 \cdot \vec k_2 = \binom{1}{2} \cdot \binom{3}{4} = 11, as vectors are written at schools."""
    start, close = paper.once("display", *DISPLAYS[:4])
    for key in lines_of_page(paper, lambda _, key: base(key) in ("Q", "K", "V", "S", "O"), "tex", NAMES, _display):
        for i, places in enumerate(paper.places(key)):
            for j in range(len(places) if base(key) == "S" else 1):
                label = rf"\vec q_{i + 1} \cdot \vec k_{j + 1}"
                label = label if base(key) == "S" else rf"\vec {letter(paper, key)[0]}_{i + 1}"
                paper.say(f"{start}{label} = ", "index")
                if is_product(paper, key) and base(key) in "SO":
                    _of_vectors(paper, places[j])
                    paper.say(" = ")
                if base(key) == "S":
                    with paper.block(), paper.row(label):
                        result(paper, places[j], LATEX)
                else:
                    _column(paper, places, label)
                paper.say(close)


def _of_vectors(paper: Paper, place: Place) -> None:
    """The two vectors of a score; the weights and values of an output."""
    key, i, j = place
    is_score = base(key) == "S"
    for number, weight in enumerate([("Q", i, j)] if is_score else paper.places("A")[i]):
        paper.plus(" + " if number else "")
        if is_score:
            _column(paper, paper.places("Q")[i], None, key)
        else:
            paper.entry(*weight, again=key)
        paper.say(r" \cdot " if is_score else paper.once("weight times", r" \cdot ", " "))
        _column(paper, paper.places("K")[j] if is_score else paper.places("V")[number], None, key)


def _column(paper: Paper, places: list[Place], label: str | None, step: str | None = None) -> None:
    """A column of two numbers as a binomial coefficient, another one as a matrix."""
    is_short = len(places) == 2 and paper.once("binomial", True, True, False)
    start, between, close = (r"\binom{", "}{", "}") if is_short else (r"\begin{pmatrix} ", r" \\ ", r" \end{pmatrix}")
    paper.say(start)
    with paper.block():
        for number, place in enumerate(places):
            paper.say(between if number else "")
            with paper.row(label):
                paper.entry(*place, **({"again": step} if step else {}))
    paper.say(close)
