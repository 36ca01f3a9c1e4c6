"""The lines and entries of a problem by their names: as the worksheet prints them, or as a line's key spells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from attncalc.check.calculation import Calculation
from attncalc.check.placing.wants import Leaf
from attncalc.reading.expression import named_by
from attncalc.reading.ink import Ink
from attncalc.worksheet.entries import index_of
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import LATEX, TEXT, entry_name

MAX_ENTRIES = 400  # of a line, beyond which nobody writes each out
Spelling = tuple[str, ...]
KNOWN: WeakKeyDictionary[Calculation, dict[str, dict[Spelling, list[Any]]]] = WeakKeyDictionary()


def lines_called(calculation: Calculation, name: Ink) -> list[str]:
    """The lines that have this name."""
    return _once(calculation, "lines", _of_lines).get(spelling_of(name), [])


def entries_called(calculation: Calculation, name: Ink) -> list[Leaf]:
    """The entries that have this name: S₁₂, A[1,2]."""
    return _once(calculation, "entries", _of_entries).get(spelling_of(name), [])


def spelling_of(name: Ink) -> Spelling:
    """A name with its indices, each by itself."""
    base, *head = name.name.split("_")
    return (base, *head, *(part for index in name.indices for part in re.split(r"[_,\s]+", index) if part))


def _once(
    calculation: Calculation, what: str, names: Callable[[Calculation], Iterator[tuple[str, Any]]]
) -> dict[Spelling, list[Any]]:
    """The names of a problem, each read as it is on a page, once for all pages."""
    known = KNOWN.setdefault(calculation, {})
    if what not in known:
        found: dict[Spelling, list[Any]] = known.setdefault(what, {})
        for text, meant in names(calculation):
            if (name := named_by(text)) and meant not in found.setdefault(spelling_of(name), []):
                found[spelling_of(name)].append(meant)
    return known[what]


def _of_lines(calculation: Calculation) -> Iterator[tuple[str, str]]:
    for key in (*calculation.inputs, *calculation.records, *calculation.sizes):
        record = calculation.records.get(key) or calculation.inputs.get(key)
        base, section = (record.name, record.section) if record else (key, ())
        if not section and "_" in base and base.rpartition("_")[2].isdigit():
            base, section = base.rpartition("_")[0], (int(base.rpartition("_")[2]),)
        yield from ((text, key) for text in (symbol(base, section, LATEX), symbol(base, section, TEXT), key))


def _of_entries(calculation: Calculation) -> Iterator[tuple[str, Leaf]]:
    for key, record in calculation.records.items():
        rows, columns = len(record.value.rows), len(record.value.rows[0])
        if record.given or rows * columns > MAX_ENTRIES:
            continue
        turned = calculation.is_turned(key)
        for row, column in ((row, column) for row in range(rows) for column in range(columns)):
            index = index_of(record.expr, row, column)
            for style in (LATEX, TEXT):
                yield entry_name(key, index[::-1] if turned else index, style), (key, row, column)
