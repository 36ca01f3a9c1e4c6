"""Kept pages in tables: a row for each pair, cells with addresses, tables of a README, grids of signs."""

from __future__ import annotations

from typing import Any

from .headings import bye, head, put, remark, title
from .kept_parts import MATRICES, OVER_KEYS, before, listed, name_of
from .naming import row_label, symbol, token, words
from .paper import Paper
from .terms import Place
from .work import base, head_of

# A long table: a row for each query and key, as programs want it.


def pairs(paper: Paper) -> None:
    """Inputs and other lines as short tables, and all steps of a pair in one row."""
    sign = paper.once("pairs sign", ";", "\t", " | ", *([","] if paper.numerals.mark == "." else []))
    keys = [key for key in paper.written if key in OVER_KEYS]
    for key in (*paper.inputs, *before(paper)):
        _short_table(paper, key, sign)
    names = [paper.once(f"pairs {key}", symbol(paper, key), words(paper, key)) for key in keys]
    heads = paper.once("pairs heads", ("query", "key"), ("i", "j"), ("q", "k"))
    paper.say(sign.join([*heads, *names]) + "\n", "header")
    rows, columns = paper.shape(keys[0])
    with paper.block():
        for i in range(rows):
            for j in range(columns):
                pair = [_index(paper, "S", i), _index(paper, "K", j)]
                paper.say(sign.join(pair) + sign, "index")
                listed(paper, sign.join(pair), [(key, i, j) for key in keys], sign)
                paper.say("\n")
    paper.say("\n")
    for key in paper.written:
        if key in ("Z", "O"):
            _short_table(paper, key, sign)


def _index(paper: Paper, key: str, i: int) -> str:
    sort = paper.once("pairs index", "one", "zero", "token")
    return token(paper, key, i) if sort == "token" else str(i + (sort == "one"))


def _short_table(paper: Paper, key: str, sign: str) -> None:
    name = name_of(paper, key)
    columns = paper.shape(key)[1]
    heads = [name] if columns == 1 else [f"{name}{paper.once('dim', '_', '', '.')}{j + 1}" for j in range(columns)]
    corner = (
        paper.once("pairs corner", "row", "i", "") if base(key) in MATRICES else paper.once("ids", "token", "id", "")
    )
    paper.say(sign.join([corner, *heads]) + "\n", "header")
    paper.heading(name)
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = str(i + 1) if base(key) in MATRICES else _index(paper, key, i)
            paper.say(label + sign, "index")
            listed(paper, label, places, sign)
            paper.say("\n")
    paper.heading(None)
    paper.say("\n")


# A sheet with the letters of its columns and the numbers of its rows, matrices beside and below one another.

Cell = tuple[str, Place | str | None, str | None]  # a line, what stands there, the label of the row


