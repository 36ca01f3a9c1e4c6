"""Pages in many styles and languages: their markings are sound, and the check does not fall behind what it reached."""

import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from measure import HERE, at_least, measured, pages, reached

sys.path.append(str(Path(__file__).parents[1] / "oracle"))
oracle = import_module("pages")
PAGES = pages()
MARKINGS = sorted((HERE / "pages").glob("*.yaml"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path.name)
def test_a_page_is_marked_as_by_hand(page):
    figures, differences = measured(page)
    assert at_least(figures, reached()[page.path.name]), "\n".join([str(figures), *differences])


@pytest.mark.parametrize("path", MARKINGS, ids=lambda path: path.stem)
def test_every_marked_number_stands_there_and_has_its_class(path):
    assert not list(oracle.faults_of(path))


def test_half_of_the_pages_have_mistakes():
    classes = [{yaml_claim["class"] for yaml_claim in marking(path)["claims"]} for path in MARKINGS]
    wrong = sum(bool(found & {"arithmetic", "copy", "method", "transcription"}) for found in classes)
    assert len(MARKINGS) >= 20
    assert len(MARKINGS) / 3 < wrong < 2 * len(MARKINGS) / 3


def marking(path):
    return yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
