"""A Jupyter notebook as a page: its Markdown cells and printed outputs, and where each line stands in the file."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from attncalc.errors import InputError, Place
from attncalc.limits import NOTEBOOK

STRING = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL)
WRITTEN, CODE = ("markdown", "raw"), "code"


class Text(NamedTuple):
    """A string of the file and the position of its first character there."""

    text: str
    start: int


class Body(NamedTuple):
    """The text of a notebook, the pieces of it, and for positions in it line and column in the file.

    A piece is "text", "code", or "printed": code whose output follows.
    """

    text: str
    pieces: list[tuple[str, int, int]]
    places: tuple[tuple[int, int, int], ...]


def notebook(text: str, source: str) -> Body:
    """What stands in the cells and the printed outputs; raises InputError where a text is no notebook."""
    if len(text) > NOTEBOOK.most:
        raise InputError(NOTEBOOK.told, place=Place(source))
    body: list[str] = []
    pieces: list[tuple[str, int, int]] = []
    places: list[tuple[int, int, int]] = [(0, 1, 1)]
    begins = [0, *(match.end() for match in re.finditer("\n", text))]
    length = 0
    for kind, piece in _pieces(text, source):
        start = length
        for string in piece:
            places += _places(text, string, length, begins)
            body.append(string.text)
            length += len(string.text)
        pieces.append((kind, start, length))
        body.append("\n\n")
        length += 2
    return Body("".join(body), pieces, tuple(places))


def _pieces(text: str, source: str) -> Iterator[tuple[str, list[Text]]]:
    """The strings of each cell and each printed output."""
    cells = _get(_tree(text, source), "cells")
    if not isinstance(cells, list):
        raise InputError("it is no notebook: it has no list of cells", place=Place(source))
    for cell in cells:
        kind = _get(cell, "cell_type")
        if isinstance(kind, Text) and kind.text in WRITTEN:
            yield "text", _strings(_get(cell, "source"))
            continue
        outputs = _get(cell, "outputs")
        printed = [found for output in (outputs if isinstance(outputs, list) else ()) if (found := _printed(output))]
        if isinstance(kind, Text) and kind.text == CODE:
            yield ("printed" if printed else "code"), _strings(_get(cell, "source"))
        yield from (("text", found) for found in printed)


def _printed(output: object) -> list[Text]:
    return _strings(_get(output, "text")) or _strings(_get(_get(output, "data"), "text/plain"))


def _get(tree: object, key: str) -> object:
    """What stands under a key of an object, which is a tuple of pairs."""
    if not isinstance(tree, tuple) or isinstance(tree, Text):
        return None
    return next((value for name, value in tree if name.text == key), None)


def _strings(tree: object) -> list[Text]:
    if isinstance(tree, Text):
        return [tree]
    return [part for part in tree if isinstance(part, Text)] if isinstance(tree, list) else []


def _tree(text: str, source: str) -> object:
    """The file with objects as tuples of pairs, and each string with its place."""
    try:
        plain = json.loads(text, object_pairs_hook=tuple)
    except (ValueError, RecursionError) as error:
        raise InputError("it is no notebook: it is not JSON", place=Place(source)) from error
    starts = (match.start(1) for match in STRING.finditer(text))
    try:
        return _with_places(plain, starts)
    except RecursionError as error:
        raise InputError("it is no notebook: it is nested too deep", place=Place(source)) from error


def _with_places(tree: object, starts: Iterator[int]) -> object:
    """The same tree, whose strings stand in the file in the order in which they are met here."""
    if isinstance(tree, str):
        return Text(tree, next(starts))
    if isinstance(tree, list):
        return [_with_places(item, starts) for item in tree]
    if isinstance(tree, tuple):
        return tuple((Text(key, next(starts)), _with_places(value, starts)) for key, value in tree)
    return tree


def _places(text: str, string: Text, length: int, begins: list[int]) -> Iterator[tuple[int, int, int]]:
    """Where a string begins, and where it goes on behind each escape, whose length differs in the file."""
    yield length, *_at(begins, string.start)
    end, position, written = len(string.text), string.start, length
    while written - length < end:
        match = ESCAPE.search(text, position, position + end - (written - length))
        if match is None:
            return
        written += match.start() - position + 1
        position = match.end()
        yield written, *_at(begins, position)


def _at(begins: list[int], position: int) -> tuple[int, int]:
    """Line and column, both from 1."""
    line = bisect_right(begins, position)
    return line, position - begins[line - 1] + 1
