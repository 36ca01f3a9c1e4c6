"""A recipe read from YAML; whatever cannot be meant is said with its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from attncalc.errors import InputError, Place, shorten
from attncalc.generate.keys import at, choice, entries_of, known_keys, paragraphs, whole, word
from attncalc.generate.kinds import KINDS, Kind
from attncalc.generate.linked import linked
from attncalc.generate.marks_asked import decimals_of, marked
from attncalc.generate.numbers_asked import constraints_of, question_of
from attncalc.generate.question import named
from attncalc.generate.recipe import SPACES, Item, Recipe, probed
from attncalc.generate.recipe_schema import MOST_BLANKS, MOST_LINES, PAPER, QUESTION, VARY
from attncalc.generate.sources import Source
from attncalc.mechanisms.registry import Mechanism, find
from attncalc.problem.tree import Node, Scalar, Sequence, read_documents, text_of, whole_number
from attncalc.reading.source import text_of_file

MOST_QUESTIONS = 50
SOURCE = re.compile(r"(\d{1,3})\.(\S{1,40})")
BETWEEN = ", "  # names
TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def read_recipe(path: str | Path) -> Recipe:
    """The recipe in a file; raises InputError, with line and column, where it cannot be meant."""
    return recipe_of(text_of_file(path, str(path)), str(path))


@lru_cache(maxsize=4)
def remembered(text: str, source: str) -> Recipe:
    """The recipe that a text is, read once."""
    return recipe_of(text, source)


def recipe_of(text: str, source: str) -> Recipe:
    """The recipe that a text is."""
    documents = read_documents(text, source)
    if len(documents) != 1:
        raise InputError("a recipe is one document with the key questions", place=Place(source, 1, 1))
    keys = known_keys(documents[0], PAPER, "a recipe")
    asked = keys.get("questions")
    if not isinstance(asked, Sequence) or not 1 <= len(asked.items) <= MOST_QUESTIONS:
        raise InputError(
            f"questions lists the questions, from 1 to {MOST_QUESTIONS}",
            place=asked.place if asked else documents[0].place,
            hint="questions: [{mechanism: self-attention}]",
        )
    words = {key: word(keys, key) for key in ("title", "course") if key in keys}
    items: list[Item] = []
    space = choice(keys, "space", SPACES, "usual")
    for node in asked.items:
        items.append(_item(node, items, space))
    vary = choice(keys, "vary", VARY, "numbers")
    if vary != "numbers" and len(items) < 2:
        raise InputError("there is one question, which has no other order", place=keys["vary"].place)
    return Recipe(
        tuple(items), instructions=paragraphs(keys, "instructions"), source=source, text=text, vary=vary, **words
    )


def _item(node: Node, before: list[Item], space: str) -> Item:
    keys = known_keys(node, QUESTION, "a question")
    if "mechanism" not in keys:
        raise InputError("a question has a mechanism", place=node.place, hint="mechanism: self-attention")
    with at(keys["mechanism"]):
        mechanism = find(word(keys, "mechanism"))
    constraints, places = constraints_of(keys.get("constraints"))
    question = question_of(mechanism, keys, constraints)
    kind = choice(keys, "kind", KINDS, "compute")
    settings = _own(keys, kind)
    if "exact" in keys and "decimals" in keys:
        raise InputError("closed forms or decimals are asked for, not both", place=keys["decimals"].place)
    exact = TRUTH[choice(keys, "exact", TRUTH, "false")]
    option_places = {name.text: value.place for name, value in entries_of(keys.get("options"), "options")}
    ask, parts, together = marked(keys, _with_parts(KINDS[kind], settings))
    own = {key: keys[key] for key in ("kind", *KINDS[kind].takes) if key in keys}
    item = Item(
        question,
        KINDS[kind],
        word(keys, "title"),
        paragraphs(keys, "text"),
        ask,
        decimals_of(keys),
        exact,
        node.place,
        places,
        option_places,
        parts,
        together,
        settings,
        {key: value.place for key, value in own.items()},
        dict(_sources(keys, mechanism, before)),
        whole(keys, "lines", MOST_LINES),
        choice(keys, "space", SPACES, space),
    )
    return probed(linked(item, before) if item.sources else item)


def _sources(keys: dict[str, Node], mechanism: Mechanism, before: list[Item]) -> Iterator[tuple[str, Source]]:
    """Inputs that are taken from questions before this one: 1.X, 2.O."""
    for name, value in entries_of(keys.get("from"), "from"):
        with at(name):
            dict(named(mechanism, [(name.text, "")], every=False))
        found = SOURCE.fullmatch(text_of(value))
        if not found:
            raise InputError(
                f"from: {shorten(name.text)} should be the number of a question and a line of it",
                place=value.place,
                hint="from: {X: 1.X, Y: 2.O}",
            )
        if not 1 <= int(found[1]) <= len(before):
            raise InputError(f"question {found[1]} does not stand before question {len(before) + 1}", place=value.place)
        yield name.text, Source(int(found[1]) - 1, found[2], value.place)


def _own(keys: dict[str, Node], kind: str) -> dict[str, str]:
    """The keys that belong to kinds of question; raises InputError for one of another kind."""
    found = {}
    for key, read in OWN.items():
        if key in keys:
            if key not in KINDS[kind].takes:
                others = " or ".join(name for name, other in KINDS.items() if key in other.takes)
                raise InputError(f"{key} is of the kind {others}, not of {kind}", place=keys[key].place)
            found[key] = read(keys, key)
    return found


def _with_parts(kind: Kind, settings: Mapping[str, str]) -> Kind:
    """The kind with the parts that a recipe chooses."""
    return kind._replace(parts=tuple(settings["count"].split(BETWEEN))) if "count" in settings else kind


def _counted(keys: dict[str, Node], key: str) -> str:
    """What is to be counted, as it is called here; raises InputError for what nobody counts."""
    from attncalc.cost.answers import count_meant

    node = keys[key]
    items = node.items if isinstance(node, Sequence) else (node,)
    if not items or not all(isinstance(item, Scalar) for item in items):
        raise InputError(f"{key} lists what is counted", place=node.place, hint=f"{key}: [parameters, FLOPs]")
    names = [count_meant(text_of(item), item.place) for item in items]
    if twice := next((item for place, item in enumerate(items) if names[place] in names[:place]), None):
        raise InputError(f"{key}: {shorten(text_of(twice))} is counted twice", place=twice.place)
    return BETWEEN.join(names)


def _dtype(keys: dict[str, Node], key: str) -> str:
    from attncalc.cost.units import bytes_of

    with at(keys[key]):
        bytes_of(name := word(keys, key))
    return name


def _blanks(keys: dict[str, Node], key: str) -> str:
    number = whole_number(keys[key], MOST_BLANKS)
    if not number:
        raise InputError(f"{key} should be a number of entries, from 1 to {MOST_BLANKS}", place=keys[key].place)
    return str(number)


def _truth(keys: dict[str, Node], key: str) -> str:
    return "yes" if TRUTH[choice(keys, key, TRUTH, "false")] else ""


def _formulas(keys: dict[str, Node], key: str) -> str:
    return "true" if TRUTH[choice(keys, key, TRUTH, "true")] else "false"


# Keys of some kinds, and how they are read.
OWN = {
    "mistake": word,
    "blanks": _blanks,
    "numbers": _truth,
    "formulas": _formulas,
    "count": _counted,
    "dtype": _dtype,
}