def cells(paper: Paper) -> None:
    """Bands of one or more matrices, with an empty column between them."""
    keys = [*paper.inputs, *paper.written]
    size = paper.once("band", 1, 2, 2, 3)
    bands = [_band(paper, keys[at : at + size]) for at in range(0, len(keys), size)]
    width = max(len(row) for band in bands for row in band)
    paper.say(
        _line_start(paper, "") + _joined(paper, ["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n] for n in range(width)]), "header"
    )
    number, first = 1, paper.blocks
    for band in bands:
        blocks: dict[str, int] = {}
        for row in [*band, *([[]] * paper.once("empty rows", 1, 1, 2))]:
            paper.say("\n" + _line_start(paper, str(number)), "index")
            _cells(paper, row, blocks, first)
            number += 1
        first += len(blocks)
    paper.say("\n")


def _band(paper: Paper, keys: list[str]) -> list[list[Cell]]:
    """The cells of matrices beside one another."""
    height = 1 + max(paper.shape(key)[0] for key in keys)
    rows: list[list[Cell]] = [[] for _ in range(height)]
    sort = paper.once("cell labels", "token", "digit", "number")
    tops = paper.once("cell tops", True, False)
    for key in keys:
        start, columns = max(map(len, rows)) + (key != keys[0]), paper.shape(key)[1]
        rows = [row + [(key, None, None)] * (start - len(row)) for row in rows]
        over = [token(paper, "K", j) if base(key) in OVER_KEYS else f"d{j + 1}" for j in range(columns)]
        over = [""] if columns == 1 else over
        rows[0] += [(key, name_of(paper, key), None), *((key, name if tops else None, None) for name in over)]
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, sort)
            label = label if paper.shape(key)[0] > 1 else ""
            rows[1 + i] += [(key, label, label), *((key, place, label) for place in places)]
    return rows


def _cells(paper: Paper, row: list[Cell], blocks: dict[str, int], first: int) -> None:
    while row and not row[-1][1]:
        row = row[:-1]
    for number, (key, what, label) in enumerate(row):
        paper.say(paper.once("cell sign", " ", "\t", " | ") if number else "")
        width = _width(paper)
        if isinstance(what, tuple):
            paper.blocks = first + blocks.setdefault(key, len(blocks) + 1)
            paper.heading(name_of(paper, key))
            with paper.row(label):
                paper.entry(*what, width=width)
        else:
            paper.say(f"{what or '':<{width if number + 1 < len(row) else 0}}", "index")


def _width(paper: Paper) -> int:
    return 0 if paper.once("cell sign", " ", "\t", " | ") == "\t" else 9


def _line_start(paper: Paper, number: str) -> str:
    sign = paper.once("cell sign", " ", "\t", " | ")
    return f"{number:>3}{sign}" if sign != "\t" else f"{number}\t"


def _joined(paper: Paper, letters: list[str]) -> str:
    return (
        paper.once("cell sign", " ", "\t", " | ").join(f"{letter:^{_width(paper)}}" for letter in letters).rstrip(" ")
    )


# A README with HTML tables, indices below the line, and keys down or across.


def readme(paper: Paper) -> None:
    """Sections that open, a table in each."""
    name = paper.choice("attention-by-hand", "tiny-attention", "attn-worked-example", "attention-notes")
    paper.say(f"# {name}\n\n{paper.language.word('title', n=paper.numbers.randint(1, 9))}\n\n", "exercise")
    folded = paper.once("folded", True, True, False)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("## {}\n\n", "<h2>{}</h2>\n\n"))
        text = words(paper, key) if key in paper.written else name_of(paper, key)
        put(paper, text, "<details open>\n<summary>{}</summary>\n\n" if folded else "### {}\n\n")
        turned = base(key) in OVER_KEYS and paper.once("keys down", True, False)
        _sub_table(paper, key, paper.places(key), turned=turned)
        paper.say("\n</details>\n\n" if folded else "\n")
        remark(paper)
    bye(paper)


def _sub(letter: str, number: int) -> str:
    return f"{letter}<sub>{number}</sub>"


def _sub_table(paper: Paper, key: str, rows: list[list[Place]], *, turned: bool) -> None:
    over, down = (
        ("k", "q") if base(key) in OVER_KEYS else ("", "h" if base(key) in ("H", "Wh", "Uh", "pre", "T") else "x")
    )
    down = {"Q": "q", "K": "k", "V": "v", "O": "o", "C": "c", "MH": "y", "Z": "q", "Y": "y"}.get(base(key), down)
    if turned:
        rows, over, down = [list(column) for column in zip(*rows, strict=True)], down, over
    has_labels = len(rows) > 1 and base(key) not in MATRICES
    cell = paper.once("readme cell", "<td>{}</td>", '<td align="right">{}</td>', "<td><code>{}</code></td>").split("{}")
    paper.say("<table>\n")
    if over:
        heads = "".join(f"<th>{_sub(over, j + 1)}</th>" for j in range(len(rows[0])))
        paper.say(f"<tr>{'<th></th>' if has_labels else ''}{heads}</tr>\n", "header")
    with paper.block():
        for i, places in enumerate(rows):
            label = _sub(down, i + 1)
            paper.say(f"<tr><th>{label}</th>" if has_labels else "<tr>", "index")
            with paper.row(label if has_labels else None):
                for place in places:
                    paper.say(paper.once("cell line", "", "\n  ") + cell[0])
                    paper.entry(*place)
                    paper.say(cell[1])
            paper.say("</tr>\n")
    paper.say("</table>\n")


# Tables drawn with signs.

