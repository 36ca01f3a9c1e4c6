"""Mathematics as few write it: own macros, packages, pictures, tall cells, fields of Word, other fractions."""

from __future__ import annotations

import re

from .blocks import vector
from .editors import Form
from .headings import caption, head, put, remark, title
from .latex import Environment
from .naming import letter, row_label, symbol, words
from .paper import Paper

# Of each macro: how it is defined, and the matrix as it is written with it.
MACROS = (
    ("\\newcommand{\\mat}[1]{\\begin{pmatrix}#1\\end{pmatrix}}\n", Form("\\mat{", " & ", r" \\ ", "}")),
    ("\\def\\M#1{\\left[\\begin{array}{cccc}#1\\end{array}\\right]}\n", Form("\\M{", " & ", r" \\ ", "}")),
    (
        "\\newcommand{\\bm}{\\begin{bmatrix}}\\newcommand{\\emx}{\\end{bmatrix}}\n",
        Form("\\bm ", " & ", r" \\ ", r" \emx"),
    ),
    ("\\newcommand\\row[1]{(#1)}\n", Form("\\row{", ", ", "}, \\row{", "}")),
    ("\\usepackage{physics}\n", Form("\\mqty(", " & ", r" \\ ", ")")),
    ("\\usepackage{physics}\n", Form("\\pmqty{", "&", r"\\", "}")),
    ("\\usepackage{physics}\n", Form("\\begin{bmqty} ", " & ", r" \\ ", " \\end{bmqty}")),
    ("", Form("\\pmat{", ", ", "; ", "}")),
    ("", Form("\\bmat{", " & ", r" \\ ", "}")),
    ("", Form("\\Bigl[\\begin{smallmatrix*}[r] ", " & ", r" \\ ", " \\end{smallmatrix*}\\Bigr]")),
    ("", Form("\\left(\\begin{tabular}{cccc} ", " & ", r" \\ ", " \\end{tabular}\\right)")),
    ("", Form("\\left[\\vcenter{\\halign{\\hfil$#$&&\\quad\\hfil$#$\\cr ", " & ", "\\cr ", "\\cr}}\\right]")),
)


def macros(paper: Paper) -> None:
    """Q = \\mat{1 & 2 \\\\ 3 & 4}, with the definition at the top or none."""
    define, form = paper.once("macro", *MACROS)
    if "," in paper.numerals.mark and ", " in form.between:
        define, form = MACROS[0]
    paper.say(define + "\n" if paper.once("defined", True, True, False) else "", "preamble")
    title(paper, "tex")
    start, close = paper.once("macro display", ("$$ ", " $$\n\n"), ("\\[ ", " \\]\n\n"), ("$", "$\n\n"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("\\textbf{{{}}}\n\n",))
        caption(paper, key, ("{}:\n\n", "\\textbf{{{}}}\n\n"))
        paper.kept["named"] = name = symbol(paper, key)
        paper.say(f"{start}{name} = ", "name")
        form(paper, key)
        paper.say(close)
        remark(paper)


def pictures(paper: Paper, key: str) -> None:
    """TikZ: a matrix of nodes, or a node for each number at its place."""
    name = symbol(paper, key, "names")
    rows = paper.places(key)
    paper.say("\\begin{tikzpicture}\n")
    if paper.once("matrix of nodes", True, False):
        paper.say(
            f"\\matrix ({letter(paper, key)}) [matrix of math nodes,left delimiter=(,right delimiter=)] {{\n", "name"
        )
        with paper.block():
            for places in rows:
                with paper.row(name):
                    vector(paper, places, " & ", ("", r" \\" + "\n"))
        paper.say("};\n")
    else:
        with paper.block():
            for i, places in enumerate(rows):
                with paper.row(name):
                    for j, place in enumerate(places):
                        paper.say(f"\\node at ({j},-{i}) {{$", "place")
                        paper.entry(*place)
                        paper.say("$};\n")
    paper.say("\\end{tikzpicture}\n")


def tall_cells(paper: Paper) -> None:
    """One LaTeX table of everything: the name of a line in a cell that is as tall as its rows."""
    title(paper, "tex")
    keys = (*paper.inputs, *paper.written)
    columns = max(paper.shape(key)[1] for key in keys)
    rule = paper.once("tall rule", "\\midrule\n", "\\hline\n", f"\\cmidrule{{1-{columns + 2}}}\n")
    paper.say(f"\\begin{{tabular}}{{ll{'r' * columns}}}\n", "header")
    form = paper.once(
        "tall", "\\multirow{{{n}}}{{*}}{{{t}}}", "\\multirow{{{n}}}{{2cm}}{{{t}}}", "\\SetCell[r={n}]{{m}} {t}"
    )
    for key in keys:
        text, rows = words(paper, key), paper.places(key)
        paper.heading(text)
        paper.say(rule)
        with paper.block():
            for i, places in enumerate(rows):
                label = row_label(paper, key, i, paper.once("labels tall", "token", "math"))
                with paper.row(label):
                    paper.say(form.format(n=len(rows), t=text) if i == 0 else "", "label")
                    paper.say(f" & {label} & ", "index")
                    vector(paper, places, " & ", ("", " & " * (columns - len(places)) + " \\\\\n"))
    paper.say("\\end{tabular}\n")


OVERS = (
    r"{\1 \\over \2}",
    r"\\dfrac{\1}{\2}",
    r"\\tfrac{\1}{\2}",
    r"\\nicefrac{\1}{\2}",
    r"\\cfrac{\1}{\2}",
    r"(\1)/(\2)",
    r"\1/\2",
)


def over(paper: Paper, key: str) -> None:
    """Exact forms with other bars of fractions, in rows of tuples."""
    form = paper.once("over", *OVERS[:5])
    paper.say(f"${symbol(paper, key, 'names')} = ", "name")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(paper.once("over gap", r",\; ", ", ") if i else "")
            with paper.row(symbol(paper, key, "names")):
                paper.say("(")
                for number, place in enumerate(places):
                    paper.say(paper.separator("over", ", ", "; ") if number else "")
                    shown = re.sub(
                        r"\\frac\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}", form, paper.text(*place)
                    )
                    paper.entry(*place, shown=shown)
                paper.say(")")
    paper.say("$\n\n")


VECTORS = (Form("vec(", ", ", "", ")"), Form('vec(delim: "[", ', ", ", "", ")"), Form("column(", ",", "", ")"))


def typst_vectors(paper: Paper) -> None:
    """$ q_1 = vec(0.5, 0.3) $, or arrays of arrays behind #let."""
    title(paper, "txt")
    is_code = paper.once("let", True, False, False)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("= {}\n\n",))
        paper.heading(None)
        put(paper, words(paper, key), paper.once("typst heading", "== {}\n\n", "*{}*\n\n", "{}\n\n"))
        if is_code:
            paper.kept["named"] = name = symbol(paper, key, "names").replace("'", "-s").replace(" ", "-")
            paper.say(f"#let {name} = ", "name")
            Form("(\n  (", ", ", "),\n  (", "),\n)")(paper, key)
            paper.say("\n\n")
            continue
        form = paper.once("typst vector", *VECTORS[:2])
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = f"{letter(paper, key)}_{i + 1}"
                with paper.row(label):
                    paper.say(f"$ {label} = ", "index")
                    vector(paper, places, form.between, (form.start, form.close))
                    paper.say(" $\n")
        paper.say("\n")


