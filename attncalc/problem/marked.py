"""What a problem says of marks: of each step, whole or split into method and accuracy, and what mistakes cost."""

from __future__ import annotations

from fractions import Fraction

from attncalc.errors import InputError, shorten
from attncalc.problem.spelling import as_known, name_typed
from attncalc.problem.tree import Mapping, Node, Scalar
from attncalc.reading.number import PLAIN

SPLIT = ("method", "accuracy")
MAX_MARK = 20  # digits
Entries = tuple[tuple[Scalar, Node], ...]
Texts = dict[str, str]


def read_marks(entries: Entries) -> tuple[Texts, Texts]:
    """The marks of each step, and those of them that are for the method: {A: {method: 2, accuracy: 2}}.

    Raises InputError for what is no step with a number of marks.
    """
    whole, methods = Texts(), Texts()
    for name, value in entries:
        parts = {key.text: part for key, part in value.entries} if isinstance(value, Mapping) else {"accuracy": value}
        texts = {key: _marks(part) for key, part in parts.items()}
        is_split = isinstance(value, Mapping)
        if name_typed(name.text) is None or not all(texts.values()) or (is_split and parts.keys() != {*SPLIT}):
            hint = "Marks may be split: {A: {method: 2, accuracy: 2}}" if is_split else None
            what = f"marks: {shorten(name.text)} should be a step with a number of marks"
            raise InputError(what, place=name.place, hint=hint)
        key = as_known(name.text)
        whole[key] = str(sum(map(Fraction, texts.values())))
        methods |= {key: texts["method"]} if is_split else {}
    return whole, methods


def read_deductions(entries: Entries) -> Texts:
    """What mistakes cost, by their names in the table of causes; raises InputError for what is no number of marks."""
    for name, value in entries:
        if not _marks(value):
            raise InputError(f"deductions: {shorten(name.text)} should have a number of marks", place=name.place,
                             hint="deductions: {no-scaling: 1}")  # fmt: skip
    return {name.text: _marks(value) for name, value in entries}


def _marks(node: Node) -> str:
    """A number of marks; "" of anything else."""
    text = node.text if isinstance(node, Scalar) else ""
    return text if PLAIN.fullmatch(text) and "-" not in text and len(text) <= MAX_MARK else ""
