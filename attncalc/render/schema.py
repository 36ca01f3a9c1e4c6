"""The JSON Schemas of what people write, for editors (draft 7), and of what programs read (2020-12)."""

from __future__ import annotations

from attncalc.generate.recipe_schema import recipe_schema
from attncalc.mechanisms.backward.settings import Asked
from attncalc.mechanisms.patterns.rules.option import PATTERN
from attncalc.mechanisms.places import PLACES, SYNONYMS
from attncalc.mechanisms.registry import every
from attncalc.problem.names import ALIASES, INPUTS, STEPS
from attncalc.problem.schema import MATRIX, NUMBER, SCALAR, Schema, Setting, about, any_of, list_of, mapping
from attncalc.problem.schema_file import DRAFT, name_pattern, problem_schema
from attncalc.render import public_schemas
from attncalc.render.show import SHOW


def problem() -> Schema:
    """The schema of one document of a problem file."""
    mechanisms = every()
    options: dict[str, Setting] = {}
    for key, setting in (pair for found in mechanisms for pair in found.settings.items()):
        options[key] = _joined(options.get(key, setting), setting)
    sizes = dict.fromkeys(size for found in mechanisms for size in found.signature.sizes)
    whole_schema = problem_schema([*PLACES, *SYNONYMS], options, sizes, SHOW, Asked.OPTIONS)
    whole_schema["definitions"]["pattern"] = PATTERN
    return whole_schema


def answers() -> Schema:
    """The schema of one document of typed answers: lines by their names; `check` reads many other spellings too."""
    named = {name_pattern(*STEPS, *ALIASES): MATRIX, name_pattern(*INPUTS): MATRIX}
    offered = {name: about(text, MATRIX) for name, text in STEPS.items()}
    of_head = {"^[Hh]ead ?[0-9]{1,6}$": mapping({}, patternProperties=named)}
    lines = {**named, **of_head}
    inner = mapping({}, patternProperties=lines)
    keys = {
        "title": about("a title, which is not read", SCALAR),
        "student": about("whose answers they are", SCALAR),
        "problem": about("the number or the title of the problem that is answered", SCALAR),
        "answers": about("the lines, if they do not stand beside the title", any_of(inner, list_of(inner))),
    }
    return {
        "$schema": DRAFT,
        "title": "Answers to a problem of attncalc",
        **mapping({**offered, **keys}, patternProperties=lines),
        "definitions": {"matrix": any_of({"type": "null"}, NUMBER, _rows(_cell()))},
    }


def solution() -> Schema:
    """The schema of what `solve --format json` writes."""
    settings = [key for found in every() for key in found.settings]
    sizes = [size for found in every() for size in found.signature.sizes]
    return public_schemas.solution(PLACES, dict.fromkeys([*settings, *sizes]))


def _cell() -> Schema:
    """An entry of an answer: a number, or nothing where it was left open."""
    return {"type": ["number", "string", "null"]}


def _rows(entry: Schema) -> Schema:
    """Rows of entries, each a list or a text, or one matrix for each head."""
    row = any_of(entry, list_of(entry))
    return any_of(list_of(row), list_of(list_of(row)))


def _joined(one: Setting, other: Setting) -> Setting:
    """One setting for a key that two mechanisms read."""
    if one.schema == other.schema:
        return one
    return one._replace(
        schema=any_of(one.schema, other.schema), default=one.default if one.default == other.default else ""
    )


SCHEMAS = {
    "problem": problem,
    "answers": answers,
    "recipe": recipe_schema,
    "solution": solution,
    "report": public_schemas.report,
    "chains": public_schemas.chains,
    "statistics": public_schemas.statistics,
}
