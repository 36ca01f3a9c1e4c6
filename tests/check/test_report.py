"""What a student sees: each file under reports/ is one report, made again with UPDATE_SNAPSHOTS=1."""

import io
import os
from functools import cache
from pathlib import Path

import pytest
import yaml
from groups import marked, pages
from rich.console import Console

from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.problem.reader import load, loads
from attncalc.render.formats import FORMATS
from attncalc.render.look import Look
from attncalc.render.report.pages import report_pages
from attncalc.render.terminal import Terminal

ROOT = Path(__file__).parent.parent.parent
PAGES = Path(__file__).parent / "pages"
REPORTS = Path(__file__).parent / "reports"
CASES = {case["name"]: case for case in yaml.load((REPORTS / "cases.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)}
TERMINALS = {"80": (80, None), "160": (160, None), "colour": (80, "truecolor"), "ascii": (80, None)}


@cache
def report(name):
    case = CASES[name]
    if "page" in case:
        about = yaml.load((PAGES / case["page"]).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)
        return check(loads(about["problem"]), from_text((PAGES / case["page"]).read_text("utf-8"), case["page"]))
    return check(load(ROOT / "problems" / f"{case['problem']}.yaml"), from_text(case["answers"], "answers.yaml"))


def same(text, path):
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("name", CASES)
def test_in_a_pipe(name):
    text = FORMATS["plain"].write(report_pages(report(name)), Look())
    assert max(map(len, text.splitlines())) <= 80
    same(text, REPORTS / f"{name}.txt")


@pytest.mark.parametrize("name", CASES)
def test_in_markdown(name):
    same(FORMATS["markdown"].write(report_pages(report(name)), Look()), REPORTS / f"{name}.md")


@pytest.mark.parametrize("kind", TERMINALS)
def test_on_a_terminal(kind):
    columns, colour = TERMINALS[kind]
    console = Console(file=io.StringIO(), width=columns, color_system=colour, force_terminal=True, _environ={})
    for page in report_pages(report("first-mistake")):
        Terminal(console, ascii_signs=kind == "ascii").write(page)
    text = console.file.getvalue()
    assert kind != "ascii" or text.isascii()
    same(text, REPORTS / f"first-mistake-terminal-{kind}.txt")


@pytest.mark.sweep
@pytest.mark.parametrize("page", [*pages(), *marked()], ids=lambda page: page.path.name)
def test_every_page_is_reported_in_every_form(page):
    blocks = report_pages(check(page.problems(), from_text(page.text, page.path.name)))
    for name, form in FORMATS.items():
        assert form.of_solutions or form.write(blocks, Look()), name
