"""What the words of a page leave open: options that it may mean, of which its lines show whether it does."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.problem.page.given import bases_of
from attncalc.problem.page.groups import Group
from attncalc.problem.page.page import Lines, Open, Stated
from attncalc.problem.page.settled import OF_SCORES, is_causal
from attncalc.reading.bare import bare_words
from attncalc.reading.entry import number_of
from attncalc.reading.ink import Ink
from attncalc.reading.said import shows_a_mask, speaks_of_scale

ZEROS = {"0", "0.0", "0."}


def left_open(problem: Stated, group: Group, lines: Lines) -> Iterator[Open]:
    """What nothing is said of: the scale, a mask where one is seen, tokens in columns."""
    said = problem.options.keys()
    own, _ = group.numbers
    texts = [bare_words(lines.plain[number - 1]) for number in own]
    if not OF_SCORES & bases_of(problem.given):
        return
    if "mask" not in said and "M" not in problem.given:
        tables = list(_tables(lines, own))
        yield from (Open("mask", table, line) for table, line in tables)
        if not tables and any(map(shows_a_mask, texts)):
            yield Open("mask", "causal", problem.line)
    if not {"scale", "divide-by", "d_k"} & said and not any(map(speaks_of_scale, texts)):
        yield Open("scale", "none", problem.line)
    if "tokens" not in said:
        yield Open("tokens", "columns", problem.line)


def _tables(lines: Lines, own: frozenset[int]) -> Iterator[tuple[str, int]]:
    """The printed tables of 0 and −inf: the word for the causal one, else the table itself."""
    seen: set[str] = set()
    for statement in lines.paper.statements:
        line = lines.at(statement.start)
        for side in statement.sides if line in own else ():
            for ink in side.walk():
                rows = _entries(ink) if ink.kind == "matrix" else []
                cells = {cell for row in rows for cell in row}
                if "-inf" in cells and cells & ZEROS and cells <= {"-inf", *ZEROS}:
                    table = "causal" if is_causal(rows) else "; ".join(map(" ".join, rows))
                    if table not in seen:
                        yield table, line
                    seen.add(table)


def _entries(matrix: Ink) -> list[list[str]]:
    """The entries of a matrix as they are typed; none where one is no number."""
    numbers = [[number_of(cell) for cell in row.args] for row in matrix.args]
    return (
        [["-inf" if number.is_minus_infinity else number.text for number in row if number] for row in numbers]
        if all(all(row) for row in numbers)
        else []
    )
