"""Rows under one another: lines of one list each, with labels of one kind, are the rows of one matrix."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from attncalc.reading.chain import Chain
from attncalc.reading.expression import named_by
from attncalc.reading.ink import Ink
from attncalc.reading.languages import ORDINAL, names_a_line
from attncalc.reading.lists import matrix_of
from attncalc.reading.number import counts
from attncalc.reading.spans import BLANK_LINE

MAX_LABEL, MAX_HEADS = 60, 500
LEADS = re.compile(r"(?<![\s:：=→>|*_–—-])[\s:：=→>|*_–—-]+$|\s(?:is|are|ist|est|es|è|é|jest|是|为)\s*$")
NAMED = r"(?:←|<--?|#)[ \t]{0,9}[\"“'][^\"”'\n]{1,40}[\"”']"  # [1, 0] ← "cat"
TAIL = re.compile(rf"[\s.,;|。]*+(?:(?:\([^()\n]{{0,80}}\)|{NAMED})[\s.。]*+)?")
ARROW = re.compile(rf"[\s,;]*{NAMED}\s*")
HEADS, POINT = re.compile(r"\t|[,;|]|[ ]+"), re.compile(r"[.,]\d")
INDEX = re.compile(r"\d+|[₀-₉]+")
QUOTED = re.compile(r"'[^'\n]{1,30}'|\"[^\"\n]{1,30}\"|“[^”\n]{1,30}”")
SIGN_BEHIND = re.compile(r"(?:←|<-{1,2}|//|#|=:?|\||\(|\[)[ \t\"'“*]{0,9}$")
BEHIND = re.compile(r"[^\W\d_][^=:≈|\n]{0,40}")
CELLS = re.compile(r"[-−+∞\d.,;|/()\[\]{}%⟨⟩\s]*+")
LETTER, DIGITS = re.compile(r"[^\W\d_]"), re.compile(r"(?:\d|∞)[\d.,∞]*+")
STAIRS = 3  # rows, from which on those that grow by one cell are a triangle where they have no labels
LABEL_SIGNS = {"", ":", "->"}


class Row(NamedTuple):
    """A line that is one list: where it stands, its label, its cells, the chain that it is, and what stands behind."""

    start: int
    end: int
    label: str
    cells: tuple[Ink, ...]
    chain: Chain
    behind: str = ""

    @property
    def family(self) -> str:
        """What its label has in common with those of the other rows: "token #", "#" for a word alone."""
        text = QUOTED.sub("#", ORDINAL.sub("#", INDEX.sub("#", self.label.lower())))
        return text if "#" in text or names_a_line(text) or not text else "word"

    @property
    def is_step(self) -> bool:
        """Whether its label names a line of the work, and not a row of one."""
        return names_a_line(self.label) and "#" not in self.family


def row_of(text: str, start: int, end: int, chains: list[Chain]) -> Row | None:
    """The row that a line is; None where it is anything else."""
    if len(chains) != 1 or chains[0].struck or chains[0].opens or not chains[0].sides:
        return None
    chain = chains[0]
    *labels, cells = chain.sides
    if any(any(label.numbers()) and not is_count(label) for label in labels):
        return None
    if not TAIL.fullmatch(text, cells.end, end):
        return None
    named = not all(is_word(label) or is_count(label) for label in labels)
    if any(sign not in LABEL_SIGNS and (named or sign != "=") for sign in chain.signs[: len(labels)]):
        return None
    label = LEADS.sub("", text[start : cells.start]).strip()
    if cells.kind == "number" and len(INDEX.findall(label)) > 1:  # row 1, column 2: an entry
        return None
    if cells.kind == "number" and (not label or (not named and text[start : cells.start].rstrip()[-1:] == ":")):
        return Row(start, end, label, (cells,), chain)
    entries = tuple(cell for row in cells.args for cell in row.args)
    if cells.kind != "matrix" or len(label) > MAX_LABEL or any(cell.kind == "matrix" for cell in entries):
        return None
    if cells.text[:1] in "[({⟨\\" and min(len(cells.args), max(len(row.args) for row in cells.args)) > 1:
        return None  # it has rows of its own
    return Row(start, end, label, entries, chain)


def label_behind(text: str, start: int, end: int) -> tuple[int, str]:
    """Where the cells of a line end, and what a sign behind them says they are, or "": 0.3  0.7  <- cat."""
    line = text[start:end].replace("inf", "∞∞∞")
    letter = LETTER.search(line)
    sign = SIGN_BEHIND.search(line[: letter.start()]) if letter else None
    label = line[letter.start() :].rstrip(" \t\"'”*)].") if letter else ""
    if (
        not sign
        or not BEHIND.fullmatch(label)
        or len(DIGITS.findall(line, 0, sign.start())) < 2
        or (not CELLS.fullmatch(line, 0, sign.start()))
    ):
        return end, ""
    return start + sign.start(), label


def called(text: str, chain: Chain, label: str, end: int) -> Chain:
    """A matrix with what stands behind it as its name: [1 2] = Q; in brackets only a symbol is one."""
    start = chain.sides[-1].end
    name = named_by(label)
    is_name = text[start:end].lstrip(" \t|")[:1] in "=←<" or (name is not None and not is_word(name))
    if [side.kind for side in chain.sides] != ["matrix"] or not label or not is_name:
        return chain
    start = text.find(label, start, end) if label in text[start:end] else start
    end = start + len(label)
    ink = replace(name, start=start, end=end) if name else Ink("words", start, end, label, name=label)
    return replace(chain, end=end, sides=[*chain.sides, ink], signs=["="])


def is_value(text: str, chain: Chain, start: int, end: int, least: int = 2) -> bool:
    """Whether a line is a label and a number, at least so many blanks apart, Z   18.471; or a decimal behind Z_1."""
    if chain.signs != [""] or chain.sides[-1].kind != "number" or chain.opens:
        return False
    name, number = chain.sides
    if name.kind not in ("name", "product", "quotient", "call") or any(name.numbers()):
        return False
    blanks, before = len(text[name.end : number.start].expandtabs()), text[start : name.start].rstrip()
    if name.kind == "name" and name.indices and not number.text.isdecimal() and before[-1:] in ("", ":", "："):
        return blanks > 0 and not text[number.end : end].strip()
    return blanks >= least and not text[start : name.start].strip() and not text[number.end : end].strip()


def is_word(ink: Ink) -> bool:
    """Whether an ink is a word of a language, such as the token "cat" or "The", and no symbol such as Wq."""
    if ink.kind != "name" or ink.indices or ink.text != ink.name:
        return ink.kind == "words"
    return len(ink.name) > 1 and (ink.name.islower() or (len(ink.name) > len("Wq") and ink.name[1:].islower()))


def is_count(ink: Ink) -> bool:
    """Whether an ink may be the number of a row: 2 = 0.84 | 2."""
    return ink.kind == "number" and ink.text.isdecimal() and len(ink.text) < len("1000")


@dataclass
class Stack:
    """The rows that stand under one another so far."""

    text: str
    rows: list[Row] = field(default_factory=list)
    above: tuple[int, list[Chain]] = (0, [])  # W = 1 0, whose other rows follow, and where its line ends
    is_further_in: bool = False  # whether these rows have to stand further in

    def takes(self, row: Row) -> bool:
        """Whether a row goes on with those before it."""
        if not self.rows or row.is_step:
            return False
        last = self.rows[-1]
        between = self.text[last.end : self.text.rfind("\n", 0, row.start) + 1]
        if between.strip(" \t\r\n>") or (BLANK_LINE.search(between) and "#" not in row.family):
            return False
        if last.is_step or last.family != row.family or last.chain.signs != row.chain.signs:
            return self._is_head(row) or self._hangs(row)
        if len(last.cells) == len(row.cells):
            return True
        return self._is_triangle(row) or (not row.label and self._is_head(row))

    def goes_under(self, row: Row) -> bool:
        """Adds a row without a label to the matrices of the line above, side by side as they stand; whether it fits."""
        end, chains = self.above
        widths = [len(chain.sides[-1].args[0].args) for chain in chains]
        between = self.text[end : row.start]
        if row.label or sum(widths) != len(row.cells) or between.strip(" \t\r>") not in ("\n", ""):
            return False
        if self.is_further_in and not between.endswith((" ", "\t")):
            return False
        cells = list(row.cells)
        for chain, width in zip(chains, widths, strict=True):
            part, cells = cells[:width], cells[width:]
            rows = [above.args for above in chain.sides[-1].args]
            chain.sides[-1] = matrix_of(self.text, [*rows, part])
            chain.end = chain.sides[-1].end
        self.above = row.end, chains
        return True

    def _column(self, ink: Ink) -> tuple[int, int]:
        """How many tabs stand before, and blanks and letters where none do."""
        before = self.text[self.text.rfind("\n", 0, ink.start) + 1 : ink.start]
        return before.count("\t"), 0 if "\t" in before else len(before)

    def lies_above(self, end: int, chains: list[Chain]) -> None:
        """Takes note of a line of equations with rows, under which other rows may stand: one in brackets if alone."""
        rows = [chain.sides[-1] for chain in chains if len(chain.sides) > 1 and chain.sides[-1].kind == "matrix"]
        bare = [row for row in rows if not _is_enclosed(row) or ARROW.fullmatch(self.text, row.end, end)]
        may_go_on = len(rows) == len(chains) and (len(bare) == len(rows) or len(rows) == 1)
        self.above = (end, chains) if may_go_on else (0, [])
        self.is_further_in = len(bare) < len(rows)

    def _is_head(self, row: Row) -> bool:
        """Whether the row before only numbers the columns: 0 1 2 above rows with labels."""
        first, width = self.rows[0], len(row.cells) - (not row.label)
        heads = [cell.text for cell in first.cells]
        return len(self.rows) == 1 and not first.label and counts(heads) and 1 < len(heads) == width

    def _hangs(self, row: Row) -> bool:
        """Whether a row without a label stands right under one with the name of both: Q: (1, 2), below it (3, 4)."""
        first, *others = self.rows
        is_named = first.label and not row.label and not any(other.label for other in others)
        return (
            bool(is_named)
            and len(first.cells) == len(row.cells) > 1
            and (self._column(first.chain.sides[-1]) == self._column(row.chain.sides[-1]))
        )

    def _is_triangle(self, row: Row) -> bool:
        """Whether each row has one cell more than the one before, as below a diagonal."""
        widths = [len(each.cells) for each in (*self.rows, row)]
        return widths == list(range(widths[0], widths[0] + len(widths)))

    def ended(self) -> tuple[Chain | None, bool]:
        """The rows as one matrix, or a single one as it was; and whether it is one for certain."""
        rows, self.rows = self.rows, []
        one, two, three = ([len(row.cells) for row in rows] + [0] * STAIRS)[:STAIRS]
        if len(rows) > 1 and not rows[0].label and (rows[1].label or one < two >= three):
            rows = rows[1:]  # it numbers the columns
        behind = {row.behind for row in rows if not row.label}
        if len(behind) == len(rows) > 1 and all(behind):
            rows, behind = [row._replace(label=row.behind) for row in rows], set()
        name = "".join(behind) if len(behind - {""}) == 1 else ""
        rows = _labelled(self.text, rows)
        if len(rows) < 2:
            chain = called(self.text, _counted(rows[0]), name, rows[0].end) if rows else None
            return chain, bool(rows) and (chain is not rows[0].chain or _is_certain(self.text, rows[0]))
        if not _are_rows(self.text, rows):
            return None, False
        matrix = matrix_of(self.text, [row.cells for row in rows])
        first = rows[0].chain
        if rows[0].label and not rows[1].label:
            return replace(first, end=matrix.end, sides=[*first.sides[:-1], matrix]), True
        if names_a_line(rows[0].family):  # a heading may say otherwise
            first = replace(first, said=f" {rows[0].label}")
        found = Chain(matrix.start, matrix.end, [matrix], rows=tuple(row.label for row in rows), said=first.said)
        return called(self.text, found, name, rows[-1].end), True


def _counted(row: Row) -> Chain:
    """The chain of a single row without the number of it, which stands in its label: row 2  0.3; 0.7"""
    chain = row.chain
    is_counted = len(chain.sides) == 2 and is_count(chain.sides[0]) and chain.signs[:1] == [""] and "#" in row.family
    return replace(chain, start=chain.sides[-1].start, sides=chain.sides[-1:], signs=[]) if is_counted else chain


def _is_enclosed(ink: Ink) -> bool:
    """Whether brackets stand around a row."""
    return ink.text[:1] in "[({⟨\\"


def _are_rows(text: str, rows: list[Row]) -> bool:
    """Whether numbers that have a line each are a vector: they have decimals, or stand right under words."""
    first = rows[0]
    has_point = any("." in row.cells[0].text or "," in row.cells[0].text for row in rows)
    if len(first.cells) > 1 or first.label or has_point:
        return True
    line = text.rfind("\n", 0, first.start) + 1
    before = text[max(0, line - MAX_LABEL) : line].rstrip(" \t>")
    return before.rstrip()[-1:] in (":", "=") or (before[-1:] == "\n" and before[-2:-1].strip() != "")


def _labelled(text: str, rows: list[Row]) -> list[Row]:
    """Rows whose first cells number them: below a line of heads, or before decimals alone."""
    firsts = [row.cells[0].text for row in rows]
    if len(rows) < 2 or rows[0].label or len(rows[0].cells) < 2 or not counts(firsts):
        return rows
    if any(_is_enclosed(row.chain.sides[-1]) for row in rows):
        return rows
    above = text[max(0, rows[0].start - MAX_HEADS) : rows[0].start].rstrip("\n").rpartition("\n")[2]
    heads = [head for head in HEADS.split(above) if head.strip()] if above.rstrip()[-1:] not in ("=", ":") else []
    are_decimals = all(POINT.search(cell.text) for row in rows for cell in row.cells[1:])
    are_open = "|" in above and not above.strip(" \t|")
    are_heads = len(heads) > 1 and len(heads) in (len(rows[0].cells) - 1, len(rows[0].cells))
    if not (are_heads or are_decimals or are_open):
        return rows
    return [row._replace(label=row.cells[0].text, cells=row.cells[1:]) for row in rows]


def _is_certain(text: str, row: Row) -> bool:
    """Whether a single row is one: its label, or the line above, names a line of the work, or numbers a row of one."""
    if row.is_step or "#" in row.family:
        return len(row.cells) > 1 or (row.is_step and row.cells[0].kind == "number")
    near = text[max(0, row.start - 2 * MAX_LABEL) : row.start].rstrip(" \t>")
    above = next((line for line in reversed(near.split("\n")) if any(map(str.isalnum, line))), "")
    is_directly = near.endswith("\n") and above == near[:-1].rpartition("\n")[2]
    return names_a_line(above) and (len(row.cells) > 1 or is_directly) and " " not in row.label
