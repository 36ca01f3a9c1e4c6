"""Of the matrices that a problem names, those that are given; the others follow from these."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from attncalc.problem.matrix import Matrix
from attncalc.problem.page.finds import Find
from attncalc.problem.page.names import row_base
from attncalc.problem.vocabulary import INPUTS, STEPS

PROJECTIONS = frozenset({"Wq", "Wk", "Wv"})
VECTORS = {"S", "s", "v", "b", "bq", "bk", "bv", "bo"}  # a column of scores, as in a table, is of one query
AFTER_SCORES = frozenset(STEPS) - {"S"}
# Where all of the first are given, the second follow from them, whatever the page prints under their names.
FOLLOW = (
    *((frozenset({"X", weight}), frozenset({"Q", "K", "V"})) for weight in PROJECTIONS),
    *((frozenset({weight}), frozenset(STEPS)) for weight in PROJECTIONS),
    (frozenset({"X"}), frozenset(STEPS)),
    (frozenset({"Q", "K"}), frozenset(STEPS)),
    (frozenset({"s", "H"}), frozenset(STEPS)),
    (frozenset({"S"}), AFTER_SCORES),
)
# What a problem needs that gives one of the first, where the page speaks of it.
NEEDED = (({"X"}, ("Wq", "Wk", "Wv")), ({"Q", "K", "V"}, ("Q", "K", "V")), ({"s", "H"}, ("s", "H")))
TOGETHER = (PROJECTIONS, {"Q", "K"})  # where one is given, the others are needed, spoken of or not
PROBLEMS = ({"Q"}, {"K"}, {"X"}, {"S"}, {"s", "H"}, {"A", "V"})  # one of these is enough to be a problem


def base_of(name: str) -> str:
    """The name without a head's or a step's number."""
    return name if name in STEPS or name in INPUTS else re.sub(r"(?:_\d{1,6}){1,9}$", "", name)


def bases_of(names: Iterable[str]) -> set[str]:
    """The names without numbers."""
    return set(map(base_of, names))


def is_problem(given: Collection[str]) -> bool:
    """Whether enough is given to say what is asked."""
    return any(needed <= bases_of(given) for needed in PROBLEMS)


def row_of(find: Find) -> tuple[str, int | str] | None:
    """The matrix that a vector is a row of, and which: K and 1 of K1, X and cat of x_cat."""
    if find.matrix is None or find.matrix.words or 1 not in find.matrix.shape:
        return None
    if find.label:
        return str(find.name), find.label
    base = row_base(find.name)
    return (base, find.name.row if find.name.row is not None else find.name.section[0]) if base else None


def rows_of(finds: Iterable[Find]) -> dict[str, dict[int | str, Find]]:
    """The vectors that are rows, by matrix and number or word; of each the first one."""
    rows: dict[str, dict[int | str, Find]] = {}
    for find in finds:
        if row := row_of(find):
            rows.setdefault(row[0], {}).setdefault(row[1], find)
    return rows


def gathered(finds: Iterable[Find]) -> dict[str, Matrix]:
    """The first matrix of each name; vectors with numbers or words are put together as rows."""
    finds = list(finds)
    whole: dict[str, Matrix] = {}
    for find in finds:
        if find.matrix is not None and row_of(find) is None and not find.label:
            name = str(find.name)
            whole.setdefault(name, as_row(find.matrix) if base_of(name) in VECTORS else find.matrix)
    for base, found in rows_of(finds).items():
        if base not in whole and (rows := in_order(found) or _only_query(base, found)):
            whole[base] = Matrix(tuple(row.rows[0] for row in rows), rows[0].place, labels=_words(found))
    return _renamed(whole)


def _only_query(base: str, found: dict[int | str, Find]) -> list[Matrix]:
    """The only query of which a page gives numbers: q_3 of several tokens."""
    is_only = base == "Q" and len(found) == 1
    return [as_row(find.matrix) for find in found.values() if find.matrix] if is_only else []


def _words(found: dict[int | str, Find]) -> tuple[str, ...]:
    return tuple(word for word in found if isinstance(word, str))


def in_order(found: dict[int | str, Find]) -> list[Matrix]:
    """Rows one below another, if they are numbered from 0 or 1 without a gap, or have words, and are all as long."""
    numbers = sorted(number for number in found if isinstance(number, int))
    keys = list(_words(found)) if len(numbers) < len(found) else numbers
    is_whole = len(keys) > 1 if not numbers else numbers == list(range(numbers[0], numbers[0] + len(found)))
    rows = [as_row(matrix) for key in keys if (matrix := found[key].matrix)]
    is_whole = is_whole and (not numbers or numbers[0] < 2) and len({row.shape for row in rows}) == 1
    return rows if is_whole else []


def as_row(matrix: Matrix) -> Matrix:
    """A column as a row."""
    return matrix.transposed if matrix.rows and matrix.shape[1] == 1 else matrix


def _renamed(given: dict[str, Matrix]) -> dict[str, Matrix]:
    """Where queries or keys are given, v is the values; one decoder state with a number is s; Q = K = V = X is X."""
    if {"Q", "K"} & given.keys() and "v" in given and "V" not in given:
        given["V"] = given.pop("v")
    states = [name for name in given if base_of(name) == "s"]
    if len(states) == 1 and "s" not in given:
        given["s"] = given.pop(states[0])
    repeated = {"Q", "K", "V"} & given.keys()
    if "X" in given and all(given[name].rows == given["X"].rows for name in repeated):
        given = {name: matrix for name, matrix in given.items() if name not in repeated}
    return given


def inputs(given: dict[str, Matrix], spoken: Iterable[str]) -> dict[str, Matrix]:
    """Those that do not follow from others; weights that the page only speaks of count as given here."""
    bases = bases_of(given) | (PROJECTIONS & set(spoken))
    results = {name for needed, follow in FOLLOW if needed <= bases for name in follow}
    if {"Q", "K"} <= given.keys() - results and not PROJECTIONS & bases:  # nothing is made of X
        results.add("X")
    return {name: matrix for name, matrix in given.items() if base_of(name) not in results}


def missing(given: Collection[str], spoken: Collection[str]) -> Iterator[str]:
    """What the page speaks of without numbers, though what is given needs it, and what is never given alone."""
    bases = bases_of(given)
    for some, needed in NEEDED if not {"S", "A"} & bases else ():
        if bases & some:
            always = {name for pair in TOGETHER if pair & bases for name in pair}
            yield from (name for name in needed if name in {*always, *spoken} and name not in bases)
