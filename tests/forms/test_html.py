"""HTML: what a parser and a browser find in it."""

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
import yaml
from formed import HOSTILE, PROBLEMS, hostile, solved, written
from html_reader import digits, entries, name, parsed, said, same_digits, steps, value

import attncalc
from attncalc.check.verdict import Verdict
from attncalc.cli.settings import Settings
from attncalc.errors import printable
from attncalc.render.blocks import Checked, Heading, Math, Quote, Verdicts
from attncalc.render.formats import FORMATS, laid_out
from attncalc.render.html.mathml import mathml
from attncalc.render.html.pages import style
from attncalc.render.look import Look
from attncalc.render.view import View
from attncalc.worksheet.formula import symbol
from attncalc.worksheet.notation import TEXT

HERE = Path(__file__).parent
PROBLEM = HERE.parents[1] / "problems"
CASES = yaml.safe_load((HERE / "html" / "mathml.yaml").read_text("utf-8"))
LABELLED = PROBLEM / "homework" / "072-not-good-causal.yaml"
EXACT = (
    "seeds/003-q3",
    "seeds/002-q3",
    "homework/072-not-good-causal",
    "seeds/001-self",
    "homework/043-projection-2x2",
)
HEADINGS = re.compile(r"h[1-6]")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def page(path, **settings):
    """The page of a problem, as a parser reads it."""
    return parsed(written(solved(path, **settings), "html"))


def parts(root, count):
    """What belongs to each of several problems."""
    main = root.find("body/main")
    return [main] if count == 1 else main.findall("section")


def texts(item, step):
    """The entries of a line as the worksheet has them, in the order of the page."""
    symbols = {symbol(record.name, record.section, TEXT): record for record in item.sheet.records}
    rows = View(item.sheet).texts(symbols[name(step)], item.sheet.asked)
    return [text for row in rows for text in row]


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_every_line_states_the_numbers_of_the_worksheet(path):
    sheets = solved(path, full=True)
    root, pages = page(path, full=True), laid_out(list(sheets))
    for item, blocks, part in zip(sheets, pages, parts(root, len(sheets)), strict=True):
        lines = [block.math.text.partition(" =")[0] for block in blocks if isinstance(block, Heading) and block.math]
        assert [name(step) for step in steps(part)] == lines
        for step in steps(part) if item.sheet.arithmetic.name != "exact" else ():  # closed forms are read below
            read, expected = [entry for row in entries(step) for entry in row], texts(item, step)
            assert len(read) == len(expected), name(step)
            assert all(map(same_digits, read, expected)), (name(step), read, expected)


