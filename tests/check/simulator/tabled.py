"""Tables of other shapes: steps as rows, vectors or matrices in cells, wikis, arrays with borders, dressed numbers."""

from __future__ import annotations

from collections.abc import Sequence

from .blocks import Rows, header, vector
from .headings import bye, caption, head, put, remark, title
from .naming import KEYS_ROWS, WEIGHTS, letter, row_label, symbol, token, words
from .paper import Paper
from .work import base

OF_QUERY = ("S", "S_scaled", "S_masked", "E", "Z", "A", "O")
TUPLES = Rows(("digit", "token"), (" = ", ": "), (", ", "; "), (("(", ")"), ("[", "]")))


def steps_as_rows(paper: Paper, i: int, keys: list[str]) -> None:
    """A table for a query: a row for each step, a column for each key, sums at the right or below."""
    put(paper, paper.language.word("each", i=i + 1), paper.once("query heading", "{}:\n\n", "**{}**\n\n", "### {}\n\n"))
    in_table = [key for key in keys if base(key) not in ("O", "Z")]
    columns = paper.shape(in_table[0])[1]
    sums = next((key for key in keys if base(key) == "Z"), None) if paper.once("sums right", True, False) else None
    form = paper.once("keys", "{t}", "k{j}", "key {j}")
    names = [form.format(t=token(paper, "K", j), j=j + 1) for j in range(columns)]
    heads = [paper.once("steps corner", "", "step", "j"), *names, *(["Σ"] if sums else [])]
    paper.say("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|\n", "header")
    named = paper.once("steps named", words, symbol)
    for key in in_table:
        with paper.block():
            label = named(paper, key).replace("|", "/")
            with paper.row(label):
                paper.say(f"| {label} | ", "index")
                vector(paper, paper.places(key)[i], " | ", ("", " |"))
            if sums:
                paper.say(" ")
                with paper.row(None):
                    if base(key) == "E":
                        paper.entry(sums, i, 0)
                paper.say(" |")
        paper.say("\n")
    for key in (key for key in keys if key not in in_table and key != sums):
        name = words(paper, key)
        with paper.block(), paper.row(name):
            paper.say(f"\n{name}: ", "label")
            vector(paper, paper.places(key)[i], paper.separator("below", ", ", "; "))
    paper.say("\n")


def vectors_in_cells(paper: Paper) -> None:
    """A row for each token, a column for each line, and a whole vector in each cell."""
    title(paper)
    keys = [key for key in (*paper.inputs, *paper.written) if not paper.is_turned(key)]
    for key in keys:
        if base(key) in WEIGHTS:
            caption(paper, key)
            TUPLES(paper, key)
            paper.say("\n")
    others = [key for key in keys if base(key) not in WEIGHTS]
    is_self = "Y" not in paper.inputs and "X" in paper.inputs
    first = [key for key in others if base(key) in ("X", "Q", "K", "V")] if is_self else None
    groups = (
        [first]
        if first
        else [[key for key in others if base(key) in ("X", "Q")], [key for key in others if base(key) in KEYS_ROWS]]
    )
    groups.append([key for key in others if base(key) in OF_QUERY])
    for group in groups:
        if group:
            _cells(paper, group)
    bye(paper)


def _cells(paper: Paper, keys: list[str]) -> None:
    around = paper.once("around cells", ("[", "]"), ("(", ")"), ("", ""))
    between = paper.separator("cells", ", ", "; ", " ")
    names = [paper.once("cell names", symbol, words)(paper, key).replace("|", "/") for key in keys]
    paper.heading(None)
    paper.say("| token | " + " | ".join(names) + " |\n" + "|---" * (len(keys) + 1) + "|\n", "header")
    with paper.block():
        for i in range(paper.shape(keys[0])[0]):
            label = row_label(paper, keys[0], i, paper.once("labels cells", "token", "number", "both"))
            paper.say(f"| {label} |", "index")
            for key in keys:
                with paper.row(label):
                    paper.say(" ")
                    vector(paper, paper.places(key)[i], between, around if paper.shape(key)[1] > 1 else ("", ""))
                    paper.say(" |")
            paper.say("\n")
    paper.say("\n")


