"""The pointer-generator: a word is made from the vocabulary, or copied from the source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from attncalc.errors import InputError, Place
from attncalc.mechanisms.options import Kind, Options, option, whole_from
from attncalc.mechanisms.probabilities import complement, probabilities
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.softmax import softmax
from attncalc.problem.schema import list_of, whole
from attncalc.problem.tree import Node, Sequence
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import dot, gathered, sigmoid
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor, beside


class Words(NamedTuple):
    """The words of the source by their numbers in the vocabulary, and where that is written."""

    numbers: tuple[int, ...]
    place: Place | None = None


def _words(key: str, node: Node) -> Words:
    items = node.items if isinstance(node, Sequence) else (node,)
    return Words(tuple(whole_from(0).read(key, item) for item in items), node.place)


@dataclass(frozen=True)
class Source(Options):
    """Which words stand in the source."""

    source: Words | None = option(
        "the number of each source word in the vocabulary; words that it lacks have the numbers that follow",
        Kind(list_of(whole(0)), _words),
        "[1, 3, 1, 2]",
        needed=True,
    )
    first_id: int = option("the number of the first word", whole_from(0, 1), "0", default="1")

    def places(self, words: int, m: int) -> tuple[int, ...]:
        """Where each source word stands in the vocabulary and what follows it, from 0.

        Raises InputError where there are more or fewer words than weights, or numbers that no word has.
        """
        assert self.source is not None
        found, place = [number - self.first_id for number in self.source.numbers], self.source.place
        if len(found) != m:
            raise InputError(f"source has {len(found)} words, but there are {m} weights", place=place)
        last = words + len({number for number in found if number >= words}) - 1
        wrong = [number + self.first_id for number in found if not 0 <= number <= last]
        if wrong:
            raise InputError(
                f"source: there is no word {wrong[0]}; the vocabulary has {words} words",
                place=place,
                hint=f"They are counted from {self.first_id}; words that it lacks have the numbers that follow.",
            )
        return tuple(found)


@mechanism(
    "Pointer-generator attention (See)",
    shapes="e[m] H[m,d_h] s[d_s] y[d_y] w_gen_c[d_h] w_gen_s[d_s] w_gen_y[d_y] b_gen[1]? logits[n_words] "
    "-> P_final[n_words]",
    paper="See et al. 2017, Get To The Point: Summarization with Pointer-Generator Networks, eq. 8, 9",
    names="e: scores of the source words; or give alpha, their weights; y: embedding of the word before; "
    "w_gen_c: weights of the context in p_gen; w_gen_s: weights of the decoder state in p_gen; "
    "w_gen_y: weights of the word before in p_gen; b_gen: bias in p_gen",
    lines="z_gen: score of generating; p_gen: probability of generating; "
    "P_extended: with the words that the vocabulary lacks; P_copy: probabilities of copied words; "
    "P_made: part that is generated; P_copied: part that is copied; P_final: probabilities of the words",
)
def pointer(
    w: Recorder,
    e: Tensor,
    H: Tensor,
    s: Tensor,
    y: Tensor,
    w_gen_c: Tensor,
    w_gen_s: Tensor,
    w_gen_y: Tensor,
    b_gen: Tensor | None,
    logits: Tensor,
    *,
    source: Source,
) -> Tensor:
    """P(word) = p_gen P_vocab(word) + (1 − p_gen) Σ αᵢ over the places i of the source where the word stands."""
    alpha = probabilities(w, softmax(w, e, "alpha"))
    P_vocab = softmax(w, logits, "P_vocab", parts=("E_vocab", "Z_vocab"))
    c = w.step("c", alpha @ H, "The context is a weighted sum of the encoder states.")
    z_gen = dot(w_gen_c, c) + dot(w_gen_s, s) + dot(w_gen_y, y)
    z_gen = w.step("z_gen", z_gen if b_gen is None else z_gen + b_gen, "What context, state and last word say for it.")
    p_gen = probabilities(w, w.step("p_gen", sigmoid(z_gen), "The probability that the word is not copied."))
    return mixed(w, p_gen, probabilities(w, P_vocab), alpha, source)


def mixed(w: Recorder, p_gen: Tensor, P_vocab: Tensor, alpha: Tensor, source: Source) -> Tensor:
    """The distribution over the vocabulary and the words of the source."""
    words, m = P_vocab.shape[0], alpha.shape[0]
    places = source.places(words, m) if words and m and not alpha.absent else (0,) * (m or 1)
    new = max(0, max(places) + 1 - (words or 1))
    if new:
        zeros = listed(w, "0", lambda _, __: "0", Axis("n_words", new))
        says = "Words that the vocabulary lacks cannot be generated."
        P_vocab = w.step("P_extended", beside(P_vocab, zeros), says)
    every = Axis("n_words", (words or 1) + new)
    P_copy = w.step("P_copy", gathered(alpha, "word", (places,), every), "A word's weights in the source, added up.")
    made = w.step("P_made", P_vocab * p_gen, "Generated: the part p_gen of the vocabulary's distribution.")
    copied = P_copy * complement(w, p_gen)
    copied = w.step("P_copied", copied, "Copied: the part 1 − p_gen of the source's distribution.")
    return w.step("P_final", made + copied, "The probability of each word.")
