"""What the pages of a class have in common: a header, the problem again, a sentence before each line, a check."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import yaml

from .blocks import vector, widths
from .calculated import has_hidden
from .hands import Hand, can_be_worked, result
from .naming import WEIGHTS, root, symbol, token, words
from .naming import letter as usual_letter
from .numerals import lowered
from .paper import Paper, Part
from .terms import Place, exponents
from .work import base, head_of

SAID = yaml.safe_load(Path(__file__).with_name("blind.yaml").read_text(encoding="utf-8"))
FINAL = ("O", "MH", "c")  # lines that are the answer where they come last
PAIRS = ("S", "S_scaled", "S_masked", "E", "A")
NAMES = {
    "S": ("S{h}", "QK^T", "Q·K^T", "scores", "logits", "QKᵀ"),
    "S_scaled": ("S{h}/{r}", "QK^T/{r}", "scaled", "S'{h}"),
    "S_masked": ("masked", "S_masked"),
    "E": ("exp", "E{h}"),
    "Z": ("sums", "row sums"),
    "A": ("A{h}", "weights", "attention weights", "alpha", "P{h}"),
    "O": ("O{h}", "output", "Z{h}", "AV", "out"),
}
LATEX_NAMES = {
    "S": ("S{h}", "Q{h}K{h}^T", r"Q{h}K{h}^{{\top}}", r"\text{{scores}}{h}"),
    "S_scaled": (r"\frac{{Q{h}K{h}^T}}{{\sqrt{{d_k}}}}", r"\tilde{{S}}{h}", r"\frac{{S{h}}}{{{r}}}"),
    "S_masked": (r"\hat{{S}}{h}", r"S{h}^{{\text{{mask}}}}"),
    "E": (r"\exp({{\tilde S}}{h})", "E{h}"),
    "Z": (r"\text{{sums}}{h}", r"\Sigma{h}"),
    "A": ("A{h}", r"\alpha{h}", "P{h}", r"\text{{weights}}{h}"),
    "O": ("O{h}", "Z{h}", r"\text{{Attention}}(Q{h},K{h},V{h})", r"\text{{output}}{h}"),
}
LETTERS = {"S": ("s",), "S_scaled": ("s'", "t"), "S_masked": ("m",), "E": ("e",), "Z": ("sum",), "A": ("a", "w")}
LATEX_LETTERS = {
    **LETTERS,
    "S_scaled": (r"\tilde{s}",),
    "S_masked": (r"\hat{s}",),
    "Z": (r"\Sigma",),
    "A": ("a", r"\alpha"),
}


def say(paper: Paper, name: str, form: str = "{}", **parts: object) -> None:
    """Says a phrase in the page's language, with numbers in it that belong to no work."""
    paper.say(form.format(phrase(paper, name, **parts)), "text")


def phrase(paper: Paper, name: str, /, **parts: object) -> str:
    """A phrase in the page's language, the same on the whole page."""
    known = {"n": paper.once("sheet number", 1, 2, 3, 4, 7), "p": paper.once("page number", 12, 23, 38)}
    known |= {"k": paper.once("points", 2, 3, 4, 5), **parts}
    return paper.once(f"said {name}", *SAID[paper.language.name][name]).format(**known)


def top(paper: Paper, form: str = "{}\n\n") -> None:
    """Who hands in the page, with a number and a date."""
    who = {"name": phrase(paper, "names"), "no": paper.once("student", 3417720, 220451, 10938, 4471)}
    who |= {"d": paper.once("day", 4, 11, 19, 27), "m": paper.once("month", 3, 5, 11)}
    paper.say(form.format(phrase(paper, "top", **who)), "header")


def lead(paper: Paper, key: str) -> str:
    """What is said before a line: what is done, or what it is called."""
    known = SAID[paper.language.name]["lines"].get(base(key))
    r = f"${root(paper)}$" if paper.numerals.is_latex else root(paper)
    text = paper.once(f"lead {base(key)}", *known).format(r=r) if known else words(paper, key)
    return text[:1].upper() + text[1:]


