"""Calculations that are written out in LaTeX: braces below, arrays of sums, softmax of vectors and of matrices."""

from __future__ import annotations

from .blocks import vector
from .calculated import again, is_product, parted, powers_of, scaled_of, shares_of, sums_of
from .headings import head, put, title
from .latex import Environment, sum_of_products
from .naming import letter, root, symbol, words
from .paper import Paper, Part
from .work import base

MATRIX = Environment(("bmatrix", "pmatrix", "array"))


def braces_below(paper: Paper) -> None:
    """The factors of products with braces below, powers with their values below, and fractions of these."""
    title(paper)
    before, of_query = parted(paper)
    for key in (*before, *of_query):
        head(paper, key, ("### {}\n\n",))
        put(paper, words(paper, key), "**{}**\n\n")
        if is_product(paper, key):
            _braced(paper, key)
        elif powers_of(paper, key):
            _powered(paper, key)
        elif base(key) != "Z" or not powers_of(paper, "E" + key[1:]):
            paper.say(f"$${symbol(paper, key)} = ", "name")
            MATRIX(paper, key)
            paper.say("$$\n\n")


def _braced(paper: Paper, key: str) -> None:
    expr = paper.work.calculation.records[key].expr
    paper.say(f"$${symbol(paper, key, 'names')} = ", "name")
    for arg in expr.args:
        leaf, turned = (arg.args[0], True) if arg.op == "transpose" else (arg, False)
        rows = paper.places(leaf.key)
        rows = [list(column) for column in zip(*rows, strict=True)] if turned else rows
        name = symbol(paper, leaf.key, "names")
        paper.say("\\underbrace{")
        MATRIX.rows(paper, rows, name, lambda place: paper.entry(*place, again=key))
        paper.say(f"}}_{{{name}{'^T' if turned else ''}}}", "name")
    paper.say(" = ")
    MATRIX(paper, key)
    paper.say("$$\n\n")


def _powered(paper: Paper, key: str) -> None:
    source, sums = powers_of(paper, key), sums_of(paper, key)
    for i, places in enumerate(paper.places(key)):
        label = f"Z_{i + 1}"
        paper.say(f"$${label} = ", "index")
        with paper.block(), paper.row(label):
            for j, place in enumerate(places):
                paper.plus(" + " if j else "")
                paper.say("\\underbrace{e^{")
                paper.entry(source, i, j, part=Part(place, None, "exponent"))
                paper.say("}}_{")
                paper.entry(*place)
                paper.say("}")
        if sums:
            paper.say(" = ")
            with paper.block(), paper.row(label):
                paper.entry(sums, i, 0)
        paper.say("$$\n\n")


