"""Styles whose pages are kept for tests: nothing that reads pages is made for one of them."""

from __future__ import annotations

from typing import Any

from .kept_code import dump, julia, loops, r_console
from .kept_counted import counted, ordinals
from .kept_math import lecture, typst
from .kept_pages import chat, exam, notes, school
from .kept_sentences import proof, shares
from .kept_tables import cells, grids, pairs, readme
from .kept_words import CHAT, COUNTED, EXAM, LECTURE, ORDINALS, PROOF, SCHOOL, SHARES
from .problems import ATTENTION, DECODERS, ROWS
from .styles import COMPUTER, LATIN, PLAIN, WORLD, Style

DOTS = (*ROWS, "dot")
TYPED = tuple(kind for kind in DOTS if kind != "padded")
COUNTRIES = ("en", "de", "fr", "es", "pt", "pl", "ru", "ja")
IN_R = {**COMPUTER, "languages": COUNTRIES, "signs": {**COMPUTER["signs"], "hidden": ("-Inf",)}}
IN_LOOPS: dict[str, Any] = {**COMPUTER, "languages": ("en", "de", "es", "zh", "ko", "ru")}
IN_FILES: dict[str, Any] = {
    "commas": False,
    "languages": ("en", "en", "nl", "it", "ko"),
    "signs": {"minus": ("-",), "hidden": ("-Infinity", "-.inf", "-.inf"), "bare": (False,)},
}

STYLES: dict[str, Style] = {
    "exam sheet": Style(exam, "printed questions with points, blanks filled in", ("txt", "md"),
                        (*ROWS, *DECODERS), tuple(EXAM)),
    "chat": Style(chat, "messages of two people", ("txt", "md"), DOTS, tuple(CHAT)),
    "notes in handwriting": Style(notes, "transcribed line by line, arrows and indentation", ("txt", "md"),
                                  (*ROWS, "dot", "general"), ("de", "en", "nl", "fr", "pl", "ru")),
    "school solution": Style(school, "given, work with a colon for division, answer", ("txt", "md"), DOTS,
                             tuple(SCHOOL)),
    "counted rows": Style(counted, "rows from one in the words of an eastern language", ("md", "txt"), PLAIN,
                          tuple(COUNTED)),
    "ordinal words": Style(ordinals, "Roman answers, for the first token and for the second", ("md", "txt"), PLAIN,
                           tuple(ORDINALS)),
    "pair by pair": Style(pairs, "a row of a long table for each query and key", ("txt",), ROWS, LATIN,
                          signs={"percent": (False,)}),
    "cells": Style(cells, "a sheet with letters and numbers at its edges", ("txt",), (*ROWS, *DECODERS), LATIN,
                   signs={"hidden": ("-inf", "-∞")}),
    "README": Style(readme, "HTML tables in a README", ("md",), PLAIN, ("en", "en", "es", "zh", "pt", "tr")),
    "grids": Style(grids, "tables drawn with signs", ("txt",), (*PLAIN, "columns"), WORLD,
                   signs={"percent": (False,)}),
    "lecture": Style(lecture, "columns and braces in LaTeX", ("tex",), (*ROWS, "dot", "general"), tuple(LECTURE),
                     is_latex=True),
    "proof": Style(proof, "sentences with formulas that follow from one another", ("md", "tex", "md"), ROWS,
                   tuple(PROOF), is_latex=True),
    "shares": Style(shares, "an essay, weights in percent", ("md", "txt"), ROWS, tuple(SHARES),
                    signs={"percent": (True,)}),
    "Typst": Style(typst, "formulas in Typst", ("md", "txt"), (*ROWS, "dot", "general"), ("en", "de", "fr", "zh"),
                   commas=False, signs={"hidden": ("-infinity", "-oo"), "bare": (False,), "minus": ("-",)}),
    "R": Style(r_console, "a console of R", ("txt", "md"), TYPED, **IN_R),
    "Julia": Style(julia, "a session of Julia", ("txt", "md"), TYPED, **(IN_R | {"languages": ("en",)})),
    "loops": Style(loops, "a notebook that prints query by query", ("ipynb",), ROWS, **IN_LOOPS),
    "dump": Style(dump, "YAML or JSON", ("md", "txt"), (*ATTENTION, *DECODERS), **IN_FILES),
}  # fmt: skip
