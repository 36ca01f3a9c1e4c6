"""The functions, activations and words of order of arithmetic/, for vectors that hold one number for each problem."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

Vector = Any


def _erf(x: Vector) -> Vector:
    return np.array([math.erf(entry) for entry in x.ravel().tolist()]).reshape(x.shape)


def _sigmoid(x: Vector) -> Vector:
    """1/(1 + e^-x), without overflow on either side."""
    part = np.exp(-np.abs(x))
    return np.where(x > 0, 1, part) / (1 + part)


def _softplus(x: Vector) -> Vector:
    return np.maximum(x, 0) + np.log(1 + np.exp(-np.abs(x)))


def _gelu(x: Vector) -> Vector:
    return x * (1 + _erf(x / math.sqrt(2))) / 2


def _gelu_tanh(x: Vector) -> Vector:
    return x * (1 + np.tanh((x + x * x * x * 0.044715) * math.sqrt(2 / math.pi))) / 2


def _elu_plus_1(x: Vector) -> Vector:
    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))


def _times_log(log: Callable[[Vector], Vector]) -> Callable[[Vector], Vector]:
    """x log x, and 0 for 0."""
    return lambda x: x * log(np.where(x == 0, 1, x))


FUNCTIONS: dict[str, Callable[[Vector], Vector]] = {
    "sqrt": np.sqrt,
    "exp": np.exp,
    "ln": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "tanh": np.tanh,
    "erf": _erf,
}
ACTIVATIONS: dict[str, Callable[[Vector], Vector]] = {
    "σ": _sigmoid,
    "ReLU": lambda x: np.maximum(x, 0),
    "elu+1": _elu_plus_1,
    "SiLU": lambda x: x * _sigmoid(x),
    "ELU": lambda x: np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1),
    "softplus": _softplus,
    "GELU": _gelu,
    "GELU_tanh": _gelu_tanh,
    "step": lambda x: (x > 0) * 1.0,
    "abs": np.abs,
    "p ln p": _times_log(np.log),
    "log₂": np.log2,
    "p log₂ p": _times_log(np.log2),
}


def _leaky(row: Vector) -> Vector:
    """x above 0, slope · x below; a masked score stays masked."""
    x, slope = row
    return np.where(x > 0, x, np.where(np.isneginf(x), 0, x) * slope + np.where(np.isneginf(x), x, 0))


def _first(row: Vector) -> Vector:
    """Where the first entry stands that is the least or more, from 1; the last one where no earlier one is."""
    reaching = row[1:] >= row[0]
    return np.where(reaching.any(axis=0), reaching.argmax(axis=0), len(row) - 2) + 1.0


# What a name says of a row, which stands along the first axis.
ORDER: dict[str, Callable[[Vector], Vector]] = {
    "leaky": _leaky,
    "max": lambda row: row.max(axis=0),
    "min": lambda row: row.min(axis=0),
    "argmax": lambda row: row.argmax(axis=0) + 1.0,
    "first": _first,
}
