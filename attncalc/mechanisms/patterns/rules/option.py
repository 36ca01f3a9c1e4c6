"""Patterns as the option `mask` holds them: {sliding: 1}, {dilated: {w: 2, dilation: 2}}."""

from __future__ import annotations

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.mechanisms.patterns.rules.pattern import Pattern
from attncalc.mechanisms.patterns.rules.table import PATTERNS
from attncalc.problem.problem import Option
from attncalc.problem.schema import Schema, any_of, mapping
from attncalc.problem.tree import Mapping, Node, Scalar


def _schema(pattern: type[Pattern]) -> Schema:
    """The value of the first option alone, or all options by name."""
    schemas = {key: setting.schema for key, setting in pattern.OPTIONS.items()}
    return any_of(next(iter(schemas.values())), mapping(schemas))


PATTERN = mapping({name: _schema(kind) for name, kind in PATTERNS.items()}, minProperties=1, maxProperties=1)


def read_pattern(node: Mapping) -> Pattern | None:
    """The pattern that a mask is: its name, with its options, or the value of the first one alone.

    Raises InputError where these cannot be meant; None where this is no pattern.
    """
    names = [key.text.strip().lower().replace("_", "-") for key, _ in node.entries]
    known = [name for name in names if name in PATTERNS]
    if len(names) == 1 and not known and isinstance(node.entries[0][1], Scalar):
        _refuse_misspelt(node.entries[0][0])
    if not known:
        return None
    if len(names) > 1:
        raise InputError(
            f"{known[0]} is a mask of its own, with its options below it",
            place=node.place,
            hint=f"mask: {example(known[0])}; several masks are a list",
        )
    return _written(known[0], node.entries[0][1])


def example(name: str) -> str:
    """How a pattern is written: {dilated: {w: 1, dilation: 2}}."""
    needed = {key: setting.example for key, setting in PATTERNS[name].OPTIONS.items() if setting.needed}
    options = ", ".join(f"{key}: {value}" for key, value in needed.items())
    return f"{{{name}: {{{options}}}}}" if len(needed) > 1 else f"{{{name}: {next(iter(needed.values()))}}}"


def _written(name: str, node: Node) -> Pattern:
    known = PATTERNS[name].OPTIONS
    by_name = isinstance(node, Mapping) and not all(key.text.isdecimal() for key, _ in node.entries)
    entries = node.entries if by_name and isinstance(node, Mapping) else ((Scalar(next(iter(known))), node),)
    for key, _ in entries:
        if key.text not in known:
            raise InputError(
                f"{name} has no option {shorten(key.text)}", place=key.place, hint=did_you_mean(key.text, known)
            )
    try:
        return PATTERNS[name].read({key.text: Option(key.text, value, key.place) for key, value in entries}, {}, ())
    except InputError as error:
        error.hint = error.hint and error.hint.replace("options: ", f"{name}: ")
        raise error.at(node.place) from None


def _refuse_misspelt(key: Scalar) -> None:
    """Raises InputError for a word that is nearly the name of a pattern; another one may name the row of a table."""
    if hint := did_you_mean(key.text, PATTERNS, listed=False):
        raise InputError(f"there is no mask {shorten(key.text)}", place=key.place, hint=hint)