RULES = {
    "grid": ("+++", "-", "+++", "+++", "="),
    "box": ("┌┬┐", "─", "├┼┤", "└┴┘", "─"),
    "psql": ("", "-", " + ", "", "-"),
    "org": ("", "-", "|+|", "", "-"),
    "adoc": ("", "", "", "", ""),
}
SIGNS = {
    "grid": ("| ", " | ", " |\n"),
    "box": ("│ ", " │ ", " │\n"),
    "psql": (" ", " | ", "\n"),
    "org": ("| ", " | ", " |\n"),
    "adoc": ("|", "\n|", "\n\n"),
}


def grids(paper: Paper) -> None:
    """A table for each line, or one for two lines that have a row for each query."""
    title(paper, "txt")
    done: set[str] = set()
    together = paper.once("lines in a table", 1, 2, 2)
    for key in (*paper.inputs, *paper.written):
        if key in done:
            continue
        rest = [
            one for one in paper.written if one not in done and base(one) in OVER_KEYS and head_of(one) == head_of(key)
        ]
        keys = rest[:together] if key in rest else [key]
        done |= set(keys)
        head(paper, key, ("{}\n~~~~~~\n\n",))
        text = f" {paper.language.and_} ".join(words(paper, one) for one in keys)
        kind = paper.once("border", "grid", "grid", "box", "psql", "org", "adoc")
        put(paper, text, ".{}\n" if kind == "adoc" else paper.once("grid head", "{}\n\n", "{}:\n\n", "{}\n"))
        _drawn(paper, keys)
        paper.say("\n")
    bye(paper)


def _drawn(paper: Paper, keys: list[str]) -> None:
    kind = paper.kept["border"]
    sort = paper.once("grid labels", "token", "digit", "number")
    labels = [row_label(paper, keys[0], i, sort) for i in range(paper.shape(keys[0])[0])]
    known = [""] if any(labels) else []
    heads = [*known, *(_over(paper, key, j, len(keys)) for key in keys for j in range(paper.shape(key)[1]))]
    sizes = [
        max(7, *map(len, labels), len(name)) if number or not known else max(map(len, labels))
        for number, name in enumerate(heads)
    ]
    paper.say("|===\n" if kind == "adoc" else _rule(kind, 0, sizes))
    _line(paper, kind, list(heads), sizes)
    paper.say(_rule(kind, 2, sizes, of_head=True))
    with paper.block():
        for i, label in enumerate(labels):
            with paper.row(label):
                _line(paper, kind, [*([label] if known else []), *_across(paper, keys, i)], sizes)
            is_last = i + 1 == len(labels)
            paper.say(_rule(kind, 3 if is_last else 2, sizes) if is_last or kind == "grid" else "")
    paper.say("|===\n" if kind == "adoc" else "")


def _across(paper: Paper, keys: list[str], i: int) -> list[Place]:
    return [place for key in keys for place in paper.places(key)[i]]


def _over(paper: Paper, key: str, j: int, together: int) -> str:
    """What stands above a column."""
    name = name_of(paper, key).replace("|", "/") + " " if together > 1 else ""
    if base(key) in OVER_KEYS:
        return name + (token(paper, "K", j) if paper.once("grid tokens", True, False) else f"k{j + 1}")
    if paper.shape(key)[1] == 1:
        return name_of(paper, key)
    return str(j + 1) if paper.once("grid numbers", True, False) else f"d{j}"


def _rule(kind: str, at: int, sizes: list[int], *, of_head: bool = False) -> str:
    signs, line = RULES[kind][at], RULES[kind][4 if of_head else 1]
    if not signs:
        return ""
    return f"{signs[0]}{signs[1].join(line * (size + 2) for size in sizes)}{signs[2]}".strip() + "\n"


def _line(paper: Paper, kind: str, what: list[Any], sizes: list[int]) -> None:
    start, between, end = SIGNS[kind]
    paper.say(start)
    for number, (cell, size) in enumerate(zip(what, sizes, strict=True)):
        paper.say(between if number else "")
        if isinstance(cell, tuple):
            paper.entry(*cell, width=size if kind != "adoc" else 0)
        else:
            paper.say(cell if kind == "adoc" else f"{cell:<{size}}", "header")
    paper.say(end)
