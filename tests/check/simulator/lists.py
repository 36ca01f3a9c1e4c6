"""Pages in plain words and signs: sentences with lists, labelled vectors beside one another, tables that grow."""

from __future__ import annotations

from collections.abc import Callable

from .blocks import vector
from .headings import MARKDOWN, TEXT, bye, caption, head, numbered, put, remark, title
from .naming import letter, row_label, symbol, words
from .numerals import lowered
from .paper import Paper, Part
from .terms import operand, products
from .truth import terms_known
from .work import base

VERBS = {
    "en": ("are", "has", "gets"),
    "de": ("sind", "hat"),
    "fr": ("sont", "a"),
    "es": ("son", "tiene"),
    "it": ("sono", "ha"),
    "pt": ("são", "tem"),
    "nl": ("zijn", "heeft"),
    "pl": ("to", "ma"),
    "ru": ("равны", "—"),
    "tr": (":",),
    "zh": ("为", "是"),
    "ja": ("は",),
    "ko": (":",),
}


def prose(paper: Paper) -> None:
    """Sentences: for every row its name, a verb, and a list with an 'and' before the last number."""
    title(paper, "md" if paper.once("prose file", True, False) else "txt")
    blank = "" if paper.language.is_eastern else " "
    verb = paper.once("verb", *(VERBS[paper.language.name][1:] or VERBS[paper.language.name]))
    bullet = paper.once("prose bullet", "", "- ", "* ", "")
    for key in (*(paper.inputs if paper.chance(0.8) else ()), *paper.written):
        head(paper, key)
        put(paper, words(paper, key), paper.once("prose heading", "{}:\n\n", "{}\n\n", "**{}**\n\n", "\n{}:\n"))
        _sentences(paper, key, blank, verb, bullet)
        remark(paper)
    bye(paper)


def _sentences(paper: Paper, key: str, blank: str, verb: str, bullet: str) -> None:
    rows = paper.places(key)
    between = paper.separator("prose", ", ", "; ", ", ")
    last = f"{blank}{paper.language.and_}{blank}"
    sort = paper.once("prose labels", "token", "italic", "digit", "lowered", "word", "bold")
    end = paper.once("prose end", "\n", ". ", ".\n", "; ")
    with paper.block():
        for i, places in enumerate(rows):
            label = row_label(paper, key, i, sort) or symbol(paper, key, "names")
            if label and base(key).startswith("W") and len(rows) > 1:
                label = f"{symbol(paper, key, 'names')}, {paper.language.plain_row(i + 1)}"
            with paper.row(label):
                paper.say(bullet if "\n" in end else "")
                paper.say(label, "index")
                paper.say(f"{blank}{verb}{blank}" if not verb.startswith(":") else f"{verb} ")
                vector(paper, places, between, last=last)
            paper.say(end if i + 1 < len(rows) else "\n\n")


def labelled(*, numbers: bool = False) -> Callable[[Paper], None]:
    """Several labelled vectors on one line: q1=(1, 2)   q2=(3, 4)."""

    def write(paper: Paper) -> None:
        title(paper, paper.once("file", "md", "txt"))
        for key in (*paper.inputs, *paper.written):
            is_input = key in paper.work.calculation.inputs
            head(paper, key, ("### {}\n\n", "{}\n\n", "**{}**\n\n"))
            if (is_input and base(key).startswith("W")) or base(key) in "WU":
                put(paper, symbol(paper, key, "names"), paper.once("weights", "{}:\n", "{}\n"))
                _plain_rows(paper, key)
                continue
            paper.say(numbered(paper) if numbers and not is_input else "", "answer")
            if not is_input and paper.once("named lines", True, True, False):
                put(paper, words(paper, key), paper.once("line head", "{}\n\n", "{}:\n\n", "{}: "))
            else:
                paper.heading(None)
            _vectors(paper, key)
        bye(paper)

    return write


def _plain_rows(paper: Paper, key: str) -> None:
    indent = paper.once("indent", "    ", "  ", "")
    with paper.block():
        for places in paper.places(key):
            with paper.row(paper.title):
                paper.say(indent)
                vector(paper, places, paper.once("gaps", "  ", " ", "   "))
            paper.say("\n")
    paper.say("\n")


