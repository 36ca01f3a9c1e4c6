"""Styles that were written without looking at what is read: the kinds of layouts that nobody had thought of.

They are measured and read back as the others are, and stand apart because the weights by which numbers are placed were
not fitted on them: `fitted.json` says of which styles it is.
"""

from __future__ import annotations

from .across import cells_below, dictated, first_then_last, grouped, stacked, under_names
from .blocks import Flat
from .constructed import by_columns, constructors, lisp, maple, mathematica, records, results, toml, xml
from .damaged import (
    about,
    bad_brackets,
    both_languages,
    by_parts,
    crossed_matrices,
    crossed_out,
    doubted,
    over_the_page,
    over_two_lines,
    plus_signs,
    rows_again,
)
from .habits import in_exact_forms
from .headings import RST, TEX, TEXT
from .messages import bubbles, cards, fields, outline
from .pages import lines
from .private import copied, directives, macros, over, pictures, spans, tall_cells, typst_vectors, word_fields
from .problems import ATTENTION, ROWS
from .singly import (
    bars,
    below_labels,
    dotted_rows,
    leaders,
    on_arrows,
    pairs_of_dictionary,
    references,
    sparse,
    statements,
    tidy,
    told_singly,
)
from .styles import COMPUTER, LATIN, PLAIN, Style

FOUR = ("en", "en", "de", "fr", "es")
COMMENTS = ("# {}\n", "// {}\n", "{}\n")
CODE = {**COMPUTER, "languages": ("en", "en", "de")}
TEXTS = ("txt", "md")
ARRAYS = Flat((("={", "\\", ";", "}"), ("{", " \\ ", " ; ", "}"), ("={", ";", "|", "}")))

