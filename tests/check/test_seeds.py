"""Handwritten documents: what the check reads on them, and how far its verdicts agree with a marking by hand."""

import pytest
from measure import MISTAKES, at_least, measured, reached, seeds

SEEDS = seeds()


@pytest.mark.parametrize("page", SEEDS, ids=lambda page: page.path.name)
def test_a_document_is_marked_as_by_hand(page):
    figures, differences = measured(page)
    assert at_least(figures, reached()[page.path.name]), "\n".join([str(figures), *differences])


def test_the_marking_is_whole():
    assert [len(page.truths) for page in SEEDS] == [368, 151, 354]
    assert sum(truth.classes[0] in MISTAKES for page in SEEDS for truth in page.truths) == 100
