"""A small transformer, from token numbers to probabilities and the loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Self

from attncalc.mechanisms.between import Between
from attncalc.mechanisms.blocks.activations import Activations
from attncalc.mechanisms.blocks.classifier import classifier
from attncalc.mechanisms.blocks.encoder_layer import encoder_layer
from attncalc.mechanisms.blocks.feed_forward import SPELT
from attncalc.mechanisms.blocks.layer import ATTENTION, NETWORK, Shared
from attncalc.mechanisms.blocks.numbers import Counted
from attncalc.mechanisms.blocks.sublayer import InLayer
from attncalc.mechanisms.options import WHOLE, Options, option, word
from attncalc.mechanisms.positions.angles import Angles
from attncalc.mechanisms.positions.sinusoidal import Layout, sinusoidal
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name, spell
from attncalc.problem.problem import Option
from attncalc.problem.signature import Signature
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import picked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed
from attncalc.worksheet.tensor import Tensor

OF_LAYER = Signature.read(f"{ATTENTION.format('', 'd_q', 'd_v')} {NETWORK} -> N[n,d_model]").inputs


@dataclass(frozen=True)
class Layers(Options):
    """How many layers there are."""

    layers: int | None = option("how many layers; not needed where they have their own matrices, Wq_1 and Wq_2",
                                WHOLE, "2")  # fmt: skip

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Self:
        """From the option, or from the numbers of the weights."""
        found = super().read(options, given, symbols)
        own = {term.name for term in OF_LAYER}
        names = [known for known in map(read_name, given) if known and known.base in own and known.section]
        return replace(found, layers=found.layers or max((known.section[0] for known in names), default=1))

    def each(self, w: Recorder) -> Iterator[tuple[int, AbstractContextManager[None]]]:
        """The layers from 1, each with its section where there are several."""
        count = self.layers or 1
        return ((number, w.section("Layer", number) if count > 1 else nullcontext()) for number in range(1, count + 1))


@dataclass(frozen=True)
class Encoding(Options):
    """What tells where a token stands, besides given positions."""

    position_encoding: str = option("sinusoidal positions, or none besides those that are given",
                                    word("none", "sinusoidal"), "sinusoidal", default="none")  # fmt: skip


@mechanism(
    "Transformer, from token numbers to probabilities",
    shapes=f"ids[n] We[vocab,d_model] P[n,d_model]? {' '.join(map(str, OF_LAYER))} gamma_out[d_model]? "
    "beta_out[d_model]? Wu[d_model,vocab]? bu[vocab]? targets[n]? -> prob[n,vocab]",
    paper="Radford et al. 2018, Improving Language Understanding by Generative Pre-Training, eq. 2",
    names="gamma: gain of the norm at attention; beta: bias of the norm at attention; "
    "gamma_out: gain of the last norm; beta_out: bias of the last norm; ids: token numbers; "
    "We: embedding table, one row for each word",
    spelt=SPELT,
    lines="onehot: a 1 for each token's number; X_emb: embeddings",
)
def transformer(
    w: Recorder, ids: Tensor, We: Tensor, P: Tensor | None, *weights: Tensor | None, layers: Layers,
    encoding: Encoding, angles: Angles, layout: Layout, heads: Shared, act: Activations, around: InLayer,
    counted: Counted, between: Between,
) -> Tensor:  # fmt: skip
    """Embeddings and positions, layers, logits X Wu (or X Weᵀ), softmax, and the loss where targets are given."""
    *own, gamma, beta, Wu, bu, targets = weights
    X = embedded(w, ids, We, counted)
    if P is not None:
        X = w.step("XP", X + P, "Each token with its position added.")
    elif encoding.position_encoding == "sinusoidal":
        X = sinusoidal(w, X, angles=angles, layout=layout)
    for number, section in layers.each(w):
        mine = [_of(w, term.name, tensor, term.axes, number) for term, tensor in zip(OF_LAYER, own, strict=True)]
        with section:
            last = between if number == layers.layers else replace(between, queries=None)
            X = encoder_layer(w, X, *mine, heads=heads, act=act, around=around, between=last)
    X, asked = around.before(w, X, gamma, beta), X.axes[0].picked
    targets = picked(targets, asked) if targets is not None and asked is not None else targets
    return classifier(w, X, We.T if Wu is None else Wu, bu, targets, counted=counted)


def embedded(w: Recorder, ids: Tensor, We: Tensor, counted: Counted) -> Tensor:
    """The rows of the table of words that tokens have, as a product with one 1 in each row."""
    places = counted.places(w, ids, We.shape[0])
    axes = Axis("n", ids.shape[0]), Axis("vocab", We.shape[0])
    ones = listed(w, "1 in the column of each token, else 0", lambda i, j: str(int(places[i - 1] == j - 1)), *axes)
    ones = w.absent("ids", ("n", "vocab")) if ids.absent else ones
    onehot = w.step("onehot", ones, "Which word each token is.")
    return w.step("X_emb", onehot @ We, "Each token's row of the embedding table.")


def _of(w: Recorder, name: str, shared: Tensor | None, axes: tuple[str, ...], number: int) -> Tensor | None:
    """A layer's own matrix, or that of all layers."""
    key = spell(name, (number,))
    return w.matrix(key, w.given[key], axes) if key in w.given else shared
