"""Vectors that stand as columns, tables of everything, cells below one another, rows that are dictated."""

from __future__ import annotations

from .blocks import header, vector
from .headings import bye, head, put, title
from .naming import letter, row_label, symbol, token, words
from .paper import Paper
from .work import base, head_of

VECTORS = ("X", "Y", "Q", "K", "V", "O", "H", "Wh", "Uh", "T", "pre")


def under_names(paper: Paper, key: str) -> None:
    """The names of the tokens in a line, and below each its vector as a column; other lines in aligned rows."""
    rows = paper.places(key)
    upright = base(key) in VECTORS and len(rows) > 1
    over = [text.strip() for text in header(paper, key, paper.once("under header", "tokens", "letters"))]
    if upright:
        over = [token(paper, key, i) for i in range(len(rows))]
        if paper.once("letters", True, False):
            over = [f"{letter(paper, key)}{i + 1}" for i in range(len(rows))]
    lines = [list(column) for column in zip(*rows, strict=True)] if upright else rows
    size = max(len(text) for text in (*over, *(paper.text(*place) for row in rows for place in row))) + 2
    mark = paper.once("under mark", "", "", "-")
    above = ("" if upright else " " * 8) + "".join(f"{text:>{size}}" for text in over)
    paper.say(above.rstrip() + "\n" if above.strip() else "", "header")
    paper.say(mark * size * len(over) + "\n" if mark else "")
    with paper.block():
        for i, places in enumerate(lines):
            label = "" if upright else row_label(paper, key, i, "token")[:8]
            with paper.row(label or paper.title):
                paper.say("" if upright else f"{label:<8}", "index")
                for place in places:
                    paper.entry(*place, width=size)
            paper.say("\n")


def stacked(paper: Paper) -> None:
    """One table of everything: the name of a line in a row of its own, or in the first cell of its first row."""
    title(paper)
    keys = (*paper.inputs, *paper.written)
    columns = max(paper.shape(key)[1] for key in keys)
    merged = paper.once("merged", True, False)
    form = paper.once("section", "**{}**", "*{}*", "{}", "{}")
    named = paper.once("section names", words, symbol)
    width = columns + 1 + merged
    paper.say("|" + " |" * width + "\n" + "|---" * width + "|\n", "header")
    for key in keys:
        text = form.format(named(paper, key).replace("|", "/"))
        paper.heading(text.strip("*"))
        paper.say("" if merged else f"| {text} |" + " |" * columns + "\n", "heading")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels stacked", "token", "digit"))
                first = f"| {text if i == 0 else ''} " if merged else ""
                with paper.row(label):
                    paper.say(f"{first}| {label} | ", "index")
                    vector(paper, places, " | ", ("", " |" + "  |" * (columns - len(places)) + "\n"))
    bye(paper)


def groups_of(paper: Paper) -> list[list[str]]:
    """Lines beside one another that have the same rows."""
    groups: list[list[str]] = []
    for key in (*paper.inputs, *paper.written):
        last = groups[-1] if groups else []
        is_same = last and paper.shape(last[0])[0] == paper.shape(key)[0] > 1 and head_of(key) == head_of(last[0])
        is_like = last and (last[0] in paper.inputs) == (key in paper.inputs) and len(last) < 3
        (last if is_same and is_like else groups.append([]) or groups[-1]).append(key)  # type: ignore[func-returns-value]
    return groups


def grouped(paper: Paper) -> None:
    """A table whose header has two lines: what it is over several columns, and the columns below."""
    title(paper)
    named, tabs = paper.once("group names", words, symbol), paper.extension == "txt"
    left, between, right = ("", "\t", "") if tabs else ("| ", " | ", " |")
    for keys in groups_of(paper):
        head(paper, keys[0])
        names = [[named(paper, key).replace("|", "/"), *[""] * (paper.shape(key)[1] - 1)] for key in keys]
        below = [f"{letter(paper, key)}{j + 1}" for key in keys for j in range(paper.shape(key)[1])]
        paper.say(left + between.join(["", *(text for each in names for text in each)]) + right + "\n", "header")
        paper.say("" if tabs else "|---" * (len(below) + 1) + "|\n")
        if paper.once("second header", True, True, False):
            paper.say(left + between.join(["", *below]) + right + "\n", "header")
        start = max((fact.block for fact in paper.facts), default=0) + 1
        for i in range(len(paper.places(keys[0]))):
            label = row_label(paper, keys[0], i, paper.once("labels group", "token", "number")) or str(i + 1)
            paper.say(left + label, "index")
            for at, key in enumerate(keys):
                paper.blocks = start + at
                paper.heading(named(paper, key))
                with paper.row(label):
                    paper.say(between)
                    vector(paper, paper.places(key)[i], between)
            paper.say(right + "\n")
        paper.blocks = start + len(keys) - 1
        paper.say("\n")


