"""Lists that stand in a line without brackets: 0.4; 0.3 and 0.3 is a row, 1 0 / 0 1 are two; each becomes a matrix.

Where a sign or an operator stands beside a list its last, or first, cell belongs to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from attncalc.reading import separators
from attncalc.reading.brackets import Ends, ends
from attncalc.reading.cells import Words, cell, gap, numeral
from attncalc.reading.expression import Reader
from attncalc.reading.ink import Ink
from attncalc.reading.languages import BOUNDS, RESULTING, ROWS, names_a_line
from attncalc.reading.separators import AND, BAR, BLANK, COMMA, DOT, ORDER, SEMICOLON, SLASH
from attncalc.reading.tokens import Token

BARE = "list"  # the text of a word that holds a list without brackets
ANGLES, MAX_ANGLES = {"<", ">"}, 60
MAX_CELLS = 500
FEW = 3  # whole numbers with blanks between, below which they are words of a sentence
WIDE = 2  # blanks before a word that is no longer of the same sentence
GLUED = {"word", "number", "below", "above", "turn", "other", "stop", "percent"}
TAKING = {"open", "fraction", "root", "above", "turn", "begin", "ink", "word", "number"}


class Run(NamedTuple):
    """A list: where each cell begins and ends, and the separators between them."""

    cells: list[tuple[int, int]]
    between: list[str]

    @property
    def start(self) -> int:
        """Its first word."""
        return self.cells[0][0]

    @property
    def stop(self) -> int:
        """The word behind it."""
        return self.cells[-1][1]


Found = tuple[Token, int] | None  # a list as one word, and where to go on


def gathered(text: str, words: Words, *, slashes: bool = False) -> Words:
    """The words of a line, each list among them as one that holds a matrix; `slashes` where 1 / 2 is no fraction."""
    kept = [token for token in words if not token.struck] or words
    found, brackets, place = [], ends(kept), 0
    while place < len(kept):
        if listed := (
            _vectors(text, kept, place, brackets)
            or _enclosed(text, kept, place, brackets)
            or _bare(text, kept, place, brackets, slashes)
        ):
            found.append(listed[0])
            place = listed[1]
            continue
        behind = brackets[place][0] + brackets[place][1] if place in brackets else place + 1
        found += kept[place : max(behind, place + 1)]
        place = max(behind, place + 1)
    if len(found) == len(kept):
        return words
    struck = [token for token in words if token.struck] if kept is not words else []
    return sorted([*found, *struck], key=lambda token: token.start)


def _bare(text: str, words: Words, place: int, brackets: Ends, slashes: bool) -> Found:
    """A list without brackets, which is no factor of what stands before it."""
    if place in brackets and words[place].text != "(":
        return None
    run = _run(words, place)
    ink = _matrix(text, words, run) if run and (slashes or not _may_be_fraction(words, run)) else None
    return (Token("ink", BARE, ink.start, ink.end, words[place].gap, ink=ink), run.stop) if run and ink else None


def _enclosed(text: str, words: Words, place: int, brackets: Ends) -> Found:
    """A list in brackets whose cells bars, slashes or dots part, or one in angle brackets."""
    opened, end = words[place], 0
    if place in brackets and opened.text in ("(", "[") and brackets[place][1]:
        end = brackets[place][0]
    elif opened.text == "<":
        end = next((i for i in range(place + 1, min(len(words), place + MAX_ANGLES)) if words[i].text in ANGLES), 0)
    run = _run(words[:end], place + 1) if place + 1 < end < len(words) else None
    if run is None or run.stop != end:
        return None
    plain = all(numeral(words, start) == stop for start, stop in run.cells)
    if opened.text != "<" and plain and not {BAR, SLASH, DOT} & set(run.between):
        return None  # the grammar of brackets reads it
    inner = _matrix(text, words, run)
    return _word(text, words, place, end, inner) if inner else None


def _vectors(text: str, words: Words, place: int, brackets: Ends) -> Found:
    """Vectors in brackets with separators between, as the rows of one matrix: (1, 2), (3, 4) and (5, 6).

    Numbers that are each in brackets are one row: [1], [2]. Three and more vectors need no separators: no product has
    as many.
    """
    rows: list[Ink] = []
    first, last, least = place, place, 2
    while place in brackets and words[place].text in ("(", "[") and brackets[place][1]:
        behind = brackets[place][0] + 1
        row = _vector(text, words[place:behind])
        if row is None or (rows and len(row.args) != len(rows[0].args)) or _is_used(words, behind):
            break
        if len(row.args) == 1 and place and not words[place].gap:
            break
        rows.append(row)
        last = behind - 1
        apart = (
            (separators.sign(words, behind) or separators.conjunction(words, behind)) if behind < len(words) else None
        )
        if apart is None and len(row.args) > 1 and gap(words, behind):
            place, least = behind, FEW
        elif apart is None or apart.kind not in (COMMA, SEMICOLON, AND):
            break
        else:
            place = apart.place
    if len(rows) < least:
        return None
    inks = _of_rows(text, rows) if len(rows[0].args) > 1 else matrix_of(text, [[row.args[0] for row in rows]])
    return _word(text, words, first, last, inks)


def _vector(text: str, words: Words) -> Ink | None:
    """The row that a bracket is; None where it is anything else."""
    inks = Reader(text, words).side(0, len(words))
    if len(inks) != 1 or inks[0].kind != "matrix" or len(inks[0].args) != 1:
        return None
    return inks[0].args[0] if all(ink.kind in ("number", "blank") for ink in inks[0].args[0].args) else None


def _word(text: str, words: Words, place: int, last: int, matrix: Ink) -> tuple[Token, int]:
    """A matrix with the brackets around it as one word."""
    start, end = words[place].start, words[last].end
    ink = replace(matrix, start=start, end=end, text=text[start:end])
    return Token("ink", "", start, end, words[place].gap, ink=ink), last + 1


def matrix_of(text: str, rows: Sequence[Sequence[Ink]]) -> Ink:
    """A matrix of rows of cells."""
    return _of_rows(
        text, [Ink("row", row[0].start, row[-1].end, text[row[0].start : row[-1].end], tuple(row)) for row in rows]
    )


def _of_rows(text: str, rows: Sequence[Ink]) -> Ink:
    start, end = rows[0].start, rows[-1].end
    return Ink("matrix", start, end, text[start:end], tuple(rows))


def _matrix(text: str, words: Words, run: Run) -> Ink | None:
    """The matrix that a list is; None where a cell of it cannot be read."""
    rows = [[ink_of(text, words[start:stop]) for start, stop in row] for row in _rows(run)]
    cells = [[ink for ink in row if ink] for row in rows]
    return matrix_of(text, cells) if sum(map(len, cells)) == len(run.cells) else None


def ink_of(text: str, words: Words) -> Ink | None:
    """The one thing that some words are."""
    found = Reader(text, words).side(0, len(words))
    return found[0] if len(found) == 1 and found[0].kind != "words" else None


def _rows(run: Run) -> list[list[tuple[int, int]]]:
    """The cells, cut at the strongest separator where rows of one length stand between, else as one row."""
    strongest = next((kind for kind in ORDER if kind in run.between), AND)
    for kind in (strongest, AND) if len(set(run.between)) > 1 else ():  # 1/2; 1 and 1/3; 2
        rows = [[run.cells[0]]]
        for each, apart in zip(run.cells[1:], run.between, strict=True):
            if apart == kind:
                rows.append([])
            rows[-1].append(each)
        if len({len(row) for row in rows}) == 1 and len(rows[0]) > 1:
            return rows
    return [run.cells]


def _run(words: Words, place: int) -> Run | None:
    """The list that begins here; None where none does."""
    end = cell(words, place)
    if end is None or not _may_begin(words, place):
        return None
    run = Run([(place, end)], [])
    while len(run.cells) < MAX_CELLS and (apart := separators.between(words, run.stop)):
        end = cell(words, apart.place)
        if end is None:
            break
        run.between.append(apart.kind)
        run.cells.append((apart.place, end))
    while run.cells and _is_used(words, run.stop):
        run.cells.pop()
        del run.between[-1:]
    numbered = run.between[:1] == [BLANK] and len(run.cells) >= FEW and BLANK not in run.between[1:]  # √3  0.5; 1; 2
    return run if len(run.cells) > 1 and not numbered and _is_list(words, run) else None


def _may_begin(words: Words, place: int) -> bool:
    """Whether nothing before a cell joins it to something else."""
    if place == 0:
        return True
    before, token = words[place - 1], words[place]
    if before.kind == "op":  # scores - 2.5, 3
        is_dash = before.text in ("-", "*") and bool(token.gap and before.gap)
        return is_dash and place > 1 and (words[place - 2].kind in ("word", "other") or token.text == "-")
    is_number = before.text.lower() in ROWS and token.text.isdecimal()  # row 2
    is_apart = token.gap > 0 or before.kind not in GLUED or (before.kind == "word" and not before.text.isascii())
    return not is_number and is_apart


def _is_used(words: Words, place: int) -> bool:
    """Whether what stands behind a cell calculates with it, or says what it is."""
    if place >= len(words):
        return False
    token = words[place]
    if token.kind == "sign":
        return token.text not in ("->", "=>")
    if token.text == "-" and gap(words, place + 1) and place + 1 < len(words) and words[place + 1].kind == "word":
        return len(words[place + 1].text) == 1  # 0.3 and 0.7 – for the second
    if token.kind == "op":
        return token.text not in ("-", "_") or bool(token.gap) == bool(gap(words, place + 1))
    return token.kind == "colon" or (token.kind in TAKING and not token.gap)


def _is_list(words: Words, run: Run) -> bool:
    """Whether numbers with these separators between are cells, and no product or words of a sentence."""
    kinds, before = set(run.between), words[run.start - 1] if run.start else None
    if DOT in kinds:
        return before is None or before.kind in ("colon", "sign", "word")
    whole = all(word.text.isdecimal() for word in words[run.start : run.stop] if word.kind == "number")
    if kinds == {BLANK} and whole:
        follows = words[run.stop] if run.stop < len(words) else None
        is_said = follows and follows.kind == "word" and follows.start - words[run.stop - 1].end < WIDE
        return not is_said and (len(run.cells) >= FEW or before is None or before.kind != "word")
    if kinds == {AND} and whole:  # x: 0 and 1, x has 0 and 1
        said = " ".join(word.text for word in words[max(0, run.start - FEW) : run.start])
        return before is not None and (
            before.kind in ("colon", "sign") or before.text.lower() in RESULTING or names_a_line(said)
        )
    is_range = kinds == {AND} and len(run.cells) == len("ab") and before is not None
    return not (is_range and before and before.text.lower() in BOUNDS)


def _may_be_fraction(words: Words, run: Run) -> bool:
    """Whether a list of two whole numbers with a slash between may be a fraction as well."""
    texts = ["".join(word.text for word in words[start:stop]).lstrip("-") for start, stop in run.cells]
    return run.between == [SLASH] and all(map(str.isdecimal, texts)) and texts[1].strip("0") != ""
