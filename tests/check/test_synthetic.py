"""Synthetic pages are read number by number; right ones are not called wrong, and mistakes of the table are named."""

import pytest
from reading import found, written
from styles import STYLES

PAGES = 5  # of each style


@pytest.mark.parametrize("style", STYLES)
def test_a_page_without_mistakes_is_read_and_right(style):
    for number in range(PAGES):
        result = found(written(f"right {number}", style))
        assert not result.misplaced, result.page.text
        assert not result.alarms, result.page.text


@pytest.mark.parametrize("mistakes", [1, 2])
@pytest.mark.parametrize("style", STYLES)
def test_mistakes_are_named_and_nothing_else_is(style, mistakes):
    for number in range(PAGES - mistakes):
        result = found(written(f"{mistakes} wrong {number}", style, mistakes))
        assert not result.misplaced, result.page.text
        assert not result.unnamed, result.page.text
        assert not result.alarms, result.page.text
        assert not result.elsewhere, result.page.text
