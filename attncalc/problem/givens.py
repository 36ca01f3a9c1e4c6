"""What is given: matrices under the many spellings of their names, as rows of one another, by heads, in files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from attncalc.errors import InputError, did_you_mean, printable, shorten
from attncalc.problem.matrix import Matrix, as_tree, is_stack, read_matrix
from attncalc.problem.names import ONE_FOR_EACH_KEY, OPTION_WORDS, STEPS, Name, read_name
from attncalc.problem.problem import Option
from attncalc.problem.tree import Node, Scalar, Sequence

INFINITE = {name for name in STEPS if name.startswith("S") or name == "e"} | {"M", "B"}
LABELLED = {"X": "tokens", "Q": "queries", "S": "queries", "K": "keys", "V": "keys", "Y": "keys", "H": "keys"}
TRANSPOSED = r"(\w+)\s*(?:\^\s*\{?\s*\\?(?:T|top)\s*\}?|ᵀ)"
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
    rows: dict[str, dict[int, Matrix]] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def read(self, entries: Entries, known: Iterable[str]) -> None:
        """Reads matrices under their names; `known` are the names that a message may suggest."""
        nodes = {str(name): node for key, node in entries if (name := read_name(key.text)) and name.row is None}
        for key, node in entries:
            self.matrix(key, self._reused(node, nodes), known)

    @staticmethod
    def _reused(node: Node, nodes: dict[str, Node]) -> Node:
        """The matrix that is given under another name, where only that name stands: Wk: Wq."""
        seen: list[str] = []
        while isinstance(node, Scalar) and (name := read_name(node.text)) and str(name) in nodes:
            if str(name) in seen:
                raise InputError(f"{' and '.join(seen)} only point at one another", place=node.place)
            seen.append(str(name))
            node = nodes[str(name)]
        return node

    def matrix(self, key: Scalar, node: Node, known: Iterable[str]) -> None:
        """Reads one matrix, a stack of them, or a mask."""
        turned = re.fullmatch(TRANSPOSED, key.text.strip()) if len(key.text) > 1 else None
        name = read_name(turned[1] if turned else key.text)
        if name is None:
            is_option = key.text in OPTION_WORDS
            hint = "Write it under options:" if is_option else did_you_mean(key.text, known, listed=False)
            raise InputError(f"{shorten(key.text) or 'an empty key'} is not known here", place=key.place, hint=hint)
        if name.base == "M":  # a mask is read by the options, where words and tables are told apart
            self.options["mask"] = Option("mask", node, key.place)
            return
        for part, item in numbered(name, as_tree(self._from_file(node))):
            self._put(part, key, item, turned=turned is not None)

    def _from_file(self, node: Node) -> Node:
        if not (isinstance(node, Scalar) and node.text.strip().lower().endswith(FILE_ENDINGS)):
            return node
        from attncalc.problem.files import read_file

        return read_file(node, self.files.folder, anywhere=self.files.anywhere)

    def _put(self, name: Name, key: Scalar, tree: Node, *, turned: bool) -> None:
        matrix = read_matrix(tree, key.text, self.symbols, infinite=name.base in INFINITE)
        matrix = matrix.transposed if turned else matrix
        self._label(name, matrix)
        where: str | int = str(name) if name.row is None else name.row
        target: dict[str, Matrix] | dict[int, Matrix] = (
            self.found if name.row is None else self.rows.setdefault(name.base, {})
        )
        if name.row == 0:
            raise InputError(f"{key.text}: rows count from 1", place=key.place)
        if where in target:
            meant = "" if key.text == where else f": it is another spelling of {where}"
            raise InputError(f"{shorten(key.text)} is given twice{meant}", place=key.place)
        target[where] = matrix  # type: ignore[index]

    def _label(self, name: Name, matrix: Matrix) -> None:
        """Keeps the names of rows as the tokens' labels, unless they only number the rows."""
        words = tuple(printable(label.partition(":")[2] or label) for label in matrix.labels)
        one_query = matrix.labels and matrix.shape[1] == 1 and name.base in ONE_FOR_EACH_KEY
        kind = "keys" if one_query else LABELLED.get(name.base)
        if words and kind and not any(map(read_name, words)):
            self.labels.setdefault(kind, words)

    def matrices(self) -> dict[str, Matrix]:
        """All that is given; x1, x2, x3 are the rows of X. Raises InputError where one is missing."""
        for base, rows in self.rows.items():
            first = next(iter(rows.values()))
            missing = next((number for number in range(1, max(rows) + 1) if number not in rows), None)
            if missing or base in self.found:
                why = f"{base.lower()}{missing} is missing" if missing else f"{base} is given too"
                raise InputError(f"{base.lower()}1, {base.lower()}2 … are the rows of {base}, but {why}",
                                 place=first.place)  # fmt: skip
            self.found[base] = _one_below_another(base, [rows[number] for number in sorted(rows)])
        return self.found


def numbered(name: Name, tree: Node) -> Iterator[tuple[Name, Node]]:
    """The matrices of a stack under their numbers, or the one that a tree is under its name."""
    if not isinstance(tree, Sequence) or not is_stack(tree):
        yield name, tree
        return
    for number, item in enumerate(tree.items, 1):
        yield name._replace(section=(*name.section, number)), item


def _one_below_another(base: str, parts: list[Matrix]) -> Matrix:
    rows = []
    for number, part in enumerate(parts, 1):
        if part.words:
            raise InputError(f"{base.lower()}{number} is one row of {base}, and cannot be {part.words}",
                             place=part.place)  # fmt: skip
        vector = part.transposed if part.shape[1] == 1 else part
        if vector.shape[0] != 1 or vector.shape[1] != max(parts[0].shape):
            raise InputError(f"{base.lower()}{number} should be a vector with {max(parts[0].shape)} entries",
                             place=part.place)  # fmt: skip
        rows.append(vector.rows[0])
    return Matrix(tuple(rows), parts[0].place, by_token=True)
