"""Functions that a script brings along, where it uses them."""

from __future__ import annotations

import re

from attncalc.render.code.dialect import NUMPY, Dialect

_NUMPY = '''
def softmax(S, axis=-1):
    """Each exponential as a share of its row's sum; of its column's with axis=0."""
    E = np.exp(S - S.max(axis=axis, keepdims=True))
    return E / E.sum(axis=axis, keepdims=True)


def softmax_or_zero(S, axis=-1):
    """softmax(S) with weights of 0 where everything is hidden."""
    largest = S.max(axis=axis, keepdims=True)
    E = np.exp(S - np.where(np.isinf(largest), 0, largest))
    Z = E.sum(axis=axis, keepdims=True)
    return E / np.where(Z == 0, 1, Z)


def share(E, Z):
    """E / Z, and 0 where E is."""
    return E / np.where(Z == 0, 1, Z)


def sigmoid(x):
    """1 / (1 + e^-x)."""
    return 1 / (1 + np.exp(-x))


def elu(x):
    """x above 0, e^x - 1 below."""
    return np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1)


def silu(x):
    """x times its sigmoid."""
    return x / (1 + np.exp(-x))


def gelu(x):
    """x times the probability that a standard normal number is smaller."""
    return x * (1 + np.vectorize(math.erf)(x / np.sqrt(2))) / 2


def gelu_tanh(x):
    """The approximation of GELU with tanh."""
    return x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) / 2


def leaky_relu(x, slope):
    """x above 0, slope times x below."""
    return np.where(x > 0, x, slope * x)


def xlogy(x, y):
    """x ln y, and 0 where x is 0."""
    return x * np.log(np.where(x == 0, 1, y))


def from_table(S, table):
    """The exponentials that are prescribed; 0 for a hidden score."""
    E = np.zeros_like(S)
    for score, exponential in table.items():
        E[np.isclose(S, score)] = exponential
    return E


def carried_sums(a, kept):
    """Each entry and what is kept of the sum before it."""
    sums = [a[0]]
    for x, part in zip(a[1:], kept):
        sums.append(x + part * sums[-1])
    return np.array(sums)


def look_up(a, places):
    """The entries of each row at these places; 0 where there is none (-1)."""
    places = np.array(places)
    rows = np.broadcast_to(a, (len(places), a.shape[-1]))
    return np.where(places < 0, 0, np.take_along_axis(rows, places, axis=1))


def sum_by_place(a, places, size):
    """Sums of the entries of each row that have the same place; -1 is none."""
    sums = np.zeros((len(places), size))
    for i, row in enumerate(np.atleast_2d(a)):
        for x, k in zip(row, places[i]):
            sums[i, k] += x if k >= 0 else 0
    return sums.reshape(*a.shape[:-1], size)


def convolve(X, kernel):
    """The kernel moved over X, which has zeros around it."""
    h, w = kernel.shape
    padded = np.pad(X, [((h - 1) // 2, h // 2), ((w - 1) // 2, w // 2)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, kernel.shape)
    return (windows * kernel).sum(axis=(2, 3))


def rotate(X, cos, sin, first, second):
    """The columns first and second of each pair, turned by its angle."""
    x, y = X[:, first], X[:, second]
    turned = X.copy()
    turned[:, first] = x * cos - y * sin
    turned[:, second] = y * cos + x * sin
    return turned

def put(a, places, shape):
    """The entries of a at these places, counted row by row; 0 elsewhere, and -1 is no place."""
    made = np.zeros(shape).reshape(-1)
    for x, k in zip(a.reshape(-1), places):
        made[k] += x if k >= 0 else 0
    return made.reshape(shape)


def gelu_slope(x):
    """The slope of GELU."""
    phi = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    return (1 + np.vectorize(math.erf)(x / np.sqrt(2))) / 2 + x * phi


def gelu_tanh_slope(x):
    """The slope of the approximation of GELU with tanh."""
    t = np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))
    return (1 + t) / 2 + x * (1 - t**2) * np.sqrt(2 / np.pi) * (1 + 0.134145 * x**2) / 2
'''