def calculated_array(paper: Paper) -> None:
    """One array for all entries of a line: a name, an equals sign, a sum, and the result in a row below or behind."""
    title(paper)
    below = paper.once("result below", True, False)
    spec = paper.once("calculated spec", "rcl", "lcl", "r c l", "lll")
    times = paper.once("calculated times", r" \cdot ", r" \times ", r"\cdot ", r"\bullet ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("**{}**\n\n",))
        put(paper, words(paper, key), paper.once("calculated heading", "{}:\n\n", "**{}**\n\n"))
        paper.say("$$\n")
        if not is_product(paper, key):
            paper.say(f"{symbol(paper, key)} = ", "name")
            MATRIX(paper, key)
            paper.say("\n$$\n\n")
            continue
        paper.say(f"\\begin{{array}}{{{spec}}}\n")
        _rows_of_array(paper, key, times, below=below)
        paper.say("\\end{array}\n$$\n\n")


def _rows_of_array(paper: Paper, key: str, times: str, *, below: bool) -> None:
    is_row = paper.shape(key)[0] == 1
    with paper.block():
        for place in (place for places in paper.places(key) for place in places):
            index = f"{place[2] + 1}" if is_row else f"{place[1] + 1}{place[2] + 1}"
            label = f"{letter(paper, key)}_{{{index}}}"
            with paper.row(label):
                paper.say(f"{label} & = & ", "index")
                sum_of_products(paper, key, place, (times,))
                paper.say(" \\\\\n & = & " if below else " = ")
                paper.entry(*place)
            paper.say(" \\\\\n")


def softmax_written(paper: Paper) -> None:
    """softmax(1.4, 2.1) = (e^1.4, e^2.1) over their sum = (4.1, 8.2) over 12.3 = (0.33, 0.67), row by row."""
    title(paper)
    done: set[str] = set()
    for key in (*paper.inputs, *paper.written):
        weights, sums = "A" + key[1:], sums_of(paper, key)
        head(paper, key, ("### {}\n\n",))
        if key in done:
            continue
        if powers_of(paper, key) and sums and weights in paper.written and shares_of(paper, weights):
            done |= {sums, weights}
            put(paper, "softmax", "**{}**\n\n")
            for i in range(paper.shape(key)[0]):
                _softmax(paper, key, i, sums, weights)
            continue
        put(paper, words(paper, key), "**{}**\n\n")
        paper.say(f"$${symbol(paper, key)} = ", "name")
        MATRIX(paper, key)
        paper.say("$$\n\n")


def _softmax(paper: Paper, key: str, i: int, sums: str, weights: str) -> None:
    between = paper.separator("softmax", ", ", r",\ ", "; ")
    around = paper.once("softmax around", ("(", ")"), ("[", "]"), (r"\left(", r"\right)"))
    source = str(powers_of(paper, key))
    paper.say("$$\\text{softmax}")
    again(paper, paper.places(source)[i], key, between, around)
    paper.say(" = \\frac{")
    for j in range(paper.shape(key)[1]):
        paper.say(between if j else around[0])
        paper.say("e^{")
        paper.entry(source, i, j, part=Part((key, i, j), None, "exponent"))
        paper.say("}")
    paper.say(around[1] + "}{")
    with paper.block(), paper.row(None):
        paper.entry(sums, i, 0)
    paper.say("} = \\frac{")
    with paper.block(), paper.row(None):
        vector(paper, paper.places(key)[i], between, around)
    paper.say("}{")
    with paper.block(), paper.row(None):
        paper.entry(sums, i, 0)
    paper.say("} = ")
    with paper.block(), paper.row(None):
        vector(paper, paper.places(weights)[i], between, around)
    paper.say("$$\n\n")


def matrix_softmax(paper: Paper) -> None:
    """softmax of a matrix that is written out; a factor before the matrix, and the result behind the next sign."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n",))
        paper.heading(None)
        start, close = paper.once("display", ("$$ ", " $$\n\n"), ("\\[\n", "\n\\]\n\n"))
        paper.say(f"{start}{symbol(paper, key, 'names')} = ", "name")
        if key in paper.work.calculation.records and not paper.is_turned(key):
            _operand(paper, key)
        MATRIX(paper, key)
        paper.say(close)


def _operand(paper: Paper, key: str) -> None:
    """The matrix that is scaled, or that the softmax is taken of."""
    source = scaled_of(paper, key)
    soft = paper.once("soft", r"\operatorname{softmax}", r"\text{softmax}", r"\mathrm{softmax}", r"\sigma")
    before, after = (rf"\frac{{1}}{{{root(paper)}}} ", "") if source else (rf"{soft}\left(", r"\right)")
    if paper.work.calculation.records[key].expr.op == "share":
        source = _scores(paper, key)
    if source:
        paper.say(before, "constant")
        MATRIX.rows(paper, paper.places(source), None, lambda place: paper.entry(*place, again=key))
        paper.say(f"{after} = ")


def _scores(paper: Paper, key: str) -> str | None:
    """The last scores before the weights."""
    names = ("S_masked", "S_biased", "S_scaled", "S")
    return next((name + key[1:] for name in names if name + key[1:] in paper.written), None)
