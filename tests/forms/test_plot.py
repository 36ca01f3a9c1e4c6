"""Pictures of weights: what stands in them is what the worksheet has, whatever the labels are."""

import io
import re
import sys
import warnings
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from formed import HOSTILE, PROBLEMS, solved
from pypdf import PdfReader

import attncalc
from attncalc.cli.settings import Settings
from attncalc.errors import InputError, OutputError, printable
from attncalc.render.heatmap import is_dark
from attncalc.render.plot import pictures as plot
from attncalc.render.plot.layout import page_of
from attncalc.render.plot.pictures import plot_solutions
from attncalc.render.plot.weights import groups
from attncalc.worksheet.notation import plain_number

SVG = "{http://www.w3.org/2000/svg}"
BY_NAME = {path.stem: path for path in PROBLEMS}
LABELLED = "Q: 1 0; 0 1; 1 1\nK: 1 0; 0 1; 1 1\nV: 1; 2; 3\nlabels: [the, cat, sat]\ntitle: Three words"


@pytest.fixture(autouse=True)
def _no_warning_leaks():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def made(text, **settings):
    return [Settings(**settings).solved(problem) for problem in attncalc.loads(text)]


def texts(content):
    """The texts of an SVG picture, in order."""
    return ["".join(element.itertext()) for element in ET.fromstring(content).iter(f"{SVG}text")]


def test_labels_values_titles_and_a_scale():
    (item,) = sheets = made(LABELLED, decimals=3)
    found = texts(plot_solutions(sheets, ".svg").content)
    values = [text for row in item.sheet.texts(item.sheet.record("A"), item.sheet.asked) for text in row]
    assert [text for text in found if re.fullmatch(r"0\.\d{3}", text)] == values
    assert found.count("the") == found.count("cat") == 2
    assert {"Three words", "A", "queries", "keys", "weight", "0.0", "1.0"} <= set(found)


@pytest.mark.parametrize(("ending", "begins"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".PDF", b"%PDF")])
def test_each_ending_is_what_it_says(ending, begins):
    content = plot_solutions(made(LABELLED), ending).content
    assert content.startswith(begins)
    if ending == ".PDF":
        page = PdfReader(io.BytesIO(content)).pages[0]
        assert "the" in page.extract_text()
        assert len(page.images) == 0
    if ending == ".svg":
        assert b"<image" not in content


@pytest.mark.parametrize("ending", plot.ENDINGS)
def test_the_same_bytes_each_time(ending):
    first, second = (plot_solutions(made(LABELLED), ending).content for _ in range(2))
    assert first == second
    assert b"CreationDate" not in first
    assert not re.search(rb"<dc:date>", first)


def test_every_head_and_their_average():
    sheets = [*solved(BY_NAME["156-two-heads-five-words"])]
    (group,) = groups(sheets)
    assert [panel.title for panel in group.panels] == ["A₁ – Head 1", "A₂ – Head 2", "A – average of 2 heads"]
    one, two, mean = (panel.values for panel in group.panels)
    cells = [(i, j) for i in range(len(one)) for j in range(len(one[0]))]
    assert all(mean[i][j] == (one[i][j] + two[i][j]) / 2 for i, j in cells)
    assert all(abs(sum(row) - 1) < Fraction(1, 10**12) for row in mean)
    found = texts(plot_solutions(sheets, "svg").content)
    assert found.count("queries") == 3
    assert [text for row in group.panels[2].texts for text in row if plain_number(text) not in found] == []


