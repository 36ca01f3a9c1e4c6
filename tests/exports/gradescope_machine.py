"""A machine of Gradescope: the folders that an autograder finds there, and what is read of its results."""

import io
import json
from zipfile import ZipFile

from examples import exported

import attncalc
from attncalc.render.exam.papers import worksheet_page
from attncalc.render.exports.autograder import main

STATUS = {"passed", "failed"}
KEYS = {"score", "max_score", "status", "name", "number", "output"}


def unpacked(root, made):
    """The autograder as it lies at Gradescope; gives its folder, with an empty submission."""
    (data,) = exported("gradescope", made).values()
    with ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert {"setup.sh", "run_autograder"} <= {*names}
        for info in archive.infolist():
            archive.extract(info, root / "source")
            (root / "source" / info.filename).chmod(info.external_attr >> 16)
    (root / "submission").mkdir()
    return root


def page(paper, **others):
    """The solution of a paper, as somebody may hand it in; with other numbers in its place where these are said."""
    told = "\n".join(worksheet_page(attncalc.solve(posed.problem)) for posed in paper.questions)
    for old, new in others.items():
        told = told.replace(old, new)
    return told


def results(root, *more):
    main([str(root), *more])
    return read(root)


def read(root):
    """The results, as Gradescope takes them."""
    made = json.loads((root / "results" / "results.json").read_text("utf-8"))
    assert isinstance(made["score"], int | float)
    assert made.get("visibility") in (None, "visible", "after_due_date", "after_published", "hidden")
    assert made["output_format"] in ("ansi", "text")
    assert made["output_format"] == "ansi" or "\x1b" not in made["output"]
    for test in made.get("tests", ()):
        assert "\x1b" not in test["output"]
        assert set(test) == KEYS
        assert test["status"] in STATUS
        assert 0 <= test["score"] <= test["max_score"]
    return made
