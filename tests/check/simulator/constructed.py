"""Matrices as languages build, store and print them: constructors, sessions, Lisp, TOML, XML, records."""

from __future__ import annotations

from .blocks import vector
from .editors import Form
from .headings import head, put, title
from .naming import letter, row_label, symbol, token, words
from .paper import Paper
from .singly import plain
from .work import base


def _flat(paper: Paper, key: str, between: str = ", ", *, by_columns: bool = False) -> None:
    """All numbers one after the other."""
    rows = paper.places(key)
    rows = [list(column) for column in zip(*rows, strict=True)] if by_columns else rows
    with paper.block():
        for i, places in enumerate(rows):
            paper.say(between if i else "")
            with paper.row(paper.kept["named"]):
                vector(paper, places, between)


# What stands before all numbers in a row, between them and behind them; {r} and {c} are rows and columns.
SIZED = (
    ("np.array([", ", ", "]).reshape({r}, {c})"),
    ("matrix(c(", ", ", "), nrow = {r}, byrow = TRUE)"),
    ("reshape([", " ", "], {c}, {r})'"),
    ("Matrix({r}, {c}, [", ", ", "])"),
    ("ArrayReshape[{{", ", ", "}}, {{{r}, {c}}}]"),
    ("torch.tensor([", ", ", "]).view({r}, {c})"),
    ("DenseMatrix({r}, {c}, ", ", ", ")"),
)
JOINED = (
    Form("rbind(c(", ", ", "), c(", "))"),
    Form("np.vstack(([", ", ", "], [", "]))"),
    Form("vcat([", " ", "], [", "])"),
    Form("Matrix.of(\n  row(", ", ", "),\n  row(", "))"),
    Form("torch.stack([t(", ", ", "), t(", ")])"),
    Form("hstack4({", ", ", "}, {", "})"),
    Form("np.matrix('", " ", "; ", "')"),
    Form("[", ", ", ";\n     ", "];"),
)


def constructors(paper: Paper) -> None:
    """Q = np.array([1, 2, 3, 4]).reshape(2, 2); rbind(c(1, 2), c(3, 4))"""
    is_sized = paper.once("sized", True, False)
    start, between, close = paper.once("sized form", *SIZED)
    comment = "% {}\n" if "]'" in close else "# {}\n"
    for key in (*paper.inputs, *paper.written):
        head(paper, key, (comment,))
        paper.heading(None)
        if paper.once("commented", True, False):
            put(paper, words(paper, key), comment)
        paper.kept["named"] = name = plain(symbol(paper, key, "names"))
        paper.say(f"{name} = ", "name")
        rows, columns = paper.shape(key)
        if is_sized:
            paper.say(start.format(r=rows, c=columns), "size")
            _flat(paper, key, between)
            paper.say(close.format(r=rows, c=columns), "size")
        else:
            paper.once("joined form", *JOINED)(paper, key)
        paper.say("\n\n" if paper.once("blank lines", True, False) else "\n")


def by_columns(paper: Paper) -> None:
    """matrix(c(1, 3, 2, 4), 2, 2): the numbers column by column, as R takes them unless it is told."""
    for key in (*paper.inputs, *paper.written):
        rows, columns = paper.shape(key)
        paper.heading(None)
        put(paper, words(paper, key), "# {}\n")
        paper.kept["named"] = name = plain(symbol(paper, key, "names"))
        paper.say(f"{name} <- matrix(c(", "name")
        _flat(paper, key, by_columns=True)
        paper.say(
            paper.once("dims", "), {r}, {c})\n", "), nrow = {r})\n", "), ncol={c})\n").format(r=rows, c=columns), "size"
        )


CODE = {
    "Q": "x . wq",
    "K": "x . wk",
    "V": "x . wv",
    "S": "q . Transpose[k]",
    "S_scaled": "s / Sqrt[dk] // N",
    "S_masked": "s + mask",
    "E": "Exp[s]",
    "Z": "Total /@ e",
    "A": "e / Total[e, {{2}}]",
    "O": "a . v",
}
SHOWN = (
    ("Out[{n}]= ", Form("{{", ", ", "}, {", "}}")),
    ("Out[{n}]//TableForm=\n", Form("", "\t", "\n", "")),
    ("Out[{n}]//MatrixForm=\n", Form("(", "   ", ")\n(", ")")),
    ("Out[{n}]//MatrixForm= ", Form("(", "   ", "\n", ")")),
)


def mathematica(paper: Paper) -> None:
    """In[3]:= what is typed, Out[3]= what comes out, as lists, tables or matrices."""
    before, form = paper.once("shown", *SHOWN)
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        paper.heading(None)
        paper.kept["named"] = name = plain(symbol(paper, key, "names"))
        paper.say(f"In[{number}]:= {name} = ", "code")
        if key in paper.inputs:
            Form("{{", ", ", "}, {", "}}")(paper, key)
        else:
            paper.say(
                CODE.get(base(key), f"calc[{base(key)}]") + (" // MatrixForm" if "Form" in before else ""), "code"
            )
            paper.say("\n\n" + before.format(n=number), "code")
            form(paper, key)
        paper.say("\n\n")


def maple(paper: Paper, key: str) -> None:
    """Matrix(2, 2, {(1, 1) = 0.5, (1, 2) = 0.3}) or with lists of rows."""
    rows, columns = paper.shape(key)
    name = plain(symbol(paper, key, "names"))
    paper.say(f"{name} := Matrix({rows}, {columns}, {{", "size")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            for j, place in enumerate(places):
                paper.say(", " if i or j else "")
                with paper.row(f"({i + 1}, {j + 1})"):
                    paper.say(f"({i + 1}, {j + 1}) = ", "index")
                    paper.entry(*place)
    paper.say(paper.once("maple end", "});\n", "}):\n"))


