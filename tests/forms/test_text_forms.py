"""What text, Markdown and the terminal say: the numbers of the worksheet, and texts from files as text."""

import io
import re
from decimal import Decimal
from itertools import chain

import pytest
from formed import HOSTILE, PROBLEMS, hostile, solved, written
from rich.console import Console

from attncalc.cli.settings import Settings
from attncalc.render.formats import laid_out
from attncalc.render.look import Look
from attncalc.render.terminal import Terminal

WIDE = 5000
PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")
POWER = re.compile(r"\s*(?:·|\\cdot)\s*(?:10\^\{(-?\d+)\}|10([⁻⁰¹²³⁴-⁹]+))")
SHOWN = {
    *("begin", "end", "left", "right", "Bigl", "Bigr", "frac", "sqrt", "text", "mathrm", "mathbb", "quad", "top"),
    *("cdot", "times", "odot", "ast", "circ", "infty", "approx", "in", "to", "le", "ge", "ne", "lfloor", "rfloor"),
    *("lceil", "rceil", "ldots", "cdots", "vdots", "ddots", "exp", "ln", "log", "sin", "cos", "tan", "tanh", "max"),
    *("min", "alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu", "xi", "pi"),
    *("zeta", "rho", "sigma", "tau", "phi", "psi", "omega", "Delta", "Phi", "Psi", "Omega"),
}
NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?(?:E-?\d+)?|∞|\\infty)")


def numbers(text):
    """The numbers of a text, in order."""
    plain = POWER.sub(lambda power: "E" + (power[1] or power[2].translate(PLAIN)), text).translate(PLAIN)
    return [Decimal(number.replace("∞", "inf").replace("\\infty", "inf")) for number in NUMBER.findall(plain)]


def is_within(wanted, found):
    """Whether all of these stand in the others, in this order."""
    rest = iter(found)
    return all(number in rest for number in wanted)


@pytest.mark.sweep
@pytest.mark.parametrize("form", ["plain", "markdown"])
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_number_of_the_worksheet(path, form):
    for sheet in solved(path, full=True):
        if sheet.sheet.plan.problem.variant or sheet.selection.steps:
            continue  # lines of a variant are not repeated, and some files show some steps only
        found = numbers(written((sheet,), form, Look(WIDE)))
        for step in sheet.sheet.steps:
            rows = [[Decimal(text.rstrip("?")) for text in row] for row in step.values() if "" not in row]
            turned = zip(*rows, strict=True)
            assert any(is_within(chain(*way), found) for way in (rows, turned)), step.name


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_macros_that_github_shows(path):
    """GitHub shows what MathJax knows, but for some macros, \\operatorname among them."""
    sheets = solved(path, full=True, expand=("all",)) if len(solved(path)) < 3 else solved(path, full=True)
    displays = re.findall(r"\$+[^$]+\$+", re.sub(r"\\\$", "", written(sheets, "markdown")))
    used = {macro for display in displays for macro in re.findall(r"\\([a-zA-Z]+)", display)}
    assert used <= SHOWN


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_text_on_a_terminal(text):
    console = Console(file=io.StringIO(), width=200, color_system=None, force_terminal=True, _environ={})
    for page in laid_out([Settings(heatmap=True).solved(hostile(text))]):
        Terminal(console).write(page)
    shown = console.file.getvalue()
    assert "\x1b" not in shown
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", shown)
    assert re.sub("[\u202a-\u202e]", "�", text).split()[0] in shown


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_text_in_markdown(text):
    shown = written((Settings(heatmap=True).solved(hostile(text)),), "markdown")
    title = shown.splitlines()[0]
    assert not re.search(r"(?<!\\)[<>$`*|]", title)
    outside = re.sub(r"^(`{3,})\n.*?^\1$", "", shown, flags=re.DOTALL | re.MULTILINE)  # in a listing all is text
    assert not re.search(r"(?<!\\)<script", outside)
