"""Hierarchical attention: words make sentences, sentences make a document."""

from __future__ import annotations

from attncalc.mechanisms.encoder_decoder.additive import read_off
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.worksheet.functions import stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Hierarchical attention (HAN)",
    shapes="H[m,d]+ W_word[p,d] b_word[p]? u_word[p] W_sent[p_sent,d] b_sent[p_sent]? u_sent[p_sent] -> c[d]",
    paper="Yang et al. 2016, Hierarchical Attention Networks for Document Classification, eq. 5 to 10",
    names="H: sentences: encoded words, one in each row; W_word: weights of the words; b_word: bias of the words; "
    "u_word: what a word is compared with; W_sent: weights of the sentences; b_sent: bias of the sentences; "
    "u_sent: what a sentence is compared with",
    lines="H_sent: sentences, one in each row",
)
def hierarchical(
    w: Recorder,
    H: tuple[Tensor, ...],
    W_word: Tensor,
    b_word: Tensor | None,
    u_word: Tensor,
    W_sent: Tensor,
    b_sent: Tensor | None,
    u_sent: Tensor,
) -> Tensor:
    """uᵢ = tanh(W hᵢ + b), α = softmax(uᵢᵀ u), c = Σᵢ αᵢ hᵢ: of the words of each sentence, then of the sentences."""
    sentences = []
    for number, words in enumerate(H, 1):
        with w.section("Sentence", number):
            sentences.append(summary(w, words, W_word, b_word, u_word, "word"))
    C = w.step("H_sent", stacked(*sentences, axis="n"), "The sentences, one in each row.")
    return summary(w, C, W_sent, b_sent, u_sent, "sentence")


def summary(w: Recorder, H: Tensor, W: Tensor, b: Tensor | None, u: Tensor, part: str) -> Tensor:
    """The weighted sum of the rows of H, weighted by how well what is made of them matches u."""
    pre = w.step("Wh", H @ W.T, f"Row i is W times {part} i.")
    pre = pre if b is None else w.step("pre", pre + b, "The bias is added to every row.")
    e = read_off(w, pre, u, f"How well each {part} matches u, which is learned.")
    alpha = softmax(w, e, "alpha")
    return w.step("c", alpha @ H, f"The {part}s as one vector, each as much as its weight says.")
