"""Which YAML documents are answers, and which are problems."""

from __future__ import annotations

from attncalc.check.answers.form import is_form
from attncalc.check.answers.synonyms import lines_of
from attncalc.problem.names import INPUTS, STEPS, read_name
from attncalc.problem.page.names import plain
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence

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
    """Whether names of steps stand there: one that no problem gives, or nothing that every problem gives."""
    names = [name for key in keys if (name := read_name(plain(key[:100])))]
    inputs = [name for name in names if name.base in INPUTS and name.base not in STEPS]
    steps = [name for name in names if name.base in STEPS]
    only_steps = [name for name in steps if name.base not in INPUTS]
    others = [key for key in keys if read_name(plain(key[:100])) is None]
    return bool(only_steps) or (not inputs and bool(steps or others)) or any(map(lines_of, others))
