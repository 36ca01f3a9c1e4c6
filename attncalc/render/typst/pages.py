"""Blocks as a PDF: a paper set by typst, the same bytes for the same blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from attncalc.errors import OutputError
from attncalc.extras import adding
from attncalc.render.blocks import Block, Note, Prose, with_texts
from attncalc.render.look import Look
from attncalc.render.typst.source import document

LACKING = re.compile(r"the text `\"(.*)\"` could not be displayed")
ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")
KEPT = "\n\u00a0\u200b\u200c\u200d"  # spaces, where words may break, and what joins letters
MOST_NAMED = 12


def pdf_pages(pages: Iterable[Iterable[Block]], look: Look) -> bytes:
    """All pages as one PDF; raises OutputError where typst is missing, or cannot set them."""
    return _set([list(page) for page in pages], look)[0]


def lacking(words: str) -> set[str]:
    """The signs of a text that the fonts of a PDF lack."""
    return _set([[Prose(words)]], Look())[1]


def _set(made: list[list[Block]], look: Look) -> tuple[bytes, set[str]]:
    """The PDF, and the signs that its fonts lack: their numbers stand in their place."""
    typst = _typst()
    unknown: set[str] = set()
    while True:
        names = {char: f"U+{ord(char):04X}" for char in sorted(unknown)}
        table = str.maketrans({char: f"[{name}]" for char, name in names.items()})
        source = document(_named(made, table, [*names.values()]), look).translate(table)  # LaTeX too
        try:
            found = _unprintable(source)
            if not found:
                return _compiled(typst, source), unknown
        except typst.TypstError as error:
            found = _lacking(error.diagnostic) - unknown
            if not found:
                raise OutputError(f"typst cannot set this: {error.message}") from None
        unknown |= found


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        raise OutputError("PDF needs the package typst", hint=adding("attncalc[pdf]")) from None
    return typst


def _compiled(typst: ModuleType, source: str) -> bytes:
    """The PDF, tagged for readers; only fonts that typst brings, and nothing of the machine's files."""
    made: bytes = typst.compile(
        source.encode(), root=Path(__file__).parent, ignore_system_fonts=True, pdf_standards=["ua-1"]
    )
    return made


def _unprintable(source: str) -> set[str]:
    """Characters that print nothing, but steer."""
    return {char for char in set(source) if not char.isprintable() and char not in KEPT}


def _lacking(diagnostic: str) -> set[str]:
    """Characters that typst found no font for; those of ASCII beside them are not meant."""
    texts = (ESCAPED.sub(lambda code: chr(int(code[1], 16)), text) for text in LACKING.findall(diagnostic))
    return {char for text in texts for char in text if not char.isascii()}


def _named(pages: list[list[Block]], table: dict[int, str], names: list[str]) -> list[list[Block]]:
    """The pages with characters that fonts lack by their numbers, and a note that says so."""
    if not names:
        return pages
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    note = Note(
        f"The fonts of this paper have no sign for {', '.join(names[:MOST_NAMED])}{more}; "
        "the number stands in its place."
    )
    made = [[with_texts(block, lambda text: text.translate(table)) for block in page] for page in pages]
    return [*made[:-1], [*made[-1], note]]
