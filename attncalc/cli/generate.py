"""`attncalc generate`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from attncalc.errors import InputError, printable

if TYPE_CHECKING:
    from attncalc.generate.exam import Paper
    from attncalc.generate.question import Question
    from attncalc.generate.recipe import Recipe
    from attncalc.generate.search import Found

Number = Optional[int]  # noqa: UP045  read by Typer at run time
Text = Optional[str]  # noqa: UP045
Texts = Optional[list[str]]  # noqa: UP045
File = Optional[Path]  # noqa: UP045
RECIPES = (".yaml", ".yml")


def generate(
    mechanism: Annotated[str, typer.Argument(metavar="MECHANISM|RECIPE.yaml",
        help="One of those that `mechanisms` lists, or a file that describes a whole paper.")],
    n: Annotated[Number, typer.Option("--n", metavar="N", help="Tokens, or queries and keys.")] = None,
    d: Annotated[Number, typer.Option("--d", metavar="N", help="Every size of features.")] = None,
    heads: Annotated[Number, typer.Option("--heads", metavar="N", help="Heads.")] = None,
    sizes: Annotated[Texts, typer.Option("--size", metavar="NAME=N", help="Any size: --size d_v=3.")] = None,
    options: Annotated[Texts, typer.Option("--option", "-O", metavar="KEY=VALUE",
        help="An option of the problem: -O mask=causal.")] = None,
    entries: Annotated[Texts, typer.Option("--entries", metavar="[NAME=]KIND", help='What entries are drawn from: '
        '"integers -3..3", halves, fractions:3, "decimals:1 0..1", signs, bits, one-hot, sparse.')] = None,
    constraints: Annotated[Texts, typer.Option("--constraint", "-c", metavar="NAME [STEP] [NUMBERS]",
        help='What its lines are to be: "integer S", "at-most-digits Q 2", "spread A 0.05 0.9".')] = None,
    nice: Annotated[Text, typer.Option(metavar="softmax",
        help="Build scores backwards: the weights are small fractions such as 1/6, 1/3, 1/2.")] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same problem.")] = "1",
    count: Annotated[Number, typer.Option("--variants", min=1, max=1000, metavar="N",
        help="How many problems, or papers.")] = None,
    students: Annotated[File, typer.Option("--students", metavar="ROSTER.csv",
        help="Of a recipe: a paper for each line, with its name and number.")] = None,
    only: Annotated[Number, typer.Option("--only", min=1, metavar="N", help="Of a recipe: this paper alone.")] = None,
    forms: Annotated[Text, typer.Option("--format", metavar="FORM,FORM",
        help="Of a recipe: markdown (unless said), latex, html, pdf, plain.")] = None,
    paper: Annotated[Text, typer.Option(metavar="a4|letter",
        help="Of a recipe: the paper of a PDF, or of LaTeX.")] = None,
    tries: Annotated[Number, typer.Option("--stress", min=1, max=100_000, metavar="N",
        help="Of a recipe: try so many seeds, and say which go wrong.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="When to give up on one problem.")] = 10,
    output: Annotated[File, typer.Option("--output", "-o", metavar="FILE|FOLDER",
        help="Write to a file; of a recipe, to a folder.")] = None,
    force: Annotated[bool, typer.Option("--force",
        help="Replace a file that exists; in a folder of papers it is kept under earlier/.")] = False,
) -> None:  # fmt: skip
    """Write new problems with nice numbers in every line, with solutions; or whole papers from a recipe.

    Exit status: 0, 1 where --stress found something wrong, 2 bad input.
    """
    from attncalc.render.width import can_encode

    if not can_encode(seed, "utf-8"):
        raise InputError("--seed should be a text in UTF-8")
    of_problem = {"--n": n, "--d": d, "--heads": heads, "--size": sizes, "-O": options, "--entries": entries,
                  "-c": constraints, "--nice": nice}  # fmt: skip
    of_papers = {"--students": students, "--only": only, "--format": forms, "--paper": paper, "--stress": tries}
    if Path(mechanism).suffix.lower() in RECIPES:
        _refuse(of_problem, "a recipe says this itself")
        if tries:
            of_folder = {"--variants": count, "-o": output, "--force": force}
            _refuse({**of_folder, **of_papers, "--stress": None}, "--stress writes no papers")
        asked = Asked(seed, seconds, count, students, only, tries)
        _papers(mechanism, asked, output, forms or "markdown", paper or "a4", force=force)
        return
    _refuse(of_papers, "this is of a recipe, a file that ends in .yaml")
    sized = {"n": n, "d": d, "h": heads}
    question = _question(mechanism, sized, sizes or [], options or [], entries or [], constraints or [], nice)
    _problems(question, count or 1, seed, seconds, output, force=force)


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Raises InputError for the first of these that was written."""
    unsaid: tuple[object, ...] = (None, [])
    if name := next((name for name, value in options.items() if value not in unsaid and value is not False), None):
        raise InputError(f"{name}: {why}")


