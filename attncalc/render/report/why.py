"""What was weighed of numbers on a page, for `check --why`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attncalc.check.placing.why import Why
from attncalc.errors import printable, shorten

LONGEST, NAME = 60, 22  # characters of what stands on the page; of a place
BY_NAME = "It names its line, and each number agrees with it."


def why_text(found: Sequence[Why]) -> str:
    """Everything that was weighed."""
    return "\n".join("\n".join(_lines(one)) + "\n" for one in found)


def _lines(one: Why) -> Iterator[str]:
    yield f"{printable(str(one.place))}: {shorten(printable(one.text), LONGEST)}"
    if not one.weighed:
        yield BY_NAME
        return
    yield _says(one)
    yield ""
    places = (one.here, one.otherwise) if one.otherwise else (one.here,)
    names = [shorten(place, NAME) for place in places]
    widths = [max(len(name), 6) for name in names]
    yield _row("digits of evidence", names, widths)
    for weighed in one.weighed:
        yield _row(weighed.what, [_number(value) for value in (weighed.here, weighed.otherwise)][: len(widths)], widths)
    sums = (sum(weighed.here for weighed in one.weighed), sum(weighed.otherwise or 0.0 for weighed in one.weighed))
    yield _row("together", [_number(value) for value in sums][: len(widths)], widths)


def _says(one: Why) -> str:
    taken = f"It is left unread; likeliest is {one.here}" if one.is_left else f"It is taken as {one.here}"
    if not one.otherwise or one.margin is None:
        return f"{taken}; nowhere else does it fit."
    return f"{taken}, by {_number(abs(one.margin))} digits before {one.otherwise}."


def _row(what: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return f"  {what:20}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".replace("-", "−") if abs(value) >= 0.005 else "0.00"