LISPS = (
    ("(define {n} '", Form("((", " ", ") (", "))"), ")\n"),
    ("(def {n} ", Form("[[", " ", "] [", "]]"), ")\n"),
    ("(setf {n} ", Form("#2A((", " ", ") (", "))"), ")\n"),
    ("{n} ← ", Form("[", " ⋄ ", " ⋄ ", "]"), "\n"),
    ("(setq {n} ", Form("(list (list ", " ", ") (list ", "))"), ")\n"),
    ("{n} =: ", Form("", " ", " ,: ", ""), "\n"),
)


def lisp(paper: Paper, key: str) -> None:
    """(define S '((0.5 0.3) (0.1 0.9)))"""
    start, form, close = paper.once("lisp", *LISPS[:3], LISPS[4])
    paper.kept["named"] = name = plain(symbol(paper, key, "names"))
    paper.say(start.format(n=name), "name")
    form(paper, key)
    paper.say(close)


def toml(paper: Paper) -> None:
    """[scores] and below it q1 = [0.5, 0.3], or keys with dots in them."""
    sort = paper.once("toml", "tables", "dotted", "arrays", "ini")
    for key in (*paper.inputs, *paper.written):
        name = plain(symbol(paper, key, "names"))
        text = words(paper, key) if sort == "ini" else name
        paper.heading(None)
        if sort in ("tables", "ini"):
            put(paper, text, "[{}]\n")
        paper.say(f"{name} = [\n" if sort == "arrays" else "", "name")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = {"dotted": f"{name}.{letter(paper, key)}{i + 1}", "arrays": ""}.get(sort, f"row{i + 1}")
                with paper.row(label or name):
                    paper.say(f"{label} = " if label else "  ", "index")
                    vector(paper, places, ", ", ("", "") if sort == "ini" else ("[", "]"))
                paper.say(",\n" if sort == "arrays" else "\n")
        paper.say("]\n\n" if sort == "arrays" else "\n")


def xml(paper: Paper) -> None:
    """<matrix name="S"><row><c>0.5</c></row></matrix>, or the numbers of a row in an attribute."""
    outer, row, cell = paper.once("tags", ("matrix", "row", "c"), ("Mat", "r", "v"), ("table", "tr", "cell"))
    named = paper.once("xml names", words, symbol)
    flat = paper.once("row as text", True, False)
    for key in (*paper.inputs, *paper.written):
        name = named(paper, key).replace("<", "")
        paper.heading(name)
        paper.say(f'<{outer} name="{name}">\n', "name")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, "token") if paper.once("xml label", True, False) else ""
                with paper.row(label or name):
                    paper.say(f'  <{row} id="{label}">' if label else f"  <{row}>")
                    for place in places if not flat else ():
                        vector(paper, [place], "", (f"<{cell}>", f"</{cell}>"))
                    vector(paper, places if flat else [], " ")
                    paper.say(f"</{row}>\n")
        paper.say(f"</{outer}>\n\n")


def records(paper: Paper) -> None:
    """A page of a database for each row: Name: the, k1: 0.5, k2: 0.3, each on its line."""
    first, field = paper.once(
        "record",
        ("Name: {}\n", "{}: "),
        ("### {}\n\n", "{}:: "),
        (":PROPERTIES:\n:ROW: {}\n", ":{}: "),
        ("token\n{}\n", "{}\n"),
        ("- name: {}\n", "  {}: "),
        ("▸ {}\n", "    {} "),
    )
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        put(paper, words(paper, key), paper.once("record heading", "## {}\n\n", "# {}\n\n", "{}\n\n"))
        is_pair = base(key) in ("S", "S_scaled", "S_masked", "E", "A")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, "token") or paper.language.plain_row(i + 1)
                paper.say(first.format(label), "index")
                for j, place in enumerate(places):
                    with paper.row(label):
                        paper.say(field.format(token(paper, "K", j) if is_pair else f"d{j + 1}"), "index")
                        paper.entry(*place)
                    paper.say("\n")
                paper.say(":END:\n\n" if "PROPERTIES" in first else "\n")


RESULTS = (
    ("#+begin_src python\n{}\n#+end_src\n\n#+RESULTS:\n", "| ", " | ", " |\n"),
    ("#+BEGIN_SRC python :results output\n{}\n#+END_SRC\n\n#+RESULTS:\n", ": ", " ", "\n"),
    ("```r\n{}\n```\n\n", "## ", " ", "\n"),
    (">>> {}\n", "", " ", "\n"),
    ("-- {}\n", "-- > ", " ", "\n"),
    ("{}   %ans:\n", "   ", "   ", "\n"),
)


def results(paper: Paper) -> None:
    """A block of code and what it gives below it, each row behind a sign."""
    title(paper, "org" if paper.extension == "txt" else "md")
    above, before, between, after = paper.once("results", *RESULTS)
    for key in (*paper.inputs, *paper.written):
        name = plain(symbol(paper, key, "names"))
        code = f"{name} = {base(key).lower()}(data)" if key in paper.work.calculation.records else f"print({name})"
        paper.say(above.format(code), "code")
        paper.heading(name)
        with paper.block():
            for places in paper.places(key):
                with paper.row(name):
                    vector(paper, places, between, (before, after))
        paper.say("\n")