def test_what_is_drawn_of_which_problem():
    drawn = {
        "168-two-heads-batch": [
            "A₁,₁ – Sequence 1, Head 1",
            "A₁,₂ – Sequence 1, Head 2",
            "A – Sequence 1, average of 2 heads",
            "A₂,₁ – Sequence 2, Head 1",
            "A₂,₂ – Sequence 2, Head 2",
            "A – Sequence 2, average of 2 heads",
        ],
        "averaging-heads": [
            "A₁ – Head 1",
            "A₂ – Head 2",
            "A_mean",
            "A₁ – Head 1",
            "A₂ – Head 2",
            "A₃ – Head 3",
            "A_mean",
        ],
        "general-two-states": ["α", "α"],  # one row for each state
        "coattention": ["A_row", "A_col", "A_row", "A_col"],
        "dropout": ["A", "A_drop", "A", "A_drop"],
        "linear": ["A", "A"],  # outputs that are quotients are no weights
        "scaled-and-unscaled": ["A", "A", "A"],
    }
    for name, titles in drawn.items():
        found = groups(solved(BY_NAME[name]))
        assert [panel.title for group in found for panel in group.panels] == titles, name
    assert all(group.title.endswith(")") for group in groups(solved(BY_NAME["scaled-and-unscaled"])))


def test_states_one_below_the_other():
    panels = [group.panels[0] for group in groups(solved(BY_NAME["general-two-states"]))]
    assert [(panel.sides, panel.rows, len(panel.values)) for panel in panels[:1]] == [
        (("decoder states", "keys"), ("1", "2"), 2)
    ]


def test_tokens_in_columns_stand_as_on_the_page():
    (group,) = groups(solved(BY_NAME["001-workbook-columns-small"]))
    (panel,) = group.panels
    assert panel.sides == ("keys", "queries")
    assert [abs(sum(column) - 1) < Fraction(1, 10**12) for column in zip(*panel.values, strict=True)] == [True] * 4
    assert not group.warnings


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_panels_of_every_problem_stand_apart(path):
    found = groups(solved(path))
    if not found:
        return
    page = page_of(found)
    boxes = [(item.x, item.y, item.x + item.box.outer[0], item.y + item.box.outer[1]) for item in page.boxes]
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert right <= page.size[0] + 1e-9
        assert bottom <= page.size[1] + 1e-9
        assert all(left >= b[2] or right <= b[0] or top >= b[3] or bottom <= b[1] for b in boxes[:number])


def test_rows_that_do_not_sum_to_1_are_named():
    assert plot_solutions(made(LABELLED), "svg").warnings == ()
    given = "A: 0.5 0.4; 0.5 0.5\nV: 1; 2"
    assert plot_solutions(made(given), "svg").warnings == ("row 1 of A sums to 0.9, not to 1",)
    masked = plot_solutions([*solved(BY_NAME["061-row-fully-masked"])], "svg")
    assert masked.warnings == ("row 3 of A sums to 0, not to 1",)
    turned = plot_solutions(made(f"{given}\noptions: {{tokens: columns}}".replace("1; 2", "1 2")), "svg")
    assert turned.warnings[-1] == "column 2 of A sums to 0.9, not to 1"
    assert len(plot_solutions([*solved(BY_NAME["monotonic"])], "svg").warnings) == plot.WARNINGS + 1
    rounded = plot_solutions(made("Q: 1\nK: 0; 0; 0\nV: 1; 2; 3", arithmetic="rounded", decimals=2), "svg")
    assert rounded.warnings == ()  # 0.33 three times


def of_hostile_texts():
    """A problem whose title and labels are all of them."""
    many = len(HOSTILE)
    numbers = [[number % 3] for number in range(many)]
    problem = {"title": " ".join(HOSTILE), "Q": numbers, "K": numbers, "V": numbers, "labels": HOSTILE}
    return made(yaml.safe_dump(problem, allow_unicode=True))


def test_titles_and_labels_are_text():
    found = texts(plot_solutions(of_hostile_texts(), "svg").content)
    for text in HOSTILE:
        shown = " ".join(printable(text).split())
        assert [label for label in found if shown == label or (label[-1:] == "…" and shown.startswith(label[:-1]))]


def test_letters_that_no_font_has_are_said():
    (said,) = plot_solutions(of_hostile_texts(), "png").warnings
    assert all(char in said for char in "日🙂")
    assert "ש" not in said
    assert plot_solutions(of_hostile_texts(), "svg").warnings == ()


