"""How a worksheet shows itself in a notebook: HTML, LaTeX and plain text, of which a notebook takes the richest."""

from __future__ import annotations

from attncalc.render.formats import FORMATS, Solved, laid_out
from attncalc.render.layout import Selection
from attncalc.render.look import Look
from attncalc.worksheet.worksheet import Worksheet

MEDIA = {"text/html": "html", "text/latex": "latex", "text/plain": "plain"}


def mimebundle(sheet: Worksheet) -> dict[str, str]:
    """The worksheet in each of these forms, as part of a page."""
    pages = laid_out([Solved(sheet, Selection())])
    return {media: str(FORMATS[form].write(pages, Look(fragment=True))) for media, form in MEDIA.items()}
