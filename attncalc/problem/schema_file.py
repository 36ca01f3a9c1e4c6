"""The JSON Schema of problem files, for editors: made from the tables that the reader uses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from attncalc.problem.asked import LONGEST
from attncalc.problem.marked import ROUNDING, SPLIT
from attncalc.problem.names import ALIASES, INPUTS, LETTERS, ROWS, STEPS
from attncalc.problem.schema import (
    DEFINITIONS,
    MATRIX,
    NUMBER,
    SCALAR,
    WORDS,
    Schema,
    Setting,
    about,
    any_case,
    any_of,
    described,
    list_of,
    mapping,
    spelt,
    whole,
)
from attncalc.problem.spelling import NO_WORD, SYNONYMS

DRAFT = "http://json-schema.org/draft-07/schema#"
TITLE: Schema = {"type": ["string", "number", "boolean", "null"]}
MARK: Schema = {"type": "number", "minimum": 0}
OPTIONS: Schema = {"$ref": "#/definitions/options"}
LABELS = {
    "tokens": "what queries and keys are called, where both are the same tokens",
    "queries": "what the queries are called",
    "keys": "what the keys are called",
}
TURNED = r"(\s*(\^\s*\{?\s*\\?(T|top)\s*\}?|ᵀ))?"  # K^T
SIGNS = {name: chr(sign) for sign, name in LETTERS.items() if name.isalpha()}
HEAD = "[{(]{0,2}[0-9]{1,3}"
KIND = "[QKVOqkvo]"
ONE_ROW = rf"[xeqkvhXEQKVH]_(?!({'|'.join(map(any_case, sorted(NO_WORD)))})$)[a-zA-Z]{{2,20}}"
WRITTEN = {
    rf"^[Wb]([_^]?{HEAD}[)}}]{{0,2}}[_^]?[{{(]?{KIND}|[_^]?[{{(]?{KIND}([,_^]?{HEAD})?)[)}}]{{0,2}}$": "W^Q, or W_1^Q",
    f"^({'|'.join(word.replace('_', '[_ ]') for word in SYNONYMS)})$": "an input or a line of the work, in words",
    f"^{ONE_ROW}$": "one row, by the word that it is of",
}
OF_GRADIENT = r"^(d_?|dL/d|dL_?d|∂L/∂|∂|∇_?|grad[_ ]).+$|^.+[._]grad$"
NUMBER_OF = "[0-9₀-₉]{1,6}"
GAP, SECTION = (
    r"[_{}]*",
    rf"(_?\{{?{NUMBER_OF}\}}?|_\{{?({NUMBER_OF}_)+{NUMBER_OF}\}}?)?",
)  # W_{q}; Wq_1, WQ1, S_2_1, W₁


def problem_schema(
    mechanisms: Collection[str],
    options: Mapping[str, Setting],
    sizes: Iterable[str],
    show: Mapping[str, Setting],
    backward: Mapping[str, Setting],
) -> Schema:
    """The schema of one document of a problem file (draft 7)."""
    told = {name: about(f"the size {name}, where no given matrix tells it", whole()) for name in sizes}
    keys = {
        "title": about("what the problem is called", TITLE),
        "code": about("the code of a printed question: ABCD-EFGH", TITLE),
        "mechanism": about("what is calculated; may be left out where the names given decide it", spelt(mechanisms)),
        "given": about(
            "the matrices, by name; or names alone, whose sizes are options", {**_given(options["mask"]), **_names()}
        ),
        "options": about("how it is calculated", OPTIONS),
        "show": about("how the solution is shown", _open(mapping(described(show)))),
        "labels": about("the tokens by name", _labels()),
        "marks": about("the marks that each step is worth", _open(_marks())),
        "deductions": about(
            "what mistakes cost, by name: {no-scaling: 1}", _open({"type": "object", "additionalProperties": MARK})
        ),
        "constants": about(
            "numbers that a paper prescribes: {e^1.41: 4.11, sqrt(2): 1.41}",
            _open({"type": "object", "additionalProperties": {"type": "number"}}),
        ),
        "rounding": about(
            "to how many decimals answers must be correctly rounded: 3, or 3 decimals",
            any_of(whole(0), {"type": "string", "pattern": f"^\\s*{ROUNDING.pattern}\\s*$"}),
        ),
        "accept": about(
            "what an open question asks for: lines of the work, and how near is near enough", _open(_accept())
        ),
        "find": about("the letters that an open question asks for, beside accept: c", WORDS),
        "asks": about("what a printed question asks beside the lines of its work", _asks()),
        "blanks": about(
            "the entries that a paper leaves open, by row and column: {A: [[1, 2]]}",
            _open(mapping({}, patternProperties={name_pattern(*STEPS, *ALIASES): MATRIX})),
        ),
        "from": about(
            "what comes from earlier problems of the file: {X: 1.O} is the output of the first; "
            "where X is given too, as it is printed, an answer goes on with its own O",
            _open({"type": "object", "additionalProperties": {"type": ["string", "number"]}}),
        ),
        "steps": about("several mechanisms, each on the result of the one before", _steps(mechanisms)),
        "backward": about("the way back: from gradients that are given, or from a loss", _backward(backward)),
        "symbols": about("the letters that entries may hold, such as [a, b1]", WORDS),
        "values": about("what letters stand for: {a: 1/2}", _open({"type": "object", "additionalProperties": NUMBER})),
    }
    return {
        "$schema": DRAFT,
        "title": "A problem of attncalc",
        **mapping(keys, patternProperties=dict(_matrices(options["mask"]))),
        "definitions": {**DEFINITIONS, "options": _open(mapping({**told, **described(options)}))},
    }


def name_pattern(*names: str) -> str:
    """The pattern of every spelling of these names that `read_name` reads: W_q, WQ, Wq_1 and W_{q} are Wq."""
    return f"^({'|'.join(map(_spellings, names))}){SECTION}{TURNED}$"


def _spellings(name: str) -> str:
    if len(name) == 1:
        return f"{name}[{{}}]*"
    letters = [_letter(char) for char in name if char != "_"]
    spelt = GAP.join(letters) + GAP + r"(?!\d)" * name[-1].isdigit()
    return f"({spelt}|{SIGNS[name]})" if name in SIGNS else spelt


def _letter(char: str) -> str:
    return f"[{char.lower()}{char.upper()}]" if char.isalpha() else char


def _open(schema: Schema) -> Schema:
    """The same, or nothing yet: a key whose lines are still to come."""
    return {**schema, "type": [schema["type"], "null"]}


def _names() -> Schema:
    """Or a list of names, or nothing yet."""
    return {"type": ["object", "array", "null"], "minItems": 1, "items": {"type": "string"}}


def _given(mask: Setting) -> Schema:
    """Names are offered as the vocabulary has them, and read however they are spelt."""
    offered = {name: about(text, mask.schema if name == "M" else MATRIX) for name, text in INPUTS.items()}
    return mapping(offered, patternProperties=dict(_matrices(mask)))


def _matrices(mask: Setting) -> Iterator[tuple[str, Schema]]:
    """The pattern of each name of the vocabulary, with what it is."""
    for name, text in {**STEPS, **INPUTS}.items():
        aliases = [alias for alias, meant in ALIASES.items() if meant == name]
        yield name_pattern(name, *aliases), about(text, mask.schema if name == "M" else MATRIX)
    for pattern, text in WRITTEN.items():
        yield pattern, about(text, MATRIX)
    for letter, name in ROWS.items():
        yield rf"^{letter}_?\{{?{NUMBER_OF}\}}?$", about(f"one row of {name}, or one matrix of that name", MATRIX)


def _steps(mechanisms: Collection[str]) -> Schema:
    """Mechanisms, or one with what it alone is given."""
    more = {"type": ["object", "null"], "minProperties": 1, "maxProperties": 1}
    return list_of({"anyOf": [spelt(mechanisms), more]})


def _backward(settings: Mapping[str, Setting]) -> Schema:
    """A loss alone, or what is said of the way back; gradients by the names of their lines."""
    keys = {**described(settings), "targets": about("what the result should be, or the numbers of classes", MATRIX)}
    lines = mapping(keys, patternProperties={OF_GRADIENT: about("the gradient of a line", MATRIX)})
    return {**lines, "type": ["object", "string", "boolean", "null"]}


def _labels() -> Schema:
    """One list where both are the same tokens, or one for each."""
    kinds = mapping({key: about(text, WORDS) for key, text in LABELS.items()})
    return {**list_of(SCALAR), **kinds, "type": ["array", "object", "null"]}


def _marks() -> Schema:
    name = name_pattern(*STEPS, *INPUTS, *ALIASES)
    return {
        "type": "object",
        "additionalProperties": False,
        "patternProperties": {name: any_of(MARK, mapping(dict.fromkeys(SPLIT, MARK), required=[*SPLIT]))},
    }


def _asks() -> Schema:
    told: Schema = {"type": "string", "maxLength": LONGEST}
    answer = any_of(SCALAR, list_of(list_of({"type": ["number", "string", "null"]})))
    asked = mapping(
        {
            "name": told,
            "ask": told,
            "answer": answer,
            "count": told,
            "dtype": told,
            "marks": {"type": "number", "minimum": 0},
        }
    )
    return list_of({**asked, "anyOf": [{"required": ["ask", "answer"]}, {"required": ["count"]}]})


def _accept() -> Schema:
    lines = {name_pattern(*STEPS, *ALIASES): MATRIX}
    return mapping(
        {"within": about("how far an entry may be off: 0.05", {"type": "number", "minimum": 0})},
        patternProperties=lines,
    )
