"""Work by hand that is arranged otherwise: in cells, columns, lists, triangles, two sides, loops; and with reasons."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from itertools import zip_longest

from .blocks import Rows, vector
from .calculated import again, is_product, lines_of, others, parted, scaled_of, sums_of
from .hands import TYPED, Hand, can_be_worked, cells, equation, indexed, lines_of_page, result, working
from .headings import HTML, caption, put, title
from .naming import letter, root, row_label, token, words
from .paper import Paper, Part
from .terms import Place, products
from .turned import OF_PAIR
from .work import base, head_of


def chains_in_cells(paper: Paper) -> None:
    """One table of queries and keys; in each cell all steps of the pair, behind them the sum and the output."""
    title(paper)
    before, of_query = parted(paper)
    others(paper, before)
    pairs, rest = ([key for key in of_query if (key in OF_PAIR) is is_pair] for is_pair in (True, False))
    arrow = paper.once("cell arrow", " → ", " -> ", " ⇒ ")
    put(paper, arrow.join(words(paper, key) for key in pairs), paper.once("legend", "**{}**\n\n", "{}:\n\n"))
    heads = [token(paper, "K", j) for j in range(paper.shape("S")[1])] + [words(paper, key) for key in rest]
    paper.say("|  | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 1) + "|\n", "header")
    with paper.block():
        for i, places in enumerate(paper.places("S")):
            label = row_label(paper, "Q", i, paper.once("chain labels", "token", "bold", "digit"))
            with paper.row(label.strip("*")):
                paper.say(f"| {label} |", "index")
                for j in range(len(places)):
                    vector(paper, [(key, i, j) for key in pairs], arrow, (" ", " |"))
                for key in rest:
                    vector(paper, paper.places(key)[i], paper.separator("chain row", ", ", "; "), (" ", " |"))
            paper.say("\n")


def heads_as_columns(paper: Paper) -> None:
    """One table with a column for each head; a line of the table names a step, its rows stand below."""
    title(paper)
    own = [key for key in paper.written if head_of(key)]
    others(paper, [key for key in paper.inputs if not head_of(key)])
    heads = [paper.language.word("head", i=number) for number in sorted({head_of(key) for key in own})]
    around = paper.once("of heads", (" (", ") |"), (" [", "] |"), (" ", " |"))
    paper.say("| | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 1) + "|\n", "header")
    for keys in (lines_of(paper, own, name) for name in dict.fromkeys(map(base, own))):
        put(paper, words(paper, keys[0]), paper.once("step of heads", "| **{}** |", "| *{}* |", "| {}: |"))
        paper.say(" |" * len(heads) + "\n")
        start = max((fact.block for fact in paper.facts), default=0) + 1
        for i in range(paper.shape(keys[0])[0]):
            label = row_label(paper, keys[0], i, paper.once("labels of heads", "token", "digit"))
            with paper.row(label):
                paper.say(f"| {label} |", "index")
                for number, key in enumerate(keys):
                    paper.blocks = start + number
                    vector(paper, paper.places(key)[i], paper.separator("of heads", ", ", "; ", " "), around)
            paper.say("\n")
    paper.say("\n")
    others(paper, [key for key in paper.written if key not in own])


EDITOR = Hand((" × ", "·", " &middot; ", " &times; "), (("", "/", ""), ("", " &divide; ", "")), (("e<sup>", "</sup>"),))
LISTED = Rows(("digit",), (" = ",), (", ", "; "), (("(", ")"), ("[", "]")), ("<li>", "<li> "))


def nested_lists(paper: Paper) -> None:
    """What an editor of a course page makes: a list of steps for each query, in it one of entries, results bold."""
    title(paper, "html")
    before, of_query = parted(paper)
    for key in before:
        caption(paper, key, HTML)
        paper.say("<ul>\n")
        LISTED(paper, key)
        paper.say("</ul>\n")
    bold = paper.once("bold", (" = <b>", "</b>"), (" = <strong>", "</strong>"), (" = <u>", "</u>"))
    for i in range(paper.shape("S")[0]):
        text = f"{paper.language.word('each', i=i + 1)} ({token(paper, 'S', i)})"
        paper.say(paper.once("editor", "<h4>{}</h4>\n<ol>\n", "<p><b>{}</b></p>\n<ol>\n").format(text), "index")
        for key in of_query:
            put(paper, words(paper, key), "<li>{}\n  <ul>\n")
            with paper.block():
                for place in paper.places(key)[i]:
                    paper.say("  <li>")
                    equation(paper, place, indexed(paper, place, "{n}<sub>{i}{j}</sub>"), True, EDITOR, bold)
                    paper.say("</li>\n")
            paper.say("  </ul>\n</li>\n")
        paper.say("</ol>\n")


def triangles(paper: Paper) -> None:
    """Masked work of which only what is left is written: rows that grow, nothing or a sign in the other places."""
    mark, gap = paper.once("taken out", "", "", "–", "x", "*"), paper.separator("triangle", "  ", ", ", " | ")
    for key in lines_of_page(paper, lambda _, key: key in OF_PAIR):
        decides = paper.work.texts["A" if key == "A" else "E"]
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("triangle labels", "token", "digit", "word"))
                with paper.row(label):
                    paper.say(f"{label:<12}", "index")
                    for j, place in enumerate(places):
                        is_left = j <= i or any(digit in decides[i][j] for digit in "123456789")
                        paper.say(gap if j and (is_left or mark) else "")
                        if is_left:
                            paper.entry(*place, width=6)
                        else:
                            paper.say(mark and mark.rjust(6))
                paper.say("\n")


SIDES = """en Given Solution Answer, de Gegeben Lösung Ergebnis, nl Gegeven Uitwerking Antwoord, fr Données Résolution
Réponse, es Datos Resolución Respuesta, it Dati Svolgimento Risposta, pt Dados Resolução Resposta, pl Dane Rozwiązanie
Odpowiedź, tr Verilenler Çözüm Cevap, ru Дано Решение Ответ"""
IN_LANGUAGE = {name: parts for name, *parts in map(str.split, SIDES.split(","))}


def given_at_the_left(paper: Paper) -> None:
    """As in physics at school: at the left of a line what is given, at the right the work, and the answer last."""
    title(paper, "txt")
    given, work, answer = IN_LANGUAGE[paper.language.name]
    left, right = ([partial(paper.say, f"{text}:", "heading")] for text in (given, work))
    for block, key in enumerate((*paper.inputs, *paper.written), 1):
        text = given if key in paper.inputs else answer if key == paper.written[-1] else words(paper, key)
        side = left if key in paper.inputs else right
        side.extend([partial(paper.say, f"{text}:", "heading")] * (side is right))
        side.extend(partial(_of_side, paper, place, block, text) for place in cells(paper, key, key in OF_PAIR))
    bar = paper.once("side bar", "| ", "│ ", "|  ")
    for at_left, at_right in zip_longest(left, right, fillvalue=lambda: None):
        at_left()
        paper.say(" " * max(1, 30 - paper.column) + bar)
        at_right()
        paper.say("\n")


def _of_side(paper: Paper, place: Place, block: int, heading: str) -> None:
    """A row, or an entry of a line of pairs with its calculation."""
    paper.heading(heading)
    paper.blocks, is_pair = block, place[0] in OF_PAIR
    equation(paper, place, indexed(paper, place, "{n}{i}{j}" if is_pair else "{n}{i}"), is_pair)


WHY = (
    "en because, de denn, fr car, es porque, it perché, pt pois, pl bo, nl want, ru ибо, tr çünkü, zh 因为, ko 왜냐하면"
)
BECAUSE = dict(map(str.split, WHY.split(",")))


def answer_first(paper: Paper) -> None:
    """s12 = 2, because 1·0 + 2·1 = 2: every entry before what it is calculated from."""
    start, close = paper.once(
        "why", (f", {BECAUSE[paper.language.name]} ", ""), (" ⟸ ", ""), (" (= ", ")"), (" <- ", "")
    )
    bullet = paper.once("why bullet", "- ", "* ") if paper.extension == "md" else ""
    for key in lines_of_page(paper, can_be_worked):
        with paper.block():
            for place in cells(paper, key):
                label = indexed(paper, place, paper.once("why form", "{n}{i}{j}", "{n}_{i}{j}", "{n}({i},{j})"))
                with paper.row(label):
                    paper.say(f"{bullet}{label} = ", "index")
                    paper.entry(*place)
                    paper.say(start)
                    (result if start[0] == "," else working)(paper, place)
                paper.say(close + "\n")


def _names(paper: Paper) -> None:
    """Every line has a letter of its own."""
    for key, name in {"S": "s", "S_scaled": "s'", "S_masked": "m", "E": "e", "Z": "Z", "A": "a", "O": "o"}.items():
        paper.once(f"letter {key}", name)


USUAL = (("∵ ", "\n∴ "), ("∵ ", "   ∴ "), ("∵ ", ",  ∴ "))
SINCE = {"en": ("Since ", ", "), "zh": ("因为 ", "，所以 "), "ru": ("Так как ", ", то ")}


def since_and_therefore(paper: Paper) -> None:
    """∵ q1 = (1, 2), k2 = (0, 1) ∴ q1·k2 = 1·0 + 2·1 = 2: what is known again, then what follows from it."""
    _names(paper)
    since, therefore = paper.once("since", *USUAL, SINCE.get(paper.language.name, USUAL[0]))
    records = paper.work.calculation.records
    for key in lines_of_page(paper, lambda _, key: key in records):
        sources = [leaf.key for leaf in records[key].expr.lines() if leaf.key in (*paper.inputs, *paper.written)]
        with paper.block():
            for place in cells(paper, key, key == "S"):
                for number, source in enumerate(sources[: 2 if key == "S" else 1]):
                    at = place[2] if number else place[1]
                    paper.say(f"{', ' if number else since}{letter(paper, source)}{at + 1} = ", "index")
                    again(paper, paper.places(source)[at], key, paper.separator("equation", ", ", "; "))
                label = f"q{place[1] + 1}·k{place[2] + 1}" if key == "S" else f"{letter(paper, key)}{place[1] + 1}"
                paper.say(therefore if sources else "")
                equation(paper, place, label, key == "S")
                paper.say("\n")


def running_totals(paper: Paper) -> None:
    """s12: 1·0 = 0; 0 + 2·1 = 2: a total to which one product after the other is added."""
    gap = paper.once("total gap", ";  ", "\n    ", " | ", " → ")
    for key in lines_of_page(paper, is_product):
        for place in cells(paper, key):
            label, total = indexed(paper, place), Decimal(0)
            terms = products(paper.work.calculation, *place)
            with paper.block(), paper.row(label):
                paper.say(f"{label}: ", "index")
                for number, term in enumerate(terms, 1):
                    total += _term(paper, place, number, term)
                    text = paper.numerals.text(f"{round(total, paper.work.places + 2).normalize() + 0:f}")
                    paper.say(f" = {text}{gap}{text} + " if number < len(terms) else " = ", "total")
                paper.entry(*place)
            paper.say("\n")


def _term(paper: Paper, of: Place, number: int, term: tuple[Place, Place]) -> Decimal:
    """Writes a product, and gives what it comes to as it is written."""
    for side, place in enumerate(term, 1):
        is_negative = paper.text(*place).startswith(("-", "−"))
        paper.say((paper.once("times", "·", " * ", " × ") if side == 2 else "") + "(" * is_negative)
        paper.entry(*place, part=Part(of, number, side))
        paper.say(")" * is_negative)
    texts = [fact.paper.replace("−", "-").replace(paper.numerals.mark, ".") for fact in paper.facts[-2:]]
    return Decimal(texts[0]) * Decimal(texts[1])


LOOPS = (("for i = {}:", "  for j = {}: "), ("i={} ({w})", "    j={}: "), ("i := {}", "   j := {}  "))


def loops(paper: Paper) -> None:
    """Loops that are gone through by hand: for i = 1, for j = 1: s = 1*0 + 2*1 = 2, s' = 1.41; then what is left."""
    title(paper, "txt")
    _names(paper)
    before, of_query = parted(paper)
    others(paper, before)
    outer, inner = paper.once("loops", *LOOPS)
    pairs = [key for key in of_query if key not in ("Z", "A", "O")]
    paper.heading(None)
    for i in range(paper.shape("S")[0]):
        paper.say(outer.format(i + 1, w=token(paper, "S", i)) + "\n", "index")
        for keys in (pairs, *([key] for key in of_query if key not in pairs)):
            for j in range(paper.shape(keys[0])[1]):
                paper.say(inner.format(j + 1) if keys[0] not in ("Z", "O") else "  ", "index")
                for number, key in enumerate(keys):
                    paper.say(paper.once("loop gap", "; ", ",  ", "  |  ") if number else "")
                    with paper.block():
                        equation(paper, (key, i, j), indexed(paper, (key, i, j), "{n}[{i},{j}]"), True, TYPED)
                paper.say("\n")
        paper.say("\n")


