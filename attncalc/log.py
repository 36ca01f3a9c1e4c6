"""What happens inside, told on standard error where ATTNCALC_LOG=debug asks for it; otherwise it costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from os import environ
from time import perf_counter
from typing import TYPE_CHECKING

from attncalc.errors import printable

if TYPE_CHECKING:
    from logging import Logger

IS_ON = environ.get("ATTNCALC_LOG", "").lower() == "debug"


def told(text: str, *values: object) -> None:
    """Tells one thing; its values are filled in only where somebody reads it."""
    if IS_ON:
        _logger().debug("%s", printable(text % values))


@contextmanager
def timed(part: str) -> Iterator[None]:
    """Tells how long a part took, also where it failed."""
    start = perf_counter()
    try:
        yield
    finally:
        told("%s: %.1f ms", part, 1000 * (perf_counter() - start))


@cache
def _logger() -> Logger:
    import logging

    logger = logging.getLogger("attncalc")
    if not logger.hasHandlers():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("attncalc: %(message)s"))
        logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    return logger