def _problems(question: Question, count: int, seed: str, seconds: float, output: Path | None, *, force: bool) -> None:
    """Writes problems that the command line describes."""
    from attncalc.cli.files import check_absent
    from attncalc.cli.output import deliver_text
    from attncalc.generate.variants import variants

    check_absent(output, force=force)
    found = list(variants(question, count, seed, seconds))
    deliver_text("---\n".join(_with_origin(one, seed, number) for number, one in enumerate(found, 1)), output)
    if output is None and sys.stdout.isatty():
        _show_solutions(found, exact=question.exact)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which papers of a recipe are asked for; None where nothing is said."""

    seed: str
    seconds: float
    count: int | None
    students: Path | None
    only: int | None
    tries: int | None


def _papers(recipe: str, asked: Asked, output: Path | None, forms: str, paper: str, *, force: bool) -> None:
    """Writes the papers of a recipe into a folder, or tries many."""
    from attncalc import __version__
    from attncalc.cli.files import write_whole
    from attncalc.cli.looks import look_of
    from attncalc.cli.output import deliver_text
    from attncalc.generate.reading import read_recipe
    from attncalc.render.exam.files import KEY, key_file, paper_files, paper_forms, write_files

    read = read_recipe(recipe)
    if asked.tries:
        _stress(read, asked, asked.tries)
        return
    if output is None:
        raise InputError("papers go into a folder", hint=f"attncalc generate {recipe} -o exam/")
    chosen, look = paper_forms(forms), look_of(fragment=False, paper=paper, ascii_signs=False)
    drawn, count = _drawn(read, asked)
    shown = [one for one in drawn if asked.only in (None, one.number)]
    files = paper_files(shown, count, chosen, look, f"attncalc {__version__}")
    if asked.only is None:
        files[KEY] = key_file(drawn)
    written = write_files(files, output, write_whole, force=force)
    deliver_text(f"{_number(len(shown), 'paper')}, {_number(len(written), 'file')} new: {output}\n", None)


def _drawn(recipe: Recipe, asked: Asked) -> tuple[list[Paper], int]:
    """The papers, of how many; of one that is printed again, those before it too, since no two are the same."""
    from attncalc.generate.exam import papers
    from attncalc.generate.roster import read_roster

    students = read_roster(asked.students) if asked.students else ()
    if students and asked.count not in (None, len(students)):
        raise InputError(f"--variants {asked.count}: there is a paper for each of {len(students)} students")
    count = len(students) or asked.count or asked.only or 1
    if asked.only and asked.only > count:
        raise InputError(f"--only {asked.only}: there are {count} papers")
    return list(papers(recipe, asked.only or count, asked.seed, asked.seconds, students)), count


def _stress(recipe: Recipe, asked: Asked, tries: int) -> None:
    """Says which seeds go wrong, and how many do not; exits with 1 where one does."""
    from attncalc.cli.output import deliver_text
    from attncalc.generate.stress import stress
    from attncalc.render.exam.papers import worksheet_page

    failed = 0
    for tried in stress(recipe, tries, asked.seed, asked.seconds, worksheet_page):
        if tried.why:
            failed += 1
            deliver_text(f"--seed {tried.seed}: {printable(tried.why)}\n", None)
    good = tries - failed
    deliver_text(f"{good:,} of {tries:,} seeds went well ({100 * good / tries:.1f} %)\n", None)
    raise typer.Exit(1 if failed else 0)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def _question(mechanism: str, asked: dict[str, int | None], sizes: list[str], options: list[str], entries: list[str],
              constraints: list[str], nice: str | None) -> Question:  # fmt: skip
    """What the command line asks for; raises InputError where that cannot be meant."""
    from attncalc.generate.constraints import read_constraint
    from attncalc.generate.entries import Entries
    from attncalc.generate.predicates import NICE
    from attncalc.generate.question import Question, backwards, named, sized
    from attncalc.mechanisms.registry import find

    found = find(mechanism)
    wanted = {**{name: size for name, size in asked.items() if size is not None}, **_sizes(sizes)}
    drawn = {name: Entries.read(kind) for name, kind in named(found, [_pair(text, "all") for text in entries])}
    own = tuple(map(read_constraint, constraints))
    question = Question(found, sized(found, wanted), _options(options), drawn, own or NICE)
    if nice not in (None, "softmax"):
        raise InputError(f"--nice is softmax, not {nice}")
    return backwards(question) if nice else question


def _sizes(texts: list[str]) -> dict[str, int]:
    sizes = {}
    for text in texts:
        name, size = _pair(text, "")
        if not name or not size.isdigit() or len(size) > 3:
            raise InputError(f"--size {text} should be a name and its size", hint="--size d_v=3")
        sizes[name] = int(size)
    return sizes


def _options(texts: list[str]) -> dict[str, str]:
    pairs = [_pair(text, "") for text in texts]
    if not all(name for name, _ in pairs) or any("\n" in text for text in texts):
        raise InputError("-O should be a name and its value on one line", hint="-O mask=causal")
    return dict(pairs)


def _pair(text: str, default: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    return (name.strip(), value.strip()) if sign else (default, text.strip())


def _with_origin(found: Found, seed: str, number: int) -> str:
    """The problem under a line that says where it comes from."""
    import json

    from attncalc import __version__

    drawn = f"{found.tries:,} drawn" if found.tries > 1 else "the first one drawn"
    return f"# attncalc {__version__}, seed {json.dumps(seed)}, problem {number}; {drawn}\n{found.text}"


def _show_solutions(found: list[Found], *, exact: bool) -> None:
    from attncalc.cli.output import deliver
    from attncalc.cli.settings import Settings
    from attncalc.render.look import Look

    print()
    settings = Settings(arithmetic="exact" if exact else None)
    deliver([settings.solved(one.problem) for one in found], None, None, Look())
