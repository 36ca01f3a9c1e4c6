"""Which inputs of a problem are learned: its weights and biases."""

from __future__ import annotations

from attncalc.mechanisms.learned import is_learned
from attncalc.worksheet.recorder import Record
from attncalc.worksheet.worksheet import Worksheet


def parameters(sheet: Worksheet) -> list[Record]:
    """The inputs that hold parameters; parts of others, such as one head's columns, are not counted again."""
    signature = sheet.plan.mechanism.signature
    return [record for record in sheet.inputs if record.expr.op != "columns" and is_learned(signature, record.key)]
