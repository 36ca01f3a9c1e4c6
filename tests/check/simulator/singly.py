"""Entries that stand singly: in cells with coordinates, statements, sentences, behind dots, on arrows, in messages."""

from __future__ import annotations

from .headings import head, put, title
from .naming import letter, symbol, token, words
from .numerals import lowered
from .paper import Paper
from .work import base

OF_PAIR = ("S", "S_scaled", "S_masked", "E", "A", "e", "alpha")
NAMES = {"'": "p", "/": "_", " ": "", "+": "_plus_", "(": "_", ")": "", "·": "", "√": "root", "^": ""}
COLUMNS = "ABCDEFGHIJ"


def parts(paper: Paper, key: str, i: int, j: int) -> dict[str, object]:
    """What may be said of the entry in this row and column of the page."""
    rows, columns = paper.shape(key)
    both = {"ij": f"{i + 1}{j + 1}", "at": f"{i + 1},{j + 1}", "zero": f"{i},{j}"}
    if 1 in (rows, columns):
        both = {"ij": str(i + j + 1), "at": str(i + j + 1), "zero": str(i + j)}
    column = token(paper, "K", j) if base(key) in OF_PAIR else str(j + 1)
    named = {"n": letter(paper, key), "N": symbol(paper, key, "names"), "a": token(paper, key, i), "b": column}
    return {**both, **named, "i": i + 1, "j": j + 1, "z": i, "y": j, "li": lowered(i + 1), "lj": lowered(j + 1)}


def plain(name: str) -> str:
    """A name as programs allow it."""
    return "".join(NAMES.get(sign, sign) for sign in name)


def each(paper: Paper, key: str, form: str, end: str = "\n", row_end: str = "", *, by_columns: bool = False) -> None:
    """Every entry in a form of its own; the number stands at the @."""
    rows = paper.places(key)
    order = [[(i, j) for j in range(len(rows[0]))] for i in range(len(rows))]
    order = [list(column) for column in zip(*order, strict=True)] if by_columns else order
    before, _, after = form.partition("@")
    with paper.block():
        for run in order:
            for number, (i, j) in enumerate(run):
                known = parts(paper, key, i, j)
                with paper.row(before.format(**known).strip(" =:.")):
                    paper.say(before.format(**known), "index")
                    paper.entry(*rows[i][j])
                paper.say(after.format(**known), "index")
                paper.say(end if number + 1 < len(run) or "\n" in end else "")
            paper.say(row_end if "\n" in end or run is not order[-1] else "")
    paper.say("" if "\n" in end else "\n")


def row_name(paper: Paper, key: str, i: int, form: str) -> str:
    """What stands before or above a row; the name of what has but one."""
    if paper.shape(key)[0] == 1:
        return symbol(paper, key, "names")
    return form.format(**parts(paper, key, i, 0))


# Cells and statements.


def references(paper: Paper) -> None:
    """B2 = 0.5, every cell of a sheet by its reference on a line, the lines of the work below one another."""
    title(paper, "txt")
    form = paper.once("reference", "{} = @", "{}\t@", "{}: @", "{}  @", "[{}] @")
    gap = paper.once("reference gap", "\n", "\n", "\t", "   ")
    top = 2
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        put(paper, words(paper, key), paper.once("reference heading", "{}\n", "{}:\n", "# {}\n"))
        before, _, _ = form.partition("@")
        rows = paper.places(key)
        with paper.block():
            for i, places in enumerate(rows):
                for j, place in enumerate(places):
                    label = before.format(f"{COLUMNS[j + 1]}{top + i}")
                    with paper.row(label.strip(" =:")):
                        paper.say(label, "index")
                        paper.entry(*place)
                    paper.say(gap if j + 1 < len(places) else "\n")
        paper.say("\n")
        top += len(rows) + 2


def sparse(paper: Paper, key: str) -> None:
    """S = and below it (1,1)  0.5 column by column, as programs print sparse matrices."""
    paper.say(f"{symbol(paper, key, 'names')} =\n\n", "name")
    form = paper.once("sparse", "   ({i},{j})       @", "  ({i}, {j}) -> @", "  [{i}, {j}]  =  @", "  ({z}, {y})\t@")
    each(paper, key, form, by_columns=paper.once("sparse columns", True, True, False))


def statements(paper: Paper, key: str) -> None:
    """S(1,2) = 0.5; S[0, 1] = 0.5; S[1][2] := 0.5"""
    form = paper.once(
        "statement", "({i},{j}) = @;", "[{z}, {y}] = @", "[{z}][{y}] = @;", "[{i}, {j}] := @;", "[{i}, {j}] <- @"
    )
    each(paper, key, plain(symbol(paper, key, "names")) + form)


def tidy(paper: Paper) -> None:
    """One long list of values: matrix, row, column, value."""
    between = paper.separator("tidy", ",", ";", "\t", " | ")
    paper.say(between.join(("matrix", "row", "col", "value")) + "\n", "header")
    zero = paper.once("tidy from", True, False)
    for key in (*paper.inputs, *paper.written):
        paper.heading(symbol(paper, key, "names"))
        index = ("z", "y") if zero else ("i", "j")
        each(paper, key, between.join(("{N}", *("{" + name + "}" for name in index), "@")))


