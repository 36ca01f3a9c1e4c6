"""More styles: sentences, chains, tables of other shapes, what editors and calculators write, notes."""

from __future__ import annotations

from .behind import displays_behind, labels_behind, names_behind
from .editors import asciimath, calculators, mathml, office, typst, upright, word
from .headed import answered, captions_below, corners, counted, explained, odd_headings
from .headings import HTML, TEXT
from .notes import (
    callouts,
    definitions,
    mixed,
    paragraphs,
    questions,
    slides,
    tree,
    yaml_like,
)
from .pages import lines, queries
from .problems import ATTENTION, ROWS
from .rowed import (
    checked,
    entries_by_name,
    in_comments,
    noted_align,
    ordered,
    rows_in_line,
    weights_times_names,
)
from .spoken import form, numbers_first, ordinals, phone, told
from .steps import align_queries, goes_on, pair_chains, powers
from .styles import BARE, LATIN, PLAIN, WITH_TERMS, Style
from .tabled import bordered, dressed, dressed_displays, matrices_in_cells, steps_as_rows, vectors_in_cells, wiki
from .vectors import arrow_matrices, columns_mixed, row_by_row

FOUR = ("en", "en", "de", "fr", "es")
OF_ROWS = (*ROWS, "dot", "general")

MORE: dict[str, Style] = {
    "told token by token": Style(told, "whole sentences for each token", ("md", "txt"), kinds=ROWS, languages=FOUR,
                                 fixed=WITH_TERMS),
    "ordinals": Style(ordinals, "the first row of S is ..., the second ...", ("md", "txt"), kinds=PLAIN,
                      languages=FOUR),
    "numbers before words": Style(numbers_first, "0.45 for cat, 0.30 for sat", kinds=ATTENTION, languages=LATIN),
    "typed on a phone": Style(phone, "no signs, everything small", ("txt", "md"), kinds=PLAIN, languages=LATIN),
    "filled in": Style(form, "blanks of a form that are filled in", kinds=PLAIN, languages=LATIN),
    "pairs in chains": Style(pair_chains, "all steps of a pair of tokens on a line", ("md", "txt"), kinds=ROWS,
                             fixed=WITH_TERMS),
    "queries in align": Style(align_queries, "LaTeX, an align for each query", ("tex", "md"), kinds=ROWS, is_latex=True,
                              languages=LATIN),
    "lines that go on": Style(goes_on, "products, and = with the result on the next line", ("md", "txt"), kinds=PLAIN,
                              fixed=WITH_TERMS),
    "powers of e": Style(powers, "e^0.85 = 2.34, their sum, fractions", kinds=PLAIN, fixed=WITH_TERMS),
    "columns mixed": Style(columns_mixed, "LaTeX, weights times columns", ("tex", "md"), kinds=PLAIN, is_latex=True,
                           fixed=WITH_TERMS, languages=LATIN),
    "row by row": Style(row_by_row, "a row times a matrix is a row, in aligned", kinds=PLAIN, is_latex=True),
    "arrows between matrices": Style(arrow_matrices, "\\xrightarrow from matrix to matrix", kinds=PLAIN, is_latex=True),
    "steps as rows": Style(queries(steps_as_rows, BARE), "a table for each query, a row for each step", kinds=ROWS),
    "vectors in cells": Style(vectors_in_cells, "a table with a vector in each cell", kinds=ROWS),
    "matrices in cells": Style(matrices_in_cells, "a table with a matrix in each cell", kinds=PLAIN),
    "wikis": Style(lines(wiki, forms=("== {} ==\n", "h3. {}\n\n", "'''{}'''\n\n", "{}:\n\n")), "tables of wikis",
                   ("txt", "md"), languages=LATIN, signs={"hidden": ("-inf", "-∞")}),
    "bordered arrays": Style(bordered, "LaTeX, labels inside the matrices", ("tex", "md"), is_latex=True, kinds=OF_ROWS,
                             languages=LATIN),
    "dressed numbers": Style(lines(dressed), "code, bold or colour around each number", languages=LATIN),
    "numbers in macros": Style(dressed_displays, "LaTeX, a macro around each number", ("md", "tex"), is_latex=True),
    "Typst displays": Style(typst, "mat(1, 2; 3, 4)", ("txt", "md"), commas=False, kinds=PLAIN, languages=("en", "de")),
    "Word equations": Style(word, "[■(1&2@3&4)]", ("txt",), kinds=PLAIN, languages=FOUR),
    "LibreOffice": Style(office, "matrix{1 # 2 ## 3 # 4}", ("txt",), kinds=PLAIN, languages=FOUR),
    "AsciiMath": Style(asciimath, "[[1,2],[3,4]] in backticks", ("txt", "md"), commas=False, kinds=PLAIN,
                       languages=("en",)),
    "MathML": Style(lines(mathml, forms=HTML, sort="html"), "mtable, mtr, mtd", commas=False, kinds=PLAIN,
                    languages=FOUR),
    "calculators": Style(calculators, "matrices of calculators and programs", ("txt", "md"), commas=False, kinds=PLAIN,
                         languages=("en",), signs={"percent": (False,), "hidden": ("-inf",)}),
    "upright vectors": Style(lines(upright, forms=TEXT, sort="txt"), "columns in drawn brackets", ("txt",), kinds=ROWS,
                             languages=LATIN),
    "callouts": Style(callouts, "quoted blocks with a title", kinds=PLAIN),
    "tree of bullets": Style(tree, "bullets below bullets", kinds=ROWS),
    "definitions": Style(definitions, "a term, its rows after colons", kinds=PLAIN),
    "YAML": Style(yaml_like, "keys and lists", ("md", "txt"), commas=False, kinds=PLAIN, languages=("en", "de")),
    "HTML paragraphs": Style(paragraphs, "what a word processor exports", kinds=PLAIN, languages=LATIN),
    "names behind": Style(names_behind, "[[1, 2], [3, 4]] = Q", ("txt", "md"), kinds=PLAIN, languages=LATIN),
    "names behind displays": Style(displays_behind, "LaTeX, the name after the matrix", is_latex=True, kinds=PLAIN),
    "labels behind": Style(labels_behind, "0.5 0.3 <- the", ("md", "txt"), kinds=PLAIN),
    "questions": Style(questions, "copied questions, rows as they are indexed", kinds=PLAIN, languages=("en",)),
    "slides": Style(slides, "frames of beamer with items", ("tex",), is_latex=True, kinds=PLAIN, languages=LATIN),
    "every line otherwise": Style(mixed, "rows, tables and matrices in turn", kinds=PLAIN),
    "explained": Style(explained, "a sentence between the heading and the numbers", ("md", "txt"), kinds=PLAIN,
                       languages=("en",)),
    "captions below": Style(captions_below, "what it is stands below the numbers", kinds=PLAIN),
    "odd headings": Style(odd_headings, "headings between signs", ("txt", "md"), kinds=PLAIN),
    "corners": Style(corners, "the name in the corner of the table", kinds=PLAIN),
    "answered": Style(answered, "questions and Ans.", ("md", "txt"), commas=False, kinds=PLAIN, languages=("en",)),
    "rows counted off": Style(counted, "i=1:, #1, ①, I.", ("txt", "md"), kinds=PLAIN),
    "checked rows": Style(checked, "sums and ticks behind the rows", ("md", "txt"), kinds=PLAIN, languages=("en",)),
    "rows in a line": Style(rows_in_line, "Q: [1, 2] [3, 4]", ("txt", "md"), kinds=PLAIN, languages=("en",)),
    "ordered lists": Style(ordered, "1. 0.5, 0.3", ("md", "txt"), kinds=PLAIN),
    "entries by name": Style(entries_by_name, "S11 = 1.2, S12 = 0.4", ("txt", "md"), kinds=ATTENTION, languages=LATIN),
    "weights times names": Style(weights_times_names, "o1 = 0.3 v1 + 0.7 v2 = (1, 2)", ("md", "txt"), kinds=PLAIN),
    "results in comments": Style(in_comments, "code, what it gives in comments", ("md", "txt"), commas=False,
                                 kinds=("scaled", "causal", "self"), languages=("en",)),
    "notes in align": Style(noted_align, "LaTeX, words and tags in align", ("tex", "md"), is_latex=True, kinds=PLAIN,
                            languages=LATIN),
}  # fmt: skip