@pytest.mark.parametrize("problem", EXACT)
def test_closed_forms_amount_to_the_numbers_of_the_worksheet(problem):
    path, settings = PROBLEM / f"{problem}.yaml", {"arithmetic": "exact", "significant": 12}
    (item,) = solved(path, **settings)
    read = 0
    for step in steps(page(path, **settings)):
        rows = list(next(part for part in step.iter("div") if part.get("class") == "line").iter("mtable"))[-1]
        for cell, expected in zip(rows.iter("mtd"), texts(item, step), strict=True):
            if "Z" not in said(cell):  # a sum that has a line of its own
                assert value(cell) == pytest.approx(float(expected), rel=1e-10, abs=1e-12)
                read += 1
    assert read > 8


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS[::5], ids=lambda path: path.stem)
def test_a_page_is_well_formed_and_needs_nothing_else(path):
    html = written(solved(path), "html")
    ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>"))  # as strict as XML
    root = parsed(html)
    levels = [int(element.tag[1]) for element in root.iter() if HEADINGS.fullmatch(element.tag)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert root.get("lang") == "en"
    assert said(root.find("head/title")) == said(root.find(".//h1/bdi"))
    assert not {"script", "link", "img", "iframe", "object"} & {element.tag for element in root.iter()}
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bon\w+=", html)
    assert all(element.get("alttext") for element in root.iter("math"))
    assert all(element.get("scope") for element in root.iter("th"))


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_a_file_come_out_as_text(text):
    html = written((Settings().solved(hostile(text)),), "html")
    root, harmless = parsed(html), parsed(written((Settings().solved(hostile("a" * 20)),), "html"))
    shown = " ".join(printable(text).split())
    assert said(root.find("head/title")) == shown
    assert {said(head) for head in root.iter("th") if head.get("scope") == "row"} == {shown, "b"}
    assert kinds(root) <= {*kinds(harmless), ("table", "style")}  # a wide table says so


def kinds(root):
    """The elements of a page, with the names of their attributes."""
    return {(element.tag, *sorted(element.keys())) for element in root.iter()}


def test_signs_that_turn_or_steer_are_shown():
    root = parsed(written((Settings().solved(hostile("a\u202eb")),), "html"))
    assert said(root.find("head/title")) == "a�b"


def test_lines_of_the_work_fold_and_what_is_given_and_the_result_do_not():
    root = page(LABELLED)
    assert [name(step) for step in steps(root)] == ["S", "S_scaled", "S_masked", "A", "O"]
    assert not any(step.get("open") for step in steps(root))
    assert all(step.find("summary").find(".//mtable") is None for step in steps(root))
    titles = {said(part.find("h2")): part for part in root.find("body/main").findall("section")}
    assert list(titles) == ["Given", "Steps", "Result"]
    assert "−1.3395" in said(titles["Result"])
    assert not steps(titles["Given"])
    assert not steps(titles["Result"])


def test_tables_have_headers_and_pictures_words():
    root = page(LABELLED)
    weights = next(step for step in steps(root) if name(step) == "A")
    assert [said(head) for head in weights.iter("th")] == ["A", "not", "good", "not", "good"]
    picture = weights.find(".//svg")
    assert said(picture.find("title")) == picture.get("aria-label") == "Heatmap of A"
    assert said(picture.find("desc")) == "not: not 1, good 0. good: not 0.6698, good 0.3302."
    assert [said(text) for text in picture.findall("text")] == [
        "1",
        "0",
        "0.6698",
        "0.3302",
        "not",
        "good",
        "not",
        "good",
        "0",
        "0.5",
        "1",
    ]


def test_the_row_and_the_column_of_an_entry_that_is_written_out_are_marked():
    (line, *_) = next(step for step in steps(page(LABELLED, expand=("O:2,1",))) if name(step) == "O").iter("div")
    marked = {(cell.get("class"), said(cell)) for cell in line.iter("mtd") if cell.get("class")}
    assert marked == {("row", "0.6698"), ("row", "0.3302"), ("column", "−2"), ("column", "0"), ("entry", "−1.3395")}


def test_a_fragment_lives_in_another_page():
    html = written(solved(LABELLED), "html", Look(fragment=True))
    root = ElementTree.fromstring(html)
    assert (root.tag, root.get("class")) == ("div", "attncalc")
    assert all(step.get("open") for step in steps(root))
    assert {"h1", "h2", "main", "meta"}.isdisjoint(element.tag for element in root.iter())
    assert not any(element.get("id") for element in root.iter())


def test_the_style_touches_nothing_of_another_page():
    rules = re.sub(r"@media[^{]*\{|@supports[^{]*\{", "", re.sub(r"\{[^{}]*\}", ";", style()))
    selectors = [part.strip() for rule in re.split(r"[;}]", rules) for part in re.split(r",(?![^(]*\))", rule)]
    assert all(selector.startswith(".attncalc") for selector in selectors if selector)


def test_a_worksheet_shows_itself_in_a_notebook():
    sheet = attncalc.solve(attncalc.load(LABELLED)[0])
    shown = sheet._repr_mimebundle_(include=None, exclude=None)
    assert set(shown) == {"text/html", "text/latex", "text/plain"}
    root = ElementTree.fromstring(shown["text/html"])
    assert [name(step) for step in steps(root)] == ["S", "S_scaled", "S_masked", "A", "O"]
    assert all("-1.3395" in text.replace("−", "-") for text in shown.values())


def test_a_verdict_is_told_by_its_sign_its_weight_and_in_words():
    cells = ((Checked("0.5 ✓", Verdict.RIGHT), Checked("0.7 ✗", Verdict.WRONG), Checked("")),)
    blocks = [
        Heading(1, "Report"),
        Verdicts(Math("A", "A"), cells, ("",), ("1", "2", "3")),
        Quote("A = ", "0.7", " |"),
    ]
    root = parsed(FORMATS["html"].write([blocks], Look()))
    right, wrong, blank = root.findall(".//tbody/tr/td")[1:]
    assert (said(right), said(wrong), said(blank)) == ("0.5 ✓ right", "0.7 ✗ wrong", "")
    assert right.find("strong") is None
    assert said(wrong.find("strong")) == "0.7 ✗"
    assert "".join(root.find(".//blockquote").itertext()) == "A = 0.7 |"
    assert said(root.find(".//mark")) == "0.7"


def test_the_page_in_ascii_is_the_same_page():
    sheets = solved(LABELLED)
    html = written(sheets, "html", Look(ascii_signs=True))
    assert html.isascii()
    assert ElementTree.tostring(parsed(html)) == ElementTree.tostring(parsed(written(sheets, "html")))


def test_a_quiet_page_has_a_title_too():
    root = page(LABELLED, quiet=True)
    assert said(root.find(".//h1")) == "Result"
    assert digits(root.find(".//mtd")) == "-2"


@pytest.mark.parametrize(("full", "most"), [(False, 250_000), (True, 2_000_000)])
def test_large_matrices_stay_small_files(full, most):
    random = Random(1)
    rows = ["; ".join(" ".join(f"{random.uniform(-2, 2):.2f}" for _ in range(64)) for _ in range(64)) for _ in "QKV"]
    given = dict(zip("QKV", rows, strict=True))
    problem = attncalc.problem("scaled-dot-product", given=given)
    html = written((Settings(full=full).solved(problem),), "html")
    assert len(html.encode()) < most
    assert ("entries are left out" in html) is not full
    picture = parsed(html).find(".//svg")
    assert len(picture.findall("text")) == 64 + 64 + 3  # no values: cells are too small


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["latex"])
def test_latex_as_mathml(case):
    assert mathml(case["latex"]) == case["mathml"]


