"""A recipe read from YAML; whatever cannot be meant is said with its line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attncalc.errors import InputError, Place, did_you_mean, printable, shorten
from attncalc.generate.constraints import read_constraint
from attncalc.generate.entries import Entries
from attncalc.generate.kinds import KINDS
from attncalc.generate.predicates import NICE, PREDICATES, Constraint
from attncalc.generate.question import Question, backwards, named, sized
from attncalc.generate.recipe import Ask, Item, Recipe, probed
from attncalc.generate.recipe_schema import MOST_DECIMALS, PAPER, QUESTION
from attncalc.mechanisms.registry import Mechanism, find
from attncalc.problem.number import PLAIN
from attncalc.problem.reader import text_of_file
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, read_documents, text_of, whole_number

MOST_QUESTIONS, MOST_SIZE, MOST_MARK = 50, 999, 10  # the last in signs
TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def read_recipe(path: str | Path) -> Recipe:
    """The recipe in a file; raises InputError, with line and column, where it cannot be meant."""
    return recipe_of(text_of_file(path, str(path)), str(path))


def recipe_of(text: str, source: str) -> Recipe:
    """The recipe that a text is."""
    documents = read_documents(text, source)
    if len(documents) != 1:
        raise InputError("a recipe is one document with the key questions", place=Place(source, 1, 1))
    keys = _keys(documents[0], PAPER, "a recipe")
    asked = keys.get("questions")
    if not isinstance(asked, Sequence) or not 1 <= len(asked.items) <= MOST_QUESTIONS:
        raise InputError(f"questions lists the questions, from 1 to {MOST_QUESTIONS}",
                         place=asked.place if asked else documents[0].place,
                         hint="questions: [{mechanism: self-attention}]")  # fmt: skip
    words = {key: _word(keys, key) for key in ("title", "course") if key in keys}
    items = tuple(_item(node) for node in asked.items)
    return Recipe(items, instructions=_paragraphs(keys, "instructions"), source=source, text=text, **words)


def _item(node: Node) -> Item:
    keys = _keys(node, QUESTION, "a question")
    if "mechanism" not in keys:
        raise InputError("a question has a mechanism", place=node.place, hint="mechanism: self-attention")
    with _at(keys["mechanism"]):
        mechanism = find(_word(keys, "mechanism"))
    constraints = tuple(_constraints(keys.get("constraints")))
    question = _question(mechanism, keys, tuple(constraint for constraint, _ in constraints))
    kind = _choice(keys, "kind", KINDS, "compute")
    if "exact" in keys and "decimals" in keys:
        raise InputError("closed forms or decimals are asked for, not both", place=keys["decimals"].place)
    exact = TRUTH[_choice(keys, "exact", TRUTH, "false")]
    option_places = {name.text: value.place for name, value in _mapping(keys.get("options"), "options")}
    item = Item(question, KINDS[kind], _word(keys, "title"), _paragraphs(keys, "text"), _ask(keys), _decimals(keys),
                exact, node.place, tuple(place for _, place in constraints), option_places)  # fmt: skip
    return probed(item)


def _question(mechanism: Mechanism, keys: dict[str, Node], constraints: tuple[Constraint, ...]) -> Question:
    drawn: dict[str, Entries] = {}
    for name, kind in _entries(keys.get("entries")):
        with _at(kind):
            drawn.update((known, Entries.read(text)) for known, text in named(mechanism, [(name, kind.text)]))
    sizes = {"h" if name == "heads" else name: size for name, size in _sizes(keys.get("sizes"))}
    with _at(keys.get("sizes", keys["mechanism"])):
        sized(mechanism, sizes)
    options = {name.text: text_of(value) for name, value in _mapping(keys.get("options"), "options")}
    question = Question(mechanism, sizes, options, drawn, constraints or NICE)
    if "nice" not in keys:
        return question
    _choice(keys, "nice", ["softmax"], "softmax")
    with _at(keys["nice"]):
        return backwards(question)


def _constraints(node: Node | None) -> Iterator[tuple[Constraint, Place]]:
    if node is None:
        return
    if not isinstance(node, Sequence):
        raise InputError("constraints should be a list", place=node.place, hint="constraints: [{integer: S}]")
    for item in node.items:
        with _at(item):
            found = read_constraint(_constraint_text(item))
        yield found, item.place


def _constraint_text(node: Node) -> str:
    """A constraint as the command line takes it: its name, the step, its numbers."""
    if isinstance(node, Scalar):
        return node.text
    if not isinstance(node, Mapping) or len(node.entries) != 1:
        raise InputError("a constraint is one name with what it is of", place=node.place, hint="{integer: S}")
    ((name, value),) = node.entries
    if not isinstance(value, Mapping):
        words = "" if isinstance(value, Scalar) and value.blank else text_of(value)
        return f"{name.text} {words}"
    if name.text not in PREDICATES:
        raise InputError(f"there is no constraint {shorten(name.text)}", place=name.place,
                         hint=did_you_mean(name.text, PREDICATES))  # fmt: skip
    wanted = {"step": "", **dict.fromkeys(PREDICATES[name.text].numbers, "")}
    parts = _keys(value, wanted, name.text)
    return " ".join([name.text, *(text_of(parts[key]) for key in wanted if key in parts)])


def _ask(keys: dict[str, Node]) -> tuple[Ask, ...]:
    """What is asked with its marks; where only marks are said, the steps that have some."""
    node, marks = keys.get("ask"), keys.get("marks")
    steps = [] if node is None else _words(node, "ask")
    texts = [step.text for step in steps]
    if twice := next((step for number, step in enumerate(steps) if step.text in texts[:number]), None):
        raise InputError(f"ask: {shorten(twice.text)} stands twice", place=twice.place)
    if isinstance(marks, Mapping):
        if stray := next((name for name, _ in marks.entries if steps and name.text not in texts), None):
            raise InputError(f"marks: {shorten(stray.text)} is not asked for", place=stray.place,
                             hint=did_you_mean(stray.text, texts))  # fmt: skip
        of_each = {name.text: _mark(value) for name, value in marks.entries}
        return tuple(Ask(step.text, of_each.get(step.text, "1"), step.place)
                     for step in steps or [name for name, _ in marks.entries])  # fmt: skip
    if marks is not None and len(steps) != 1:
        raise InputError("marks says the marks of each step", place=marks.place, hint="marks: {S: 2, A: 3}")
    return tuple(Ask(step.text, _mark(marks) if marks else "1", step.place) for step in steps)


def _mark(node: Node) -> str:
    text = node.text if isinstance(node, Scalar) else ""
    if not PLAIN.fullmatch(text) or len(text) > MOST_MARK or not re.fullmatch(r"\d+(\.\d+)?", text):
        raise InputError("marks should be a number, such as 2 or 0.5", place=node.place)
    return text


def _decimals(keys: dict[str, Node]) -> int | None:
    if (node := keys.get("decimals")) is None:
        return None
    if (number := whole_number(node, MOST_DECIMALS)) is None:
        raise InputError(f"decimals should be a number of digits up to {MOST_DECIMALS}", place=node.place)
    return number


def _entries(node: Node | None) -> Iterator[tuple[str, Scalar]]:
    pairs = ((Scalar("all"), node),) if isinstance(node, Scalar) else _mapping(node, "entries")
    for name, value in pairs:
        if not isinstance(value, Scalar):
            raise InputError("entries should be a kind of numbers", place=value.place, hint="integers -3..3")
        yield name.text, value


def _sizes(node: Node | None) -> Iterator[tuple[str, int]]:
    for name, value in _mapping(node, "sizes"):
        if (size := whole_number(value, MOST_SIZE)) is None:
            raise InputError(f"sizes: {shorten(name.text)} should be a whole number", place=value.place)
        yield name.text, size


def _keys(node: Node, known: Any, what: str) -> dict[str, Node]:
    """The keys of a mapping, all of which are known; raises InputError otherwise."""
    if not isinstance(node, Mapping):
        raise InputError(f"{what} is keys with values", place=node.place, hint=f"It can have {', '.join(known)}.")
    for name, _ in node.entries:
        if name.text not in known:
            raise InputError(f"{what} has no {shorten(name.text)}", place=name.place,
                             hint=did_you_mean(name.text, known))  # fmt: skip
    return {name.text: value for name, value in node.entries}


def _mapping(node: Node | None, key: str) -> tuple[tuple[Scalar, Node], ...]:
    if node is None or (isinstance(node, Scalar) and node.blank):
        return ()
    if not isinstance(node, Mapping):
        raise InputError(f"{key} should be keys with values", place=node.place, hint=f"{key}: {QUESTION[key].example}")
    return node.entries


def _word(keys: dict[str, Node], key: str) -> str:
    node = keys.get(key)
    if node is None:
        return ""
    if not isinstance(node, Scalar):
        raise InputError(f"{key} should be a text", place=node.place)
    return printable(" ".join(node.text.split()))


def _paragraphs(keys: dict[str, Node], key: str) -> tuple[str, ...]:
    """A text, cut where a line is empty."""
    node = keys.get(key)
    if not isinstance(node, Scalar | None):
        raise InputError(f"{key} should be a text", place=node.place)
    parts = re.split(r"\n\s*\n", node.text) if node else []
    return tuple(printable(" ".join(part.split())) for part in parts if part.strip())


def _words(node: Node, key: str) -> list[Scalar]:
    items = node.items if isinstance(node, Sequence) else (node,)
    found = [item for item in items if isinstance(item, Scalar)]
    if len(found) != len(items) or not found:
        raise InputError(f"{key} should be a list of steps", place=node.place, hint=f"{key}: [S, A]")
    return [item._replace(text=word) for item in found for word in item.text.replace(",", " ").split()]


def _choice(keys: dict[str, Node], key: str, known: Any, default: str) -> str:
    if key not in keys:
        return default
    text = _word(keys, key)
    if text not in known:
        raise InputError(f"{key} is {' or '.join(known)}, not {shorten(text)}", place=keys[key].place,
                         hint=did_you_mean(text, known, listed=False))  # fmt: skip
    return text


@contextmanager
def _at(node: Node) -> Iterator[None]:
    """Errors are at this node, unless they know their place."""
    try:
        yield
    except InputError as error:
        raise error.at(node.place) from None
