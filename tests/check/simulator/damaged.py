"""What happens to a page: it ends within a matrix, rows go on below, numbers are crossed out, doubted or badly read."""

from __future__ import annotations

from .blocks import Rows, vector
from .headings import caption, head, put, title
from .naming import row_label, symbol, words
from .paper import Paper
from .terms import Place

LABELS = ("token", "digit", "lowered", "none", "word")
# Of each language: what stands at the foot of a page, and at the head of the next one.
FEET = {
    "en": (
        "- {n} -\n\n",
        "Page {n} of 4\n\n",
        "(continued on next page)\n\n--- page {m} ---\n\n",
        "\f\nName: M. K.   p. {m}\n\n",
        "*(page {m})*\n\n",
        "[end of page {n}]\n\n[page {m}]\n\n",
    ),
    "de": ("- {n} -\n\n", "Seite {n} von 4\n\n", "(weiter auf S. {m})\n\n--- Seite {m} ---\n\n", "*(Seite {m})*\n\n"),
    "fr": ("- {n} -\n\n", "Page {n} sur 4\n\n", "(suite page {m})\n\n--- page {m} ---\n\n", "*(page {m})*\n\n"),
    "es": (
        "- {n} -\n\n",
        "Página {n} de 4\n\n",
        "(sigue en la pág. {m})\n\n--- pág. {m} ---\n\n",
        "*(página {m})*\n\n",
    ),
}


def _labelled(paper: Paper, key: str, i: int, name: str) -> str:
    label = row_label(paper, key, i, paper.once(f"labels {name}", *LABELS))
    return f"{label}{paper.once(f'{name} after', ': ', ' = ', '  ')}" if label else ""


