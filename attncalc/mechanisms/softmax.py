"""From scores to shares of one: softmax, and the other ways that courses divide a row by its sum."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Mapping as Names
from dataclasses import dataclass
from functools import partial
from typing import Any

from attncalc.arithmetic.base import Arithmetic
from attncalc.errors import InputError, shorten
from attncalc.problem.schema import NUMBER, any_of, mapping, one_of
from attncalc.problem.tree import Mapping, Node, Scalar
from attncalc.reading.number import Number, read_number
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, any_masked, apply, exp, kept, power, row_sums, share

_EXP = {"type": "object", "minProperties": 1, "additionalProperties": NUMBER}
SOFTMAX = any_of(one_of("sum"), mapping({"base": NUMBER, "exp": _EXP}, minProperties=1, maxProperties=1))


@dataclass(frozen=True)
class Prescribed:
    """Exponentials that the problem prescribes: {2: 7.39} says that e² is to be taken as 7.39."""

    pairs: tuple[tuple[Number, Number], ...]

    def __call__(self, ar: Arithmetic, scores: Any, letters: Names[str, Number]) -> Any:
        """The prescribed exponential of every score; raises InputError where there is none."""
        table = [(ar.number(x, letters), ar.number(y, letters)) for x, y in self.pairs]
        return ar.array([[self._of(ar, table, entry) for entry in row] for row in ar.rows(scores)]).reshape(
            *scores.shape
        )

    @staticmethod
    def _of(ar: Arithmetic, table: list[tuple[Any, Any]], entry: Any) -> Any:
        if ar.is_masked(entry):
            return ar.rational("0")
        for x, y in table:
            if ar.same(x, entry):
                return y
        raise InputError(
            "softmax: exp prescribes no exponential for one of the scores",
            hint="List every score that occurs: softmax: {exp: {0: 1, 2: 7.39}}",
        )


@dataclass(frozen=True)
class Softmax:
    """How a row of scores becomes a row of weights; without settings, softmax."""

    base: Scalar | None = None
    prescribed: Prescribed | None = None
    plain_sum: bool = False

    @property
    def is_shiftable(self) -> bool:
        """Whether subtracting one number from all scores changes no weight."""
        return not (self.plain_sum or self.prescribed)

    @property
    def is_natural(self) -> bool:
        """Whether it is softmax itself, which alone has the slopes αᵢ(δᵢⱼ − αⱼ)."""
        return self.is_shiftable and self.base is None

    @classmethod
    def read(cls, node: Node | None, symbols: Collection[str] = ()) -> Softmax:
        """The option `softmax`: {base: 3}, {exp: {2: 7.39}} or sum."""
        if node is None:
            return cls()
        if isinstance(node, Scalar) and node.text == "sum":
            return cls(plain_sum=True)
        key, value = node.entries[0] if isinstance(node, Mapping) and len(node.entries) == 1 else (node, node)
        if isinstance(key, Scalar) and key.text == "base" and isinstance(value, Scalar):
            return cls(base=value)
        if isinstance(key, Scalar) and key.text == "exp" and isinstance(value, Mapping):
            return cls(
                prescribed=Prescribed(
                    tuple((read_number(x.text, symbols), _number(y, symbols)) for x, y in value.entries)
                )
            )
        word = key.text if isinstance(key, Scalar) else "a list"
        raise InputError(
            f"softmax cannot be {shorten(word)}",
            place=node.place,
            hint="It can be {base: 3}, {exp: {0: 1, 2: 7.39}} or sum.",
        )

    def weights(
        self, w: Recorder, S: Tensor, name: str, parts: tuple[str, str] = ("E", "Z"), *, detail: bool = True
    ) -> Tensor:
        """The weights: each exponential as a share of its row's sum; `parts` are the names of these two lines.

        They are shown on request only where they are a `detail`.
        """
        detail = detail and not self.prescribed
        if self.plain_sum:
            if any_masked(S):
                S = w.step("S_kept" if len(S.axes) > 1 else "e_kept", kept(S), "What is hidden counts as 0.")
            Z = w.step("Z", row_sums(S), "The sum of each row of scores.")
            _check_sums(w, S, Z, "scores")
            return w.step(name, share(S, Z), "Each score as a share of its row's sum.")
        row = len(S.axes) == 2
        total = "The sum of each row of exponentials." if row else "The sum of the exponentials."
        powers, sums = parts
        S = S.shifted() if detail and not any(map(w.is_given, parts)) else S  # a line that is shown is as it says
        E = w.step(powers, self._exponentials(w, S), "The exponential of each score.", detail=detail)
        Z = w.step(sums, row_sums(E), total, detail=detail)
        _check_sums(w, S, Z, "exponentials")
        says = "Each exponential as a share of its row's sum." if row else "Each exponential as a share of their sum."
        return w.step(name, share(E, Z), says)

    def _exponentials(self, w: Recorder, S: Tensor) -> Tensor:
        if self.base is not None:
            base = w.constant(w.tree(self.base), self.base.place)
            if not w.arithmetic.is_positive(base.value):
                raise InputError("the base of softmax should be positive", place=self.base.place)
            return power(base, S)
        if self.prescribed:
            return apply("table", S, params=partial(self.prescribed, letters=w.letters))
        return exp(S)


def softmax(w: Recorder, scores: Tensor, name: str, *, parts: tuple[str, str] = ("E", "Z")) -> Tensor:
    """softmax(scores), row by row: e^s over the sum of its row (Bridle 1990); `parts` name exponentials and sums."""
    return Softmax().weights(w, scores, name, parts)


def _check_sums(w: Recorder, S: Tensor, Z: Tensor, what: str) -> None:
    """Raises InputError at a row that sums to 0, unless all its keys are masked."""
    if Z.absent:
        return
    rows = w.arithmetic.rows(S.value) if not S.absent else [[]] * len(w.arithmetic.rows(Z.value))
    for i, (row, total) in enumerate(zip(rows, w.arithmetic.rows(Z.value), strict=True), 1):
        all_masked = bool(row) and all(map(w.arithmetic.is_masked, row))
        if w.arithmetic.is_number(total[0], 0) and not all_masked:
            of_row = f" of row {i}" if len(Z.axes) == 2 else ""
            raise InputError(
                f"the {what}{of_row} sum to 0, so its weights would be divided by 0",
                hint="If they were rounded to 0, more decimals keep them.",
            )


def _number(node: Node, symbols: Collection[str]) -> Number:
    if not isinstance(node, Scalar):
        raise InputError("an exponential should be one number", place=node.place)
    return read_number(node.text, symbols)
