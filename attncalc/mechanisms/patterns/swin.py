"""Swin: attention in windows on a grid of tokens, which may be shifted by half a window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attncalc.mechanisms.basics.scaled_dot_product import scaled_dot_product
from attncalc.mechanisms.between import Between
from attncalc.mechanisms.patterns.rules.grid import Swin
from attncalc.mechanisms.registry import mechanism
from attncalc.mechanisms.sizes import counted
from attncalc.problem.schema import Setting
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import looked_up_anywhere, reordered_rows, stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import listed, where
from attncalc.worksheet.tensor import Tensor


class InWindows(Between):
    """The options between scores and weights, but for single queries: windows have their own."""

    OPTIONS: ClassVar[Mapping[str, Setting]] = {key: each for key, each in Between.OPTIONS.items() if key != "queries"}


@mechanism(
    "Window attention on a grid (Swin)",
    shapes="Q[n,d_k] K[n,d_k] V[n,d_v] B[p,p]? -> O[n,d_v]",
    paper="Liu et al. 2021, Swin Transformer: Hierarchical Vision Transformer using Shifted Windows, eq. 1, 2, 4",
    names="B: bias by distance on the grid, in rows and in columns, each from −(side − 1) to side − 1",
    lines="M: mask; Omega_msa: cost of attention to all; Omega_wmsa: cost of attention in windows; "
    "Omega_ratio: how many times cheaper windows are; N_grid: numbers of the tokens on their grid; "
    "N_roll: the same rolled; N_win: tokens of each window; B_win: bias of the pairs in a window",
)
def swin(
    w: Recorder, Q: Tensor, K: Tensor, V: Tensor, B: Tensor | None, *, pattern: Swin, between: InWindows
) -> Tensor:
    """softmax(QKᵀ/√d_k + B) V in each window of M×M tokens; where windows are shifted, the grid is rolled first."""
    _costs(w, pattern)
    _grid(w, pattern)
    biased = between if B is None else between.biased(_bias(w, B, pattern))
    outputs = []
    for number, tokens in enumerate(pattern.windows, 1):
        with w.section("Window", number):
            Q_ = w.step("Q", Q.rows(tokens), "The queries of this window.")
            K_ = w.step("K", K.rows(tokens), "Its keys.")
            V_ = w.step("V", V.rows(tokens), "Its values.")
            outputs.append(scaled_dot_product(w, Q_, K_, V_, between=_masked(w, biased, pattern, tokens)))
    order = [number for tokens in pattern.windows for number in tokens]
    back = [order.index(number) + 1 for number in range(1, len(order) + 1)]
    return w.step("O", reordered_rows(stacked(*outputs), back), "The outputs in the order of the tokens.")


def _costs(w: Recorder, pattern: Swin) -> None:
    """What attention over the whole grid and within windows costs, projections included (eq. 1 and 2)."""
    sides = {"h": pattern.grid[0], "w": pattern.grid[1], "M": pattern.side, "C": w.sizes.get("d_k")}
    full = counted(
        w,
        "Omega_msa",
        "4*h*w*C^2 + 2*(h*w)^2*C",
        "Multiplications if h·w tokens saw all; projections of C features included.",
        sides,
    )
    local = counted(w, "Omega_wmsa", "4*h*w*C^2 + 2*M^2*h*w*C", "Multiplications in windows of M×M tokens.", sides)
    if full is not None and local is not None:
        w.step("Omega_ratio", full / local, "How many times cheaper windows are.")


def _grid(w: Recorder, pattern: Swin) -> None:
    """Where tokens stand, before and after rolling, and which are in each window."""
    height, width = (Axis(name, size) for name, size in zip(("h", "w"), pattern.grid, strict=True))
    numbers = listed(w, "numbers of the tokens", lambda i, j: str((i - 1) * pattern.grid[1] + j), height, width)
    w.step("N_grid", numbers, "The tokens are numbered row by row.")
    if pattern.shift:
        rolled = listed(w, f"rolled by {pattern.shift}", lambda i, j: str(pattern.rolled(i - 1, j - 1)), height, width)
        w.step(
            "N_roll",
            rolled,
            f"The grid is rolled up and to the left by {pattern.shift}; what leaves it comes back at the other end.",
        )
    windows = pattern.windows
    parts = listed(
        w,
        f"windows of {pattern.side}×{pattern.side}",
        lambda i, j: str(windows[i - 1][j - 1]),
        Axis("parts", len(windows)),
        Axis("side", pattern.side**2),
    )
    w.step("N_win", parts, "Row k has the tokens of window k.")


def _bias(w: Recorder, B: Tensor, pattern: Swin) -> Tensor:
    """The bias of each pair in a window, which is the same in all windows."""
    side = pattern.side
    places = [divmod(number, side) for number in range(side**2)]
    found = tuple(
        tuple((r - r2 + side - 1) * (2 * side - 1) + c - c2 + side - 1 for r2, c2 in places) for r, c in places
    )
    looked_up = looked_up_anywhere(
        B, f"row i − row j + {side}, column i − column j + {side}", found, Axis("m", side**2)
    )
    return w.step("B_win", looked_up, "The bias of query i and key j of a window, by their distance on the grid.")


def _masked(w: Recorder, between: Between, pattern: Swin, tokens: tuple[int, ...]) -> Between:
    """With a mask, where rolling brought tokens into one window that were not neighbours."""
    if len({pattern.region(number) for number in tokens}) == 1:
        return between
    axes = (Axis("n", len(tokens), tokens), Axis("m", len(tokens), tokens))
    M = where(
        w, "i and j stood together before the roll", lambda i, j: pattern.seen(tokens[i - 1], tokens[j - 1]), *axes
    )
    return between.masked_by(w.step("M", M, "What the roll brought together from far apart does not see each other."))