def matrices_in_cells(paper: Paper) -> None:
    """A table with a row for each step: its words, its formula, and the whole matrix in a cell."""
    title(paper)
    form = paper.once(
        "cell form",
        ("[[", ", ", "], [", "]]"),
        ("", " ", " <br> ", ""),
        ("[", " ", "; ", "]"),
        ("(", "  ", ") (", ")"),
        ("", ", ", "<br>", ""),
    )
    form = form if "," not in paper.numerals.mark or "," not in form[1] else ("[", " ", "; ", "]")
    start, between, end, close = form
    heads = paper.once("cell heads", ("step", "result"), ("", "formula", "value"), ("#", "what", "result"))
    paper.say("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|\n", "header")
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        text = words(paper, key).replace("|", "/")
        first = {"": [text, symbol(paper, key, "formulas")], "#": [str(number), text], "step": [text]}[heads[0]]
        first = [one.replace("|", "/") for one in first]
        paper.say("| " + " | ".join(first) + " | " + start, "index")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(end if i else "")
                with paper.row(text):
                    vector(paper, places, between)
        paper.say(f"{close} |\n")
    bye(paper)


# Wikis.

MEDIAWIKI = ('{| class="wikitable"\n', "! {}\n", "|-\n", "! {}\n", "| ", " || ", "\n", "|}\n")
WIKIS: dict[str, tuple[str, ...]] = {  # start, header cell, row, label, before, between, after, end
    "mediawiki": MEDIAWIKI,
    "jira": ("", "||{}", "", "||{}|", "", "|", "|\n", "\n"),
    "textile": ("", "|_. {} ", "", "|_. {} | ", "", " | ", " |\n", "\n"),
    "dokuwiki": ("", "^ {} ", "", "^ {} | ", "", " | ", " |\n", "\n"),
    "bbcode": ("[table]\n", "[th]{}[/th]", "[tr]", "[td]{}[/td][td]", "", "[/td][td]", "[/td][/tr]\n", "[/table]\n"),
}
WIKI_HEADS = ("== {} ==\n", "=== {} ===\n", "h3. {}\n\n", "'''{}'''\n\n", "{}:\n\n")
ENDS = {"mediawiki": "", "jira": "||\n", "textile": "|\n", "dokuwiki": "^\n", "bbcode": "[/tr]\n"}


def wiki(paper: Paper, key: str) -> None:
    """A table as wikis and forums have them."""
    sort = paper.once("wiki", *WIKIS)
    start, cell, row, label_form, before, between, after, end = WIKIS[sort]
    heads = [text.strip() for text in header(paper, key, paper.once("wiki header", "tokens", "letters", "numbers"))]
    top = "".join(cell.format(name) for name in ("", *heads)) + ENDS[sort]
    paper.say(start + (row if sort == "bbcode" else "") + top, "header")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("labels wiki", "token", "digit", "word")) or str(i + 1)
            with paper.row(label):
                paper.say(row + label_form.format(label), "index")
                vector(paper, places, between, (before, after))
    paper.say(end)


# Arrays with borders.


