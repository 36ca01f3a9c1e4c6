"""Weights drawn with characters, and the colours of an entry that is written out."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from formed import PROBLEMS, solved
from rich.console import Console

import attncalc
from attncalc.cli.settings import Settings
from attncalc.render.blocks import Cell, Formula, Heatmap, Math
from attncalc.render.formats import FORMATS, laid_out
from attncalc.render.heatmap import SIGNS, heatmap_lines, heatmap_text, top_of
from attncalc.render.look import Look
from attncalc.render.plain import lines_of
from attncalc.render.roles import mask
from attncalc.render.terminal import Terminal
from attncalc.render.width import width

BY_NAME = {path.stem: path for path in PROBLEMS}
SHOWN = Path(__file__).parent / "heatmaps.txt"
GREEN, MAGENTA, UNDERLINED = "\x1b[1;32m", "\x1b[1;35m", "\x1b[1;4"


def drawing(shades, rows=None, columns=None, digits=2):
    cells = tuple(tuple(Cell(f"{shade:.{digits}f}", "", shade) for shade in row) for row in shades)
    rows = rows or tuple(str(number + 1) for number in range(len(cells)))
    columns = columns or tuple(str(number + 1) for number in range(len(cells[0])))
    return Heatmap(Math("A", "A"), cells, tuple(rows), tuple(columns), asked=True)


def heatmaps(path, **settings):
    drawn = [item._replace(selection=replace(item.selection, heatmap=True)) for item in solved(path, **settings)]
    return [block for page in laid_out(drawn) for block in page if isinstance(block, Heatmap)]


def on_terminal(pages, columns=80, colour="truecolor", *, ascii_signs=False):
    console = Console(file=io.StringIO(), width=columns, color_system=colour, force_terminal=True, _environ={})
    for page in pages:
        Terminal(console, ascii_signs=ascii_signs).write(page)
    return console.file.getvalue()


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_fits_whatever_the_columns(path):
    for block in heatmaps(path):
        assert block.asked
        for columns in (80, 160):
            lines = [*heatmap_text(block, columns)]
            coloured = ["".join(stretch.text for stretch in line) for line in heatmap_lines(block, columns)]
            assert max(map(width, [*lines, *coloured])) <= columns
            assert all(sum(label in line for line in lines) for label in block.rows if width(label) < 20)


def test_what_a_person_sees():
    words = drawing([[0.7, 0.2, 0.1], [0, 1, 0], [0.25, 0.25, 0.5]], ("the", "cat", "sat"), ("the", "cat", "sat"))
    long = drawing([[0.02] * 50], columns=[f"token{number}" for number in range(50)], digits=4)
    many = drawing([[0.03 if i == j else 0.015 for j in range(64)] for i in range(4)], digits=4)
    parts = [*heatmap_text(words, 80), "", *heatmap_text(long, 80), "", *heatmap_text(many, 80)]
    assert "\n".join(parts) + "\n" == SHOWN.read_text("utf-8")


def test_more_is_never_lighter():
    shades = [number / 40 for number in range(41)]
    (row,) = [line for line in heatmap_text(drawing([shades]), 50) if line.startswith("1 ")]
    order = [SIGNS.index(char) for char in row[2:]]
    assert order == sorted(order)
    assert (order[0], order[1], order[-1]) == (0, 1, len(SIGNS) - 1)  # nothing is blank, little is not
    depths = [stretch.depth for line in heatmap_lines(drawing([shades]), 80) for stretch in line if stretch.depth]
    assert depths[: len(shades) - 1] == shades[1:]


@pytest.mark.parametrize(("most", "top"), [(1, 1), (0.6, 1), (0.5, 0.5), (0.26, 0.3), (0.012, 0.02), (0, 1), (1.5, 1)])
def test_the_scale_ends_near_the_largest(most, top):
    assert top_of([0, most]) == top


def test_ascii_is_ascii():
    (item,) = attncalc.loads("Q: 1 0; 0 2\nK: 1 0; 0 1\nV: 1; 2\nlabels: [chat, été]")
    pages = laid_out([Settings(heatmap=True, steps=("A",)).solved(item)])
    for form in ("plain", "markdown"):
        assert FORMATS[form].write(pages, Look(ascii_signs=True)).isascii()
    for colour in (None, "truecolor"):
        assert on_terminal(pages, colour=colour, ascii_signs=True).isascii()


def test_colours_where_there_are_some_and_signs_where_not():
    pages = laid_out([Settings(heatmap=True, steps=("A",)).solved(item) for item in attncalc.load(BY_NAME["001-self"])])
    assert "\x1b[48;2;" in on_terminal(pages)
    assert "█" not in on_terminal(pages)
    (other,) = attncalc.loads("Q: 1.23\nK: 0.7; 0.1\nV: 1; 2")  # Rich remembers how it wrote a colour
    assert "48;5;" in on_terminal(laid_out([Settings(heatmap=True).solved(other)]), colour="256")
    for colour in ("standard", None):
        text = on_terminal(pages, colour=colour)
        assert "██ 0.88" in text
        assert "48;" not in text


def test_nothing_is_drawn_unasked():
    pages = laid_out(list(solved(BY_NAME["001-self"])))
    assert any(isinstance(block, Heatmap) for page in pages for block in page)
    texts = [FORMATS[form].write(pages, Look()) for form in ("plain", "markdown")]
    assert not [text for text in [*texts, on_terminal(pages, colour=None)] if "█" in text]


def test_closed_forms_are_drawn_by_their_digits():
    (block,) = heatmaps(BY_NAME["027-unit18-causal"], arithmetic="exact")
    lines = [*heatmap_text(block, 80)]
    assert [line.split()[-1] for line in lines[1:4]] == ["0", "0", "0.5035"]
    assert "e^" not in "".join(lines)


def test_outputs_that_are_quotients_are_no_weights():
    assert [block.name.text for block in heatmaps(BY_NAME["linear"])] == ["A", "A"]
    (problem,) = attncalc.loads("mechanism: linear\nQ: 1\nK: 1; 1\nV: 1.00001; 1.00001")
    text = FORMATS["plain"].write(laid_out([Settings().solved(problem)]), Look())
    assert "less than 1" not in text  # it is more


def test_a_fence_is_longer_than_what_stands_in_it():
    labels = ["a```b", "c"]
    (problem,) = attncalc.loads(f"Q: 1; 2\nK: 1; 2\nV: 1; 2\nlabels: {labels}")
    text = FORMATS["markdown"].write(laid_out([Settings(heatmap=True, steps=("A",)).solved(problem)]), Look())
    assert text.count("\n`````\n") == 2


@pytest.mark.parametrize("arithmetic", ["decimal", "exact"])
@pytest.mark.parametrize(
    "name", ["001-self", "001-general", "001-workbook-columns-small", "027-unit18-causal", "091-rectangular", "linear"]
)
def test_roles_stand_over_what_they_mark(name, arithmetic):
    pages = laid_out([Settings(expand=("all",), arithmetic=arithmetic).solved(p) for p in attncalc.load(BY_NAME[name])])
    formulas = [block for page in pages for block in page if isinstance(block, Formula)]
    for block in formulas:
        for (math,), parts in zip(block.lines, block.stretches, strict=False):
            assert "".join(text for text, _ in parts) == math.text
            roles = [role for _, role in parts if role]
            assert roles[::2] == ["row"] * (len(roles) // 2)
            assert roles[1::2] == ["column"] * (len(roles) // 2)
        for columns in (60, 80, 160):
            assert [*map(len, lines_of(mask(block), columns))] == [*map(len, lines_of(block, columns))]
    assert any(role for block in formulas for parts in block.stretches for _, role in parts)


def test_the_row_and_the_column_of_an_entry_have_colours():
    (problem,) = attncalc.loads("Q: 1 -2; 3 4\nK: 5 6; 7 8\nV: 1; 2")
    text = on_terminal(laid_out([Settings(expand=("S:1,2",), steps=("S",)).solved(problem)]))
    sum_ = next(line for line in text.splitlines() if line.startswith("S₁₂"))
    assert f"{GREEN}1\x1b[0m·{MAGENTA}7" in sum_
    assert f"{GREEN}−2\x1b[0m)·{MAGENTA}8" in sum_
    first, second = (line for line in text.splitlines() if "⎡" in line or "⎣" in line)
    assert first.count("\x1b[1;32m") == 2  # the row 1 −2
    assert first.count("\x1b[1;35m") == second.count("\x1b[1;35m") == 1  # the column 7, 8 of Kᵀ
    assert "\x1b[1;32m" not in second
    assert UNDERLINED in first
    assert UNDERLINED not in second


def test_of_several_entries_only_the_sums_have_colours():
    (problem,) = attncalc.loads("Q: 1 2; 3 4\nK: 5 6; 7 8\nV: 1; 2")
    text = on_terminal(laid_out([Settings(expand=("S",), steps=("S",)).solved(problem)]))
    assert sum(GREEN in line for line in text.splitlines()) == 4


def test_labels_stand_whole_where_there_is_room():
    labels = ("Donaudampfschiff", "quick")
    block = Heatmap(Math("A", "A"), ((Cell("0.25", "0.25", 0.25), Cell("0.75", "0.75", 0.75)),), ("1",), labels)
    for lines in (heatmap_text(block, 80), heatmap_text(block, 80, numbers=False)):
        head = next(iter(lines))
        assert all(label in head for label in labels)
