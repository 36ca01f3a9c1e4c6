"""Which YAML documents are answers, and which are problems."""

from __future__ import annotations

from attncalc.check.answers.form import is_form
from attncalc.check.answers.names import MAX_NAME
from attncalc.check.answers.synonyms import lines_of
from attncalc.problem.names import INPUTS, STEPS, read_name
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence
from attncalc.reading.bare import bare_name

OF_PROBLEMS = frozenset({"mechanism", "given", "options", "show", "labels", "symbols", "values"})
SOLUTION = "attncalc/solution"


def is_answers(node: Node) -> bool:
    """Whether a document holds answers: an `answers` key, or names of steps, rather than what a problem gives."""
    if isinstance(node, Sequence):
        return bool(node.items) and all(map(is_answers, node.items))
    if not isinstance(node, Mapping):
        return False
    keys = {key.text for key, _ in node.entries}
    if is_form(node) or is_solution(node):
        return True
    if keys & OF_PROBLEMS:
        return False
    return "answers" in keys or _has_steps([key.text for key, _ in node.entries])


def is_solution(node: Node) -> bool:
    """Whether a document is a worksheet as `solve --json` writes it."""
    kind = node.get("format") if isinstance(node, Mapping) else None
    return isinstance(kind, Scalar) and kind.text == SOLUTION


def _has_steps(keys: list[str]) -> bool:
    """Whether names of steps stand there: one that no problem gives, several, or one beside what it follows from."""
    read = {key: read_name(bare_name(key[:MAX_NAME])) for key in keys}
    bases = {name.base for name in read.values() if name}
    steps, inputs = bases & STEPS.keys(), {base for base in bases if base in INPUTS and base not in STEPS}
    others = [key for key, name in read.items() if name is None]
    if steps - INPUTS.keys() or any(map(lines_of, others)):
        return True
    return len(steps) > 1 or bool(steps & {"S", "A"} and inputs & {"Q", "K"}) or (not inputs and bool(steps or others))
