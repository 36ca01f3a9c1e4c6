"""Notes as people keep them: callouts, trees of bullets, definitions, YAML, HTML, names behind, questions, slides."""

from __future__ import annotations

from .blocks import Flat, Rows, Table, vector
from .headings import bye, head, put, remark, title
from .latex import Environment
from .naming import letter, row_label, symbol, token, words
from .paper import Paper
from .work import base

MATRIX = Environment(("bmatrix", "pmatrix"))
PLAIN_ROWS = Rows(("digit", "token", "word", "lowered"), (": ", " = ", " → "), (", ", "  ", " | "))
OF_PAIR = ("S", "S_scaled", "S_masked", "E", "A")

# Callouts and quotes.

CALLOUTS = ("> [!note] {}\n", "> [!info]- {}\n", "> **{}**\n>\n", "> [!example] {}\n>\n", "> ### {}\n>\n", "> {}:\n")


def callouts(paper: Paper) -> None:
    """Everything of a line in a quoted block with a title: rows, a table, or a display."""
    title(paper)
    form = paper.once("callout", *CALLOUTS)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        paper.heading(None)
        put(paper, words(paper, key), form)
        _quoted(paper, key)
        paper.say("\n")
        remark(paper)


def _quoted(paper: Paper, key: str) -> None:
    sort = paper.once("quoted", "rows", "table", "bullets", "bare")
    bullet = {"rows": "> ", "table": "> | ", "bullets": "> - ", "bare": "> "}[sort]
    between = " | " if sort == "table" else paper.separator("quoted", ", ", "  ", "; ")
    if sort == "table":
        columns = paper.shape(key)[1]
        paper.say("> | |" + "  |" * columns + "\n> |---" + "|---" * columns + "|\n", "header")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = "" if sort == "bare" else row_label(paper, key, i, paper.once("labels quoted", "token", "digit"))
            with paper.row(label):
                after = " | " if sort == "table" else paper.once("quoted after", ": ", " = ")
                paper.say(bullet + (label + after if label else "| " if sort == "table" else ""), "index")
                vector(paper, places, between, ("", " |") if sort == "table" else ("", ""))
            paper.say("  \n" if sort in ("rows", "bare") else "\n")


# Trees of bullets.


def tree(paper: Paper) -> None:
    """- Query 1, below it - scores, below it - key 1: 0.5"""
    title(paper)
    mark, step = paper.once("tree", ("- ", "  "), ("* ", "    "), ("- ", "\t"), ("+ ", "   "))
    of_query = [key for key in paper.written if base(key) in (*OF_PAIR, "Z", "O")]
    for key in (*paper.inputs, *(one for one in paper.written if one not in of_query)):
        paper.heading(None)
        put(paper, words(paper, key), mark + "{}\n")
        _branch(paper, key, mark, step)
    for i in range(paper.shape(of_query[0])[0]):
        paper.say(
            mark
            + paper.once("query branch", "query {i}", "{t}", "token {i} ({t})").format(
                i=i + 1, t=token(paper, of_query[0], i)
            )
            + "\n",
            "index",
        )
        for key in of_query:
            _twigs(paper, key, i, mark, step)
    bye(paper)


def _branch(paper: Paper, key: str, mark: str, step: str) -> None:
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("labels branch", "digit", "token", "index"))
            with paper.row(label):
                paper.say(step + mark + (f"{label}: " if label else ""), "index")
                vector(paper, places, paper.separator("branch", ", ", "; "), ("[", "]"))
            paper.say("\n")


def _twigs(paper: Paper, key: str, i: int, mark: str, step: str) -> None:
    places = paper.places(key)[i]
    if base(key) in OF_PAIR and paper.once("twigs", True, False):
        put(paper, words(paper, key), step + mark + "{}\n")
        with paper.block():
            for j, place in enumerate(places):
                label = paper.once("twig", "key {j}", "{t}", "k{j}").format(j=j + 1, t=token(paper, "K", j))
                with paper.row(label):
                    paper.say(f"{step}{step}{mark}{label}: ", "index")
                    paper.entry(*place)
                paper.say("\n")
        return
    paper.heading(None)
    with paper.block(), paper.row(words(paper, key)):
        paper.say(f"{step}{mark}{words(paper, key)}: ", "label")
        vector(paper, places, paper.separator("branch", ", ", "; "), ("[", "]") if len(places) > 1 else ("", ""))
    paper.say("\n")


