"""How trees of numbers are written: as text, as LaTeX, or in the grammar of entries.

The same trees hold what was typed (1/sqrt(d_k)), closed forms (e/(1+e)) and one entry worked out (1·2 + 0·3).
Sums and products may have any number of arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from attncalc.problem.names import differentiated
from attncalc.reading.number import Node

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ",
    "psi": "ψ", "omega": "ω", "Delta": "Δ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # letters side by side  # fmt: skip
LATEX_FUNCTIONS = {"exp", "ln", "log", "sin", "cos", "tan", "tanh", "min", "max"}


@dataclass(frozen=True)
class Style:
    """One way of writing: its signs and its shapes of quotients, powers, roots and names."""

    times: str
    minus: str
    quotient: Callable[[str, str], str]
    power: Callable[[str, str], str]
    root: Callable[[str], str]
    name: Callable[[str], str]
    call: Callable[[str, str], str]
    number: Callable[[str], str]
    parens: tuple[str, str] = ("(", ")")
    juxtaposed: bool = True
    latex: bool = False
    flat: bool = True  # whether a quotient is written on one line, so that its parts need parentheses


def write(node: Node, style: Style, *, loose: bool = False) -> str:
    """The tree in a style; `loose` puts spaces around + and − of the outermost sum."""
    return _Writer(style, " " if loose else "").write(node)[0]


class _Writer:
    """Writes a node as its text and how tightly it binds."""

    def __init__(self, style: Style, gap: str) -> None:
        self.style = style
        self.gap = gap

    def write(self, node: Node) -> tuple[str, int]:
        style = self.style
        if node.kind in ("number", "-inf"):
            text = style.number(node.text)
            return text, SUM if text.startswith(style.minus) else PRODUCT if "10" in text and "·" in text else ATOM
        if node.kind == "name":
            return style.name(node.text), ATOM
        if node.kind == "entry":
            return entry_name(node.text, tuple(int(arg.text) for arg in node.args), style), ATOM
        written: tuple[str, int] = getattr(self, KINDS[node.kind])(node)
        return written

    def within(self, node: Node, binding: int) -> str:
        """The node, in parentheses if it binds less tightly than asked."""
        text, own = self.write(node)
        opening, closing = self.style.parens
        return text if own >= binding else f"{opening}{text}{closing}"

    def sum(self, node: Node) -> tuple[str, int]:
        text, _ = self.write(node.args[0])
        for arg in node.args[1:]:
            negative = arg.kind == "neg" or node.kind == "-"
            part = self.within(arg.args[0] if arg.kind == "neg" else arg, PRODUCT)
            text += f"{self.gap}{self.style.minus if negative else '+'}{self.gap}{part}"
        return text, SUM

    def neg(self, node: Node) -> tuple[str, int]:
        return f"{self.style.minus}{self.within(node.args[0], PRODUCT)}", SUM

    def product(self, node: Node) -> tuple[str, int]:
        parts = [self.within(arg, PRODUCT) for arg in node.args]
        text = parts[0]
        for before, part in zip(node.args, zip(node.args[1:], parts[1:], strict=True), strict=False):
            joined = self.style.juxtaposed and before.kind == "number" and _starts_softly(part[0], part[1])
            text += part[1] if joined else f"{self.style.times}{part[1]}"
        return text, PRODUCT

    def quotient(self, node: Node) -> tuple[str, int]:
        numerator, denominator = node.args
        if not self.style.flat:
            return self.style.quotient(self.within(numerator, 0), self.within(denominator, 0)), PRODUCT
        return self.style.quotient(self.within(numerator, PRODUCT), self.within(denominator, POWER)), PRODUCT

    def power(self, node: Node) -> tuple[str, int]:
        base, exponent = node.args
        return self.raised(self.within(base, ATOM), exponent), POWER

    def raised(self, base: str, exponent: Node) -> str:
        """A power; fractions in an exponent stay on one line."""
        style = LATEX_INLINE if self.style.latex else self.style
        return self.style.power(base, write(exponent, style))

    def call(self, node: Node) -> tuple[str, int]:
        argument = node.args[0]
        if node.text == "sqrt":
            return self.style.root(self.within(argument, ATOM if self.style is TEXT else 0)), ATOM
        if node.text == "exp" and argument.kind != "entry":
            return self.raised("e", argument), POWER
        return self.style.call(node.text, self.within(argument, 0)), ATOM

    def leaky(self, node: Node) -> tuple[str, int]:
        return self.style.call("LeakyReLU", self.within(node.args[0], 0)), ATOM

    def extreme(self, node: Node) -> tuple[str, int]:
        inner = ", ".join(self.within(arg, SUM) for arg in node.args)
        return self.style.call(node.kind, inner), ATOM

    def peak(self, node: Node) -> tuple[str, int]:
        place, *row = (self.within(arg, SUM) for arg in node.args)
        return f"[{place} = {self.style.call('argmax', ', '.join(row))}]", ATOM

    def reached(self, node: Node) -> tuple[str, int]:
        least, *parts = (self.within(arg, SUM) for arg in node.args)
        listed = ", ".join(parts)
        if self.style.latex:
            return rf"\operatorname{{first}}_{{\ge {least}}}\left({listed}\right)", ATOM
        return f"first ≥ {least} of {listed}", SUM


KINDS = {
    "leaky": "leaky",
    "max": "extreme",
    "min": "extreme",
    "argmax": "extreme",
    "peak": "peak",
    "first": "reached",
    "+": "sum",
    "-": "sum",
    "neg": "neg",
    "*": "product",
    "/": "quotient",
    "^": "power",
    "call": "call",
}


def _starts_softly(node: Node, text: str) -> bool:
    """Whether a factor after a number needs no sign between: 2√3, 4e, 3(1+e)."""
    return not text[0].isdigit() and node.kind not in ("number", "neg", "/")


def plain_number(text: str) -> str:
    """A number of print: a true minus, 1.4·10⁻¹⁴; a question mark at its end stays."""
    if text.endswith("?"):
        return plain_number(text[:-1]) + "?"
    mantissa, mark, exponent = text.partition("e")
    power = f"·10{str(int(exponent)).translate(SUPERSCRIPTS)}" if mark else ""
    return mantissa.replace("-", "−").replace("inf", "∞") + power


def latex_number(text: str) -> str:
    """A number in LaTeX: 1.4 \\cdot 10^{-14}."""
    if text.endswith("?"):
        return latex_number(text[:-1]) + "?"
    mantissa, mark, exponent = text.partition("e")
    return mantissa.replace("inf", r"\infty") + (rf" \cdot 10^{{{int(exponent)}}}" if mark else "")


OF_TEXT = "−≤≥≠∈∞·×⌊⌋⌈⌉√→…{}"
OF_LATEX = r"- \le \ge \ne \in \infty \cdot \times \lfloor \rfloor \lceil \rceil \sqrt \to \ldots \{ \}"
SIGNS = dict(zip(OF_TEXT, OF_LATEX.split(), strict=True))
WORDS = re.compile(r"(?<![\\\w])[^\W\d_]{2,}(?:\s+[^\W\d_]{2,})*(?!\w)")


def in_latex(words: str) -> str:
    """Words and signs as LaTeX; letters of more than one are set as text."""
    signs = "".join(f" {SIGNS[char]} " if char in SIGNS else char for char in words)
    return WORDS.sub(lambda found: rf"\text{{ {found[0]} }}", signs)


def subscript(text: str) -> str:
    """Digits as subscripts."""
    return text.translate(SUBSCRIPTS)


def in_greek(name: str) -> str:
    """A name with its Greek letter as a sign: α, α_sum."""
    head, mark, rest = name.partition("_")
    return _letter(head) + mark + rest


def _letter(head: str) -> str:
    """A Greek letter as a sign, after a d too: dα."""
    return f"d{GREEK[head[1:]]}" if head[:1] == "d" and head[1:] in GREEK else GREEK.get(head, head)


def latex_head(base: str) -> str:
    """A name without its index in LaTeX: one letter as it is, a Greek one as its command, otherwise upright."""
    own = differentiated(base) or base
    d = base[: len(base) - len(own)]
    if own in GREEK:
        return f"{d}\\{own}"
    return base if len(own) == 1 else rf"\mathrm{{{base}}}"


def _plain_power(base: str, exponent: str) -> str:
    if exponent == "1":
        return base
    short = exponent.replace("−", "-")
    return base + (short.translate(SUPERSCRIPTS) if short.lstrip("-").isdigit() else f"^{{{exponent}}}")


def _plain_name(name: str) -> str:
    base, _, index = name.rpartition("_")
    return _plain_name(base) + subscript(index) if index.replace(",", "").isdigit() and base else in_greek(name)


def entry_name(key: str, index: tuple[int, ...], style: Style) -> str:
    """An entry of a line: S₁₂, S_scaled[1,2], S₁[1,2] in head 1."""
    if not index:
        return style.name(key)
    joined = ("," if max(index) > 9 else "").join(map(str, index))
    if style.latex:
        base, _, rest = key.partition("_")
        head = latex_head(base)
        upper = f"^{{({rest.replace('_', ',')})}}" if rest and rest[-1].isdigit() and not rest[0].isalpha() else ""
        lower = joined if upper or not rest else rf"\text{{{rest.replace('_', ',')}}},{joined}"
        return f"{head}{upper}_{{{lower}}}"
    return _letter(key) + subscript(joined) if "_" not in key else f"{_plain_name(key)}[{','.join(map(str, index))}]"


def _latex_name(name: str) -> str:
    base, _, index = name.partition("_")
    head = latex_head(base)
    tail = index if len(index) == 1 or index.replace(",", "").isdigit() else rf"\text{{{index.replace('_', ',')}}}"
    return f"{head}_{{{tail}}}" if index else head


def _latex_call(name: str, argument: str) -> str:
    if name == "abs":
        return rf"\left|{argument}\right|"
    escaped = name.replace("_", r"\_")
    signs = {"σ": r"\sigma", "log₂": r"\log_2"}
    command = rf"\{name}" if name in LATEX_FUNCTIONS else signs.get(name) or rf"\operatorname{{{escaped}}}"
    return rf"{command}\left({argument}\right)"


TEXT = Style(
    times="·",
    minus="−",
    quotient=lambda a, b: f"{a}/{b}",
    power=_plain_power,
    root=lambda a: f"√{a}",
    name=_plain_name,
    call=lambda name, a: f"{name}({a})",
    number=plain_number,
)
LATEX = Style(
    times=r" \cdot ",
    minus="-",
    quotient=lambda a, b: rf"\frac{{{a}}}{{{b}}}",
    power=lambda a, b: a if b == "1" else f"{a}^{{{b}}}",
    root=lambda a: rf"\sqrt{{{a}}}",
    name=_latex_name,
    call=_latex_call,
    number=latex_number,
    parens=(r"\left(", r"\right)"),
    latex=True,
    flat=False,
)
LATEX_INLINE = replace(LATEX, quotient=lambda a, b: f"{a}/{b}", flat=True)
GRAMMAR = Style(
    times="*",
    minus="-",
    quotient=lambda a, b: f"{a}/{b}",
    power=lambda a, b: a if b == "1" else f"{a}^({b})",
    root=lambda a: f"sqrt({a})",
    name=str,
    call=lambda name, a: f"{name}({a})",
    number=str,
    juxtaposed=False,
)
