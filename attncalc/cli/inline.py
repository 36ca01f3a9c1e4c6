"""What the command line says of a problem, -m, -g and -O: a problem without a file, or changes of what files say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from attncalc.errors import InputError, Place, shorten
from attncalc.problem.givens import Files
from attncalc.problem.problem import Problem
from attncalc.problem.reader import read_problem
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, read_documents

SOURCE = "command line"
EXAMPLES = {"-g": '-g Q="1 0; 0 1"', "-O": "-O scale=none"}
Entries: TypeAlias = tuple[tuple[Scalar, Node], ...]


@dataclass(frozen=True)
class Inline:
    """A mechanism, matrices and options; empty where nothing was said."""

    mechanism: str | None = None
    given: Entries = ()
    options: Entries = ()

    @classmethod
    def read(cls, mechanism: str | None, given: Iterable[str], options: Iterable[str]) -> Inline:
        """From texts such as `Q=1 0; 0 1`; raises InputError where one is not so, or a name stands twice."""
        return cls(mechanism, _entries("-g", given), _entries("-O", options))

    def problem(self) -> Problem:
        """The problem itself; raises InputError where nothing is given."""
        if not self.given:
            raise InputError("nothing is given to solve", hint=f"Name a FILE, or give matrices: {EXAMPLES['-g']}")
        return self._read(())

    def over(self, problem: Problem) -> Problem:
        """A file's problem with this mechanism, these matrices and options in place of its own."""
        if self == Inline():
            return problem
        if problem.parts:
            raise InputError(
                "a problem of several parts is changed in its file: -m, -g and -O do not say which part",
                place=problem.place,
            )
        said = self._read(problem.symbols)
        return replace(
            problem,
            mechanism=said.mechanism or problem.mechanism,
            given={**problem.given, **said.given},
            options={**problem.options, **said.options},
            labels={**problem.labels, **said.labels},
            places={**problem.places, **said.places},
            notes=(*problem.notes, *said.notes),
        )

    def _read(self, symbols: tuple[str, ...]) -> Problem:
        parts: dict[str, Node] = {"symbols": Sequence(tuple(map(Scalar, symbols)), SOURCE)}
        if self.mechanism is not None:
            parts["mechanism"] = Scalar(self.mechanism, "-m")
        parts["given"], parts["options"] = Mapping(self.given, SOURCE), Mapping(self.options, SOURCE)
        node = Mapping(tuple((Scalar(key, SOURCE), node) for key, node in parts.items()), SOURCE)
        return read_problem(node, Files(Path(), anywhere=True))  # who types a file's name may read it


def _entries(flag: str, texts: Iterable[str]) -> Entries:
    entries: dict[str, tuple[Scalar, Node]] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not name or not sign:
            raise InputError(f"{flag} {shorten(text)} should be a name and its value", hint=EXAMPLES[flag])
        if name in entries:
            raise InputError(f"{flag} {shorten(name)} stands twice")
        source = f"{flag} {shorten(name)}"
        entries[name] = Scalar(name, source), _value(value.strip(), source)
    return tuple(entries.values())


def _value(text: str, source: str) -> Node:
    """Lists, mappings and quoted texts as YAML has them, anything else as the text that it is."""
    if not _is_yaml(text):
        return Scalar(text, source, 0, None, block=True) if "\n" in text else Scalar(text, source, 1, 1)
    documents = read_documents(text, source)
    if len(documents) != 1:
        raise InputError("this should be one value", place=Place(source))
    return documents[0]


def _is_yaml(text: str) -> bool:
    """A list without commas, such as [1 2; 3 4], is left to the readers of matrices."""
    has_commas = "," in text or not re.search(r"[\s;]", text.strip("[] "))
    return text.startswith(("{", '"', "'")) or (text.startswith("[") and has_commas)
