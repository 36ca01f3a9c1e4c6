"""Layer normalisation."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from attncalc.errors import InputError, MorePrecision
from attncalc.mechanisms.options import A_NUMBER, TRUE_OR_FALSE, Options, number, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.functions import hadamard, row_means, sqrt, square
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, row_sums

EPS = "eps keeps the divisor above 0: eps: 1e-5"
ONE_LESS = Node("-", args=(Node("name", "d_model"), Node("number", "1")))


@dataclass(frozen=True)
class Epsilon(Options):
    """The small number that keeps a divisor above 0."""

    eps: Scalar = option("what keeps the divisor above 0: 0 by hand, 1e-5 in PyTorch", A_NUMBER, "1e-5", default="0")

    def added(self, w: Recorder, a: Tensor) -> Tensor:
        """a + ε, or a where ε is 0."""
        eps = number(w, self.eps, "eps", least=0)
        return a if w.arithmetic.is_number(eps.value, 0) else a + eps


@dataclass(frozen=True)
class Spread(Epsilon):
    """How the spread of a row is measured."""

    variance: str = option(
        "population: squares over their number, as in the paper; sample: over one less",
        word("population", "sample"),
        "sample",
        default="population",
    )
    eps_outside: bool = option(
        "whether eps is added to the standard deviation, not to the variance under its root",
        TRUE_OR_FALSE,
        "true",
        default="false",
    )

    def of(self, w: Recorder, squares: Tensor) -> Tensor:
        """The variance of every row, of the squares of what it is away from its mean."""
        if self.variance == "population":
            return w.step("var", row_means(squares), "The variance of each row: the mean of its squares.")
        return w.step(
            "var",
            row_sums(squares) / w.constant(ONE_LESS),
            "The variance of each row: its squares over one less than their number.",
        )


@mechanism(
    "Layer normalisation",
    shapes="X[n,d_model] gamma[d_model]? beta[d_model]? -> N[n,d_model]",
    paper="Ba, Kiros and Hinton 2016, Layer Normalization, section 3",
    lines="mu: row means; X_centred: entries less their row's mean; X_squared: squares; var: variances; "
    "sigma: standard deviations; X_norm: normalised rows; N: normalised rows with gain and bias",
)
def layer_norm(w: Recorder, X: Tensor, gamma: Tensor | None, beta: Tensor | None, *, spread: Spread) -> Tensor:
    """(x − μ)/√(σ² + ε) ⊙ γ + β, row by row: every row gets mean 0 and variance 1, then gain and bias."""
    _check_spread(w, X, spread)
    mu = w.step("mu", row_means(X), "The mean of each row.")
    away = w.step("X_centred", X - mu, "How far each entry is from the mean of its row.")
    squares = w.step("X_squared", square(away), "The square of every entry.")
    var = spread.of(w, squares)
    inside = var if spread.eps_outside else spread.added(w, var)
    sigma = w.step("sigma", sqrt(inside), "The standard deviation of each row.")
    divisor = spread.added(w, sigma) if spread.eps_outside else sigma
    over = "standard deviation plus ε" if spread.eps_outside else "standard deviation"
    return normalised(w, away, divisor, gamma, beta, over=over)


def normalised(
    w: Recorder, X: Tensor, divisor: Tensor, gamma: Tensor | None, beta: Tensor | None, *, over: str
) -> Tensor:
    """X over one number for each row, then gain and bias where they are given."""
    _check(w, divisor, over)
    N = w.step("X_norm", X / divisor, f"Each row over its {over}.")
    if gamma is None and beta is None:
        return N
    scaled = N if gamma is None else hadamard(N, gamma)
    words = " and ".join(word for word, there in (("gain", gamma), ("bias", beta)) if there is not None)
    return w.step("N", scaled if beta is None else scaled + beta, f"A {words} for each column.")


def _check(w: Recorder, divisor: Tensor, over: str) -> None:
    """Raises InputError at a row that would be divided by 0."""
    rows = [] if divisor.absent else w.arithmetic.rows(divisor.value)
    for i, (entry,) in enumerate(rows, 1):
        if w.arithmetic.is_number(entry, 0):
            raise InputError(f"row {i} would be divided by 0: its {over} is 0", hint=EPS)


def _check_spread(w: Recorder, X: Tensor, spread: Spread) -> None:
    """Raises InputError at rows that do not vary, also where floating-point numbers make their mean another one."""
    ar = w.arithmetic
    if spread.variance == "sample" and X.shape[-1] == 1:
        raise InputError("the sample variance of one number divides by 1 − 1 = 0", hint="variance: population")
    if X.absent or not ar.is_number(number(w, spread.eps, "eps", least=0).value, 0):
        return
    for i, row in enumerate(ar.rows(X.value), 1):
        with suppress(MorePrecision):
            if all(ar.same(row[0], entry) for entry in row):
                raise InputError(f"row {i} would be divided by 0: all its entries are the same", hint=EPS)
