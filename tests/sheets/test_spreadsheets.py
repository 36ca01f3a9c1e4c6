"""Spreadsheets: formulas as one writes them by hand, which make of other inputs what the worksheet makes of them."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
import yaml

sys.path.append(str(Path(__file__).parents[1] / "forms"))
from formed import HOSTILE, hostile
from office import OFFICE, changed, emptied, recalculated, sheets, with_value
from sweep import PROBLEMS, differences, trials

import attncalc
from attncalc.cli.settings import Settings
from attncalc.errors import InputError, OutputError
from attncalc.render.look import Look
from attncalc.render.solution import write_json
from attncalc.render.xlsx.book import written, xlsx_solutions

HERE = Path(__file__).parent
WRITTEN = yaml.safe_load((HERE / "written.yaml").read_text("utf-8"))
FILLED = yaml.safe_load((HERE / "filled.yaml").read_text("utf-8"))
# Each has something that the others lack: rows and columns, masks, heads, choices, running sums, pairs, pictures.
CHOSEN = (
    "002-q3",
    "hard-attention",
    "encoder-layer",
    "sampling",
    "cross-attention",
    "rope",
    "delta-rule",
    "pointer",
    "flash",
    "monotonic",
    "shaw",
    "cbam-spatial",
)
REPRESENTATIVE = [path for path in PROBLEMS if path.stem in CHOSEN]
FORMULA = re.compile(r'<c r="([A-Z]+\d+)"[^>]*><f( t="array")?[^>]*>(.*?)</f>')
needs_office = pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not here")
needs_formulas = pytest.mark.skipif(
    importlib.util.find_spec("formulas") is None or importlib.util.find_spec("openpyxl") is None,
    reason="the package formulas is not here",
)


def _solved(problem, **settings):
    return [Settings(**settings).solved(one) for one in attncalc.loads(yaml.safe_dump(problem, sort_keys=False))]


def _formulas(content):
    """The formulas of the first sheet by their places; those of an array in braces."""
    xml = zipfile.ZipFile(BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    unescaped = (
        (place, array, text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        for place, array, text in FORMULA.findall(xml)
    )
    return {place: f"{{{text}}}" if array else text for place, array, text in unescaped}


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case.get("name", case["problem"].get("mechanism", "")))
def test_formulas_stand_as_one_writes_them(case):
    content, (page,) = written(_solved(case["problem"]), Look())
    found = _formulas(content)
    assert {key: found.get(page.lines.areas[key].cell(0, 0).text) for key in case["formulas"]} == case["formulas"]


@pytest.mark.apart
@needs_office
def test_office_calculates_the_numbers_of_the_worksheet(tmp_path):
    """Of twelve problems, with all stored values 0, then with an entry of an input changed."""
    made = [trial for path in REPRESENTATIVE for trial in trials(path, tmp_path, every_input=False)]
    files = recalculated([trial.file for trial in made], tmp_path)
    wrong = {trial.name: differences(trial, sheets(file)) for trial, file in zip(made, files, strict=True)}
    assert len(made) >= 2 * len(CHOSEN)
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.apart
@needs_formulas
def test_another_evaluator_calculates_the_numbers_of_the_worksheet(tmp_path):
    made = [trial for path in REPRESENTATIVE for trial in trials(path, tmp_path, every_input=False)]
    found = _evaluated([trial.file for trial in made])
    wrong = {trial.name: differences(trial, found[str(trial.file)]) for trial in made}
    assert {name: found for name, found in wrong.items() if found} == {}


def _evaluated(files):
    command = [sys.executable, str(HERE / "evaluate.py"), *map(str, files)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(printed)


@pytest.mark.parametrize("path", REPRESENTATIVE, ids=lambda path: path.stem)
def test_stored_values_are_those_of_the_worksheet(path, tmp_path):
    """Before anything is calculated; and the same problem is the same file."""
    solved = [Settings().solved(problem) for problem in attncalc.load(path)]
    content, pages = written(solved, Look())
    cells = sheets(content)
    for page, item in zip(pages, solved, strict=True):
        solution = json.loads(write_json([(item.sheet, None, None)]))
        for line in (*solution["given"], *solution["steps"]):
            area = page.lines.areas[line["name"]]
            made = [
                [cells[page.sheet.name][area.cell(i, j).text] for j in range(area.width)] for i in range(area.height)
            ]
            wanted = [[text if text == "-inf" else float(text) for text in row] for row in line["values"]]
            said = [["-inf" if entry == "−∞" else float(f"{entry:.12g}") for entry in row] for row in made]
            assert said == wanted
    assert xlsx_solutions(solved, Look()) == content


@pytest.mark.parametrize("text", [*HOSTILE, "=cmd|' /C calc'!A0", "+1", "@SUM(1)", "{=1}", "http://example.org/"])
def test_titles_and_labels_stay_text(text):
    """No formula, link or function more than a plain title has, and every word as it was typed."""
    problem = hostile(text)
    content = xlsx_solutions([Settings().solved(problem)], Look())
    assert _formulas(content) == _formulas(xlsx_solutions([Settings().solved(hostile("a"))], Look()))
    with zipfile.ZipFile(BytesIO(content)) as file:
        assert not any("hyperlink" in file.read(name).decode("utf-8", "replace") for name in file.namelist())
    (cells,) = sheets(content).values()
    assert {problem.title, *problem.labels["queries"], *problem.labels["keys"]} <= {*cells.values()}


@pytest.mark.parametrize(
    "evaluator", [pytest.param("office", marks=needs_office), pytest.param("formulas", marks=needs_formulas)]
)
def test_cells_that_are_filled_in_are_marked(evaluator, tmp_path):
    filled = [_filled(case, tmp_path / f"{number}.xlsx") for number, case in enumerate(FILLED)]
    files = [file for file, _ in filled]
    if evaluator == "office":
        made = [sheets(file)["Work"] for file in recalculated(files, tmp_path)]
    else:
        found = _evaluated(files)
        made = [found[str(file)]["WORK"] for file in files]
    marks = {
        case["name"]: {key: _texts(cells, page.marks[key]) for key in case["marks"]}
        for case, (_, page), cells in zip(FILLED, filled, made, strict=True)
    }
    assert marks == {case["name"]: case["marks"] for case in FILLED}


def _filled(case, file):
    """The workbook with the numbers of a case in its empty cells, all stored values 0; and its page."""
    content, (page,) = written(_solved(case["problem"], blank=True), Look())

    def change(number, xml):
        for key, rows in case["filled"].items() if number == "1" else ():
            for i, row in enumerate(rows):
                for j, entry in enumerate(row):
                    place = page.lines.areas[key].cell(i, j).text
                    xml = xml if entry is None else with_value(xml, place, str(entry))
        return emptied(xml)

    return changed(content, file, change), page


def _texts(cells, area):
    return [[cells.get(area.cell(i, j).text) or None for j in range(area.width)] for i in range(area.height)]


def test_what_no_formula_follows_says_why():
    (path,) = (path for path in PROBLEMS if path.stem == "local-p")
    with pytest.raises(OutputError, match="the numbers of p_t decide which cells there are"):
        xlsx_solutions([Settings().solved(problem) for problem in attncalc.load(path)], Look())
    letters = {"symbols": ["a"], "Q": [["a"]], "K": [[1]], "V": [[1]]}
    with pytest.raises(OutputError, match="a letter that has no value"):
        xlsx_solutions(_solved(letters, arithmetic="exact"), Look())
    numbers = {"Q": [[1]], "K": [[1]], "V": [[1]]}
    with pytest.raises(OutputError, match="rounds half-even"):
        xlsx_solutions(_solved(numbers, arithmetic="rounded", rounding="half-even"), Look())
    with pytest.raises(OutputError, match="too large for a spreadsheet"):
        xlsx_solutions(_solved({"Q": [["1e300"]], "K": [["1e300"]], "V": [[1]]}), Look())


def test_a_cell_for_each_product():
    problem = {"title": "Attention", "Q": "1 0 2 1", "K": "1 1 0 1; 0 1 1 2", "V": "2 3 1 0; 4 2 1 1"}
    content, (page,) = written(_solved(problem, expand=("S:1,2",)), Look())
    area, cells, found = page.lines.areas["S"], sheets(content)["Work"], _formulas(content)
    row = area.top + area.height + 3
    formulas = {"B": "B7*B11", "C": "C7*C11", "D": "D7*D11", "E": "E7*E11", "F": f"SUM(B{row}:E{row})"}
    assert {column: found[f"{column}{row}"] for column in formulas} == formulas
    assert [cells[f"{column}{row}"] for column in formulas] == [0, 0, 2, 2, 4]
    terms = ["Q₁₁·K₂₁", "Q₁₂·K₂₂", "Q₁₃·K₂₃", "Q₁₄·K₂₄"]
    assert [cells[f"{column}{row - 1}"] for column in "ABCDEF"] == ["S₁₂", *terms, "sum"]


def test_blank_is_for_spreadsheets_and_leaves_nothing_written_out(run):
    Path("p.yaml").write_text("Q: [[1]]\nK: [[1]]\nV: [[1]]", "utf-8")
    assert run("solve", "p.yaml", "--blank")[0] == 2
    with pytest.raises(InputError, match="--blank leaves lines empty"):
        xlsx_solutions(_solved({"Q": [[1]], "K": [[1]], "V": [[1]]}, blank=True, expand=("S",)), Look())


def test_without_its_package_nothing_is_written(monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(OutputError) as told:
        xlsx_solutions(_solved({"Q": [[1]], "K": [[1]], "V": [[1]]}), Look())
    assert 'pip install "attncalc[xlsx]"' in str(told.value.hint)
