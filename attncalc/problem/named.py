"""Inputs that are known by their names alone: given: [X, Wq_1..12, bq_1..12]."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.limits import HEADS
from attncalc.problem.names import INPUTS, read_name
from attncalc.problem.tree import Scalar, Sequence

RANGE = re.compile(r"(.{1,40}?)_?([0-9]{1,4})\.\.([0-9]{1,4})", re.ASCII)
HINT = "given: [X, Wq, Wk] names what there is; given: {X: [[1, 2]]} gives its numbers"


def read_named(node: Sequence) -> tuple[str, ...]:
    """The names of a list, Wq_1..3 as Wq_1, Wq_2 and Wq_3; raises InputError for what names no input."""
    names = [name for item in node.items for name in _names(item, node)]
    if twice := next((name for place, name in enumerate(names) if name in names[:place]), None):
        raise InputError(f"{twice} is named twice", place=node.place)
    if not names:
        raise InputError("given names nothing", place=node.place, hint=HINT)
    return tuple(names)


def _names(item: object, node: Sequence) -> Iterator[str]:
    if not isinstance(item, Scalar):
        raise InputError("given should be matrices by their names, or names alone", place=node.place, hint=HINT)
    text = item.text.strip()
    found = RANGE.fullmatch(text)
    first, last = (int(found[2]), int(found[3])) if found else (0, 0)
    if last - first >= HEADS.most or last < first:
        raise InputError(f"{shorten(text)} should be a range of up to {HEADS.most} names", place=item.place)
    texts = [f"{found[1]}_{number}" for number in range(first, last + 1)] if found else [text]
    for each in texts:
        known = read_name(each)
        if known is None or known.row is not None or known.base not in INPUTS:
            raise InputError(f"{shorten(text)} names no input", place=item.place, hint=did_you_mean(text, INPUTS))
        yield str(known)
