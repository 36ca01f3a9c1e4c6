"""Simulated pages: every number stands where the truth says, every numeral is accounted for, twins have no mistakes."""

import json
import random
from collections import Counter
from decimal import Decimal

import pytest
from drawn import decimal_of
from simulator import BLIND, FRESH, KEPT, KNOWN, LAST, NEWER, NEWEST, NOISE, NOVEL, UNSEEN, simulated, write
from simulator.more import MORE
from simulator.numerals import NUMERAL
from simulator.styles import STYLES as FIRST

import attncalc
from attncalc.check.calculation import Calculation

ERRORS = {"arithmetic", "copy", "method", "transcription", "follow_through"}


def pages(style):
    """A clean page, a spoilt and a noisy one of a style, with their twins."""
    numbers = random.Random(style)
    spoilt = numbers.choice(("sum-of-the-others", "without-normalising", "digits-swapped", "given-copied-wrongly"))
    found = [simulated("test", style, mistake) for mistake in (None, numbers.choice(NOISE), spoilt)]
    return [each for page in found for each in (page, page.twin) if each]


@pytest.mark.sweep
@pytest.mark.parametrize("style", KNOWN)
def test_the_truth_about_a_page_is_sound(style):
    for page in pages(style):
        lines = page.text.split("\n")
        for claim in page.truth["claims"]:
            assert standing(lines, claim, "written"), claim
        assert accounted(page, lines) == []
        counts = page.truth["counts"]
        assert counts["total"] == sum(not claim.get("struck") for claim in page.truth["claims"])
        if page.truth["group"] == "twin":
            assert not any(counts[name] for name in ERRORS)
        if page.truth["group"] in ("method", "slip"):
            assert page.truth["first_mistake"]
        if page.extension == "ipynb":
            assert json.loads(page.text)["nbformat"] == 4


def standing(lines, each, name):
    """Whether a text stands at its line and column."""
    return lines[each["line"] - 1].startswith(each[name], each["column"] - 1)


def accounted(page, lines):
    """The numerals of a page that are in no claim and not beside the work."""
    spans = {}
    for each in (*page.truth["claims"], *page.truth["beside"]):
        spans.setdefault(each["line"], []).append((each["column"] - 1, len(each.get("written") or each["text"])))
    return [
        (number, found[0])
        for number, line in enumerate(lines, 1)
        for found in NUMERAL.finditer(line)
        if not any(start <= found.start() < start + length for start, length in spans.get(number, []))
        and not is_frame(page, line)
    ]


def is_frame(page, line):
    """Whether a line is the notebook's own."""
    return (page.extension == "ipynb" and not line.startswith(("    ", "      "))) or '"execution_count"' in line


def test_no_two_styles_have_one_name():
    assert len(KNOWN) == sum(map(len, (FIRST, MORE, NEWER, NEWEST, LAST, UNSEEN, FRESH, NOVEL, BLIND, KEPT)))


def test_the_same_seed_gives_the_same_page():
    one, other = (simulated("7", "query by query", "no-scaling") for _ in range(2))
    assert (one.text, one.truth, one.problem) == (other.text, other.truth, other.problem)
    assert simulated("8", "query by query", "no-scaling").text != one.text


@pytest.mark.parametrize("style", ["rows under headings", "article", "growing table", "notebook"])
def test_what_is_expected_is_what_the_problem_file_gives(style):
    for seed in "123":
        page = simulated(seed, style)
        calculation = Calculation(attncalc.solve(attncalc.loads(page.problem)[0]))
        for claim in (one for one in page.truth["claims"] if one["kind"] in ("given", "answer")):
            key = claim["step"].removeprefix("given.")
            i, j = claim["cell"] if not calculation.is_turned(key) else reversed(claim["cell"])
            value = calculation.truth[key].rows[i - 1][j - 1]
            if claim["expected"] != "-inf" and claim.get("unit") is None:
                assert abs(decimal_of(value) - Decimal(claim["expected"])) < Decimal("1e-9"), claim


def test_a_class_hands_in_its_pages(tmp_path):
    found = write(tmp_path, "7", 4)
    files = {path.name for path in tmp_path.iterdir()}
    assert all(f"{page.name}.claims.yaml" in files and page.truth["page"] in files for page in found)
    assert all(page.truth["problem_file"] in files for page in found)
    assert Counter(path.suffix for path in tmp_path.iterdir())[".yaml"] == 2 * sum(
        1 + bool(page.twin) for page in found
    )
