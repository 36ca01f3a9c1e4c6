"""What a problem needs and its page does not give, or gives twice, or in a form that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from attncalc.problem.page.finds import Find
from attncalc.problem.page.given import PROJECTIONS, base_of, bases_of, in_order, inputs, missing, row_of, rows_of
from attncalc.problem.page.groups import Group
from attncalc.problem.page.names import symbol_in
from attncalc.problem.page.page import Stated, Unread
from attncalc.problem.vocabulary import INPUTS
from attncalc.reading.bare import bare_words
from attncalc.reading.said import Texts

LEFT_ALONE = {*PROJECTIONS, "W", "U", "v", "H", "s"}
SYMBOL = re.compile(r"(?<![\w.])(?:W_?[A-Za-z]{1,6}|[QKVXsH])(?![\w(])")
EQUAL = re.compile(
    r"\b(?:queries|query|Q)\s*=\s*(?:keys?|K)\s*=\s*(?:values?|V)\b"
    r"|\b(?:no|without) (?:\w+ )?(?:weights|projections)\b",
    re.IGNORECASE,
)
AGAIN = "it is given again with other numbers; the first ones are taken"
LONELY = re.compile(r"\s*[-−]?\d+(?:\.\d+)?\s*")
MANY, NEAR = 4, 9  # so many numbers alone on so many lines


def spoken(lines: Texts) -> dict[str, int]:
    """The inputs that these lines speak of, and the first line that does."""
    found: dict[str, int] = {}
    for number, line in lines:
        for match in SYMBOL.finditer(bare_words(line)):
            if symbol := symbol_in(match[0]):
                found.setdefault(str(symbol.name), number)
    return found


def unreadable(used: list[Find], given: Collection[str] = ()) -> Iterator[Unread]:
    """What has a name and cannot be read."""
    for find in used:
        if find.why and str(find.name) not in given and base_of(str(find.name)) in {*INPUTS, "S"}:
            yield Unread(find.line, str(find.name), find.why)


def without_inputs(group: Group) -> Iterator[Unread]:
    """Weights and states that are given where nothing is that they are applied to."""
    given = [find for find in group.used if find.matrix and base_of(str(find.name)) in LEFT_ALONE]
    for find in given[:1]:
        names = ", ".join(dict.fromkeys(str(find.name) for find in given))
        yield Unread(find.line, names, "what they are applied to was not found: X, or s and H")


def not_taken(group: Group) -> Iterator[Unread]:
    """Matrices of a problem that gives too little to be one, on a page that sets others."""
    found = [find for find in group.used if find.matrix and base_of(str(find.name)) in {*INPUTS, "S"}]
    for find in found[:1]:
        names = ", ".join(dict.fromkeys(str(find.name) for find in found))
        yield Unread(find.line, names, "this does not make a problem by itself; if it is one, type the rest")


def gaps(problem: Stated, used: list[Find], names: dict[str, int], lines: Texts) -> Iterator[Unread]:
    """What is missing or given twice; `names` are those that the lines speak of."""
    unread = {str(find.name) for find in used if find.why}
    for name in missing(problem.given, names):
        if name not in unread:
            yield Unread(names.get(name, problem.line), name, "it is needed, and its numbers were not found")
    is_alone = "X" in problem.given and not {"Q", "K", "S", "A", *PROJECTIONS} & {*bases_of(problem.given), *names}
    if is_alone and not any(EQUAL.search(line) for _, line in lines):
        yield Unread(problem.line, "Wq, Wk, Wv", "no weights were found; without them Q = K = V = X")
    for find in given_twice(problem, used):
        problem.again |= {find.start}
        yield Unread(find.line, str(find.name), AGAIN)
    yield from _rows(problem, used, names)


def given_twice(problem: Stated, used: list[Find]) -> Iterator[Find]:
    """What is given again with other numbers; the same ones may be turned."""
    for find in used:
        first = problem.given.get(str(find.name))
        if first is None or find.matrix is None or row_of(find) or find.matrix.words or first.words:
            continue
        tables = [
            [[cell.text for cell in row] for row in matrix.rows]
            for matrix in (first, find.matrix, find.matrix.transposed)
        ]
        if tables[0] not in tables[1:]:
            yield find


def _rows(problem: Stated, used: list[Find], names: dict[str, int]) -> Iterator[Unread]:
    """Rows that stand alone, since others of their matrix are missing or are of another length."""
    for base, found in rows_of(used).items():
        first, number = next(iter(found.values())), next(iter(found))
        if base == "Q" and len(found) == 1 and number != 1 and "mask" in problem.options:
            yield Unread(first.line, f"q_{number}", "it is the only query here; a mask counts queries from 1")
        given = {**problem.given, base: first.matrix} if first.matrix else {}
        if base not in problem.given and base in inputs(given, names) and not in_order(found):
            name = f"{base.lower()}_{first.label or next(iter(found))}"
            if not first.label or len(found) > 1:
                yield Unread(first.line, name, f"it is a row of {base}, whose other rows were not found")


def lonely_numbers(lines: list[str]) -> Iterator[Unread]:
    """Numbers that stand alone on many lines, without a name and a shape."""
    found = [number for number, line in enumerate(lines, 1) if LONELY.fullmatch(line)]
    many = (number for number, last in zip(found, found[MANY - 1 :], strict=False) if last - number <= NEAR)
    for number in list(many)[:1]:
        yield Unread(number, lines[number - 1].strip(), "numbers stand alone on lines, without a name and a shape")
