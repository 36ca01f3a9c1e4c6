"""What a problem may say under `backward`, besides gradients and targets."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.options import A_NUMBER, Kind, Options, option, whole_from, word
from attncalc.problem.problem import Problem
from attncalc.problem.schema import WORDS
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence

LOSSES = ("sum", "mean", "squared-error", "cross-entropy")


def _names(key: str, node: Node) -> tuple[str, ...]:
    items = node.items if isinstance(node, Sequence) else (node,)
    if isinstance(node, Mapping) or not all(isinstance(item, Scalar) for item in items):
        raise InputError(f"{key} should be a list of names, such as {key}: [X, Wq]", place=node.place)
    names = tuple(name for item in items if isinstance(item, Scalar) for name in item.text.replace(",", " ").split())
    if not names:
        raise InputError(f"{key} names no input", place=node.place)
    return names


NAMES = Kind(WORDS, _names)


@dataclass(frozen=True)
class Asked(Options):
    """Where a backward pass starts, which inputs it goes to, and the step of learning that follows."""

    loss: str | None = option(
        "what is made smaller: sum, mean, squared-error or cross-entropy; the sum of all entries "
        "where no gradient is given",
        word(*LOSSES),
        "squared-error",
    )
    reduction: str | None = option(
        "of a squared error: half of the sum of the squares, which is meant unless said "
        "otherwise, the sum, or the mean; of a cross-entropy: the mean or the sum over rows",
        word("half", "sum", "mean"),
        "mean",
    )
    first_id: int = option(
        "the number of the first class, where targets are numbers", whole_from(0, 1), "1", default="0"
    )
    of: tuple[str, ...] | None = option(
        "the inputs whose gradients are asked for; all unless said otherwise", NAMES, "[X, Wq]"
    )
    learning_rate: Scalar | None = option("how far a step of learning goes, and that there is one", A_NUMBER, "0.1")
    optimizer: str = option(
        "how that step is made: sgd, straight down the gradient, or adam, its first step",
        word("sgd", "adam"),
        "adam",
        default="sgd",
    )
    beta1: Scalar = option("of adam, how much of the first moment stays", A_NUMBER, "0.9", default="0.9")
    beta2: Scalar = option("of adam, how much of the second moment stays", A_NUMBER, "0.999", default="0.999")
    eps: Scalar = option("of adam, what keeps the divisor above 0", A_NUMBER, "1e-8", default="1e-8")


def asked(problem: Problem) -> Asked:
    """What a problem says under `backward`; raises InputError for what that does not have."""
    assert problem.backward is not None
    options = problem.backward.options
    for option_ in options.values():
        if option_.key not in Asked.OPTIONS:
            known = [*Asked.OPTIONS, "targets", "dO"]
            raise InputError(
                f"backward has no {option_.key}", place=option_.place, hint=did_you_mean(option_.key, known)
            )
    return Asked.read(options, {}, problem.symbols)
