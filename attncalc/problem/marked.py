"""What a problem says of marks: of each step, whole or split, what mistakes cost, and what numbers may be used."""

from __future__ import annotations

import re
from fractions import Fraction

from attncalc.errors import InputError, NumberError, did_you_mean, shorten
from attncalc.problem.spelling import as_known, name_typed
from attncalc.problem.tree import Mapping, Node, Scalar
from attncalc.reading.number import PLAIN, Number, read_number
from attncalc.reading.number import Node as Tree

SPLIT = ("method", "accuracy")
MAX_MARK = 20  # digits
ROUNDING = re.compile(r"(\d{1,2})(?: decimals?(?: places?)?)?")
E = Tree("name", "e")
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
            raise InputError(
                f"deductions: {shorten(name.text)} should have a number of marks",
                place=name.place,
                hint="deductions: {no-scaling: 1}",
            )
    return {name.text: _marks(value) for name, value in entries}


def read_constants(entries: Entries) -> Texts:
    """The numbers that a paper prescribes: {e^1.41: 4.11, √2: 1.41}; raises InputError for what is no number."""
    for name, value in entries:
        try:
            known = read_number(name.text)
        except NumberError as error:
            error.message = f"constants: {error.message}"
            raise error.at(name.place) from None
        if known.is_minus_infinity or not (isinstance(value, Scalar) and PLAIN.fullmatch(value.text)):
            raise InputError(
                f"constants: {shorten(name.text)} should have a number",
                place=name.place,
                hint="constants: {e^1.41: 4.11, sqrt(2): 1.41}",
            )
    return {name.text: value.text for name, value in entries if isinstance(value, Scalar)}


def exponent_of(number: Number) -> Number | None:
    """The exponent of e^1.41 or exp(1.41); None of what is no power of e."""
    tree = number.tree
    if tree is None or not ((tree.kind == "^" and tree.args[0] == E) or (tree.kind == "call" and tree.text == "exp")):
        return None
    return Number(number.text, tree.args[-1])


def read_rounding(node: Node) -> int:
    """How many decimals an answer must have to be rounded correctly: 3, or 3 decimals.

    Raises InputError for anything else.
    """
    text = node.text if isinstance(node, Scalar) else ""
    found = ROUNDING.fullmatch(text.strip())
    if found is None:
        is_near = bool(did_you_mean(text.strip(" 0123456789").casefold(), ["decimals"], listed=False))
        raise InputError(
            f"rounding should be a number of decimals, not {shorten(text) or 'a list'}",
            place=node.place,
            hint="Did you mean 3 decimals?" if is_near else "rounding: 3 decimals",
        )
    return int(found[1])


def _marks(node: Node) -> str:
    """A number of marks; "" of anything else."""
    text = node.text if isinstance(node, Scalar) else ""
    return text if PLAIN.fullmatch(text) and "-" not in text and len(text) <= MAX_MARK else ""
