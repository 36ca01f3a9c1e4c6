"""Styles written apart from everything that reads them, for a look at what classes to come hand in."""

from __future__ import annotations

from . import workings as work
from .algebra import columns_times_rows, matrix_times_keys, reduced, vectors_at_school
from .displays import document
from .frames import labelled_arrays, tibbles
from .problems import ATTENTION, ROWS
from .styles import COMPUTER, LATIN, R_SIGNS, WITH_TERMS, Style

TEX = {"extensions": ("tex", "md"), "is_latex": True, "languages": LATIN, "kinds": ROWS}
HAND = {"kinds": ROWS, "fixed": WITH_TERMS, "signs": {"percent": (False,)}}

FRESH: dict[str, Style] = {
    "formula reduced": Style(
        document(reduced),
        "one equation from softmax(QKᵀ/√d)V down to the output",
        **TEX,
        fixed={"left_out": frozenset({"E", "Z"})},
    ),
    "columns times rows": Style(
        document(columns_times_rows), "products as sums of columns times rows", **TEX, fixed=WITH_TERMS
    ),
    "matrix times keys": Style(
        document(matrix_times_keys), "Q k_1, Q k_2 as columns of sums, then S", **TEX, fixed=WITH_TERMS
    ),
    "vectors at school": Style(vectors_at_school, "\\vec q_1 \\cdot \\vec k_2 with \\binom", **TEX, fixed=WITH_TERMS),
    "worked cells": Style(work.worked_cells, "the calculation and its result in each cell", **HAND),
    "by component": Style(
        work.by_component, "first components of all tokens, then second ones", **HAND, languages=tuple(work.WORDS)
    ),
    "formula, numbers, answer": Style(
        work.formula_and_answer, "each step: a formula, numbers put in, the answer", **HAND, languages=tuple(work.WORDS)
    ),
    "Pandoc": Style(work.pandoc, "line blocks, s~12~, e^0.5^, fenced divisions", **HAND),
    "in the margin": Style(work.in_the_margin, "what products come to at the right of each line", ("txt",), **HAND),
    "two columns": Style(work.two_columns, "the work for two queries beside one another", ("txt",), **HAND),
    "rows combined": Style(
        work.rows_combined, "q1 = 1*(0.5, 0.1) + 2*(0.2, 0.4)", ("txt", "md"), **{**HAND, "kinds": ATTENTION}
    ),
    "own letters": Style(work.own_letters, "a = (1, 2), u = (0, 1), a·u = 2", ("txt", "md"), **HAND, languages=LATIN),
    "labelled arrays": Style(
        labelled_arrays, "xarray: names of sides above, words below", ("txt", "md"), kinds=ROWS, **COMPUTER
    ),
    "tibbles": Style(
        tibbles,
        "tribbles, and a tibble of all pairs",
        ("txt",),
        kinds=("scaled", "causal", "padded"),
        **{**COMPUTER, "signs": R_SIGNS},
    ),
}
