"""What a question of a paper asks of a student: to calculate lines, or to go on with work that is printed."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """What it is, the verb that stands before a line that is asked, and whether the lines before are printed."""

    help: str
    task: str
    shows_work: bool = False


KINDS = {
    "compute": Kind("the lines that are asked, from what is given", "Calculate"),
    "blanks": Kind(
        "the work that leads to the lines that are asked is printed, with their formulas", "Fill in", shows_work=True
    ),
}