def cells_below(paper: Paper) -> None:
    """A table that was pasted: every cell on a line of its own, row after row."""
    blank = paper.once("blank between", "\n", "\n\n")
    corner = paper.once("corner line", True, False)
    gap = paper.once("row gap", "", "\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        put(paper, words(paper, key), "{}\n\n")
        heads = [text.strip() for text in header(paper, key, paper.once("pasted header", "tokens", "letters"))]
        if any(heads):
            paper.say(("\u00a0" + blank if corner else "") + blank.join(heads) + blank + gap, "header")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, "token") or f"{letter(paper, key)}{i + 1}"
                paper.say(label + blank, "index")
                with paper.row(label):
                    for place in places:
                        paper.entry(*place)
                        paper.say(blank)
                paper.say(gap)
        paper.say("\n")


# Of each language: how a row begins, what is said between numbers, how it ends.
DICTATED = {
    "en": (
        ("row {n} ", "{n} row ", "line {n} "),
        (" comma ", " next ", " then ", " and "),
        (" new line\n", " next row ", ". ", "\n"),
    ),
    "de": (
        ("Zeile {n} ", "Zeile {n}: "),
        (" dann ", " weiter ", " und "),
        (" neue Zeile\n", " nächste Zeile ", ". ", "\n"),
    ),
    "fr": (
        ("ligne {n} ", "ligne {n} : "),
        (" puis ", " et ", " ensuite "),
        (" à la ligne\n", " ligne suivante ", ". ", "\n"),
    ),
    "es": (
        ("fila {n} ", "fila {n}: "),
        (" luego ", " y ", " después "),
        (" nueva línea\n", " siguiente fila ", ". ", "\n"),
    ),
}
COUNT = {
    "en": ("one", "two", "three", "four"),
    "de": ("eins", "zwei", "drei", "vier"),
    "fr": ("un", "deux", "trois", "quatre"),
    "es": ("uno", "dos", "tres", "cuatro"),
}


def dictated(paper: Paper) -> None:
    """Row one 0.5 comma 0.3 new line: what a program wrote of what somebody said."""
    starts, gaps, ends = DICTATED[paper.language.name]
    start, gap, end = paper.once("start", *starts), paper.once("said gap", *gaps), paper.once("said end", *ends)
    for key in (*paper.inputs, *paper.written):
        text = words(paper, key)
        put(
            paper,
            text.lower() if paper.once("small", True, False) else text,
            paper.once("said heading", "{} ", "{}\n", "{}. "),
        )
        rows = paper.places(key)
        with paper.block():
            for i, places in enumerate(rows):
                label = start.format(n=COUNT[paper.language.name][i % 4]) if len(rows) > 1 else ""
                with paper.row(label.strip(" :") or text):
                    paper.say(label, "index")
                    vector(paper, places, gap)
                paper.say(end if i + 1 < len(rows) else ".\n" if "." in end else "\n")
        paper.say("\n")


FIRST = {
    "en": ("first ", ", then ", " and last "),
    "de": ("zuerst ", ", dann ", " und zuletzt "),
    "fr": ("d'abord ", ", puis ", " et enfin "),
    "es": ("primero ", ", luego ", " y por último "),
}


def first_then_last(paper: Paper, key: str) -> None:
    """the: first 0.5, then 0.3 and last 0.2"""
    first, then, last = FIRST[paper.language.name]
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("labels first", "token", "digit", "word"))
            with paper.row(label):
                paper.say(label + paper.once("first sign", ": ", " has ", " = ", " ") if label else "", "index")
                vector(paper, places, then, (first if len(places) > 1 else "", ""), last)
            paper.say(paper.once("first end", ".\n", "\n", ";\n"))
