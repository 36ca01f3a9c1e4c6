"""PrairieLearn: a folder for each question, whose variants are those of the papers, and which runs `attncalc check`.

What a student types goes into the blanks of the paper as it is printed, and this page is checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files as resources
from uuid import UUID, uuid5

from attncalc.errors import printable, shorten
from attncalc.generate.exam import Paper, Posed
from attncalc.render.blocks import BLANK
from attncalc.render.exam.papers import question_page
from attncalc.render.exam.parts import Choice, Part
from attncalc.render.exam.problem_file import problem_file
from attncalc.render.exports.exam import Exam, Limit, Question, Sheet
from attncalc.render.exports.fragment import fragment, named, table, words
from attncalc.render.exports.packed import packed
from attncalc.render.exports.single import choices, place_of
from attncalc.render.exports.spelt import CHECKED
from attncalc.render.exports.wheel import wheel
from attncalc.render.formats import FORMATS
from attncalc.render.html.math import text
from attncalc.render.look import Look
from attncalc.render.markdown import escape

OURS = UUID("c0b5f2f6-7f0b-5f0e-9f59-6e2d1f1f4a55")  # names of this program's questions
SIZE = 9  # signs of a blank
NAME = 80
FOLDER = "serverFilesCourse"


def files(exam: Exam) -> dict[str, bytes]:
    """One package: the questions, each with all variants, and the program that marks them."""
    made: dict[str, str | bytes] = {"README.md": _read_me(exam.program)}
    numbers = sorted({question.number for sheet in exam.sheets for question in sheet.questions})
    for number in numbers:
        made |= _question(exam, number)
    return {exam.name("prairielearn", ".zip"): packed({**made, **wheel()})}


def limits(_: Sheet) -> Iterator[Limit]:
    """None: whatever is asked, `check` marks."""
    yield from ()


def _question(exam: Exam, number: int) -> dict[str, str]:
    """The folder of a question of the recipe."""
    found = [
        (sheet.paper, question.alone)
        for sheet in exam.sheets
        for question in sheet.questions
        if question.number == number
    ]
    paper, first = found[0]
    recipe = paper.recipe
    folder = f"questions/{_slug(recipe.title)}-{recipe.digest}-q{number}"
    title = f"{recipe.title}, question {number}: {first.posed.item.heading}"
    own_name = str(uuid5(OURS, f"{recipe.digest} {paper.seed} {number}"))
    info = {
        "uuid": own_name,
        "title": shorten(printable(title), NAME * 2),
        "topic": "Attention",
        "tags": ["attncalc"],
        "type": "v3",
    }
    variants = [_variant(paper, question, exam.program) for paper, question in found]
    own = resources("attncalc.render.exports.prairielearn_files")
    return {
        f"{folder}/info.json": _json(info),
        f"{folder}/variants.json": _json(variants),
        **{f"{folder}/{name}": own.joinpath(name).read_text("utf-8") for name in ("question.html", "server.py")},
    }


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower())[:NAME].strip("-") or "exam"


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _variant(paper: Paper, question: Question, program: str) -> dict[str, object]:
    """How it is asked, the page whose blanks are filled in, what is written there for a choice, and the key."""
    alone = Paper(paper.recipe, paper.seed, paper.number, (question.posed,))
    return {
        "code": question.posed.code,
        "html": _asked(question),
        "page": _page(question.posed),
        "blank": escape(BLANK.text),
        "labels": [list(blank.choice.labels) if blank.choice else None for blank in question.blanks],
        "problem": problem_file(alone, program),
        "solution": fragment(question.solution),
    }


def _page(posed: Posed) -> str:
    """The question as Markdown, without lines to write on."""
    written = FORMATS["markdown"].write([question_page(replace(posed, item=replace(posed.item, lines=0)))], Look())
    assert isinstance(written, str)
    return written


def _asked(question: Question) -> str:
    """The question, with a field in the place of every blank."""
    fields = iter(f"b{number}" for number in range(1, len(question.blanks) + 1))
    blanks = iter(question.blanks)
    parts = []
    for item in question.items:
        if not isinstance(item, Part):
            parts.append(fragment([item]))
            continue
        parts.append(fragment(question.asked(item)))
        if item.choice:
            next(blanks)
            parts.append(_list(item.choice, next(fields)))
        else:
            parts.append(
                table(
                    item.grid,
                    [
                        [
                            named(cell) if field is None else _field(next(fields), place_of(next(blanks)))
                            for cell, field in zip(*row, strict=True)
                        ]
                        for row in zip(item.grid.cells, item.fields, strict=True)
                    ],
                )
            )
    return "\n".join([*parts, f"<p>{words(CHECKED)}</p>"])


def _field(name: str, place: str) -> str:
    return (
        f'<pl-string-input answers-name="{name}" aria-label="{text(place)}" display="inline" size="{SIZE}" '
        'allow-blank="true" show-help-text="false" show-score="false"></pl-string-input>'
    )


def _list(choice: Choice, name: str) -> str:
    shown = "".join(
        f'<pl-answer correct="{str(at == choice.right).lower()}">{html}</pl-answer>'
        for at, html in enumerate(choices(choice))
    )
    return f'<pl-multiple-choice answers-name="{name}" order="fixed" allow-blank="true">{shown}</pl-multiple-choice>'


def _read_me(program: str) -> str:
    return f"""# Questions for PrairieLearn

Copy `questions/` into the course, and install what marks them beside its other files:

    pip install --target {FOLDER} {program.replace(" ", "-")}-py3-none-any.whl

Each question draws one of its variants by the seed that PrairieLearn gives it. What is typed is checked by
`attncalc check`, with marks for what follows from an earlier mistake.
"""
