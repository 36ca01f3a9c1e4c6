"""Tables that a formula makes of the numbers of rows and columns, computed by this formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from attncalc.reading.number import Node
from attncalc.render.code.numerals import Numerals, Spelt
from attncalc.render.code.spelling import ATOM
from attncalc.worksheet.rules import Rule

ZERO = Node("number", "0")


def formula(rule: Rule, numerals: Numerals) -> Spelt | None:
    """The formula of a table over ranges, or None where the table has none, or one that needs functions."""
    if not isinstance(rule.written, Node) or len(rule.entries) * len(rule.entries[0]) == 1 or _calls(rule.written):
        return None
    found: dict[str, Node] = {}
    if not _matches(rule.written, rule.entries[0][0], found):
        return None
    start: dict[str, int] = {name: int(found.pop(name).text or -1) for name in ("i", "j") if name in found}
    tree, vector = _put(rule.written, found), len(rule.axes) == 1
    lower = bool(rule.where)
    if not start or not all(
        entry == (ZERO if lower and j > i else _put(tree, _places(start, 0 if vector else i, j, vector=vector)))
        for i, row in enumerate(rule.entries)
        for j, entry in enumerate(row)
    ):
        return None
    ranges = _ranges(rule, start, numerals.dialect.prefix)
    text, binding = numerals.over(ranges).tree(tree, dict(rule.names))
    return (f"{numerals.dialect.prefix}.tril({text})", ATOM) if lower else (text, binding)


def _calls(tree: Node) -> bool:
    return tree.kind == "call" or any(map(_calls, tree.args))


def _matches(tree: Node, entry: Node, found: dict[str, Node]) -> bool:
    """Whether an entry is the tree with something in place of its names, which is then `found`."""
    if tree.kind == "name":
        return found.setdefault(tree.text, entry) == entry
    same = (tree.kind, tree.text, len(tree.args)) == (entry.kind, entry.text, len(entry.args))
    return same and all(_matches(arg, other, found) for arg, other in zip(tree.args, entry.args, strict=True))


def _put(tree: Node, names: Mapping[str, Node]) -> Node:
    if tree.kind == "name" and tree.text in names:
        return names[tree.text]
    return replace(tree, args=tuple(_put(arg, names) for arg in tree.args))


def _places(start: Mapping[str, int], i: int, j: int, *, vector: bool) -> dict[str, Node]:
    """The numbers of a row and a column; of a vector, both number its entries."""
    offsets = {"i": j if vector else i, "j": j}
    return {name: Node("number", str(first + offsets[name])) for name, first in start.items()}


def _ranges(rule: Rule, start: Mapping[str, int], prefix: str) -> dict[str, str]:
    """i down the rows, j along the columns."""
    sizes = {"i": rule.axes[0].size or 0, "j": rule.axes[-1].size or 0}
    ranges = {}
    for name, first in start.items():
        bounds = f"{first}.0, {first + sizes[name]}.0" if first else f"{sizes[name]}.0"
        down = "[:, None]" if name == "i" and len(rule.axes) == 2 else ""
        ranges[name] = f"{prefix}.arange({bounds}){down}"
    return ranges
