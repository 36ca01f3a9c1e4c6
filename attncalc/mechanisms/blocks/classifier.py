"""From features to probabilities of classes or words, and the loss."""

from __future__ import annotations

from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.blocks.numbers import Counted
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import log, looked_up, mean, negated
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Classifier: logits, softmax, cross-entropy",
    shapes="X[n,d_model] Wu[d_model,vocab]? bu[vocab]? targets[n]? -> prob[n,vocab]",
    paper="Bridle 1990, Probabilistic Interpretation of Feedforward Classification Network Outputs",
    names="X: features, one row for each; Wu: weights of the classes, or words; bu: bias of the logits; "
    "targets: numbers of the right classes",
    lines="prob: probabilities; prob_target: probabilities of the targets; nll: negative logarithms",
)
def classifier(
    w: Recorder, X: Tensor, Wu: Tensor | None, bu: Tensor | None, targets: Tensor | None, *, counted: Counted
) -> Tensor:
    """softmax(X W + b), and the mean of −ln of the probabilities of what is right."""
    logits = project(w, "logits", X, Wu, bu, "A score for each class, or word.")
    prob = softmax(w, logits, "prob")
    return prob if targets is None else cross_entropy(w, prob, targets, counted)


def cross_entropy(w: Recorder, prob: Tensor, targets: Tensor, counted: Counted) -> Tensor:
    """The mean of −ln of the targets' probabilities."""
    places = tuple((place,) for place in counted.places(w, targets, prob.shape[-1]))
    right = looked_up(prob, "target", places, Axis("1", 1), targets)
    right = w.step("prob_target", right, "The probability of what is right, in each row.")
    nll = w.step("nll", negated(log(right)), "Its negative logarithm: 0 where that was certain.")
    return w.step("loss", mean(nll), "The cross-entropy: their mean.")