def name(paper: Paper, key: str) -> str:
    """A line's name, as this writer calls it."""
    known = (LATEX_NAMES if paper.numerals.is_latex else NAMES).get(base(key))
    if known is None:
        return symbol(paper, key, "names")
    h = head_of(key) and ("_{}" if paper.numerals.is_latex else "{}").format(head_of(key))
    return paper.once(f"name {base(key)}", *known).format(h=h, r=root(paper))


def letter(paper: Paper, key: str) -> str:
    """The letter of a line's rows and entries."""
    known = LATEX_LETTERS if paper.numerals.is_latex else LETTERS
    if base(key) == "O":
        return "z" if name(paper, key).startswith("Z") else "o"
    return paper.once(f"own letter {base(key)}", *known.get(base(key), (usual_letter(paper, key),)))


def index(paper: Paper, place: Place, form: str | None = None) -> str:
    """An entry with its row and column: s_{12}, s12, s₁₂; of a single row or column only one of them."""
    key, i, j = place
    rows, columns = paper.shape(key)
    form = form or ("{n}_{{{i}{j}}}" if paper.numerals.is_latex else paper.once("index", "{n}{i}{j}", "{n}_{i}{j}"))
    a, b = ("" if rows == 1 else i + 1), ("" if columns == 1 else j + 1)
    return form.format(n=letter(paper, key), i=a, j=b, l=lowered(f"{a}{b}"))


def row_name(paper: Paper, key: str, i: int) -> str:
    """The letter of a row with its number; the name of the line if it has one row only."""
    if paper.shape(key)[0] == 1:
        return name(paper, key)
    return f"{letter(paper, key)}_{i + 1}" if paper.numerals.is_latex else f"{letter(paper, key)}{i + 1}"


def is_pair(paper: Paper, key: str) -> bool:
    """Whether the columns of a line are keys."""
    return base(key) in PAIRS and paper.shape(key)[0] == paper.shape("O" + key[len(base(key)) :])[0]


def powers_over(paper: Paper, key: str) -> tuple[str, str] | None:
    """The powers and the exponents that weights can be written of, where the powers are no line of their own."""
    found = exponents(paper.work.calculation, key) if base(key) == "A" else None
    if not found or found[0] in paper.written or found[1] not in paper.written or has_hidden(paper, found[1]):
        return None
    return None if {key, found[0], "Z" + key[1:]} & set(paper.work.mistakes) else found


def can_be_shown(paper: Paper, key: str) -> bool:
    """Whether what the entries of a line are calculated from can be written."""
    return can_be_worked(paper, key) or powers_over(paper, key) is not None


def worked(paper: Paper, place: Place, hand: Hand, label: str) -> None:
    """An entry behind its label and what it is calculated from."""
    with paper.row(label):
        paper.say(f"{label} = ", "index")
        if found := powers_over(paper, place[0]):
            _quotient(paper, place, found, hand)
        result(paper, place, hand)


def each_worked(
    paper: Paper, places: list[Place], hand: Hand, signs: tuple[str, str, str], label: Callable[..., str] = index
) -> None:
    """Entries with what they are calculated from; signs before, between and after them."""
    paper.say(signs[0])
    with paper.block():
        for number, place in enumerate(places):
            paper.say(signs[1] if number else "")
            worked(paper, place, hand, label(paper, place))
    paper.say(signs[2])


def _quotient(paper: Paper, place: Place, found: tuple[str, str], hand: Hand) -> None:
    """A power over the sum of the powers of its row."""
    (powers, source), (_, i, j) = found, place
    (before, between, after), (start, close) = paper.once("bar", *hand.bars), paper.once("power", *hand.powers)
    around = ("", "") if paper.numerals.is_latex else ("(", ")")
    paper.say(f"{before}{start}")
    paper.entry(source, i, j, part=Part((powers, i, j), None, "exponent"))
    paper.say(f"{close}{between}{around[0]}{start}")
    for at in range(paper.shape(source)[1]):
        paper.plus(f"{close} + {start}" if at else "")
        paper.entry(source, i, at, part=Part((powers, i, at), None, "exponent"))
    paper.say(f"{close}{around[1]}{after} = ")


