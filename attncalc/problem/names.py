"""Names as people spell them: `W_q`, `WQ` and `Wq` are one name, `Wq_1` is its first head, `x2` the second row of X."""

from __future__ import annotations

import re
from typing import NamedTuple

from attncalc.problem import declared, vocabulary

INPUTS = {**vocabulary.INPUTS, **declared.INPUTS}
STEPS = {**vocabulary.STEPS, **declared.STEPS}
ONE_FOR_EACH_KEY = {name for name in STEPS if name.startswith("S")} | {"A", "E"}  # and one row for each query
ALIASES = {
    "x": "X",
    "h": "H",
    "st": "s",
    "ht": "s",
    "st-1": "s",
    "ht-1": "s",
    "si-1": "s",
    "wa": "W",
    "ua": "U",
    "va": "v",
    "ba": "b",
    "wuq": "Wq",
    "mask": "M",
    "query": "Q",
    "queries": "Q",
    "key": "K",
    "keys": "K",
    "value": "V",
}

# Options that people write beside the matrices; they stand under `options:`.
OPTION_WORDS = declared.OPTIONS
ROWS = {"x": "X", "y": "Y", "h": "H", "q": "Q", "k": "K", "v": "V"}
ROW = re.compile(r"([a-z])_?(\d{1,6})", re.ASCII)
SUFFIXED = re.compile(r"(.*?)_?((?:(?<=_)\d{1,6}_){0,8}\d{1,6})", re.ASCII)
LETTERS = str.maketrans(
    {
        **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
        "α": "alpha",
        "β": "beta",
        "γ": "gamma",
        "δ": "delta",
        "μ": "mu",
        "σ": "sigma",
        "θ": "theta",
        "ψ": "psi",
        "φ": "phi",
        "ϕ": "phi",
        "ω": "omega",
        "Ω": "Omega",
    }
)


class Name(NamedTuple):
    """A name of the vocabulary, the section it belongs to, and the row that it is (from 1), if it is one."""

    base: str
    section: tuple[int, ...] = ()
    row: int | None = None

    def __str__(self) -> str:
        return "_".join([self.base, *map(str, self.section)])


def _fold(text: str) -> str:
    """What two spellings of one name have in common."""
    return text if len(text) == 1 else text.replace("_", "").lower()


_KNOWN = {_fold(name): name for name in (*STEPS, *INPUTS)}
_KNOWN.update({_fold(alias): name for alias, name in ALIASES.items()})


def read_name(text: str) -> Name | None:
    """The name that `text` spells (`W_q`, `WQ`, `Wq_1`, `h2`, `S_2_1`), or None.

    >>> read_name("W_Q1")
    Name(base='Wq', section=(1,), row=None)
    """
    text = text.strip().replace("{", "").replace("}", "").translate(LETTERS)
    return _read(text) or _gradient(text) or _learnt(text)


def _read(text: str) -> Name | None:
    """A name of the vocabulary itself."""
    if whole := _KNOWN.get(_fold(text)):
        return Name(whole)
    if (row := ROW.fullmatch(text)) and row[1] in ROWS:
        return Name(ROWS[row[1]], row=int(row[2]))
    if (part := SUFFIXED.fullmatch(text)) and (base := _KNOWN.get(_fold(part[1]))):
        return Name(base, tuple(int(number) for number in part[2].split("_")))
    return None


GRADIENT = re.compile(r"(?:dL/d|∂L/∂|dL_?d|∇_?|grad[_ ]|d_?|∂)(.+)|(.+)[._]grad")
INDEX = re.compile(r"\d{1,6}", re.ASCII)
LEARNT = ("next", "mean", "meanhat", "var", "varhat", "root", "out")
SHORT = 2  # letters of a name that after a d is a word of some language: de, des


def gradient_typed(text: str) -> Name | None:
    """The line whose gradient a text names, where gradients are expected: dO, d_O, dL/dO, ∂L/∂O, ∇O, grad_O."""
    found = GRADIENT.fullmatch(text.strip())
    return read_name(found[1] or found[2]) if found and text not in (*STEPS, *INPUTS) else None


def _learnt(text: str) -> Name | None:
    """A line of a step of learning, by the line that it is of: Wq_next_1 of Wq_1."""
    parts = text.split("_")
    numbers = []
    while len(parts) > 1 and INDEX.fullmatch(parts[-1]):
        numbers.append(int(parts.pop()))
    mark, base = parts.pop(), "_".join(parts)
    name = _read(base) or _gradient(base) if mark in LEARNT and base else None
    return Name(f"{name.base}_{mark}", tuple(numbers[::-1])) if name and name.row is None else None


def _gradient(text: str) -> Name | None:
    """The gradient that a text names anywhere: dWq_1 of Wq_1, in the letters of the line."""
    own = text[1:]
    if text[:1] != "d" or not own or not (own[0].isupper() or own[0] == "b" or len(own) > SHORT):
        return None
    name = _read(own)
    is_exact = name is not None and (own[0].isupper() or own.startswith(name.base))
    return name._replace(base=gradient_of(name.base)) if name and is_exact else None


def gradient_of(name: str) -> str:
    """The name of a line's gradient: dS_scaled."""
    return f"d{name}"


def differentiated(name: str) -> str | None:
    """The name of the line that a gradient belongs to, or None where the name is no gradient's."""
    own = name[1:]
    is_gradient = name[:1] == "d" and name not in STEPS and name not in INPUTS and (own in STEPS or own in INPUTS)
    return own if is_gradient else None


def spell(name: str, section: tuple[int, ...] = ()) -> str:
    """The ASCII name of a step in its section: `S_2_1`."""
    return "_".join([name, *map(str, section)])
