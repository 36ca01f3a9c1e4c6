"""The lines of mathematics that a written form shows, as the blocks that they came from: numbers, signs, matrices.

Everything is spelled as plain text spells it, (2)/(3), e^{2.12}, 1.4·10⁻¹⁴; a matrix is ⟦1¦2‖3¦4⟧ on the way.
"""

from __future__ import annotations

import re
from typing import ClassVar

from html_reader import parsed

from attncalc.render.blocks import Bracket, Cell, Formula, Math

RAISED = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
AT = "@"  # where rows are aligned
MATRIX = re.compile(r"⟦([^⟧]*)⟧")
SIGN = r"[=≈+−·/⊙]"
NAMED = re.compile(rf"(.*?(?: [=≈]|$)) *(.*?)\s*({SIGN})? *")
BETWEEN = re.compile(rf"\s*({SIGN})?\s*(.*?)\s*({SIGN})?\s*")
OF_ONE_ROW = re.compile(r"\[([^\[\]=]*  [^\[\]]*|[^\[\]\s,=]*)\]")
CLOSES = dict(zip("⎡⎢⎣[", "⎤⎥⎦]", strict=True))


def block(lines):
    """A block of these lines."""
    return Formula(tuple(tuple(_pieces(line)) for line in lines))


def _pieces(line):
    head, *rest = MATRIX.split(line)
    parts = NAMED.fullmatch(head).groups() if rest else [head.strip()]
    yield from (Math(text, text) for text in parts if text)
    for number, part in enumerate(rest):
        if number % 2 == 0:
            yield Bracket(tuple(tuple(Cell(cell, cell) for cell in row.split("¦")) for row in part.split("‖")))
        else:
            yield from (Math(text, text) for text in BETWEEN.fullmatch(part).groups() if text)


class _Spelled:
    """What two languages with commands have in common: a row of tokens is spelled one by one."""

    def __init__(self, text):
        self.tokens = [*self.TOKEN.findall(text), ""]

    def take(self):
        return self.tokens.pop(0)

    def row(self, *ends):
        text = ""
        while self.tokens[0] not in (*ends, ""):
            text = self.item(self.take(), text)
        self.take()
        return text

    @staticmethod
    def raised(text, power):
        power = power.removeprefix("(").removesuffix(")")
        if power in ("ᵀ", "*", "∗"):
            return text + power
        return text + (power.translate(RAISED) if re.search(r"(?<![\d.])10$", text) else f"^{{{power}}}")


class _Latex(_Spelled):
    TOKEN = re.compile(r"\\(?:begin|end)\{\w+\*?\}|\\\\\*?(?:\[[^\]]*\])?|\\[A-Za-z]+|\\.|[^\s]")
    SIGNS: ClassVar = {
        "=": " = ",
        r"\approx": " ≈ ",
        "-": "−",
        r"\cdot": "·",
        r"\odot": "⊙",
        r"\infty": "∞",
        r"\sigma": "σ",
        r"\left": "",
        r"\right": "",
        r"\ ": " ",
        r"\,": "",
        r"\top": "ᵀ",
        "~": " ",
        r"\qquad": "\n",
    }
    inside = False

    def group(self):
        token = self.take()
        return self.row("}") if token == "{" else self.item(token, "")

    def item(self, token, text):
        if token == r"\begin{bmatrix}":
            self.inside = True
            entries = self.row(r"\end{bmatrix}")
            self.inside = False
            return f"{text}⟦{entries}⟧"
        if token == "&":
            return text + ("¦" if self.inside else AT)
        if token.startswith("\\\\"):
            return text + ("‖" if self.inside else "\n")
        if token == r"\frac":
            return f"{text}(({self.group()})/({self.group()}))"
        if token == r"\sqrt":
            return f"{text}√({self.group()})"
        if token == "^":
            return self.raised(text, self.group())
        if token == "{":
            return text + self.row("}")
        if token in (r"\text", r"\mathrm", r"\operatorname", r"\mathbb"):
            return text + self.group()
        return text + self.SIGNS.get(token, token.removeprefix("\\"))


