"""The LaTeX of the notation as MathML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from attncalc.render.html.leaves import Node, fence, number, of_command, of_sign, words

PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
PART = re.compile(
    r"\\(?P<command>text|mathrm|operatorname|mathbb)\{(?P<words>(?:[^{}\\]|\\.)*)\}"
    r"|\\(?P<around>begin|end)\{[a-z]+\}"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?)|\\[A-Za-z]+|\\.|\S",
    re.DOTALL,
)
CLOSES = {"(": ")", "[": "]"}
SCRIPTS = {"_": "msub", "^": "msup", "_^": "msubsup"}
TALL = ("<mfrac", "<msqrt", "<mtable")
APPLY = "<mo>\u2061</mo>"
THIN = '<mspace width="0.17em"/>'
NOTHING = "<mrow></mrow>"


@lru_cache(maxsize=1 << 14)
def mathml(latex: str, *, follows: bool = False) -> str:
    """A piece of LaTeX as MathML elements; `follows` if it goes on with what stands before it."""
    if PLAIN.fullmatch(latex) and not follows:
        return number(latex)
    parser = _Parser(latex)
    nodes = parser.row(Node("") if follows else None)
    while parser.ahead:  # an end without a beginning
        nodes += [Node(words(parser.take()[0])), *parser.row()]
    return _joined(nodes)


def matrix(rows: Iterable[Iterable[str]]) -> str:
    """A matrix in brackets, of cells that `entry` gave."""
    opening, closing = (f'<mo class="bracket">{sign}</mo>' for sign in "[]")
    cells = "".join(f"<mtr>{''.join(row)}</mtr>" for row in rows)
    return f'<mrow>{opening}<mtable class="matrix">{cells}</mtable>{closing}</mrow>'


def entry(xml: str, role: str = "") -> str:
    """A cell of a matrix; its role is what it is for an entry that is written out."""
    return f'<mtd class="{role}">{xml}</mtd>' if role else f"<mtd>{xml}</mtd>"


def _joined(nodes: list[Node]) -> str:
    """Pieces in a row, with what stands between a function and its argument."""
    parts = []
    for node, after in zip(nodes, [*nodes[1:], None], strict=True):
        parts.append(node.xml)
        if node.kind == "function" and after is not None and after.kind not in ("operator", "closing"):
            parts.append(APPLY if after.kind in ("opening", "fenced") else APPLY + THIN)
    return "".join(parts)


class _Parser:
    """Reads LaTeX into nodes."""

    def __init__(self, latex: str) -> None:
        self.parts = list(PART.finditer(latex))
        self.at = 0

    @property
    def ahead(self) -> str:
        """What is next; empty at the end."""
        return self.parts[self.at][0] if self.at < len(self.parts) else ""

    def take(self) -> re.Match[str]:
        """What is next, and go on."""
        self.at += 1
        return self.parts[self.at - 1]

    def row(self, before: Node | None = None, stops: tuple[str, ...] = ()) -> list[Node]:
        """The pieces up to what closes them."""
        nodes: list[Node] = []
        while self.ahead and self.ahead not in ("}", r"\right", *stops) and not self.ahead.startswith(r"\end{"):
            nodes.append(self.scripted(nodes[-1] if nodes else before))
        return nodes

    def scripted(self, before: Node | None) -> Node:
        """A piece with what is written below and above it."""
        base = Node(NOTHING) if self.ahead in SCRIPTS else self.piece(before)
        scripts: dict[str, str] = {}
        while self.ahead in ("_", "^"):
            place = self.take()[0]
            scripts[place] = self.argument()
        if not scripts:
            return base
        below, above = scripts.get("_", ""), scripts.get("^", "")
        tag = SCRIPTS["_" * bool(below) + "^" * bool(above)]
        return Node(f"<{tag}>{base.xml}{below}{above}</{tag}>", base.kind)

    def argument(self) -> str:
        """One element: a group, or a single piece."""
        return self.piece(None).xml if self.ahead else NOTHING

    def piece(self, before: Node | None) -> Node:
        """A piece without what is written below and above it."""
        found = self.take()
        if found["command"]:
            return of_command(found["command"], found["words"])
        if found["number"]:
            return Node(f"<mn>{found[0]}</mn>")
        if found["around"]:
            return self.environment()
        own = {
            "{": self.group,
            r"\frac": self.fraction,
            r"\sqrt": self.root,
            r"\left": self.fenced,
            r"\Bigl": self.opening,
            r"\Bigr": self.closing,
        }.get(found[0])
        return own() if own else of_sign(found[0], before)

    def group(self) -> Node:
        """What stands in braces, as one element."""
        nodes = self.row()
        if self.ahead == "}":
            self.take()
        return Node(nodes[0].xml if len(nodes) == 1 else f"<mrow>{_joined(nodes)}</mrow>")

    def fraction(self) -> Node:
        """One above the other."""
        return Node(f"<mfrac>{self.argument()}{self.argument()}</mfrac>")

    def root(self) -> Node:
        """A square root."""
        return Node(f"<msqrt>{self.argument()}</msqrt>")

    def opening(self) -> Node:
        """A large bracket before matrices."""
        return Node(fence(self.delimiter(), "prefix"), "opening")

    def closing(self) -> Node:
        """A large bracket after matrices."""
        return Node(fence(self.delimiter(), "postfix"), "closing")

    def delimiter(self) -> str:
        """A bracket without its backslash."""
        return self.take()[0].lstrip("\\") if self.ahead else ""

    def fenced(self) -> Node:
        """What stands between \\left and \\right."""
        opening = self.delimiter()
        closing = CLOSES.get(opening, opening)
        inner = _joined(self.row())
        if self.ahead == r"\right":
            self.take()
            closing = self.delimiter()
        tall = any(tag in inner for tag in TALL)
        before, after = fence(opening, "prefix", tall=tall), fence(closing, "postfix", tall=tall)
        return Node(f"<mrow>{before}{inner}{after}</mrow>", "fenced")

    def environment(self) -> Node:
        """A matrix."""
        rows: list[list[str]] = [[]]
        while self.ahead and not self.ahead.startswith(r"\end{"):
            rows[-1].append(entry(_joined(self.row(None, ("&", r"\\")))))
            if self.ahead not in ("&", r"\\"):
                break
            if self.take()[0] == r"\\":
                rows.append([])
        if self.ahead.startswith(r"\end{"):
            self.take()
        return Node(matrix(rows))