NEWER: dict[str, Style] = {
    # Entries that stand singly.
    "cell references": Style(references, "B2 = 0.5", TEXTS, kinds=PLAIN, languages=LATIN),
    "sparse prints": Style(
        lines(sparse, forms=TEXT, sort="txt"), "(1,1) 0.5, column by column", TEXTS, kinds=PLAIN, **COMPUTER
    ),
    "statements": Style(lines(statements, forms=COMMENTS, sort="txt"), "S(1,2) = 0.5;", TEXTS, kinds=PLAIN, **CODE),
    "tidy rows": Style(tidy, "matrix,row,column,value", ("txt",), kinds=PLAIN, languages=LATIN),
    "pairs in a dictionary": Style(
        lines(pairs_of_dictionary, forms=COMMENTS, sort="txt"), "{(0, 0): 0.5}", TEXTS, kinds=PLAIN, **CODE
    ),
    "entries told": Style(lines(told_singly), "a sentence for each entry", ("md", "txt"), kinds=PLAIN, languages=FOUR),
    "leaders": Style(lines(leaders), "names, dots, an entry", TEXTS, kinds=PLAIN),
    "dotted rows": Style(lines(dotted_rows), "dots between the numbers of a row", TEXTS, kinds=PLAIN),
    "lists below labels": Style(lines(below_labels), "a list of entries for each row", ("md", "txt"), kinds=PLAIN),
    "numbers on arrows": Style(
        lines(on_arrows, forms=("%% {}\n", "// {}\n", "{}\n", "## {}\n\n"), sort="txt"),
        "graphs with labels on the arrows",
        TEXTS,
        kinds=ROWS,
        languages=LATIN,
    ),
    "bars": Style(lines(bars), "a bar and a number for each pair", TEXTS, kinds=ROWS),
    "cards": Style(cards, "cards to learn from, an entry on each", TEXTS, kinds=PLAIN, languages=LATIN),
    "bubbles": Style(bubbles, "a chat with a message for each number", ("txt",), kinds=PLAIN, languages=LATIN),
    "quiz": Style(fields, "fields of a quiz and what they are worth", TEXTS, kinds=PLAIN, languages=("en",)),
    "outline": Style(outline, "numbers of parts before rows or entries", TEXTS, kinds=PLAIN, languages=LATIN),
    # Programs.
    "constructors": Style(constructors, "np.array([...]).reshape(2, 2)", TEXTS, kinds=PLAIN, **CODE),
    "column by column in R": Style(by_columns, "matrix(c(1, 3, 2, 4), 2, 2)", ("txt",), kinds=PLAIN, **CODE),
    "Mathematica": Style(mathematica, "In[1]:= and Out[1]=", TEXTS, kinds=ROWS, **COMPUTER),
    "Maple": Style(
        lines(maple, forms=("# {}\n", "> # {}\n"), sort="txt"),
        "Matrix(2, 2, {(1, 1) = 0.5})",
        ("txt",),
        kinds=PLAIN,
        **CODE,
    ),
    "Lisp": Style(
        lines(lisp, forms=("; {}\n", ";; {}\n"), sort="txt"), "'((0.5 0.3) (0.1 0.9))", ("txt",), kinds=PLAIN, **CODE
    ),
    "TOML": Style(toml, "tables of keys and lists", ("txt",), kinds=PLAIN, **CODE),
    "XML": Style(xml, "a tag for each row and number", ("txt", "md"), commas=False, kinds=PLAIN, languages=LATIN),
    "records": Style(records, "a page of a database for each row", ("md", "txt"), kinds=PLAIN, languages=LATIN),
    "results below code": Style(results, "what a block of code gives below it", TEXTS, kinds=PLAIN, **COMPUTER),
    "inline arrays": Style(
        lines(ARRAYS, forms=TEXT, sort="txt"),
        "={0,5\\0,3;0,1\\0,2}",
        ("txt",),
        kinds=PLAIN,
        languages=("de", "fr", "es", "it", "pl", "pt"),
    ),
    # What happens to pages.
    "over the page": Style(
        over_the_page, "a page that ends within a matrix", ("md", "txt"), kinds=PLAIN, languages=FOUR
    ),
    "columns in parts": Style(by_parts, "the first two columns, then the others", ("txt",), kinds=PLAIN, **CODE),
    "rows over two lines": Style(over_two_lines, "rows that go on below", ("md", "txt"), kinds=PLAIN),
    "numbers crossed out": Style(lines(crossed_out), "wrong starts that are crossed out", ("md", "txt"), kinds=PLAIN),
    "entries crossed out": Style(
        lines(crossed_matrices), "LaTeX with crossed-out entries", ("md", "tex"), is_latex=True, kinds=PLAIN
    ),
    "rows crossed out": Style(lines(rows_again), "rows that are crossed out and written again", ("md",), kinds=PLAIN),
    "doubtful": Style(lines(doubted), "numbers of which the copyist is not sure", ("md", "txt"), kinds=PLAIN),
    "about": Style(lines(about), "every number is called about so much", ("md", "txt"), kinds=PLAIN),
    "plus signs": Style(lines(plus_signs), "+0.5 -0.3", ("md", "txt"), kinds=PLAIN),
    "bad brackets": Style(
        lines(bad_brackets, forms=TEXT, sort="txt"),
        "I 0.5 0.3 I",
        ("txt",),
        kinds=PLAIN,
        languages=LATIN,
        signs={"hidden": ("-inf", "-∞")},
    ),
    "two languages": Style(
        both_languages,
        "headings and rows in two languages",
        ("md", "txt"),
        kinds=PLAIN,
        languages=("en", "de", "fr", "es", "it", "pl"),
    ),
    # Mathematics.
    "own macros": Style(
        macros, "LaTeX with macros of its own", ("tex", "md"), is_latex=True, kinds=PLAIN, languages=LATIN
    ),
    "TikZ": Style(
        lines(pictures, forms=TEX, sort="tex"),
        "nodes with numbers",
        ("tex",),
        is_latex=True,
        kinds=PLAIN,
        languages=LATIN,
    ),
    "tall cells": Style(
        tall_cells, "one tabular, names over several rows", ("tex",), is_latex=True, kinds=PLAIN, languages=LATIN
    ),
    "other fractions": Style(
        lines(over),
        "\\over, \\dfrac, \\nicefrac",
        ("md", "tex"),
        is_latex=True,
        kinds=("scaled", "dot"),
        habit=in_exact_forms,
    ),
    "Typst vectors": Style(typst_vectors, "vec(0.5, 0.3)", TEXTS, commas=False, kinds=PLAIN, languages=("en", "de")),
    "Word fields": Style(
        lines(word_fields, forms=("{}\n\n", "{}:\n"), sort="txt"),
        "{ EQ \\a\\co2(1;2;3;4) }",
        ("txt",),
        kinds=PLAIN,
        languages=LATIN,
    ),
    "directives": Style(
        lines(directives, forms=RST, sort="rst"),
        "math directives and roles",
        ("txt",),
        is_latex=True,
        kinds=PLAIN,
        languages=LATIN,
    ),
    "spans": Style(
        spans, "HTML with a span for each number", ("md", "txt"), commas=False, kinds=PLAIN, languages=LATIN
    ),
    "copied formulas": Style(lines(copied), "one sign or number on each line", ("txt", "md"), kinds=PLAIN),
    # Tables and rows.
    "under names": Style(
        lines(under_names, forms=TEXT, sort="txt"),
        "vectors as columns under the tokens",
        ("txt",),
        kinds=PLAIN,
        languages=LATIN,
    ),
    "stacked table": Style(stacked, "one table of everything", kinds=PLAIN),
    "grouped columns": Style(grouped, "a header of two lines", TEXTS, kinds=ATTENTION),
    "cells below one another": Style(cells_below, "a pasted table, a cell on each line", ("txt",), kinds=PLAIN),
    "dictated": Style(dictated, "row one 0.5 comma 0.3", ("txt",), kinds=PLAIN, languages=FOUR),
    "first, then, last": Style(
        lines(first_then_last), "words between the numbers", ("md", "txt"), kinds=PLAIN, languages=FOUR
    ),
}
