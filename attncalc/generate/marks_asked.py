"""What a recipe says of the marks of a question, and of the digits that are asked for."""

from __future__ import annotations

import re

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.generate.keys import words_of
from attncalc.generate.kinds import Kind
from attncalc.generate.recipe import Ask
from attncalc.generate.recipe_schema import MOST_DECIMALS
from attncalc.problem.tree import Mapping, Node, Scalar, whole_number
from attncalc.reading.number import PLAIN

MOST_MARK = 10  # signs


def marked(keys: dict[str, Node], kind: Kind) -> tuple[tuple[Ask, ...], tuple[Ask, ...], str]:
    """The steps that are asked for and the parts of the kind, with their marks; and the marks of the whole.

    Where only marks are said, what has some is asked for.
    """
    node, marks = keys.get("ask"), keys.get("marks")
    steps = [] if node is None else words_of(node, "ask")
    texts = [step.text for step in steps]
    if twice := next((step for number, step in enumerate(steps) if step.text in texts[:number]), None):
        raise InputError(f"ask: {shorten(twice.text)} stands twice", place=twice.place)
    each = marks.entries if isinstance(marks, Mapping) else ()
    of_each = {name.text: _mark(value) for name, value in each}
    places = {name.text: name.place for name, _ in each}
    others = [name for name, _ in each if name.text not in kind.parts]
    if others and (steps or not kind.steps):
        _check_asked(others, [*(texts if kind.steps else ()), *kind.parts])
    ask = tuple(Ask(step.text, of_each.get(step.text, "1"), step.place) for step in steps or others)
    parts = tuple(Ask(name, of_each.get(name, "1"), places.get(name)) for name in kind.parts)
    return ask, parts, _mark(marks) if marks and not isinstance(marks, Mapping) else ""


def _check_asked(names: list[Scalar], known: list[str]) -> None:
    if stray := next((name for name in names if name.text not in known), None):
        raise InputError(
            f"marks: {shorten(stray.text)} is not asked for", place=stray.place, hint=did_you_mean(stray.text, known)
        )


def _mark(node: Node) -> str:
    text = node.text if isinstance(node, Scalar) else ""
    if not PLAIN.fullmatch(text) or len(text) > MOST_MARK or not re.fullmatch(r"\d+(\.\d+)?", text):
        raise InputError("marks should be a number, such as 2 or 0.5", place=node.place)
    return text


def decimals_of(keys: dict[str, Node]) -> int | None:
    """The digits after the point, if any are said."""
    if (node := keys.get("decimals")) is None:
        return None
    if (number := whole_number(node, MOST_DECIMALS)) is None:
        raise InputError(f"decimals should be a number of digits up to {MOST_DECIMALS}", place=node.place)
    return number
