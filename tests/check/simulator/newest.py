"""Styles of a third hand: transcriptions of handwriting, what is pasted, typed on phones, reckoned or told at length.

NEWEST are there to see what is not read yet. LAST are for the last look: only their totals are looked at, so that
these say how pages are read that nobody has mended anything for.
"""

from __future__ import annotations

from .habits import in_exact_forms, on_a_computer
from .narrated import (
    asked_and_answered,
    by_thumb,
    in_brackets,
    lettered_parts,
    model_bullets,
    one_line_each,
    told_abroad,
)
from .newer import FOUR
from .pasted import (
    beside_in_sheet,
    document,
    document_tables,
    exported_notebook,
    notebook_by_hand,
    quoted_values,
    smart,
    tab_stops,
)
from .problems import ROWS
from .reckoned import (
    below_one_another,
    denominators_first,
    exact_and_about,
    letters_first,
    powers_over_sums,
    product_tables,
    scanned,
)
from .styles import COMPUTER, LATIN, PLAIN, WITH_TERMS, Style
from .turned import (
    align_goes_on,
    arrows_down,
    dollars_in_cells,
    from_and_to,
    steps_by_tokens,
    turned_tuples,
    with_transposes,
)
from .vision import attempts, bold_steps, boxed, broken_matrices, dollars_and_arrows, lined_arrays
from .written_out import braces_below, calculated_array, matrix_softmax, softmax_written

TEXTS = ("txt", "md")
MATHS = {"is_latex": True, "kinds": PLAIN}
HAND = {"signs": {"minus": ("−", "−", "-"), "hidden": ("−∞",)}}
HERE = {"languages": ("en",), "commas": False}

NEWEST: dict[str, Style] = {
    "steps in bold": Style(bold_steps, "**Step 2: Scores**, displays of every kind", **MATHS),
    "arrays with lines": Style(
        lined_arrays, "LaTeX arrays with \\hline and \\text", is_latex=True, kinds=ROWS, languages=LATIN
    ),
    "attempts crossed out": Style(attempts, "whole matrices that are crossed out, [illegible]", **MATHS),
    "braces below": Style(braces_below, "\\underbrace below factors and powers", **MATHS, fixed=WITH_TERMS),
    "dollars and arrows": Style(dollars_and_arrows, "$q_1$: $(2, 3)$ → $(1.4, 2.1)$", is_latex=True, kinds=ROWS),
    "word processor": Style(
        document, "S₁₂ = q₁ · k₂ᵀ = 1 × 0 + 2 × 1 = 2, tabs", TEXTS, kinds=PLAIN, **HAND, fixed=WITH_TERMS
    ),
    "smart quotes": Style(smart, "curly quotes and round bullets", ("txt",), kinds=PLAIN, languages=LATIN, **HAND),
    "by thumb": Style(by_thumb, "q1k1=2 q1k2=3, /√2, e^1.4=4.1", TEXTS, kinds=ROWS, languages=LATIN, fixed=WITH_TERMS),
    "below one another": Style(
        below_one_another, "each product on a line, a rule, the sum", TEXTS, kinds=PLAIN, languages=LATIN
    ),
    "query in brackets": Style(
        in_brackets, "for token 'cat': scores [2, 3], exp -> [7, 20]", TEXTS, kinds=ROWS, **HERE, fixed=WITH_TERMS
    ),
    "from and to": Style(
        from_and_to, "tables of pairs with sums at the right", kinds=(*ROWS, "dot"), languages=LATIN, fixed=WITH_TERMS
    ),
    "beside in a sheet": Style(
        beside_in_sheet, "matrices beside one another in a sheet", ("txt",), kinds=PLAIN, signs={"hidden": ("-inf",)}
    ),
    "align that goes on": Style(
        align_goes_on, "S &= QK^T \\\\ &= matrices \\\\ &= result", ("tex", "md"), **MATHS, languages=LATIN
    ),
    "lying columns": Style(turned_tuples, "q₁ = (1, 2)ᵀ", TEXTS, kinds=ROWS),
    "exported notebook": Style(
        exported_notebook, "code, and array([[...]]) four blanks to the right", TEXTS, kinds=PLAIN, **COMPUTER
    ),
    "asked and answered": Style(
        asked_and_answered, "Q3. What are the scores of “cat”? A. 2 and 3.", TEXTS, kinds=PLAIN, languages=FOUR
    ),
    "told in Asia": Style(
        told_abroad,
        "a paragraph for each query in zh, ja, ko",
        TEXTS,
        kinds=ROWS,
        languages=("zh", "ja", "ko"),
        fixed=WITH_TERMS,
    ),
    "powers over sums": Style(
        powers_over_sums, "a12 = e^0.4/(e^1.2 + e^0.4) = 1.49/4.81 = 0.31", TEXTS, kinds=ROWS, fixed=WITH_TERMS
    ),
    "letters first": Style(
        letters_first, "s12 = q11 k21 + q12 k22 = 1·0 + 2·1 = 2", TEXTS, kinds=PLAIN, fixed=WITH_TERMS
    ),
    "arrows down": Style(
        arrows_down, "matrices below one another, ↓ between them", ("txt",), kinds=PLAIN, languages=LATIN
    ),
}

