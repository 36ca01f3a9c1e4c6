"""One example of every form, in a folder: python tests/gallery.py gallery

With --pictures FOLDER the pictures of the README are drawn there again.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from rich.console import Console

import attncalc
from attncalc.check.check import check
from attncalc.check.handed_in import from_text
from attncalc.cli.settings import Settings
from attncalc.render.formats import FORMATS, Pages, laid_out
from attncalc.render.look import Look
from attncalc.render.plot.pictures import plot_solutions
from attncalc.render.report.pages import report_pages
from attncalc.render.terminal import Terminal

ROOT = Path(__file__).parent.parent
PROBLEM = "problems/homework/072-not-good-causal.yaml"
HEADS = "problems/basics/averaging-heads.yaml"
MARKED = ("problems/seeds/002-q3.yaml", "tests/gallery.md")
COLUMNS = 84
TORCH = ".torch.py"


def forms(folder: Path) -> None:
    """Writes the solution of one problem in every form, the weights of another, and a report."""
    solved = [Settings(heatmap=True).solved(problem) for problem in attncalc.load(ROOT / PROBLEM)]
    pages = laid_out(solved)
    for form in FORMATS.values():
        content = form.write(solved if form.of_solutions else pages, Look(COLUMNS))
        put(folder / f"solution{form.endings[0] if form.endings else TORCH}", content)
    put(folder / "solution.terminal.svg", terminal(pages, f"attncalc solve {PROBLEM} --heatmap"))
    heads = [Settings().solved(problem) for problem in attncalc.load(ROOT / HEADS)]
    for ending in (".svg", ".png", ".pdf"):
        put(folder / f"weights{ending}", plot_solutions(heads, ending).content)
    report = report_of(*MARKED)
    for name in ("html", "pdf", "latex", "markdown"):
        put(folder / f"report{FORMATS[name].endings[0]}", FORMATS[name].write(report, Look()))
    put(folder / "report.terminal.svg", terminal(report, f"attncalc check {' '.join(MARKED)}"))


def pictures(folder: Path) -> None:
    """Draws what the README shows: a terminal, a page of paper, weights, a report."""
    typed = [
        Settings(steps=("A", "O"), expand=("O:1,1",)).solved(problem)
        for problem in attncalc.load(ROOT / "problems/seeds/002-q3.yaml")
    ]
    command = "attncalc solve problems/seeds/002-q3.yaml --steps A,O --expand O:1,1"
    put(folder / "terminal.svg", terminal(laid_out(typed), command))
    put(folder / "report.svg", terminal(report_of(*MARKED), "attncalc check problems/seeds/002-q3.yaml gallery.md"))
    solved = [Settings(heatmap=True).solved(problem) for problem in attncalc.load(ROOT / PROBLEM)]
    put(folder / "paper.png", first_page(laid_out(solved)))
    heads = [Settings().solved(problem) for problem in attncalc.load(ROOT / HEADS)]
    put(folder / "weights.svg", plot_solutions(heads, ".svg").content)


def report_of(problem: str, page: str) -> Pages:
    """The report on a page of answers."""
    text = (ROOT / page).read_text("utf-8")
    return report_pages(check(attncalc.load(ROOT / problem), from_text(text, Path(page).name)))


def terminal(pages: Pages, command: str) -> str:
    """What a terminal shows, as Rich draws it."""
    console = Console(
        file=io.StringIO(),
        width=COLUMNS,
        record=True,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        _environ={},
    )
    for page in pages:
        Terminal(console).write(page)
    return console.export_svg(title=command, unique_id="attncalc")


def first_page(pages: Pages) -> bytes:
    """The first page of the paper, as a picture."""
    import typst

    from attncalc.render.typst.source import document

    root = Path(attncalc.__file__).parent / "render" / "typst"
    made = typst.compile(document(pages, Look()).encode(), root=root, format="png", ppi=80, ignore_system_fonts=True)
    first: bytes = made[0] if isinstance(made, list) else made
    return first


def put(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    print(path)


def main() -> None:
    """Writes the folder that is named, and the pictures where they are asked for."""
    parser = argparse.ArgumentParser(description="Write one example of every form.")
    parser.add_argument("folder", type=Path, nargs="?", help="where the examples go")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw the pictures of the README there")
    arguments = parser.parse_args()
    if arguments.folder:
        forms(arguments.folder)
    if arguments.pictures:
        pictures(arguments.pictures)


if __name__ == "__main__":
    main()
