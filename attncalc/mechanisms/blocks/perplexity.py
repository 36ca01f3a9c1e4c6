"""The perplexity of a sequence."""

from __future__ import annotations

from attncalc.mechanisms.blocks.classifier import cross_entropy
from attncalc.mechanisms.blocks.numbers import Counted
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp


@mechanism(
    "Perplexity of a sequence",
    shapes="logits[n,vocab] targets[n] -> ppl[1]",
    paper="Jelinek et al. 1977, Perplexity: a measure of the difficulty of speech recognition tasks",
    names="targets: numbers of the words that come; logits: scores of the words, a row for each position",
    lines="ppl: perplexity",
)
def perplexity(w: Recorder, logits: Tensor, targets: Tensor, *, counted: Counted) -> Tensor:
    """exp(−1/n Σᵢ ln p(wᵢ)): among how many equally likely words one would be as unsure."""
    loss = cross_entropy(w, softmax(w, logits, "prob"), targets, counted)
    return w.step("ppl", exp(loss), "The perplexity: e to the mean of the negative logarithms.")
