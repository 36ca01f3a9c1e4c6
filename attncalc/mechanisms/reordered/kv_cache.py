"""Keys and values that are kept while tokens come one by one."""

from __future__ import annotations

from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.basics.self_attention import project
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.options import WHOLE, Options, option
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.sizes import counted
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import where
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Decoding(Options):
    """Which tokens come at once, and what a number takes."""

    prompt: int = option("how many tokens come at once, before the others one by one", WHOLE, "2", "1")
    bytes: int = option("the bytes of one number in the cache", WHOLE, "2", "2")

    def spans(self, count: int) -> list[tuple[str, int, int]]:
        """What each step is, and its first and last token, from 1; raises InputError for a prompt that is too long."""
        if self.prompt > count:
            raise InputError(f"the prompt has {self.prompt} tokens, but there are {count}")
        return [("Prefill", 1, self.prompt), *(("Decode", t, t) for t in range(self.prompt + 1, count + 1))]


@mechanism(
    "KV cache: prefill and decode",
    shapes="X[n,d_model] Wq[d_model,d_k]? Wk[d_model,d_k]? Wv[d_model,d_v]? bq[d_k]? bk[d_k]? bv[d_v]? -> O[n,d_v]",
    paper="Pope et al. 2023, Efficiently Scaling Transformer Inference, section 2.1",
    lines="X_new: tokens that come now; K_cache: keys that are kept; V_cache: values that are kept; "
    "cache: bytes of the cache; O_all: every token's output",
)
def kv_cache(
    w: Recorder,
    X: Tensor,
    Wq: Tensor | None,
    Wk: Tensor | None,
    Wv: Tensor | None,
    bq: Tensor | None,
    bk: Tensor | None,
    bv: Tensor | None,
    *,
    decoding: Decoding,
    between: Between,
) -> Tensor:
    """Causal attention token by token: each adds its key and value to the cache, and looks at all that is in it."""
    if between.queries is not None:
        raise InputError("every token is worked out when it comes: queries picks none", place=between.queries_place)
    K = V = None
    outputs = []
    for number, (title, first, last) in enumerate(decoding.spans(X.shape[0] or 0), 1):
        with w.section(title, number):
            new = w.step("X_new", X.rows(tuple(range(first, last + 1))), "The tokens that come now.")
            Q = project(w, "Q", new, Wq, bq, "What they look for.")
            K_new = project(w, "K", new, Wk, bk, "Their keys, the only ones to be calculated.")
            V_new = project(w, "V", new, Wv, bv, "Their values.")
            K, V = _kept(w, "K_cache", K, K_new), _kept(w, "V_cache", V, V_new)
            seen = between.masked_by(_causal(w, last)) if last > first else between
            outputs.append(scaled_dot_product(w, Q, K, V, between=seen))
            sizes = {"t": last, "d_k": K.shape[1], "d_v": V.shape[1], "bytes": decoding.bytes}
            counted(w, "cache", "t*(d_k+d_v)*bytes", "The bytes that keys and values take in the cache.", sizes)
    return w.step("O_all", stacked(*outputs), "Every token's output: the rows of causal attention.")


def _kept(w: Recorder, name: str, before: Tensor | None, new: Tensor) -> Tensor:
    """The cache with what is new below what it has."""
    return new if before is None else w.step(name, stacked(before, new, axis="m"), "The cache, one row longer.")


def _causal(w: Recorder, size: int) -> Tensor:
    return w.step(
        "M",
        where(w, "j ≤ i", lambda i, j: j <= i, Axis("n", size), Axis("m", size)),
        "A token of the prompt sees itself and those before it.",
    )