# Definitions.


def definitions(paper: Paper) -> None:
    """A term, and its rows below it after colons; \\item[...] in LaTeX; terms and rows with a dash."""
    title(paper)
    term, start, end = paper.once(
        "definition",
        ("{}\n", ":   ", "\n"),
        ("**{}**\n", ": ", "\n"),
        ("{}\n", ": ", "\n\n"),
        ("{}::\n", "  ", "\n"),
        ("`{}`\n", ":\t", "\n"),
    )
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        paper.heading(None)
        put(paper, words(paper, key), term)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels definition", "token", "digit", "none", "word"))
                with paper.row(label):
                    paper.say(
                        start + (label + paper.once("definition after", " — ", " = ", ": ") if label else ""), "index"
                    )
                    vector(paper, places, paper.separator("definition", ", ", "  ", "; "))
                paper.say(end)
        paper.say("\n")
    bye(paper)


# YAML.


def yaml_like(paper: Paper) -> None:
    """Names with rows below them as lists, or a key for each row."""
    sort = paper.once("yaml", "keys", "lists", "dashes", "flow")
    words_or_names = paper.once("yaml names", words, symbol)
    paper.say(paper.once("yaml start", "---\n", "", "```yaml\n"))
    for key in (*paper.inputs, *paper.written):
        paper.heading(None)
        name = words_or_names(paper, key)
        put(paper, name, "{}:" + (" " if sort == "flow" else "\n"))
        paper.say("[" if sort == "flow" else "")
        rows = paper.places(key)
        with paper.block():
            for i, places in enumerate(rows):
                label = row_label(paper, key, i, paper.once("labels yaml", "digit", "token")) if sort == "keys" else ""
                with paper.row(label):
                    paper.say(f"  {label}: " if label else "" if sort == "flow" else "  - ", "index")
                    between = "\n    - " if sort == "dashes" else ", "
                    vector(paper, places, between, ("- ", "") if sort == "dashes" else ("[", "]"))
                paper.say(", " if sort == "flow" and i + 1 < len(rows) else "" if sort == "flow" else "\n")
        paper.say("]\n" if sort == "flow" else "")
    paper.say("```\n" if paper.kept["yaml start"].startswith("`") else "")


# HTML.


