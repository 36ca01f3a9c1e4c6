"""Which matrices were typed with rows and columns exchanged: tokens in columns, weights out × in.

Everything is computed with tokens as rows. What was typed the other way is turned on reading and turned back on
writing; this module says which matrices that are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.problem.signature import TOKEN_AXES, Signature
from attncalc.problem.tree import Scalar


@dataclass(frozen=True, slots=True)
class Orientation:
    """How matrices stand on the page; `kept` are weights that a formula uses transposed, as W in W h."""

    columns: bool = False
    out_in: bool = False
    kept: frozenset[str] = frozenset()

    @classmethod
    def read(cls, options: Mapping[str, Option], kept: Iterable[str]) -> Orientation:
        """From the options `tokens` and `weights`; raises InputError for other words."""
        columns = _word(options, "tokens", ("rows", "columns")) == "columns"
        weights = _word(options, "weights", ("in-out", "out-in"))
        return cls(columns, columns if weights is None else weights == "out-in", frozenset(kept))

    def turns(self, name: str, signature: Signature) -> bool:
        """Whether the matrix of this name stands on the page with rows and columns exchanged."""
        known = read_name(name)
        base = known.base if known else name
        axes = signature[base].axes if base in signature.names else ("n", "m")
        if len(axes) == 1 or base in self.kept:
            return False
        is_weight = not TOKEN_AXES & set(axes)
        return self.out_in if is_weight else self.columns


def _word(options: Mapping[str, Option], key: str, words: tuple[str, str]) -> str | None:
    if key not in options:
        return None
    node = options[key].value
    text = node.text if isinstance(node, Scalar) else "a list"
    if text not in words:
        raise InputError(f"{key} is {' or '.join(words)}, not {text}", place=node.place)
    return text
