"""The forms a solution can be written in, by name and by the ending of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.render.layout import Selection, lay_out
from attncalc.render.width import ascii_only
from attncalc.worksheet.worksheet import Worksheet


class Solved(NamedTuple):
    """A worksheet, what is shown of it, and the digits that were asked for."""

    sheet: Worksheet
    selection: Selection
    decimals: int | None = None
    significant: int | None = None


Writer = Callable[[list[Solved], int, bool], str]


@dataclass(frozen=True)
class Format:
    """One form: how it is written (for so many columns, in ASCII or not), and the endings of its files."""

    write: Writer
    endings: tuple[str, ...]


def _plain(solved: list[Solved], columns: int, ascii_signs: bool) -> str:
    from attncalc.render.plain import write_plain

    pages = (lay_out(sheet, selection) for sheet, selection, *_ in solved)
    return "\n\n".join(write_plain(page, columns, ascii_signs=ascii_signs) for page in pages)


def _markdown(solved: list[Solved], _: int, ascii_signs: bool) -> str:
    from attncalc.render.markdown import write_markdown

    text = "\n".join(write_markdown(lay_out(sheet, selection)) for sheet, selection, *_ in solved)
    return ascii_only(text) if ascii_signs else text


def _json(solved: list[Solved], _: int, ascii_signs: bool) -> str:
    from attncalc.render.solution import write_json

    sheets = [(item.sheet, item.decimals, item.significant) for item in solved]
    return write_json(sheets, ascii_signs=ascii_signs)


FORMATS = {
    "plain": Format(_plain, (".txt",)),
    "markdown": Format(_markdown, (".md", ".markdown")),
    "json": Format(_json, (".json",)),
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
