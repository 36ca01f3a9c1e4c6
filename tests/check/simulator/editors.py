"""Matrices as editors and programs write them: Typst, Word, LibreOffice, MathML, AsciiMath, calculators, languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .blocks import vector
from .headings import head, put, remark, title
from .naming import letter, symbol, words
from .paper import Paper
from .work import base


@dataclass(frozen=True)
class Form:
    """A matrix: what stands at its start, between rows and entries, at its end; around rows; around numbers."""

    start: str
    between: str
    end: str
    close: str
    row: tuple[str, str] = ("", "")
    number: tuple[str, str] = ("", "")

    def __call__(self, paper: Paper, key: str) -> None:
        """Writes the matrix."""
        name = paper.kept.get("named")
        with paper.block():
            paper.say(self.start)
            for i, places in enumerate(paper.places(key)):
                paper.say(self.end if i else "")
                with paper.row(name):
                    paper.say(self.row[0])
                    for number, place in enumerate(places):
                        paper.say(self.between if number else "")
                        vector(paper, [place], "", self.number)
                    paper.say(self.row[1])
            paper.say(self.close)


TYPST = (
    Form("mat(", ", ", "; ", ")"),
    Form('mat(delim: "[", ', ", ", "; ", ")"),
    Form("mat(\n  ", ", ", ";\n  ", ";\n)"),
)
WORD = (Form("[■(", "&", "@", ")]"), Form("(■(", "&", "@", "))"), Form("[\\matrix(", "&", "@", ")]"))
OFFICE = (Form("left [ matrix { ", " # ", " ## ", " } right ]"), Form("left( matrix{", " # ", " ## ", "} right)"))
ASCIIMATH = (Form("[[", ",", "],[", "]]"), Form("((", ",", "),(", "))"), Form("[(", ",", "),(", ")]"))
CALCULATORS = {
    "TI": (Form("[[", ",", "][", "]]"), Form("[[", " ", "]\n [", "]]"), Form("[", ",", ";", "]")),
    "Maple": (Form("<<", "|", ">,<", ">>"), Form("<", ",", ";", ">"), Form("Matrix([[", ", ", "], [", "]])")),
    "sympy": (Form("Matrix([[", ", ", "], [", "]])"), Form("Matrix([\n[", ", ", "],\n[", "]])")),
    "C": (Form("{{", ", ", "}, {", "}};"), Form("{\n  {", ", ", "},\n  {", "}\n};")),
    "Wolfram": (Form("{{", ", ", "}, {", "}} // MatrixForm"), Form("MatrixForm[{{", ", ", "}, {", "}}]")),
    "GeoGebra": (Form("{{", ", ", "}, {", "}}"),),
    "Haskell": (Form("[[", ",", "],[", "]]"), Form("(2><2)\n [ ", ", ", "\n , ", " ]")),
    "Rust": (Form("array![[", ", ", "], [", "]];"), Form("vec![vec![", ", ", "], vec![", "]];")),
}
BEFORE = {
    "TI": ("{}: ", "{}=", "[{}]\n"),
    "Maple": ("{} := ",),
    "sympy": ("{} = ", "{}\n"),
    "Wolfram": ("{} = ", "{}=\n"),
    "C": ("float {}[][] = ", "double {}[4][4] = "),
    "GeoGebra": ("{} := ", "{} = "),
    "Haskell": ("{} = ",),
    "Rust": ("let {} = ", "{} = "),
}
COMMENTS = {"C": "// {}\n", "Rust": "// {}\n", "Maple": "# {}\n", "sympy": "# {}\n", "Haskell": "-- {}\n"}


def displayed(
    forms: tuple[Form, ...], outer: tuple[tuple[str, str], ...], heads: tuple[str, ...], sort: str = "names"
) -> Callable[[Paper], None]:
    """A line after the other: its words as a heading, its name and the matrix in a display."""

    def write(paper: Paper) -> None:
        title(paper, "txt")
        start, close = paper.once("outer", *outer)
        form = paper.once("form", *forms)
        for key in (*paper.inputs, *paper.written):
            paper.heading(None)
            head(paper, key, heads)
            if paper.once("with words", True, True, False):
                put(paper, words(paper, key), paper.once("editor heading", *heads))
            name = _plain(symbol(paper, key, sort))
            paper.kept["named"] = name
            paper.say(f"{start}{name}{paper.once('equals', ' = ', '=')}", "name")
            form(paper, key)
            paper.say(close)
            remark(paper)

    return write


def _plain(name: str) -> str:
    return name.replace("{", "(").replace("}", ")") if "^{" in name else name


typst = displayed(TYPST, (("$ ", " $\n\n"), ("$", "$\n\n")), ("= {}\n\n", "== {}\n\n", "*{}*\n\n", "{}:\n\n"))
word = displayed(WORD, (("", "\n\n"), ("$", "$\n\n")), ("{}\n\n", "{}:\n\n"))
office = displayed(OFFICE, (("", "\n\n"),), ("{}\n\n", "{}:\n"))
asciimath = displayed(ASCIIMATH, (("`", "`\n\n"), ("stem:[", "]\n\n")), ("== {}\n\n", "{}:\n\n", ".{}\n"))


def calculators(paper: Paper) -> None:
    """Matrices as a calculator or a program prints or takes them."""
    sort = paper.once("calculator", *CALCULATORS)
    form, before = paper.once("form", *CALCULATORS[sort]), paper.once("before", *BEFORE[sort])
    mark = COMMENTS.get(sort, "{}\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, (mark,))
        paper.heading(None)
        if paper.once("with words", True, False):
            put(paper, words(paper, key), mark)
        name = _identifier(symbol(paper, key, "names"))
        paper.kept["named"] = name
        paper.say(before.format(name), "name")
        form(paper, key)
        paper.say("\n\n" if paper.once("blank", True, False) else "\n")


def _identifier(name: str) -> str:
    """A name as programs allow it."""
    names = {"'": "p", "/": "_", " ": "", "+": "_plus_", "(": "_", ")": "", "·": "", "√": "root"}
    return "".join(names.get(sign, sign) for sign in name)


# MathML.


def mathml(paper: Paper, key: str) -> None:
    """<mtable> with <mtr>, <mtd> and <mn>, on one line or on many."""
    name = symbol(paper, key, "names")
    line = paper.once("mathml lines", "", "\n")
    around = paper.once(
        "mathml fences",
        "<mo>[</mo>{}<mo>]</mo>",
        "<mfenced>{}</mfenced>",
        '<mrow><mo stretchy="true">(</mo>{}<mo>)</mo></mrow>',
    ).split("{}")
    paper.say(f'<math display="block"><mi>{name}</mi><mo>=</mo>{around[0]}<mtable>{line}', "name")
    with paper.block():
        for places in paper.places(key):
            with paper.row(name):
                paper.say("<mtr>")
                for place in places:
                    negative = paper.text(*place).startswith(("-", "−"))
                    mark = ("<mtd><mrow>", "</mrow></mtd>") if negative else ("<mtd>", "</mtd>")
                    vector(paper, [place], "", (f"{mark[0]}<mn>", f"</mn>{mark[1]}"))
                paper.say(f"</mtr>{line}")
    paper.say(f"</mtable>{around[1]}</math>\n\n")


# Columns in plain signs.


def upright(paper: Paper, key: str) -> None:
    """Every token's vector as a column in drawn brackets, several beside one another; other lines in brackets."""
    rows = paper.places(key)
    if paper.is_turned(key) or base(key) not in ("X", "Y", "Q", "K", "V", "O", "H"):
        _flat(paper, key)
        return
    left, right = paper.once("upright", ("(", ")"), ("[", "]"), ("|", "|"), ("⎛", "⎞"))
    labels = [f"{letter(paper, key)}{i + 1} = " for i in range(len(rows))]
    size = max(len(paper.text(*place)) for row in rows for place in row)
    start = paper.blocks
    first = {}
    for line in range(len(rows[0])):
        for i, row in enumerate(rows):
            paper.blocks = start + i + 1
            label = labels[i] if line == (len(row) - 1) // 2 else " " * len(labels[i])
            paper.say("   " if i else "")
            with paper.row(labels[i].removesuffix(" = ")):
                paper.rows = first.setdefault(i, paper.rows)
                paper.say(label, "index")
                paper.say(f"{left} ")
                paper.entry(*row[line], width=size)
                paper.say(f" {right}")
        paper.say("\n")
    paper.blocks, paper.rows = start + len(rows), max(first.values()) + 1
    paper.say("\n")


def _flat(paper: Paper, key: str) -> None:
    """A matrix on one line."""
    name = symbol(paper, key, "names")
    paper.kept["named"] = name
    paper.say(f"{name} = ", "name")
    paper.once("flat form", Form("[", " ", "; ", "]"), Form("(", "  ", " | ", ")"))(paper, key)
    paper.say("\n\n")
