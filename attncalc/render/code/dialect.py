"""The two libraries that scripts are written for."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a library is called, what its arrays are made by, and where its functions of one number come from."""

    name: str
    title: str
    prefix: str
    array: str
    real: str
    functions: str


NUMPY = Dialect("numpy", "NumPy", "np", "np.array", "float", "np")
TORCH = Dialect("torch", "PyTorch", "torch", "torch.tensor", "torch.float64", "math")
OTHER_WORDS = {"axis": "dim", "keepdims": "keepdim", "np": "torch"}
WORD = re.compile(r"\baxis(?==)|\bkeepdims(?==)|\bnp(?=\.)")


def in_torch(numpy: str) -> str:
    """The same for torch, where only these words differ: np, axis, keepdims.

    >>> in_torch("np.sum({0}, axis=1, keepdims=True)")
    'torch.sum({0}, dim=1, keepdim=True)'
    """
    return WORD.sub(lambda word: OTHER_WORDS[word[0]], numpy)
