"""The PDF: what stands on it, that it is the same each time, and that readers of PDF can rely on it."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pypdf
import pytest
import yaml
from formed import HERE, HOSTILE, PROBLEMS, hostile, solved, written

from attncalc.__main__ import main
from attncalc.check.verdict import Verdict
from attncalc.cli.settings import Settings
from attncalc.errors import OutputError
from attncalc.problem.reader import loads
from attncalc.render.blocks import Block, Bracket, Cell, Checked, Formula, Grid, Heading, Math, Note, Quote, Verdicts
from attncalc.render.cells import digits_cells
from attncalc.render.formats import Solved, laid_out
from attncalc.render.look import Look
from attncalc.render.typst.math import UnknownLatex, typeset
from attncalc.render.typst.pages import pdf_pages

NOTATION = yaml.safe_load((HERE / "pdf" / "notation.yaml").read_text("utf-8"))
NUMBER = re.compile(r"\d+(?:\.\d+)?")
SMALL = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻·", "0123456789−⋅")
A4, LETTER = (595, 842), (612, 792)  # points
MARGIN = 62


@cache
def example(**settings: bool) -> bytes:
    """The PDF of a small problem with labels."""
    path = next(path for path in PROBLEMS if path.stem == "072-not-good-causal")
    made = written(solved(path, **settings), "pdf")
    assert isinstance(made, bytes)
    return made


def text_of(made: bytes | str) -> str:
    assert isinstance(made, bytes)
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages)


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)


def pieces(block: Block) -> Iterator[Math | Cell]:
    """All mathematics of a block."""
    match block:
        case Heading(math=Math()):
            yield block.math
        case Grid():
            yield block.name
            yield from (cell for row in block.cells for cell in row)
        case Formula():
            for piece in (piece for line in block.lines for piece in line):
                yield from (cell for row in piece.cells for cell in row) if isinstance(piece, Bracket) else (piece,)


@pytest.mark.parametrize(("latex", "source"), NOTATION.items())
def test_our_latex_in_typst(latex: str, source: str) -> None:
    assert typeset(latex).source == source


@pytest.mark.parametrize("latex", [r"\input{x}", r"\frac{1", r"\left(x", "a & b", "x }", r"\unknown", "#", "$", "{"])
def test_other_latex_is_refused(latex: str) -> None:
    with pytest.raises(UnknownLatex):
        typeset(latex)


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_every_problem_is_in_our_latex(path: Path) -> None:
    for page in laid_out(list(solved(path))):
        for block in page:
            for piece in pieces(block):
                typeset(piece.latex)


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS[::30], ids=lambda path: path.stem)
@pytest.mark.parametrize("settings", [{"arithmetic": "exact"}, {"expand": ("all",)}], ids=["exact", "expand"])
def test_other_ways_to_show_are_in_our_latex(path: Path, settings: dict[str, str]) -> None:
    for page in laid_out(list(solved(path, **settings))):
        for piece in (piece for block in page for piece in pieces(block)):
            typeset(piece.latex)


def test_what_is_wider_than_the_paper_can_be_broken() -> None:
    wide = "+".join(["x"] * 60)
    assert "frac" in typeset(rf"\frac{{{wide}}}{{2}}").source
    assert typeset(rf"\frac{{{wide}}}{{2}}", room=40).source.endswith("paren.r over1 paren.l 2 paren.r")
    assert typeset(f"e^{{{wide}}}", room=40).source.startswith('op("exp") paren.l x plus')


def expected(sheets: tuple[Solved, ...]) -> Iterator[str]:
    """The entries of the lines that are shown, in digits."""
    for sheet, steps in ((item.sheet, item.selection.steps) for item in sheets):
        for record in (one for one in sheet.records if one.name in steps or not (steps or one.detail)):
            texts = sheet.texts(record, sheet.asked)
            yield from (cell.text for row in digits_cells(texts) for cell in row)


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS[3::18], ids=lambda path: path.stem)
def test_the_numbers_of_the_worksheet(path: Path) -> None:
    sheets = solved(path, full=True)
    read = text_of(written(sheets, "pdf"))
    found = Counter(NUMBER.findall(read))
    joined = squeezed(read)
    for text in {*expected(sheets)}:
        plain = text.translate(SMALL)
        assert all(number in found for number in NUMBER.findall(plain)), text
        assert plain.rstrip("*?") in joined or "⋅" in plain, text


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("000-q3", {"arithmetic": "exact"}),  # long fractions
        ("cbam-channel", {"arithmetic": "exact"}),  # exponents wider than the paper
        ("039-why-divide", {"expand": ("all",)}),  # long lists
        ("001-self", {"expand": ("all",)}),
    ],
)
def test_nothing_stands_beyond_the_paper(name: str, settings: dict[str, str]) -> None:
    path = next(path for path in PROBLEMS if path.stem == name)
    starts: list[float] = []
    made = written(solved(path, **settings), "pdf")
    assert isinstance(made, bytes)
    for page in pypdf.PdfReader(io.BytesIO(made)).pages:
        page.extract_text(visitor_text=lambda text, cm, tm, _font, _size: starts.append(tm[4] * cm[0] + cm[4]))
    assert max(starts) < A4[0] - MARGIN


def test_the_same_bytes_in_another_process_and_folder(tmp_path: Path) -> None:
    problem = next(path for path in PROBLEMS if path.stem == "072-not-good-causal")
    made = []
    for number, zone in enumerate(("UTC", "Asia/Tokyo")):
        folder = tmp_path / str(number)
        folder.mkdir()
        call = [sys.executable, "-m", "attncalc", "solve", str(problem), "-o", "a.pdf"]
        subprocess.run(call, cwd=folder, env={**os.environ, "TZ": zone, "PYTHONHASHSEED": str(number)}, check=True)
        made.append((folder / "a.pdf").read_bytes())
    assert made[0] == made[1] == example()


def structure(node: object) -> Iterator[pypdf.generic.DictionaryObject]:
    """The elements of a tagged PDF."""
    node = node.get_object() if isinstance(node, pypdf.generic.PdfObject) else node
    for inner in node if isinstance(node, list) else ():
        yield from structure(inner)
    if isinstance(node, dict):
        yield node
        yield from structure(node.get("/K"))


def test_readers_of_pdf_are_told_what_is_what() -> None:
    root = pypdf.PdfReader(io.BytesIO(example())).root_object
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    elements = list(structure(root["/StructTreeRoot"]))
    formulas = [element for element in elements if element.get("/S") == "/Formula"]
    alternatives = [element.get("/Alt") for element in formulas]
    assert len(formulas) > 30
    assert all(alternatives)
    assert {"S_scaled = S/√d_k = S/√2", "[0 −∞; 0.7071 0]"} <= set(alternatives)
    kinds = Counter(element.get("/S") for element in elements)
    assert kinds["/H1"] == 1
    assert kinds["/TH"] > 10


@pytest.mark.parametrize(("steps", "quiet"), [(("S",), False), (("S",), True), ((), True)])
def test_parts_of_a_solution(steps: tuple[str, ...], quiet: bool) -> None:
    path = next(path for path in PROBLEMS if path.stem == "000-q3")
    assert "=" in text_of(written(solved(path, steps=steps, quiet=quiet), "pdf"))


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_paper(paper: str, size: tuple[int, int]) -> None:
    made = pdf_pages([[Heading(1, "A")]], Look(paper=paper))
    box = pypdf.PdfReader(io.BytesIO(made)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_the_title_and_the_pages_are_named() -> None:
    assert pypdf.PdfReader(io.BytesIO(example())).metadata["/Title"] == "not good"
    assert "page 2 of 2" in text_of(example())


def test_a_heatmap_only_if_asked() -> None:
    plain, drawn = (text_of(made).count("0.6698") for made in (example(), example(heatmap=True)))
    assert drawn == plain + 1


WRITTEN = [text for text in HOSTILE if text.isascii()]


@pytest.mark.parametrize("text", WRITTEN)
def test_hostile_texts_are_text(text: str) -> None:
    made = written((Settings(heatmap=True).solved(hostile(text)),), "pdf")
    read = squeezed(text_of(made))
    assert read.count(squeezed(text)) > 6
    assert pypdf.PdfReader(io.BytesIO(made)).metadata["/Title"].split() == text.split()


@pytest.mark.parametrize("text", WRITTEN)
def test_hostile_reports_are_text(text: str) -> None:
    blocks = [
        Heading(1, text, aside=text),
        Quote(text, text, text),
        Note(text),
        Verdicts(Math(text, ""), ((Checked(text, Verdict.WRONG),),), (text,), (text,)),
        Grid(Math(text, text), ((Cell(text, text),),), (text,), (text,), labelled=True),
    ]
    assert squeezed(text_of(pdf_pages([blocks], Look()))).count(squeezed(text)) > 6


@pytest.mark.parametrize(
    ("text", "shown", "named"),
    [
        ("a 🙂", "a [U+1F642]", "U+1F642"),
        ("日本", "[U+65E5][U+672C]", "U+65E5, U+672C"),
        ("a\u202eb\x1b[1m", "a[U+202E]b[U+001B][1m", "U+001B, U+202E"),
    ],
)
def test_characters_that_cannot_be_printed_are_named(text: str, shown: str, named: str) -> None:
    made = pdf_pages([[Heading(1, text), Quote("", text, ""), Formula(((Math(text, text),),))]], Look())
    read = text_of(made)
    assert squeezed(read).count(squeezed(shown)) >= 3
    assert f"The fonts of this paper have no sign for {named};" in " ".join(read.split())


def test_letters_that_the_fonts_have_are_printed() -> None:
    read = text_of(pdf_pages([[Heading(1, "Привет žluťoučký ≈ ✓ ✗ Ωβ₁₂")]], Look()))
    assert "U+" not in read
    assert "Привет" in read


def test_what_is_wrong_is_bold() -> None:
    rows = ((Checked("0.25 ✓", Verdict.RIGHT), Checked("0.74 ✗", Verdict.WRONG)),)
    made = pdf_pages([[Verdicts(Math("A", "A"), rows, ("1",), ("1", "2"))]], Look())
    fonts: dict[str, str] = {}
    pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text(
        visitor_text=lambda text, _cm, _tm, font, _size: fonts.update(
            {text.strip(): str((font or {}).get("/BaseFont"))}
        )
    )
    assert any("0.74" in text and "Bold" in font for text, font in fonts.items())
    assert any("0.25" in text and "Bold" not in font for text, font in fonts.items())


def test_matrices_wider_than_the_paper_say_which_columns() -> None:
    path = next(path for path in PROBLEMS if path.stem == "012-cross-attention-columns")
    read = text_of(written(solved(path), "pdf"))
    assert "columns 1–4 of 8" in read
    assert "columns 5–8 of 8" in read


def large(**settings: bool) -> bytes | str:
    rows = [[(7 * i + 3 * j) % 19 / 4 - 2 for j in range(64)] for i in range(64)]
    (problem,) = loads(
        yaml.safe_dump({"title": "large", "mechanism": "scaled-dot-product", "Q": rows, "K": rows, "V": rows})
    )
    return written((Settings(**settings).solved(problem),), "pdf")


def test_large_matrices_are_shortened_or_listed() -> None:
    assert "entries are left out" in pypdf.PdfReader(io.BytesIO(bytes(large()))).pages[-1].extract_text()
    first = pypdf.PdfReader(io.BytesIO(bytes(large(full=True)))).pages[0].extract_text()
    assert "columns 1–14 of 64" in first


def test_without_typst_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(OutputError, match="typst"):
        pdf_pages([[Heading(1, "A")]], Look())
    out = tmp_path / "a.pdf"
    monkeypatch.setattr(sys, "argv", ["attncalc", "solve", str(PROBLEMS[0]), "-o", str(out)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert 'pip install "attncalc[pdf]"' in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_a_table_shows_is_said_on_its_page() -> None:
    """Twenty labelled rows of sixteen columns: two tables, which do not fit on one page with their heading."""
    rows = [[(5 * i + 3 * j) % 13 / 10 - 0.6 for j in range(16)] for i in range(20)]
    weights = dict.fromkeys(("Wq", "Wk", "Wv"), rows[:16])
    labels = {"tokens": [f"token{number}" for number in range(20)]}
    (problem,) = loads(yaml.safe_dump({"mechanism": "self-attention", "X": rows, **weights, "labels": labels}))
    pages = [
        page.extract_text()
        for page in pypdf.PdfReader(io.BytesIO(bytes(written((Settings().solved(problem),), "pdf")))).pages
    ]
    assert any("token19" in page for page in pages)
    for page in pages:
        *_, last = (line for line in page.splitlines() if line.strip() and "page " not in line)
        assert not re.match(r"columns? \d", last), last


def test_a_heading_stands_above_its_matrices() -> None:
    """Three matrices below one another are as high as a page: the heading and two of them, then the third."""
    rows = [[(7 * i + 3 * j + i * j) % 7 - 3 for j in range(64)] for i in range(64)]
    (problem,) = loads(yaml.safe_dump({"mechanism": "scaled-dot-product", "Q": rows, "K": rows, "V": rows}))
    made = bytes(written((Settings().solved(problem),), "pdf"))
    assert min(len(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(made)).pages) > 100
