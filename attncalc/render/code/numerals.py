"""Numbers as Python reads them: entries as they were typed, constants, and entries of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attncalc.errors import OutputError
from attncalc.reading.number import Node, Number
from attncalc.render.code.dialect import Dialect
from attncalc.render.code.spelling import ATOM, POWER, PRODUCT, SIGN, SUM

NUMBER = re.compile(r"([+-]?)0*+(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?", re.ASCII)
SIMPLE = re.compile(r"^(-?[\w.]+) \*\* (-?[\w.]+)$")
CALLS = {"ln": "log"}
Spelt = tuple[str, float]


class Numerals:
    """Writes numbers in one library; `letter` gives the identifier of a letter with a value, or None."""

    def __init__(self, dialect: Dialect, letter: Callable[[str], str | None]) -> None:
        self.dialect = dialect
        self.letter = letter

    def over(self, ranges: Mapping[str, str]) -> Numerals:
        """The same with ranges for some names."""
        return Numerals(self.dialect, lambda name: ranges.get(name) or self.letter(name))

    def number(self, number: Number) -> str:
        """An entry as it was typed."""
        return plain(number.text) if number.tree is None else self.tree(number.tree)[0]

    def tree(self, node: Node, sizes: dict[str, Number] | None = None) -> Spelt:
        """A tree, and how tightly it binds; names of `sizes` are replaced."""
        match node.kind:
            case "number":
                text = plain(node.text)
                return text, SIGN if text.startswith("-") else ATOM
            case "-inf":
                return f"-{self.dialect.prefix}.inf", SIGN
            case "name":
                return self._name(node.text, sizes or {})
            case "call":
                return self._call(node.text, self.tree(node.args[0], sizes)[0]), ATOM
            case "neg":
                return f"-{within(self.tree(node.args[0], sizes), SIGN)}", SIGN
            case "^" if node.args[0] == Node("name", "e"):
                return self._call("exp", self.tree(node.args[1], sizes)[0]), ATOM
            case "^":
                base, exponent = (self.tree(arg, sizes) for arg in node.args)
                return tight(f"{within(base, ATOM)} ** {within(exponent, SIGN)}"), POWER
        return self._joined(node, sizes)

    def _joined(self, node: Node, sizes: dict[str, Number] | None) -> Spelt:
        binding = SUM if node.kind in "+-" else PRODUCT
        first, *others = (self.tree(arg, sizes) for arg in node.args)
        asks = binding if node.kind in "+*" else binding + 1
        return f" {node.kind} ".join([within(first, binding), *(within(other, asks) for other in others)]), binding

    def _name(self, name: str, sizes: dict[str, Number]) -> Spelt:
        if letter := self.letter(name):
            return letter, ATOM
        if name in sizes:
            number = sizes[name]
            return (plain(number.text), ATOM) if number.tree is None else self.tree(number.tree)
        if name in ("pi", "e"):
            return f"{self.dialect.functions}.{name}", ATOM
        raise OutputError(f"the letter {name} has no value, and a script needs one", hint=f"values: {{{name}: 2}}")

    def _call(self, name: str, argument: str) -> str:
        return f"{self.dialect.functions}.{CALLS.get(name, name)}({argument})"


def within(spelt: Spelt, asks: float) -> str:
    """The text, in parentheses if it binds less tightly than is asked."""
    text, binding = spelt
    return text if binding >= asks else f"({text})"


def tight(power: str) -> str:
    """A power as Black leaves it: without spaces between names and numbers."""
    return SIMPLE.sub(r"\1**\2", power)


def plain(text: str) -> str:
    """A decimal as Python's formatters write it.

    >>> [plain(text) for text in ("007", "-.5", "+1.", "0.10", "1E3")]
    ['7', '-0.5', '1.0', '0.10', '1e3']
    """
    found = NUMBER.fullmatch(text)
    assert found, text
    sign, whole, fraction, exponent = found.groups()
    point = "" if fraction is None else f".{fraction or '0'}"
    power = f"e{int(exponent)}" if exponent and int(exponent) else ""
    return f"{'-' if sign == '-' else ''}{whole or '0'}{point}{power}"
