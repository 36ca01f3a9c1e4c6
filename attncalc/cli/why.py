"""`attncalc check --why`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attncalc.errors import InputError, Place

if TYPE_CHECKING:
    from attncalc.check.alone import Alone
    from attncalc.check.handed_in import HandedIn
    from attncalc.problem.problem import Problem

AT = re.compile(r"(\d{1,6})(?::(\d{1,6}))?")
FORMS = ("terminal", "plain")
HINT = "--why 12, or --why 12:5 for the numbers at a column"


def check_why(
    page: Alone | None,
    problems: Sequence[Problem],
    answer: HandedIn,
    at: str,
    form: str | None,
    output: Path | None,
    *,
    ascii_signs: bool,
) -> None:
    """Writes why the numbers in a line of a page were put where they are; raises InputError where none stand there.

    A `page` states its problems itself.
    """
    from attncalc.check.check import solved
    from attncalc.check.placing.why import why
    from attncalc.check.unshifted import as_on_page
    from attncalc.cli.output import deliver_text
    from attncalc.reading import read_page
    from attncalc.render.formats import find_format
    from attncalc.render.report.why import why_text
    from attncalc.render.width import ascii_only

    if not (said := AT.fullmatch(at)):
        raise InputError(f"--why takes a line of the page, not {at!r}", hint=HINT)
    if answer.documents is not None:
        raise InputError("--why is for pages; typed answers name their places", place=answer.place)
    if (name := find_format(form, str(output) if output else None)) not in FORMS:
        raise InputError(f"what --why says is not written as {name}", hint="It can be plain.")
    line, column = int(said[1]), int(said[2]) if said[2] else None
    parts = page.parts if page else [(read_page(answer.text, answer.source), solved(problems))]
    asked = ((paper, [as_on_page(one, answer.text) for one in calculations]) for paper, calculations in parts)
    found = next(filter(None, (why(paper, calculations, line, column) for paper, calculations in asked)), None)
    if not found:
        raise InputError("no numbers of the work stand there", place=Place(answer.source, line), hint=HINT)
    text = why_text(found)
    deliver_text(ascii_only(text) if ascii_signs else text, output)
