"""What runs at Gradescope, once for each submission: `python -m attncalc.render.exports.autograder FOLDER`.

FOLDER has source/ (what was uploaded as the autograder), submission/ and submission_metadata.json; whatever is handed
in, results/results.json is written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attncalc.check.check import Settings
from attncalc.errors import InputError, shorten
from attncalc.grade.folder import entries_of
from attncalc.grade.gradescope import write_gradescope
from attncalc.grade.marking import Marker
from attncalc.grade.result import BROKEN, Result
from attncalc.grade.submissions import Submission, clean, one_submission
from attncalc.problem.codes import PAPER, codes_in, value_of
from attncalc.problem.reader import load
from attncalc.render.exports.spelt import CHECKED
from attncalc.render.grading import Feedback

SECONDS = 60.0
VISIBILITY = ("visible", "after_due_date", "after_published", "hidden")
MOST_BYTES, MOST_TEXT = 1_000_000, 2_000_000
HELP = "Write the code of your paper (it stands at its top, such as 01-ab12) into what you hand in."

Listed = dict[str, Any]  # a paper: its code, its file, and of who has it name, number …


def main(arguments: list[str]) -> None:
    """Marks what lies in a folder, and writes the results there."""
    root = Path(arguments[0])
    visibility = arguments[2] if arguments[1:2] == ["--visibility"] and len(arguments) > 2 else VISIBILITY[0]
    try:
        made = _results(root)
    except InputError as error:  # of what was handed in; whatever else goes wrong is no fault of a student
        made = _broken(error.message)
    if "tests" in made and visibility in VISIBILITY:
        made["visibility"] = visibility
    results = root / "results"
    results.mkdir(parents=True, exist_ok=True)
    (results / "results.json").write_text(json.dumps(made, indent=1), "utf-8")


def _results(root: Path) -> dict[str, Any]:
    """The results of the submission, by the paper that the student has."""
    papers = json.loads((root / "source" / "papers.json").read_text("utf-8"))
    submission = _submission(root / "submission")
    if submission.why:
        raise InputError(submission.why)
    only = papers[0] if len(papers) == 1 else None
    people = _people(root / "submission_metadata.json")
    paper = of_student(papers, people) or of_code(papers, _texts(submission)) or only
    if paper is None:
        raise InputError(f"it does not say which variant it is. {HELP}")
    problems = load(str(root / "source" / paper["file"]))
    result = Marker(tuple(problems), Settings(), Feedback(), SECONDS).mark(submission)
    made: dict[str, Any] = json.loads(write_gradescope(result))
    if "tests" in made:
        made["tests"] = [test for test in made["tests"] if test["max_score"]]
        made["output"] = f"Variant {paper['code']}. {CHECKED}\n\n{made['output']}"
    return made


def _broken(why: str) -> dict[str, Any]:
    """What is written of what cannot be marked."""
    made: dict[str, Any] = json.loads(write_gradescope(Result("", BROKEN, shorten(why, 300))))
    return made


def _submission(folder: Path) -> Submission:
    if not folder.is_dir():
        return Submission("", why="nothing was handed in")
    return one_submission("", list(entries_of(folder, None)))


def _people(file: Path) -> list[dict[str, Any]]:
    """Who handed it in, as far as Gradescope says so."""
    try:
        said = json.loads(file.read_bytes()[:MOST_BYTES])
    except (OSError, ValueError, RecursionError):
        return []
    users = said.get("users") if isinstance(said, dict) else None
    return [user for user in users if isinstance(user, dict)] if isinstance(users, list) else []


def of_student(papers: Iterable[Listed], people: Iterable[dict[str, Any]]) -> Listed | None:
    """The paper that the roster gives to one of these: by number or e-mail address, otherwise by name.

    A name that stands twice says nothing.
    """
    papers = list(papers)
    people = list(people)
    for key in ("number", "email", "name"):
        for person in people:
            known = set(_known(person, key))
            found = [paper for paper in papers if _folded(paper.get(key, "")) in known - {""}]
            if len(found) == 1:
                return found[0]
    return None


def _known(person: dict[str, Any], key: str) -> Iterator[str]:
    """What a student may be called in a column: a number is that of Gradescope, or how the address begins."""
    email = _folded(person.get("email"))
    if key == "number":
        yield from (_folded(person.get("sid")), email, email.partition("@")[0])
    else:
        yield _folded(person.get(key))


def _folded(value: Any) -> str:
    return clean(str(value)).casefold() if isinstance(value, str | int) and str(value).strip() else ""


def of_code(papers: Iterable[Listed], texts: Iterable[str]) -> Listed | None:
    """The paper whose code stands in what was handed in; None where there are several."""
    shown = [text[:MOST_TEXT] for text in texts]
    written = {code for text in shown for code in PAPER.findall(text)}
    values = {value for text in shown for _, _, value in codes_in(text)}
    found = [paper for paper in papers if paper["code"] in written or values & set(map(value_of, paper["codes"]))]
    return found[0] if len(found) == 1 else None


def _texts(submission: Submission) -> Iterator[str]:
    """What can be read of it; what cannot is said when it is marked."""
    for page in submission.pages:
        yield page.name
        try:
            yield page.read().text
        except InputError:
            continue


if __name__ == "__main__":
    main(sys.argv[1:])
