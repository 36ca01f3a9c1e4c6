"""Kept pages in sentences: a proof with formulas in them, and an essay about words that look at others."""

from __future__ import annotations

from collections.abc import Callable

from .headings import bye, title
from .kept_math import TEX, vector_name
from .kept_parts import MATRICES, asks, before, calculated, mixed, named, of_queries
from .kept_words import LECTURE, PROOF, SHARES
from .latex import Environment
from .naming import root, token, words
from .paper import Paper
from .terms import Place

# A proof: sentences with formulas in them.


def proof(paper: Paper) -> None:
    """What is given, then a paragraph for each query."""
    sentences = PROOF[paper.language.name]
    title(paper, "tex" if paper.extension == "tex" else "md")
    paper.heading(None)
    _sentence(paper, sentences["given"], [lambda key=key: _named_rows(paper, key) for key in paper.inputs])
    paper.say("\n\n" if before(paper) else "")
    for key in before(paper):
        _sentence(
            paper, sentences["K" if key == before(paper)[0] else "again"], [lambda key=key: _named_rows(paper, key)]
        )
        paper.say(" ")
    keys = of_queries(paper)
    for i in range(len(paper.places(keys[0]))):
        mark = f"{LECTURE[paper.language.name][1].capitalize()} {i + 1}."
        forms = ("**{}** ", "*{}* ", "{} ") if paper.extension == "md" else ("\\textit{{{}}} ", "\\textbf{{{}}} ")
        paper.say("\n\n" + paper.once("claim", *forms).format(mark), "index")
        paper.heading(mark)
        for key in keys:
            _sentence(paper, sentences[key], [lambda key=key, i=i: _clause(paper, key, i)])
            paper.say(paper.once("between sentences", " ", " ", "\n"))
    paper.say(paper.once("qed", "$\\square$", "$\\blacksquare$", "") + "\n")


def _sentence(paper: Paper, text: str, clauses: list[Callable[[], None]]) -> None:
    start, _, close = text.replace("{r}", f"${root(paper)}$").partition("{}")
    paper.say(start, "constant")
    for number, clause in enumerate(clauses):
        paper.say(_join(paper, number, len(clauses)))
        clause()
    paper.say(close)


def _join(paper: Paper, number: int, count: int) -> str:
    """What stands before one of several: a comma, or the word before the last one."""
    if number == 0:
        return ""
    return f" {paper.language.and_} " if number + 1 == count else ", "


def _named_rows(paper: Paper, key: str) -> None:
    """Vectors by name, in one formula each; the rows of a matrix of weights below one another."""
    if key in MATRICES:
        paper.say(f"${key[0]}_{{{key[1:].upper()}}} = ", "name")
        Environment(("pmatrix", "bmatrix"))(paper, key)
        paper.say("$")
        return
    with paper.block():
        rows = paper.places(key)
        for i, places in enumerate(rows):
            paper.say(", " if i else "")
            _tuple(paper, vector_name(paper, key, i), places)


def _tuple(paper: Paper, name: str, places: list[Place], before_: Callable[[], None] | None = None) -> None:
    """$q_1 = (1, 0)$."""
    with paper.row(name):
        paper.say(f"${name} = ", "index")
        if before_:
            before_()
        paper.say("(")
        for number, place in enumerate(places):
            paper.say(paper.separator("tuple", ", ", ";\\, ", "; ") if number else "")
            paper.entry(*place)
        paper.say(")$")


def _clause(paper: Paper, key: str, i: int) -> None:
    """What a sentence says about a query."""
    places = paper.places(key)[i]
    if key in ("A", "O"):
        name = {"A": f"a_{i + 1}", "O": f"o_{i + 1}"}[key]
        with paper.block():
            _tuple(paper, name, places, (lambda: _mixture(paper, key, i)) if key == "O" else None)
        return
    with paper.block():
        for j, place in enumerate(places):
            paper.say(_join(paper, j, len(places)))
            label = f"\\langle q_{i + 1}, k_{j + 1}\\rangle" if key == "S" else None
            with paper.row(label):
                paper.say(f"${label} = " if label else "$", "index")
                calculated(paper, place, TEX) if key != "S_scaled" else None
                paper.entry(*place)
                paper.say("$")


def _mixture(paper: Paper, key: str, i: int) -> None:
    if mixed(paper, key, i, lambda j: paper.say(f"\\,v_{j + 1}", "index")):
        paper.say(" = ")


# An essay: which word looks at which, in percent.


def shares(paper: Paper) -> None:
    """A paragraph for each word; the numbers stand with the word they belong to, its own one first or in order."""
    title(paper)
    paper.heading(paper.language.word("given"))
    for key in (*paper.inputs, *before(paper)):
        text = words(paper, key)
        paper.say(f"{text[:1].upper()}{text[1:]}: ", "label")
        paper.heading(text)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = named(paper, key, i) if key in MATRICES else f"{_emph(paper, asks(paper, key, i))}"
                paper.say(
                    (paper.once("rows of words", ", ", "; ") if i else "") + ("" if key in MATRICES else label + " "),
                    "index",
                )
                _brackets(paper, label, places)
        paper.say(".\n\n")
    keys = of_queries(paper)
    for i in range(len(paper.places(keys[0]))):
        word = asks(paper, keys[0], i)
        paper.say(paper.once("word head", "### {}\n\n", "**{}**: ", "").format(word), "index")
        paper.heading(word)
        for key in keys:
            _about(paper, key, i, _emph(paper, word))
        paper.say("\n\n")
    paper.heading(None)
    bye(paper)


def _emph(paper: Paper, word: str) -> str:
    left, right = paper.once("emphasis", ("*", "*"), ("“", "”"), ("**", "**"), ("'", "'"))
    return f"{left}{word}{right}"


def _brackets(paper: Paper, label: str, places: list[Place]) -> None:
    with paper.row(label):
        paper.say("(")
        for number, place in enumerate(places):
            paper.say(paper.separator("shares", ", ", "; ", " | ") if number else "")
            paper.entry(*place)
        paper.say(")")


def _about(paper: Paper, key: str, i: int, word: str) -> None:
    """One sentence."""
    known = SHARES[paper.language.name]
    start, _, close = known[key].replace("{r}", root(paper)).replace("{w}", word).partition("{}")
    places = paper.places(key)[i]
    paper.say(start, "constant")
    with paper.block():
        if key == "O":
            _brackets(paper, word, places)
        elif key == "Z":
            with paper.row(word):
                paper.entry(*places[0])
        else:
            _items(paper, key, i, known["share" if key == "A" else "item"])
    paper.say(close + " ")


def _items(paper: Paper, key: str, i: int, form: str) -> None:
    columns = list(range(len(paper.places(key)[i])))
    own = [i] if i in columns and "Y" not in paper.inputs and paper.once("own first", True, False) else []
    columns = [*own, *(j for j in columns if j not in own)]
    for number, j in enumerate(columns):
        paper.say(_join(paper, number, len(columns)))
        label = _emph(paper, token(paper, "K", j))
        left, _, right = form.replace("{k}", label).partition("{x}")
        with paper.row(label):
            paper.say(left, "index")
            paper.entry(key, i, j)
            paper.say(right, "index")