def _vectors(paper: Paper, key: str) -> None:
    around = paper.once("around vectors", ("(", ")"), ("[", "]"), ("<", ">"))
    between = paper.separator("vectors", ", ", "; ", ",", " ")
    sign = paper.once("vector sign", "=", " = ", ": ", " → ")
    gap = paper.once("vector gap", "   ", "  ", ",  ", "; ", "\t")
    rows = paper.places(key)
    if paper.is_turned(key):
        rows = [list(column) for column in zip(*rows, strict=True)]
    sort = paper.once("labels vectors", "digit", "lowered", "index", "brackets")
    forms = {"digit": "{n}{i}", "lowered": "{n}{l}", "index": "{n}_{i}", "brackets": "{n}[{z}]"}
    with paper.block():
        paper.say(paper.once("vector indent", "", "    ", "- ") if paper.column == 1 else "")
        for i, places in enumerate(rows):
            paper.say(gap if i else "")
            label = forms[sort].format(n=letter(paper, key), i=i + 1, l=lowered(i + 1), z=i)
            label = symbol(paper, key, "names") if len(rows) == 1 else label
            with paper.row(label):
                paper.say(label, "index")
                paper.say(sign)
                vector(paper, places, between, around)
    paper.say("\n\n")


def one_number_a_line(paper: Paper) -> None:
    """A name, and the numbers below it, one on each line."""
    title(paper, "txt")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n", "[{}]\n\n"))
        text = words(paper, key)
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("labels lines", "word", "digit", "token"))
            single = paper.shape(key)[0] == 1
            label = text if single else f"{text} {label or i + 1}"
            put(paper, label, paper.once("line label", "{}\n", "{}:\n", "-- {}\n"))
            with paper.block():
                for place in places:
                    with paper.row(label):
                        paper.entry(*place)
                    paper.say("\n")
            paper.say("\n")
    bye(paper)


def growing(paper: Paper) -> None:
    """One table for all states that grows column by column, or several that repeat the last column."""
    title(paper)
    keys = [key for key in paper.written if base(key) in ("e", "E", "alpha")]
    before = [key for key in (*paper.inputs, *paper.written) if base(key) not in ("e", "E", "alpha", "H", "Z", "c")]
    for key in before:
        _line(paper, key)
    again = paper.once("tables again", True, False)
    groups = [keys[number : number + 2] for number in range(max(1, len(keys) - 1))] if again else [keys]
    for number, group in enumerate(groups):
        _states(paper, group, with_states=number == 0, copied=number > 0)
    for key in paper.written:
        if base(key) in ("Z", "c"):
            _line(paper, key)
    bye(paper)


def _line(paper: Paper, key: str) -> None:
    for i, places in enumerate(paper.places(key)):
        name = symbol(paper, key, "names") if paper.shape(key)[0] == 1 else f"{letter(paper, key)}{i + 1}"
        with paper.block(), paper.row(name):
            paper.say(f"{words(paper, key)} {name} = " if i == 0 else f"{name} = ", "index")
            vector(paper, places, paper.separator("states", "; ", ", "), ("(", ")") if len(places) > 1 else ("", ""))
        paper.say("\n\n")


def _states(paper: Paper, keys: list[str], *, with_states: bool, copied: bool) -> None:
    """A row for each state: the state itself, then one number for each line."""
    names = [symbol(paper, key) if paper.once("table names", True, False) else words(paper, key) for key in keys]
    heads = [" ", *([symbol(paper, "H", "names")] if with_states else []), *names]
    paper.say("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|\n", "header")
    with paper.block():
        for j in range(paper.shape("H")[0]):
            label = row_label(paper, "H", j, paper.once("labels states", "token", "digit", "word"))
            with paper.row(label):
                paper.say(f"| {label} | ", "index")
                if with_states:
                    vector(paper, paper.places("H")[j], paper.separator("states", "; ", ", "))
                    paper.say(" | ")
                for number, key in enumerate(keys):
                    paper.say(" | " if number else "")
                    paper.entry(key, 0, j, again=keys[1] if copied and number == 0 and len(keys) > 1 else None)
                paper.say(" |\n")
    paper.say("\n")


def states(paper: Paper) -> None:
    """State by state: products written out, one line for each score, then exponentials and weights."""
    title(paper, paper.once("file", "md", "txt"))
    times = paper.once("times", "×", "·", "*", " · ")
    equals = paper.once("equals", " = ", "＝" if paper.language.name == "ja" else " = ")
    for key in (*paper.inputs, *(one for one in paper.written if base(one) in ("Wh", "Ws", "Uh", "pre", "T"))):
        put(paper, words(paper, key), paper.once("state heading", "{}:\n\n", "{}\n\n"))
        _vectors(paper, key)
    for key in (one for one in paper.written if base(one) in ("e", "E", "Z", "alpha", "c")):
        put(paper, words(paper, key), paper.once("state heading", "{}:\n\n", "{}\n\n"))
        with paper.block():
            for place in paper.places(key)[0]:
                single = len(paper.places(key)[0]) == 1
                label = words(paper, key) if single else f"{letter(paper, key)}{place[2] + 1}"
                with paper.row(label):
                    paper.say(label + equals, "index")
                    if terms_known(paper.work, key) and paper.once("out", True, True, False):
                        _products(paper, place, times)
                        paper.say(equals)
                    paper.entry(*place)
                paper.say("\n")
        paper.say("\n")
        remark(paper)
    bye(paper)


