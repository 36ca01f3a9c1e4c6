"""Where a line of a page says a count: behind what is counted, or right before it."""

from __future__ import annotations

import re

from attncalc.check.amounts import Amount, amounts
from attncalc.cost.called import CALLED
from attncalc.reading.languages import COUNTED, ROWS

BESIDE = re.compile(r"(?:[^\w\n]{0,3}[^\W\d_]{1,16}){0,2}[^\w\n]{0,3}")  # 2.36M trainable parameters
WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,24}(?=\W{0,3}\Z)")


def counted_in(line: str, name: str) -> Amount | None:
    """The last count behind the name: parameters: 4·512·512 = 1,048,576 (1.05M); or the one before it."""
    called = CALLED[name]
    said = called.found(line)
    if said is None:
        return None
    behind = [
        amount
        for amount in amounts(line, said.start(), len(line), of_bytes=called.of_bytes)
        if amount.is_bytes or not called.of_bytes or called.says_bytes(line)
    ]
    if behind:
        return None if "?" in line[: behind[-1].start] else behind[-1]
    before = amounts(line, 0, said.start(), of_bytes=called.of_bytes)[-1:]
    return next((amount for amount in before if _is_of(line, amount, said.start())), None)


def _is_of(line: str, amount: Amount, stop: int) -> bool:
    """Whether a count belongs to the word behind it, and numbers no part of the page."""
    word = WORD.search(line, 0, amount.start)
    numbers = word is not None and word[0].lower() in COUNTED | ROWS
    return "?" not in line and not numbers and BESIDE.fullmatch(line, amount.stop, stop) is not None
