"""Matrices turned or in chains: align that goes on, arrows down, columns written lying, tables of tokens."""

from __future__ import annotations

from .blocks import header, vector, widths
from .calculated import again, is_product, others, scaled_of
from .headings import bye, caption, head, put, title
from .latex import Environment
from .naming import letter, root, row_label, symbol, token, words
from .numerals import lowered
from .paper import Paper
from .terms import Place
from .work import base

MATRIX = Environment(("pmatrix", "bmatrix"))
OF_PAIR = ("S", "S_scaled", "S_masked", "S_biased", "E", "A")
ALIGNS = (
    ("\\begin{align*}\n", "\n\\end{align*}\n\n"),
    ("\\begin{align}\n", "\n\\end{align}\n\n"),
    ("$$\n\\begin{aligned}\n", "\n\\end{aligned}\n$$\n\n"),
    ("\\begin{eqnarray*}\n", "\n\\end{eqnarray*}\n\n"),
)


def align_goes_on(paper: Paper) -> None:
    """S &= QK^T \\\\ &= the two matrices \\\\ &= the result, one align for each line or for all."""
    title(paper, "tex")
    start, close = paper.once("on align", *ALIGNS)
    sign = "&=&" if "eqn" in start else "&="
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("\\paragraph{{{}}}\n",))
        paper.heading(None)
        if paper.once("on words", True, False):
            caption(paper, key, ("{}:\n", "\\textbf{{{}}}\n"))
        paper.say(f"{start}{symbol(paper, key, 'names')} {sign} ", "name")
        if key in paper.work.calculation.records:
            _goes_on(paper, key, sign)
        MATRIX(paper, key)
        paper.say(close)


def _goes_on(paper: Paper, key: str, sign: str) -> None:
    formula = symbol(paper, key, "formulas")
    if formula != symbol(paper, key, "names"):
        paper.say(f"{formula} \\\\\n{sign} ", "name")
    source = scaled_of(paper, key)
    if source:
        paper.say(rf"\frac{{1}}{{{root(paper)}}}", "constant")
        MATRIX.rows(paper, paper.places(source), None, lambda place: paper.entry(*place, again=key))
    elif is_product(paper, key):
        for arg in paper.work.calculation.records[key].expr.args:
            leaf, turned = (arg.args[0], True) if arg.op == "transpose" else (arg, False)
            as_given = turned and paper.once("sign of transposing", True, False)
            rows: list[list[Place]] = paper.places(leaf.key)
            rows = [list(column) for column in zip(*rows, strict=True)] if turned and not as_given else rows
            MATRIX.rows(paper, rows, None, lambda place: paper.entry(*place, again=key))
            paper.say("^T" if as_given else "")
    else:
        return
    paper.say(f" \\\\\n{sign} ")


def arrows_down(paper: Paper) -> None:
    """Matrices in plain signs one below the other, between them an arrow down and what is done."""
    title(paper, "txt")
    left, right = paper.once("down brackets", ("[ ", " ]"), ("| ", " |"), ("( ", " )"), ("", ""))
    arrow = paper.once("down", "   ↓ {}\n", "     |  {}\n     v\n", "  ⇓  {}\n\n", "  ↓\n  {}\n  ↓\n")
    for number, key in enumerate((*paper.inputs, *paper.written)):
        head(paper, key, ("{}\n\n",))
        is_step = base(key) in ("S_scaled", "S_masked", "S_biased", "E", "A") and number and paper.written[0] != key
        text = words(paper, key)
        paper.heading(text if is_step else None)
        paper.say(arrow.format(text) if is_step else "", "heading")
        name = symbol(paper, key)
        sizes = widths(paper, key)
        if not is_step:
            paper.say(f"{name} =\n", "name")
        with paper.block():
            for places in paper.places(key):
                with paper.row(None if is_step else name):
                    paper.say("  " + left)
                    for j, place in enumerate(places):
                        paper.say("  " if j else "")
                        paper.entry(*place, width=sizes[j])
                paper.say(f"{right}\n")
        paper.say("" if is_step else "\n")


def turned_tuples(paper: Paper) -> None:
    """q₁ = (1, 2)ᵀ, s₁ = K q₁ = (2, 3)ᵀ: every row as a column that is written lying."""
    title(paper)
    sign = paper.once("turn", "ᵀ", "^T", "'", "^t", "ᵗ")
    formulas = {"S": "K q{i}", "A": "softmax(s{i})", "O": "Vᵀ a{i}", "Q": "Wqᵀ x{i}", "K": "Wkᵀ x{i}", "V": "Wvᵀ x{i}"}
    with_formulas = paper.once("turned formulas", True, False)
    between, around = paper.separator("turned", ", ", "; ", " "), paper.once("turned around", ("(", ")"), ("[", "]"))
    low = paper.once("low", True, False)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                index = lowered(i + 1) if low else f"{i + 1}"
                label = f"{letter(paper, key)}{index}" if paper.shape(key)[0] > 1 else letter(paper, key)
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    formula = formulas.get(base(key), "").format(i=index)
                    paper.say(f"{formula} = " if formula and with_formulas and key not in paper.inputs else "", "name")
                    vector(paper, places, between, (around[0], around[1] + sign) if len(places) > 1 else ("", ""))
                paper.say("\n" if paper.extension == "txt" else "  \n")
        paper.say("\n")
    bye(paper)


