"""What closed forms of every kind have in common: they calculate exactly, or by balls where they grow too long."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import add, mul, truediv
from typing import Any

from flint import arb, fmpq, fmpz

from attncalc.arithmetic.limits import TooLarge, ball_of

Operation = Callable[[Any, Any], Any]


class Form(ABC):
    """A number in closed form. The methods that a kind has to have may raise TooLarge."""

    __slots__ = ()

    @abstractmethod
    def ball(self) -> arb:
        """Its value at the current precision."""

    @abstractmethod
    def joins(self, other: Any) -> bool:
        """Whether the result with another number is sought in this kind of form."""

    @abstractmethod
    def plus(self, other: Any) -> Any:
        """self + other."""

    @abstractmethod
    def times(self, other: Any) -> Any:
        """self · other."""

    @abstractmethod
    def over(self, other: Any) -> Any:
        """self / other."""

    @abstractmethod
    def under(self, other: Any) -> Any:
        """other / self."""

    @abstractmethod
    def __neg__(self) -> Any: ...

    def _with(self, other: Any, exactly: Callable[[Any], Any], by_balls: Operation) -> Any:
        """The operation in closed form where it stays within the limit, otherwise on balls."""
        if type(other) is arb:
            return by_balls(self.ball(), other)
        other = fmpq(other) if type(other) in (int, fmpz) else other
        if not self.joins(other):
            return NotImplemented
        try:
            return exactly(other)
        except TooLarge:
            return by_balls(self.ball(), ball_of(other))

    def __add__(self, other: Any) -> Any:
        return self._with(other, self.plus, add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self._with(other, self.times, mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, self.over, truediv)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with(other, self.under, lambda a, b: b / a)
