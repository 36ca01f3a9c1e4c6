"""Which inputs of a problem are learned: its weights and biases."""

from __future__ import annotations

from attncalc.problem.names import read_name
from attncalc.problem.signature import TOKEN_AXES
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet

FED = frozenset({"s", "s_new", "y", "mem", "X", "Fe", "logits", "state_prev", "omega"})  # of no tokens, but not learned


def parameters(sheet: Worksheet) -> list[Record]:
    """The inputs that hold parameters; parts of others, such as one head's columns, are not counted again."""
    signature = sheet.plan.mechanism.signature
    found = []
    for record in sheet.inputs:
        known = read_name(record.key)
        name = known.base if known and known.base in signature.names else record.key
        is_learned = name in signature.names and name not in FED and not TOKEN_AXES & set(signature[name].axes)
        if is_learned and record.expr.op != "columns":
            found.append(record)
    return found
