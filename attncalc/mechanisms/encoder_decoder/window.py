"""Luong's local attention looks at a window of source positions only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from attncalc.errors import InputError
from attncalc.mechanisms.options import A_NUMBER, WHOLE, Options, number, option
from attncalc.problem.tree import Scalar
from attncalc.reading.number import Node
from attncalc.worksheet.expression import Axis
from attncalc.worksheet.functions import picked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.rules import by_rule, listed
from attncalc.worksheet.selection import ChosenSome
from attncalc.worksheet.tensor import Tensor


@dataclass(frozen=True)
class Window(Options):
    """How far the window reaches, and where it stands if the problem says so."""

    D: int = option("the source positions seen on each side of p_t", WHOLE, "2", needed=True)
    position: Scalar | None = option("the position p_t that the window is around, where it is given", A_NUMBER, "3")

    @property
    def sizes(self) -> dict[str, int]:
        """The half width, which formulas may name."""
        return {"D": self.D}

    def at(self, w: Recorder, states: tuple[Tensor, ...], m: int | None, least: int) -> Tensor | None:
        """The position that is given, if it is; raises InputError outside `least` to m, or of several states."""
        if self.position is None:
            return None
        if len(states) > 1:
            raise InputError(
                f"position is that of one decoder state, but there are {len(states)}",
                place=self.position.place,
                hint="Give p_t_1, p_t_2 … instead.",
            )
        number(w, self.position, "position", least=least, most=m)
        return by_rule(w, self.position.text, Axis("1", 1))

    def around(self, w: Recorder, p_t: Tensor, m: int | None) -> tuple[int, ...]:
        """The source positions from p_t − D to p_t + D, from 1 to m; all where p_t is not known.

        Raises InputError where there is none.
        """
        every = range(1, (m or 1) + 1)
        inside = every if p_t.absent else tuple(self._inside(w, p_t, every))
        if not inside:
            raise InputError(f"no source position from 1 to {m} is within {self.D} of {p_t.expr.key}")
        return tuple(inside)

    def _inside(self, w: Recorder, p_t: Tensor, every: range) -> Iterator[int]:
        ar = w.arithmetic
        ((position,),) = ar.rows(p_t.value)
        for j in every:
            distance = position - j
            if not ar.is_positive(distance - self.D) and not ar.is_positive(-distance - self.D):
                yield j


def seen(w: Recorder, window: Window, p_t: Tensor, e: Tensor) -> tuple[Tensor, Tensor]:
    """The positions in the window, and the scores there."""
    m = e.shape[0] or w.sizes.get("m")
    inside = window.around(w, p_t, m)
    axis = Axis("m", len(inside), inside)
    words = f"whole numbers from p_t − {window.D} to p_t + {window.D}, from 1 to {m or 'm'}"
    places = listed(w, words, lambda _, j: str(inside[j - 1]), axis, by=(p_t,))
    win = w.step("win", places, "The source positions in the window.")
    return win, w.step("e_win", picked(e, chosen(win)), "Only the scores in the window count.")


def chosen(win: Tensor) -> ChosenSome:
    """The positions in the window, as what is picked by them names them."""
    return ChosenSome(win.axes[0].picked or (), win.expr)


def scores(w: Recorder, s: Tensor, keys: Tensor) -> Tensor:
    """How well each encoder state, as it is or transformed, matches the decoder state."""
    return w.step("e", keys @ s, "How well each encoder state matches the decoder state.")


def transformed(w: Recorder, H: Tensor, W: Tensor | None) -> Tensor:
    """W hᵢ in each row, or the encoder states themselves."""
    return H if W is None else w.step("Wh", H @ W.T, "Row i is W hᵢ.")


def length(w: Recorder, m: int | None) -> Tensor:
    """The number of source positions, as a constant; absent where it is not known."""
    return w.constant(Node("name", "m"), needed=m is not None)
