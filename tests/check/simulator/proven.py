"""Pages in LaTeX: lemmas, exams, augmented matrices, heads, words as indices, systems, fractions, split rows."""

from __future__ import annotations

from itertools import groupby

from .blocks import vector
from .calculated import again, powers, row, shares_of
from .headings import TEX, head, put, title
from .latex import Environment
from .naming import WEIGHTS, symbol, token, words
from .paper import Paper, Part
from .reckoned import _worth
from .terms import Place, products
from .work import base, head_of
from .worked import TIMES, How, by_lines, captioned, indexed, mark, way, worked

MATRIX = Environment(("pmatrix", "bmatrix", "bmatrix", "array"))
OF_PAIR = ("S", "S_scaled", "S_masked", "E", "A")
DISPLAYS = (("$$ ", " $$\n\n"), ("\\[\n", "\n\\]\n\n"))


def matrix(paper: Paper, key: str, start: str = "", close: str = "") -> None:
    """A name and its matrix."""
    paper.say(f"{start}{symbol(paper, key)} = ", "name")
    MATRIX(paper, key)
    paper.say(close)


def tuples(paper: Paper) -> tuple[str, tuple[str, str]]:
    """How the numbers of a row stand: what is between them and around them."""
    around = paper.once("tuple", ("(", ")"), ("[", "]"), (r"\left(", r"\right)"))
    return paper.separator("tuple", ", ", r",\ ", r",\, ", "; "), around


def vectors(paper: Paper, key: str, gap: str) -> None:
    """Every row under its own letter; weights and single rows by their names."""
    if base(key) in WEIGHTS or paper.shape(key)[0] == 1:
        matrix(paper, key)
        return
    with paper.block():
        for i in range(paper.shape(key)[0]):
            label = f"{mark(paper, key)}_{i + 1}"
            with paper.row(label):
                paper.say(f"{gap if i else ''}{label} = ", "index")
                row(paper, key, i, *tuples(paper))


def _lemma(paper: Paper, key: str, how: How | None = None) -> None:
    """What a line is stands in a lemma, how its entries come about in the proof below."""
    start, gap, end = paper.once("proof", ("$", "$, $", "$,\n"), ("\\[ ", r" \qquad ", " \\]\n"))
    matrix(paper, key, "$", f"$.\n\\end{{{paper.kept['caption'].split('}')[0].split('{')[-1]}}}\n")
    paper.say("\\begin{proof}\n" if how else "")
    for places in paper.places(key) if how else ():
        for place in places:
            paper.say(gap if place != places[0] else start)
            worked(paper, place, how)
        paper.say(end)
    paper.say("\\end{proof}\n" if how else "")


LEMMAS = tuple(f"\\begin{{{{{name}}}}}[{{}}]\n" for name in ("lemma", "claim", "step", "fact"))
lemmas = by_lines(_lemma, _lemma, TIMES, LEMMAS, "tex")


def exam(paper: Paper) -> None:
    """The class for exams: a question that says what is given, a part with its points and solution for each line."""
    paper.heading(paper.language.word("given"))
    paper.say(f"\\begin{{questions}}\n\\question[{2 * len(paper.written)}] ", "points")
    paper.say(f"{paper.title}:\n", "heading")
    for key in paper.inputs:
        matrix(paper, key, "$", "$,\n" if key != paper.inputs[-1] else "$.\n")
    paper.say("\\begin{parts}\n")
    solution, in_rows = paper.once("solution", "solution", "solutionorbox"), paper.once("in rows", True, False)
    for key in paper.written:
        head(paper, key, ("\\uplevel{{{}}}\n",))
        paper.say("\\part[2] ", "points")
        put(paper, words(paper, key), "{}\n")
        paper.say(f"\\begin{{{solution}}}\n$")
        vectors(paper, key, paper.once("gap", "$, $", "$ \\\\\n$", r",\quad ")) if in_rows else matrix(paper, key)
        paper.say(f"$\n\\end{{{solution}}}\n")
    paper.say("\\end{parts}\n\\end{questions}\n")


JOINED = {"E": "EZ", "Z": "EZ", "K": "KV", "V": "KV", "Wk": "W", "Wv": "W"}


