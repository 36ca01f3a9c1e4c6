"""The matrices themselves, for programs that go on with them: CSV for spreadsheets and pandas, NPZ for NumPy."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from attncalc.grade.summary import MARK, safe
from attncalc.render.labels import labels
from attncalc.render.solution import SIGNIFICANT
from attncalc.render.view import View, transposed
from attncalc.render.width import ascii_only
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import OPEN, rows_of

if TYPE_CHECKING:
    from attncalc.render.formats import Solved
    from attncalc.render.look import Look

EXACT_FLOAT = 17  # significant digits that settle a float
SEPARATOR = " | "
NUMBER = re.compile(r"-?(\d+(\.\d+)?|inf)")
DATE = re.compile(r"\d+/\d+")
BEGINNING = (1980, 1, 1, 0, 0, 0)  # the earliest time a ZIP file can state; the same on every day


class Named(NamedTuple):
    """A matrix of one problem, by its key: `A`, or `2/A` for the second of several."""

    key: str
    item: Solved
    view: View
    record: Record


def csv_solutions(solved: list[Solved], look: Look) -> str:
    """One table: a line for each row of each matrix, with its name, its number and its entries in columns 1, 2, ….

    So a spreadsheet shows matrices as matrices, whose ranges can be multiplied, and pandas reads numbers as numbers:
    `table[table.matrix == "A"].dropna(axis=1)`. Where tokens have labels, these stand before the entries; with
    closed forms, these stand after the digits, as `exact 1`, `exact 2`, …. Matrices stand as on the page, where
    tokens may be columns; a vector is one row, and a masked score is -inf.
    """
    matrices = list(_matrices(solved))
    size = max((len(_digits(named)[0]) for named in matrices), default=0)
    exact = any(item.sheet.arithmetic.name == "exact" for item in solved)
    labelled = any(item.sheet.plan.problem.labels for item in solved)
    numbers = list(range(1, size + 1))
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        [
            "matrix",
            "row",
            *["label", "column labels"] * labelled,
            *numbers,
            *[f"exact {number}" for number in numbers if exact],
        ]
    )
    for named in matrices:
        writer.writerows(_lines(named, size, exact=exact, labelled=labelled))
    return ascii_only(file.getvalue()) if look.ascii_signs else MARK + file.getvalue()


def npz_solutions(solved: list[Solved], look: Look) -> bytes:
    """The matrices as float64 arrays that numpy.load reads, each the nearest to the exact value.

    They stand as on the page: turned where tokens are columns. A vector has one axis; where letters stand it is nan.
    """
    import numpy as np

    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for named in _matrices(solved):
            entry = ZipInfo(f"{named.key}.npy", BEGINNING)
            entry.compress_type = ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as place:
                np.lib.format.write_array(place, _array(named), version=(1, 0), allow_pickle=False)
    return file.getvalue()


def _matrices(solved: Iterable[Solved]) -> Iterator[Named]:
    """What was given and every step, in order; the details too, and whole."""
    items = list(solved)
    for number, item in enumerate(items, 1):
        view, seen = View(item.sheet), set()
        for record in (*item.sheet.inputs, *item.sheet.records):
            if record.key not in seen and record.expr.op != "columns":
                seen.add(record.key)
                yield Named(f"{number}/{record.key}" if len(items) > 1 else record.key, item, view, record)


def _lines(named: Named, size: int, *, exact: bool, labelled: bool) -> Iterator[list[str | int]]:
    axes = named.view.axes(named.record)
    rows, columns, has_words = labels(axes, named.item.sheet.plan.problem.labels)
    forms = _closed(named) if exact else []
    for number, row in enumerate(_digits(named)):
        words = [safe(rows[number]), safe(SEPARATOR.join(columns))] if has_words else ["", ""]
        gap = [""] * (size - len(row))
        closed = [*map(safe_form, forms[number]), *gap] if exact else []
        yield [named.key, number + 1, *(words if labelled else []), *(text.rstrip(OPEN) for text in row), *gap, *closed]


def _digits(named: Named) -> list[list[str]]:
    """The entries, correctly rounded: as many digits as were asked for, otherwise twelve significant ones."""
    item, sheet = named.item, named.item.sheet
    asked = item.decimals is not None or item.significant is not None or sheet.arithmetic.name == "rounded"
    digits = sheet.digits(item.decimals, item.significant) if asked else sheet.digits(significant=SIGNIFICANT)
    return named.view.texts(named.record, digits)


def _closed(named: Named) -> list[list[str]]:
    """The entries in closed form, as the grammar of entries has them; empty where there is none."""
    from attncalc.worksheet.closed_forms import tree_of
    from attncalc.worksheet.notation import GRAMMAR, write

    trees = [[tree_of(entry) for entry in row] for row in rows_of(named.record.value)]
    forms = [[write(tree, GRAMMAR) if tree else "" for tree in row] for row in trees]
    return transposed(forms) if named.view.is_turned(named.record.key, named.record.expr.axes) else forms


def safe_form(form: str) -> str:
    """A closed form that no spreadsheet takes for a formula or a date: it stands in parentheses."""
    is_number = NUMBER.fullmatch(form) is not None
    return form if is_number or not (form.startswith("-") or DATE.fullmatch(form)) else f"({form})"


def _array(named: Named) -> Any:
    import numpy as np

    texts = named.view.texts(named.record, named.item.sheet.digits(significant=EXACT_FLOAT))
    floats = np.array([[float(text.rstrip(OPEN) or "nan") for text in row] for row in texts], dtype=np.float64)
    return floats.reshape(floats.shape[1]) if len(named.record.expr.axes) == 1 else floats
