"""Tables of plain text, by the places of their numbers."""

from pathlib import Path

import pytest
import yaml

from attncalc.reading.aligned import aligned
from attncalc.reading.notebook import Body
from attncalc.reading.read import read_page

CASES = yaml.safe_load((Path(__file__).parent / "aligned.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["page"].split("\n")[0])
def test_a_table_is_the_matrix_that_it_shows(case):
    text = case["page"]
    body = Body(text, [("text", 0, len(text))], ((0, 1, 1),))
    if not case["reads"]:
        assert aligned(body).text == text
        return
    (statement,) = read_page(text, "page.txt").statements
    name, grid = statement.sides
    rows = [[cell.text for cell in row.args] for row in grid.args]
    assert f"{name.text} = {'; '.join(map(' '.join, rows))}" == case["reads"]
