"""Work by hand in Markdown and plain text: in cells, by components, in margins, in columns, with own letters."""

from __future__ import annotations

from .blocks import header, vector
from .calculated import OF_QUERY, TUPLES, again, is_product, others, parted, row
from .hands import Hand, can_be_worked, factors, indexed, lines_of_page, result, working
from .headings import put, title
from .naming import row_label, symbol, token
from .paper import Paper
from .reckoned import _worth as worth
from .terms import products
from .turned import OF_PAIR
from .work import base


def worked_cells(paper: Paper) -> None:
    """Markdown tables; in each cell the calculation and its result, in bold or on a line of its own."""
    around = paper.once("cell result", (" = **", "**"), ("<br>= ", ""), ("<br>= **", "**"), (" = ", ""))
    for key in lines_of_page(paper, lambda *_: True):
        heads = header(paper, key, paper.once("worked header", "tokens", "letters")) if base(key) != "Z" else [" Σ "]
        paper.say("|   |" + "|".join(heads) + "|\n|---" + "|:---:" * len(heads) + "|\n", "header")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("worked labels", "token", "bold", "digit"))
                with paper.row(label.strip("*")):
                    paper.say(f"| {label} |", "index")
                    for place in places:
                        paper.say(" ")
                        result(paper, place, around=around)
                        paper.say(" |")
                paper.say("\n")


WORDS = {
    "en": ("component", "Formula", "Substitution", "Answer"),
    "de": ("Komponente", "Formel", "Einsetzen", "Ergebnis"),
    "fr": ("composante", "Formule", "Application numérique", "Résultat"),
    "nl": ("component", "Formule", "Invullen", "Antwoord"),
    "es": ("componente", "Fórmula", "Sustitución", "Resultado"),
    "it": ("componente", "Formula", "Sostituzione", "Risultato"),
    "pt": ("componente", "Fórmula", "Substituição", "Resultado"),
    "pl": ("składowa", "Wzór", "Podstawienie", "Wynik"),
}


def by_component(paper: Paper) -> None:
    """The first component of all queries, then the second one: a list of the tokens for each."""
    sign, bullet = paper.once("component sign", ": ", " = "), paper.once("component bullet", "- ", "* ", "1. ")
    for key in lines_of_page(paper, lambda paper, key: is_product(paper, key) and base(key) != "S"):
        for j, column in enumerate(zip(*paper.places(key), strict=True)):
            text = f"{WORDS[paper.language.name][0]} {j + 1}"
            put(paper, text, paper.once("component heading", "*{}*\n\n", "{}:\n\n", "#### {}\n\n"))
            with paper.block():
                for i, place in enumerate(column):
                    label = row_label(paper, key, i, paper.once("component labels", "token", "bold", "digit"))
                    with paper.row(label.strip("*")):
                        paper.say(bullet + label + sign, "index")
                        result(paper, place)
                    paper.say("\n")
            paper.say("\n")


def formula_and_answer(paper: Paper) -> None:
    """For each step its formula, then the numbers put in, and only then, apart from these, the answer."""
    _, formula, put_in, answer = WORDS[paper.language.name]
    left, right = paper.once("three", ("**", ":** "), ("*", "*: "), ("**", "**: "), ("_", "_ — "))
    gap = paper.once("three gap", "; ", "  \n")
    form = paper.once("three form", "{n}{i}{j}", "{n}_{i}{j}", "{n}({i},{j})")
    for key in lines_of_page(paper, lambda paper, key: key not in paper.inputs):
        text = {"Z": "Σ e^s", "S_masked": "S + M"}.get(base(key)) or symbol(paper, key, "formulas")
        paper.say(f"{left}{formula}{right}{text}\n\n", "name")
        if can_be_worked(paper, key):
            paper.say(f"{left}{put_in}{right}".strip() + (gap if "\n" in gap else " "))
            for number, place in enumerate(place for places in paper.places(key) for place in places):
                paper.say((gap if number else "") + indexed(paper, place, form) + " = ", "index")
                working(paper, place)
            paper.say("\n\n")
        paper.say(f"{left}{answer}{right.rstrip()}\n\n")
        TUPLES(paper, key)


def pandoc(paper: Paper) -> None:
    """Markdown of Pandoc: line blocks, indices between tildes, powers between carets, fenced divisions."""
    hand = Hand(("·", " · ", " × "), (("", "/", ""),), (("e^", "^"), ("exp(", ")")))
    fence = paper.once("fence", ("::: {.step}\n", ":::\n"), ("::: solution\n", ":::\n"), ("", ""))
    between, around = paper.separator("pandoc", ", ", "; "), paper.once("around pandoc", ("(", ")"), ("[", "]"))
    for key in lines_of_page(paper, lambda *_: True):
        singly = base(key) in OF_PAIR
        paper.say(fence[0])
        with paper.block():
            for place in (place for places in paper.places(key) for place in (places if singly else places[:1])):
                label = indexed(paper, place, "{n}~{i}{j}~" if singly else "{n}~{i}~")
                with paper.row(label):
                    paper.say(f"| {label} = ", "index")
                    if singly:
                        result(paper, place, hand)
                    else:
                        row(paper, key, place[1], between, around)
                paper.say("\n")
        paper.say(fence[1])


