"""What a person sees: each file under snapshots/ is one command's output, made again with UPDATE_SNAPSHOTS=1."""

import io
import os
from pathlib import Path

import pytest
from rich.console import Console

from attncalc.cli.settings import Settings
from attncalc.problem.reader import load
from attncalc.render.formats import FORMATS, laid_out
from attncalc.render.look import Look
from attncalc.render.terminal import Terminal

ROOT = Path(__file__).parent.parent
SNAPSHOTS = Path(__file__).parent / "snapshots"

# name: problem, form, columns, settings
SHOWN = {
    "terminal-80": ("seeds/002-q3", "terminal", 80, {}),
    "terminal-160": ("seeds/000-q3", "terminal", 160, {}),
    "terminal-ascii": ("seeds/003-q3", "ascii-terminal", 80, {"arithmetic": "exact"}),
    "terminal-colour": ("seeds/001-self", "colour", 80, {"steps": ("A",)}),
    "terminal-16-colours": ("seeds/001-self", "16 colours", 80, {"steps": ("A",)}),
    "piped": ("seeds/001-self", "plain", 80, {}),
    "piped-wide-matrices": ("homework/012-cross-attention-columns", "plain", 80, {"steps": ("S", "A", "O")}),
    "ascii": ("seeds/001-self", "ascii", 80, {"expand": ("S:1,2", "A:1,1")}),
    "columns": ("homework/001-workbook-columns-small", "plain", 100, {"expand": ("S:2,1", "A:1,2")}),
    "columns-of-vectors": ("homework/132-scores-near-900", "plain", 100, {}),
    "expanded": ("seeds/000-q3", "plain", 80, {"expand": ("S:1,2", "A:5,2", "O:1"), "decimals": 2}),
    "expanded-vector": ("seeds/001-general", "plain", 80, {"expand": ("e:2", "alpha:1", "c")}),
    "rounded": ("seeds/001-self", "plain", 80, {"arithmetic": "rounded", "decimals": 2}),
    "exact": ("seeds/003-q3", "plain", 100, {"arithmetic": "exact"}),
    "exact-surds": ("homework/027-unit18-causal", "plain", 100, {"arithmetic": "exact"}),
    "float": ("seeds/002-q3", "plain", 80, {"arithmetic": "float"}),
    "masked": ("homework/055-two-dials", "plain", 80, {}),
    "additive-columns": ("encoder_decoder/additive-one-matrix", "plain", 80, {"expand": ("T:1", "e:1", "alpha:1")}),
    "two-states": ("encoder_decoder/general-two-states", "plain", 80, {}),
    "two-states-exact": ("encoder_decoder/additive-two-states", "plain", 160, {"arithmetic": "exact"}),
    "two-states-markdown": ("encoder_decoder/general-two-states", "markdown", 80, {"steps": ("e_1", "cs")}),
    "variants": ("basics/scaled-and-unscaled", "plain", 80, {}),
    "variants-markdown": ("basics/scaled-and-unscaled", "markdown", 80, {"steps": ("A",), "arithmetic": "exact"}),
    "variants-terminal": ("basics/scaled-and-unscaled", "terminal", 80, {"steps": ("A", "O")}),
    "batch": ("basics/batch-of-two", "plain", 80, {}),
    "batch-json": ("basics/batch-of-two", "json", 80, {}),
    "two-heads": ("homework/144-exam-masked-heads-a", "plain", 100, {}),
    "labels": ("homework/072-not-good-causal", "plain", 80, {}),
    "columns-expanded": ("homework/084-decision-transformer", "plain", 100, {"expand": ("all",)}),
    "float-expanded": ("seeds/002-q3", "plain", 80, {"arithmetic": "float", "expand": ("A:1,1",)}),
    "picked-queries": ("homework/029-dog-bites-man", "plain", 100, {"expand": ("S", "A")}),
    "two-heads-given": ("homework/041-two-head-split", "plain", 100, {"expand": ("S:1,1", "C:1")}),
    "tiles": ("homework/131-online-softmax", "plain", 80, {}),
    "cache": ("reordered/kv-cache", "terminal", 80, {}),
    "graph": ("homework/080-gat-two-neighbours", "plain", 80, {"expand": ("e_leaky_2:1", "alpha_2:1")}),
    "image": ("vision/cbam", "plain", 80, {"expand": ("P_conv:1,1", "M_ch:1")}),
    "rotations-exact": ("homework/161-rope-degrees", "plain", 100, {"arithmetic": "exact"}),
    "norm-exact": ("homework/104-add-and-normalize", "plain", 80, {"arithmetic": "exact"}),
    "norm-markdown": ("homework/104-add-and-normalize", "markdown", 80, {}),
    "quiet": ("seeds/002-q3", "plain", 80, {"quiet": True}),
    "markdown": ("homework/028-river-bank", "markdown", 80, {"arithmetic": "exact"}),
    "json": ("seeds/002-q3", "json", 80, {"arithmetic": "exact"}),
}


def rendered(problem, form, columns, settings):
    solved = [Settings(**settings).solved(problem) for problem in load(ROOT / "problems" / f"{problem}.yaml")]
    if form in ("terminal", "ascii-terminal", "colour", "16 colours"):
        colour = {"colour": "truecolor", "16 colours": "standard"}.get(form)
        console = Console(file=io.StringIO(), width=columns, color_system=colour, force_terminal=True, _environ={})
        for page in laid_out(solved):
            Terminal(console, ascii_signs=form == "ascii-terminal").write(page)
        return console.file.getvalue()
    kind = FORMATS["plain" if form == "ascii" else form]
    return kind.write(solved if kind.of_solutions else laid_out(solved), Look(columns, form == "ascii"))


@pytest.mark.parametrize("name", SHOWN)
def test_looks_as_it_did(name):
    text = rendered(*SHOWN[name])
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("name", [name for name, shown in SHOWN.items() if shown[1] != "json"])
def test_no_line_is_wider_than_asked(name):
    _, form, columns, _ = SHOWN[name]
    if form in ("plain", "ascii", "terminal", "ascii-terminal"):
        assert max(map(len, (SNAPSHOTS / f"{name}.txt").read_text("utf-8").splitlines())) <= columns


def test_ascii_is_ascii():
    assert (SNAPSHOTS / "ascii.txt").read_text("utf-8").isascii()
    assert (SNAPSHOTS / "terminal-ascii.txt").read_text("utf-8").isascii()
