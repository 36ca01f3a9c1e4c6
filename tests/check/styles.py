"""Styles in which people write their work down: what stands before a line, how a matrix and a calculation look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from synthetic import HIDDEN, Page, Part
from wordings import ENGLISH, FORMULAS, GERMAN, NAMES

from attncalc.reading.number import Node
from attncalc.worksheet.entries import entry
from attncalc.worksheet.expression import Expr

Matrix = Callable[[Page, str], None]


def latex(environment: str, end: str = r" \\ ") -> Matrix:
    """A matrix in a LaTeX environment; `end` stands between its rows."""

    def write(page: Page, key: str) -> None:
        page.say(rf"\begin{{{environment}}} ")
        _rows(page, key, " & ", end)
        page.say(rf" \end{{{environment}}}")

    return write


def brackets(page: Page, key: str) -> None:
    """[[1, 2], [3, 4]]; a vector is one list."""
    rows, _ = page.shape(key)
    page.say("[[" if rows > 1 else "[")
    _rows(page, key, ", ", "], [", "-inf")
    page.say("]]" if rows > 1 else "]")


def printed(page: Page, key: str) -> None:
    """As NumPy prints it: rows below one another, no commas."""
    rows, _ = page.shape(key)
    page.say("\n[[" if rows > 1 else "[")
    _rows(page, key, "  ", "]\n [", "-inf")
    page.say("]]" if rows > 1 else "]")


def table(page: Page, key: str) -> None:
    """A Markdown table with a row for each token."""
    rows, columns = page.shape(key)
    page.writing += 1
    page.say("\n\n| |" + " |" * columns + "\n|---" + "|---:" * columns + "|\n")
    for i in range(rows):
        page.say(f"| {page.choice('token', 'row', 'q')} {'abcdef'[i]} | ")
        for j in range(columns):
            page.number(key, i, j, hidden="-inf")
            page.say(" | " if j + 1 < columns else " |\n")


def _rows(page: Page, key: str, between: str, end: str, hidden: str = r"-\infty") -> None:
    page.writing += 1
    rows, columns = page.shape(key)
    for i in range(rows):
        page.say(end if i else "")
        for j in range(columns):
            page.say(between if j else "")
            page.number(key, i, j, hidden=hidden)


@dataclass(frozen=True)
class Style:
    """How a page looks. `whole` and `one` are templates around a formula, with {label} and {body} in them.

    `place` is a template for the label of one entry, `product` one for a term; `softmax` for a quotient (None: only
    whole matrices). A page has `words` before its lines where there are any.
    """

    matrix: Matrix
    whole: str
    one: str = ""
    place: str = ""
    product: str = ""
    softmax: tuple[str, str, str] | None = None
    label: Callable[[str, str], str] = lambda name, formula: f"{name} = {formula}"
    words: dict[str, str] = field(default_factory=dict)
    operands: str = ""  # the sign between the factors, where they are written as matrices
    before: str = ""
    after: str = ""
    again: bool = True  # whether the whole matrix stands after its entries
    plain: bool = False


def name(name: str, formula: str) -> str:
    """Only the name."""
    return name


def formula(name: str, formula: str) -> str:
    """Only the formula."""
    return formula


def nothing(name: str, formula: str) -> str:
    """No label: the words say it."""
    return ""


DISPLAY = "$$ {label} = {body} $$\n\n"
STYLES = {
    "displays": Style(latex("bmatrix"), DISPLAY, label=formula),
    "displays with words": Style(latex("pmatrix", " \\\\\n"), "$${label} = {body}$$\n\n", words=ENGLISH),
    "prose": Style(latex("bmatrix"), "$ {label} = {body} $.\n\n", label=name, words=ENGLISH),
    "written out": Style(latex("bmatrix"), DISPLAY, "$$ {label} {body} $$\n\n", "({i},{j}) :", r"{a} \times {b}",
                         label=formula, words=ENGLISH),
    "entries": Style(latex("bmatrix"), DISPLAY, "$${label} {body}$$\n", "{name}_{{{i}{j}}} =", r"({a} \cdot {b})",
                     label=formula, again=False),
    "quotients": Style(latex("bmatrix"), DISPLAY, "$${label} {body}$$\n\n", "{name}_{{{i}{j}}} =", r"{a} \cdot {b}",
                       (r"\frac{{{above}}}{{{below}}}", "e^{{{a}}}", " + "), label=name, words=ENGLISH),
    "bare quotients": Style(latex("bmatrix"), DISPLAY, "$${label} {body}$$\n\n", "{name}_{{{i}{j}}} =", "",
                            ("{above} / {below}", "e^{{{a}}}", " + "), label=formula),
    "operands": Style(latex("bmatrix"), DISPLAY, label=formula, operands=" "),
    "operands with words": Style(latex("pmatrix"), "\\[\n{label} = {body}\n\\]\n", words=ENGLISH, operands=r" \times "),
    "align": Style(latex("bmatrix"), "{label} &= {body} \\\\\n", label=formula, before="\\begin{align*}\n",
                   after="\\end{align*}\n"),
    "plain": Style(brackets, "{label} = {body}\n\n", label=name, words=ENGLISH, plain=True),
    "plain written out": Style(brackets, "{label} = {body}\n", "{label} {body}\n", "{name}{i}{j} =", "{a}*{b}",
                               ("{above} / ({below})", "exp({a})", " + "), label=name, plain=True),
    "printed": Style(printed, "{label} = {body}\n\n", label=name, before="```\n", after="```\n", plain=True),
    "tables": Style(table, "{label}{body}\n", label=nothing, words=ENGLISH, plain=True),
    "German": Style(latex("pmatrix"), "$$ {label} = {body} $$\n\n", "$$ {label} {body} $$\n\n", "{name}_{{{i},{j}}} =",
                    r"{a} \cdot {b}", words=GERMAN, label=name),
}  # fmt: skip


def page_of(page: Page, style: Style) -> Page:
    """The whole work in a style."""
    words, head = style.words, None
    if words:
        page.say(f"## {words['title']}\n\n")
        if page.numbers.random() < 0.5:
            _given(page, style)
    page.say(style.before)
    for key in page.work.written:
        section = key.rpartition("_")[2] if key[-1].isdigit() else ""
        if section and section != head and not style.before:
            page.say(f"### {(words or ENGLISH)['head']} {section}\n\n")
        head = section
        if words:
            page.say(words[base_of(key)] + (" " if page.numbers.random() < 0.5 else "\n\n"))
        _line(page, style, key)
    page.say(style.after)
    return page


def _given(page: Page, style: Style) -> None:
    """The question's matrices, copied."""
    page.say(style.words["given"] + "\n\n")
    for key in page.work.calculation.inputs:
        if key != "M" and not key[-1].isdigit():
            label = f"W_{key[1]}" if key[0] == "W" and key[1:] and not style.plain else key
            if not style.label("x", "x"):
                page.say(f"{label} is")
            _fill(page, style.whole, label=label, body=partial(style.matrix, page, key))


