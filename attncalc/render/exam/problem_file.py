"""A paper as a problem file: its questions, which entries they leave open, and what they ask beside the lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from attncalc.generate.exam import Paper, Posed
from attncalc.render.exam.papers import question
from attncalc.render.exam.parts import Number, Part


def problem_file(paper: Paper, program: str) -> str:
    """The documents of a paper, with the program, the recipe, the seed and the number that it comes from."""
    documents = (
        "\n".join([posed.text.rstrip("\n"), *_taken(paper, posed), *_beside(posed)]) + "\n" for posed in paper.questions
    )
    return f"{paper.origin(program)}\n" + "---\n".join(documents)


def _taken(paper: Paper, posed: Posed) -> Iterator[str]:
    """The inputs that are lines of earlier questions."""
    order = paper.order or tuple(range(1, len(paper.questions) + 1))
    items = [paper.questions[order.index(number)].item for number in sorted(order)]
    found = {}
    for name, first in posed.item.sources.items():
        source = first
        while source.name in items[source.question].sources:
            source = items[source.question].sources[source.name]
        if source.name not in items[source.question].question.mechanism.signature.names:
            found[name] = f"{order.index(source.question + 1) + 1}.{source.name}"
    if found:
        yield f"from: {_flow(found)}"


def _beside(posed: Posed) -> Iterator[str]:
    parts = [item for item in question(posed, letters=False) if isinstance(item, Part)]
    if asks := [part for part in parts if part.name]:
        yield "asks:"
        yield from (f"  - {_flow(_asked(part))}" for part in asks)
    if posed.item.kind.prints:
        yield "blanks:"
        yield from (f"  {part.line}: {_flow(_open(part))}" for part in parts if part.line)


def _asked(part: Part) -> dict[str, object]:
    """What a part asks, and the right answer."""
    choice = part.choice
    rows = [[field.text if isinstance(field, Number) else None for field in row] for row in part.fields]
    answer = choice.labels[choice.right] if choice else rows
    return {"name": part.name, "ask": part.ask, "answer": answer, "marks": _plain(part)}


def _plain(part: Part) -> float | int:
    return part.marks.numerator if part.marks.denominator == 1 else float(part.marks)


def _open(part: Part) -> list[list[int]]:
    """The entries that are left open, by row and column."""
    fields = chain.from_iterable(
        ((i, j, field) for j, field in enumerate(row, 1)) for i, row in enumerate(part.fields, 1)
    )
    return [[i, j] for i, j, field in fields if field is not None]


def _flow(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
