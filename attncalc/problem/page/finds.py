"""Every matrix of a page with its name: what stands there, on which line, with which labels, or why it is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from attncalc.errors import InputError, NumberError
from attncalc.problem.givens import INFINITE, numbered
from attncalc.problem.matrix import Matrix, read_matrix
from attncalc.problem.names import Name
from attncalc.problem.notation import read_text
from attncalc.problem.page.inwords import in_words
from attncalc.problem.page.literals import MAX_LITERALS, Lines, Literal, literals, too_many
from attncalc.problem.page.names import Symbol
from attncalc.problem.page.spots import labelled, labels_of, named, spots
from attncalc.problem.tree import Scalar
from attncalc.reading.number import is_number


@dataclass(frozen=True)
class Find:
    """One matrix under its name, as it stands from `line` on; `matrix` is None where `why` it cannot be read."""

    name: Name
    line: int
    matrix: Matrix | None = None
    why: str = ""
    labels: tuple[str, ...] = ()
    label: str = ""  # the word that a row's name ends with: cat of x_cat


def finds(text: str, source: str) -> list[Find]:
    """The named matrices of a text in the order in which they stand; raises InputError where it is no page."""
    lines = Lines(text)
    places = spots(text, literals(text, source))
    found: list[Find] = []
    for number, place in enumerate(places):
        line = lines[place.literal.start]
        for symbol, literal in named(text, places, number):
            labels = labels_of(text, literal, place.next_named)
            found.extend(_read(symbol, literal, place.left.factor, Scalar("", source, line), labels))
        if listed := labelled(text, places, number):
            found.extend(_read(listed[0], listed[1], "", Scalar("", source, line), listed[2]))
    for start, symbol, words in in_words(text, source):
        if len(found) > MAX_LITERALS:
            raise too_many(source, lines[start])
        found.extend(_read(symbol, Literal(start, start, words), "", Scalar("", source, lines[start]), ()))
    return sorted(found, key=lambda find: find.line)


def _read(symbol: Symbol, literal: Literal, factor: str, place: Scalar, labels: tuple[str, ...]) -> Iterator[Find]:
    """What a matrix is, one for each head of a stack; nothing where it holds letters only."""
    text = literal.text.replace("\\ ", " ") if literal.depth else literal.text
    find = Find(symbol.name, place.line or 1, label=symbol.label)
    try:
        tree = read_text(place._replace(text=f"{factor}{text}", quoted=True))
        parts = list(numbered(symbol.name, tree))
        matrices = [(name, read_matrix(part, str(name), infinite=name.base in INFINITE)) for name, part in parts]
    except NumberError as error:
        if _has_numbers(text):
            yield replace(find, why=error.message)
    except InputError as error:
        yield replace(find, why=error.message)
    else:
        for name, typed in matrices:
            matrix = typed.transposed if symbol.transposed and not typed.words else typed
            beside = labels if len(labels) == len(matrix.rows) else matrix.labels
            yield replace(find, name=name, matrix=matrix, labels=beside)


def _has_numbers(text: str) -> bool:
    """Whether at least half of the entries of a text are numbers."""
    cells = [cell for cell in re.split(r"[\s,;&\[\]()]+|\\\\", re.sub(r"\\(?:begin|end)\{\w+\*?\}", "", text)) if cell]
    return sum(map(is_number, cells[:200])) * 2 >= len(cells[:200])
