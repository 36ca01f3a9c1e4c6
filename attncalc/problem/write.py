"""What was read on a page as problem files: entries as they are typed, a comment for each thing that was not read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attncalc.errors import shorten
from attncalc.problem.matrix import Matrix
from attncalc.problem.page.page import Page, Stated, Unread

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


def document(problem: Stated) -> str:
    """One problem as a YAML document."""
    return "\n".join(_document(problem)) + "\n"


def _document(problem: Stated) -> Iterator[str]:
    yield from _comments(problem.unread)
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
    queries, keys = counts(problem)
    if len(problem.labels) in (queries, keys) and queries != keys:
        return f"{{{'keys' if len(problem.labels) == keys else 'queries'}: {labels}}}"
    return labels


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
