"""How Q, K and V lie: batch axes, heads, a cache before the keys, and the types they are calculated in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from types import ModuleType
from typing import Any

import numpy as np

from attncalc.batch.options import DTYPES, Options
from attncalc.errors import InputError, SizeError

Index = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Laid:
    """One call, its arrays with heads as an axis: Q (…, n, d), K (…, m, d), V (…, m, d_v), in the types they came in.

    `lead` are the batch axes of the result. K and V may have fewer heads on axis -3: query head h looks at head
    h // group. `mask` and `bias` are as wide as (…, n, m), by strides of 0 where they say less.
    """

    xp: ModuleType
    Q: Any
    K: Any
    V: Any
    lead: Index
    group: int
    mask: Any
    bias: Any
    lengths: Any
    past: int
    scale: float
    result: np.dtype[Any]
    work: np.dtype[Any]
    options: Options

    @property
    def n(self) -> int:
        """Queries."""
        return int(self.Q.shape[-2])

    @property
    def m(self) -> int:
        """Keys, a cache among them."""
        return int(self.K.shape[-2])

    @property
    def d_v(self) -> int:
        """Entries of a value."""
        return int(self.V.shape[-1])

    def heads(self) -> Iterator[Index]:
        """The places on the batch axes."""
        return iter(np.ndindex(self.lead))

    def of_keys(self, index: Index) -> Index:
        """The place among the keys and values that a place among the queries looks at."""
        return (*index[:-1], index[-1] // self.group) if self.group > 1 else index

    def length(self, index: Index) -> int:
        """How many keys stand at a place."""
        return self.m if self.lengths is None else int(self.lengths[index])

    def offset(self, index: Index) -> int:
        """Query i has its own place at key i + offset."""
        return self.length(index) - self.n if self.options.lower_right else self.past


def lay_out(Q: Any, K: Any, V: Any, options: Options, xp: ModuleType | None = None) -> Laid:
    """The arrays of a call, checked against each other. Raises SizeError where their sizes do not agree."""
    Q, K, V = (_numbers(name, array) for name, array in (("Q", Q), ("K", K), ("V", V)))
    xp = xp or array_module(Q, K, V)
    Q, K, V = _with_heads(Q, K, V, options)
    K, V, past = _with_cache(xp, K, V, options)
    for what, one, other in (
        ("Q and K must be as wide", Q.shape[-1], K.shape[-1]),
        ("K and V must have as many rows", K.shape[-2], V.shape[-2]),
    ):
        if one != other:
            raise SizeError(f"{what} as each other: {one:,} and {other:,}")
    if not Q.shape[-1]:
        raise SizeError("Q and K have no columns")
    lead, group = _lead(Q, K, V)
    keys = (*lead[:-1], lead[-1] // group) if group > 1 else lead
    Q, K, V = (broadcast(array, (*axes, *array.shape[-2:])) for array, axes in ((Q, lead), (K, keys), (V, keys)))
    whole = (*lead, Q.shape[-2], K.shape[-2])
    result = _result(Q, K, V, options.type)
    return Laid(
        xp,
        Q,
        K,
        V,
        lead,
        group,
        mask=_spread("mask", _truths(options.mask), whole),
        bias=_spread("bias", options.bias, whole),
        lengths=_lengths(options.kv_lengths, lead, K.shape[-2]),
        past=past,
        scale=Q.shape[-1] ** -0.5 if options.scale is None else float(options.scale),
        result=result,
        work=np.dtype(np.float64) if result == np.float64 else np.dtype(np.float32),
        options=options,
    )


def array_module(*arrays: Any) -> ModuleType:
    """NumPy, or CuPy where the arrays are CuPy's. Raises InputError where they are not all of one kind."""
    on_device = [type(array).__module__.split(".")[0] == "cupy" for array in arrays]
    if not any(on_device):
        return np
    if not all(on_device):
        raise InputError("some arrays are CuPy's and some are not", hint="cupy.asarray brings one to the GPU.")
    from importlib import import_module

    return import_module("cupy")


def broadcast(array: Any, shape: Index) -> Any:
    """An array seen in a larger shape, whichever module it belongs to."""
    return array if tuple(array.shape) == tuple(shape) else array_module(array).broadcast_to(array, shape)


def _numbers(name: str, array: Any) -> Any:
    """An array of numbers with two axes at least; whole numbers may stand for float64."""
    try:
        array = np.asarray(array) if array_module(array) is np else array
    except ValueError:
        raise SizeError(f"{name}'s rows are not as long as each other") from None
    if array.dtype.kind not in "iufb" or array.dtype.itemsize > np.dtype(np.float64).itemsize:
        raise InputError(f"{name} holds {array.dtype}, not numbers of {', '.join(DTYPES)}")
    if array.ndim < 2:
        raise SizeError(f"{name} is a matrix of rows, or several on axes before it, not of shape {tuple(array.shape)}")
    return array


