"""`attncalc.attention`: exact attention on NumPy or CuPy arrays of any size."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from warnings import warn

from attncalc.batch.backends.kernel import NUMPY, Backend
from attncalc.batch.foreign import attend_foreign, attend_short
from attncalc.batch.options import Alignment, Options
from attncalc.batch.outputs import Progress, counter, place_outputs
from attncalc.batch.shapes import lay_out
from attncalc.batch.tiled import attend_tiled
from attncalc.batch.tiny import attend_tiny, is_tiny
from attncalc.batch.whole import attend_whole, fits_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray


class OnDevice(Protocol):
    """An array of CuPy's."""

    def get(self) -> NDArray[Any]:
        """The same on the host."""


Tensor = TypeVar("Tensor", "NDArray[Any]", OnDevice)


def attention(
    Q: Tensor,
    K: Tensor,
    V: Tensor,
    *,
    mask: Tensor | None = None,
    bias: Tensor | None = None,
    causal: bool | Alignment = False,
    scale: float | None = None,
    softcap: float | None = None,
    window: tuple[int | None, int | None] | None = None,
    past_key: Tensor | None = None,
    past_value: Tensor | None = None,
    kv_lengths: ArrayLike | Tensor | None = None,
    heads: int | None = None,
    kv_heads: int | None = None,
    dtype: DTypeLike | None = None,
    memory: int | None = None,
    threads: int | None = None,
    backend: Backend = NUMPY,
) -> Tensor:
    """softmax(QKᵀ/√d)V, exactly: Q (…, n, d), K (…, m, d), V (…, m, d_v) -> O (…, n, d_v), in memory linear in n and m.

    >>> import numpy as np
    >>> Q, K, V = np.array([[1.0, 0.0]]), np.eye(2), np.array([[1.0], [2.0]])
    >>> [round(attention(Q, K, V, causal=causal).item(), 4) for causal in (True, "lower-right")]
    [1.0, 1.3302]

    NumPy arrays (memory maps too, read block by block) or CuPy arrays; the result is of the same kind. Axes before the
    last two are batch axes and broadcast. Q may have a multiple of K's heads on axis -3: head h looks at h // group.
    In order: scores QKᵀ·scale, softcap, + bias, masks, softmax, V. What each keyword means:

    heads, kv_heads   Q (…, n, heads·d), K (…, m, kv_heads·d) and V hold heads side by side, and so does O.
    scale             the factor of the scores; 1/√d if it is not given.
    softcap           c·tanh(S/c) in place of S; None or 0 leaves S.
    bias              numbers added to the scores, broadcast to (…, n, m); -inf hides a key.
    mask              truths broadcast to (…, n, m): True may attend. torch's MultiheadAttention means the opposite:
                      give ~mask. Numbers are refused: give mask != 0 where 0 and 1 are meant, bias= for what is added.
    causal            True (or "upper-left"): query i sees keys 1 … i, also where n and m differ, and 1 … past + i after
                      a cache. "lower-right": the last query sees the last key, query i sees 1 … i + m - n, with
                      kv_lengths in the place of m.
    window            (left, right): a query sees so many keys before its own place and after it, its own too; None or
                      -1 is no bound. Its place is the one that causal gives, so a cache shifts it.
    past_key, past_value   keys and values (…, p, d) that stand before K and V.
    kv_lengths        how many keys there are, the cache among them: whole numbers on the first batch axes.
    dtype             float16, float32 or float64: of O and of the calculation, which for float16 is float32 or wider
                      and rounded once. Else the widest of the arrays'; whole numbers and truths count as float64.
                      "bfloat16": the products of OpenVINO or torch in it, and O in float32.
    memory            bytes that the scores may take at one time (256 MiB).
    threads           how many of the cores work (all).
    backend           "onnxruntime", "openvino" or "torch": the kernel of that package does plain or causal attention in
                      float32, and own blocks all else; what it gives is compared with float64 on some rows first.
                      "auto": one that is installed, where the sizes pay, but never torch.

    A query that may attend no key has an output of 0, as in ONNX and torch. To find such rows, ask `attend` for `lse`,
    which is -inf there: O[np.isneginf(lse)] = np.nan. A masked key takes no part, whatever its row of V holds; else NaN
    and infinities go through as in any floating-point calculation: a NaN score, or one of +inf, makes its row NaN.

    Against sums in longer floating point the tests find errors below 1e-6 of the largest output in float32 (scores that
    could be large are summed in float64), and below 1e-13 in float64 unless scores in the thousands are rounded.

    Raises SizeError where shapes do not agree, and InputError for a keyword that can mean nothing.
    Vaswani et al. 2017, equation 1; by blocks as Milakov and Gimelshein 2018 and Dao et al. 2022.
    """
    options = Options(
        mask,
        bias,
        causal,
        scale,
        softcap,
        window,
        past_key,
        past_value,
        kv_lengths,
        heads,
        kv_heads,
        dtype,
        memory,
        threads,
        backend,
    )
    made: Tensor = attend(Q, K, V, options)
    return made


def attend(
    Q: Any,
    K: Any,
    V: Any,
    options: Options | None = None,
    *,
    out: Any = None,
    lse: Any = None,
    weights: Any = None,
    progress: Progress | None = None,
    xp: ModuleType | None = None,
    say: Callable[[str], object] = warn,
    by: Callable[[str], object] | None = None,
) -> Any:
    """`attention` that writes its results where they are wanted, block by block.

    `out` (…, n, d_v), `lse` (…, n) and `weights` (…, n, m), by heads, are arrays or memory maps: they get the output,
    the logarithm of each row's sum of exponentials (-inf where there is no key), and the weights. `progress(done, of)`
    hears how many rows are done. `xp` is the module that calculates, where the arrays are not its own: blocks of what
    is on the host are then brought to the device one by one. `say` hears why another package was not believed, and
    `by` which one did it, numpy where none did. Raises SizeError for a place of a wrong shape.
    """
    laid = lay_out(Q, K, V, options or Options(), xp)
    out, places = place_outputs(laid, out, lse, weights)
    tell = counter(laid, progress)
    name: str = NUMPY
    if laid.options.short:
        name = attend_short(laid, places, tell, say)
    elif not (is_tiny(laid, places) and attend_tiny(laid, places, tell)):
        if fits_whole(laid):
            attend_whole(laid, places, tell)
        elif (name := attend_foreign(laid, places, tell, say)) == NUMPY:
            attend_tiled(laid, places, tell)
    if by:
        by(name)
    return out
