"""Which claim of a report is about which number of a marking, and whether it was placed where it belongs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from markings import VECTORS, unnumbered
from truths import Page, Truth

Said = dict[str, Any]  # a claim of a report

WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}  # ０．４
LIKE_DIGITS = str.maketrans("OoIlSB", "001158")
NEAR = 3  # lines between a number and a claim of the same number in the same cell
SAME = ({"O", "MH"}, {"O", "c"}, {"S", "e"}, {"A", "alpha"})  # as a page calls them, and as a worksheet does
SPELLINGS = (
    (r"\\\\", r"\\"),  # as JSON has it
    (r"^[=≈~ ]+|^e\s*\^", ""),
    (r"[−–]", "-"),
    (r"^\+", ""),
    (r"\$|\\%|[% ]+$", ""),
    (r"\s*(?:\\cdot|\\times|·|×|\*)\s*10\s*(?:\^\{?|\*\*)\s*(-?\d+)\}?$", r"e\1"),
    (r"\\[dt]?frac\{([^{}]*)\}\{((?:[^{}]|\{[^{}]*\})*)\}", r"(\1)/(\2)"),
    (r"[ \\]", ""),
    (r"infty|∞", "inf"),
    (r"\{", "("),
    (r"\}", ")"),
    (r"√", "sqrt"),
    (r"(?<=\d),(?=\d)|(?<=\d)\(,\)(?=\d)", "."),
    (r"\((\w+)\)", r"\1"),
    (r"^(-?\d+)\.$", r"\1"),
)


def spelt(text: str) -> str:
    """One spelling of a number: its sign, decimal comma, fraction, blanks."""
    text = text.strip().translate(WIDE)
    if re.fullmatch(r"[-−]?[\dOoIlSB.,]+", text) and re.search(r"\d", text):
        text = text.translate(LIKE_DIGITS)
    for pattern, by in SPELLINGS:
        text = re.sub(pattern, by, text)
    return text if text.count("(") == text.count(")") else text.lstrip("(").rstrip(")")


def cell_of(claim: Said) -> tuple[int, int] | None:
    """Row and column of a claim; None where it has neither."""
    row, column = claim["row"], claim["col"]
    return None if row is None and column is None else (row or 1, column or 1)


def matched(page: Page, claims: Sequence[Said]) -> dict[int, Said]:
    """The claim about each truth, by the truth's number: the same number on the same line, the likest pairs first.

    What is left over may stand a few lines off in the same cell: some count lines within a formula or a notebook.
    """
    found = _on_the_line(page.truths, claims)
    taken = {id(claim) for claim in found.values()}
    left = defaultdict(list)
    for claim in claims:
        if id(claim) not in taken and claim["written"]:
            left[spelt(claim["written"]), cell_of(claim)].append(claim)
    for number, truth in enumerate(page.truths):
        if number not in found and truth.cell and not truth.is_passage:
            here = left[spelt(truth.written), truth.cell]
            if claim := next((claim for claim in here if _is_near(page, truth, claim)), None):
                found[number] = claim
                here.remove(claim)
    return found


def _is_near(page: Page, truth: Truth, claim: Said) -> bool:
    if page.path.suffix == ".ipynb":
        return True
    return claim["line"] is not None and abs(claim["line"] - truth.line) <= NEAR


def _on_the_line(truths: Sequence[Truth], claims: Sequence[Said]) -> dict[int, Said]:
    found: dict[int, Said] = {}
    taken = set()
    for *_, number, index in sorted(_pairs(truths, claims)):
        if number not in found and index not in taken:
            found[number] = claims[index]
            taken.add(index)
    return found


def _pairs(truths: Sequence[Truth], claims: Sequence[Said]) -> Iterator[tuple[Any, ...]]:
    by_text = defaultdict(list)
    for index, claim in enumerate(claims):
        if claim["line"] is not None:
            by_text[claim["line"], spelt(claim["written"])].append(index)
    for number, truth in enumerate(truths):
        if not truth.is_passage:
            for index in by_text[truth.line, spelt(truth.written)]:
                yield (*_unlikeness(truth, claims[index]), number, index)


def _unlikeness(truth: Truth, claim: Said) -> tuple[int, ...]:
    """How badly a claim fits a number that reads the same on the same line; the column decides first."""
    distance = abs(truth.column - claim["column"]) if truth.column and claim["column"] else 0
    cell = (claim["row"], claim["col"]) != truth.cell
    return (distance, truth.step != claim["step"], cell, claim["term"] != truth.term, claim["factor"] != truth.factor)


def passage(truth: Truth, claims: Sequence[Said]) -> list[Said]:
    """The claims on the lines of a passage whose numbers stand in it."""
    inside = [claim for claim in claims if claim["line"] in truth.lines]
    return [claim for claim in inside if claim["written"] in truth.written] or inside


def is_placed(truth: Truth, claim: Said) -> bool:
    """Whether a claim is about the line and the entry that the truth says; of a part of a calculation, the line."""
    names = (truth.step, truth.copied) if truth.copied else (truth.step,)
    is_same = any(_is_line(name, claim["step"] or "") for name in names)
    if truth.is_copy and claim["term"] is not None:
        return True
    if truth.is_part:
        return is_same or claim["term"] is not None
    at = cell_of(claim)
    if not truth.cell or at is None or at == truth.cell or unnumbered(truth.step) in VECTORS:
        return is_same
    return is_same and truth.is_turned and at == truth.cell[::-1]


def _is_line(name: str, said: str) -> bool:
    bare = unnumbered(name), unnumbered(said)
    return name == said or bare[0] == bare[1] or set(bare) in SAME
