"""Tables as they are drawn with signs or marked up: boxes, reStructuredText, Org, AsciiDoc, LaTeX tabulars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .blocks import header, vector, widths
from .headings import head, remark, title
from .naming import row_label, symbol, words
from .paper import Paper

Rule = tuple[str, str, str, str]  # what stands at the left, fills a column, stands between two, at the right
LABELS = ("token", "digit", "word", "number", "lowered")
HEADERS = ("tokens", "letters", "numbers", "letters")
ASCII: Rule = ("+", "-", "+", "+")


@dataclass(frozen=True)
class Grid:
    """A table drawn with signs: rules at the top, below the header, between rows and at the bottom, or none."""

    rule: Rule
    sides: tuple[str, str, str] = ("| ", " | ", " |")
    top: Rule | None = None
    inner: Rule | None = None
    bottom: Rule | None = None
    pad: int = 2

    def __call__(self, paper: Paper, key: str) -> None:
        """Writes the table."""
        rows = paper.places(key)
        sort = paper.once("labels grid", *LABELS)
        labels = [row_label(paper, key, i, sort) or str(i + 1) for i in range(len(rows))]
        heads = [text.strip() for text in header(paper, key, paper.once("grid header", *HEADERS))]
        corner = symbol(paper, key, "names") if paper.once("grid corner", True, False) else ""
        sizes = [max(map(len, [corner, *labels])), *map(max, map(len, heads), widths(paper, key))]
        left, between, right = self.sides
        paper.say(self._line(self.top, sizes))
        cells = [f"{text:<{size}}" for text, size in zip((corner, *heads), sizes, strict=True)]
        paper.say(left + between.join(cells).rstrip(" " if not right else "") + right + "\n", "header")
        paper.say(self._line(self.rule, sizes))
        with paper.block():
            for i, places in enumerate(rows):
                paper.say(self._line(self.inner, sizes) if i else "")
                with paper.row(labels[i]):
                    paper.say(f"{left}{labels[i]:<{sizes[0]}}{between}", "index")
                    for number, place in enumerate(places):
                        paper.say(between if number else "")
                        paper.entry(*place, width=sizes[number + 1])
                    paper.say(right + "\n")
        paper.say(self._line(self.bottom, sizes))

    def _line(self, rule: Rule | None, sizes: list[int]) -> str:
        if rule is None:
            return ""
        left, fill, joint, right = rule
        return left + joint.join(fill * (size + self.pad) for size in sizes) + right + "\n"


BOX = Grid(("├", "─", "┼", "┤"), ("│ ", " │ ", " │"), ("┌", "─", "┬", "┐"), bottom=("└", "─", "┴", "┘"))
DOUBLE = Grid(("╠", "═", "╬", "╣"), ("║ ", " ║ ", " ║"), ("╔", "═", "╦", "╗"), bottom=("╚", "═", "╩", "╝"))
PLUS = Grid(ASCII, top=ASCII, bottom=ASCII)
PSQL = Grid(("-", "-", "-+-", "-"), (" ", " | ", ""), pad=0)
RST_GRID = Grid(("+", "=", "+", "+"), top=ASCII, inner=ASCII, bottom=ASCII)
RULE: Rule = ("", "=", "  ", "")
RST_SIMPLE = Grid(RULE, ("", "  ", ""), RULE, bottom=RULE, pad=0)
ORG = Grid(("|", "-", "+", "|"))


def one_of(name: str, *blocks: Callable[[Paper, str], None]) -> Callable[[Paper, str], None]:
    """One of several kinds of tables, the same on the whole page."""

    def block(paper: Paper, key: str) -> None:
        paper.once(name, *blocks)(paper, key)

    return block


def asciidoc(paper: Paper, key: str) -> None:
    """A table between |=== lines, the cells after bars."""
    rows = paper.places(key)
    heads = [text.strip() for text in header(paper, key, paper.once("grid header", *HEADERS))]
    sort = paper.once("labels adoc", *LABELS)
    has_header = paper.once("adoc header", True, True, False)
    paper.say(paper.once("cols", "", "[options=header]\n", "[%header]\n", "") if has_header else "")
    paper.say("|===\n" + ("|" + "".join(f" |{text}" for text in heads) + "\n\n" if has_header else ""), "header")
    with paper.block():
        for i, places in enumerate(rows):
            label = row_label(paper, key, i, sort)
            with paper.row(label):
                paper.say(f"|{label}", "index")
                vector(paper, places, " |", (" |", "\n"))
    paper.say("|===\n")


TABLES = (
    ("\\begin{table}[h]\n\\centering\n\\caption{CAPTION}\n", "\\end{table}\n\n"),
    ("\\paragraph{CAPTION}\n\n", "\n\n"),
    ("\\begin{center}\nCAPTION\\\\[2pt]\n", "\\end{center}\n\n"),
)


def tabulars(paper: Paper) -> None:
    """Every line as a LaTeX table with its words as a caption."""
    title(paper, "tex")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, (r"\subsection*{{{}}}" "\n",))
        start, close = paper.once("table", *TABLES)
        text = words(paper, key)
        paper.say(start.replace("CAPTION", text), "heading")
        paper.heading(text)
        _tabular(paper, key)
        paper.say(close)
        remark(paper)


def _tabular(paper: Paper, key: str) -> None:
    heads = [text.strip() for text in header(paper, key, paper.once("tabular header", *HEADERS))]
    rules = paper.once(
        "rules",
        ("\\hline\n", "\\hline\n", ""),
        ("\\toprule\n", "\\midrule\n", "\\bottomrule\n"),
        ("", "\\hline\n", ""),
        ("\\hline\n", "\\hline\n", "\\hline\n"),
    )
    sort = paper.once("labels tabular", "token", "number", "math", "italic")
    bar = paper.once("bar", "|", "", "||")
    paper.say(f"\\begin{{tabular}}{{l{bar}{paper.once('tabular columns', 'c', 'r') * len(heads)}}}\n{rules[0]}")
    paper.say(" & " + " & ".join(heads) + " \\\\ " + rules[1], "header")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, "token" if sort == "italic" else sort)
            label = f"\\textit{{{label}}}" if sort == "italic" and label else label
            with paper.row(label):
                paper.say(f"{label} & ", "index")
                vector(paper, places, " & ", ("", " \\\\\n"))
    paper.say(f"{rules[2]}\\end{{tabular}}\n")
