"""What is given: matrices under the many spellings of their names, as rows of one another, by heads, in files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attncalc.errors import InputError, did_you_mean, printable, shorten
from attncalc.problem.matrix import Matrix, as_tree, is_stack, read_matrix
from attncalc.problem.names import ONE_FOR_EACH_KEY, OPTION_WORDS, STEPS, Name, read_name
from attncalc.problem.problem import Option
from attncalc.problem.rows import joined
from attncalc.problem.spelling import Symbol, name_typed, symbol_typed
from attncalc.problem.tree import Node, Scalar, Sequence

INFINITE = {name for name in STEPS if name.startswith(("S", "e_")) or name == "e"} | {"M", "B"}
PROJECTED = ("Q", "K", "V")
LABELLED = {"X": "tokens", "Q": "queries", "S": "queries", "K": "keys", "V": "keys", "Y": "keys", "H": "keys"}
COUNTED = {*PROJECTED, *(f"{kind}{letter}" for kind in "Wb" for letter in "qkv")}  # by heads, from 0 too
MAX_NAME = 30
FILE_ENDINGS = (".csv", ".tsv", ".npy", ".txt")
Entries = tuple[tuple[Scalar, Node], ...]


@dataclass(frozen=True, slots=True)
class Files:
    """Where matrices in files are read: below `folder`, or `anywhere`; without a folder nowhere."""

    folder: Path | None = None
    anywhere: bool = False


NO_FILES = Files()


@dataclass
class Givens:
    """Collects matrices by ASCII name, in the order they are given, and the row labels that they bring."""

    symbols: tuple[str, ...] = ()
    files: Files = NO_FILES
    found: dict[str, Matrix] = field(default_factory=dict)
    rows: dict[str, dict[int | str, Matrix]] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def read(self, entries: Entries, known: Iterable[str]) -> None:
        """Reads matrices under their names; `known` are the names that a message may suggest."""
        named = [(_symbol(key, node, known), key, node) for key, node in entries]
        from_0 = {name.base for (name, _, _), _, _ in named if name.base in COUNTED and name.section[:1] == (0,)}
        named = [
            (self._from_1(symbol, key) if symbol.name.base in from_0 else symbol, key, node)
            for symbol, key, node in named
        ]
        nodes = {str(name): node for (name, _, _), _, node in named if name.row is None}
        for symbol, key, node in named:
            self._matrix(symbol, key, self._reused(node, nodes))

    def _from_1(self, symbol: Symbol, key: Scalar) -> Symbol:
        """The name of a head that is counted from 0."""
        name = symbol.name
        name = name._replace(section=tuple(number + (place == 0) for place, number in enumerate(name.section)))
        if name.section[:1] == (1,):
            self.notes.append(f"Heads are counted from 0 in what is given, and from 1 here: {key.text} is {name}.")
        return symbol._replace(name=name)

    @staticmethod
    def _reused(node: Node, nodes: dict[str, Node]) -> Node:
        """The matrix that is given under another name, where only that name stands: Wk: Wq."""
        seen: list[str] = []
        while isinstance(node, Scalar) and (name := _name_alone(node.text)) in nodes:
            if name in seen:
                raise InputError(f"{' and '.join(seen)} only point at one another", place=node.place)
            seen.append(name)
            node = nodes[name]
        return node

    def _matrix(self, symbol: Symbol, key: Scalar, node: Node) -> None:
        """Reads one matrix, a stack of them, or a mask."""
        if symbol.name.base == "M":  # a mask is read by the options, where words and tables are told apart
            self.options["mask"] = Option("mask", node, key.place)
            return
        for part, item in numbered(symbol.name, as_tree(self._from_file(node))):
            self._put(symbol._replace(name=part), key, item)

    def _from_file(self, node: Node) -> Node:
        if not (isinstance(node, Scalar) and node.text.strip().lower().endswith(FILE_ENDINGS)):
            return node
        from attncalc.problem.files import read_file

        return read_file(node, self.files.folder, anywhere=self.files.anywhere)

    def _put(self, symbol: Symbol, key: Scalar, tree: Node) -> None:
        name = symbol.name
        matrix = read_matrix(tree, key.text, self.symbols, infinite=name.base in INFINITE)
        matrix = matrix.transposed if symbol.transposed else matrix
        self._label(name, matrix)
        if symbol.label or name.row is not None:
            which = symbol.label if name.row is None else name.row
            put(self.rows.setdefault(name.base, {}), which, matrix, key)
        else:
            put(self.found, str(name), matrix, key)

    def _label(self, name: Name, matrix: Matrix) -> None:
        """Keeps the names of rows as the tokens' labels, unless they only number the rows."""
        words = tuple(printable(label.partition(":")[2] or label) for label in matrix.labels)
        one_query = matrix.labels and matrix.shape[1] == 1 and name.base in ONE_FOR_EACH_KEY
        kind = "keys" if one_query else LABELLED.get(name.base)
        if words and kind and not any(map(read_name, words)):
            self.labels.setdefault(kind, words)

    def matrices(self) -> dict[str, Matrix]:
        """All that is given; x1, x2, x3 are the rows of X, as x_the and x_cat are. Raises InputError without one."""
        for base, rows in self.rows.items():
            self.found[base], words, note = joined(base, rows, also_whole=base in self.found)
            self.notes += [note] if note else []
            if words and base in LABELLED:
                self.labels.setdefault(LABELLED[base], tuple(map(printable, words)))
        return self.found


def put(target: dict[Any, Matrix], which: str | int, matrix: Matrix, key: Scalar) -> None:
    """Raises InputError where something is given already."""
    if which in target:
        meant = "" if key.text == which else f": it is another spelling of {which}"
        raise InputError(f"{shorten(key.text)} is given twice{meant}", place=key.place)
    target[which] = matrix


BELOW = {"within": "accept"}  # keys that belong below another one


def _symbol(key: Scalar, node: Node, known: Iterable[str]) -> Symbol:
    """The name that stands before a matrix; raises InputError where it is none."""
    symbol = symbol_typed(key.text)
    is_option = key.text in OPTION_WORDS and read_name(key.text) is None and (symbol is None or _is_word(node))
    if symbol is None or is_option or (symbol.label and not _is_row(node)):
        below = "options" if is_option else BELOW.get(key.text)
        hint = f"Write it under {below}:" if below else did_you_mean(key.text, known, listed=False)
        raise InputError(f"{shorten(key.text) or 'an empty key'} is not known here", place=key.place, hint=hint)
    return symbol


def _is_word(node: Node) -> bool:
    """Whether an option's word stands where a matrix would."""
    return isinstance(node, Scalar) and re.fullmatch(r"[a-z-]{2,}", node.text.strip()) is not None


def _is_row(node: Node) -> bool:
    """Whether a node can be one row of a matrix."""
    if isinstance(node, Scalar):
        return not re.search(r"[;\n]", node.text.strip())
    return isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node.items)


def _name_alone(text: str) -> str:
    """The name that a value is, where it is nothing else."""
    name = name_typed(text) if text[:1].isalpha() and len(text) < MAX_NAME else None
    return str(name) if name else ""


def numbered(name: Name, tree: Node) -> Iterator[tuple[Name, Node]]:
    """The matrices of a stack under their numbers, or the one that a tree is under its name."""
    if not isinstance(tree, Sequence) or not is_stack(tree):
        yield name, tree
        return
    for number, item in enumerate(tree.items, 1):
        yield name._replace(section=(*name.section, number)), item
