"""The guides beside the code name files and commands that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GUIDES = [ROOT / "README.md", *(ROOT / "attncalc").rglob("README.md"), ROOT / "problems" / "README.md"]
NAMED = re.compile(r"[`(]([\w./-]+(?:\.(?:py|yaml|md|json|toml|svg|png)|/))[`)]|python (tests/[\w/]+\.py)")
NEW = {"attncalc/mechanisms/basics/kernel_attention.py"}  # it is shown as one that could be added
WRITTEN = re.compile(r"(?:exam|results|worked|layers|submissions)/|\w*(?:page|problem|answers|exam|overrides)\.\w+")
GUIDE = (ROOT / "attncalc" / "README.md").read_text("utf-8")


def is_there(name, guide):
    """Whether it stands below the root, beside the guide or below it."""
    return (ROOT / name).exists() or any(guide.parent.rglob(name.rstrip("/")))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: str(guide.relative_to(ROOT)))
def test_every_file_that_a_guide_names_is_there(guide):
    named = {first or second for first, second in NAMED.findall(guide.read_text("utf-8"))} - {""}
    missing = [name for name in named - NEW if not WRITTEN.fullmatch(name) and not is_there(name, guide)]
    assert named
    assert missing == []


def test_every_command_that_a_guide_names_is_there():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for guide in GUIDES:
        assert set(re.findall(r"`make ([a-z]+)", guide.read_text("utf-8"))) <= set(targets)


def test_the_guide_has_every_package():
    there = {path.name for path in (ROOT / "attncalc").iterdir() if (path / "__init__.py").exists()}
    assert {name for name in there if f"| `attncalc/{name}/`" in GUIDE} | {"batch"} == there
