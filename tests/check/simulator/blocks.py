"""How the numbers of one line stand on a page without formulas: rows, lists, tables, drawn brackets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .naming import row_label, symbol, token
from .paper import Paper
from .terms import Place
from .work import base

Block = Callable[[Paper, str], None]
AROUND = (("", ""), ("(", ")"), ("[", "]"))
BETWEEN = (", ", "; ", "  ", " | ", " / ", " ")


def vector(paper: Paper, places: list[Place], between: str, around: tuple[str, str] = ("", ""), last: str = "") -> None:
    """Numbers one after the other; `last` stands before the last one."""
    paper.say(around[0])
    for number, place in enumerate(places):
        if number:
            paper.say(last if last and number + 1 == len(places) else between)
        paper.entry(*place)
    paper.say(around[1])


@dataclass(frozen=True)
class Rows:
    """The rows of a line, below one another or beside one another; every field holds ways of which a page has one."""

    labels: tuple[str, ...] = ("word",)
    after: tuple[str, ...] = (": ",)
    between: tuple[str, ...] = BETWEEN
    around: tuple[tuple[str, str], ...] = AROUND
    bullet: tuple[str, ...] = ("",)
    end: tuple[str, ...] = ("\n",)
    last: bool = False  # a, b and c

    @property
    def name(self) -> str:
        """Of the choices, where a page has several kinds of rows."""
        return f"{self.labels} {self.bullet} {self.last}"

    def __call__(self, paper: Paper, key: str) -> None:
        """Writes the rows of a line."""
        between = paper.separator(self.name, *self.between)
        around = paper.once(f"around {self.name}", *self.around)
        if between.strip() == "" and not around[0]:
            between = paper.once("gap", "  ", "   ", "\t")
        last = f" {paper.language.and_} " if self.last and not paper.language.is_eastern else ""
        last = paper.language.and_ if self.last and paper.language.is_eastern else last
        end = paper.once(f"end {self.name}", *self.end)
        with paper.block():
            rows = paper.places(key)
            for i, places in enumerate(rows):
                label = row_label(paper, key, i, paper.once(f"labels {self.name}", *self.labels))
                with paper.row(label):
                    self._row(paper, label)
                    vector(paper, places, between, around, last)
                paper.say(end if i + 1 < len(rows) else "\n")

    def _row(self, paper: Paper, label: str) -> None:
        paper.say(paper.once(f"bullet {self.name}", *self.bullet))
        if label:
            paper.say(label, "index")
            paper.say(paper.once(f"after {self.name}", *self.after))


@dataclass(frozen=True)
class Flat:
    """A matrix on one line: 1 2 / 3 4, [1 2; 3 4], [[1, 2], [3, 4]]."""

    forms: tuple[tuple[str, str, str, str], ...] = (
        ("", " ", " / ", ""),
        ("[", " ", "; ", "]"),
        ("[[", ", ", "], [", "]]"),
        ("", ", ", " | ", ""),
        ("(", ", ", " ; ", ")"),
        ("{{", ", ", "}, {", "}}"),
        ("", " ", " | ", ""),
        ("[", ", ", "; ", "]"),
    )

    def __call__(self, paper: Paper, key: str) -> None:
        """Writes the matrix."""
        forms = [form for form in self.forms if "," not in paper.numerals.mark or "," not in form[1]]
        start, between, end, close = paper.once("flat", *forms)
        rows = paper.places(key)
        single = len(rows) == 1 and start.startswith(("[[", "{{"))
        with paper.block():
            paper.say(start[:1] if single else start)
            for i, places in enumerate(rows):
                paper.say(end if i else "")
                with paper.row(paper.kept.get("named")):
                    vector(paper, places, between)
            paper.say(close[:1] if single else close)
            paper.say("\n")


@dataclass(frozen=True)
class Table:
    """A Markdown table: rows with or without labels, a header of words, numbers or nothing."""

    labels: tuple[str, ...] = ("token", "digit", "word", "lowered", "number", "zero", "bold")
    headers: tuple[str, ...] = ("tokens", "numbers", "zeros", "empty", "letters")

    def __call__(self, paper: Paper, key: str) -> None:
        """Writes the table."""
        columns = paper.shape(key)[1]
        paper.say("|".join(["", "  ", *header(paper, key, paper.once("header", *self.headers)), "\n"]), "header")
        left, right = paper.once("rule", ("|---", "|---"), ("|:--", "|--:"), ("| --- ", "| :-: "))
        paper.say(left + right * columns + "|\n")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels table", *self.labels))
                with paper.row(label):
                    paper.say(f"| {label} | ", "index")
                    vector(paper, places, " | ", ("", " |\n"))


def header(paper: Paper, key: str, sort: str) -> list[str]:
    """What stands above the columns."""
    columns = paper.shape(key)[1]
    over_tokens = base(key) in ("S", "S_scaled", "S_masked", "S_biased", "E", "A", "e", "alpha")
    if sort == "tokens" and over_tokens:
        return [f" {token(paper, 'K', j)} " for j in range(columns)]
    named = {
        "numbers": [str(j + 1) for j in range(columns)],
        "zeros": [str(j) for j in range(columns)],
        "letters": [f"{'k' if over_tokens else 'd'}{j + 1}" for j in range(columns)],
    }
    return [f" {name} " for name in named.get(sort, [""] * columns)]


def html(paper: Paper, key: str) -> None:
    """An HTML table."""
    sort = paper.once("html header", "tokens", "letters", "none")
    labels = paper.once("labels html", "token", "digit", "word", "none")
    cell = paper.once("html cell", "th", "td")
    paper.say(paper.once("html table", "<table>\n", '<table border="1">\n', "<table><tbody>\n"))
    if sort != "none":
        heads = header(paper, key, sort)
        corner = f"<{cell}></{cell}>" if labels != "none" else ""
        paper.say("<tr>" + corner + "".join(f"<th>{head.strip()}</th>" for head in heads) + "</tr>\n", "header")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, labels)
            with paper.row(label):
                paper.say("<tr>")
                paper.say(f"<{cell}>{label}</{cell}>" if labels != "none" else "", "index")
                for place in places:
                    vector(paper, [place], "", ("<td>", "</td>"))
                paper.say("</tr>\n")
    paper.say("</tbody></table>\n" if "tbody" in paper.kept["html table"] else "</table>\n")


def widths(paper: Paper, key: str) -> list[int]:
    """The width of each column."""
    return [max(len(paper.text(*place)) for place in column) for column in zip(*paper.places(key), strict=True)]


def drawn(paper: Paper, key: str) -> None:
    """Brackets drawn with signs, the name on the middle line."""
    signs = paper.once("brackets", ("⎡⎢⎣", "⎤⎥⎦"), ("⎛⎜⎝", "⎞⎟⎠"), ("/|\\", "\\|/"), ("┌│└", "┐│┘"), ("|||", "|||"))
    name = f"{symbol(paper, key)} = "
    rows, sizes = paper.places(key), widths(paper, key)
    with paper.block():
        for i, places in enumerate(rows):
            label = name if i == (len(rows) - 1) // 2 else " " * len(name)
            at = 0 if i == 0 else 2 if i + 1 == len(rows) else 1
            left, right = ("[", "]") if len(rows) == 1 else (signs[0][at], signs[1][at])
            with paper.row(name.rstrip("= ")):
                paper.say(label, "name")
                paper.say(f"{left} ")
                for number, place in enumerate(places):
                    paper.say("  " if number else "")
                    paper.entry(*place, width=sizes[number])
                paper.say(f" {right}\n")


def tabs(paper: Paper, key: str) -> None:
    """A range of a spreadsheet: tabs between cells, the name in the corner, hidden scores empty."""
    head = paper.once("tabs header", "tokens", "letters", "none")
    name = symbol(paper, key) if paper.once("tabs corner", True, False) else ""
    heads = [part.strip() for part in header(paper, key, head)]
    sort = paper.once("labels tabs", "token", "digit", "number", "none")
    corner = [name] if sort != "none" else []
    if any(heads):
        paper.say("\t".join([*corner, *heads]) + "\n", "header")
    elif name:
        paper.say(f"{name}\n", "name")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, sort)
            with paper.row(label):
                paper.say(f"{label}\t" if sort != "none" else "", "index")
                vector(paper, places, "\t", ("", "\n"))
