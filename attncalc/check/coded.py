"""Which of many papers a page answers: by the code at its top, or those that stand beside its questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from attncalc.errors import InputError, Place
from attncalc.limits import STUDENTS
from attncalc.problem.codes import PAPER, codes_in, value_of
from attncalc.reading.source import source_of_file

OF_PAPER = "*/problem.yaml"
KEY = re.compile(r"^code: (\S{1,40})", re.MULTILINE)
LINES = 4  # at the head of a file, where the code of its paper stands
HELP = "It stands at the top of a paper, such as 01-d2be, and beside each question, such as ABCD-EFGH."


def file_of(folder: Path, text: str) -> str:
    """The problem file of the paper whose code stands on a page; raises InputError unless there is one."""
    files = list(islice(sorted(folder.glob(OF_PAPER)), STUDENTS.most))
    if not files:
        raise InputError(f"this folder has no papers: {OF_PAPER}", place=Place(str(folder)))
    on_page = {*PAPER.findall(text), *(value for _, _, value in codes_in(text))}
    found = [str(file) for file in files if on_page.intersection(_codes(file))]
    if len(found) != 1:
        several = f"codes of {len(found)} of these {len(files)} papers stand" if found else "no code of a paper stands"
        raise InputError(f"{several} on the page", place=Place(str(folder)), hint=HELP)
    return found[0]


def _codes(file: Path) -> Iterator[str | int]:
    text = source_of_file(file, str(file)).text
    head = "\n".join(line for line in text.split("\n", LINES)[:LINES] if line.startswith("#"))
    yield from PAPER.findall(head)
    yield from (value for code in KEY.findall(text) if (value := value_of(code)) is not None)
