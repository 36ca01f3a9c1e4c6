"""Calculations as chains: arrows from step to step, = on line after line, fractions, powers of e, sums of vectors."""

from __future__ import annotations

from collections.abc import Callable

from .blocks import Rows, vector
from .headings import bye, caption, head, put, title
from .latex import Environment, can_be_products, sum_of_products
from .naming import letter, root, symbol, words
from .numerals import lowered
from .paper import Paper, Part
from .terms import exponents, operand
from .work import base

ROUND = Environment(("pmatrix", "bmatrix", "array"))
TUPLES = Rows(("digit", "index", "lowered"), (" = ", ": "), (", ", "; "), (("(", ")"), ("[", "]")))
OF_QUERY = ("S", "S_scaled", "S_masked", "E", "Z", "A", "O")
OF_PAIR = ("S", "S_scaled", "S_masked", "E", "A")


def _others(paper: Paper, keys: tuple[str, ...], block: Callable[[Paper, str], None] = TUPLES) -> None:
    """The inputs and lines that are not among these, each below its name."""
    for key in (*paper.inputs, *paper.written):
        if base(key) not in keys or key in paper.inputs:
            head(paper, key)
            caption(paper, key)
            block(paper, key)
            paper.say("\n")


# One pair of tokens after the other.


def pair_chains(paper: Paper) -> None:
    """q1·k2: 1.2 → 0.85 → 2.34 → 0.52"""
    title(paper, paper.once("file", "md", "txt"))
    lines = [key for key in paper.written if base(key) in OF_PAIR]
    _others(paper, (*OF_PAIR, "O"))
    form = paper.once("pair", "q{i}·k{j}", "q{i} k{j}", "({i},{j})", "q{li}·k{lj}", "{i}→{j}", "q_{i}^T k_{j}")
    arrow = paper.once("arrow", " → ", " -> ", " ⇒ ", " ⟶ ", " > ")
    arrow = {" → ": "→"}.get(arrow, arrow) if "→" in form else arrow
    steps = paper.once("named steps", True, False)
    paper.heading(None)
    for i, row in enumerate(paper.places(lines[0])):
        put(
            paper, paper.language.word("each", i=i + 1), paper.once("pair heading", "**{}**\n\n", "{}:\n", "### {}\n\n")
        )
        for j in range(len(row)):
            label = form.format(i=i + 1, j=j + 1, li=lowered(i + 1), lj=lowered(j + 1))
            with paper.block(), paper.row(label):
                paper.say(paper.once("pair bullet", "- ", "", "* ") + label, "index")
                paper.say(paper.once("pair sign", ": ", " = ", ": "))
                for number, key in enumerate(lines):
                    paper.say(arrow if number else "")
                    paper.say(f"{words(paper, key)} " if number and steps else "", "label")
                    paper.entry(key, i, j)
            paper.say("  \n" if paper.extension == "md" else "\n")
        paper.say("\n")
    for key in (one for one in paper.written if base(one) == "O"):
        caption(paper, key)
        TUPLES(paper, key)
    bye(paper)


# One query after the other, in align.

FORMULAS = {
    "S": (r"q_{i} K^\top", r"q_{i}^T K", r"Q_{{{i},:}} K^T"),
    "S_scaled": (r"\frac{{s_{i}}}{{{r}}}", r"s_{i} / {r}"),
    "S_masked": (r"\tilde s_{i} + M_{i}",),
    "E": (r"\exp(\tilde s_{i})", r"e^{{s_{i}'}}"),
    "Z": (r"\sum_j e_{{{i}j}}",),
    "A": (r"\operatorname{{softmax}}(\tilde s_{i})", r"\text{{softmax}}\left(\frac{{s_{i}}}{{{r}}}\right)"),
    "O": (r"\alpha_{i} V", r"\sum_j \alpha_{{{i}j}} v_j"),
}
LETTERS = {
    "S": "s_{i}",
    "S_scaled": r"\tilde s_{i}",
    "S_masked": "m_{i}",
    "E": "e_{i}",
    "Z": "Z_{i}",
    "A": r"\alpha_{i}",
    "O": "o_{i}",
}


def align_queries(paper: Paper) -> None:
    """s_1 &= q_1 K^T = (1, 2) \\\\, then what is divided, the weights and the output; the same for the next query."""
    title(paper, "tex")
    of_query = [key for key in paper.written if base(key) in OF_QUERY]
    _displays(paper, [key for key in (*paper.inputs, *paper.written) if key not in of_query])
    around = paper.once("align around", ("(", ")"), (r"\begin{pmatrix}", r"\end{pmatrix}"), (r"\left[", r"\right]"))
    between = " & " if "matrix" in around[0] else paper.separator("align", ", ", r",\; ", r" \quad ")
    for i in range(paper.shape(of_query[0])[0]):
        paper.heading(None)
        put(
            paper,
            paper.language.word("each", i=i + 1),
            paper.once("align heading", r"\textbf{{{}.}}" "\n", "{}:\n", r"\paragraph{{{}}}" "\n", r"\item {}:" "\n"),
        )
        paper.say(paper.once("align start", "\\begin{align*}\n", "\\[\n\\begin{aligned}\n", "\\begin{align*}\n"))
        for number, key in enumerate(of_query):
            paper.say(" \\\\\n" if number else "")
            formula = paper.once(f"formula {base(key)}", *FORMULAS[base(key)]).format(i=i + 1, r=root(paper))
            label = LETTERS[base(key)].format(i=i + 1)
            with paper.block(), paper.row(label):
                paper.say(f"{label} &= ", "index")
                paper.say(f"{formula} = " if paper.once("formulas", True, True, False) else "", "name")
                vector(paper, paper.places(key)[i], between, around if paper.shape(key)[1] > 1 else ("", ""))
        paper.say("\n\\end{align*}\n\n" if paper.kept["align start"][1:6] == "begin" else "\n\\end{aligned}\n\\]\n\n")