def in_the_margin(paper: Paper) -> None:
    """A calculation and its result on each line, and what the products come to in the margin."""
    form = paper.once("margin form", "{n}{i}{j}", "{n}_{i}{j}", "{n}[{i},{j}]")
    start, close = paper.once("margin", ("   | ", ""), ("     (", ")"), ("   // ", ""), ("      [", "]"))
    for key in lines_of_page(paper, lambda paper, key: key not in paper.inputs, "txt"):
        with paper.block():
            for place in (place for places in paper.places(key) for place in places):
                label = indexed(paper, place, form)
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    result(paper, place)
                if is_product(paper, key):
                    terms = [worth(paper, *pair) for pair in products(paper.work.calculation, *place)]
                    text = " + ".join(terms).replace("+ -", "- ").replace("+ −", "− ")
                    paper.say(" " * max(0, 60 - paper.column) + start + text + close, "product")
                paper.say("\n")


def two_columns(paper: Paper) -> None:
    """The work for two queries beside one another, a line between them."""
    title(paper, "txt")
    before, of_query = parted(paper)
    others(paper, before)
    bar, wide = paper.once("two bar", " | ", " |  ", " ‖ ", "      "), paper.once("two width", 60, 66)
    paper.heading(None)
    queries = range(paper.shape(of_query[0])[0])
    for first in queries[::2]:
        pair = queries[first : first + 2]
        for i in pair:
            paper.say(" " * max(0, wide - paper.column) + bar if i > first else "")
            paper.say(f"{paper.language.word('each', i=i + 1)} ({token(paper, of_query[0], i)})", "index")
        paper.say("\n" + "-" * wide + "\n")
        for key, j in ((one, j) for one in of_query for j in range(paper.shape(one)[1])):
            for i in pair:
                paper.say(" " * max(0, wide - paper.column) + bar if i > first else "")
                with paper.block(), paper.row(indexed(paper, (key, i, j))):
                    paper.say(indexed(paper, (key, i, j)) + " = ", "index")
                    result(paper, (key, i, j))
            paper.say("\n")
        paper.say("\n")


def rows_combined(paper: Paper) -> None:
    """Every row of a product as a sum of numbers times rows: q1 = 1*(0.5, 0.1) + 2*(0.2, 0.4) = (0.9, 0.9)."""
    times, around = paper.once("of rows", "*", " * ", "·", " x "), paper.once("around rows", ("(", ")"), ("[", "]"))
    between = paper.separator("rows", ", ", "; ")
    for key in lines_of_page(paper, is_product, "txt"):
        left, right = factors(paper, key)
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("combined labels", "digit", "token", "index"))
            with paper.block(), paper.row(label):
                paper.say(f"{label} = ", "index")
                for number, place in enumerate(left[i]):
                    paper.plus(" + " if number else "")
                    is_put_apart = number > 0 and paper.text(*place).startswith(("-", "−"))
                    paper.say("(" if is_put_apart else "")
                    paper.entry(*place, again=key)
                    paper.say((")" if is_put_apart else "") + times)
                    again(paper, right[number], key, between, around)
                paper.say(paper.once("combined sign", " = ", "\n   = "))
                vector(paper, places, between, around)
            paper.say("\n")


def own_letters(paper: Paper) -> None:
    """Every query and key has a letter of its own: a = (1, 2), u = (0, 1), a·u = 2."""
    asks, keys = paper.once("own letters", ("abcd", "fghj"), ("αβγδ", "κλμν"))
    prime, sign = paper.once("prime", "'", "*", "′"), paper.once("own sign", ": ", " -> ", " => ")
    names = {"Q": asks, "K": keys, "V": [f"{name}{prime}" for name in keys]}
    times = paper.once("own times", "·", " · ", " . ")
    for key in lines_of_page(paper, lambda _, key: key in (*names, *OF_QUERY), "txt"):
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                if base(key) == "S":
                    for j, place in enumerate(places):
                        with paper.row(f"{asks[i]}{times}{keys[j]}"):
                            paper.say(f"{asks[i]}{times}{keys[j]} = ", "index")
                            result(paper, place)
                        paper.say("\n")
                    continue
                with paper.row(names.get(key, asks)[i]):
                    paper.say(names.get(key, asks)[i] + (" = " if key in names else sign), "index")
                    row(paper, key, i, paper.separator("own", ", ", "; "))
                paper.say("\n")