class _Typst(_Spelled):
    TOKEN = re.compile(r'"[^"]*"|[A-Za-z][A-Za-z.]*\d?|\d+(?:\.\d+)?|[^\s]')
    SIGNS: ClassVar = {
        "eq": " = ",
        "approx": " ≈ ",
        "minus": "−",
        "plus": "+",
        "slash": "/",
        "times1": "·",
        "dot.o": "⊙",
        "infinity": "∞",
        "paren.l": "(",
        "paren.r": ")",
        "comma": ",",
        "sigma": "σ",
        "top": "ᵀ",
        "ast.op": "*",
        "space": " ",
    }

    def item(self, token, text):
        if token in ("mat", "vec"):
            self.take()
            return f"{text}⟦{self.row(')')}⟧"
        if token == "frac":
            self.take()
            return f"{text}(({self.row(',')})/({self.row(')')}))"
        if token == "sqrt":
            return f"{text}√{self.take()}{self.row(')')})"
        if token in ("op", "lr", "brackets", "upright", "("):
            self.tokens[:1] = self.tokens[:1] if token == "(" else []
            return text + self.row(")")
        if token == "^":
            return self.raised(text, self.row(")") if self.tokens[0] == "(" and self.take() else self.take())
        if token in (",", ";"):
            return text + ("¦" if token == "," else "‖")
        return text + self.SIGNS.get(token, token.strip('"'))


def markdown(text):
    """Each formula of its own paragraph is a line."""
    return [_Latex(part).row() for part in re.findall(r"^\$\$\n(.*?)\n\$\$$", text, re.DOTALL | re.MULTILINE)]


def latex(text):
    """Each row of an alignment is a line, or goes on with the one before it."""
    lines = []
    for body in re.findall(r"\\begin\{align\*\}(.*?)\\end\{align\*\}", text, re.DOTALL):
        for row in _Latex(body).row().split("\n"):
            goes_on = re.match(rf"{AT}(quad| = | ≈ )", row)
            said = row.replace(f"{AT}quad", "").replace(AT, "")
            lines[-1:] = [lines[-1] + said] if goes_on else [*lines[-1:], said]
    return lines


def typst(text):
    """What `line` or `beside` is called with, its pieces put together."""
    lines = []
    for call in re.findall(r"^#(?:line|beside)\((.*)\)$", text, re.MULTILINE):
        for one in re.split(r"\), m\(", call):
            lines.append(" ".join(_Typst(part).row() for part in re.findall(r"\$((?:[^$\\]|\\.)*)\$", one)))
    return lines


def html(text):
    """What stands in an element of class line."""
    return [_element(line) for line in parsed(text).iter("div") if line.get("class") == "line"]


def _element(element):
    parts = [_element(child) for child in element]
    match element.tag:
        case "mfrac":
            return f"(({parts[0]})/({parts[1]}))"
        case "msqrt":
            return f"√({''.join(parts)})"
        case "msup":
            return _Spelled.raised(*parts)
        case "mtable":
            return f"⟦{'‖'.join(parts)}⟧"
        case "mtr":
            return "¦".join(parts)
    own = (element.text or "").strip("\u2061\n ")
    if element.tag == "mo":
        own = "" if element.get("class") == "bracket" else f" {own} " if own in ("=", "≈") else own
    return own + "".join(parts)


def plain(text):
    """What stands around an equals sign in a paragraph, matrices of several rows put on one line."""
    return [line for part in re.split(r"\n\s*\n", text) for line in _drawn(part.split("\n"))]


def _drawn(rows):
    if not any(sign in row for row in rows for sign in "⎡⎣"):
        return [OF_ONE_ROW.sub(_one_row, row) for row in rows if " = " in row or " ≈ " in row]
    wide = max(map(len, rows))
    grid = [row.ljust(wide) for row in rows]
    line, at = "", 0
    while at < wide:
        column = [row[at] for row in grid]
        if any(sign in "⎡⎢⎣[" for sign in column):
            marked = [row for row, sign in zip(grid, column, strict=True) if sign in CLOSES]
            end = at + 1 + min(row[at:].index(CLOSES[row[at]]) for row in marked) - 1
            line += f"⟦{'‖'.join('¦'.join(row[at + 1 : end].split()) for row in marked)}⟧"
            at = end + 1
        else:
            line += next((sign for sign in column if sign != " "), " ")
            at += 1
    return [re.sub("    +", "", line)] if line.count("    ") == 0 else re.split(" {4}", line)


def _one_row(match):
    return f"⟦{'¦'.join(match[1].split())}⟧"


READERS = {"plain": plain, "markdown": markdown, "latex": latex, "html": html, "pdf": typst}