_TORCH = '''
def follow(*given):
    """Has autograd follow what is made of these."""
    for array in given:
        array.requires_grad_()


def agree(found, formulas):
    """An error where one of these is not the other."""
    for one, other in zip(found, formulas):
        torch.testing.assert_close(one, other.reshape(one.shape))


def mask(seen):
    """0 for what is seen (1), -inf for what is hidden (0)."""
    hidden = torch.tensor(seen) == 0
    return torch.zeros(hidden.shape).masked_fill(hidden, -torch.inf)


def softmax_or_zero(S, dim=-1):
    """softmax(S) with weights of 0 where everything is hidden."""
    return torch.softmax(S, dim=dim).nan_to_num()


def share(E, Z):
    """E / Z, and 0 where E is."""
    return E / Z.masked_fill(Z == 0, 1)


def from_table(S, table):
    """The exponentials that are prescribed; 0 for a hidden score."""
    E = torch.zeros_like(S)
    for score, exponential in table.items():
        E[(S - score).abs() < 1e-9] = exponential
    return E


def carried_sums(a, kept):
    """Each entry and what is kept of the sum before it."""
    sums = [a[0]]
    for x, part in zip(a[1:], kept):
        sums.append(x + part * sums[-1])
    return torch.stack(sums)


def look_up(a, places):
    """The entries of each row at these places; 0 where there is none (-1)."""
    places = torch.as_tensor(places)
    rows = a.expand(len(places), -1)
    return rows.gather(1, places.clamp(min=0)).masked_fill(places < 0, 0)


def sum_by_place(a, places, size):
    """Sums of the entries of each row that have the same place; -1 is none."""
    sums = torch.zeros(len(places), size)
    for i, row in enumerate(torch.atleast_2d(a)):
        for x, k in zip(row, places[i]):
            sums[i, k] += x if k >= 0 else 0
    return sums.reshape(*a.shape[:-1], size)


def convolve(X, kernel):
    """The kernel moved over X, which has zeros around it."""
    h, w = kernel.shape
    padded = F.pad(X, [(w - 1) // 2, w // 2, (h - 1) // 2, h // 2])
    return F.conv2d(padded[None, None], kernel[None, None])[0, 0]


def rotate(X, cos, sin, first, second):
    """The columns first and second of each pair, turned by its angle."""
    x, y = X[:, first], X[:, second]
    turned = X.clone()
    turned[:, first] = x * cos - y * sin
    turned[:, second] = y * cos + x * sin
    return turned


def put(a, places, shape):
    """The entries of a at these places, counted row by row; 0 elsewhere, and -1 is no place."""
    made = torch.zeros(shape).reshape(-1)
    for x, k in zip(a.reshape(-1), places):
        made[k] += x if k >= 0 else 0
    return made.reshape(shape)


def gelu_slope(x):
    """The slope of GELU."""
    phi = torch.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    return (1 + torch.erf(x / math.sqrt(2))) / 2 + x * phi


def gelu_tanh_slope(x):
    """The slope of the approximation of GELU with tanh."""
    t = torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))
    return (1 + t) / 2 + x * (1 - t**2) * math.sqrt(2 / math.pi) * (1 + 0.134145 * x**2) / 2
'''


def _by_name(text: str) -> dict[str, str]:
    return {part.split("(")[0]: f"def {part.strip()}" for part in text.split("\ndef ") if part.strip()}


HELPERS = {"numpy": _by_name(_NUMPY), "torch": _by_name(_TORCH)}
NAMES = {name for helpers in HELPERS.values() for name in helpers}
CALL = re.compile(r"(?<![\w.])(\w+)\(")


def helpers(code: str, dialect: Dialect) -> list[str]:
    """The functions that this code calls, as they stand in the table."""
    called = set(CALL.findall(code))
    return [text for name, text in HELPERS[dialect.name].items() if name in called]


def imports(code: str, dialect: Dialect) -> list[str]:
    """The lines that import what this code uses."""
    lines = ["import math", ""] if re.search(r"\bmath\.", code) else []
    if dialect is NUMPY:
        return [*lines, "import numpy as np"]
    functional = ["import torch.nn.functional as F"] if re.search(r"\bF\.", code) else []
    return [*lines, "import torch", *functional]
