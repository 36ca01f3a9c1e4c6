"""Arrays in a script: from rows of numbers as Python reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attncalc.render.code.dialect import NUMPY, Dialect

REAL = re.compile(r"\.|/|e")
SMALL = 2  # a causal mask of so many rows is written out
LONG = 60  # characters of a column that does not stand on one line


def array(rows: Sequence[Sequence[str]], dialect: Dialect, *, vector: bool = False, index: bool = False) -> str:
    """A matrix, or its entries as a vector; whole numbers are said to be real unless they are to `index`."""
    flat = f"[{', '.join(entry for row in rows for entry in row)}]"
    nested = str([list(row) for row in rows]).replace("'", "")
    column = not vector and len(rows[0]) == 1 and len(nested) > LONG
    whole = not index and not any(REAL.search(entry) for row in rows for entry in row)
    body = flat if vector else f"[{flat}]" if column else nested
    made = f"{dialect.array}({body}{f', dtype={dialect.real}' if whole else ''})"
    return f"{made}.T" if column else made


def matrix(rows: Sequence[Sequence[str]], dialect: Dialect) -> str:
    """A matrix that nobody typed; a mask by its kind."""
    hidden = f"-{dialect.prefix}.inf"
    if len(rows) > SMALL and _is_causal(rows, hidden):
        return _triangle(rows, dialect)
    if len(rows[0]) > SMALL + 1 and {entry for row in rows for entry in row} == {"0", hidden}:
        seen = str([[int(entry == "0") for entry in row] for row in rows])
        return f"np.where({seen}, 0, {hidden})" if dialect is NUMPY else f"mask({seen})"
    return array(rows, dialect)


def one_hot(rows: Sequence[Sequence[str]], dialect: Dialect) -> str | None:
    """Rows of an identity matrix where each row has one 1 and otherwise 0, or None."""
    if len(rows) < SMALL or any(sorted(row) != ["0"] * (len(row) - 1) + ["1"] for row in rows):
        return None
    return f"{dialect.prefix}.eye({len(rows[0])})[{[row.index('1') for row in rows]}]"


def _is_causal(rows: Sequence[Sequence[str]], hidden: str) -> bool:
    """Whether the entries above the diagonal are hidden, and all others 0."""
    return len(rows[0]) > 1 and all(
        entry == (hidden if j > i else "0") for i, row in enumerate(rows) for j, entry in enumerate(row)
    )


def _triangle(rows: Sequence[Sequence[str]], dialect: Dialect) -> str:
    prefix, side = dialect.prefix, "k" if dialect is NUMPY else "diagonal"
    return f"{prefix}.triu({prefix}.full(({len(rows)}, {len(rows[0])}), -{prefix}.inf), {side}=1)"