def _with_heads(Q: Any, K: Any, V: Any, options: Options) -> tuple[Any, Any, Any]:
    """Heads that stand side by side in the columns get an axis of their own."""
    if options.heads is None:
        return Q, K, V
    Q = split("Q", Q, options.heads)
    heads = options.kv_heads or max(K.shape[-1] // max(Q.shape[-1], 1), 1)
    return Q, split("K", K, heads), split("V", V, heads)


def split(name: str, array: Any, heads: int) -> Any:
    """Heads side by side on an axis of their own: (…, n, heads·d) -> (…, heads, n, d); nothing is copied."""
    width = array.shape[-1]
    if width % heads:
        raise SizeError(f"{name} has {width:,} columns, which {heads:,} heads do not share equally")
    return array.reshape(*array.shape[:-1], heads, width // heads).swapaxes(-3, -2)


def _with_cache(xp: ModuleType, K: Any, V: Any, options: Options) -> tuple[Any, Any, int]:
    """Keys and values with those that were there before in front."""
    if options.past_key is None:
        return K, V, 0
    joined = [_before(xp, *named, options) for named in (("K", K, options.past_key), ("V", V, options.past_value))]
    return joined[0], joined[1], joined[0].shape[-2] - K.shape[-2]


def _before(xp: ModuleType, name: str, new: Any, past: Any, options: Options) -> Any:
    past = _numbers(f"the past {name}", past)
    if options.heads is not None and past.ndim == new.ndim - 1:
        past = split(f"the past {name}", past, new.shape[-3])
    if past.ndim != new.ndim or past.shape[:-2] != new.shape[:-2] or past.shape[-1] != new.shape[-1]:
        raise SizeError(f"the past {name} of shape {tuple(past.shape)} does not go before {name} of {tuple(new.shape)}")
    return xp.concatenate((past, new), axis=-2)


def _lead(Q: Any, K: Any, V: Any) -> tuple[Index, int]:
    """The batch axes of the result, and how many heads of Q share one of K and V."""
    group, keys = 1, [tuple(K.shape[:-2]), tuple(V.shape[:-2])]
    if Q.ndim > 2 and K.ndim > 2 and Q.shape[-3] > K.shape[-3] > 1 and Q.shape[-3] % K.shape[-3] == 0:
        group = Q.shape[-3] // K.shape[-3]
        keys = [(*axes[:-1], axes[-1] * group) if axes and axes[-1] > 1 else axes for axes in keys]
    try:
        return np.broadcast_shapes(tuple(Q.shape[:-2]), *keys), group
    except ValueError:
        shapes = ", ".join(f"{name} {tuple(array.shape)}" for name, array in (("Q", Q), ("K", K), ("V", V)))
        raise SizeError(f"the batch axes do not fit: {shapes}", hint="They may be 1, or divide Q's heads.") from None


def _truths(mask: Any) -> Any:
    if mask is None:
        return None
    mask = mask if hasattr(mask, "dtype") else np.asarray(mask)
    if mask.dtype.kind != "b":
        raise InputError(
            f"a mask holds true (may attend) and false, not {mask.dtype}",
            hint="Numbers that are added to the scores are bias=; mask != 0 makes 0 and 1 a mask.",
        )
    return mask


def _spread(name: str, array: Any, shape: Index) -> Any:
    """A mask or bias for all scores, no entry of it copied."""
    if array is None:
        return None
    array = np.asarray(array) if array_module(array) is np else array
    if name == "bias" and array.dtype.kind not in "iufb":
        raise InputError(f"bias holds {array.dtype}, not numbers")
    try:
        return broadcast(array, shape)
    except ValueError:
        raise SizeError(f"the {name} of shape {tuple(array.shape)} does not fit scores of {shape}") from None


def _lengths(lengths: Any, lead: Index, m: int) -> Any:
    """How many keys stand at each place, on the host; its axes are the first of the batch axes."""
    if lengths is None:
        return None
    lengths = np.asarray(lengths.get() if hasattr(lengths, "get") else lengths)
    if lengths.dtype.kind not in "iu":
        raise InputError("kv_lengths counts keys: whole numbers")
    if lengths.size and (lengths.min() < 0 or lengths.max() > m):
        raise SizeError(f"kv_lengths go from 0 to {m:,}, the number of keys")
    try:
        return np.broadcast_to(lengths.reshape(lengths.shape + (1,) * (len(lead) - lengths.ndim)), lead)
    except ValueError:
        raise SizeError(f"kv_lengths of shape {lengths.shape} do not fit the batch axes {lead}") from None


def _result(Q: Any, K: Any, V: Any, asked: Any) -> np.dtype[Any]:
    """The type of the output: the one asked for, or the widest of the arrays, where whole numbers count as float64."""
    found = [np.dtype(np.float64) if array.dtype.kind in "iub" else np.dtype(array.dtype) for array in (Q, K, V)]
    if asked is None:
        return np.result_type(*found)
    try:
        dtype: np.dtype[Any] = np.dtype(asked)
    except TypeError:
        dtype = np.dtype(object)
    if dtype.name not in DTYPES:
        raise InputError(f"dtype is one of {', '.join(DTYPES)}, not {asked}")
    return dtype


def count(lead: Index) -> int:
    """How many heads stand on the batch axes."""
    return prod(lead)
