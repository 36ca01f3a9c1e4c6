"""Rows with something beside them: checks, names of vectors, results in comments, notes in align, signs on letters."""

from __future__ import annotations

from .blocks import Rows, vector
from .headings import bye, caption, head, put, remark, title
from .naming import letter, row_label, symbol, words
from .numerals import lowered
from .paper import Paper
from .work import base

TUPLES = Rows(("digit", "token"), (" = ", ": "), (", ", "; "), (("(", ")"), ("[", "]")))
CHECKS = (" (sum 1)", "   Σ = 1.00 ✓", " ✓", " (adds up to 1)", "   -> sum 1", " | Σ = 1", "  // = 1", " [sum: 1.000]")
NOTES = (" (ok)", " ← largest last", " !", " (rounded)", "   # from the sheet", " ✔")


def checked(paper: Paper) -> None:
    """Remarks behind the rows: their sums, ticks, notes."""
    title(paper)
    check, note = paper.once("check", *CHECKS), paper.once("note", *NOTES)
    between = paper.separator("checked", ", ", "  ", " | ")
    around = paper.once("around checked", ("", ""), ("[", "]"), ("(", ")"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels checked", "token", "digit", "word", "none"))
                with paper.row(label):
                    paper.say(f"{label}{paper.once('checked after', ': ', ' = ')}" if label else "", "index")
                    vector(paper, places, between, around)
                paper.say(check if base(key) in ("A", "alpha") else note if paper.chance(0.3) else "", "check")
                paper.say("\n")
        paper.say("\n")
    bye(paper)


def rows_in_line(paper: Paper) -> None:
    """All rows on one line, each in its brackets: Q: [1, 2] [3, 4], or by words of the language."""
    title(paper, "txt")
    gap = paper.once("line gap", " ", ", ", "  ", "; ", " / ", " and ", " | ")
    around = paper.once("around line", ("[", "]"), ("(", ")"), ("⟨", "⟩"), ("{", "}"), ("<", ">"))
    between = paper.separator("line", ", ", " ", ",", "; ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n", "{}:\n"))
        named = paper.once("line named", symbol, words)
        name = named(paper, key)
        paper.heading(None)
        paper.say(name + paper.once("line sign", ": ", " = ", " -> ", ":\n"), "name")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(gap if i else "")
                with paper.row(name):
                    vector(paper, places, between, around)
        paper.say("\n\n" if paper.once("line end", True, False) else "\n")


def ordered(paper: Paper) -> None:
    """Rows as an ordered list below the name of the line; an item for the line and items below it for rows."""
    title(paper)
    outer = paper.once("outer list", "", "", "- ", "* ")
    inner = ("   " if outer else "") + paper.once("inner list", "{}. ", "{}) ", "{}. ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        put(paper, words(paper, key), outer + "{}" + paper.once("list colon", ":", "") + ("\n" if outer else "\n\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                with paper.row(None):
                    paper.say(inner.format(i + 1), "index")
                    vector(paper, places, paper.separator("ordered", ", ", "  ", " | "))
                paper.say("\n")
        paper.say("\n")


def entries_by_name(paper: Paper) -> None:
    """S11 = 1.2, S12 = 0.4, S13 = -0.3: every entry by its name, a row on a line."""
    title(paper, "txt")
    form = paper.once(
        "entry name",
        "{n}{i}{j}",
        "{n}_{i}{j}",
        "{n}_{i},{j}",
        "{n}({i},{j})",
        "{n}{li}{lj}",
        "{n}[{i}][{j}]",
        "{n}_{{{i}{j}}}",
        "q{i}k{j}",
        "q{i}.k{j}",
        "q{i}*k{j}",
    )
    sign, gap = paper.once("entry sign", " = ", "=", ": ", " is "), paper.once("entry gap", ", ", "  ", "; ", "\t", " ")
    gap = gap if "," not in paper.numerals.mark else "; "
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        if base(key) not in ("S", "S_scaled", "S_masked", "E", "A"):
            caption(paper, key)
            TUPLES(paper, key)
            paper.say("\n")
            continue
        put(paper, words(paper, key), paper.once("entry heading", "{}:\n", "**{}**\n\n", "# {}\n\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                for j, place in enumerate(places):
                    label = form.format(n=letter(paper, key), i=i + 1, j=j + 1, li=lowered(i + 1), lj=lowered(j + 1))
                    paper.say(gap if j else "")
                    with paper.row(label):
                        paper.say(label + sign, "index")
                        paper.entry(*place)
                paper.say("\n")
        paper.say("\n")


def weights_times_names(paper: Paper) -> None:
    """o1 = 0.3 v1 + 0.7 v2 = (1, 2)"""
    title(paper)
    times, name = (
        paper.once("times name", " ", "·", "*", ""),
        paper.once("value name", "v{i}", "v_{i}", "v{l}", "V{i}", "**v**{l}"),
    )
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        weights = key.replace("O", "A", 1)
        if base(key) != "O" or key in paper.work.mistakes or weights not in paper.written:
            TUPLES(paper, key)
            paper.say("\n")
            continue
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels times", "digit", "token", "index"))
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    for j, place in enumerate(paper.places(weights)[i]):
                        paper.plus(" + " if j else "")
                        paper.entry(*place, again=key)
                        paper.say(times + name.format(i=j + 1, l=lowered(j + 1)), "index")
                    paper.say(" = ")
                    vector(paper, places, paper.separator("times", ", ", "; "), ("(", ")"))
                paper.say("\n\n")
    bye(paper)


def in_comments(paper: Paper) -> None:
    """Lines of code, and what they give in a comment behind or below."""
    code = {
        "Q": "Q = X @ Wq",
        "K": "K = X @ Wk",
        "V": "V = X @ Wv",
        "S": "S = Q @ K.T",
        "S_scaled": "S = S / np.sqrt(d_k)",
        "S_masked": "S = S + mask",
        "E": "E = np.exp(S)",
        "Z": "Z = E.sum(axis=1)",
        "A": "A = softmax(S)",
        "O": "out = A @ V",
    }
    sign = paper.once("comment", "# ", "# ", "#=> ", "#: ")
    paper.say("```python\n" if paper.once("fence", True, False) and paper.extension == "md" else "")
    for key in (*paper.inputs, *paper.written):
        name = symbol(paper, key, "names")
        line = code.get(base(key), "") if key in paper.work.calculation.records else ""
        paper.heading(None)
        paper.say((line or f"{name} = ...") + "\n", "code")
        rows = paper.places(key)
        with paper.block():
            for i, places in enumerate(rows):
                paper.say(sign)
                with paper.row(None):
                    paper.say("[" if i == 0 and len(rows) > 1 else " " if len(rows) > 1 else "")
                    vector(paper, places, paper.once("comment gap", ", ", " ", "  "), ("[", "]"))
                paper.say(("]" if i + 1 == len(rows) and len(rows) > 1 else "") + "\n")
        paper.say("\n")
    paper.say("```\n" if paper.kept["fence"] and paper.extension == "md" else "")


# LaTeX.


def noted_align(paper: Paper) -> None:
    """An align with words in it: before the rows, behind them in a column of their own, as tags."""
    title(paper, "tex")
    sort = paper.once("noted", "before", "behind", "flushed", "tagged")
    over = paper.once(
        "over", r"\vec{{{}}}", r"\mathbf{{{}}}", r"\boldsymbol{{{}}}", "{}", r"\underline{{{}}}", r"\bar{{{}}}"
    )
    around = paper.once(
        "noted around",
        ("(", ")"),
        (r"\langle ", r" \rangle"),
        ("[", "]^T"),
        (r"\left(", r"\right)^{\top}"),
        (r"\begin{bmatrix} ", r" \end{bmatrix}^T"),
    )
    between = " & " if "matrix" in around[0] else paper.separator("noted", ", ", r"\;\; ", ",\\ ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, (r"\textbf{{{}}}" "\n\n",))
        paper.heading(None)
        put(paper, words(paper, key), paper.once("noted heading", "{}:\n", r"\textbf{{{}}}" "\n", "\n{}\n"))
        paper.say("\\begin{align*}\n")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                name = over.format(letter(paper, key)) + f"_{i + 1}"
                note = paper.language.word("row", i=i + 1)
                paper.say(rf"\text{{{note}: }} " if sort == "before" else "", "note")
                with paper.row(name):
                    paper.say(f"{name} &= ", "index")
                    vector(paper, places, between, around)
                paper.say(
                    {
                        "behind": rf" \quad \text{{({note})}}",
                        "flushed": rf" && \text{{{note}}}",
                        "tagged": rf" \tag{{{i + 1}}}",
                    }.get(sort, "")
                    + r" \\"
                    "\n",
                    "note",
                )
        paper.say("\\end{align*}\n\n")
        remark(paper)