def _line(page: Page, style: Style, key: str) -> None:
    """One line of the work: its entries written out, the whole of it, or both."""
    expr = page.work.calculation.records[key].expr
    out = _can_be_written_out(page, style, key, expr)
    rows, columns = page.shape(key)
    if out:
        page.writing += 1
        for i in range(rows):
            for j in range(columns):
                _fill(
                    page,
                    style.one,
                    label=_place(page, style, key, i, j),
                    body=lambda i=i, j=j: _calculation(page, style, key, expr, i, j),
                )
    if not out or style.again:
        if out:
            page.say("\n")
        _fill(page, style.whole, label=label_of(page, style, key), body=lambda: _whole(page, style, key, expr))


def _whole(page: Page, style: Style, key: str, expr: Expr) -> None:
    operands = [arg.args[0] if arg.op == "transpose" else arg for arg in expr.args]
    if (
        style.operands
        and expr.op == "matmul"
        and all(arg.op == "line" and len(arg.axes) == 2 and (arg.key not in page.work.left_out) for arg in expr.args)
    ):
        style.matrix(page, operands[0].key)
        page.say(style.operands)
        style.matrix(page, operands[1].key)
        page.say(" = ")
    style.matrix(page, key)


def _can_be_written_out(page: Page, style: Style, key: str, expr: Expr) -> bool:
    if expr.op == "matmul" and style.product:
        return not any(leaf.key in page.work.left_out for leaf in expr.lines())
    if expr.op == "share" and style.softmax:
        return not any(text == HIDDEN for row in page.work.texts[_exponents(page, expr)] for text in row)
    return False


