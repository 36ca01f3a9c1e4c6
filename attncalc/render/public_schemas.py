"""The JSON Schemas (2020-12) of what attncalc writes for other programs: solutions, reports, statistics of a class.

Each is a table of keys; a key that is not in it is an error, so a change of a format is a new version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attncalc.arithmetic.base import ARITHMETICS
from attncalc.check.equalities.trace import RANKS
from attncalc.check.verdict import OF_WORK, Verdict
from attncalc.problem.schema import Schema, about, any_of, list_of, one_of, whole

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number", "minimum": 0}
COUNT = whole(0)
PLACE = whole(1)
NAME: Schema = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_]*$"}
DIGITS: Schema = {"type": "string", "pattern": r"^-?(\d+(\.\d+)?(e[+-]?\d+)?|inf)$"}
CAUSE: Schema = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}


def solution(mechanisms: Iterable[str], options: Iterable[str]) -> Schema:
    """What `solve --format json` writes: one solution, or an array of them where there are several problems."""
    kinds = {"solution": _solution(mechanisms, options), "given": _matrix({}), "step": _matrix(STEP), "option": OPTION}
    return _document("A solution of attncalc", any_of(_ref("solution"), _list(_ref("solution"), least=2)), kinds)


def report() -> Schema:
    """What `check --format json` writes."""
    keys = {
        **_format("report", 2),
        "page": about("the file that was checked", TEXT),
        "problems": about("the titles of the problems", list_of(TEXT)),
        "claims": about("the numbers that stand on the page, in its order", _list(_ref("claim"))),
        "notes": about("what is to be known beside the numbers", _list(TEXT)),
        "marks": _ref("marks"),
    }
    open_ = about("how many depend on what could not be read", NUMBER)
    marks = {"total": NUMBER, "of": NUMBER, "open": open_, "steps": _list(_ref("step"))}
    return _document(
        "A report of attncalc",
        _object(keys),
        {"claim": _object(CLAIM), "marks": _object(marks), "step": _object(MARKED_STEP)},
    )


def chains() -> Schema:
    """What `check --chains --format json` writes."""
    keys = {
        **_format("chains"),
        "page": about("the file that was checked", TEXT),
        "calculations": about("one for each line of JSON, or one for a page", _list(_ref("calculation"))),
    }
    kinds = {"calculation": _object(CALCULATION), "found": _object(UNTRUE)}
    return _document("Calculations without a problem, checked by attncalc", _object(keys), kinds)


def statistics() -> Schema:
    """What `grade` leaves in statistics.json."""
    keys = {
        **_format("statistics"),
        "marked": about("how many were marked", COUNT),
        "not_marked": about("how many could not be, or were decided by hand", COUNT),
        "marks": about("of those who were marked", _object({}, mean=NUMBER, median=NUMBER, least=NUMBER, most=NUMBER)),
        "steps": about("the mean of each step", _list(_object(MEAN))),
        "verdicts": about("how many numbers are what", _object({verdict.value: COUNT for verdict in OF_WORK})),
        "entries": about("the entries that are wrong or blank, what is most frequent first", _list(_object(ENTRY))),
        "causes": about("what was probably done, what is most frequent first", _list(_object(COUNTED_CAUSE))),
    }
    return _document("Statistics of attncalc", _object(keys), {})


def _solution(mechanisms: Iterable[str], options: Iterable[str]) -> Schema:
    in_force = {"type": "object", "propertyNames": one_of(*options), "additionalProperties": _ref("option")}
    return _object(
        {
            **_format("solution"),
            "title": about("the problem's title, or the mechanism's", TEXT),
            "mechanism": one_of(*mechanisms, "chain"),
            "arithmetic": one_of(*ARITHMETICS),
            "options": about("every option in force, defaults too", in_force),
            "given": about("the matrices that were given", _list(_ref("given"))),
            "steps": about("the lines of the work", _list(_ref("step"))),
            "notes": about("how the problem was read, where that might be otherwise", _list(TEXT)),
        }
    )


def _matrix(more: Mapping[str, Schema]) -> Schema:
    """A named matrix with its entries; closed forms only where they were asked for."""
    keys = {
        "name": about("an ASCII name, such as S_scaled; of a section, with its number: S_2", NAME),
        "shape": about("rows and columns; of a vector, its length", {**list_of(whole(0)), "maxItems": 2}),
        "values": about(
            "the entries, row by row, as texts that Decimal reads; null where letters stand in one",
            list_of(list_of(_or_null(DIGITS))),
        ),
    }
    exact = about("the same in closed form; null where there is none", list_of(list_of({"type": ["string", "null"]})))
    return _object({**keys, **more}, exact=exact)


def _format(name: str, version: int = 1) -> dict[str, Schema]:
    return {"format": {"const": f"attncalc/{name}"}, "version": {"const": version}}


def _document(title: str, schema: Schema, parts: Mapping[str, Schema]) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema, **({"$defs": dict(parts)} if parts else {})}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(keys: Mapping[str, Schema], **optional: Schema) -> Schema:
    """These keys, all but the optional ones needed, and no others."""
    return {"type": "object", "properties": {**keys, **optional}, "required": list(keys), "additionalProperties": False}


def _list(item: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": item, **({"minItems": least} if least else {})}


def _or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


OPTION: Schema = any_of(
    {"type": ["string", "number", "boolean", "null"]},
    _list(_ref("option")),
    {"type": "object", "additionalProperties": _ref("option")},
)
STEP: dict[str, Any] = {
    "section": about("the titles of the sections it stands in, outermost first", _list(TEXT)),
    "formula": about("how it was made", TEXT),
    "latex": about("the same in LaTeX", TEXT),
    "says": about("a sentence for the reader", TEXT),
}
CLAIM: dict[str, Any] = {
    "problem": about("the number of the problem, from 1", PLACE),
    "line": about(
        "where it stands in the file; null where it stands in none, or nothing stands there", _or_null(PLACE)
    ),
    "column": about("where in that line", _or_null(PLACE)),
    "step": about("the line of the work that it belongs to; null where nobody can tell", _or_null(NAME)),
    "row": about("its row as it stands on the page; null for a whole line", _or_null(PLACE)),
    "col": about("its column", _or_null(PLACE)),
    "term": about("in a sum that is written out, the number of its term", _or_null(PLACE)),
    "factor": about("in a product, the number of the factor", _or_null(PLACE)),
    "written": about("what stands there", TEXT),
    "expected": about("the true value", _or_null(TEXT)),
    "follows": about("what follows from the numbers written before", _or_null(TEXT)),
    "verdict": one_of(*Verdict),
    "cause": about("what was probably done", _or_null(CAUSE)),
    "also": about("what explains it as well", _list(CAUSE)),
    "struck": about("whether it is struck out", {"type": "boolean"}),
    "repeat": about("whether it merely stands there again", {"type": "boolean"}),
    "margin": about("how much less likely its next best place is, in digits of evidence", _or_null(NUMBER)),
}
CALCULATION: dict[str, Any] = {
    "line": PLACE,
    "steps": COUNT,
    "compared": about("how many pairs of sides", COUNT),
    "first": about("the step, from 0, that goes wrong first; null where all is true", _or_null(COUNT)),
    "found": about("everything that is not true", _list(_ref("found"))),
}
UNTRUE: dict[str, Any] = {
    "kind": about(
        "value: the right side is another number; between: for all that, the chain ends as it begins; formula: it is "
        "not what was asked; unknown: names in it stand for nothing",
        one_of(*RANKS),
    ),
    "step": COUNT,
    "line": PLACE,
    "column": about("of the right side in its step, or in the line of a page", PLACE),
    "left": TEXT,
    "left_value": TEXT,
    "right": TEXT,
    "right_value": about("null of a formula with names that stand for nothing", _or_null(TEXT)),
    "unknown": about("these names", _list(TEXT)),
}
MARKED_STEP: dict[str, Any] = {
    "problem": PLACE,
    "step": TEXT,
    "marks": NUMBER,
    "of": NUMBER,
    "open": about("how many depend on what could not be read", NUMBER),
    "reason": about("why so many", TEXT),
}
MEAN: dict[str, Any] = {"problem": PLACE, "step": TEXT, "mean": NUMBER, "of": NUMBER}
ENTRY: dict[str, Any] = {"problem": PLACE, "step": NAME, "row": COUNT, "col": COUNT, "wrong": COUNT, "missing": COUNT}
COUNTED_CAUSE: dict[str, Any] = {
    "cause": CAUSE,
    "students": about("how many did it", COUNT),
    "numbers": about("in how many numbers", COUNT),
    "says": about("what one of them is told", TEXT),
}
