"""ALiBi: the score falls with the distance between query and key."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.limits import HEADS
from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.options import A_NUMBER, TRUE_OR_FALSE, Options, number, option, whole_from
from attncalc.mechanisms.positions.relative import Pairs, by_head, projected
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import negated, one
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule
from attncalc.worksheet.tensor import Tensor, beside


@dataclass(frozen=True)
class Slopes(Options):
    """How many heads there are, how steeply their scores fall, and on which side."""

    heads: int = option(
        "how many heads share the columns of Q, K and V", whole_from(1, HEADS.most), "2", default="1", needed=True
    )
    slope: Scalar | None = option("how much the score falls with each token between, for one head", A_NUMBER, "1/2")
    bidirectional: bool = option("whether a query sees the keys after it too", TRUE_OR_FALSE, "true", default="false")

    @property
    def sizes(self) -> dict[str, int]:
        """The number of heads h."""
        return {"h": self.heads}

    def each(self, w: Recorder) -> list[Tensor]:
        """The slope of each head: that which is given, or those of the rule."""
        if self.slope is not None:
            if self.heads > 1:
                raise InputError(
                    "slope is that of one head; several heads have those of the rule", place=self.slope.place
                )
            return [number(w, self.slope, "slope", least=0)]
        m_head = w.step("m_head", *by_the_rule(w, self.heads))
        return [one(m_head, head) for head in range(1, self.heads + 1)]


@mechanism(
    "Attention with linear biases (ALiBi)",
    shapes="X[n,d_model] Wq[d_model,h*d_k]? Wk[d_model,h*d_k]? Wv[d_model,h*d_v]? "
    "Q[n,h*d_k]? K[m,h*d_k]? V[m,h*d_v]? -> O[n,h*d_v]",
    paper="Press et al. 2022, Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
    lines="m_head: slopes of the heads",
)
def alibi(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    *,
    slopes: Slopes,
    between: Between,
) -> Tensor:
    """softmax(QKᵀ/√d_k − m·|i − j|) V; head j of h has the slope m = 1/2^(8j/h).

    Where there are more keys than queries, the queries are the last of the tokens.
    """
    Q, K, V = projected(w, X, (Wq, Wk, Wv), (Q, K, V))
    pairs = Pairs(w, Q, K)
    slope = slopes.each(w)
    D = w.step("D", pairs.table(f"|{pairs.distance}|", abs), "How far apart query and key are.")
    if not slopes.bidirectional:
        between = between.masked_by(between.asked(pairs.causal()))
    outputs = []
    for head, (Q_, K_, V_) in by_head(w, slopes.heads, Q, K, V):
        B = w.step("B", negated(D * slope[head - 1]), "The farther the key, the lower the score.")
        outputs.append(scaled_dot_product(w, Q_, K_, V_, between=between.biased(between.asked(B))))
    return outputs[0] if slopes.heads == 1 else w.step("C", beside(*outputs), "The heads' outputs, side by side.")


def by_the_rule(w: Recorder, heads: int) -> tuple[Tensor, str]:
    """1/2^(8j/h) for a power of two h; else the slopes of the last power before h, then every other of the next."""
    power = 1 << (heads.bit_length() - 1)
    slopes = by_rule(w, f"1/2^(8*j/{power})", Axis("h", power))
    if heads == power:
        return slopes, "How steep each head is."
    rest = by_rule(w, f"1/2^(8*(2*j-1)/{2 * power})", Axis("h", heads - power))
    return beside(slopes, rest), f"How steep each head is: as of {power} heads, then every other slope of {2 * power}."
