"""What masks and biases say as tables of the scores' size, and whether every query sees a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from attncalc.errors import InputError
from attncalc.mechanisms.masks import Mask
from attncalc.problem.matrix import Matrix
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import where
from attncalc.worksheet.tensor import Tensor, masked

HUGE = 1000  # e to its negative is 0 to 400 digits


def mask_table(w: Recorder, S: Tensor, masks: Sequence[Mask], section: tuple[int, ...]) -> Tensor:
    """The tables of several masks as one, M."""
    *queries, keys = S.axes
    if keys.size is None or (queries and queries[0].size is None):
        return w.absent("M", tuple(axis.name for axis in S.axes))
    if w.on_shapes:
        table = where(w, "the masks let it be seen", lambda i, j: all(mask.sees(i, j) for mask in masks), *S.axes)
        return w.named("M", table, S.axes, section=section)
    rows = (queries[0].picked if queries else None) or tuple(range(1, (queries[0].size or 0) + 1 if queries else 2))
    total = None
    for mask in masks:
        mask.check(len(rows), keys.size, queries[0].picked if queries else None, keys.picked)
        entries = tuple(tuple(mask.entry(i, j) for j in keys.picked or range(1, keys.size + 1)) for i in rows)
        table = w.matrix("M", Matrix(entries, mask.place), tuple(axis.name for axis in S.axes), listed=False)
        if mask.note:
            w.note(mask.note)
        if mask.table:
            _note_hidden(w, table, rows)
        total = table if total is None else masked(total, table)
    assert total is not None
    return w.named("M", total, S.axes, section=section)


def bias_table(w: Recorder, S: Tensor, bias: Matrix) -> Tensor:
    """The table that is added, B; of picked queries and keys, their part. Raises InputError for another size."""
    picked = [axis.picked for axis in S.axes]
    rows, columns = picked if len(picked) > 1 else (None, picked[0])
    if rows is not None and len(bias.rows) >= max(rows):
        bias = replace(bias, rows=tuple(bias.rows[i - 1] for i in rows))
    if columns is not None and len(bias.rows[0]) >= max(columns):
        bias = replace(bias, rows=tuple(tuple(row[j - 1] for j in columns) for row in bias.rows))
    size = S.shape if len(S.shape) > 1 else (1, *S.shape)
    if size != bias.shape and None not in size:
        found, wanted = ("×".join(map(str, shape)) for shape in (bias.shape, size))
        raise InputError(f"the bias is {found}, but the scores are {wanted}", place=bias.place)
    return w.matrix("B", bias, tuple(axis.name for axis in S.axes))


def check_rows(w: Recorder, S: Tensor, masks: Sequence[Mask]) -> None:
    """Raises InputError at a row with every key masked."""
    picked = S.axes[0].picked if len(S.axes) > 1 else None
    for i, row in enumerate([] if S.absent else w.arithmetic.rows(S.value)):
        if all(w.arithmetic.is_masked(entry) for entry in row):
            number = picked[i] if picked else i + 1
            raise InputError(
                f"query {number} may see no key: every score of its row is masked",
                place=next((mask.place for mask in masks), None),
                hint="mask-means: hide says that 1 hides; masked-rows: zero gives such a row weights of 0.",
            )


def _note_hidden(w: Recorder, M: Tensor, rows: tuple[int, ...]) -> None:
    """Notes the queries whose keys a mask hides all by finite numbers, such as -3.4e38."""
    ar = w.arithmetic
    for query, row in zip(rows, ar.rows(M.value), strict=True):
        finite = [entry for entry in row if not ar.is_masked(entry)]
        if finite and not w.symbols and all(ar.is_positive(-entry - HUGE) for entry in finite):
            w.note(f"Query {query} has every key hidden, but not by -inf: its weights are not 0.")
