"""Pages in LaTeX: displays, aligned lines, inline mathematics in sentences."""

from __future__ import annotations

from collections.abc import Callable

from .headings import TEX, caption, head, remark, title
from .latex import Environment, can_be_products, can_be_quotients, quotients, row_vectors, sum_of_products
from .naming import letter, symbol, words
from .paper import Paper
from .work import base

DISPLAYS = (
    ("$$ ", " $$\n\n"),
    ("$$", "$$\n"),
    ("\\[\n", "\n\\]\n"),
    ("\\[ ", " \\]\n\n"),
    ("$$\n", "\n$$\n\n"),
    ("\\begin{equation*}\n", "\n\\end{equation*}\n"),
)
INLINE = (("$", "$"), ("\\( ", " \\)"), ("$ ", " $"))
TIMES = (r" \cdot ", r"\cdot ", r" \times ", r"{\cdot}", r"\,{\cdot}\,", " * ")
PREAMBLE = "\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\begin{{document}}\n"
CLASSES = ("\\documentclass{article}\n", "\\documentclass[12pt]{article}\n", "\\documentclass[a4paper]{scrartcl}\n")


def document(write: Callable[[Paper], None]) -> Callable[[Paper], None]:
    """The page in a document of its own, or as a part of one."""

    def whole(paper: Paper) -> None:
        is_whole = paper.chance(0.7)
        if is_whole:
            paper.say(paper.choice(*CLASSES) + "\\usepackage{amsmath}\n\\begin{document}\n", "preamble")
        write(paper)
        paper.say("\\end{document}\n" if is_whole else "")

    return whole


def displays(
    environment: Environment, *, out: bool = False, operands: bool = False, sort: str = "md"
) -> Callable[[Paper], None]:
    """A display for each line; `out` writes products and quotients as entries, `operands` the matrices before."""

    def one(paper: Paper, key: str) -> None:
        start, close = paper.once("display", *DISPLAYS)
        paper.say(start)
        paper.say(symbol(paper, key) + paper.once("equals", " = ", " = ", "="), "name")
        if out and key in paper.work.calculation.records:
            _written_out(paper, key, environment)
        if operands and key in paper.work.calculation.records:
            _operands(paper, key, environment)
        environment(paper, key)
        paper.say(close)

    def write(paper: Paper) -> None:
        title(paper, sort)
        _given(paper, environment)
        paper.heading(None)
        for key in paper.written:
            head(paper, key, ("**{}**\n\n", "### {}\n\n") if sort == "md" else TEX[:3])
            if paper.once("with words", True, False):
                caption(paper, key, ("{}:\n\n", "{}\n\n") if sort == "md" else ("{}:\n", "{}\n"))
            one(paper, key)
            remark(paper)

    return write


def _given(paper: Paper, environment: Environment) -> None:
    """What is given: one display each, or all in one."""
    if paper.chance(0.15):
        return
    paper.heading(paper.language.word("given"))
    paper.say(f"{paper.language.word('given')}:\n\n")
    start, close = paper.once("display", *DISPLAYS)
    together = paper.once("together", True, False)
    for number, key in enumerate(paper.inputs):
        paper.say(start if number == 0 or not together else paper.once("comma", ",\\quad ", ", ", ",\\; ", " \\qquad "))
        paper.say(symbol(paper, key, "names") + " = ", "name")
        environment(paper, key)
        paper.say(close if not together or number + 1 == len(paper.inputs) else "")


def _written_out(paper: Paper, key: str, environment: Environment) -> None:
    if can_be_products(paper, key):
        environment(paper, key, lambda place: sum_of_products(paper, key, place, TIMES))
    elif can_be_quotients(paper, key):
        environment(paper, key, lambda place: quotients(paper, key, place))
    else:
        return
    paper.say(paper.once("equals", " = ", "="))


