"""What stands around a sublayer: the tokens added to what it makes of them, and a norm before it or after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from attncalc.errors import InputError
from attncalc.mechanisms.blocks.norms import NO_NORM, NORM, WITHOUT, Norm
from attncalc.mechanisms.options import TRUE_OR_FALSE, Options, option
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor

RESIDUAL = "whether the tokens are added to what is made of them: X + F(X)"
WHICH = "a norm: layer or rms, after the sum, or {kind: layer, when: before, eps: 1e-5}"


@dataclass(frozen=True)
class Sum(Options):
    """The sum with what was there before, and a norm where it is asked for."""

    norm: Norm = option(WHICH, NORM, "layer", default=NO_NORM, needed=True)

    GAINS: ClassVar[tuple[str, ...]] = ("gamma", "beta")

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Self:
        """As written; raises InputError for the gain or bias of a norm that is not there."""
        found = super().read(options, given, symbols)
        for name in (name for name in cls.GAINS if name in given and found.norm == WITHOUT):
            raise InputError(
                f"{name} is given, but there is no norm", place=given[name].place, hint="options: {norm: layer}"
            )
        return found

    @property
    def adds(self) -> bool:
        """Whether the tokens are added."""
        return True

    def before(self, w: Recorder, X: Tensor, gamma: Tensor | None, beta: Tensor | None) -> Tensor:
        """What goes into the sublayer: the tokens, or their norm."""
        return self.norm.of(w, X, gamma, beta) if self.norm.before else X

    def after(self, w: Recorder, X: Tensor, F: Tensor, gamma: Tensor | None, beta: Tensor | None) -> Tensor:
        """What comes out of it: the tokens added to `F`, which the sublayer made of them, and the norm of the sum."""
        total = added(w, X, F) if self.adds else F
        return total if self.norm.before else self.norm.of(w, total, gamma, beta)


@dataclass(frozen=True)
class Sublayer(Sum):
    """A residual and a norm, where they are asked for."""

    residual: bool = option(RESIDUAL, TRUE_OR_FALSE, "true", default="false")
    norm: Norm = option(WHICH, NORM, "layer", default=NO_NORM)

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Self:
        """As written; raises InputError where what comes out is as wide as the tokens are not."""
        found = super().read(options, given, symbols)
        last = next((name for name in ("Wo", "Wv") if name in given), None)
        if found.residual and last and "X" in given and given[last].shape[1] != given["X"].shape[1]:
            raise InputError(
                f"a residual adds matrices of one size, but X has {given['X'].shape[1]} columns, and what "
                f"{last} makes has {given[last].shape[1]}",
                place=options["residual"].place if "residual" in options else given[last].place,
            )
        return found

    @property
    def adds(self) -> bool:
        """Whether the problem asks for it."""
        return self.residual

    @property
    def in_force(self) -> dict[str, str]:
        """What does nothing is not listed."""
        return {}


PLAIN = Sublayer()  # neither


@dataclass(frozen=True)
class InLayer(Sublayer):
    """A residual and a norm at every sublayer of a layer, unless the problem says otherwise."""

    residual: bool = option(RESIDUAL, TRUE_OR_FALSE, "true", default="true")
    norm: Norm = option(WHICH, NORM, "{kind: layer, when: before}", default="layer")

    GAINS: ClassVar[tuple[str, ...]] = tuple(
        f"{name}{end}" for name in Sum.GAINS for end in ("", "_cross", "_ff", "_out", "_emb")
    )

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Self:
        """As written; raises InputError for the gain of a last norm that is not there."""
        found = super().read(options, given, symbols)
        for name in (name for name in ("gamma_out", "beta_out") if name in given and not found.norm.before):
            raise InputError(
                f"{name} is given, but there is no norm after the last layer",
                place=given[name].place,
                hint="options: {norm: {when: before}}",
            )
        return found

    @property
    def in_force(self) -> dict[str, str]:
        """The defaults, which what is written overrides."""
        return {key: setting.default for key, setting in self.OPTIONS.items()}


def added(w: Recorder, X: Tensor, F: Tensor) -> Tensor:
    """X + F(X) as a step; raises InputError where the two differ in size."""
    if None not in (*X.shape, *F.shape) and X.shape != F.shape:
        sizes = [f"{line.key} is {'×'.join(map(str, a.shape))}" for a in (X, F) for line in [next(a.expr.lines())]]
        raise InputError(
            f"a residual adds matrices of one size, but {' and '.join(sizes)}", hint="residual: false leaves it out"
        )
    return w.step("X_res", X + F, "What was made of the tokens is added to the tokens.")