def paragraphs(paper: Paper) -> None:
    """What a word processor exports: <p>, <li> or <br> for each row, indices as <sub>, blanks as &nbsp;."""
    title(paper, "html")
    start, end = paper.once(
        "html row",
        ("<p>", "</p>\n"),
        ("<li>", "</li>\n"),
        ("", "<br>\n"),
        ('<p class="MsoNormal"><span lang="EN-US">', "</span></p>\n"),
        ("<div>", "</div>\n"),
    )
    blank = paper.once("html blank", " ", "&nbsp;", " ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("<h2>{}</h2>\n",))
        paper.heading(None)
        put(
            paper,
            words(paper, key),
            paper.once(
                "html heading", "<h3>{}</h3>\n", "<p><b>{}</b></p>\n", "<p><u>{}:</u></p>\n", "<summary>{}</summary>\n"
            ),
        )
        paper.say("<ul>\n" if start == "<li>" else "")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                inner = f"{letter(paper, key)}<sub>{i + 1}</sub>"
                bold = paper.once("html label", ("", ""), ("<i>", "</i>"), ("<b>", "</b>"))
                with paper.row(f"{letter(paper, key)}{i + 1}"):
                    paper.say(f"{start}{bold[0]}{inner}{bold[1]}{blank}={blank}", "index")
                    vector(paper, places, f",{blank}" if "," not in paper.numerals.mark else f";{blank}", ("(", ")"))
                paper.say(end)
        paper.say("</ul>\n" if start == "<li>" else "")
        paper.say("\n")


# Questions, and rows as they are indexed.

ASKED = (
    "{n} Compute the {w}.\n\n",
    "{n} What are the {w}?\n\n",
    "**{n} Calculate: {w}**\n\n",
    "### {n} Find the {w}\n\n",
    "{n} Now {w}:\n\n",
    "#### {n} Determine {w} for all tokens\n\n",
)
ROWS = (
    "{N}[{i},:]",
    "{N}_{{{i},:}}",
    "row {i} of {N}",
    "{N}[{i}]",
    "{nth} row of {N}",
    "{N}_{i}•",
    "{N}({i})",
    "{N} row {i}",
    "Query_{i}",
    "{N}[q{i}]",
    "{n}_{i}ⱼ",
    "{w}({t})",
    "{N}({t})",
    "{i}) {t}",
    "({i})",
)


def questions(paper: Paper) -> None:
    """The sheet's questions are copied, below them rows as they are indexed: S[1,:] = ..."""
    title(paper)
    numbers = paper.once("asked number", "(abcdefghijklmnopqrst)", "1.", "Q1", "Task 1:", "a)")
    form, label_form = paper.once("asked", *ASKED), paper.once("row form", *ROWS)
    for count, key in enumerate((*paper.inputs, *paper.written)):
        head(paper, key)
        paper.heading(None)
        number = f"({numbers[1 + count % 20]})" if numbers[0] == "(" else numbers.replace("1", str(count + 1))
        number = f"{'abcdefghijklmnopqrstuvwxyz'[count % 26]})" if numbers == "a)" else number
        text = words(paper, key)
        before, after = form.format(n=number, w="\0").split("\0")
        named = {"N": symbol(paper, key, "names"), "n": letter(paper, key), "w": text}
        paper.say(before, "answer")
        put(paper, text, "{}" + after)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = label_form.format(**named, i=i + 1, t=token(paper, key, i), nth=("1st", "2nd", "3rd", "4th")[i])
                with paper.row(label):
                    paper.say(label + paper.once("row sign", " = ", ": ", " := ", " ≈ "), "index")
                    vector(
                        paper,
                        places,
                        paper.separator("questions", ", ", "  ", "; "),
                        paper.once("around", ("[", "]"), ("(", ")")),
                    )
                paper.say("\n")
        paper.say("\n")
        remark(paper)


# Slides.


def slides(paper: Paper) -> None:
    """Beamer: a frame for each line, rows as items, parts uncovered one after the other."""
    paper.say("\\documentclass{beamer}\n\\begin{document}\n\n" if paper.chance(0.6) else "", "preamble")
    over = paper.once("overlay", ("", ""), (r"\only<{n}>{{", "}"), (r"\onslide<{n}->{{", "}"), (r"\pause ", ""))
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("\\section{{{}}}\n",))
        paper.heading(None)
        put(
            paper,
            words(paper, key),
            paper.once("frame", "\\begin{{frame}}{{{}}}\n", "\\begin{{frame}}\n\\frametitle{{{}}}\n"),
        )
        paper.say("\\begin{itemize}\n")
        around = paper.once("slide around", ("(", ")"), (r"\begin{bmatrix} ", r" \end{bmatrix}"), ("[", "]"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = f"{letter(paper, key)}_{{{i + 1}}}"
                with paper.row(label):
                    paper.say(f"\\item {over[0].format(n=i + 1)}${label} = ", "index")
                    vector(
                        paper, places, " & " if "matrix" in around[0] else paper.separator("slide", ", ", "; "), around
                    )
                    paper.say(f"${over[1]}\n")
        paper.say("\\end{itemize}\n\\end{frame}\n\n")
    paper.say("\\end{document}\n")


# Each line in its own way.


def mixed(paper: Paper) -> None:
    """Somebody who writes every line in another way: rows, a table, a matrix on one line."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        paper.heading(None)
        put(paper, words(paper, key), paper.choice("## {}\n\n", "**{}**\n\n", "{}:\n\n", "{}\n\n", "*{}*:\n\n"))
        how = paper.choice("rows", "table", "flat")
        if how == "flat":
            paper.kept["named"] = name = symbol(paper, key, "names")
            paper.say(f"{name} = ", "name")
            Flat()(paper, key)
        else:
            (PLAIN_ROWS if how == "rows" else Table(("token", "digit"), ("letters", "empty")))(paper, key)
        paper.say("\n")