def test_a_users_own_settings_of_matplotlib_change_nothing():
    import matplotlib as mpl

    first = plot_solutions(made(LABELLED), "svg").content
    with mpl.rc_context({"text.usetex": True, "axes.facecolor": "red", "image.cmap": "jet", "font.size": 30}):
        assert plot_solutions(made(LABELLED), "svg").content == first
    assert "matplotlib.pyplot" not in sys.modules


def test_ink_can_be_read_on_every_colour():
    import matplotlib as mpl

    from attncalc.render.plot import drawing as plot_drawing

    def brightness(colour):
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
        return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    for step in range(101):
        colour = mpl.colormaps[plot_drawing.COLOURS](step / 100)
        ink = plot_drawing.LIGHT if is_dark(colour) else plot_drawing.DARK
        inks = (brightness(colour), brightness(mpl.colors.to_rgb(ink)))
        assert (max(inks) + 0.05) / (min(inks) + 0.05) >= 4.5


def test_a_large_matrix_has_no_values_and_few_labels():
    rows = "; ".join(f"{i % 7} {i % 5}" for i in range(64))
    picture = plot_solutions(made(f"Q: {rows}\nK: {rows}\nV: {rows}"), "svg")
    found = texts(picture.content)
    assert {"1", "64"} & set(found)
    assert len(found) < 80
    assert len(picture.content) < 2_000_000


@pytest.mark.parametrize(
    ("text", "ending", "says"),
    [
        (LABELLED, ".gif", "a picture ends in .svg, .png or .pdf, not in .gif"),
        (LABELLED, "", "a picture ends in .svg, .png or .pdf, not in nothing"),
        ("mechanism: layer-norm\nX: 1 2", ".svg", "there are no weights to draw"),
        (LABELLED.replace("[the, cat, sat]", "[the, cat]"), ".svg", "of queries there are 3, but of labels 2"),
        ("---\n".join([LABELLED + "\n"] * 101), ".svg", "these are 101 panels, but a picture holds 100"),
        ('symbols: [a]\nQ: "a"\nK: "1; 2"\nV: "1; 2"', ".svg", "there are no weights to draw"),
    ],
)
def test_what_is_refused(text, ending, says):
    arithmetic = "exact" if "symbols" in text else "decimal"
    with pytest.raises(InputError) as refused:
        plot_solutions(made(text, arithmetic=arithmetic), ending)
    assert says in str(refused.value)


def test_without_matplotlib_its_command_is_named(monkeypatch):
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    with pytest.raises(OutputError) as refused:
        plot_solutions(made(LABELLED), "svg")
    assert 'pip install "attncalc[plot]"' in str(refused.value)


def test_only_the_steps_that_are_asked_for():
    (item,) = made("X: 1 0; 0 1\nWq: 1 0; 0 1\nWk: 1 0; 0 1\nWv: 1 0; 0 1\noptions: {heads: 2}", steps=("A_2",))
    assert [panel.title for group in groups([item]) for panel in group.panels] == ["A₂ – Head 2"]


def test_on_the_command_line(run):
    problem = str(BY_NAME["005-weights-given-columns"])
    code, out, said = run("solve", problem, "--plot", "weights.svg")
    assert (code, out) == (0, "")
    assert said.startswith("attncalc: ")
    assert "column 1 of A sums to 2, not to 1" in said
    assert Path("weights.svg").read_bytes().startswith(b"<?xml")
    code, out, _ = run("solve", str(BY_NAME["001-self"]), "--plot", "weights.png", "--format", "plain")
    assert (code, out.splitlines()[0]) == (0, "Output of a self-attention layer  Self-attention")
    code, out, said = run("solve", problem, "--plot", "weights.bmp")
    assert (code, out) == (2, "")
    assert "a picture ends in .svg, .png or .pdf" in said
    assert not Path("weights.bmp").exists()
