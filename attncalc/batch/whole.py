"""Many small attentions at one time: the formula on all heads at once, or on as many as the memory takes."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from attncalc.batch.core import Steps, attention_steps
from attncalc.batch.masks import allowed
from attncalc.batch.outputs import Outputs, Tell, put
from attncalc.batch.shapes import Index, Laid

SMALL = 1 << 14  # scores of one head up to here: more are quicker by blocks
ARRAYS = 6  # of the size of the scores, which the formula holds at one time
Place = tuple[int | slice, ...]


def fits_whole(laid: Laid) -> bool:
    """Whether the heads are small enough for products of all of them to be the quickest way."""
    return laid.m > 0 and laid.n * laid.m <= SMALL


def attend_whole(laid: Laid, outputs: Outputs, tell: Tell) -> None:
    """Writes softmax(QKᵀ·scale)V into `outputs`, calculated in float64 and rounded once."""
    for place in places(laid.lead, ARRAYS * 8 * laid.n * laid.m, laid.options.bytes):
        with np.errstate(all="ignore"):
            steps = _steps(laid, place)
        put(outputs.O, place, steps.O)
        for target, found in ((outputs.lse, steps.lse), (outputs.weights, steps.A)):
            if target is not None:
                put(target, place, found)
        tell(prod(steps.O.shape[:-1]))


def _steps(laid: Laid, place: Place) -> Steps:
    """The lines of the calculation for the heads at a place."""
    xp, wide = laid.xp, np.float64
    K, V = ((xp.repeat(xp.asarray(a), laid.group, axis=-3) if laid.group > 1 else a) for a in (laid.K, laid.V))
    Q, K, V = (xp.asarray(array[place]).astype(wide, copy=False) for array in (laid.Q, K, V))
    bias = None if laid.bias is None else xp.asarray(laid.bias[place])
    return attention_steps(
        xp, Q, K, V, scale=laid.scale, softcap=laid.options.cap, bias=bias, allowed=allowed(laid, place)
    )


def places(lead: Index, each: int, room: int) -> Iterator[Place]:
    """Parts of the batch axes whose heads, `each` of so many bytes, fit in `room` together; one at least."""
    if not lead or each * prod(lead) <= room:
        yield ()
        return
    step = room // max(each * prod(lead[1:]), 1)
    for i in range(0, lead[0], max(step, 1)):
        if step:
            yield (slice(i, i + step),)
        else:
            yield from ((i, *rest) for rest in places(lead[1:], each, room))
