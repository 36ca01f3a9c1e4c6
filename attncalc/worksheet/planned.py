"""What a worksheet knows of the problem that it solves: the layers above fill it in."""
# ruff: noqa: D102  a property's name says what it is

from __future__ import annotations

from typing import Any, Protocol

from attncalc.arithmetic.base import Arithmetic
from attncalc.problem.orientation import Orientation
from attncalc.problem.problem import Problem
from attncalc.problem.signature import Signature
from attncalc.worksheet.recorder import Recorder


class Described(Protocol):
    """What a worksheet knows of its mechanism."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def signature(self) -> Signature: ...
    @property
    def options(self) -> dict[str, Any]: ...


class Planned(Protocol):
    """What a worksheet knows of the problem that it solves; `parts` are the titles of those of a chain."""

    @property
    def parts(self) -> tuple[str, ...]: ...
    @property
    def title(self) -> str: ...
    @property
    def problem(self) -> Problem: ...
    @property
    def mechanism(self) -> Described: ...
    @property
    def orientation(self) -> Orientation: ...
    @property
    def options(self) -> dict[str, Any]: ...
    def fresh(self, ar: Arithmetic, kind: type[Recorder] = ...) -> Recorder: ...
    def fill(self, w: Recorder) -> None: ...