def augmented(paper: Paper) -> None:
    """[E | Z], [K | V], [W_K | W_V] with a bar between, and every other line as a matrix."""
    title(paper)

    def together(key: str) -> tuple[object, ...]:
        return JOINED.get(base(key), key), head_of(key), paper.shape(key)[0], key in paper.inputs

    for _, group in groupby((*paper.inputs, *paper.written), together):
        keys = list(group)
        head(paper, keys[0], ("### {}\n\n", "**{}**\n\n"))
        put(paper, ", ".join(words(paper, key) for key in keys), "{}:\n\n")
        (_augmented if len(keys) > 1 else matrix)(paper, *keys, *paper.once("display", *DISPLAYS))


def _augmented(paper: Paper, *names_and_frame: str) -> None:
    *keys, start, close = names_and_frame
    left, bar, right = paper.once("augmented", ("[", r" \mid ", "]"), (r"\left(", r"\,|\,", r"\right)"))
    name = left + bar.join(symbol(paper, key, "names") for key in keys) + right
    spec = "|".join("c" * paper.shape(key)[1] for key in keys)
    paper.say(f"{start}{name} = \\left[\\begin{{array}}{{{spec}}}\n", "name")
    with paper.block():
        first = paper.blocks
    for i in range(paper.shape(keys[0])[0]):
        paper.say(" \\\\\n" if i else "")
        with paper.row(name):
            for number, key in enumerate(keys):
                paper.blocks = first + number
                paper.say(" & " if number else "")
                vector(paper, paper.places(key)[i], " & ")
    paper.say("\n\\end{array}\\right]" + close)


def heads_beside(paper: Paper) -> None:
    """The same line of all heads in one display, and then the next line."""
    title(paper)
    start, close = paper.once("display", *DISPLAYS)
    gap = paper.once("gap", r",\qquad ", r" \qquad ", rf" \quad\text{{{paper.language.and_}}}\quad ")
    form = paper.once("raised", "{n}^{{({h})}}", "{n}_{h}", "{n}^{{[{h}]}}", r"{n}_{{\text{{h}}{h}}}")
    keys = [*paper.inputs, *paper.written]
    for first in dict.fromkeys(base(key) + "_1" if head_of(key) else key for key in keys):
        put(paper, words(paper, first), paper.once("beside", "**{}**\n\n", "### {}\n\n", "{}:\n\n"))
        alike = [key for key in keys if base(key) == base(first) and bool(head_of(key)) == bool(head_of(first))]
        for key in alike:
            name = {"S_scaled": r"\tilde{S}"}.get(base(key), base(key))
            label = form.format(n=name, h=head_of(key)) if head_of(key) else symbol(paper, key, "names")
            paper.say((start if key == first else gap) + f"{label} = ", "name")
            MATRIX.rows(paper, paper.places(key), label)
        paper.say(close)


def words_as_indices(paper: Paper) -> None:
    """s_{cat, the} = 1·0 + 2·1 = 2, and every vector under the word that it belongs to."""
    start, end = paper.once("frame", ("$", "$  \n"), ("\\[ ", " \\]\n"), ("- $", "$\n"), ("$$", "$$\n"))
    form = paper.once("word index", "{n}_{{{a},{b}}}", r"{n}_{{{a} \to {b}}}", "{n}({a}, {b})")
    for key in captioned(paper):
        if base(key) in WEIGHTS:
            matrix(paper, key, start, end)
            continue
        how = way(paper, key, *TIMES)
        name = mark(paper, key) if key in (*OF_PAIR, "Z") else rf"\mathbf{{{key.lower()}}}"
        for i, places in enumerate(paper.places(key)):
            of = rf"\text{{{token(paper, key, i)}}}"
            for j, place in enumerate(places if key in OF_PAIR else ()):
                paper.say(start)
                worked(paper, place, how, label=form.format(n=name, a=of, b=rf"\text{{{token(paper, 'K', j)}}}"))
                paper.say(end)
            if key not in OF_PAIR:
                with paper.block(), paper.row(f"{name}_{{{of}}}"):
                    paper.say(f"{start}{name}_{{{of}}} = ", "index")
                    row(paper, key, i, *tuples(paper))
                    paper.say(end)


