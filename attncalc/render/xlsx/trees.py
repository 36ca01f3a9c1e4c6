"""Trees of numbers and of entries as formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import reduce
from itertools import chain, repeat

from attncalc.errors import OutputError
from attncalc.reading.number import Node, Number
from attncalc.render.xlsx.elementwise import FUNCTIONS
from attncalc.render.xlsx.spelling import ATOM, HIDDEN, POWER, PRODUCT, SIGN, SUM, Spelt

ZERO, ONE = Node("number", "0"), Node("number", "1")
NAMED = {"pi": "PI()", "e": "EXP(1)"}
LEADING = re.compile(r"^([+-]?)(?=\.)")


def number(text: str) -> str:
    """A decimal as spreadsheets read it.

    >>> number("+.50"), number("-.5"), number("3.")
    ('0.50', '-0.5', '3')
    """
    return LEADING.sub(r"\g<1>0", text).removeprefix("+").removesuffix(".")


class Trees:
    """Writes trees; names have values, or cells where they stand, and a leaf of kind "cell" is what `cell` says."""

    def __init__(
        self,
        names: Mapping[str, Number],
        letters: Mapping[str, str],
        cell: Callable[[Node], Spelt] = lambda node: Spelt(node.text),
    ) -> None:
        self.names, self.letters, self.cell = names, letters, cell

    def spell(self, node: Node) -> Spelt:
        """A tree as a formula."""
        match node.kind:
            case "number":
                text = number(node.text)
                return Spelt(text, SIGN if text.startswith("-") else ATOM)
            case "cell":
                return self.cell(node)
            case "-inf":
                return Spelt(HIDDEN)
            case "name":
                return self._name(node.text)
            case "call":
                return self._call(node.text, node.args[0])
        return self._operation(node)

    def _operation(self, node: Node) -> Spelt:
        match node.kind:
            case "neg":
                return self._made("-{0}", SIGN, (ATOM,), node.args)
            case "^" if node.args[0] == Node("name", "e"):
                return self._call("exp", node.args[1])
            case "^":
                return self._made("{0}^{1}", POWER, (ATOM, ATOM), node.args)
            case "max" | "min":
                return self._made(f"{node.kind.upper()}({{}}{',{}' * (len(node.args) - 1)})", ATOM, (), node.args)
            case "peak":
                return self._peak(*node.args)
            case "+" | "-" | "*" | "/":
                return self._joined(node)
        raise OutputError("this has no formula in a spreadsheet", hint="Every other form can be written.")

    def _joined(self, node: Node) -> Spelt:
        args, binding = node.args, SUM if node.kind in "+-" else PRODUCT
        if node.kind == "*":
            args = (ZERO,) if _is_zero(node) else tuple(arg for arg in args if arg != ONE) or (ONE,)
        elif node.kind == "+":
            args = tuple(arg for arg in args if not _is_zero(arg)) or (ZERO,)
        asks = binding if node.kind in "+*" else binding + 1
        return reduce(
            lambda one, other: Spelt(
                f"{one.within(binding)}{node.kind}{other.within(asks)}", binding, one.is_array or other.is_array
            ),
            map(self.spell, args),
        )

    def _peak(self, place: Node, *entries: Node) -> Spelt:
        """Whether the entry at a place, from 1, is the first of the largest."""
        parts = [self.spell(entry) for entry in entries]
        before, own = parts[: int(place.text) - 1], parts[int(place.text) - 1]
        is_first = f",MAX({','.join(part.text for part in before)})<{own.within(SUM)}" if before else ""
        largest = f"{own.within(SUM)}=MAX({','.join(part.text for part in parts)})"
        return Spelt(f"IF(AND({largest}{is_first}),1,0)", ATOM, any(part.is_array for part in parts))

    def _made(self, text: str, binding: float, asks: tuple[float, ...], args: tuple[Node, ...]) -> Spelt:
        parts = [self.spell(arg) for arg in args]
        texts = (part.within(asked) for part, asked in zip(parts, chain(asks, repeat(0)), strict=False))
        return Spelt(text.format(*texts), binding, any(part.is_array for part in parts))

    def _call(self, name: str, arg: Node) -> Spelt:
        row = FUNCTIONS[name]
        return self._made(row.text, row.binding, row.asks[:1], (arg,))

    def _name(self, name: str) -> Spelt:
        if name in self.letters:
            return Spelt(self.letters[name])
        if name in self.names:
            value = self.names[name]
            return self.spell(value.tree or Node("number", value.text))
        if name in NAMED:
            return Spelt(NAMED[name])
        raise OutputError(f"the letter {name} has no value, and a spreadsheet needs one", hint=f"values: {{{name}: 2}}")


def _is_zero(node: Node) -> bool:
    """Whether this is 0 whatever the cells hold."""
    return node == ZERO or (node.kind == "*" and any(map(_is_zero, node.args)))
