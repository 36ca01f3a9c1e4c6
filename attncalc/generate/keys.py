"""The keys of a recipe and their values, whatever they mean; what cannot be meant is said with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attncalc.errors import InputError, did_you_mean, printable, shorten
from attncalc.generate.recipe_schema import QUESTION
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence, whole_number


def known_keys(node: Node, known: Any, what: str) -> dict[str, Node]:
    """The keys of a mapping, all of which are known; raises InputError otherwise."""
    if not isinstance(node, Mapping):
        raise InputError(f"{what} is keys with values", place=node.place, hint=f"It can have {', '.join(known)}.")
    for name, _ in node.entries:
        if name.text not in known:
            raise InputError(
                f"{what} has no {shorten(name.text)}", place=name.place, hint=did_you_mean(name.text, known)
            )
    return {name.text: value for name, value in node.entries}


def entries_of(node: Node | None, key: str) -> tuple[tuple[Scalar, Node], ...]:
    """The entries of a mapping, none where there is nothing; raises InputError for what is no mapping."""
    if node is None or (isinstance(node, Scalar) and node.blank):
        return ()
    if not isinstance(node, Mapping):
        raise InputError(f"{key} should be keys with values", place=node.place, hint=f"{key}: {QUESTION[key].example}")
    return node.entries


def word(keys: dict[str, Node], key: str) -> str:
    """A text on one line, empty where the key is not there."""
    node = keys.get(key)
    if node is None:
        return ""
    if not isinstance(node, Scalar):
        raise InputError(f"{key} should be a text", place=node.place)
    return printable(" ".join(node.text.split()))


def paragraphs(keys: dict[str, Node], key: str) -> tuple[str, ...]:
    """A text, cut where a line is empty."""
    node = keys.get(key)
    if not isinstance(node, Scalar | None):
        raise InputError(f"{key} should be a text", place=node.place)
    parts = re.split(r"\n[^\S\n]*\n", node.text) if node else []
    return tuple(printable(" ".join(part.split())) for part in parts if part.strip())


def words_of(node: Node, key: str) -> list[Scalar]:
    """Words in a list, or in one text."""
    items = node.items if isinstance(node, Sequence) else (node,)
    found = [item for item in items if isinstance(item, Scalar)]
    if len(found) != len(items) or not found:
        raise InputError(f"{key} should be a list of steps", place=node.place, hint=f"{key}: [S, A]")
    return [item._replace(text=word) for item in found for word in item.text.replace(",", " ").split()]


def choice(keys: dict[str, Node], key: str, known: Any, default: str) -> str:
    """One of the words that are known; raises InputError for another."""
    if key not in keys:
        return default
    text = word(keys, key)
    if text not in known:
        raise InputError(
            f"{key} is {' or '.join(known)}, not {shorten(text)}",
            place=keys[key].place,
            hint=did_you_mean(text, known, listed=False),
        )
    return text


def whole(keys: dict[str, Node], key: str, most: int) -> int:
    """A number from 1 on, 0 where the key is not there."""
    if key not in keys:
        return 0
    number = whole_number(keys[key], most)
    if not number:
        raise InputError(f"{key} should be a number from 1 to {most}", place=keys[key].place)
    return number


@contextmanager
def at(node: Node) -> Iterator[None]:
    """Errors are at this node, unless they know their place."""
    try:
        yield
    except InputError as error:
        raise error.at(node.place) from None
