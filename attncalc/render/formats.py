"""The forms a solution can be written in, by name and by the ending of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from attncalc.errors import InputError, did_you_mean
from attncalc.render.layout import Selection, lay_out
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


def _markdown(solved: list[Solved], *_: Any) -> str:
    from attncalc.render.markdown import write_markdown

    return "\n".join(write_markdown(lay_out(sheet, selection)) for sheet, selection, *_ in solved)


def _json(solved: list[Solved], *_: Any) -> str:
    from attncalc.render.solution import write_json

    return write_json((item.sheet, item.decimals, item.significant) for item in solved)


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
        ending = "." + file_name.rpartition(".")[2].lower() if file_name and "." in file_name else ""
        by_ending = (key for key, form in FORMATS.items() if ending in form.endings)
        return next(by_ending, "plain" if file_name else TERMINAL)
    if name not in FORMATS and name != TERMINAL:
        raise InputError(f"there is no format {name}", hint=did_you_mean(name, [*FORMATS, TERMINAL]))
    return name
