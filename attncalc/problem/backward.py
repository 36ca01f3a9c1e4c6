"""The key `backward` of a problem: gradients that are given (dO), targets of a loss, and options."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.errors import InputError
from attncalc.problem.givens import Files, Givens
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import Name, gradient_of, gradient_typed, read_name
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
    given: dict[str, Matrix] = {}
    targets: dict[str, Matrix] = {}
    options = {}
    for key, value in node.entries:
        if name := gradient_typed(key.text):
            given.update(_gradients(name, key, value, symbols, files))
        elif key.text.strip().lower() == TARGETS:
            targets.update(_read(key._replace(text=TARGETS), value, symbols, files))
        else:
            options[key.text] = Option(key.text, value, key.place)
    return Backward(options, given, targets, node.place)


def _gradients(
    name: Name, key: Scalar, value: Node, symbols: tuple[str, ...], files: Files
) -> Iterator[tuple[str, Matrix]]:
    """The gradient of a line, or a stack of those of its sections, under the names of the lines."""
    gradient = gradient_of(str(name))
    known = read_name(gradient) is not None  # ds is a word, and read as s
    for found, matrix in _read(key._replace(text=gradient if known else str(name)), value, symbols, files).items():
        yield found.removeprefix(gradient_of("")) if known else found, matrix


def _read(key: Scalar, value: Node, symbols: tuple[str, ...], files: Files) -> dict[str, Matrix]:
    givens = Givens(symbols, files)
    givens.read(((key, value),), (key.text,))
    matrices = givens.matrices()
    if any(matrix.words for matrix in matrices.values()):
        raise InputError(f"{key.text} should be numbers", place=key.place)
    return matrices