def _displays(paper: Paper, keys: list[str]) -> None:
    for key in keys:
        head(paper, key, (r"\textbf{{{}}}" "\n\n",))
        paper.heading(None)
        paper.say(f"\\[ {symbol(paper, key, 'names')} = ", "name")
        ROUND(paper, key)
        paper.say(" \\]\n")


# Lines that go on with =.


def goes_on(paper: Paper) -> None:
    """s11 = 1·0 + 2·1, and on the next line = 2."""
    title(paper, paper.once("file", "md", "txt"))
    form = paper.once("on label", "{n}{i}{j}", "{n}_{i}{j}", "{n}({i},{j})", "{n}[{i}][{j}]")
    times = paper.once("on times", "·", "*", " × ", " * ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        if key in paper.inputs or not can_be_products(paper, key) or paper.is_turned(key):
            TUPLES(paper, key)
            paper.say("\n")
            continue
        with paper.block():
            for place in (place for row in paper.places(key) for place in row):
                label = form.format(n=letter(paper, key), i=place[1] + 1, j=place[2] + 1)
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    sum_of_products(paper, key, place, (times,))
                    paper.say("\n" + " " * (len(label) + 1) + "= ")
                    paper.entry(*place)
                paper.say("\n\n")
    bye(paper)


# Powers of e, their sum, and the fractions.


def powers(paper: Paper) -> None:
    """e^0.85 = 2.34, e^0.28 = 1.32, their sum, then 2.34/3.66 = 0.64."""
    title(paper)
    done: set[str] = set()
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        if key in done:
            continue
        source = operand(paper.work.calculation, key) if key in paper.work.calculation.records else None
        sums = key.replace("E", "Z", 1)
        caption(paper, key)
        is_known = source in paper.written and key not in paper.work.mistakes and not paper.is_turned(key)
        if base(key) == "E" and is_known and sums in paper.written and paper.shape(sums)[1] == 1:
            done.add(sums)
            _powers(paper, key, str(source), sums)
        elif base(key) == "A" and _has_powers(paper, key):
            _fractions(paper, key)
        else:
            TUPLES(paper, key)
        paper.say("\n")
    bye(paper)


def _has_powers(paper: Paper, key: str) -> bool:
    found = exponents(paper.work.calculation, key)
    sums = key.replace("A", "Z", 1)
    known = bool(found) and {found[0], sums} <= set(paper.written) if found else False
    return known and key not in paper.work.mistakes and not paper.is_turned(key)


def _powers(paper: Paper, key: str, source: str, sums: str) -> None:
    before, after = paper.once("power", ("e^", ""), ("exp(", ")"), ("e^(", ")"), ("e^{", "}"))
    sign = paper.once("power sign", " = ", " ≈ ", "=", " → ")
    between = paper.once("power gap", "\n", "\n", "   ", "; ", "\n- ")
    for i, places in enumerate(paper.places(key)):
        paper.say(f"{paper.language.word('each', i=i + 1)}:\n\n", "index")
        paper.say(between[1:] if between[0] == "\n" else "")
        for number, place in enumerate(places):
            paper.say(between if number else "")
            with paper.block(), paper.row(None):
                paper.say(before)
                paper.entry(source, i, number, part=Part(place, None, "exponent"))
                paper.say(after + sign)
                paper.entry(*place)
        paper.say("\n" if "\n" in between else between)
        paper.say(paper.once("sum", "sum", "Σ", "Z", "total") + " = ", "label")
        if paper.once("summed", True, False):
            for number, place in enumerate(places):
                paper.plus(" + " if number else "")
                paper.entry(*place, again=sums)
            paper.say(sign)
        with paper.block(), paper.row(None):
            paper.entry(sums, i, 0)
        paper.say("\n\n")


def _fractions(paper: Paper, key: str) -> None:
    """a11 = 2.34/3.66 = 0.64"""
    powers_of, sums = exponents(paper.work.calculation, key), key.replace("A", "Z", 1)
    over = paper.once("over", " / ", "/", " ÷ ")
    gap = paper.once("fraction gap", "\n", ", ", "\n", "  ")
    form = paper.once("fraction label", "{n}{i}{j} = ", "{n}_{i}{j} = ", "", "{n}({i},{j}) = ")
    assert powers_of
    for i, places in enumerate(paper.places(key)):
        for number, place in enumerate(places):
            paper.say(gap if number else "")
            label = form.format(n=letter(paper, key), i=i + 1, j=number + 1)
            with paper.block(), paper.row(label.removesuffix(" = ") or None):
                paper.say(label, "index")
                paper.entry(powers_of[0], i, number, part=Part(place, None, "numerator"))
                paper.say(over)
                paper.entry(sums, i, 0, part=Part(place, None, "denominator"))
                paper.say(" = ")
                paper.entry(*place)
        paper.say("\n\n")
