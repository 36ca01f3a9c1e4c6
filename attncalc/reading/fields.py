"""What one cell of a table says: a number, a list, a whole matrix, or the head of a column as a label."""

from __future__ import annotations

import re
from dataclasses import replace

from attncalc.reading import grids
from attncalc.reading.chain import Chain
from attncalc.reading.chains import chains
from attncalc.reading.cut import Cells
from attncalc.reading.dress import dressed
from attncalc.reading.expression import Reader
from attncalc.reading.ink import Ink, Scrap
from attncalc.reading.lists import matrix_of
from attncalc.reading.stack import is_word
from attncalc.reading.tokens import Token, tokens

OPEN = re.compile(r"[ \t$]*+(?:[-–—−.·…×✗✘∅/]{1,3}|mask\w{0,8})?[ \t$]*", re.IGNORECASE)  # a cell that is left open
DRESS = ("*", "^", "_")
LINE = re.compile(r"<br\s?/?>", re.IGNORECASE)  # of a matrix in a cell
RESULT = re.compile(r"<br\s?/?>\s{0,9}[=≈]", re.IGNORECASE)  # of the calculation above it in its cell
Read = tuple[list[Chain], list[Scrap]]
Grid = list[list[Ink | None]]  # the cells of a table


def cell_of(text: str, cell: tuple[int, int], commas: bool, left: Read) -> Ink | None:
    """What a cell says; of a calculation its result, and what stands before that is `left`."""
    if OPEN.fullmatch(text, *cell):
        return Ink("blank", cell[0], cell[0], "")
    breaks = [match.span() for match in LINE.finditer(text, *cell)]
    if breaks and not RESULT.search(text, *cell):
        ends = [cell[0], *(place for span in breaks for place in span), cell[1]]
        rows = [cell_of(text, part, commas, left) for part in zip(ends[::2], ends[1::2], strict=True)]
        found = [row.args[0].args if row.kind == "matrix" else (row,) for row in rows if row and row.kind != "blank"]
        return matrix_of(text, found) if found and len({len(row) for row in found}) == 1 else None
    words = _bare([token for token in tokens(text, *cell, commas=commas) if token.text not in ("$", "**")])
    sign = max((place for place, token in enumerate(words) if token.kind in ("sign", "colon")), default=-1)
    if sign >= 0:
        before, scraps = chains(text, words[:sign])
        left[0].extend(chain for chain in before if any(ink for side in chain.sides for ink in side.numbers()))
        left[1].extend(scraps)
        words = words[sign + 1 :]
    if not words or any(token.kind == "unknown" for token in words):
        return None
    if any(token.kind == "word" and len(token.text) > 4 for token in words):
        return None
    reader = Reader(text, dressed(words))
    inks = reader.side(0, len(reader.words), spaced=grids.only_signed(reader.words))  # 0.5 -4 are two cells
    left[1].extend(reader.scraps)
    said = [ink for ink in inks if ink.kind != "words"] or inks  # 0.27 (27 %)
    vectors = said[0].args if len(said) == 1 and said[0].kind == "product" else said
    stacked = [row.args for one in vectors for row in one.args] if all(one.kind == "matrix" for one in vectors) else []
    if len(vectors) > 1 and all(stacked) and len(set(map(len, stacked))) == 1:
        return matrix_of(text, stacked)
    if len(said) > 1 and all(ink.kind == "number" for ink in said):
        return grids.row_of(reader, said)
    return said[0] if len(said) == 1 else None


def _bare(words: list[Token]) -> list[Token]:
    """What stands in a cell without what dresses it: stars of a footnote or of bold type."""
    while words and words[0].kind == "op" and words[0].text in DRESS:
        words = words[1:]
    while words and words[-1].kind == "op" and words[-1].text in DRESS:
        words = words[:-1]
    return words


def title_of(text: str, cell: tuple[int, int], commas: bool) -> Ink | None:
    """The head of a column as a label."""
    words = tokens(text, *cell, commas=commas)
    if not words:
        return None
    start, end = words[0].start, words[-1].end
    sign = next((place for place, word in enumerate(words) if word.kind == "sign" and place), len(words))
    reader = Reader(text, dressed([word for word in words[:sign] if word.kind not in ("sign", "other")]))  # e = s·h
    inks = reader.side(0, len(reader.words))
    named = inks[0].args[0] if len(inks) == 1 and inks[0].kind == "quotient" else None  # QKᵀ/√2
    is_said = len(inks) == 1 and inks[0].kind == "product" and any(map(is_word, inks[0].args))  # as chaves
    if len(inks) == 1 and inks[0].kind != "words" and not is_said and not any((named or inks[0]).numbers()):
        return inks[0]
    return Ink("words", start, end, text[start:end], name=text[start:end])


def entries(cell: Ink | None) -> tuple[Ink, ...]:
    """The entries of a list, however it lies; none of anything else."""
    if cell is None or cell.kind != "matrix" or (len(cell.args) > 1 and any(len(row.args) > 1 for row in cell.args)):
        return ()
    return tuple(entry for row in cell.args for entry in row.args)


def is_grid(cell: Ink | None) -> bool:
    """Whether a cell holds a whole matrix, of several rows and columns."""
    return cell is not None and cell.kind == "matrix" and len(cell.args) > 1 and len(cell.args[0].args) > 1


def texts_of(text: str, cells: Cells) -> list[str]:
    """What cells say, without what dresses it."""
    return [text[start:end].strip(" \t*$") for start, end in cells]


def called(corner: Ink, chain: Chain) -> Chain:
    """A matrix below its name."""
    return replace(chain, start=corner.start, sides=[corner, *chain.sides], signs=[":", *chain.signs])


def blank_of(row: list[Ink | None]) -> Ink | None:
    """A cell that is left open in a row; None where that has none at all."""
    known = next((cell for cell in row if cell), None)
    return Ink("blank", known.end, known.end, "") if known else None
