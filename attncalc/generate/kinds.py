"""What a question of a paper asks of a student: to calculate lines, to go on with work that is printed."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """What it is, and the file in which it is laid out."""

    help: str
    module: str


KINDS = {
    "compute": Kind("the lines that are asked, from what is given", "compute"),
    "blanks": Kind("the work that leads to the lines that are asked is printed, with their formulas", "blanks"),
}
