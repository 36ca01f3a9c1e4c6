"""The problems of a page, each with the mechanism that it means."""

from __future__ import annotations

import re

from attncalc.errors import InputError
from attncalc.mechanisms.plan import guess, plan
from attncalc.mechanisms.registry import find
from attncalc.problem.page.given import base_of
from attncalc.problem.page.page import Page, Stated, Unread
from attncalc.problem.page.statement import problems_stated
from attncalc.problem.vocabulary import STEPS
from attncalc.problem.write import problem_of

SURROGATE = re.compile(r"[\ud800-\udfff]")  # no text file has them


def problems_of(text: str, source: str) -> Page:
    """What stands on a page, each problem with its mechanism, and with what that reads only."""
    page = problems_stated(SURROGATE.sub("\ufffd", text), source)
    for problem in page.problems:
        _decide(problem, source)
    return page


def _decide(stated: Stated, source: str) -> None:
    """Adds the mechanism, takes out what it does not read, and says where it cannot be calculated."""
    try:
        mechanism = find(guess(problem_of(stated, source)))
    except InputError:
        mechanism = find("scaled-dot-product")
    stated.mechanism = mechanism.name
    known = {*mechanism.settings, *mechanism.signature.sizes}
    stated.options = {key: value for key, value in stated.options.items() if key in known}
    for name in [name for name in stated.given if base_of(name) not in (*mechanism.signature.names, *STEPS, "M", "B")]:
        del stated.given[name]
        stated.unread.append(Unread(stated.line, name, f"{mechanism.name} does not read it"))
    try:
        stated.problem = problem_of(stated, source)
        plan(stated.problem, partial=True)
    except InputError as error:
        stated.hurdle = error
        stated.unread.append(Unread(stated.line, "as it is, this cannot be calculated", error.message))
