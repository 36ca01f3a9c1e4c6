"""Linear state space models: a state that every token moves on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from attncalc.errors import InputError
from attncalc.mechanisms.linear.tokens import each_token
from attncalc.mechanisms.options import Options, option, word
from attncalc.mechanisms.registry import mechanism
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import column, dot, looked_up, row, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor, beside


class System(NamedTuple):
    """What the state and the output are made with."""

    A: Tensor
    B: Tensor
    C: Tensor
    D: Tensor | None
    state: Tensor | None


def recurrent(w: Recorder, X: Tensor, system: System) -> Tensor:
    """Token by token."""
    A, B, C, D, state = system
    outputs = []
    for t in each_token(w, X):
        x = row(X, t)
        moved = B @ x if state is None else A @ state + B @ x
        says = (
            "The state moves on, and takes in this input."
            if state is not None
            else "The state takes in the first input."
        )
        state = w.step("state", moved, says)
        seen = C @ state if D is None else C @ state + D @ x
        outputs.append(w.step("O", seen, "What is seen of the state."))
    return w.step("O", stacked(*outputs), "Every token's output.")


def convolution(w: Recorder, X: Tensor, system: System) -> Tensor:
    """All tokens at once, with a kernel; raises InputError for more than one input or output, or a state before."""
    A, B, C, D, state = system
    if state is not None or not {B.shape[1], C.shape[0]} <= {1, None}:
        raise InputError(
            "form: convolution is for one input, one output and no state before; B is a column, C a row",
            hint="form: recurrent",
        )
    left, parts = None, []
    for distance in range(X.shape[0] or 1):
        with w.section("Distance", distance):
            left = w.step(
                "AB", column(B, 1) if left is None else A @ left, "What the state has of an input so long ago."
            )
            parts.append(dot(row(C, 1), left))
    kern = w.step("kern", beside(*parts), "How much an output has of the inputs 0, 1, 2 … tokens ago.")
    count = X.shape[0] or 0
    places = tuple(tuple(i - j if j <= i else None for j in range(count)) for i in range(count))
    T = w.step(
        "T_kern",
        looked_up(kern, "i − j", places, Axis("n", X.shape[0])),
        "The same as a table, with 0 for inputs that are still to come.",
    )
    return w.step("O", T @ X if D is None else T @ X + X @ D.T, "The sequence and the kernel, convolved.")


FORMS: dict[str, Callable[[Recorder, Tensor, System], Tensor]] = {"recurrent": recurrent, "convolution": convolution}


@dataclass(frozen=True)
class Order(Options):
    """The order of work."""

    form: str = option(
        "recurrent, token by token, or convolution, with the kernel C Aᵏ B", word(*FORMS), "convolution", "recurrent"
    )


@mechanism(
    "State space model",
    shapes="X[n,d_x] A[d_s,d_s] B[d_s,d_x] C[d_y,d_s] D[d_y,d_x]? state_prev[d_s]? -> O[n,d_y]",
    paper="Gu et al. 2022, Efficiently Modeling Long Sequences with Structured State Spaces, eq. 3-5",
    names="X: inputs; A: what moves the state on, discrete; B: what takes the input in, discrete; "
    "C: what is seen of the state; D: what is seen of the input itself",
    lines="AB: what is left of an input; kern: kernel of the sequence; T_kern: kernel by distance",
)
def state_space(
    w: Recorder,
    X: Tensor,
    A: Tensor,
    B: Tensor,
    C: Tensor,
    D: Tensor | None,
    state_prev: Tensor | None,
    *,
    order: Order,
) -> Tensor:
    """hₜ = A hₜ₋₁ + B xₜ and yₜ = C hₜ + D xₜ; for one input and one output, the convolution of x with C Aᵏ B."""
    return FORMS[order.form](w, X, System(A, B, C, D, state_prev))