def pairs_of_dictionary(paper: Paper, key: str) -> None:
    """{(0, 0): 0.5, (0, 1): 0.3}, or words in the place of the numbers."""
    form = paper.once("pairs", "({z}, {y}): @", '("{a}", "{b}"): @', '"{a},{b}": @', "({i},{j}): @", "{i}{j}: @")
    end = paper.once("pairs end", ", ", ",\n ")
    paper.say(f"{plain(symbol(paper, key, 'names'))} = {{", "name")
    each(paper, key, form, end, end if "\n" not in end else "")
    paper.say("}\n")


# Words around an entry.

SENTENCES = {
    "en": (
        "In row {i}, column {j} of {N} we get @.",
        "The entry of {N} in row {i} and column {j} is @.",
        "Row {i}, column {j}: here I get @.",
        "{N} has the value @ in row {i}, column {j}.",
    ),
    "de": (
        "In Zeile {i}, Spalte {j} steht @.",
        "Der Eintrag von {N} in Zeile {i} und Spalte {j} ist @.",
        "{N} hat in Zeile {i}, Spalte {j} den Wert @.",
    ),
    "fr": ("À la ligne {i}, colonne {j}, on a @.", "Le coefficient de {N} en ligne {i} et colonne {j} vaut @."),
    "es": ("En la fila {i}, columna {j} queda @.", "El elemento de {N} en la fila {i} y la columna {j} es @."),
}


def told_singly(paper: Paper, key: str) -> None:
    """The entry of S in row 1 and column 2 is 0.5."""
    each(paper, key, paper.once("single", *SENTENCES[paper.language.name]), paper.once("single end", "\n", " "), "\n")


def leaders(paper: Paper, key: str) -> None:
    """q1·k2 ........ 0.5, with dots as in a table of contents."""
    dots = paper.once("leaders", " ........ ", "\\dotfill ", " . . . . . . ", "…………", " ______ ", " ------ ", ".......")
    dots = " ........ " if "dotfill" in dots and paper.extension != "md" else dots
    name = "{n}{li},{lj}" if base(key) not in OF_PAIR else paper.once("leader name", "{a}, {b}", "q{i}·k{j}", "{n}{ij}")
    each(paper, key, f"{name}{dots}@")


def dotted_rows(paper: Paper, key: str) -> None:
    """the ........ 0.5 .... 0.3"""
    dots = paper.once("row dots", ".... ", " ... ", ". . . ", "…… ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_name(paper, key, i, paper.once("dotted label", "{a}", "{n}{i}"))
            with paper.row(label):
                paper.say(label, "index")
                for place in places:
                    paper.say(f" {dots.strip()} ")
                    paper.entry(*place)
            paper.say("\n")


def below_labels(paper: Paper, key: str) -> None:
    """The row's label, and below it a list with an item for each entry."""
    item = paper.once("item", "{j}. @", "{j}) @", "- @", "({j}) @", "   {j}. @", "* @")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_name(paper, key, i, paper.once("above items", "{a}", "{n}{i}", "{n}_{i}", "**{a}**"))
            paper.say(f"{label}{paper.once('above colon', ':', '', ' =')}\n", "index")
            for j, place in enumerate(places):
                with paper.row(label):
                    paper.say(item.removesuffix("@").format(j=j + 1), "index")
                    paper.entry(*place)
                paper.say("\n")
            paper.say("\n")


ARROWS = (
    "q{i} -->|@| k{j}",
    'q{i} -> k{j} [label="@"];',
    "{a} --(@)--> {b}",
    "q{i} --@--> k{j}",
    "{a} =[@]=> {b}",
    "{a} ──@──▶ {b}",
    "q{i} -- @ --> k{j};",
)


def on_arrows(paper: Paper, key: str) -> None:
    """q1 -->|0.5| k2, as programs that draw graphs take it; vectors as labels of nodes."""
    if base(key) in ("S", "S_scaled", "S_masked", "E", "A"):
        each(paper, key, paper.once("arrow", *ARROWS))
        return
    around = paper.once("node", ('{n}{i}["(', ')"]'), ('{n}{i} [label="', '"];'), ("{n}{i}((", "))"))
    between = paper.separator("node", ", ", "; ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            start = around[0].format(**parts(paper, key, i, 0))
            with paper.row(start.partition("[")[0].strip(" (")):
                paper.say(start, "index")
                for j, place in enumerate(places):
                    paper.say(between if j else "")
                    paper.entry(*place)
                paper.say(around[1])
            paper.say("\n")


def bars(paper: Paper, key: str) -> None:
    """the → cat ▇▇▇▇ 0.57, as somebody draws weights."""
    sign = paper.once("bar", "█", "▇", "#", "=", "■")
    first = paper.once("bar first", True, False)
    name = "{a} → {b}" if base(key) in OF_PAIR else "{n}{i}, {j}"
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            for j, place in enumerate(places):
                bar, label = sign * paper.numbers.randint(1, 9), name.format(**parts(paper, key, i, j))
                with paper.row(label):
                    paper.say(f"{label} {bar} " if first else f"{label}: ", "index")
                    paper.entry(*place)
                paper.say("\n" if first else f" {bar}\n")
