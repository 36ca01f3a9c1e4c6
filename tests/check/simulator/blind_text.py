"""Homework in plain text and in programs as a class hands it in: typed at a desk, on a phone, beside a script."""

from __future__ import annotations

from functools import partial

from . import blind_parts as parts
from .blind_parts import FINAL, lead, name, phrase, rows, say, table, top, worked
from .blocks import vector
from .calculated import is_product, sums_of
from .code import fixed, literal, numpy, typed, variable
from .hands import LATEX, Hand, addends, cells
from .headings import bye, head, put, title
from .latex import Environment
from .naming import WEIGHTS
from .numerals import lowered
from .paper import Paper
from .terms import Place
from .work import base

HAND = Hand(("*", " * ", "x", "·", " x "), (("", "/", ""), ("", " / ", "")))
SMALL = Hand(("·", "×"), (("", "/", ""), ("", ":", "")), (("e^", ""),))
MATRIX = Environment(("bmatrix", "pmatrix"))


def typed_exam(paper: Paper) -> None:
    """Matrices with brackets behind their names, the first row of scores in full, sums behind exponentials."""
    top(paper)
    around = paper.once("exam", ("[ ", " ]"), ("| ", " |"), ("( ", " )"), ("[", "]"))
    say(paper, "task", "{}\n\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        paper.heading(None)
        if key in paper.written and base(key) not in "QKV":
            put(paper, lead(paper, key), paper.once("exam form", "{}:\n\n", "-- {} --\n\n", "* {}\n\n"))
            parts.noted(paper, key)
        if base(key) == "S" and is_product(paper, key):
            parts.each_worked(paper, paper.places(key)[0], HAND, ("  ", "\n  ", "\n\n"), _dotted)
        parts.drawn(paper, key, f"{name(paper, key)} = ", around)
        paper.say("\n")
        parts.checked(paper, key)
    say(paper, "final", "{}: ")
    _beside(paper, paper.written[-1])


def _dotted(_: Paper, place: Place) -> str:
    return f"q{place[1] + 1}.k{place[2] + 1}"


def _beside(paper: Paper, key: str) -> None:
    paper.heading(phrase(paper, "final"))
    rows(paper, key, "{} = ", paper.separator("beside", ", ", "; "), ("(", ")"), "   ")


def all_entries(paper: Paper) -> None:
    """Every entry on a line behind (1,2), with what it is calculated from; rules between the parts, the answer last."""
    title(paper, "txt")
    rule = paper.once("rule", "-" * 40, "=" * 30, "")
    forms = ("({i},{j})", "{n}{i}{j}", "{n}[{i},{j}]", "{n}({i},{j})")
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        head(paper, key, ("{}\n\n",))
        paper.say(f"{number}) " if paper.once("entries numbered", True, False) else "", "exercise")
        put(paper, lead(paper, key), "{}\n")
        if parts.can_be_shown(paper, key) or base(key) == "Z":
            _entries(paper, key, forms)
        else:
            rows(paper, key, "   {} = ", paper.separator("all", ", ", "  ", "; "), ("(", ")"))
        paper.say(f"{rule}\n" if rule else "\n")
    say(paper, "final", "=> {}: ")
    _beside(paper, paper.written[-1])


def _entries(paper: Paper, key: str, forms: tuple[str, ...]) -> None:
    form = paper.once("entry form", *forms)
    with paper.block():
        for place in cells(paper, key):
            label = parts.index(paper, place, None if 1 in paper.shape(key) else form)
            paper.say("   ")
            if base(key) == "Z":
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    addends(paper, key, place[1])
                    paper.entry(*place)
            else:
                worked(paper, place, HAND, label)
            paper.say("\n")


def on_a_phone(paper: Paper) -> None:
    """Lowered digits, several equations on a line, calculations only for the first query."""
    top(paper, "{}\n")
    comma = paper.separator("phone", ", ", "; ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        paper.say("\n")
        put(paper, lead(paper, key), paper.once("phone form", "{}:\n", "{}\n", "• {}\n"))
        if base(key) in WEIGHTS:
            rows(paper, key, "{} = ", comma, ("(", ")"))
            continue
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                if i == 0 and is_product(paper, key) and len(places) > 1:
                    parts.each_worked(paper, places, SMALL, ("", "\n", "\n"), partial(parts.index, form="{n}{l}"))
                    continue
                label = parts.row_name(paper, key, i)
                label = label[:-1] + lowered(label[-1]) if label[-1:].isdigit() else label
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    vector(paper, places, comma, ("(", ")") if len(places) > 1 else ("", ""))
                paper.say("\n" if i + 1 == paper.shape(key)[0] else paper.once("phone end", "\n", ", ", "; "))
        parts.checked(paper, key, "{}: {}\n")
        parts.noted(paper, key, "{}\n")
    bye(paper)


def queries_across(paper: Paper) -> None:
    """Keys down and queries across, as K Qᵀ stands; sums of columns below; tokens with their vectors in rows."""
    title(paper, "txt")
    corner = paper.once("corner", "key \\ query", "k\\q", "")
    wide = max(len(paper.text(*place)) for key in paper.written for places in paper.places(key) for place in places)
    for key in (*paper.inputs, *paper.written):
        if base(key) == "Z":
            continue
        head(paper, key, ("{}\n",))
        across = paper.once("across form", "{} (columns = queries)\n", "{}, one column per query:\n")
        put(paper, lead(paper, key), across if parts.is_pair(paper, key) else "{}\n")
        if parts.is_pair(paper, key):
            _across(paper, key, corner, wide + 2)
        else:
            rows(paper, key, "  {:<10}", "  ", ("", ""))
        paper.say("\n")
    bye(paper)


def _across(paper: Paper, key: str, corner: str, wide: int) -> None:
    columns = [list(column) for column in zip(*paper.places(key), strict=True)]
    paper.say(f"  {corner:<12}" + "".join(f"{f'q{i + 1}':>{wide}}" for i in range(len(columns[0]))) + "\n", "header")
    with paper.block():
        for j, places in enumerate(columns):
            with paper.row(f"k{j + 1}"):
                paper.say(f"  {f'k{j + 1}':<12}", "index")
                for place in places:
                    paper.entry(*place, width=wide)
                paper.say("\n")
    if base(key) == "E" and (sums := sums_of(paper, key)):
        with paper.block(), paper.row("sum"):
            paper.say(f"  {'sum':<12}", "label")
            for i in range(len(columns[0])):
                paper.entry(sums, i, 0, width=wide)
            paper.say("\n")


def commented_script(paper: Paper) -> None:
    """A script with remarks in words, and what it printed as remarks below each line."""
    paper.say(f'"""{phrase(paper, "solution")}, {phrase(paper, "names")}"""\nimport numpy as np\n\n', "code")
    paper.heading(None)
    for key in paper.inputs:
        literal(paper, key, f"{variable(paper, key)} = np.array(", ")\n", "")
    for key in paper.written:
        paper.say("\n")
        put(paper, lead(paper, key), "# {}\n")
        paper.say(f"{variable(paper, key)} = {typed(paper, key)}\nprint({variable(paper, key)})\n", "code")
        paper.kept["named"] = variable(paper, key)
        _printed(paper, key)


def _printed(paper: Paper, key: str) -> None:
    start, shown = paper.once("remark", "# ", "#> ", "# -> "), fixed(paper, key)
    wide = max(len(text) for texts in shown for text in texts)
    several = paper.shape(key)[0] > 1
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            with paper.row(variable(paper, key)):
                paper.say(start + (" [" if i else "[[" if several else "["))
                for j, place in enumerate(places):
                    paper.say(" " if j else "")
                    paper.entry(*place, shown=shown[i][j], width=wide)
                paper.say("]]\n" if several and i + 1 == paper.shape(key)[0] else "]\n")


def formulas_and_tables(paper: Paper) -> None:
    """Displays up to the scores with one of them in a sentence, then a table of weights, and sentences with vectors."""
    title(paper)
    top(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("## {}\n\n",))
        if key in paper.written:
            put(paper, lead(paper, key), "**{}.** ")
            parts.noted(paper, key, "{} ")
        if base(key) in ("S", "O") and is_product(paper, key):
            say(paper, "example", "{} ")
            parts.each_worked(paper, paper.places(key)[0][:1], LATEX, ("$", "", "$. "))
        paper.say("\n\n" if key in paper.written else "")
        if base(key) in ("E", "A") and not key[-1].isdigit():
            table(paper, key, f"${name(paper, key)}$")
        elif base(key) in FINAL:
            rows(paper, key, "- ${}$: ", paper.separator("mixed", ", ", "; ", r",\ "), ("$(", ")$"))
        else:
            paper.say(f"$${name(paper, key)} = ", "name")
            MATRIX(paper, key)
            paper.say("$$\n\n")
        parts.checked(paper, key, "{}: {}.\n\n")


def report_with_prints(paper: Paper) -> None:
    """A short report: what is done in a sentence, the prints in fences, and a table of the answers."""
    top(paper)
    say(paper, "task", "## {}\n\n")
    paper.heading(None)
    paper.say("```python\n")
    for key in paper.inputs:
        literal(paper, key, f"{variable(paper, key)} = np.array(", ")\n", "")
    paper.say("```\n\n")
    for number, key in enumerate(paper.written, 1):
        put(paper, lead(paper, key), f"{number}. " + "{}:\n\n")
        paper.kept["named"] = name(paper, key)
        paper.say(f"```\n>>> {variable(paper, key)} = {typed(paper, key)}\n>>> print({variable(paper, key)})\n", "code")
        numpy(paper, key)
        paper.say("```\n\n")
    put(paper, phrase(paper, "final"), "### {}\n\n")
    table(paper, paper.written[-1])
    say(paper, "note", "{}\n")
