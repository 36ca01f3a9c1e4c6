"""The sentences of a paper with the mathematics in them: names of lines, sizes, roots, powers of e."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias, cast

from attncalc.errors import InputError
from attncalc.reading.number import read_number
from attncalc.render.blocks import Block, Math, Prose, Remarks, Together
from attncalc.worksheet.notation import LATEX, write
from attncalc.worksheet.recorder import SIZES

WORD = re.compile(r"(?P<before>[(\[]?)(?P<word>[^\s()\[\].,;:?!]{1,40}(?:\.\d{1,9})?)")
ROOT = re.compile(r"(?:1/)?√\w{1,12}|[\d.]{0,6}/√\w{1,12}")
POWER = re.compile(r"e\^(\|?[\w−-]{1,6}\|?)")
NUMBER = re.compile(r"[−-]?\d{1,6}(?:\.\d{1,9})?(?:/\d{1,6})?")
VERB = re.compile(r"(?:[,:]| \(\d| (?:is|was|were|and|has|stands|differs)\b)")  # behind a name at the beginning
LETTERS = {*SIZES} - {"heads"}  # of sizes; a sentence that says heads means heads
ENDS = ".?!:"  # of a sentence

Names: TypeAlias = Mapping[str, str]  # the LaTeX of each name
Piece: TypeAlias = str | Math


def mathematical(blocks: Iterable[Block], names: Names) -> Iterator[Block]:
    """The blocks, whose sentences are cut where mathematics stands in them; but for those that are as they are."""
    for block in blocks:
        match block:
            case Prose() if not block.margin and block.pieces != (block.text,):
                yield _cut(block, names)
            case Together(inside):
                yield Together(tuple(mathematical(inside, names)))
            case Remarks(rows=rows, lines=lines):
                cut = tuple((_cut(said, names), shown) for said, shown in rows)
                yield replace(block, rows=cut, lines=tuple(mathematical(lines, names)))
            case _:
                yield block


def as_it_is(text: str) -> Prose:
    """Words of somebody else, in which no mathematics is looked for."""
    return Prose(text, pieces=(text,))


def _cut(block: Prose, names: Names) -> Prose:
    made = (
        piece
        for part in block.pieces or [block.text]
        for piece in ([part] if isinstance(part, Math) else _pieces(part, names))
    )
    return replace(block, pieces=tuple(_joined(made)))


def _pieces(text: str, names: Names) -> Iterator[Piece]:
    """Words and formulas, as they follow each other."""
    done = 0
    for match in WORD.finditer(text):
        start, end = match.span("word")
        latex = _latex(match["word"], names) if _may_be(text, start, end) else ""
        if latex:
            yield from filter(None, (text[done:start], Math(match["word"], latex)))
            done = end
    if done < len(text):
        yield text[done:]


def _may_be(text: str, start: int, end: int) -> bool:
    """Whether a word may be a name: a letter that begins a sentence is an article, or numbers what follows on it.

    So does one in parentheses.
    """
    if end - start > 1:
        return True
    if text[start - 1 : end + 1] == f"({text[start]})":
        return False
    if not text[start].isupper():
        return True
    before = text[:start].rstrip()
    return bool(before and before[-1] not in ENDS) or bool(VERB.match(text, end))


def _latex(word: str, names: Names) -> str:
    """The LaTeX of a word that is mathematics; nothing for another."""
    if word in names:
        return names[word]
    if ROOT.fullmatch(word) or word in LETTERS:
        try:
            tree = read_number(word, {*SIZES}).tree
        except InputError:
            return ""
        return write(tree, LATEX) if tree else ""
    if power := POWER.fullmatch(word):
        return f"e^{{{power[1].replace('−', '-')}}}"
    return word if len(word) == 1 and word.islower() and word.isascii() and word != "a" else ""


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces, in which what is equal to something is one formula: d_k = 2."""
    made: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Math) and made[-1:] == [" = "] and isinstance(made[-2:-1] and made[-2], Math):
            made.pop()
            made.append(_equal(cast(Math, made.pop()), piece))
        elif isinstance(piece, str) and made and isinstance(made[-1], Math) and piece.startswith(" = "):
            number = NUMBER.match(piece, 3)
            if number:
                text = number[0]
                made.append(_equal(cast(Math, made.pop()), Math(text, text.replace("−", "-"))))
                piece = piece[number.end() :]  # noqa: PLW2901
            if piece:
                made.append(piece)
        else:
            made.append(piece)
    return iter(made)


def _equal(one: Math, other: Math) -> Math:
    return Math(f"{one.text} = {other.text}", f"{one.latex} = {other.latex}")
