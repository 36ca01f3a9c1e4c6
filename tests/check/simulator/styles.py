"""The styles of pages: how each is organised, in which files, languages and habits, and for which problems."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .authors import bra_ket, expert, first_year, photographed
from .blocks import Flat, Rows, Table, drawn, html, tabs
from .code import echo, matlab_session, notebook, numpy, pandas, script, session, tensor
from .consoles import dictionary, julia, key_values, powers_of_ten, r_session
from .displays import aligned, displays, document, sentences
from .habits import Habit, any_habit, in_exact_forms, on_a_computer
from .headings import HTML, MARKDOWN, RST, TEXT
from .latex import BROKEN, ENVIRONMENTS, Environment
from .letters import chat, mail, paragraph
from .lists import growing, labelled, one_number_a_line, one_table, prose, side_by_side, states
from .markup import BOX, DOUBLE, ORG, PLUS, PSQL, RST_GRID, RST_SIMPLE, asciidoc, one_of, tabulars
from .pages import arrows, entries, forum, indented, lines, long_table, named, queries
from .pairs import Pairs, beside_words, dot_products, table_of_pairs
from .paper import Paper
from .posts import post
from .problems import ATTENTION, DECODERS, ROWS
from .school import abreast, by_columns, full_width, school
from .sheets import exported, formulas, lettered
from .transcripts import described

WORLD = ("en", "en", "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "zh", "ja", "ko", "tr")
LATIN = ("en", "en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
EVERY = (*ATTENTION, *DECODERS, "grouped", "rope", "alibi", "norm", "columns")
PLAIN = (*ATTENTION, *DECODERS)


@dataclass(frozen=True)
class Style:
    """A way in which somebody writes a page.

    `write` is given a `Paper` and writes everything; the rest says what it is given: files, problems (see
    `problems.KINDS`), languages, habits, signs (fields of `Numerals`), and what it is like in words.
    """

    write: Callable[[Paper], None]
    layout: str
    extensions: tuple[str, ...] = ("md",)
    kinds: tuple[str, ...] = EVERY
    languages: tuple[str, ...] = WORLD
    habit: Callable[..., Habit] = any_habit
    fixed: dict[str, Any] = field(default_factory=dict)  # of the habit
    is_latex: bool = False
    commas: bool = True  # decimal commas where the language has them
    signs: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def draw(self, numbers: random.Random, name: str, *usual: Any) -> Any:
        """How a sign looks on a page."""
        return numbers.choice(self.signs.get(name, usual))


COMPUTER: dict[str, Any] = {
    "habit": on_a_computer,
    "commas": False,
    "languages": ("en",),
    "signs": {"minus": ("-",), "hidden": ("-inf",), "bare": (False,)},
}
R_SIGNS = {**COMPUTER["signs"], "hidden": ("-Inf",)}
WITH_TERMS = {"left_out": frozenset()}  # every line is written, so that others can be written out from it
ROWS_BELOW = Rows(
    labels=("word", "digit", "brackets", "token", "lowered", "index", "number"), after=(": ", " = ", "  ", " -> ")
)
BARE = Rows(
    labels=("none",),
    around=(("", ""), ("", ""), ("[", "]"), ("| ", " |")),
    between=("  ", " ", ", ", "; ", " | ", "\t"),
)
BULLETS = Rows(
    labels=("bold", "token", "italic", "quoted"), after=(": ", " → ", " = ", " - "), bullet=("- ", "* ", "+ ", "• ")
)
LISTS = Rows(
    labels=("word", "token", "digit"), after=(": ", " : "), between=(", ", "; ", " ; "), around=(("", ""),), last=True
)
SLASHES = Rows(
    labels=("digit", "word", "lowered", "both"), after=(": ", " = "), between=(" / ", "; ", " | "), around=(("", ""),)
)
CODE_NAMES = Rows(
    labels=("brackets",), after=(" = ", " = ", ": "), around=(("[", "]"), ("[", "]"), ("(", ")"), ("", ""))
)
ANY = tuple(name for name in ENVIRONMENTS if name not in ("vmatrix", "cases"))
MATRIX = Environment()
FENCE = ("```\n", "```\n")

STYLES: dict[str, Style] = {
    "rows under headings": Style(lines(ROWS_BELOW, BARE), "headings, and labelled rows below them", ("md", "md",
            "txt")),
    "bare rows": Style(lines(BARE, forms=TEXT, sort="txt"), "rows of numbers without any labels", ("txt",)),
    "bullets": Style(lines(BULLETS, ROWS_BELOW), "bullets for each token", kinds=PLAIN),
    "lists in sentences": Style(lines(LISTS), "a, b and c after a label", ("md", "txt"), kinds=PLAIN),
    "exam answers": Style(lines(SLASHES, BARE, ("{}\n\n", "{}:\n\n", "{}\n"), numbers=True), "numbered answers",
            ("md", "txt")),
    "Markdown tables": Style(lines(Table()), "a Markdown table for each line"),
    "HTML tables": Style(lines(html, forms=HTML, sort="html"), "HTML tables", languages=LATIN,
                         signs={"hidden": ("−∞", "-∞", "-inf")}),
    "one table with sums": Style(one_table, "exponentials and their sums in one table", kinds=PLAIN,
                                 fixed={"left_out": frozenset()}),
    "a table for each query": Style(queries(long_table, Table()), "a table for each query that grows by columns",
            kinds=ROWS),
    "growing table": Style(growing, "a table of states that grows column by column", kinds=DECODERS),
    "state by state": Style(states, "a line for each score, products written out", ("md", "txt"), kinds=DECODERS),
    "query by query": Style(queries(indented, BARE), "everything of a query under its heading", ("md", "txt"),
            kinds=ROWS),
    "arrows": Style(queries(arrows, ROWS_BELOW), "all steps of a token on a line, arrows between them", kinds=ROWS),
    "forum answer": Style(post(forum), "a quoted question, then query by query", kinds=("scaled", "causal", "cross",
            "self")),
    "labelled vectors": Style(labelled(), "several labelled vectors on one line", ("md", "txt"), kinds=EVERY),
    "numbered vectors": Style(labelled(numbers=True), "numbered answers with labelled vectors", kinds=PLAIN),
    "prose": Style(prose, "sentences with lists of numbers", ("md", "txt"), kinds=PLAIN),
    "entries": Style(entries(BARE, MARKDOWN, "md", ROWS_BELOW), "every entry with its products", ("md", "txt"),
            kinds=PLAIN,
                     fixed=WITH_TERMS),
    "one number a line": Style(one_number_a_line, "one number on each line", ("txt",), kinds=PLAIN),
    "drawn brackets": Style(lines(drawn, forms=TEXT, sort="txt"), "brackets drawn with signs", ("txt",),
            languages=LATIN,
                            signs={"hidden": ("-inf", "-∞")}),
    "side by side": Style(side_by_side, "matrices beside one another in plain signs", ("txt",), kinds=ATTENTION,
                          languages=LATIN),
    "spreadsheet": Style(lines(tabs, forms=("", "{}\n"), sort="txt"), "cells pasted with tabs", ("txt",),
            signs={"hidden": ("-inf",)}),
    "code-like names": Style(lines(CODE_NAMES, forms=("# {}\n", "{}\n", "// {}\n"), sort="txt"), "q[0] = [...]",
            ("txt", "md"),
                             commas=False, languages=("en", "de", "pl")),
    "matrices on a line": Style(named(Flat(), (" = ", ": ", "=")), "a matrix on one line, rows by / or ;", ("txt",
            "md")),
    "results first": Style(lines(ROWS_BELOW, Flat(), results_first=True), "the output first, the work below", ("md",
            "txt")),
    "Python session": Style(session((echo,), ("```python\n", "```\n")), "a session with echoed arrays",
            kinds=ATTENTION, **COMPUTER),
    "torch session": Style(session((tensor,), ("", ""), is_torch=True), "a session with tensors", ("txt", "md"),
            kinds=ATTENTION,
                           **COMPUTER),
    "NumPy prints": Style(script((numpy,), FENCE), "inputs as code, prints in fences", **COMPUTER),
    "pandas prints": Style(script((pandas,), FENCE), "data frames in fences", **COMPUTER),
    "notebook": Style(notebook((numpy, pandas)), "a Jupyter notebook", ("ipynb",), **COMPUTER),
    "MATLAB": Style(matlab_session, "a command window", ("txt", "md"), kinds=("scaled", "self", "causal"), **COMPUTER),
    "displays": Style(displays(MATRIX), "a LaTeX display for each line", is_latex=True),
    "displays with operands": Style(displays(MATRIX, operands=True), "displays with both matrices before the product",
                                    is_latex=True, kinds=PLAIN),
    "sums in matrices": Style(displays(MATRIX, out=True), "products and fractions as entries of matrices",
            is_latex=True,
                              kinds=ATTENTION, fixed=WITH_TERMS),
    "transcribed displays": Style(displays(Environment(ANY, BROKEN[:2])), "transcribed LaTeX, some backslashes lost",
                                  is_latex=True),
    "aligned": Style(document(aligned(Environment(ANY))), "a .tex file with align", ("tex",), is_latex=True,
            languages=LATIN),
    "article": Style(document(displays(Environment(ANY), sort="tex")), "a .tex file with displays", ("tex",),
            is_latex=True,
                     languages=LATIN, kinds=EVERY),
    "inline": Style(document(sentences(Environment(("smallmatrix", "small brackets", "bmatrix")))),
            "inline mathematics in text",
                    ("tex", "md"), is_latex=True, languages=LATIN, kinds=PLAIN),
    "cases": Style(displays(Environment(("cases", "vmatrix", "array", "plain"))), "cases and other odd environments",
            is_latex=True,
                   kinds=PLAIN),
    "exact forms": Style(displays(Environment(("pmatrix", "bmatrix", "array"))), "fractions, roots and powers of e",
            is_latex=True,
                         kinds=("scaled", "dot"), habit=in_exact_forms),
    "exact forms in text": Style(lines(ROWS_BELOW, BARE), "e/(1+e) and √2 in plain text", ("txt", "md"),
            kinds=("scaled", "dot"),
                                 habit=in_exact_forms),
    "scores of two words": Style(lines(Pairs(("{name}({a}, {b})", "{name}({a},{b})", "{name}[{a}][{b}]",
            "{name}({a} → {b})"), (" = ", ": "), ("", "- "))), "score(the, cat) = 0.5", ("md", "txt"), kinds=ATTENTION),
    "from token to token": Style(lines(Pairs(None, (": ", " = ", ": "), ("- ", "* ", "", "• "))),
            "from token 2 to token 1: 0.3", ("md", "txt"), kinds=ATTENTION),
    "edges": Style(lines(Pairs(("{a} → {b}", "{a} -> {b}", "{a}→{b}", "{i} → {j}", "{a} --> {b}"), (": ", "  ", " = "),
            ("", "  ", "- "))), "words and arrows as in a graph, a number for each", ("txt", "md"), kinds=ROWS),
    "words beside numbers": Style(lines(beside_words), "the: the 0.5, cat 0.3", ("md", "txt"), kinds=ATTENTION),
    "table of pairs": Style(table_of_pairs, "a row for each query and key, a column for each line", kinds=ATTENTION),
    "dot products of vectors": Style(dot_products, "(1, 2)·(3, 4) = 11, and weights times vectors", ("md", "txt"),
            kinds=PLAIN),
    "boxes": Style(lines(one_of("box", BOX, DOUBLE, PLUS, PSQL), forms=TEXT, sort="txt"), "tables drawn with signs",
            ("txt",)),
    "reStructuredText": Style(lines(one_of("rst", RST_GRID, RST_SIMPLE), forms=RST, sort="rst"), "tables of Sphinx",
            ("txt",), languages=LATIN),
    "Org": Style(lines(ORG, forms=("* {}\n", "** {}\n", "#+CAPTION: {}\n", "*{}*\n"), sort="org"), "tables of Emacs",
            ("txt",), kinds=(*ROWS, *DECODERS), languages=LATIN),
    "AsciiDoc": Style(lines(asciidoc, forms=("== {}\n\n", ".{}\n", "=== {}\n\n"), sort="adoc"), "tables of AsciiDoc",
            ("txt",), kinds=(*ROWS, *DECODERS), languages=LATIN),
    "tabulars": Style(tabulars, "a LaTeX tabular with a caption for each line", ("tex", "md"), is_latex=True,
            languages=LATIN, signs={"hidden": ("$-\\infty$", "$-\\infty$")}),
    "sheet with letters": Style(lettered, "one sheet, letters above and numbers at the left", ("txt", "md"),
            signs={"hidden": ("-inf", "-∞")}),
    "sheet formulas": Style(formulas, "the formula of the first cell, then the cells", ("txt",), kinds=ROWS,
            languages=("en", "en", "de", "fr", "es", "pl", "pt", "it", "nl"), signs={"hidden": ("-inf",)}),
    "exported values": Style(exported, "values with semicolons or commas between", ("txt",), languages=LATIN,
            signs={"hidden": ("-inf", "-Inf")}),
    "bra-ket": Style(bra_ket, "scores as ⟨q|k⟩, vectors as kets in columns", kinds=ATTENTION, is_latex=True),
    "one long align": Style(document(expert), "one align with \\intertext, tags or braces below", ("tex",),
            is_latex=True, languages=LATIN, kinds=PLAIN),
    "first-year LaTeX": Style(first_year, "dollars on every line, own macros, ends of lines forgotten", ("tex", "md"),
            is_latex=True, languages=LATIN, kinds=PLAIN, fixed=WITH_TERMS),
    "photographed": Style(photographed, "arrays made of handwriting by a program", is_latex=True, kinds=PLAIN),
    "given, solution, answer": Style(school, "given, solution in steps, and the answer again", ("txt", "md"),
            kinds=PLAIN),
    "full-width signs": Style(full_width, "wide commas, brackets and signs", ("txt", "md"), kinds=PLAIN,
            languages=("zh", "ja", "zh", "ja", "ko"), signs={"percent": (False,)}),
    "by columns": Style(by_columns, "scores and weights column by column", ("md", "txt"), kinds=ATTENTION),
    "abreast": Style(abreast, "rows of several lines beside one another", ("txt",), kinds=ATTENTION, languages=LATIN),
    "boxes to tick": Style(lines(Rows(("digit", "token", "word"), (" = ", ": "), (", ", "; "), (("(", ")"), ("[", "]")),
            ("  - [x] ", "    - [x] ")), forms=("- [x] {}\n", "* [x] {}:\n", "- [x] **{}**\n"), gap=""),
            "nested boxes that are ticked", kinds=(*ROWS, *DECODERS)),
    "shares in percent": Style(lines(beside_words), "the: the 70 %, cat 30 %", ("md", "txt"), kinds=ROWS,
            signs={"percent": (True,)}),
    "e-mail": Style(mail, "a typed e-mail, rows hanging below the name", ("txt", "md"), kinds=PLAIN,
            languages=("en", "en", "de", "fr", "es", "it", "pl")),
    "log of a chat": Style(chat, "a message for each row, with a time and a name", ("txt", "md"),
            kinds=(*ROWS, *DECODERS)),
    "one paragraph": Style(paragraph, "all work in one paragraph", ("txt", "md"), kinds=ATTENTION,
            languages=("en", "en", "de", "fr", "es", "it", "pt", "pl", "nl", "ru")),
    "R console": Style(r_session, "the console of R", ("txt",), kinds=ROWS, **{**COMPUTER, "signs": R_SIGNS}),
    "Julia prompt": Style(julia, "the prompt of Julia", ("txt",), kinds=ROWS, **{**COMPUTER, "signs": R_SIGNS}),
    "keys and values": Style(key_values, "q=0 k=1 score=0.5 weight=0.3", ("txt",), kinds=ROWS, **COMPUTER),
    "JSON": Style(dictionary, "dictionaries of words", ("txt", "md"), kinds=ROWS,
            **{**COMPUTER, "signs": {**R_SIGNS, "hidden": ("-Infinity",)}}),
    "powers of ten": Style(powers_of_ten, "3.3e-01", ("txt", "md"), kinds=PLAIN, commas=False,
            languages=("en", "en", "zh", "ja"), signs={"minus": ("-",), "bare": (False,), "percent": (False,)}),
    "described by a model": Style(described, "numbered steps, rows or tables as a model liked, notes in brackets",
            kinds=PLAIN, languages=("en", "en", "de", "fr", "es")),
}  # fmt: skip
