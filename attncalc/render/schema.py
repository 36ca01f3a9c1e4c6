"""The JSON Schemas of the two public formats: problem files, and solutions."""

from __future__ import annotations

from typing import Any

from attncalc.arithmetic.base import ARITHMETICS
from attncalc.mechanisms.patterns.rules.option import PATTERN
from attncalc.mechanisms.places import PLACES, SYNONYMS
from attncalc.mechanisms.registry import every
from attncalc.problem.names import STEPS
from attncalc.problem.schema import Schema, Setting, about, any_of, list_of, one_of, whole
from attncalc.problem.schema_file import DRAFT, problem_schema
from attncalc.render.show import SHOW

DIGITS: Schema = {"type": "string", "pattern": r"^-?(\d+(\.\d+)?(e[+-]?\d+)?|inf)$"}
TEXT: Schema = {"type": "string"}


def problem() -> Schema:
    """The schema of one document of a problem file."""
    mechanisms = every()
    options: dict[str, Setting] = {}
    for key, setting in (pair for found in mechanisms for pair in found.settings.items()):
        options[key] = _joined(options.get(key, setting), setting)
    sizes = dict.fromkeys(size for found in mechanisms for size in found.signature.sizes)
    whole_schema = problem_schema([*PLACES, *SYNONYMS], options, sizes, SHOW)
    whole_schema["definitions"]["pattern"] = PATTERN
    return whole_schema


def solution() -> Schema:
    """The schema of what `solve --format json` writes: one solution, or an array of them."""
    return {
        "$schema": DRAFT,
        "title": "A solution of attncalc",
        **any_of({"$ref": "#/definitions/solution"}, {"type": "array", "items": {"$ref": "#/definitions/solution"}}),
        "definitions": {"solution": _solution(), "given": _record({}), "step": _record(_step())},
    }


def _joined(one: Setting, other: Setting) -> Setting:
    """One setting for a key that two mechanisms read."""
    if one.schema == other.schema:
        return one
    return one._replace(
        schema=any_of(one.schema, other.schema), default=one.default if one.default == other.default else ""
    )


SCHEMAS = {"problem": problem, "solution": solution}


def _solution() -> Schema:
    return _object({
        "format": {"const": "attncalc/solution"},
        "version": {"const": 1},
        "title": about("the problem's title, or the mechanism's", TEXT),
        "mechanism": one_of(*PLACES),
        "arithmetic": one_of(*ARITHMETICS),
        "options": about("every option in force, defaults too", {"type": "object"}),
        "given": about("the matrices that were given", {"type": "array", "items": {"$ref": "#/definitions/given"}}),
        "steps": about("the lines of the work", {"type": "array", "items": {"$ref": "#/definitions/step"}}),
    })  # fmt: skip


def _step() -> dict[str, Schema]:
    return {
        "section": about("the titles of the sections it stands in, outermost first", {"type": "array", "items": TEXT}),
        "formula": about("how it was made", TEXT),
        "latex": about("the same in LaTeX", TEXT),
        "says": about("a sentence for the reader", TEXT),
    }


def _record(more: dict[str, Schema]) -> Schema:
    names = f"an ASCII name, such as {', '.join(list(STEPS)[:3])}; of a section, with its number: S_2"
    keys = {
        "name": about(names, TEXT),
        "shape": about("rows and columns; of a vector, its length", list_of(whole())),
        "values": about("the entries, row by row, as texts that Decimal reads; null where letters stand in one",
                        _rows(any_of(DIGITS, {"type": "null"}))),
    }  # fmt: skip
    exact = about("the same in closed form; null where there is none", _rows({"type": ["string", "null"]}))
    return _object({**keys, **more}, exact=exact)


def _object(keys: dict[str, Schema], **optional: Any) -> Schema:
    return {"type": "object", "properties": {**keys, **optional}, "required": list(keys), "additionalProperties": False}


def _rows(entry: Schema) -> Schema:
    return list_of(list_of(entry))
