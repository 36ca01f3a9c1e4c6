"""Steps that count: numbers that follow from sizes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attncalc.reading.number import Node
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor


def counted(
    w: Recorder, name: str, formula: str, says: str, sizes: Mapping[str, int | None] | None = None
) -> Tensor | None:
    """A step whose value is a formula in sizes; left out where one of them is not known."""
    known = {**w.sizes, **(sizes or {})}
    needed = {size: known.get(size) for size in re.findall(r"[a-zA-Z]\w*", formula)}
    if None in needed.values():
        return None
    trees = {size: Node("number", str(value)) for size, value in needed.items()}
    return w.step(name, by_rule(w, formula, Axis("1", 1), start=(1, 1), **trees), says)
