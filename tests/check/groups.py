"""The marked pages by group: handwritten documents, pages written for this, and pages drawn at random."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import yaml
from markings import found_firsts, of_marked, of_pages, of_seed, said_firsts
from truths import Page

HERE = Path(__file__).parent
PROBLEMS = HERE.parent.parent / "problems" / "seeds"
SEEDS = {"001": ("001-dot", "001-general", "001-self"), "002": ("002-q3",), "003": ("003-q3",)}
KINDS = ("clean", "twin", "method", "slip", "transcription")  # of the pages in layouts of real life
# Styles that stand apart, as the simulator calls them.
APART = ("newer", "newest", "last", "unseen", "fresh", "novel", "blind")
# In the order of the table, with their sums.
GROUPS = (
    "seeds",
    "own pages",
    "textbook",
    *(f"life: {kind}" for kind in KINDS),
    "life: all",
    *(f"coursework: {kind}" for kind in ("open", "kept")),
    "coursework: all",
    *APART,
    "simulated",
    "all",
)


@cache
def seeds() -> tuple[Page, ...]:
    """The handwritten documents."""
    marking = _yaml((HERE / "seeds" / "claims.yaml").read_text("utf-8"))
    return tuple(_seed(HERE / "seeds" / f"{name}.md", files, marking[f"{name}.md"]) for name, files in SEEDS.items())


def _seed(path: Path, files: Sequence[str], claims: list[dict[str, Any]]) -> Page:
    sections = list(dict.fromkeys(claim["step"].split(".")[0] for claim in claims))
    truths = tuple(
        of_seed(claim, sections.index(claim["step"].split(".")[0]) + 1 if len(files) > 1 else 1) for claim in claims
    )
    problems = tuple((PROBLEMS / f"{name}.yaml").read_text("utf-8") for name in files)
    return Page("seeds", path, path.read_text("utf-8"), problems, truths, found_firsts(truths))


@cache
def pages() -> tuple[Page, ...]:
    """The pages that were written for this."""
    return tuple(_page(path) for path in sorted((HERE / "pages").glob("*.yaml")))


def _page(marking_path: Path) -> Page:
    marking = _yaml(marking_path.read_text("utf-8"))
    path = marking_path.with_name(marking["page"])
    truths = tuple(of_pages(marking["claims"]))
    return Page("own pages", path, path.read_text("utf-8"), (marking["problem"],), truths, found_firsts(truths))


@cache
def marked() -> tuple[Page, ...]:
    """The pages in layouts of textbooks and of real life."""
    return tuple(map(_marked, sorted((HERE / "marked").glob("*/*.claims.yaml"))))


def _marked(path: Path) -> Page:
    marking = _yaml(path.read_text("utf-8"))
    page, problem = (path.with_name(marking[key]) for key in ("page", "problem_file"))
    group = f"{path.parent.name}: {marking['group']}" if "group" in marking else path.parent.name
    return of_marking(group, page, page.read_text("utf-8"), problem.read_text("utf-8"), marking)


def of_marking(group: str, path: Path, text: str, problem: str, marking: dict[str, Any]) -> Page:
    """A page with the truth about it as `marked/README.md` describes it."""
    truths = tuple(map(of_marked, marking["claims"]))
    asked = tuple(truth for truth in truths if not truth.is_struck)
    beside = tuple(truth for truth in truths if truth.is_struck)
    return Page(group, path, text, (problem,), asked, said_firsts(marking), beside)


def _yaml(text: str) -> Any:
    return yaml.load(text, yaml.CSafeLoader)


def simulated(number: int, names: Sequence[str] = (), group: str = "simulated") -> Iterator[Page]:
    """So many pages in each style that is kept for tests (or that stand apart), every second with a mistake.

    `names` are beginnings of names of pages: only styles that can have such a page are drawn. None without the
    simulator.
    """
    if not number or find_spec("simulator") is None:
        return
    simulator = import_module("simulator")
    known = getattr(simulator, group.upper()) if group in APART else simulator.KEPT or simulator.STYLES
    styles = [style for style in known if not names or _is_asked(style, names)]
    with ProcessPoolExecutor() as pool:
        drawn = partial(_simulated, group=group)
        yield from pool.map(drawn, *zip(*product(styles, range(number)), strict=True)) if styles else ()


def _is_asked(style: str, names: Sequence[str]) -> bool:
    begin = re.sub(r"[\W_]", "-", style).lower()
    return any(begin.startswith(name) or name.startswith(begin) for name in names)


def _simulated(style: str, number: int, group: str) -> Page:
    simulator = import_module("simulator")
    names = random.Random(f"{style} {number}").sample(sorted(simulator.MISTAKES), len(simulator.MISTAKES))
    page = next(filter(None, (_made(f"m{number}", style, name) for name in (names if number % 2 else [None]))))
    path = Path(f"{page.name}.{page.extension.removeprefix('.')}")
    return of_marking(group, path, page.text, page.problem, page.truth)


def _made(seed: str, style: str, mistake: str | None) -> Any:
    """A page in a style; None where a mistake cannot be made there."""
    try:
        return import_module("simulator").simulated(seed, style, mistake)
    except ValueError:
        return None