def checked(paper: Paper, key: str, form: str = "{}: {}\n\n") -> None:
    """The sums of the rows of weights as they are written, which nobody writes down where they are far from one."""
    if base(key) != "A" or not paper.once("checks", True, True, False):
        return
    sums = [sum(map(Decimal, texts)) for texts in paper.work.texts[key]]
    if all(abs(each - 1) < Decimal("0.02") for each in sums):
        between = "; " if "," in paper.numerals.mark else ", "
        text = between.join(paper.numerals.text(f"{each}") for each in sums)
        paper.say(form.format(phrase(paper, "check"), text), "check")


def noted(paper: Paper, key: str, form: str = "{}\n\n") -> None:
    """A remark at one of the lines where the formula comes from."""
    if base(key) == paper.once("noted at", "S", "A", "none") and not paper.kept.get("noted"):
        paper.kept["noted"] = True
        say(paper, "note", form)


def drawn(paper: Paper, key: str, label: str, around: tuple[str, str], gap: str = "  ") -> None:
    """A matrix in plain signs, the name before its first row, columns below one another."""
    sizes = widths(paper, key)
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            with paper.row(label):
                paper.say(label if i == 0 else " " * len(label), "name")
                paper.say(around[0])
                for j, place in enumerate(places):
                    paper.say(gap if j else "")
                    paper.entry(*place, width=sizes[j])
                paper.say(f"{around[1]}\n")


def table(paper: Paper, key: str, corner: str = "", sums: str | None = None) -> None:
    """A Markdown table with words or letters at the left and above; the line of sums as the last column."""
    of_keys = is_pair(paper, key)
    tokens = paper.once("table of tokens", True, False)
    heads = [(token(paper, "K", j) if tokens else f"k{j + 1}") if of_keys else "" for j in range(paper.shape(key)[1])]
    heads += ["Σ"] if sums else []
    paper.say(f"| {corner} | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 1) + "|\n", "header")
    start = max((fact.block for fact in paper.facts), default=0) + 1
    for i, places in enumerate(paper.places(key)):
        paper.blocks = start
        label = token(paper, key, i) if tokens else row_name(paper, "Q" if of_keys else key, i)
        label = "" if base(key) in WEIGHTS else label
        with paper.row(label):
            paper.say(f"| {label} | ", "index")
            vector(paper, places, " | ")
            if sums:
                paper.blocks = start + 1
                paper.say(" | ")
                paper.entry(sums, i, 0)
        paper.say(" |\n")
    paper.say("\n")


def rows(
    paper: Paper, key: str, form: str, between: str, around: tuple[str, str], end: str = "\n", last: str = "\n"
) -> None:
    """The rows of a line below or beside one another, each behind its letter; of weights a list of rows."""
    if base(key) in WEIGHTS:
        paper.say(form.format(name(paper, key)), "name")
        flat(paper, key, between, around if around[1] else ("(", ")"), ("[", "]"))
        paper.say("\n")
        return
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_name(paper, key, i)
            with paper.row(label):
                paper.say(form.format(label), "index")
                vector(paper, places, between, around if len(places) > 1 or "$" in around[0] else ("", ""))
            paper.say(end if i + 1 < paper.shape(key)[0] else last)


def flat(paper: Paper, key: str, between: str, around: tuple[str, str], outer: tuple[str, str]) -> None:
    """All rows of a line on one line: [(2, 3), (1, 4)]."""
    several = paper.shape(key)[0] > 1
    with paper.block(), paper.row(name(paper, key)):
        paper.say(outer[0] if several else "")
        for i, places in enumerate(paper.places(key)):
            paper.say(paper.once("flat", ", ", " ") if i else "")
            vector(paper, places, between, around)
        paper.say(outer[1] if several else "")
