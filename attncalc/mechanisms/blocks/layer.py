"""The sublayers of a layer: attention and the feed-forward network, each with its residual and its norm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from attncalc.limits import HEADS
from attncalc.mechanisms.basics.self_attention import project, self_attention
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.blocks.activations import Activations
from attncalc.mechanisms.blocks.feed_forward import feed_forward
from attncalc.mechanisms.blocks.sublayer import InLayer
from attncalc.mechanisms.encoder_decoder.cross_attention import cross_attention
from attncalc.mechanisms.heads.multi_head import multi_head
from attncalc.mechanisms.heads.split import PER_HEAD, Heads, numbers_of
from attncalc.mechanisms.masks import WORDS, Mask
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.problem.schema import Setting, whole
from attncalc.problem.tree import Scalar
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

OPTIONS = {"heads": Setting("how many heads share the columns of the projections", whole(1, HEADS.most), "2", "1")}
ATTENTION = (
    "Wq{0}[d_model,{1}]? Wk{0}[d_model,{1}]? Wv{0}[d_model,{2}]? Wo{0}[{2},d_model]? "
    "bq{0}[{1}]? bk{0}[{1}]? bv{0}[{2}]? bo{0}[d_model]? gamma{0}[d_model]? beta{0}[d_model]?"
)
NETWORK = (
    "Wup[d_model,d_ff] bup[d_ff]? Wdown[d_ff,d_model] bdown[d_model]? Wgate[d_model,d_ff]? bgate[d_ff]? "
    "gamma_ff[d_model]? beta_ff[d_model]?"
)


@dataclass(frozen=True)
class OneOrMore(Heads):
    """The heads of a layer: one, unless the option or matrices of single heads say otherwise."""

    count: int = 1

    OPTIONS: ClassVar[Mapping[str, Setting]] = OPTIONS

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], _: tuple[str, ...]) -> Self:
        """From the option, or from `Wq_1`, `Wq_2`."""
        numbers = [number for name in PER_HEAD for number in numbers_of(name, given)]
        if "heads" in options or not numbers:
            options = {"heads": Option("heads", Scalar("1")), **options}
        else:
            options = {**options, "heads": Option("heads", Scalar(str(max(numbers))))}
        return super().read(options, given, _)


@dataclass(frozen=True)
class Shared(OneOrMore):
    """Heads that share the columns of whole matrices: a number at the end of a name is not a head's."""

    NUMBERED: ClassVar[bool] = False

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], _: tuple[str, ...]) -> Self:
        """From the option alone."""
        return super().read(options, {}, _)


class InDecoder(Between):
    """The options between scores and weights in a decoder: no table of biases, which two attentions would read."""

    OPTIONS: ClassVar[Mapping[str, Setting]] = {key: each for key, each in Between.OPTIONS.items() if key != "bias"}


class Attention(NamedTuple):
    """The weights of an attention sublayer, in the order of the signature."""

    Wq: Tensor | None
    Wk: Tensor | None
    Wv: Tensor | None
    Wo: Tensor | None
    bq: Tensor | None
    bk: Tensor | None
    bv: Tensor | None
    bo: Tensor | None
    gamma: Tensor | None
    beta: Tensor | None

    def of(self, w: Recorder, X: Tensor, Y: Tensor | None, heads: Heads, between: Between, around: InLayer) -> Tensor:
        """The tokens X after attention to themselves, or to Y, with residual and norm."""
        tokens = around.before(w, X, self.gamma, self.beta)
        made = self._attend(w, tokens, Y, heads, between)
        return around.after(w, between.asked(X), made, self.gamma, self.beta)

    def _attend(self, w: Recorder, X: Tensor, Y: Tensor | None, heads: Heads, between: Between) -> Tensor:
        Wq, Wk, Wv, Wo, bq, bk, bv, bo, *_ = self
        if heads.count > 1:
            return multi_head(w, X, Wq, Wk, Wv, Wo, bq, bk, bv, bo, Y, None, None, None, heads=heads, between=between)
        if Y is None:
            output = self_attention(w, X, Wq, Wk, Wv, bq, bk, bv, between=between)
        else:
            output = cross_attention(w, X, Y, Wq, Wk, Wv, bq, bk, bv, between=between)
        return output if Wo is None and bo is None else project(w, "MH", output, Wo, bo, "The output projection.")


class Network(NamedTuple):
    """The weights of a feed-forward sublayer, in the order of the signature."""

    Wup: Tensor
    bup: Tensor | None
    Wdown: Tensor
    bdown: Tensor | None
    Wgate: Tensor | None
    bgate: Tensor | None
    gamma: Tensor | None
    beta: Tensor | None

    def of(self, w: Recorder, X: Tensor, act: Activations, around: InLayer) -> Tensor:
        """The tokens X after the network, with residual and norm."""
        tokens = around.before(w, X, self.gamma, self.beta)
        return around.after(w, X, feed_forward(w, tokens, *self[:6], act=act), self.gamma, self.beta)


def to_itself(between: Between) -> Between:
    """For a decoder's attention to itself: no token sees those after it; padding is the encoder's."""
    causal = WORDS["causal"]
    masks = tuple(mask for mask in between.masks if not (mask.for_all_queries or mask.seen is causal))
    itself = replace(between, masks=(Mask(causal), *masks))
    return itself.numbered(1) if any(mask.for_all_queries for mask in between.masks) else itself


def to_the_encoder(between: Between) -> Between:
    """For a decoder's attention to the encoder: only padding hides keys, and all rows that are there are asked."""
    masks = tuple(mask for mask in between.masks if mask.for_all_queries)
    return replace(between, masks=masks, queries=None).numbered(2)
