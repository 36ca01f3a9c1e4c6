"""What a recipe says of the numbers of a question: sizes, options, entries, constraints."""

from __future__ import annotations

from collections.abc import Iterator

from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.generate.constraints import NONE, read_constraints
from attncalc.generate.entries import Entries
from attncalc.generate.keys import at, choice, entries_of, known_keys
from attncalc.generate.predicates import PREDICATES, Constraint
from attncalc.generate.question import Question, backwards, named, sized
from attncalc.mechanisms.registry import Mechanism
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, text_of, whole_number

MOST_SIZE = 999


def question_of(mechanism: Mechanism, keys: dict[str, Node], constraints: tuple[Constraint, ...]) -> Question:
    """What is drawn; raises InputError where that cannot be meant."""
    drawn: dict[str, Entries] = {}
    for name, kind in _entries(keys.get("entries")):
        with at(kind):
            drawn.update((known, Entries.read(text)) for known, text in named(mechanism, [(name, kind.text)]))
    sizes = {"h" if name == "heads" else name: size for name, size in _sizes(keys.get("sizes"))}
    with at(keys.get("sizes", keys["mechanism"])):
        sized(mechanism, sizes)
    options = {name.text: text_of(value) for name, value in entries_of(keys.get("options"), "options")}
    back = text_of(keys["backward"]) or "true" if "backward" in keys else ""
    question = Question(mechanism, sizes, options, drawn, constraints, backward=back)
    if "nice" not in keys:
        return question
    choice(keys, "nice", ["softmax"], "softmax")
    with at(keys["nice"]):
        return backwards(question)


def constraints_of(node: Node | None) -> tuple[tuple[Constraint, ...], tuple[Place, ...]]:
    """The constraints of a list, with the usual ones behind them, and the places of those that stand there."""
    if node is not None and not isinstance(node, Sequence):
        raise InputError("constraints should be a list", place=node.place, hint="constraints: [{integer: S}]")
    items = node.items if node else ()
    texts = []
    for item in items:
        with at(item):
            texts.append(_constraint_text(item))
            read_constraints(texts[-1:])
    return read_constraints(texts), tuple(item.place for item, text in zip(items, texts, strict=True) if text != NONE)


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
        raise InputError(
            f"there is no constraint {shorten(name.text)}", place=name.place, hint=did_you_mean(name.text, PREDICATES)
        )
    wanted = {"step": "", **dict.fromkeys(PREDICATES[name.text].numbers, "")}
    parts = known_keys(value, wanted, name.text)
    return " ".join([name.text, *(text_of(parts[key]) for key in wanted if key in parts)])


def _entries(node: Node | None) -> Iterator[tuple[str, Scalar]]:
    pairs = ((Scalar("all"), node),) if isinstance(node, Scalar) else entries_of(node, "entries")
    for name, value in pairs:
        if not isinstance(value, Scalar):
            raise InputError("entries should be a kind of numbers", place=value.place, hint="integers -3..3")
        yield name.text, value


def _sizes(node: Node | None) -> Iterator[tuple[str, int]]:
    for name, value in entries_of(node, "sizes"):
        if (size := whole_number(value, MOST_SIZE)) is None:
            raise InputError(f"sizes: {shorten(name.text)} should be a whole number", place=value.place)
        yield name.text, size
