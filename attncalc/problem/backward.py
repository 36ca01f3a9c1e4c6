"""The key `backward` of a problem: gradients that are given (dO), targets of a loss, and options."""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.problem.givens import Files, Givens
from attncalc.problem.names import STEPS, gradient_typed
from attncalc.problem.problem import Backward, Option
from attncalc.problem.tree import Mapping, Node, Scalar

TARGETS = "targets"
WORDS = ("", "true", "yes", "on")  # nothing more is said


def read_backward(node: Node, symbols: tuple[str, ...], files: Files) -> Backward:
    """The key as it was written: a mapping, the name of a loss, or true; raises InputError for anything else."""
    if isinstance(node, Scalar):
        word = node.text.strip().lower()
        return Backward({} if word in WORDS else {"loss": Option("loss", node)}, place=node.place)
    if not isinstance(node, Mapping):
        raise InputError("backward should be keys with values, such as backward: {dO: 1 0; 0 1}", place=node.place)
    lines, targets, options = Givens(symbols, files), Givens(symbols, files), {}
    for key, value in node.entries:
        if name := gradient_typed(key.text):
            lines.read(((key._replace(text=str(name)), value),), STEPS)
        elif key.text.strip().lower() == TARGETS:
            targets.read(((key._replace(text=TARGETS), value),), [TARGETS])
        else:
            options[key.text] = Option(key.text, value, key.place)
    return Backward(options, lines.matrices(), targets.matrices(), node.place)
