"""Synthetic pages are read number by number; right ones are not called wrong, and mistakes of the table are named."""

import pytest
from reading import found, written
from styles import STYLES

PAGES = 4  # of each style, without mistakes
MISPLACED, UNNAMED, ELSEWHERE = 0.0, 0.0, 0.0  # at most, as shares


@pytest.mark.sweep
@pytest.mark.parametrize("style", STYLES)
def test_a_page_without_mistakes_is_read_and_right(style):
    for number in range(PAGES):
        result = found(written(f"right {number}", style))
        assert (result.misplaced, result.alarms) == ([], []), f"page {number}"


@pytest.mark.sweep
@pytest.mark.parametrize("mistakes", [1, 2])
@pytest.mark.parametrize("style", STYLES)
def test_mistakes_are_named_and_nothing_else_is(style, mistakes):
    results = [found(written(f"{mistakes} wrong {number}", style, mistakes)) for number in range(2)]
    made = sum(result.mistakes for result in results)
    numbers = sum(result.numbers for result in results)
    assert sum(len(result.misplaced) for result in results) <= MISPLACED * numbers, gathered(results, "misplaced")
    assert sum(len(result.unnamed) for result in results) <= UNNAMED * made, gathered(results, "unnamed")
    assert sum(bool(result.elsewhere) for result in results) <= ELSEWHERE * len(results), gathered(results, "elsewhere")


def gathered(results, what):
    """What went amiss, a few of each page."""
    return "\n".join(line for result in results for line in getattr(result, what)[:3])