def with_transposes(paper: Paper) -> None:
    """Kᵀ and Vᵀ are written out before they are multiplied, and the factors stand before the result."""
    title(paper, "txt")
    turn = paper.once("transpose", "^T", "ᵀ", "'", " transposed", ".T")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        if base(key) == "S" and is_product(paper, key):
            keys_of = [
                arg.args[0].key for arg in paper.work.calculation.records[key].expr.args if arg.op == "transpose"
            ]
            for other in keys_of:
                columns = [list(column) for column in zip(*paper.places(other), strict=True)]
                name = symbol(paper, other, "names") + turn
                paper.heading(None)
                with paper.block():
                    for i, places in enumerate(columns):
                        with paper.row(name):
                            paper.say(f"{name} = " if i == 0 else " " * (len(name) + 3), "name")
                            again(paper, places, key, "  ", ("[ ", " ]"))
                        paper.say("\n")
                paper.say("\n")
        name = symbol(paper, key)
        paper.heading(None)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                with paper.row(name):
                    paper.say(f"{name} = " if i == 0 else " " * (len(name) + 3), "name")
                    vector(paper, places, "  ", ("[ ", " ]"))
                paper.say("\n")
        paper.say("\n")


def steps_by_tokens(paper: Paper) -> None:
    """A table with a column for each token: a row for its query, its key, its value, its scores, its weights."""
    title(paper)
    keys = [key for key in (*paper.inputs, *paper.written) if paper.shape(key)[0] == paper.shape("O")[0] > 1]
    keys = [key for key in keys if not base(key).startswith("W")]
    between, around = (
        paper.separator("cells", ", ", " ", "; "),
        paper.once("cells around", ("(", ")"), ("[", "]"), ("", "")),
    )
    others(paper, [key for key in (*paper.inputs, *paper.written) if key not in keys])
    heads = [token(paper, "O", i) for i in range(paper.shape("O")[0])]
    paper.heading(None)
    paper.say("| | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 1) + "|\n", "header")
    for key in keys:
        name = paper.once("step named", words, symbol)(paper, key).replace("|", "/")
        paper.say(f"| {name} | ", "label")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(" | " if i else "")
                with paper.row(name):
                    vector(paper, places, between, around if len(places) > 1 else ("", ""))
        paper.say(" |\n")
    bye(paper)


def from_and_to(paper: Paper) -> None:
    """Tables of pairs with from and to in the corner, sums at the right, other lines in tables too."""
    title(paper)
    corner = paper.once("pair corner", r"from \ to", "from ↓ / to →", "q\\k", "query → key", "**Q** / **K**")
    sums = paper.once("pair sums", "Σ", "sum", "total", "")
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        of = "E" + key[1:]
        if base(key) == "Z" and of in paper.written and sums and paper.shape(key)[1] == 1:
            continue
        caption(paper, key)
        over = "Z" + key[1:]
        over = over if base(key) == "E" and over in paper.written and sums and paper.shape(over)[1] == 1 else ""
        _pairs(paper, key, over, corner, sums)
        paper.say("\n")
    bye(paper)


def _pairs(paper: Paper, key: str, over: str, corner: str, sums: str) -> None:
    is_pair = base(key) in OF_PAIR
    heads = [text.strip() for text in header(paper, key, "tokens" if is_pair else "numbers")]
    is_checked = base(key) == "A" and sums and paper.once("checked", True, False)
    heads += [sums] if over or is_checked else []
    paper.say(
        "| " + " | ".join([corner if is_pair else "", *heads]) + " |\n" + "|---" * (len(heads) + 1) + "|\n", "header"
    )
    start = max((fact.block for fact in paper.facts), default=0) + 1
    for i, places in enumerate(paper.places(key)):
        label = row_label(paper, key, i, paper.once("pair labels", "bold", "token")) or str(i + 1)
        paper.blocks = start
        with paper.row(label.strip("*")):
            paper.say(f"| {label} | ", "index")
            vector(paper, places, " | ")
            if over:
                paper.blocks = start + 1
                paper.say(" | ")
                paper.entry(over, i, 0)
        paper.say(" | 1.00 |\n" if is_checked else " |\n", "check")


def dollars_in_cells(paper: Paper) -> None:
    """Markdown tables with every number in dollars, formulas in the header and in the bold line above."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        paper.heading(None)
        text = words(paper, key)
        if paper.once("cells words", True, True, False):
            put(paper, text, "**{}**\n\n")
        over, n = base(key) in OF_PAIR, paper.shape(key)[1]
        heads = [rf"$\mathbf{{k}}_{j + 1}$" if over else f"$c_{j + 1}$" for j in range(n)]
        heads = [token(paper, "K", j) for j in range(n)] if over and paper.once("cells tokens", True, False) else heads
        paper.say(f"| ${symbol(paper, key, 'names')}$ | ", "name")
        paper.say(" | ".join(heads) + " |\n" + "|:---:" * (n + 1) + "|\n", "header")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = (
                    rf"$\mathbf{{{letter(paper, key)}}}_{i + 1}$"
                    if paper.once("cells labels", True, False)
                    else token(paper, key, i)
                )
                with paper.row(label):
                    paper.say(f"| {label} | ", "index")
                    vector(paper, places, "$ | $", ("$", "$"))
                paper.say(" |\n")
        paper.say("\n")
    bye(paper)
