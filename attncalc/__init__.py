"""Attention worked out by hand: every line of the work, exactly or to the digits you ask for.

import attncalc

sheet = attncalc.solve(attncalc.problem("scaled-dot-product", given={"Q": "1 0", "K": "1 0; 0 1", "V": "1; 2"}))
sheet["A"].values(decimals=2)
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"
__all__ = [
    "AttncalcError",
    "InputError",
    "attention",
    "check_answer",
    "generate_paper",
    "grade_class",
    "load",
    "loads",
    "problem",
    "solve",
]

if TYPE_CHECKING:
    from attncalc.batch.attention import attention
    from attncalc.errors import AttncalcError, InputError
    from attncalc.interface import check_answer, generate_paper, grade_class
    from attncalc.problem.reader import load, loads, problem
    from attncalc.solve import solve

_PLACES = {
    "AttncalcError": "attncalc.errors",
    "InputError": "attncalc.errors",
    "attention": "attncalc.batch.attention",
    "load": "attncalc.problem.reader",
    "loads": "attncalc.problem.reader",
    "problem": "attncalc.problem.reader",
    "solve": "attncalc.solve",
    "check_answer": "attncalc.interface",
    "grade_class": "attncalc.interface",
    "generate_paper": "attncalc.interface",
}


class _Package(ModuleType):
    """The package: public names are imported when they are first used, so that `--version` imports nothing."""

    def __getattr__(self, name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module 'attncalc' has no attribute {name!r}")
        from importlib import import_module

        if name == "solve":
            _show_in_notebooks()
        return getattr(import_module(_PLACES[name]), name)

    def __setattr__(self, name: str, value: Any) -> None:
        """`attncalc.solve` stays the function when the import system brings the module of that name."""
        if not (name in _PLACES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


def _show_in_notebooks() -> None:
    """Worksheets show themselves as pages, though what lays out pages stands above them; it is imported when shown."""
    from attncalc.worksheet.worksheet import Worksheet

    def shown(sheet: Worksheet) -> dict[str, str]:
        from attncalc.render.rich_repr import mimebundle

        return mimebundle(sheet)

    Worksheet.shown = shown


sys.modules[__name__].__class__ = _Package
