"""What a person may write under a key, said once: messages, help, new problem files and JSON Schemas read it here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

Schema: TypeAlias = dict[str, Any]  # a part of a JSON Schema, in the words of draft 7


class Setting(NamedTuple):
    """One key: what it says, what it may hold, an example, what holds where it is not written.

    The example is YAML, or the axes of a table of numbers that has to fit the other matrices. A setting that is
    `needed` stands in every new problem file.
    """

    help: str
    schema: Schema
    example: str | tuple[str, ...]
    default: str = ""
    needed: bool = False


def one_of(*words: str) -> Schema:
    """One of these words."""
    return {"enum": list(words)}


def spelt(words: Iterable[str]) -> Schema:
    """One of these words, whose capitals, spaces and underscores are forgiven; an editor offers them as they are."""
    known = list(words)
    pattern = f"^\\s*({'|'.join('[-_ ]+'.join(map(any_case, word.split('-'))) for word in known)})\\s*$"
    return {"type": "string", "anyOf": [{"enum": known}, {"pattern": pattern}]}


def any_case(text: str) -> str:
    """The pattern of a word in capitals or not: JSON Schema has no flag for it."""
    return "".join(f"[{char}{char.upper()}]" if char.lower() != char.upper() else char for char in text.lower())


def whole(least: int = 1, most: int | None = None) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": least, **({} if most is None else {"maximum": most})}


def list_of(item: Schema) -> Schema:
    """A list that is not empty."""
    return {"type": "array", "minItems": 1, "items": item}


def any_of(*parts: Schema) -> Schema:
    """What fits one of these."""
    return {"anyOf": list(parts)}


def mapping(keys: Mapping[str, Schema], **more: Any) -> Schema:
    """These keys and no others."""
    return {"type": "object", "properties": dict(keys), "additionalProperties": False, **more}


def described(settings: Mapping[str, Setting]) -> dict[str, Schema]:
    """The schema of each key, with what an editor says about it."""
    return {key: about(setting.help, setting.schema, setting.default) for key, setting in settings.items()}


def about(text: str, schema: Schema, default: str = "") -> Schema:
    """A schema with a description. A reference stands apart from it, since by the standard it hides its neighbours."""
    inner = {"allOf": [schema]} if "$ref" in schema else schema
    return {"description": text, **({"default": default} if default else {}), **inner}


SCALAR: Schema = {"type": ["string", "number", "boolean"]}
NUMBER: Schema = {"type": ["number", "string"]}  # a formula such as 1/sqrt(d_k) is a string
WORDS = any_of(SCALAR, list_of(SCALAR))  # a list, or a text of words
MATRIX: Schema = {"$ref": "#/definitions/matrix"}
TABLE: Schema = {"$ref": "#/definitions/table"}  # a matrix that may hold true and false
TABLE_LIST: Schema = {"$ref": "#/definitions/table-list"}


def _rows(entry: Schema) -> Schema:
    row = any_of(entry, list_of(entry))
    return any_of(list_of(row), list_of(list_of(row)), {"type": "object", "additionalProperties": row})


# No descriptions here: an editor would show them in place of what the key is.
DEFINITIONS: dict[str, Schema] = {
    "matrix": any_of(NUMBER, _rows(NUMBER)),
    "table": any_of(SCALAR, TABLE_LIST, {"type": "null"}),
    "table-list": _rows(SCALAR),
}

# What every mechanism reads: which way the matrices of a file stand, and in how many ways it is worked out.
COMMON = {
    "tokens": Setting(
        "rows, or columns: one column for each token, softmax down the columns",
        one_of("rows", "columns"),
        "rows",
        "rows",
    ),
    "variants": Setting(
        "sets of options, each worked out in turn and compared: [{scale: none}, {}]",
        list_of({"anyOf": [{"$ref": "#/definitions/options"}, {"type": "null"}]}),
        "[{}, {}]",
    ),
    "weights": Setting(
        "in-out, or out-in: Q = X Wqᵀ, as PyTorch stores them; columns mean out-in",
        one_of("in-out", "out-in"),
        "in-out",
        "in-out",
    ),
}
