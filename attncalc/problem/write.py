"""What was read on a page as problem files: entries as they are typed, a comment for each thing that was not read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from attncalc.errors import shorten
from attncalc.problem.matrix import Matrix
from attncalc.problem.page.page import Page, Stated, Unread
from attncalc.problem.problem import Problem
from attncalc.problem.reader import read_problem
from attncalc.problem.tree import Mapping as Tree
from attncalc.problem.tree import Node, Scalar, Sequence

WORD = re.compile(r"[^\W\d_][\w .()/-]*")
ENTRY = re.compile(r"[-+−.√]?[\w.√∞][\w.√∞/*^()+−·%-]*")
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
NOT_TEXT = {"null", "true", "false", "yes", "no", "on", "off"}
LONGEST = 100


def written(page: Page) -> str:
    """The problems of a page as YAML documents."""
    first = [f"# Read from {shorten(page.source, LONGEST)}: compare it with the page.", *_comments(page.unread)]
    documents = ["\n".join(_document(problem)) for problem in page.problems]
    return "\n".join(first) + "\n" + "\n---\n".join(documents) + "\n"


def problem_of(stated: Stated, source: str) -> Problem:
    """The problem that a page states, as its document would have it; raises InputError as reading that does."""

    def word(text: str) -> Scalar:
        return Scalar(text, source, stated.line, quoted=True)

    def listed(items: Iterable[Node]) -> Sequence:
        return Sequence(tuple(items), source, stated.line)

    def mapped(entries: Mapping[str, Node]) -> Tree:
        return Tree(tuple((word(key), node) for key, node in entries.items()), source, stated.line)

    given: dict[str, Node] = {
        name: word(matrix.words)
        if matrix.words
        else listed(listed(word(cell.text) for cell in row) for row in matrix.rows)
        for name, matrix in stated.given.items()
    }
    parts: dict[str, Node] = {"title": word(stated.title)} if stated.title else {}
    if stated.mechanism:
        parts["mechanism"] = word(stated.mechanism)
    parts["given"] = mapped(given)
    parts["options"] = mapped({key: word(value)._replace(quoted=False) for key, value in stated.options.items()})
    if stated.labels:
        parts["labels"] = mapped({labelled(stated): listed(map(word, stated.labels))})
    return read_problem(mapped(parts))


def _document(problem: Stated) -> Iterator[str]:
    yield from _comments((*problem.unread, *problem.settled))
    if problem.title:
        yield f"title: {quoted(problem.title)}"
    if problem.mechanism:
        yield f"mechanism: {problem.mechanism}"
    yield "given:"
    for name, matrix in problem.given.items():
        yield from _matrix(name, matrix)
    if problem.options:
        yield "options:"
        yield from (f"  {key}: {_entry(value)}" for key, value in problem.options.items())
    if problem.labels:
        yield f"labels: {_labels(problem)}"


def _comments(unread: Iterable[Unread]) -> Iterator[str]:
    for item in unread:
        yield f"# line {item.line}: {shorten(item.what)}: {shorten(item.why, 2 * LONGEST)}"


def _matrix(name: str, matrix: Matrix) -> Iterator[str]:
    rows = [_list(_entry(cell.text) for cell in row) for row in matrix.rows]
    if len(rows) < 2:
        yield f"  {name}: {_list(rows) if rows else quoted(matrix.words)}"
        return
    yield f"  {name}:"
    yield from (f"    - {row}" for row in rows)


def _labels(problem: Stated) -> str:
    """Of queries and keys, where these are the same tokens, or of those that there are as many of."""
    labels = _list(map(quoted, problem.labels))
    kind = labelled(problem)
    return labels if kind == "tokens" else f"{{{kind}: {labels}}}"


def labelled(problem: Stated) -> str:
    """What the labels are of: queries, keys, or tokens that are both."""
    queries, keys = counts(problem)
    if len(problem.labels) in (queries, keys) and queries != keys:
        return "keys" if len(problem.labels) == keys else "queries"
    return "tokens"


def counts(problem: Stated) -> tuple[int | None, int | None]:
    """How many queries and keys there are, where what is given says so."""
    turned = problem.options.get("tokens") == "columns"
    sizes = {
        name: matrix.shape[::-1] if turned else matrix.shape for name, matrix in problem.given.items() if matrix.rows
    }
    if "S" in sizes:
        return sizes["S"]
    tokens = sizes.get("X", (None,))[0]
    keys = next((sizes[name][0] for name in ("K", "V", "Y", "H") if name in sizes), tokens)
    return sizes["Q"][0] if "Q" in sizes else 1 if "s" in sizes else tokens, keys


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _entry(text: str) -> str:
    return text if ENTRY.fullmatch(text) else quoted(text, always=True)


def quoted(text: str, *, always: bool = False) -> str:
    r"""A text as YAML reads it back: in double quotes, with escapes, unless it is plain words.

    >>> quoted("the cat"), quoted('a: "b"\n')
    ('the cat', '"a: \\"b\\"\\n"')
    """
    if not always and WORD.fullmatch(text) and text == text.strip() and text.lower() not in NOT_TEXT:
        return text
    return '"' + "".join(ESCAPES.get(char) or (char if char.isprintable() else _escape(char)) for char in text) + '"'


def _escape(char: str) -> str:
    number = ord(char)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"
