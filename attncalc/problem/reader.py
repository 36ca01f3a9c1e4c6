"""From YAML text, or Python values, to problems: `load` and `problem`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attncalc.errors import AttncalcError, InputError, NumberError, Place, did_you_mean, printable, shorten
from attncalc.log import IS_ON, timed, told
from attncalc.problem.asked import opened, read_asked
from attncalc.problem.givens import NO_FILES, Files, Givens
from attncalc.problem.marked import read_constants, read_deductions, read_marks, read_rounding
from attncalc.problem.named import read_named
from attncalc.problem.names import INPUTS, STEPS
from attncalc.problem.parts import joined, read_links, read_steps
from attncalc.problem.problem import Accepted, Option, Problem
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, from_python, read_documents
from attncalc.reading.number import CONSTANTS, FUNCTIONS, PLAIN, read_number
from attncalc.reading.source import Source, source_of_file

EXAMPLES = {
    "options": "scale: none",
    "given": 'X: "1 0"',
    "labels": "keys: [the, cat]",
    "show": "decimals: 3",
    "values": "a: 1/2",
    "accept": "A: [[0.5, 0.5]]",
    "blanks": "A: [[1, 2]]",
    "deductions": "no-scaling: 1",
    "from": "X: 1.O",
    "constants": "e^1.41: 4.11",
}
Refuse = Callable[[AttncalcError], None]
SYMBOL = re.compile(r"[^\W\d_]\w{0,15}")


def load(
    path: str | Path, *, any_file: bool = False, say: Callable[[str], None] | None = None, refuse: Refuse | None = None
) -> list[Problem]:
    """The problems of a YAML file, one for each document; `-` reads standard input.

    Matrices in files are read from the problem's folder alone, or with `any_file` from anywhere. `say` is told where
    letters of the file cannot be read. Raises InputError where the file cannot be read or is no problem; with
    `refuse`, a document that is none is told to it, and the others are read.
    """
    source = "<stdin>" if str(path) == "-" else str(path)
    folder = Path() if source == "<stdin>" else Path(path).parent
    return loads(heard(source_of_file(path, source), source, say), source, Files(folder, any_file), refuse)


def heard(found: Source, source: str, say: Callable[[str], None] | None) -> str:
    """The text of what was read; what is to be known of that is said."""
    if found.note and say:
        say(f"{source}: {found.note}")
    return found.text


def loads(text: str, source: str = "<text>", files: Files = NO_FILES, refuse: Refuse | None = None) -> list[Problem]:
    """The problems of a YAML text, one for each variant; `files` says where matrices in files are."""
    documents = [node for node in read_documents(text, source) if not (isinstance(node, Scalar) and node.blank)]
    if not documents:
        raise InputError("there is no problem in it", place=Place(source))
    refuse = refuse or _raise
    with timed(f"{source} read"):
        found = [_read(node, files, refuse) for node in documents]
    if IS_ON:
        for problem in filter(None, found):
            given = ", ".join(f"{name} {'×'.join(map(str, matrix.shape))}" for name, matrix in problem.given.items())
            told("a problem of %s: mechanism %s, given %s", source, problem.mechanism or "by its names", given)
    return [variant for problem in joined(found, refuse) for variant in problem.variants()]


def _read(node: Node, files: Files, refuse: Refuse) -> Problem | None:
    try:
        problem = read_problem(node, files)
        problem.variants()
    except InputError as error:
        refuse(error)
        return None
    return problem


def _raise(error: AttncalcError) -> None:
    raise error


def problem(
    mechanism: str | None = None,
    given: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Problem:
    """A problem from Python values: numbers, strings, lists, NumPy arrays.

    >>> problem("self-attention", given={"X": [[1, 0], [0, "1/2"]]}).given["X"].shape
    (2, 2)
    """
    parts = {"mechanism": mechanism, "given": given or {}, "options": options or {}, **more}
    return read_problem(from_python({key: value for key, value in parts.items() if value is not None}))


def read_problem(node: Node, files: Files = NO_FILES) -> Problem:
    """The problem that a tree holds: one document of a file, or what the command line says."""
    if not isinstance(node, Mapping):
        raise InputError("a problem is a list of keys, such as `given:` with Q, K and V below it", place=node.place)
    return _Reader(node, files=files).read()


@dataclass
class _Reader:
    """Collects the parts of one problem; one method for each key of the file."""

    node: Mapping
    parts: dict[str, Any] = field(default_factory=dict)
    files: Files = NO_FILES

    def read(self) -> Problem:
        keys: dict[str, Callable[[Node], None]] = {
            "symbols": self.symbols,
            "values": self.values,
            "title": self.word("title"),
            "code": self.word("code"),
            "mechanism": self.word("mechanism"),
            "options": self.settings("options"),
            "show": self.settings("show"),
            "labels": self.labels,
            "marks": self.marks,
            "accept": self.accept,
            "given": self.matrices,
            "from": self.links,
            "steps": self.steps,
            "backward": self.backward,
            "asks": self.asks,
            "blanks": self.blanks,
            "deductions": self.deductions,
            "constants": self.constants,
            "rounding": self.rounding,
            "find": self.find,
        }
        for key in ("symbols", "values", "find"):  # before the matrices that use them
            if (node := self.node.get(key)) is not None:
                keys.pop(key)(node)
        self.givens = Givens(self.parts.get("symbols", ()), self.files)
        others = tuple(entry for entry in self.node.entries if entry[0].text not in (*keys, *self.parts))
        self.givens.read(others, [*keys, *INPUTS])
        for name, node in self.node.entries:
            if name.text in keys:
                keys[name.text](node)
        given = self.givens.matrices()
        self.parts["labels"] = self.parts.get("labels") or self.givens.labels
        self.parts["options"] = {**self.givens.options, **self.parts.get("options", {})}
        places = {name.text: value.place for name, value in self.node.entries}
        return Problem(given=given, place=self.node.place, places=places, notes=tuple(self.givens.notes), **self.parts)

    def word(self, key: str) -> Callable[[Node], None]:
        def read(node: Node) -> None:
            if not isinstance(node, Scalar):
                raise InputError(f"{key} should be a word", place=node.place)
            self.parts[key] = printable(" ".join(node.text.split()))

        return read

    def settings(self, key: str) -> Callable[[Node], None]:
        def read(node: Node) -> None:
            entries = _mapping(node, key)
            self.parts[key] = {name.text: Option(name.text, value, name.place) for name, value in entries}

        return read

    def symbols(self, node: Node) -> None:
        texts = [item.text for item in _scalars(node, "symbols")]
        for text in texts:
            if not SYMBOL.fullmatch(text) or text in (*FUNCTIONS, *CONSTANTS, "frac"):
                raise InputError(f"“{shorten(text)}” cannot be a symbol; letters and digits can", place=node.place)
        self.parts["symbols"] = (*self.parts.get("symbols", ()), *texts)

    def find(self, node: Node) -> None:
        self.symbols(node)
        self.parts["find"] = tuple(item.text for item in _scalars(node, "find"))
        if self.node.get("accept") is None:
            raise InputError(
                "find goes with accept, which says what the letters should give",
                place=node.place,
                hint="accept: {A: [[0.9, 0.1]], within: 0.05}",
            )

    def values(self, node: Node) -> None:
        entries = _mapping(node, "values")
        self.parts["values"] = {name.text: _scalar(value, name.text).text for name, value in entries}
        for name, value in entries:
            self.value(name.text, _scalar(value, name.text))
        self.symbols(Sequence(tuple(name for name, _ in entries), *node[1:4]))

    @staticmethod
    def value(name: str, value: Scalar) -> None:
        """Raises InputError if a letter stands for no finite number."""
        try:
            number = read_number(value.text)
        except NumberError as error:
            error.message = f"values: {name}: {error.message}"
            raise error.at(value.place) from None
        if number.is_minus_infinity:
            raise InputError(f"values: {name} should be a finite number", place=value.place)

    def labels(self, node: Node) -> None:
        if isinstance(node, Sequence):
            node = Mapping(((Scalar("tokens"), node),))
        read: dict[str, tuple[str, ...]] = {}
        for name, value in _mapping(node, "labels"):
            if name.text not in ("queries", "keys", "tokens"):
                raise InputError(
                    f"labels has no {shorten(name.text)}",
                    place=name.place,
                    hint=did_you_mean(name.text, ["queries", "keys", "tokens"]),
                )
            read[name.text] = tuple(printable(item.text) for item in _scalars(value, f"labels of {name.text}"))
        self.parts["labels"] = read

    def marks(self, node: Node) -> None:
        self.parts["marks"], self.parts["methods"] = read_marks(_mapping(node, "marks"))

    def deductions(self, node: Node) -> None:
        self.parts["deductions"] = read_deductions(_mapping(node, "deductions"))

    def constants(self, node: Node) -> None:
        self.parts["constants"] = read_constants(_mapping(node, "constants"))

    def rounding(self, node: Node) -> None:
        self.parts["rounding"] = read_rounding(node)

    def accept(self, node: Node) -> None:
        entries = _mapping(node, "accept")
        within = next((_scalar(value, "within") for name, value in entries if name.text == "within"), None)
        if within and not (PLAIN.fullmatch(within.text) and not within.text.startswith("-")):
            raise InputError("within should be a number, such as 0.05", place=within.place)
        lines = Givens(self.parts.get("symbols", ()), self.files)
        lines.read(tuple(entry for entry in entries if entry[0].text != "within"), STEPS)
        matrices = lines.matrices()
        if words := [name for name, matrix in matrices.items() if matrix.words]:
            raise InputError(f"accept: {words[0]} should be numbers", place=node.place)
        if matrices:
            self.parts["accept"] = Accepted(matrices, read_number(within.text) if within else None, node.place)

    def asks(self, node: Node) -> None:
        self.parts["asks"] = read_asked(node)

    def blanks(self, node: Node) -> None:
        lines = Givens()
        lines.read(_mapping(node, "blanks"), STEPS)
        self.parts["blanks"] = {name: opened(name, matrix) for name, matrix in lines.matrices().items()}

    def links(self, node: Node) -> None:
        self.parts["links"] = read_links(_mapping(node, "from"))

    def steps(self, node: Node) -> None:
        if "mechanism" in self.parts or self.node.get("mechanism"):
            raise InputError("steps lists mechanisms, and mechanism names one: write one of them", place=node.place)
        self.parts["parts"] = tuple(read_problem(step, self.files) for step in read_steps(node))
        self.parts["flows"] = True

    def backward(self, node: Node) -> None:
        from attncalc.problem.backward import read_backward

        self.parts["backward"] = read_backward(node, self.parts.get("symbols", ()), self.files)

    def matrices(self, node: Node) -> None:
        if isinstance(node, Sequence):
            self.parts["named"] = read_named(node)
        else:
            self.givens.read(_mapping(node, "given"), INPUTS)


def _mapping(node: Node, key: str) -> tuple[tuple[Scalar, Node], ...]:
    if isinstance(node, Scalar) and node.blank:
        return ()
    if not isinstance(node, Mapping):
        raise InputError(
            f"{key} should be keys with values, such as {key}: {{{EXAMPLES.get(key, 'S: 2')}}}", place=node.place
        )
    return node.entries


def _scalar(node: Node, key: str) -> Scalar:
    if not isinstance(node, Scalar):
        raise InputError(f"{key} should be one value", place=node.place)
    return node


def _scalars(node: Node, key: str) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node._replace(text=word) for word in node.text.replace(",", " ").split()]
    if isinstance(node, Mapping):
        raise InputError(f"{key} should be a list", place=node.place)
    return [_scalar(item, f"each of {key}") for item in node.items]