def _products(paper: Paper, place: tuple[str, int, int], times: str) -> None:
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        paper.plus(paper.once("plus", " + ", "+", " + ") if number > 1 else "")
        for side, (key, i, j) in enumerate(factors, 1):
            paper.say(times if side == 2 else "")
            around = paper.text(key, i, j).startswith(("-", "−"))
            paper.say("(" if around else "")
            paper.entry(key, i, j, part=Part(place, number, side))
            paper.say(")" if around else "")


def side_by_side(paper: Paper) -> None:
    """Matrices beside one another in plain signs, with a sign between them and the result at the end."""
    title(paper, "txt")
    shown: set[str] = set()
    for key in paper.written:
        head(paper, key, TEXT)
        caption(paper, key, TEXT)
        expr = paper.work.calculation.records[key].expr
        leaves = [(arg.args[0] if arg.op == "transpose" else arg, arg.op == "transpose") for arg in expr.args]
        can = expr.op == "matmul" and key not in paper.work.mistakes and not paper.is_turned(key)
        can = can and all(leaf.op == "line" and leaf.key not in paper.work.left_out for leaf, _ in leaves)
        source = operand(paper.work.calculation, key)
        parts = [(leaf.key, turned) for leaf, turned in leaves] if can else []
        if source and source in paper.written and paper.once("arrows", True, False) and key not in paper.work.mistakes:
            parts = [(source, False)]
        _beside(paper, key, parts, shown)
        shown |= {name for name, _ in parts} | {key}
        paper.say("\n")
    bye(paper)


def _beside(paper: Paper, key: str, parts: list[tuple[str, bool]], shown: set[str]) -> None:
    """Lines of several matrices, each in its own brackets, centred on the same line."""
    grids = [(paper.places(name), name, turned) for name, turned in (*parts, (key, False))]
    grids = [
        ([list(c) for c in zip(*rows, strict=True)] if turned else rows, name, turned) for rows, name, turned in grids
    ]
    height = max(len(rows) for rows, _, _ in grids)
    left, right = paper.once("bars", ("| ", " |"), ("[ ", " ]"), ("( ", " )"))
    signs = [paper.once("times sign", "x", "*", "·"), "="] if len(parts) == 2 else ["->"]
    start = paper.blocks
    for line in range(height):
        for number, (rows, name, _turned) in enumerate(grids):
            sizes = [max(len(paper.text(*place)) for place in column) for column in zip(*rows, strict=True)]
            if number:
                sign = signs[min(number - 1, len(signs) - 1)]
                paper.say(f" {sign} " if line == (height - 1) // 2 else " " * (len(sign) + 2))
            at = line - (height - len(rows)) // 2
            if not 0 <= at < len(rows):
                paper.say(" " * (sum(sizes) + 2 * (len(sizes) - 1) + len(left + right)))
                continue
            paper.blocks = start + number + 1
            with paper.row(symbol(paper, name, "names")):
                paper.say(left)
                for column, place in enumerate(rows[at]):
                    paper.say("  " if column else "")
                    again = key if number + 1 < len(grids) and (name in shown or name in paper.written) else None
                    paper.entry(*place, width=sizes[column], again=again)
                paper.say(right)
        paper.say("\n")
    paper.blocks = start + len(grids)


def one_table(paper: Paper) -> None:
    """All exponentials in one table with their sums at the right; the other lines as they are."""
    title(paper)
    for key in (*paper.inputs, *(one for one in paper.written if base(one) != "Z")):
        head(paper, key)
        caption(paper, key, MARKDOWN)
        sums = key.replace("E", "Z", 1)
        with_sums = base(key) == "E" and sums in paper.written and not paper.is_turned(key)
        columns = paper.shape(key)[1] + with_sums
        heads = (
            [" "] * columns
            if not with_sums
            else [*(f" {j + 1} " for j in range(columns - 1)), f" {words(paper, sums)} "]
        )
        paper.say("| |" + "|".join(heads) + "|\n" + "|---" * (columns + 1) + "|\n", "header")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels table", "token", "digit", "word", "bold"))
                with paper.row(label):
                    paper.say(f"| {label} | ", "index")
                    extra = [(sums, i if len(paper.work.texts[sums]) > i else 0, 0)] if with_sums else []
                    vector(paper, [*places, *extra], " | ", ("", " |\n"))
        paper.say("\n")
    bye(paper)