def _operands(paper: Paper, key: str, environment: Environment) -> None:
    """The two matrices that are multiplied, written again."""
    expr = paper.work.calculation.records[key].expr
    leaves = [(arg.args[0] if arg.op == "transpose" else arg, arg.op == "transpose") for arg in expr.args]
    known = all(leaf.op == "line" and leaf.key not in paper.work.left_out for leaf, _ in leaves)
    if expr.op != "matmul" or not known or key in paper.work.mistakes or paper.is_turned(key):
        return
    for number, (leaf, turned) in enumerate(leaves):
        paper.say(paper.once("beside", "", r" \cdot ", r" \times ", " ") if number else "")
        rows = paper.places(leaf.key)
        rows = [list(column) for column in zip(*rows, strict=True)] if turned else rows
        environment.rows(paper, rows, symbol(paper, leaf.key, "names"), lambda place: paper.entry(*place, again=key))
    paper.say(" = ")


def aligned(environment: Environment) -> Callable[[Paper], None]:
    """Lines in align, with several on one line, or a token's vectors each under its own name."""

    def write(paper: Paper) -> None:
        title(paper, "tex")
        paper.heading(paper.language.word("given"))
        _align(paper, paper.inputs, environment)
        paper.heading(None)
        vectors = paper.once("vectors", True, False)
        for keys in _groups(paper.written):
            head(paper, keys[0], TEX[:3])
            if paper.once("with words", True, False):
                caption(paper, keys[0], ("{}:\n", "{}\n"))
            _align(paper, keys, environment, vectors=vectors and base(keys[0]) in "QKVO")

    return write


def _groups(keys: list[str]) -> list[list[str]]:
    """Lines that stand in one display: Q, K, V together, and pairs."""
    found: list[list[str]] = []
    for key in keys:
        first = found[-1][0] if found else ""
        if found and base(first) in "QKV" and base(key) in "QKV" and first[1:] == key[1:]:
            found[-1].append(key)
        else:
            found.append([key])
    return found


def _align(paper: Paper, keys: list[str], environment: Environment, *, vectors: bool = False) -> None:
    name = paper.once("align", "align*", "align*", "aligned", "eqnarray*")
    inner, outer = (
        ("$$\\begin{aligned}\n", "\n\\end{aligned}$$\n")
        if name == "aligned"
        else (f"\\begin{{{name}}}\n", f"\n\\end{{{name}}}\n")
    )
    several = paper.once("several", True, False) and name != "eqnarray*"
    sign = " &=& " if name == "eqnarray*" else " &= "
    paper.say(inner)
    for number, key in enumerate(keys):
        if number:
            paper.say(", & " if several else " \\\\\n")
        if vectors:
            row_vectors(paper, key, environment, ", & " if several else " \\\\\n", sign.strip())
        else:
            paper.say(symbol(paper, key) + sign, "name")
            environment(paper, key)
    paper.say(outer)


def sentences(environment: Environment) -> Callable[[Paper], None]:
    """Running text with inline mathematics: matrices, vectors by name, and lists of numbers."""

    def write(paper: Paper) -> None:
        title(paper, "tex")
        start, close = paper.once("inline", *INLINE)
        paper.say(f"{paper.language.word('given')}: ")
        paper.heading(paper.language.word("given"))
        for number, key in enumerate(paper.inputs):
            paper.say((", " if number else "") + start + symbol(paper, key, "names") + " = ", "name")
            environment(paper, key)
            paper.say(close)
        paper.say(".\n\n")
        for key in paper.written:
            head(paper, key, ("{}. ", r"\emph{{{}}}. "))
            text = words(paper, key)
            paper.heading(text)
            paper.say(f"{text[:1].upper()}{text[1:]}: ", "heading")
            _vectors(paper, key, (start, close))
            paper.say(".\n\n" if paper.choice(True, True, False) else ". ")

    return write


def _vectors(paper: Paper, key: str, dollars: tuple[str, str]) -> None:
    """q_1 = (a, b), q_2 = (c, d) and q_3 = (e, f)."""
    start, close = dollars
    between = paper.separator("inline", ", ", ";\\, ", "; ")
    rows = paper.places(key)
    if paper.is_turned(key):
        rows = [list(column) for column in zip(*rows, strict=True)]
    with paper.block():
        for i, places in enumerate(rows):
            if i:
                paper.say(f" {paper.language.and_} " if i + 1 == len(rows) else paper.separator("vectors", ", ", "; "))
            name = f"{letter(paper, key)}_{i + 1}" if len(rows) > 1 else symbol(paper, key, "names")
            with paper.row(name):
                paper.say(f"{start}{name} = (", "index")
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    paper.entry(*place)
                paper.say(f"){close}")