def word_fields(paper: Paper, key: str) -> None:
    """{ EQ \\b\\bc\\[(\\a\\co2(1;2;3;4)) }: a field of Word, the numbers one after the other and how many columns."""
    between = ";" if "," in paper.numerals.mark or paper.once("field sign", True, False) else ","
    bracket = paper.once("field bracket", "\\b(", "\\b\\bc\\[(")
    paper.say(f"{symbol(paper, key, 'names')} = {{ EQ {bracket}\\a\\ac\\co{paper.shape(key)[1]}\\hs8(", "size")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(between if i else "")
            with paper.row(symbol(paper, key, "names")):
                vector(paper, places, between)
    paper.say(")) }\n")


ROUND = Environment(("bmatrix", "pmatrix"))


def directives(paper: Paper, key: str) -> None:
    """reStructuredText: a directive with a matrix, or roles with vectors."""
    if paper.once("roles", True, False):
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = f"{letter(paper, key)}_{{{i + 1}}}"
                with paper.row(label):
                    paper.say(f"* :math:`{label} = ", "index")
                    vector(paper, places, paper.separator("roles", ", ", r"\; "), ("(", ")"))
                    paper.say("`\n")
        return
    count = paper.kept["directives"] = paper.kept.get("directives", 0) + 1
    paper.say(
        ".. math::\n" + (f"   :label: eq{count}\n" if paper.once("eq label", True, False) else "") + "\n   ", "equation"
    )
    paper.say(f"{symbol(paper, key, 'names')} = ", "name")
    ROUND(paper, key)
    paper.say("\n")


SPANS = (
    ('<div class="row">', "<span>", "</span>", "</div>\n"),
    ("<p>", '<span style="padding-left:24px">', "</span>", "</p>\n"),
    ("<div class='r'>", "<div class='c'>", "</div>", "</div>\n"),
    ('<p class="MsoNormal" style="margin-left:36.0pt">', "<i>", "</i>&nbsp;&nbsp; ", "<o:p></o:p></p>\n"),
    ("<mrow>", "<mn>", "</mn><mo>,</mo>", "</mrow>\n"),
)


def spans(paper: Paper) -> None:
    """HTML of an editor: a <div> for each row and a <span> for each number."""
    start, left, right, end = paper.once("spans", *SPANS[:4])
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("<h2>{}</h2>\n",))
        put(
            paper,
            words(paper, key),
            paper.once(
                "span heading", "<h4>{}</h4>\n", "<div><b>{}</b></div>\n", '<p class="MsoNormal"><b>{}</b></p>\n'
            ),
        )
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = f"{letter(paper, key)}<sub>{i + 1}</sub>" if paper.once("span label", True, False) else ""
                with paper.row(f"{letter(paper, key)}{i + 1}" if label else words(paper, key)):
                    paper.say(start, "style")
                    paper.say(f"{left}{label} = {right}" if label else "", "style")
                    for place in places:
                        paper.say(left, "style")
                        paper.entry(*place)
                        paper.say(right)
                    paper.say(end)
        paper.say("\n")


COPIED = (
    ("[\n", "\n", "\n\n", "\n]\n"),
    ("⎡\n⎢\n⎣\n", "\n", "\n", "\n⎤\n⎥\n⎦\n"),
    ("(\n", "\n", "\n\u200b\n", "\n)\n"),
    ("[ \n", "  \n", "  \n \n", "\n ] \n"),
    ("\n", "\t\n", "\n\n", "\n"),
)


def copied(paper: Paper, key: str) -> None:
    """What is left of a rendered formula that was copied: one sign or number on each line."""
    start, between, end, close = paper.once("copied", *COPIED)
    name = symbol(paper, key, "names")
    paper.say(f"{name}\n=\n{start}" if paper.once("sign apart", True, False) else f"{name}={start}", "name")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(end if i else "")
            with paper.row(name):
                vector(paper, places, between)
    paper.say(close)