def drawn_fractions(paper: Paper) -> None:
    """Fractions over three lines: what is above, a bar of dashes with name and result, what is below."""
    bar, form = paper.once("bar", *"-—─_"), paper.once("drawn form", "{n}{i}{j}", "{n}_{i}{j}", "{n}[{i}{j}]")
    for key in lines_of_page(paper, lambda paper, key: key in ("S_scaled", "A") and can_be_worked(paper, key), "txt"):
        for place in cells(paper, key):
            above = (scaled_of(paper, key) or "E", *place[1:])
            sums, label = sums_of(paper, key) if key == "A" else "", indexed(paper, place, form)
            below = paper.text(sums, place[1], 0) if sums else root(paper)
            wide, start = max(len(below), len(paper.text(*above))) + 2, len(label) + 3
            with paper.block(), paper.row(label):
                paper.say(" " * (start + (wide - len(paper.text(*above))) // 2))
                paper.entry(*above, part=Part(place, None, "numerator"))
                paper.say(f"\n{label} = {bar * wide} = ", "index")
                paper.entry(*place)
                paper.say("\n" + " " * (start + (wide - len(below)) // 2) + ("" if sums else below), "constant")
                if sums:
                    paper.entry(sums, place[1], 0, part=Part(place, None, "denominator"))
            paper.say("\n\n")