def bordered(paper: Paper) -> None:
    """Arrays with labels of rows and columns inside the matrix, lines between them, comments and larger gaps."""
    title(paper, "tex")
    sort = paper.once("border", "array", "bordermatrix", "NiceMatrix", "array", "split")
    gap = paper.once("border gap", " \\\\\n", " \\\\[4pt]\n", " \\\\ \\hline\n", "\\\\[0.2cm]\n")
    gap = " \\cr\n" if sort == "bordermatrix" else gap
    for key in (*paper.inputs, *paper.written):
        head(paper, key, (r"\textbf{{{}}}" "\n\n", "**{}**\n\n"))
        caption(paper, key, ("{}:\n", r"\emph{{{}}}" "\n", "{}\n\n"))
        columns = paper.shape(key)[1]
        opened = {
            "array": rf"\begin{{array}}{{c|{'c' * columns}}}",
            "bordermatrix": r"\bordermatrix{",
            "split": rf"\left[\begin{{array}}{{r|{'r' * (columns - 1)}}}",
            "NiceMatrix": r"\begin{bNiceMatrix}[first-row,first-col]",
        }[sort]
        paper.say(f"\\[ {symbol(paper, key, 'names')} = {opened}\n", "name")
        heads = [text.strip() for text in header(paper, key, paper.once("border header", "letters", "tokens"))]
        if sort != "split":
            paper.say(" & " + " & ".join(_upright(name) for name in heads), "header")
            paper.say(" \\\\ \\hline\n" if sort == "array" else gap)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = f"{letter(paper, key)}_{i + 1}" if sort != "split" else ""
                with paper.row(label or symbol(paper, key, "names")):
                    paper.say(f"{label} & " if label else "", "index")
                    vector(paper, places, " & ")
                paper.say(gap if i + 1 < paper.shape(key)[0] else "\n")
                if paper.once("comments", True, False, False):
                    paper.say(f"% {paper.language.word('row', i=i + 1)}\n", "comment")
        paper.say(
            {"bordermatrix": "}", "NiceMatrix": r"\end{bNiceMatrix}", "split": r"\end{array}\right]"}.get(
                sort, r"\end{array}"
            )
            + " \\]\n\n"
        )


def _upright(name: str) -> str:
    if not name:
        return ""
    return f"{name[0]}_{name[1:]}" if name[1:].isdigit() else rf"\text{{{name}}}"


# Numbers that are dressed.

DRESSES = {
    False: (("`", "`"), ("**", "**"), ("$", "$"), ("==", "=="), ("<b>", "</b>"), ("_", "_")),
    True: (
        (r"\num{", "}"),
        (r"\mathbf{", "}"),
        (r"\textcolor{blue}{", "}"),
        (r"\boxed{", "}"),
        (r"\underline{", "}"),
        (r"\color{red}{", "}"),
        (r"\textbf{", "}"),
        ("{", "}"),
    ),
}


def dressed(paper: Paper, key: str) -> None:
    """Every number of the results in a dress of its own: code, bold, dollars, colours."""
    dress = paper.once("dress", *DRESSES[paper.numerals.is_latex])
    between = paper.separator("dressed", ", ", " ", " | ", "; ")
    rows_of_numbers(paper, key, "dressed", (between, dress), ("token", "digit", "word"), (": ", " = ", " → "))


def rows_of_numbers(
    paper: Paper, key: str, name: str, cells: tuple[str, tuple[str, str]], labels: Sequence[str], signs: Sequence[str]
) -> None:
    """The rows of a line, each number by itself: what stands between them and around each, what labels the rows."""
    between, around = cells
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once(f"labels {name}", *labels))
            with paper.row(label):
                paper.say(label + paper.once(f"{name} after", *signs) if label else "", "index")
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    vector(paper, [place], "", around)
            paper.say("\n\n")


def dressed_displays(paper: Paper) -> None:
    """LaTeX matrices whose numbers are each in a macro."""
    title(paper)
    left, right = paper.once("dress", *DRESSES[True])
    start, close = paper.once("environment", ("bmatrix", "bmatrix"), ("pmatrix", "pmatrix"), ("array}{cccc", "array"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n",))
        caption(paper, key, ("{}:\n\n", "**{}**\n\n"))
        name = symbol(paper, key)
        paper.say(f"$$ {name} = \\begin{{{start}}} ", "name")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(r" \\ " if i else "")
                with paper.row(name):
                    for number, place in enumerate(places):
                        paper.say(" & " if number else "")
                        vector(paper, [place], "", (left, right))
        paper.say(f" \\end{{{close}}} $$\n\n")
        remark(paper)