def _system(paper: Paper, key: str, how: How) -> None:
    """The entries of a row below one another behind a brace, and behind them the row."""
    arrow = paper.once("arrow", r" \Rightarrow ", r" \quad \Rightarrow \quad ", r" \rightarrow ", r" \therefore ")
    for i, places in enumerate(paper.places(key)):
        paper.say("\\[\n\\left\\{\\begin{array}{l}\n")
        for place in places:
            worked(paper, place, how, "=")
            paper.say(" \\\\\n" if place != places[-1] else "\n")
        label = f"{mark(paper, key)}_{{{i + 1}}}"
        with paper.block(), paper.row(label):
            paper.say(f"\\end{{array}}\\right.{arrow}{label}=", "index")
            row(paper, key, i, paper.separator("system", ", ", "; ", r" \quad "))
        paper.say("\n\\]\n")


SECTIONS = ("{}\n\n", "{} :\n\n", "\\section*{{{}}}\n")
systems = by_lines(_system, lambda paper, key: matrix(paper, key, "\\[\n", "\n\\]\n"), (r" \times ",), SECTIONS, "tex")


def gathered(paper: Paper) -> None:
    """Every weight is a fraction of powers; everything else is gathered row by row."""
    for key in captioned(paper, TEX, "tex"):
        found = shares_of(paper, key)
        paper.say("\\begin{gather*}\n")
        for place in (place for places in paper.places(key) for place in places if found):
            paper.say(" \\\\\n" if place[1:] != (0, 0) else "")
            _fractions(paper, place, *(found or ("", "")))
        if not found:
            vectors(paper, key, paper.once("gather", " \\\\\n", r", \quad ", r" \qquad "))
        paper.say("\n\\end{gather*}\n")


def _fractions(paper: Paper, place: Place, number: str, source: str) -> None:
    (_, i, j), label, frac = place, indexed(paper, place), paper.once("frac", r"\frac{", r"\dfrac{")
    with paper.block(), paper.row(label):
        paper.say(f"{label} = {frac}e^{{", "index")
        paper.entry(source, i, j, part=Part((number, i, j), None, "exponent"))
        paper.say("}}{")
        powers(paper, source, i, number, ("e^{", "}"))
        paper.say("} = ")
        paper.entry(*place)


def _split(paper: Paper, key: str, how: How) -> None:
    """A row of sums, below it the row of their values; outputs as weighted vectors, which are added in between."""
    start, close = paper.once(
        "split", ("\\[\n\\begin{aligned}\n", "\n\\end{aligned}\n\\]\n"), ("\\begin{align*}\n", "\n\\end{align*}\n")
    )
    between, around = tuples(paper)
    for i, places in enumerate(paper.places(key)):
        label = f"{mark(paper, key)}_{i + 1}"
        paper.say(f"{start}{label} &= ", "index")
        if base(key) == "O":
            _weighted(paper, key, i)
        for place in places if base(key) != "O" else ():
            paper.say(between if place != places[0] else around[0])
            how(place)
        with paper.block(), paper.row(label):
            paper.say(("" if base(key) == "O" else around[1]) + " \\\\\n&= ")
            row(paper, key, i, between, around)
        paper.say(close)


def _weighted(paper: Paper, key: str, i: int) -> None:
    between, around = tuples(paper)
    terms = list(zip(*(products(paper.work.calculation, *place) for place in paper.places(key)[i]), strict=True))
    for number, columns in enumerate(terms):
        paper.plus(" + " if number else "")
        paper.entry(*columns[0][0], again=key)
        paper.say(r"\,")
        again(paper, [value for _, value in columns], key, between, around)
    added = (around[0] + between.join(_worth(paper, *pair) for pair in columns) + around[1] for columns in terms)
    paper.say(" \\\\\n&= " + " + ".join(added), "product")


def _split_plain(paper: Paper, key: str) -> None:
    paper.say("\\[ ")
    vectors(paper, key, r", \quad ")
    paper.say(" \\]\n")


split_rows = by_lines(_split, _split_plain, TIMES, TEX, "tex")
