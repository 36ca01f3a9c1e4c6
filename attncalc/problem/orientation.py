"""Which matrices were typed with rows and columns exchanged: tokens in columns, weights out × in.

Everything is computed with tokens as rows. What was typed the other way is turned on reading and turned back on
writing; this module says which matrices that are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from attncalc.problem.names import read_name
from attncalc.problem.problem import Option
from attncalc.problem.signature import STEP_AXES, TOKEN_AXES, Signature

PICTURES = frozenset({"height", "k_h"})  # what runs down an image and a kernel: they stand as they are


@dataclass(frozen=True, slots=True)
class Orientation:
    """How matrices stand on the page; `kept` are weights that a formula uses transposed, as W in W h."""

    columns: bool = False
    out_in: bool = False
    kept: frozenset[str] = frozenset()

    @classmethod
    def read(cls, options: Mapping[str, Option], kept: Iterable[str]) -> Orientation:
        """From the options `tokens` and `weights`; raises InputError for other words."""
        columns = "tokens" in options and options["tokens"].word(("rows", "columns")) == "columns"
        out_in = options["weights"].word(("in-out", "out-in")) == "out-in" if "weights" in options else columns
        return cls(columns, out_in, frozenset(kept))

    def turns(self, name: str, signature: Signature) -> bool:
        """Whether the matrix of this name stands on the page with rows and columns exchanged."""
        known = read_name(name)
        base = known.base if known else name
        axes = signature[base].axes if base in signature.names else STEP_AXES.get(base, ("n", "m"))
        if len(axes) == 1 or base in self.kept or PICTURES & set(axes):
            return False
        is_weight = not TOKEN_AXES & set(axes)
        return self.out_in if is_weight else self.columns
