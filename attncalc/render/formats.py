"""The forms a solution can be written in, by name and by the ending of a file."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.render.blocks import Block
from attncalc.render.layout import Selection, lay_out
from attncalc.render.look import Look
from attncalc.worksheet.worksheet import Worksheet


class Solved(NamedTuple):
    """A worksheet, what is shown of it, and the digits that were asked for."""

    sheet: Worksheet
    selection: Selection
    decimals: int | None = None
    significant: int | None = None


Pages = list[list[Block]]


def laid_out(solved: list[Solved]) -> Pages:
    """A page of blocks for each solution; variants of one problem are compared, large matrices shortened."""
    if all(item.sheet.plan.problem.variant is None for item in solved):
        pages = [lay_out(item.sheet, item.selection) for item in solved]
    else:
        from attncalc.render.variants import pages as compared

        pages = compared([item[:2] for item in solved])
    if any(item.selection.full for item in solved):
        return pages
    from attncalc.render.shortening import shortened

    return [shortened(page) for page in pages]


class Format(NamedTuple):
    """One form: the endings of its files, and the function that writes it, as module:function in this package.

    It is given pages of blocks, or else (`of_solutions`) solutions, where it holds more than what is seen; and how
    it is to look. It gives a text, or bytes where it is `binary`.
    """

    endings: tuple[str, ...]
    writer: str
    of_solutions: bool = False
    binary: bool = False

    def write(self, what: Pages | list[Solved], look: Look) -> str | bytes:
        """These pages, or these solutions, in this form."""
        module, function = self.writer.split(":")
        written: str | bytes = getattr(import_module(f"attncalc.render.{module}"), function)(what, look)
        return written


FORMATS = {
    "plain": Format((".txt",), "plain:plain_pages"),
    "markdown": Format((".md", ".markdown"), "markdown:markdown_pages"),
    "latex": Format((".tex",), "latex.pages:latex_pages"),
    "html": Format((".html", ".htm"), "html.pages:html_pages"),
    "pdf": Format((".pdf",), "typst.pages:pdf_pages", binary=True),
    "json": Format((".json",), "solution:json_solutions", of_solutions=True),
    "csv": Format((".csv",), "matrices:csv_solutions", of_solutions=True),
    "npz": Format((".npz",), "matrices:npz_solutions", of_solutions=True, binary=True),
    "numpy": Format((".py",), "code.script:numpy_solutions", of_solutions=True),
    "torch": Format((), "code.script:torch_solutions", of_solutions=True),
    "xlsx": Format((".xlsx",), "xlsx.book:xlsx_solutions", of_solutions=True, binary=True),
    "ipynb": Format((".ipynb",), "notebook:notebook_solutions", of_solutions=True),
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
            raise InputError(
                f"no form is known by the ending {shorten(ending)}",
                hint=f"{', '.join(by_ending)} are; otherwise name one: --format markdown",
            )
        return by_ending.get(ending, "plain" if file_name else TERMINAL)
    if name not in FORMATS and name != TERMINAL:
        raise InputError(f"there is no format {name}", hint=did_you_mean(name, [*FORMATS, TERMINAL]))
    return name