def over_the_page(paper: Paper) -> None:
    """The page ends after some of a matrix's rows, and the rest stands on the next one."""
    title(paper)
    foot, page = paper.once("foot", *FEET[paper.language.name]), 1
    between = paper.separator("over", ", ", "  ", " | ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        rows = paper.places(key)
        broken = paper.numbers.randint(1, 3) if paper.chance(0.4) else 0
        with paper.block():
            for i, places in enumerate(rows):
                if i and i == broken:
                    paper.say("\n" + foot.format(n=page, m=page + 1), "page")
                    page += 1
                label = _labelled(paper, key, i, "over")
                with paper.row(label.strip(" =:")):
                    paper.say(label, "index")
                    vector(paper, places, between, paper.once("over around", ("", ""), ("[", "]"), ("", "")))
                paper.say("\n")
        paper.say("\n")


COLUMNS = (
    ("Columns {a} through {b}:\n\n", "Column {a}:\n\n"),
    (" Columns {a} and {b}:\n\n", " Column {a}:\n\n"),
    ("cols {a}-{b}\n", "col {a}\n"),
    ("... columns {a}, {b}\n", "... column {a}\n"),
)


def by_parts(paper: Paper) -> None:
    """A program that prints the first two columns of a matrix, then the others."""
    many, one = paper.once("columns", *COLUMNS)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        name = symbol(paper, key, "names")
        put(paper, name, paper.once("parts heading", "{} =\n\n", "{} =\n\n", "{}:\n"))
        rows, columns = paper.places(key), paper.shape(key)[1]
        with paper.block():
            for first in range(0, columns, 2):
                last = min(columns, first + 2)
                if columns > 2:
                    paper.say((many if last > first + 1 else one).format(a=first + 1, b=last), "header")
                for places in rows:
                    with paper.row(name):
                        paper.say("   ")
                        vector(paper, places[first:last], "   ")
                    paper.say("\n")
                paper.say("\n")


def over_two_lines(paper: Paper) -> None:
    """A row of more than two numbers goes on in the next line, indented or behind a sign."""
    title(paper)
    end = paper.once("goes on", "\n      ", " \\\n    ", " ...\n   ", ",\n     ", " ↩\n  ")
    end = "\n      " if "," in end and "," in paper.numerals.mark else end
    between = ", " if end.startswith(",") else paper.separator("goes on", ", ", "  ", "; ")
    start, close = paper.once("goes around", ("", ""), ("[", "]"), ("(", ")"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = _labelled(paper, key, i, "two lines")
                with paper.row(label.strip(" =:")):
                    paper.say(label + start, "index")
                    vector(paper, places[:2], between)
                    if len(places) > 2:
                        paper.say(end if not end.startswith("\n") or not between.strip() else between.rstrip() + end)
                        vector(paper, places[2:], between)
                    paper.say(close)
                paper.say("\n")
        paper.say("\n")


# Crossed out.

CROSSED = {
    "md": ("~~@~~ ", "<del>@</del> ", "<s>@</s> ", "~~@~~→", "[crossed out: @] ", "~~@~~", "(~~@~~) "),
    "txt": ("[crossed out: @] ", "(@ crossed out) ", "--@-- ", "{-@-} ", "[-@-]"),
    "tex": (r"\sout{@} ", r"\st{@}\ ", r"\xcancel{@}\ ", r"\cancel{@}", r"\bcancel{@} "),
}


def _wrong(paper: Paper, place: Place) -> str:
    """A wrong start of the same length; the number itself where it has no digit to change."""
    text = paper.text(*place)
    at = max((at for at, sign in enumerate(text) if sign.isdigit()), default=None)
    by = str(paper.numbers.randint(0, 9))
    return text if at is None or len(text) < 3 else text[:at] + by + text[at + 1 :]


def crossed(paper: Paper, place: Place, share: float = 0.25) -> None:
    """A number, now and then behind a wrong one that is crossed out."""
    sort = "tex" if paper.numerals.is_latex else paper.extension
    before, _, after = paper.once("crossed", *CROSSED[sort]).partition("@")
    if paper.chance(share):
        wrong = _wrong(paper, place)
        paper.say(before)
        paper._number(wrong, wrong, place, struck=True)
        paper.say(after)
    paper.entry(*place)


def crossed_out(paper: Paper, key: str) -> None:
    """Rows in which numbers are crossed out and written again behind it."""
    between = paper.separator("crossed", ", ", "  ", " | ", "; ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = _labelled(paper, key, i, "crossed")
            with paper.row(label.strip(" =:")):
                paper.say(label, "index")
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    crossed(paper, place)
            paper.say("\n")


def crossed_matrices(paper: Paper, key: str) -> None:
    """LaTeX matrices with crossed-out entries."""
    paper.say(f"$$ {symbol(paper, key, 'names')} = \\begin{{pmatrix}} ", "name")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(r" \\ " if i else "")
            with paper.row(symbol(paper, key, "names")):
                for number, place in enumerate(places):
                    paper.say(" & " if number else "")
                    crossed(paper, place, 0.15)
    paper.say(" \\end{pmatrix} $$\n")


def rows_again(paper: Paper, key: str) -> None:
    """A whole row is crossed out and stands again below."""
    left, right = paper.once("row out", ("~~", "~~"), ("<del>", "</del>"), ("[crossed out] ", ""), ("~~ ", " ~~"))
    between = paper.separator("again", ", ", "  ", " | ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = _labelled(paper, key, i, "again")
            if paper.chance(0.25):
                with paper.row(label.strip(" =:")):
                    paper.say(left + label, "index")
                    for number, place in enumerate(places):
                        paper.say(between if number else "")
                        wrong = _wrong(paper, place)
                        paper._number(wrong, wrong, place, struck=True)
                    paper.say(right + "\n\n")
            with paper.row(label.strip(" =:")):
                paper.say(label, "index")
                vector(paper, places, between)
            paper.say("\n\n")


# Doubts, and what programs make of signs.

DOUBTS = (" [?]", "?", " (?)", " [sic]", "[unclear]", " (unsure)", "(!)", " {?}", "*", "†", " ⚠")


def doubted(paper: Paper, key: str) -> None:
    """Numbers of which whoever copied them was not sure."""
    doubt = paper.once("doubt", *DOUBTS)
    _signed(paper, key, "doubted", lambda: ("", doubt if paper.chance(0.3) else ""))


def about(paper: Paper, key: str) -> None:
    """≈0.57, 0.57..., ~0.57: every number is called about so much."""
    signs = paper.once(
        "about", ("≈", ""), ("~", ""), ("≈ ", ""), ("", "..."), ("", "…"), ("ca. ", ""), ("", "~"), ("±", "")
    )
    signs = ("≈", "") if signs[0] == "±" else signs
    _signed(paper, key, "about", lambda: signs if key in paper.work.calculation.records else ("", ""))


def _signed(paper: Paper, key: str, name: str, signs) -> None:  # type: ignore[no-untyped-def]
    between = paper.separator(name, ", ", "  ", " | ", "; ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = _labelled(paper, key, i, name)
            with paper.row(label.strip(" =:")):
                paper.say(label, "index")
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    vector(paper, [place], "", signs())
            paper.say("\n")


def plus_signs(paper: Paper, key: str) -> None:
    """A plus before every number that is not negative."""
    between = paper.separator("plus", ", ", "  ", " | ", " ; ", " ")
    around = paper.once("plus around", ("", ""), ("[", "]"), ("(", ")"))
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = _labelled(paper, key, i, "plus")
            with paper.row(label.strip(" =:")):
                paper.say(label + around[0], "index")
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    text = paper.text(*place)
                    paper.entry(*place, shown=text if text[0] in "-−" else f"+{text}")
                paper.say(around[1])
            paper.say("\n")


WALLS = (("I", "I"), ("l", "l"), ("[", "I"), ("L", "J"), ("(", "|"), ("/", "\\"), ("{", "]"), ("|", "|"), ("r", "1 "))


def bad_brackets(paper: Paper, key: str) -> None:
    """Rows between what a program took the tall brackets for, uneven blanks, blanks behind the minus."""
    left, right = paper.once("walls", *WALLS[:-1])
    wide = paper.once("wide minus", True, False)
    name = symbol(paper, key)
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            with paper.row(name):
                paper.say(f"{name} = {left} " if i == 0 else f"{' ' * (len(name) + 3)}{left} ", "name")
                for number, place in enumerate(places):
                    paper.say(" " * paper.numbers.randint(1, 4) if number else "")
                    text = paper.text(*place)
                    paper.entry(*place, shown=text.replace("-", "- ").replace("−", "− ") if wide else None)
                paper.say(f" {right}\n")


TWO = Rows(("digit", "word", "digit"), (": ", " = "), (", ", "; ", " | "), (("", ""), ("(", ")")))


def both_languages(paper: Paper) -> None:
    """Headings and rows in one language, then in another one, as in a group that works together."""
    other = paper.once("other", *(one for one in ("en", "de", "fr", "es", "it", "pl") if one != paper.language.name))
    first, second = paper.language, type(paper.language)(other, f"{paper.seed} other")
    title(paper)
    for number, key in enumerate((*paper.inputs, *paper.written)):
        paper.language = second if number % 2 else first
        head(paper, key)
        text = words(paper, key)
        put(paper, text, paper.once("both heading", "## {}\n\n", "**{}**\n\n", "{}:\n\n"))
        TWO(paper, key)
        paper.say("\n")
