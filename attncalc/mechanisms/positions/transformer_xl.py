"""Transformer-XL: four terms, of content and of relative position, each with the query and without it."""

from __future__ import annotations

from attncalc.errors import InputError
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.positions.angles import Angles, waves
from attncalc.mechanisms.positions.relative import Pairs, projected
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import interleaved, looked_up
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


@mechanism(
    "Attention with relative positions (Transformer-XL)",
    shapes="X[n,d_model] Wq[d_model,d_k]? Wk[d_model,d_k]? Wv[d_model,d_v]? Q[n,d_k]? K[m,d_k]? V[m,d_v]? "
    "R[r,d_r]? Wkr[d_r,d_k]? u[d_k] v[d_k] -> O[n,d_v], without Wq or Q: X[n,d_k], without Wkr: R[r,d_k]",
    paper="Dai et al. 2019, Transformer-XL: Attentive Language Models Beyond a Fixed-Length Context, section 3.3",
    names="R: encodings of the distances 0, 1, 2 …; sinusoidal unless given; Wkr: projection of R to keys; "
    "u: content bias, added to every query before the keys; v: position bias, added to every query before R",
    lines="uK: content bias of the keys; vR: position bias by offset; vR_pair: position bias",
)
def transformer_xl(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    Q: Tensor | None,
    K: Tensor | None,
    V: Tensor | None,
    R: Tensor | None,
    Wkr: Tensor | None,
    u: Tensor,
    v: Tensor,
    *,
    between: Between,
) -> Tensor:
    """Sᵢⱼ = qᵢ·kⱼ + qᵢ·rᵢ₋ⱼ + u·kⱼ + v·rᵢ₋ⱼ, where r₀, r₁ … are the rows of R Wkr; scaled, causal, softmax, values.

    Where there are more keys than queries, the queries are the last of the tokens.
    """
    Q, K, V = projected(w, X, (Wq, Wk, Wv), (Q, K, V))
    pairs = Pairs(w, Q, K)
    Q = between.asked(Q)
    R = sinusoids(w, pairs, w.sizes.get("d_k" if Wkr is None else "d_r")) if R is None else _long_enough(w, R, pairs)
    Rk = R if Wkr is None else w.step("Rk", R @ Wkr, "The encoding of each distance as a key.")
    QK = w.step("QK", Q @ K.T, "Content: how well each query matches each key.")
    QR = w.step("QR", Q @ Rk.T, "Position: how well each query matches each distance.")
    QR_pair = looked_up(QR, pairs.distance, pairs.places(past, Q), pairs.axes[1])
    QR_pair = w.step("QR_pair", QR_pair, "Each row shifted: for each key the entry of its distance, 0 after the query.")
    uK = w.step("uK", K @ u, "Content bias: how much each key counts for every query.")
    vR = w.step("vR", Rk @ v, "Position bias: how much each distance counts for every query.")
    vR_pair = between.asked(looked_up(vR, pairs.distance, pairs.places(past), pairs.axes[1]))
    vR_pair = w.step("vR_pair", vR_pair, "The same for each pair, by distance.")
    S = w.step("S", QK + QR_pair + uK + vR_pair, "The four terms together.")
    A = between.masked_by(between.asked(pairs.causal())).weights(w, S)
    return w.step("O", A @ V, "Each output is a weighted sum of the values.")


def past(offset: int) -> int | None:
    """The row of a distance, from 0; a key after the query has none."""
    return None if offset > 0 else -offset


def sinusoids(w: Recorder, pairs: Pairs, width: int | None) -> Tensor:
    """The sinusoidal encodings of the distances from 0; raises InputError for an odd number of features."""
    if width and width % 2:
        raise InputError(f"R is not given, and sines and cosines come in pairs: they cannot make {width} features")
    angles = Angles()
    distances = angles.counted(w, Axis("r", pairs.m))
    theta = angles.frequencies(w, Axis("pairs", width // 2 if width else None))
    R = interleaved(*waves(w, distances, theta)).renamed("r", "d_r")
    return w.step("R", R, "Sine and cosine of each frequency side by side: a row for each distance.")


def _long_enough(w: Recorder, R: Tensor, pairs: Pairs) -> Tensor:
    """R, which has a row for each distance; raises InputError where some have none."""
    if not R.absent and (R.shape[0] or 0) <= pairs.furthest:
        raise InputError(
            f"R has {R.shape[0]} row{'s' * (R.shape[0] != 1)}, but there are distances from 0 to {pairs.furthest}",
            place=w.given["R"].place,
            hint="Row 1 is for distance 0.",
        )
    return R
