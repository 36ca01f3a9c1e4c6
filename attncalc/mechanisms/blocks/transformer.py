"""A small transformer, from token numbers to probabilities and the loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Self

from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.blocks.activations import Activations
from attncalc.mechanisms.blocks.classifier import classifier
from attncalc.mechanisms.blocks.embedding import Embedding, Encoding
from attncalc.mechanisms.blocks.encoder_layer import encoder_layer
from attncalc.mechanisms.blocks.feed_forward import SPELT
from attncalc.mechanisms.blocks.layer import ATTENTION, NETWORK, Shared
from attncalc.mechanisms.blocks.numbers import Counted
from attncalc.mechanisms.blocks.sublayer import InLayer
from attncalc.mechanisms.options import WHOLE, Options, option
from attncalc.mechanisms.positions.angles import Angles
from attncalc.mechanisms.positions.sinusoidal import Layout
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name, spell
from attncalc.problem.problem import Option
from attncalc.problem.signature import Signature
from attncalc.worksheet.functions import picked, row
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, tanh

OF_LAYER = Signature.read(f"{ATTENTION.format('', 'd_q', 'd_v')} {NETWORK} -> N[n,d_model]").inputs


@dataclass(frozen=True)
class Layers(Options):
    """How many layers there are."""

    layers: int | None = option(
        "how many layers; not needed where they have their own matrices, Wq_1 and Wq_2", WHOLE, "2"
    )

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


@mechanism(
    "Transformer, from token numbers to probabilities",
    shapes=f"ids[n] We[vocab,d_model] P[n,d_model]? Wseg[n_seg,d_model]?? segments[n]? gamma_emb[d_model]? "
    f"beta_emb[d_model]? {' '.join(map(str, OF_LAYER))} gamma_out[d_model]? beta_out[d_model]? "
    "Wu[d_model,vocab_out]? bu[vocab_out]? targets[n]? Wpool[d_model,d_model]?? bpool[d_model]? -> prob[n,vocab_out], "
    "without Wu: bu[vocab]",
    paper="Radford et al. 2018, Improving Language Understanding by Generative Pre-Training, eq. 2",
    names="gamma: gain of the norm at attention; beta: bias of the norm at attention; "
    "gamma_out: gain of the last norm; beta_out: bias of the last norm; ids: token numbers; "
    "We: embedding table, one row for each word; Wseg: table of segments, one row for each; "
    "segments: segment of each token; gamma_emb: gain of the embeddings' norm; beta_emb: bias of the embeddings' norm; "
    "Wpool: weights of the pooler; bpool: bias of the pooler",
    spelt=SPELT,
    lines="onehot: a 1 for each token's number; X_emb: embeddings; onehot_seg: a 1 for each token's segment; "
    "XS: embeddings with their segments; pooled_pre: first token before tanh; pooled: what is said of all tokens",
)
def transformer(
    w: Recorder,
    ids: Tensor,
    We: Tensor,
    P: Tensor | None,
    Wseg: Tensor | None,
    segments: Tensor | None,
    gamma_emb: Tensor | None,
    beta_emb: Tensor | None,
    *weights: Tensor | None,
    layers: Layers,
    encoding: Encoding,
    angles: Angles,
    layout: Layout,
    heads: Shared,
    act: Activations,
    around: InLayer,
    counted: Counted,
    between: Between,
) -> Tensor:
    """Embeddings and positions, layers, logits X Wu (or X Weᵀ), softmax, and the loss where targets are given.

    With a pooler, tanh(x₁ Wpool + bpool) of the first token instead, as in BERT.
    """
    *own, gamma, beta, Wu, bu, targets, Wpool, bpool = weights
    tables = Embedding(We, Wseg, segments, gamma_emb, beta_emb)
    X = encoding.added(w, tables.of(w, ids, counted), P, angles, layout)
    X = tables.finished(w, X, counted, around)
    for number, section in layers.each(w):
        mine = [_of(w, term.name, tensor, term.axes, number) for term, tensor in zip(OF_LAYER, own, strict=True)]
        with section:
            last = between if number == layers.layers else replace(between, queries=None)
            X = encoder_layer(w, X, *mine, heads=heads, act=act, around=around, between=last)
    if Wpool is not None:
        return _pooled(w, X, Wpool, bpool)
    X, asked = around.before(w, X, gamma, beta), X.axes[0].picked
    targets = picked(targets, asked) if targets is not None and asked is not None else targets
    return classifier(w, X, We.T if Wu is None else Wu, bu, targets, counted=counted)


def _pooled(w: Recorder, X: Tensor, Wpool: Tensor, bpool: Tensor | None) -> Tensor:
    """What the first token says of all."""
    pre = project(w, "pooled_pre", row(X, 1), Wpool, bpool, "The first token, through the pooler.")
    return w.step("pooled", tanh(pre), "What it says of all tokens.")


def _of(w: Recorder, name: str, shared: Tensor | None, axes: tuple[str, ...], number: int) -> Tensor | None:
    """A layer's own matrix, or that of all layers."""
    key = spell(name, (number,))
    return w.matrix(key, w.given[key], axes) if key in w.given else shared
