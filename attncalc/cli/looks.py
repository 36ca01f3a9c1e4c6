"""What the command line says of how a page is to look."""

from __future__ import annotations

from attncalc.errors import InputError, did_you_mean
from attncalc.render.look import PAPERS, Look


def look_of(fragment: bool, paper: str, ascii_signs: bool) -> Look:
    """The look that is asked for; raises InputError for a paper that is not known."""
    if paper.lower() not in PAPERS:
        raise InputError(f"there is no paper {paper}", hint=did_you_mean(paper, PAPERS))
    return Look(ascii_signs=ascii_signs, fragment=fragment, paper=paper.lower())
