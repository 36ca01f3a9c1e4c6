"""A new problem written down as the file that it is."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.generate.entries import Rows
from attncalc.generate.question import Given, Question
from attncalc.problem.write import quoted

SIDES = 2  # of a matrix


def problem_text(question: Question, given: Given, title: str = "") -> str:
    """The problem in YAML: title, mechanism, what is given, the options that are in force, the way back."""
    head = [f"title: {quoted(title or question.mechanism.title)}", f"mechanism: {question.mechanism.name}", "given:"]
    typed = {
        name: [turned(rows) for rows in matrices] if question.turns(name) else matrices
        for name, matrices in given.items()
    }
    lines = [line for name, matrices in typed.items() for line in _input(question, name, matrices)]
    options = [f"  {key}: {value}" for key, value in question.all_options.items()]
    back = [f"backward: {question.backward}"] if question.backward else []
    return "\n".join([*head, *lines, *(["options:"] if options else []), *options, *back]) + "\n"


def turned(rows: Rows) -> Rows:
    """Rows and columns exchanged."""
    return [list(column) for column in zip(*rows, strict=True)]


def _input(question: Question, name: str, matrices: list[Rows]) -> Iterator[str]:
    if len(question.mechanism.signature[name].axes) == 1:
        yield f"  {name}: [{', '.join(matrices[0][0])}]"
    elif len(matrices) > 1:
        yield f"  {name}:"
        yield from (f"    - [{', '.join(_flow(row) for row in rows)}]" for rows in matrices)
    elif _begins_with_sizes(matrices[0]):
        yield f"  {name}: [{', '.join(map(_flow, matrices[0]))}]"
    else:
        yield f"  {name}: |"
        yield from _aligned(matrices[0])


def _begins_with_sizes(rows: Rows) -> bool:
    """Whether the first of these lines might be taken for the sizes of what stands below it."""
    first, rest = rows[0], [text for row in rows[1:] for text in row]
    return len(first) == SIDES and all(map(str.isdigit, first)) and int(first[0]) * int(first[1]) == len(rest)


def _aligned(rows: Rows) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "    " + " ".join(map(str.ljust, row, widths)).rstrip()


def _flow(row: list[str]) -> str:
    return f"[{', '.join(row)}]"