def chromium(folder, html):
    """The page as a browser leaves it, and what it logged."""
    (folder / "page.html").write_text(html, encoding="utf-8")
    run = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            f"--user-data-dir={folder}",
            "--dump-dom",
            (folder / "page.html").as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return run.stdout, [line for line in run.stderr.splitlines() if "CONSOLE" in line]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_browser_has_nothing_to_say(tmp_path):
    dom, log = chromium(tmp_path, written(solved(LABELLED), "html"))
    assert not log
    assert said(parsed(dom).find(".//h1/bdi")) == "not good"


MEASURE = """<!DOCTYPE html><html lang="en"><head><title>t</title></head><body style="margin:0">
<div id="phone" style="width:360px">{fragment}</div><p id="found"></p><script>
const box = element => element.getBoundingClientRect();
const tables = [...document.querySelectorAll('mtable')], rows = table => table.querySelectorAll('mtr').length;
const phone = document.getElementById('phone');
document.getElementById('found').textContent = JSON.stringify({
  laidOut: tables.every(table => box(table).height > 14 * rows(table) && box(table).width > 10),
  wide: phone.scrollWidth, brackets: getComputedStyle(tables[0]).borderLeftWidth,
  cells: [...document.querySelectorAll('mtd')].every(cell => box(cell).width >= box(cell.firstElementChild).width),
});
</script></body></html>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("problem", ["homework/012-cross-attention-columns", "seeds/003-q3"])
def test_a_browser_sets_mathematics_within_the_width_of_a_phone(problem, tmp_path):
    sheets = solved(PROBLEM / f"{problem}.yaml", arithmetic="exact")
    fragment = written(sheets, "html", Look(fragment=True))
    dom, log = chromium(tmp_path, MEASURE.replace("{fragment}", fragment))
    assert not log
    found = yaml.safe_load(re.search(r'<p id="found">(.*?)</p>', dom)[1].replace("&quot;", '"'))
    assert found == {"laidOut": True, "wide": 360, "brackets": "1px", "cells": True}


def test_variants_count_as_one_problem_in_the_title():
    texts = ("title: First", "title: Second\noptions: {variants: [{scale: none}, {}]}")
    sheets = tuple(
        Settings().solved(problem)
        for text in texts
        for problem in attncalc.loads(f"mechanism: scaled-dot-product\nQ: 1 0\nK: 1 0\nV: 1 2\n{text}")
    )
    assert len(sheets) == 3
    assert said(parsed(written(sheets, "html")).find("head/title")) == "First and 1 more"


def test_what_may_have_to_be_scrolled_is_reached_by_keyboard():
    page = parsed(written(solved(PROBLEM / "seeds/003-q3.yaml", arithmetic="exact", heatmap=True), "html"))
    boxes = [box for box in page.iter() if box.get("class") == "scroll" or box.get("tabindex")]
    assert any(box.get("tabindex") == "0" for box in boxes)
    assert all(box.get("tabindex") == "0" for box in page.iter("figure"))
    assert all(box.get("tabindex") in (None, "0") for box in boxes)
