"""How a page is to look, as far as a form leaves a choice."""

from __future__ import annotations

from typing import NamedTuple

PAPERS = ("a4", "letter")


class Look(NamedTuple):
    """What a writer may take into account: the columns of a terminal, ASCII only, a fragment of a document, a paper.

    A paper may have `large` letters.
    """

    columns: int = 80
    ascii_signs: bool = False
    fragment: bool = False
    paper: str = PAPERS[0]
    large: bool = False