def _calculation(page: Page, style: Style, key: str, expr: Expr, i: int, j: int) -> None:
    """An entry as a sum of products, or as a quotient, and its value."""
    if expr.op == "share":
        _quotient(page, style, key, expr, i, j)
    else:
        tree = entry(expr, i, j, lambda leaf, a, b: Node("entry", leaf.key, (Node(str(a)), Node(str(b)))), numeric=True)
        for number, term in enumerate(tree.args if tree.kind == "+" else (tree,)):
            page.say(" + " if number else "")
            one, two = ((leaf.text, int(leaf.args[0].kind), int(leaf.args[1].kind)) for leaf in term.args)
            parts = (Part((key, i + 1, j + 1), number + 1, factor) for factor in (1, 2))
            a, b = (partial(_factor, page, *factor) for factor in zip((one, two), parts, strict=True))
            _fill(page, style.product, a=a, b=b)
    page.say(" = ")
    page.number(key, i, j)


def _factor(page: Page, place: tuple[str, int, int], part: Part) -> None:
    negative = page.work.texts[place[0]][place[1]][place[2]].startswith("-")
    page.say("(" if negative else "")
    page.number(*place, part)
    page.say(")" if negative else "")


def _quotient(page: Page, style: Style, key: str, expr: Expr, i: int, j: int) -> None:
    assert style.softmax
    whole, power, plus = style.softmax
    exponents, place = _exponents(page, expr), (key, i + 1, j + 1)
    _, columns = page.shape(exponents)

    def below() -> None:
        for k in range(columns):
            page.say(plus if k else "")
            _fill(page, power, a=lambda k=k: page.number(exponents, i, k, Part(place, k + 1, 2)))

    _fill(
        page,
        whole,
        above=lambda: _fill(page, power, a=lambda: page.number(exponents, i, j, Part(place, j + 1, 1))),
        below=below,
    )


def _exponents(page: Page, expr: Expr) -> str:
    return page.work.calculation.records[expr.args[0].key].expr.args[0].key


def _place(page: Page, style: Style, key: str, i: int, j: int) -> str:
    """The label of one entry; a vector's has one number."""
    is_vector = len(page.work.values[key].shape) == 1
    template = (
        style.place.replace("({i},{j})", "({j})").replace("{i},", "").replace("{i}", "") if is_vector else style.place
    )
    known = NAMES[base_of(key)].format(h="")
    text = template.format(name=known, i=i + 1, j=j + 1)
    return _plain(text) if style.plain else text


def label_of(page: Page, style: Style, key: str) -> str:
    """What stands before the equals sign."""
    section = key.rpartition("_")[2] if key[-1].isdigit() else ""
    words = {"h": f"_{section}" if section else "", "y": "Y" if "Y" in page.work.calculation.inputs else "X"}
    text = style.label(NAMES[base_of(key)].format_map(words), FORMULAS[base_of(key)].format_map(words))
    return _plain(text) if style.plain else text


def _plain(text: str) -> str:
    return text.replace("\\", "").replace("tilde{S}", "S_masked")


def base_of(key: str) -> str:
    """The name of a line without the number of its head."""
    return key.rstrip("0123456789").rstrip("_")


def _fill(page: Page, template: str, **parts: str | Callable[[], None]) -> None:
    """Writes a template; its fields are texts, or write themselves."""
    from string import Formatter

    for literal, field_name, _, _ in Formatter().parse(template):
        page.say(literal)
        part = parts.get(field_name or "", "")
        if callable(part):
            part()
        elif field_name:
            page.say(part)
