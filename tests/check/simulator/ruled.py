"""Pages in plain text: results at the right edge, list tables, answers between questions, schemes, proofs, braces."""

from __future__ import annotations

from .blocks import header, vector
from .calculated import is_product, row, sums_of
from .headings import MARKDOWN, bye, put, title
from .naming import letter, row_label, symbol, words
from .paper import Paper
from .terms import Place
from .work import base
from .worked import TYPED, How, by_lines, captioned, indexed, plain, worked


def _at_the_edge(paper: Paper, key: str, how: How) -> None:
    """A calculation at the left, its result in a box at the right edge."""
    box = paper.once("box", ("[ ", " ]"), ("| ", " |"), ("=> ", ""), ("= ", ""), ("[[ ", " ]]"), ("→ ", ""))
    with paper.block():
        for place in (place for places in paper.places(key) for place in places):
            with paper.row(indexed(paper, place)):
                paper.say(indexed(paper, place) + paper.once("edge sign", " = ", ": "), "index")
                how(place)
                paper.say(" " * max(2, paper.once("edge", 56, 64, 72) - paper.column))
                vector(paper, [place], "", box)
            paper.say("\n")


at_the_edge = by_lines(_at_the_edge, plain, TYPED, MARKDOWN, "txt")


def list_tables(paper: Paper) -> None:
    """Tables as lists of lists, as Sphinx takes them."""
    for key in captioned(paper, (".. list-table:: {}\n",), "rst"):
        heads = [text.strip() for text in header(paper, key, paper.once("list header", "tokens", "letters"))]
        heads = heads if any(heads) else [f"d{j + 1}" for j in range(len(heads))]
        paper.say("   :header-rows: 1\n" + paper.once("stub", "", "   :stub-columns: 1\n") + "\n   * -\n", "header")
        paper.say("".join(f"     - {text}\n" for text in heads), "header")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels list", "token", "digit")) or str(i + 1)
                with paper.row(label):
                    paper.say(f"   * - {label}\n     - ", "index")
                    vector(paper, places, "\n     - ", ("", "\n"))


WROTE = {
    "en": "On Tue, 12 Nov 2024 at 9:14, the course team wrote:",
    "nl": "Op 12-11-2024 om 9:14 schreef het team:",
    "fr": "Le 12 nov. 2024 à 9:14, l'équipe a écrit :",
    "de": "Am 12.11.2024 um 9:14 schrieb die Kursleitung:",
    "es": "El 12 nov 2024 a las 9:14, el curso escribió:",
    "it": "Il 12/11/2024 9:14, il corso ha scritto:",
    "pl": "12.11.2024 o 9:14 zespół napisał:",
    "pt": "Em 12/11/2024 9:14, o curso escreveu:",
}


def replies(paper: Paper) -> None:
    """The teacher's mail comes back, and between its quoted questions stand the answers."""
    paper.say(WROTE[paper.language.name] + "\n>\n", "date")
    number = paper.once("question", "{n}. ", "{n}) ", "({a}) ", "{a}) ", "Q{n}: ")
    last, between = paper.once("reply last", f" {paper.language.and_} ", ""), paper.separator("reply", ", ", "; ")
    for count, key in enumerate((*paper.inputs, *paper.written)):
        paper.say("> " + number.format(n=count + 1, a="abcdefghijklmnopqrstuvwxyz"[count % 26]), "exercise")
        put(paper, words(paper, key), "{}\n\n")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels reply", "token", "digit", "word"))
                with paper.row(label):
                    paper.say(label + paper.once("reply", ": ", " = ", " ") if label else "", "index")
                    vector(paper, places, between, ("", "\n"), last)
        paper.say("\n")
    bye(paper)


