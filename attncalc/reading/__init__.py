"""One reader of written mathematics: numbers, matrices and whole pages, in the ways in which people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attncalc.reading.matrices import read_matrix

if TYPE_CHECKING:
    from attncalc.reading.read import read_page

__all__ = ["read_matrix", "read_page"]


def __getattr__(name: str) -> Any:
    """What reads pages is imported when a page is read: `solve` needs none of it."""
    if name != "read_page":
        raise AttributeError(f"module 'attncalc.reading' has no attribute {name!r}")
    from attncalc.reading.read import read_page

    return read_page
