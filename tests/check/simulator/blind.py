"""Styles of somebody who had not seen how pages are read: what a class hands in most often, each page a mixture."""

from __future__ import annotations

from . import blind_latex as tex
from . import blind_markdown as md
from . import blind_text as text
from .displays import document
from .problems import ATTENTION, DECODERS, ROWS
from .styles import COMPUTER, WITH_TERMS, Style

EUROPE, WORLD = ("de", "fr", "es", "it", "pt", "pl", "nl"), ("en", "de", "fr", "es", "it", "pt", "pl", "nl")
ALL = {"fixed": WITH_TERMS}
USUAL = {"fixed": {"left_out": frozenset({"E", "Z"})}}
NO_SUMS = {"fixed": {"left_out": frozenset({"Z"})}}
TEX = {"is_latex": True, "kinds": ROWS, "languages": ("en",)}
HAND = {"kinds": ROWS, "languages": ("en",), "signs": {"percent": (False,)}}
HEADS, STATES = {**HAND, "kinds": ATTENTION}, {**HAND, "kinds": (*ROWS, *DECODERS)}
TYPED = {**COMPUTER, "kinds": ("scaled", "self", "cross", "causal")}
MODEL, NOTES = {**HAND, "languages": ("en", "en", "es", "zh")}, {**HAND, "languages": ("en", "ru", "zh")}
PHONE, FRENCH = {**STATES, "languages": ("ru", "tr", "it", "pl", "es")}, {**HAND, "languages": ("en", "fr")}
TABLES, QUIZ = {**HEADS, "languages": EUROPE}, {**STATES, "languages": (*WORLD, "ru", "tr", "zh")}
RESTATED, ALIGNED = {**TEX, "languages": WORLD}, {**TEX, "languages": EUROPE}
PARTS, MIXED = {**TEX, "languages": ("en", "de")}, {**TEX, "languages": ("en", "pt", "nl")}
FILE, NOTE = ("tex",), ("txt",)

BLIND: dict[str, Style] = {
    "problem restated": Style(tex.restated, "the problem's text, displays, an entry in full", **RESTATED, **USUAL),
    "mathpix of a sheet": Style(tex.mathpix, "arrays and aligned as Mathpix writes them", **TEX, **USUAL),
    "first row in align": Style(document(tex.first_in_full), "the first query in align", FILE, **ALIGNED, **ALL),
    "parts with points": Style(document(tex.in_parts), "an \\item for each part", FILE, **PARTS, **USUAL),
    "short displays": Style(tex.in_short, "factors and results in one display", **{**TEX, "kinds": ATTENTION}, **USUAL),
    "a model's steps": Style(md.of_a_model, "numbered steps, bullets, tables", **MODEL, **ALL),
    "tables and an example": Style(md.tables_and_example, "tables, an entry in full above", **TABLES),
    "first query in full": Style(md.first_query_in_full, "then a line for each step", **HAND, **ALL),
    "read off paper": Style(md.read_off_paper, "x for times, broken lines", **HAND, **USUAL),
    "quiz with points": Style(md.quiz, "questions, matrices on a line, points", **QUIZ),
    "notes of an app": Style(md.notes, "formulas in headings, fences", **NOTES),
    "typed exam": Style(text.typed_exam, "matrices in brackets, a row in full", NOTE, **HEADS, **NO_SUMS),
    "all entries": Style(text.all_entries, "(1,2) = 1*0 + 2*1 = 2, line by line", NOTE, **FRENCH, **ALL),
    "on a phone": Style(text.on_a_phone, "lowered digits, the first query in full", NOTE, **PHONE),
    "queries across": Style(text.queries_across, "keys down, queries across", NOTE, **HAND),
    "commented script": Style(text.commented_script, "prints as remarks of a script", NOTE, **TYPED),
    "formulas and tables": Style(text.formulas_and_tables, "displays, then tables and rows", **MIXED, **NO_SUMS),
    "report with prints": Style(text.report_with_prints, "sentences, prints, a table", **TYPED),
}