def _scheme(paper: Paper, key: str) -> None:
    left, right = (
        (arg.args[0].key, True) if arg.op == "transpose" else (arg.key, False)
        for arg in paper.work.calculation.records[key].expr.args
    )
    below, above = paper.places(left[0]), paper.places(right[0])
    above = [list(column) for column in zip(*above, strict=True)] if right[1] else above
    name = symbol(paper, right[0], "names") + paper.once("turned", "^T", "ᵀ", "'") * right[1]
    bar, line, cross = paper.once("scheme", (" | ", "-", "+"), (" │ ", "─", "┼"), (" | ", "-", "|"))
    every = [place for rows in (below, above, paper.places(key)) for places in rows for place in places]
    size = max(len(paper.text(*place)) for place in every) + 2
    wide = size * len(below[0])
    with paper.block():
        for i, places in enumerate(above):
            with paper.row(name):
                _wide(paper, places, size, " " * wide + bar, key)
                paper.say(f"   {name}\n" if i == 0 else "\n", "name")
    paper.say(line * (wide + 1) + cross + line * (size * len(above[0]) + 1) + "\n")
    with paper.block():
        first = paper.blocks
    for i, places in enumerate(below):
        with paper.row(None):
            paper.blocks = first
            _wide(paper, places, size, "", key)
            paper.blocks = first + 1
            _wide(paper, paper.places(key)[i], size, bar, None)
        paper.say("\n")


def _wide(paper: Paper, places: list[Place], size: int, start: str, again: str | None) -> None:
    paper.say(start)
    for place in places:
        paper.entry(*place, width=size, again=again)


def schemes(paper: Paper) -> None:
    """The left factor stands below at the left, the right one above at the right, their product in the corner."""
    for key in captioned(paper, MARKDOWN, "txt"):
        _scheme(paper, key) if is_product(paper, key) else plain(paper, key)


def numbered_proof(paper: Paper) -> None:
    """Every row has a number, and at the right stand the numbers of the rows that it comes from."""
    title(paper, "txt")
    form, known = paper.once("proof number", "({n})", "[{n}]", "{n}."), dict[str, list[int]]()
    paper.heading(None)
    for key in (*paper.inputs, *paper.written):
        start = sum(map(len, known.values())) + 1
        known[key] = list(range(start, start + paper.shape(key)[0]))
        with paper.block():
            for i, number in enumerate(known[key]):
                label = row_label(paper, key, i, paper.once("labels proof", "digit", "lowered"))
                label = label or f"{letter(paper, key)}{i + 1}"
                paper.say(f"{form.format(n=number):<6}", "line")
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    row(paper, key, i, paper.separator("proof", ", ", "; ", "  "))
                paper.say(" " * max(2, 52 - paper.column))
                paper.say(_reason(paper, key, i, known, form) + "\n", "reason")
    bye(paper)


def _reason(paper: Paper, key: str, i: int, known: dict[str, list[int]], form: str) -> str:
    if key in paper.inputs:
        return paper.language.word("given")
    expr, found = paper.work.calculation.records[key].expr, []
    for number, leaf in enumerate(expr.lines()):
        lines = known.get(leaf.key, [])
        is_row = (number == 0 or expr.op != "matmul") and len(lines) == paper.shape(key)[0]
        found += lines[i : i + 1] if is_row else lines
    text = ", ".join(form.format(n=n).rstrip(".") for n in dict.fromkeys(found))
    return words(paper, key) + (f": {text}" if text else "")


CURLY = {2: "⎫⎭", 3: "⎫⎬⎭", 4: "⎫⎪⎬⎭"}


def _braced(paper: Paper, key: str, how: How) -> None:
    """The entries of a row below one another with a brace at their right, behind it their sum or the row."""
    sums = sums_of(paper, key) if base(key) == "E" else None
    for i, places in enumerate(paper.places(key)):
        signs = CURLY.get(len(places), "}" * len(places)) if paper.once("curly", True, False) else "}" * len(places)
        for j, place in enumerate(places):
            worked(paper, place, how)
            paper.say(" " * max(2, 56 - paper.column) + signs[j])
            label = f"{letter(paper, sums or key)}{i + 1}"
            with paper.block(), paper.row(label):
                if j == len(places) // 2:
                    paper.say(paper.once("behind", "  ", " → ", " => ") + f"{label} = ", "index")
                    row(paper, sums or key, i, paper.separator("behind", ", ", "; "))
            paper.say("\n")
        paper.say("\n")


braced_entries = by_lines(_braced, plain, TYPED, MARKDOWN, "txt")
