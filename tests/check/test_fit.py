"""The weights by which numbers are placed are those that the fit wrote, of the evidence that there is."""

import json

import numpy as np
from fit import FITTED, PAGES, PRIOR, Choice, digest, drawn, fitted, gathered, right_share

from attncalc.check.placing.fitted import WEIGHTS

FEW = ("displays", "bullets", "prose", "entries")  # styles


def test_the_weights_are_of_what_is_drawn_and_thought_now():
    written = json.loads(FITTED.read_text("utf-8"))
    assert written["of"] == digest(PAGES)
    assert list(WEIGHTS) == list(PRIOR)


def test_a_fit_moves_towards_what_tells_and_away_from_what_does_not():
    tells = [Choice(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([True, False]))] * 200
    weights = fitted(tells, np.zeros(2))
    assert weights[0] > 1 > -1 > weights[1]
    none = [Choice(np.array([[1.0], [1.0]]), np.array([True, False]))] * 200
    assert abs(fitted(none, np.array([0.5]))[0] - 0.5) < 1e-6


def test_blocks_of_pages_that_are_not_fitted_on_are_placed_rightly():
    pages = [page for style in FEW if (page := drawn(style, 0, "elsewhere"))]
    found = gathered(pages, WEIGHTS)
    assert right_share(found, np.array(list(WEIGHTS.values()))) > 0.95
