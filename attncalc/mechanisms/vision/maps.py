"""Maps of an image: one matrix for each channel."""

from __future__ import annotations

from functools import reduce

from attncalc.errors import InputError
from attncalc.reading.number import Node
from attncalc.worksheet.functions import hadamard, larger, largest, mean, one
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, apply, beside

Maps = tuple[Tensor, ...]


def checked(X: Maps) -> Maps:
    """The maps; raises InputError where their sizes differ."""
    shapes = {map_.shape for map_ in X}
    if len(shapes) > 1:
        found = " and ".join("×".join(map(str, shape)) for shape in sorted(shapes, key=str))
        raise InputError(f"the channels are {found}, but should be of one size")
    return X


def means_of(X: Maps) -> Tensor:
    """The mean of each channel, a vector."""
    return beside(*map(mean, X)).renamed("c")


def largest_of(X: Maps) -> Tensor:
    """The largest entry of each channel, a vector."""
    return beside(*map(largest, X)).renamed("c")


def mean_over(w: Recorder, X: Maps) -> Tensor:
    """The mean over the channels at every place, a map."""
    return reduce(lambda a, b: a + b, X) / w.constant(Node("number", str(len(X))))


def largest_over(X: Maps) -> Tensor:
    """The largest over the channels at every place, a map."""
    return reduce(larger, X)


def scaled(w: Recorder, name: str, X: Maps, gate: Tensor, says: str) -> Maps:
    """Each channel times its entry of the gate, a step for each."""
    found = []
    for number, map_ in enumerate(X, 1):
        with w.section("Channel", number):
            found.append(w.step(name, map_ * one(gate, number), says))
    return tuple(found)


def through(w: Recorder, name: str, X: Maps, gate: Tensor, says: str) -> Maps:
    """Each channel times a map, entry by entry, a step for each."""
    found = []
    for number, map_ in enumerate(X, 1):
        with w.section("Channel", number):
            found.append(w.step(name, hadamard(map_, gate), says))
    return tuple(found)


def convolved(map_: Tensor, kernel: Tensor) -> Tensor:
    """The map with the kernel laid over every entry, products summed; beside the map stands 0."""
    return apply("convolved", map_, kernel)


def patches(map_: Tensor, size: int) -> Tensor:
    """Squares of size × size as rows, from left to right and from above; each is read row by row."""
    return apply("patches", map_, params=size)
