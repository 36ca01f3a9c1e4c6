"""Matrices whose middle is left out: each form says which rows and columns are shown by their true numbers."""

import io
import re

import pypdf
import pytest
from formed import written

import attncalc
from attncalc.cli.settings import Settings
from attncalc.render.blocks import Bracket, Formula
from attncalc.render.formats import laid_out

SIZE = 64
ROWS = [[(7 * i + 3 * j) % 19 / 4 - 2 for j in range(SIZE)] for i in range(SIZE)]


@pytest.fixture(scope="module")
def sheets():
    problem = attncalc.problem("scaled-dot-product", given={"Q": ROWS, "K": ROWS, "V": ROWS})
    return (Settings().solved(problem),)


def text_of(sheets, form):
    made = written(sheets, form)
    if isinstance(made, str):
        return made
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages)


@pytest.mark.parametrize("form", ["plain", "latex", "pdf"])
def test_the_last_columns_are_numbered_as_in_the_whole(sheets, form):
    text = text_of(sheets, form)
    assert f" to {SIZE}" in text
    assert "of 15" not in text
    assert not re.search(r"\b[mn] *(−|\$-\$)", text)


def test_a_shortened_matrix_knows_the_numbers_of_what_it_shows(sheets):
    (page,) = laid_out(list(sheets))
    found = [
        piece
        for block in page
        if isinstance(block, Formula)
        for line in block.lines
        for piece in line
        if isinstance(piece, Bracket)
    ]
    assert found
    assert {piece.columns for piece in found} == {(*map(str, range(1, 11)), "…", "61", "62", "63", "64")}


def test_a_note_says_that_the_count_is_of_each(sheets):
    assert "Of each of Q, K, V" in written(sheets, "markdown")
