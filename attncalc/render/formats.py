"""The forms a solution can be written in, by name and by the ending of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.render.blocks import Block
from attncalc.render.layout import Selection, lay_out
from attncalc.render.width import ascii_only
from attncalc.worksheet.worksheet import Worksheet


class Solved(NamedTuple):
    """A worksheet, what is shown of it, and the digits that were asked for."""

    sheet: Worksheet
    selection: Selection
    decimals: int | None = None
    significant: int | None = None


Pages = list[list[Block]]


def laid_out(solved: list[Solved]) -> Pages:
    """A page of blocks for each solution; variants of one problem are compared."""
    if all(item.sheet.plan.problem.variant is None for item in solved):
        return [lay_out(item.sheet, item.selection) for item in solved]
    from attncalc.render.variants import pages

    return pages([item[:2] for item in solved])


@dataclass(frozen=True)
class Format:
    """One form: the endings of its files, and how it is written (for so many columns, in ASCII or not).

    It writes pages of blocks; or else solutions only, where it holds more than what is seen.
    """

    endings: tuple[str, ...]
    pages: Callable[[Pages, int, bool], str] | None = None
    solutions: Callable[[list[Solved], bool], str] | None = None

    def write(self, solved: list[Solved], columns: int, ascii_signs: bool) -> str:
        """These solutions in this form."""
        if self.pages is None:
            assert self.solutions is not None
            return self.solutions(solved, ascii_signs)
        return self.pages(laid_out(solved), columns, ascii_signs)


def _plain(pages: Pages, columns: int, ascii_signs: bool) -> str:
    from attncalc.render.plain import write_plain

    return "\n\n".join(write_plain(page, columns, ascii_signs=ascii_signs) for page in pages)


def _markdown(pages: Pages, _: int, ascii_signs: bool) -> str:
    from attncalc.render.markdown import write_markdown

    text = "\n".join(map(write_markdown, pages))
    return ascii_only(text) if ascii_signs else text


def _json(solved: list[Solved], ascii_signs: bool) -> str:
    from attncalc.render.solution import write_json

    sheets = [(item.sheet, item.decimals, item.significant) for item in solved]
    return write_json(sheets, ascii_signs=ascii_signs)


FORMATS = {
    "plain": Format((".txt",), _plain),
    "markdown": Format((".md", ".markdown"), _markdown),
    "json": Format((".json",), solutions=_json),
}
TERMINAL = "terminal"


def find_format(name: str | None, file_name: str | None) -> str:
    """The form that is asked for, or that a file's ending means; on nothing, the terminal.

    Raises InputError for an unknown form.
    """
    if name is None:
        ending = Path(file_name or "").suffix.lower()
        by_ending = {ending: key for key, form in FORMATS.items() for ending in form.endings}
        if ending and ending not in by_ending:
            raise InputError(f"no form is known by the ending {shorten(ending)}",
                             hint=f"{', '.join(by_ending)} are; otherwise name one: --format markdown")  # fmt: skip
        return by_ending.get(ending, "plain" if file_name else TERMINAL)
    if name not in FORMATS and name != TERMINAL:
        raise InputError(f"there is no format {name}", hint=did_you_mean(name, [*FORMATS, TERMINAL]))
    return name
