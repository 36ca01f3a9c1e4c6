"""LaTeX: the numbers of the worksheet, everything as text that is text, and no complaint from pdflatex."""

import os
import re
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from formed import HOSTILE, PROBLEMS, hostile, solved, written
from latex_reader import complaints, matrices
from typer.testing import CliRunner

import attncalc
from attncalc.check.verdict import Verdict
from attncalc.cli.settings import Settings
from attncalc.render.blocks import Bracket, Cell, Checked, Formula, Grid, Heading, Math, Note, Prose, Quote, Verdicts
from attncalc.render.formats import laid_out
from attncalc.render.latex.lines import aligned, line_of
from attncalc.render.latex.pages import latex_pages
from attncalc.render.latex.text import text
from attncalc.render.look import Look

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SPELT = yaml.safe_load((HERE / "latex" / "text.yaml").read_text("utf-8"))
SET = {  # problems that pdflatex sets, and how they are solved
    "seeds/001-self": {},
    "seeds/003-q3": {"arithmetic": "exact", "expand": ("all",)},
    "homework/072-not-good-causal": {"expand": ("all",), "heatmap": True},
    "homework/012-cross-attention-columns": {},
    "homework/065-harvard-two-heads": {"heatmap": True},
    "basics/scaled-and-unscaled": {"arithmetic": "exact"},
    "encoder_decoder/additive-two-states": {"arithmetic": "exact"},
    "patterns/swin": {"heatmap": True},
    "structured/pointer": {"expand": ("all",)},
    "vision/vit": {},
}
PRINTED = re.compile(r"-?\d+\.\d+")


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_every_number_is_the_worksheets(path):
    sheets = solved(path, full=True)
    found = matrices(written(sheets, "latex"))
    for item in sheets:
        shown = item.selection.steps
        for step in (step for step in item.sheet.steps if not shown or step.name in shown):
            texts = step.values()
            rows = tuple(tuple(map(Decimal, row)) for row in texts)
            turned = tuple(zip(*rows, strict=True))
            assert "?" in str(texts) or found & {rows, turned}, f"{path.stem}: {step.name}"


@pytest.mark.parametrize("words", SPELT, ids=repr)
def test_text_is_set_as_itself(words):
    assert text(words) == SPELT[words]


def test_as_written():
    (path,) = (path for path in PROBLEMS if path.stem == "072-not-good-causal")
    document = written(tuple(solved(path, expand=("A:2",))), "latex")
    kept = HERE / "latex" / "not-good.tex"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        kept.write_text(document)
    assert document == kept.read_text()


def test_pdflatex_has_nothing_to_complain_of(tmp_path):
    sheets = {name: solved(ROOT / "problems" / f"{name}.yaml", **how) for name, how in SET.items()}
    pages = [page for items in sheets.values() for page in laid_out(list(items))]
    assert complaints(latex_pages(pages, Look(paper="letter")), tmp_path) == []
    if shutil.which("pdftotext"):
        read = subprocess.run(["pdftotext", "page.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True)
        whole = [item for name in SET if "arithmetic" not in SET[name] for item in sheets[name]]
        entries = {entry for item in whole for step in item.sheet.steps for row in step.values() for entry in row}
        assert not [entry for entry in entries if PRINTED.fullmatch(entry) and entry.lstrip("-") not in read.stdout]


def test_hostile_texts_are_text(tmp_path):
    pages = [page for words in HOSTILE for page in _hostile(words)]
    document = latex_pages(pages, Look())
    assert document.isascii()
    assert not re.search(r"\\(input|write|def|catcode|csname|show)\b", document)
    assert complaints(document, tmp_path) == []
    assert complaints(_around(latex_pages(pages, Look(fragment=True))), tmp_path) == []


def _hostile(words):
    """A solution and a report that say these words wherever words can stand."""
    yield from laid_out([Settings(heatmap=True).solved(hostile(words))])
    yield [
        Heading(1, words, aside=words),
        Heading(3, words, Math("S", "S"), words),
        Prose(words),
        Grid(Math(words, ""), ((Cell(words, ""),),), (words,), (words,), labelled=True),
        Verdicts(
            Math("S", "S"),
            ((Checked(f"{words[:9]} ✗", Verdict.WRONG), Checked("1 □", Verdict.MISSING)),),
            (words,),
            ("a", "b"),
        ),
        Quote(words, words[:3], words * 9),
        Note(words),
        Prose("x" * 500),
        Quote("", "", ""),
        Formula(((Math(words, rf"\text{{{re.sub(r'[^a-z_%&#]', '', words)}}}"),),)),
    ]


def _around(fragment):
    assert r"\documentclass" not in fragment
    assert r"\usepackage{amsmath}" in fragment.partition("\n")[0]
    return f"\\documentclass{{article}}\\usepackage{{amsmath}}\\begin{{document}}\n{fragment}\\end{{document}}\n"


def test_signs_that_are_lacking_are_named():
    document = latex_pages([[Prose("I 🙂 日")]], Look())
    assert "I {[}U+1F642{]} {[}U+65E5{]}" in document
    assert "U+1F642 slightly smiling face" in document


def test_long_sums_are_broken_before_a_sign():
    total = " + ".join(f"{i} \\cdot {i}" for i in range(100, 140))
    rows = aligned(line_of((Math("", rf"S_{{11}} = {total} = 1"),)), 40.0, 3.0)
    assert len(rows) > 4
    assert rows[0].startswith(r"S_{11} &= 100 \cdot 100 + ")
    assert all(row.startswith((r"&\quad {}+ ", "&= ")) for row in rows[1:])


def test_wide_and_high_matrices_say_what_each_part_shows(tmp_path):
    cells = tuple(tuple(Cell(f"{i}.{j:04}", f"{i}.{j:04}") for j in range(64)) for i in range(64))
    line = (Math("A =", "A ="), Bracket(cells))
    document = latex_pages([[Formula((line,)), Formula((line, line), packed=True)]], Look())
    assert "rows 1--40 of 64, columns 1--8 of 64" in document
    assert len(matrices(document)) == 1
    assert complaints(document, tmp_path) == []


@pytest.mark.parametrize("name", ["seeds/002-q3", "homework/072-not-good-causal", "seeds/001-self"])
def test_check_finds_no_mistake_in_it(name, tmp_path):
    from attncalc.cli.app import app

    problem = ROOT / "problems" / f"{name}.yaml"
    (tmp_path / "page.tex").write_text(written(solved(problem), "latex"))
    result = CliRunner().invoke(app(["check", "solve"]), ["check", str(problem), str(tmp_path / "page.tex")])
    assert result.exit_code == 0, result.output


def test_a_small_weight_is_no_zero_in_a_heatmap():
    (problem,) = attncalc.loads("mechanism: softmax\nS: 0 9 30\n")
    document = written((Settings(heatmap=True).solved(problem),), "latex")
    for value in (r"$9.4 \cdot 10^{-14}$", r"$7.6 \cdot 10^{-10}$", "$1.0000^{*}$"):
        assert f"\\scriptsize {value}}}" in document
