"""The JSON Schemas: what an editor accepts is what the reader reads."""

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.validators import validator_for

from attncalc.cli.settings import Settings
from attncalc.errors import InputError
from attncalc.mechanisms.registry import every
from attncalc.problem.givens import Givens
from attncalc.problem.names import ALIASES, INPUTS, OPTION_WORDS, ROWS, STEPS, read_name
from attncalc.problem.reader import loads
from attncalc.problem.schema import Setting, whole
from attncalc.problem.schema_file import LABELS
from attncalc.problem.spelling import symbol_typed
from attncalc.render import show
from attncalc.render.schema import SCHEMAS

PROBLEMS = sorted((Path(__file__).parent.parent / "problems").rglob("*.yaml"))
CASES = yaml.load((Path(__file__).parent / "schema.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
PROBLEM = SCHEMAS["problem"]()
SETTINGS = {key: setting for mechanism in every() for key, setting in mechanism.settings.items()}


def in_json(value):
    """A value of YAML as an editor sees it: every key is a text."""
    if isinstance(value, dict):
        return {str(key): in_json(item) for key, item in value.items()}
    return [in_json(item) for item in value] if isinstance(value, list) else value


def complaints(text, schema=PROBLEM):
    """What an editor complains about: numbers and booleans are read as YAML has them."""
    documents = yaml.load_all(text, Loader=yaml.CSafeLoader)
    return [error.message for document in documents for error in Draft7Validator(schema).iter_errors(in_json(document))]


@pytest.mark.parametrize("name", SCHEMAS)
def test_they_are_schemas(name):
    """Of draft 7 what people write, as their editors have it; of 2020-12 what programs read."""
    schema = SCHEMAS[name]()
    kind = validator_for(schema, default=None)
    assert kind is (Draft7Validator if name in ("problem", "answers", "recipe") else Draft202012Validator)
    kind.check_schema(schema)


@pytest.mark.sweep
@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: path.stem)
def test_every_problem_is_accepted(path):
    assert complaints(path.read_text("utf-8")) == []


@pytest.mark.parametrize("text", CASES["right"])
def test_what_the_reader_reads_is_accepted(text):
    loads(text)
    assert complaints(text) == []


@pytest.mark.parametrize("text", CASES["wrong"])
def test_what_is_misspelt_is_rejected(text):
    assert complaints(text)
    with pytest.raises(InputError):
        Settings().solved(loads(text)[0])


@pytest.mark.parametrize("key", SETTINGS)
def test_examples_of_options(key):
    example = SETTINGS[key].example
    if isinstance(example, str):
        assert complaints(f"options: {{{key}: {example}}}") == []


def spellings():
    """Names as people spell them, right and wrong."""
    name = st.sampled_from([*INPUTS, *STEPS, *ALIASES, *ROWS])
    changed = st.tuples(name, st.sampled_from([str, str.lower, str.upper]), st.sampled_from(["", "_", "{", "1"]))
    parts = changed.map(lambda it: it[1](it[0][:1] + it[2] + it[0][1:]))
    tail = st.sampled_from(["", "_", "1", "_1", "_{2}", "_2_1", "12", "_1234567", "x", "-1", "__1"])
    return st.one_of(st.text("WwQqSsHhxe_12{}-", max_size=5), st.tuples(parts, tail).map("".join))


@given(spellings())
def test_names_are_spelt_as_the_reader_reads_them(text):
    patterns = PROBLEM["patternProperties"]
    stray = re.search(r"^_|_$|__|[{}]", re.sub(r"(?<=[_A-Za-z])\{([a-z]+|\d+)\}", r"\1", text))
    if not stray and text not in PROBLEM["properties"]:
        offered = any(re.search(pattern, text) for pattern in patterns)
        assert offered or read_name(text) is None
        assert symbol_typed(text) or not offered


def test_keys_are_those_of_the_reader(monkeypatch):
    known = []
    monkeypatch.setattr(Givens, "read", lambda _, entries, names: known.extend(names))
    loads("tittle: 1")
    assert set(known) - set(INPUTS) == set(PROBLEM["properties"])
    assert set(SETTINGS) == OPTION_WORDS
    with pytest.raises(InputError) as refused:
        loads("labels: {zzz: [a]}")
    assert refused.value.hint == f"It can be {', '.join(sorted(LABELS))}."


def test_a_new_key_of_a_table_is_in_the_schema(monkeypatch):
    text = "show: {columns: 3}"
    assert complaints(text)
    monkeypatch.setitem(show.SHOW, "columns", Setting("how wide", whole(), "80"))
    assert complaints(text, SCHEMAS["problem"]()) == []


def test_every_key_says_what_it_is():
    given_, options = PROBLEM["properties"]["given"], PROBLEM["definitions"]["options"]
    mappings = [PROBLEM, given_, options, PROBLEM["properties"]["show"], PROBLEM["properties"]["labels"]]
    keys = [item for mapping in mappings for item in mapping["properties"].items()]
    keys += PROBLEM["patternProperties"].items()
    assert [key for key, schema in keys if not schema.get("description")] == []
