"""Styles of one more hand, who had not seen how pages are read: other courses, other arrangements, reasons given."""

from __future__ import annotations

from . import arranged, notation
from .displays import document
from .problems import ROWS
from .styles import COMPUTER, LATIN, WITH_TERMS, Style

MATHS = {"is_latex": True, "languages": LATIN, "kinds": ROWS, "fixed": WITH_TERMS}
HAND = {"kinds": ROWS, "fixed": WITH_TERMS, "signs": {"percent": (False,)}}
MASKED = {**HAND, "kinds": ("causal", "causal_self"), "fixed": {"left_out": frozenset({"S_masked"})}}
TYPED = {**COMPUTER, "kinds": ("scaled", "self", "cross"), "fixed": WITH_TERMS}
STATA = {**TYPED, "signs": {"minus": ("-",), "bare": (True,)}}
ASIA = {**HAND, "languages": ("zh", "ja", "ko", "zh", "ja", "en", "ru", "tr")}
SCHOOL = {**HAND, "languages": tuple(arranged.IN_LANGUAGE)}
REASONS = {**HAND, "languages": tuple(arranged.BECAUSE)}
HEADS, TEXTS, PAPERS = ("heads", "given_heads"), ("txt", "md"), ("md", "tex")

NOVEL: dict[str, Style] = {
    "unit vectors": Style(notation.unit_vectors, "\\vec q_1 = 1\\,\\hat\\imath + 2\\,\\hat\\jmath", PAPERS, **MATHS),
    "probabilities": Style(notation.probabilities, "p(k_2 | q_1), outputs as expectations", PAPERS, **MATHS),
    "diagonals": Style(notation.diagonals, "A = diag(z)^{-1} E, z = E times ones", PAPERS, **MATHS),
    "items in items": Style(document(notation.nested_items), "an \\item for a step, in it others", ("tex",), **MATHS),
    "chains in cells": Style(arranged.chains_in_cells, "2 → 1.41 → 4.1 → 0.33 in each cell", **HAND),
    "heads as columns": Style(arranged.heads_as_columns, "a column for each head", **{**HAND, "kinds": HEADS}),
    "nested lists": Style(arranged.nested_lists, "<ol> of steps, <ul> of entries in it", TEXTS, **HAND),
    "answer first": Style(arranged.answer_first, "s12 = 2, because 1·0 + 2·1 = 2", TEXTS, **REASONS),
    "given at the left": Style(arranged.given_at_the_left, "at the left what is given", ("txt",), **SCHOOL),
    "drawn fractions": Style(arranged.drawn_fractions, "fractions over three lines, bars of dashes", ("txt",), **HAND),
    "since and therefore": Style(arranged.since_and_therefore, "∵ q1 = (1, 2) ∴ q1·k2 = 2", TEXTS, **ASIA),
    "triangles": Style(arranged.triangles, "of masked work only what is left, in rows that grow", TEXTS, **MASKED),
    "running totals": Style(arranged.running_totals, "1·0 = 0; 0 + 2·1 = 2", TEXTS, **HAND),
    "loops by hand": Style(arranged.loops, "for i = 1, for j = 1: s = 2; s' = 1.41", ("txt",), **HAND),
    "Mata": Style(notation.mata, "Stata's matrices, in a frame with numbers at its edges", TEXTS, **STATA),
    "pocket calculator": Style(notation.pocket_calculator, "In [7]: s1 = [1*0 + 2*1, 1*1]; s1", TEXTS, **TYPED),
}