LAST: dict[str, Style] = {
    "broken matrices": Style(broken_matrices, "$ over several lines, bullets, ∴", **MATHS),
    "array of calculations": Style(calculated_array, "one array for all entries of a line", **MATHS, fixed=WITH_TERMS),
    "softmax of a vector": Style(
        softmax_written, "softmax(1, 2) = (e^1, e^2)/3.7 = ...", is_latex=True, kinds=ROWS, fixed=WITH_TERMS
    ),
    "boxed results": Style(boxed, "sentences, displays, \\boxed", **MATHS, languages=FOUR),
    "tables of a document": Style(
        document_tables,
        "tables with tabs, Q/K in the corner, sums",
        ("txt",),
        kinds=PLAIN,
        languages=LATIN,
        fixed=WITH_TERMS,
    ),
    "tab stops": Style(tab_stops, "words, name and rows at tab stops", ("txt",), kinds=PLAIN, languages=LATIN),
    "one line each": Style(
        one_line_each, "q1 scores 2 3 scaled 1.4 2.1 exp ...", TEXTS, kinds=ROWS, **HERE, fixed=WITH_TERMS
    ),
    "tables of products": Style(product_tables, "a table for each score", kinds=ROWS),
    "a model's bullets": Style(model_bullets, "- **Scores:** `2`, `3`", kinds=ROWS),
    "steps by tokens": Style(
        steps_by_tokens,
        "a column for each token, a row for each step",
        kinds=("scaled", "causal", "self", "causal_self", "padded"),
    ),
    "quoted values": Style(quoted_values, '"scores";"cat";"2";"3"', ("txt",), kinds=PLAIN, languages=LATIN),
    "softmax of matrices": Style(matrix_softmax, "softmax of a matrix that is written out", **MATHS),
    "notebook by hand": Style(
        notebook_by_hand,
        "a notebook with the work in Markdown",
        ("ipynb",),
        kinds=PLAIN,
        habit=on_a_computer,
        commas=False,
        languages=("en", "de", "fr", "es", "zh"),
        signs=COMPUTER["signs"],
    ),
    "lettered parts": Style(lettered_parts, "a) q1=(1, 2), q2=(3, 4); b) ...", TEXTS, kinds=PLAIN),
    "told in Europe": Style(
        told_abroad,
        "a paragraph for each query in it, pt, pl, nl, ru, tr",
        TEXTS,
        kinds=ROWS,
        languages=("it", "pt", "pl", "nl", "ru", "tr"),
        fixed=WITH_TERMS,
    ),
    "with transposes": Style(
        with_transposes, "Kᵀ written out before the product", ("txt",), kinds=ROWS, languages=LATIN
    ),
    "exact and about": Style(
        exact_and_about, "e^2/(e^2+1) ≈ 0.88", TEXTS, kinds=("scaled", "dot"), habit=in_exact_forms
    ),
    "denominators first": Style(
        denominators_first, "Z1 = e^0.5 + e^1.2 = 1.65 + 3.32 = 4.97", TEXTS, kinds=ROWS, fixed=WITH_TERMS
    ),
    "dollars in cells": Style(dollars_in_cells, "| $0.5$ | $0.3$ |", is_latex=True, kinds=PLAIN),
    "scanned": Style(scanned, "| 1 2 |, 1 . 0 + 2 . 1 = 2, page numbers", ("txt",), kinds=PLAIN, languages=LATIN),
}
