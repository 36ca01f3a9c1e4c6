"""Performer: random features whose products estimate softmax's exponentials."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attncalc.mechanisms.linear.sums import FORM, FORMS, Sums
from attncalc.mechanisms.options import A_NUMBER, TRUE_OR_FALSE, Options, number, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node, read_number
from attncalc.worksheet.functions import largest, relu, row_max, square
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, exp, row_sums, share

ROOT = "1/sqrt(d_k)"
ROWS = {"Q": "query", "K": "key"}


@dataclass(frozen=True)
class Estimates(Sums):
    """The order of work: pair by pair, unless said otherwise."""

    form: str = option(FORM, word(*FORMS), "parallel", "scores")


@dataclass(frozen=True)
class Kernel(Options):
    """What the features are."""

    kernel: str = option(
        "softmax, with features e^(ω·x − |x|²/2), or relu, with features max(0, ω·x)",
        word("softmax", "relu"),
        "relu",
        "softmax",
    )
    scale: str = option(
        "what the scores are multiplied by, q and k each by its root; none where both are already",
        word(ROOT, "none"),
        "none",
        ROOT,
    )
    shift: bool = option(
        "whether the largest projection of each query, and of all keys, is subtracted in the exponent",
        TRUE_OR_FALSE,
        "true",
        "false",
    )
    eps: Scalar = option("what is added to each feature: 0 by hand, 1e-4 in the authors' code", A_NUMBER, "1e-4", "0")

    def scaled(self, w: Recorder, name: str, X: Tensor) -> Tensor:
        """X over the fourth root of d_k."""
        if self.scale == "none":
            return X
        root = read_number("d_k^(1/4)", {"d_k"}).tree
        assert root is not None
        says = "Over the fourth root of d_k: the scores of both are over its square root."
        return w.step(name, X / w.constant(root, needed=not X.absent), says)

    def features(self, w: Recorder, letter: str, X: Tensor, omega: Tensor, top: Callable[[Tensor], Tensor]) -> Tensor:
        """The features of each row of X; `top` is what a shift subtracts."""
        made = w.step(f"proj_{letter}", X @ omega.T, f"The product of each {ROWS[letter]} with each random vector ω.")
        made = relu(made) if self.kernel == "relu" else self._exponentials(w, letter, X, made, top)
        eps = number(w, self.eps, "eps", least=0)
        raised = made if w.arithmetic.is_number(eps.value, 0) else made + eps
        count = omega.shape[0] or 1
        root = w.constant(Node("call", "sqrt", (Node("number", str(count)),)))
        return w.step(
            f"phi_{letter}",
            raised if count == 1 else raised / root,
            f"The features of each {ROWS[letter]}, one for each ω.",
        )

    def _exponentials(
        self, w: Recorder, letter: str, X: Tensor, projected: Tensor, top: Callable[[Tensor], Tensor]
    ) -> Tensor:
        half = row_sums(square(X)) / w.constant(Node("number", "2"))
        half = w.step(f"half_{letter}", half, f"Half the squared length of each {ROWS[letter]}.")
        if not self.shift:
            return exp(projected - half)
        most = w.step(f"most_{letter}", top(projected), "The largest product; less it, no exponential is large.")
        return exp(projected - half - most)

    def compared(self, w: Recorder, Q: Tensor, K: Tensor) -> None:
        """The weights of softmax, which the features estimate."""
        if self.kernel == "softmax":
            S = w.step("S_soft", Q @ K.T, "For comparison, the scores that softmax takes.")
            E = w.step("E_soft", exp(S), "Their exponentials, which the products of features estimate.")
            Z = w.step("Z_soft", row_sums(E), "The sum of each row.")
            w.step("A_soft", share(E, Z), "The weights of softmax.")
            w.note("The features estimate softmax for the ω that are given; other ω give other weights.")


@mechanism(
    "Performer (FAVOR+)",
    shapes="Q[n,d_k] K[m,d_k] V[m,d_v] omega[r,d_k] -> O[n,d_v]",
    paper="Choromanski et al. 2021, Rethinking Attention with Performers, lemma 1 and section 2.3",
    names="omega: random vectors, one in each row",
    lines="Q_scaled: scaled queries; K_scaled: scaled keys; proj_Q: queries times the random vectors; "
    "proj_K: keys times the random vectors; half_Q: half the queries' squared lengths; "
    "half_K: half the keys' squared lengths; most_Q: largest products of each query; "
    "most_K: largest product of all keys; S_soft: scores of softmax; E_soft: their exponentials; "
    "Z_soft: their row sums; A_soft: weights of softmax",
)
def performer(
    w: Recorder, Q: Tensor, K: Tensor, V: Tensor, omega: Tensor, *, kernel: Kernel, sums: Estimates
) -> Tensor:
    """exp(q·k/√d) ≈ φ(q)·φ(k) with φ(x) = e^(ωx − |x|²/2)/√r for r random ω, x = q/d^(1/4): then linear attention."""
    Q, K = kernel.scaled(w, "Q_scaled", Q), kernel.scaled(w, "K_scaled", K)
    phi_Q = kernel.features(w, "Q", Q, omega, row_max)
    phi_K = kernel.features(w, "K", K, omega, largest)
    O = sums.of(w, phi_Q, phi_K, V)  # noqa: E741
    if not sums.is_causal:
        kernel.compared(w, Q, K)
    return O
