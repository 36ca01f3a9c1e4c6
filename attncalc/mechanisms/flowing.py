"""The parts of `steps: [self-attention, residual]`: what each is given, and what it takes from the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from attncalc.errors import InputError, did_you_mean
from attncalc.mechanisms.registry import Mechanism, find
from attncalc.problem.names import read_name
from attncalc.problem.problem import Link, Problem
from attncalc.problem.signature import TOKEN_AXES


def flowing(problem: Problem) -> tuple[Problem, ...]:
    """The parts with their share of what all are given, each with the result of the one before.

    Raises InputError where something is given, or an option said, that no part reads.
    """
    mechanisms = [_mechanism(part) for part in problem.parts]
    read = {name for mechanism in mechanisms for name in _shared(mechanism, problem)}
    known = {key for mechanism in mechanisms for key in (*mechanism.settings, *mechanism.signature.sizes)}
    for name, matrix in problem.given.items():
        if name not in read:
            raise InputError(f"{name} is no input of these steps", place=matrix.place)
    for key, option in problem.options.items():
        if key not in known:
            raise InputError(
                f"none of these steps has the option {key}", place=option.place, hint=did_you_mean(key, known)
            )
    return tuple(_parts(problem, mechanisms))


def _mechanism(part: Problem) -> Mechanism:
    try:
        return find(part.mechanism or "")
    except InputError as error:
        raise error.at(part.place) from None


def _shared(mechanism: Mechanism, problem: Problem) -> Iterator[str]:
    """The names among what all parts are given that a mechanism reads."""
    for name in problem.given:
        own = mechanism.spelt.get(name, name)
        if ((known := read_name(own)) and known.base in mechanism.signature.names) or own in mechanism.signature.names:
            yield name


def _parts(problem: Problem, mechanisms: list[Mechanism]) -> Iterator[Problem]:
    began: Link | None = None  # what the part before began with
    for number, (part, mechanism) in enumerate(zip(problem.parts, mechanisms, strict=True), 1):
        settings = {*mechanism.settings, *mechanism.signature.sizes}
        options = {key: option for key, option in problem.options.items() if key in settings}
        given = {name: problem.given[name] for name in _shared(mechanism, problem)}
        tokens = _tokens(mechanism, part)
        links = {} if number == 1 else _links(tokens, given, began, Link(number - 1))
        links = {**links, **part.links}
        given = {name: matrix for name, matrix in {**given, **part.given}.items() if name not in links}
        if tokens:
            began = links.get(tokens[0]) or Link(number, tokens[0])
        yield replace(part, given=given, options={**options, **part.options}, links=links)


def _tokens(mechanism: Mechanism, part: Problem) -> list[str]:
    """The inputs that a part needs, that run over tokens, and that it is not given for itself alone."""
    own = {**part.given, **part.links}
    needed = [term for term in mechanism.signature.inputs if not term.optional and TOKEN_AXES & set(term.axes)]
    return [term.name for term in needed if term.name not in own]


def _links(tokens: list[str], given: Collection[str], began: Link | None, result: Link) -> dict[str, Link]:
    """The result of the part before for the first; where another is not given, as F beside X, for that one.

    Then the first is what the part before began with.
    """
    rest = [name for name in tokens[1:] if name not in given]
    if not rest or began is None:
        return dict.fromkeys(tokens[:1], result)
    return {tokens[0]: began, rest[-1]: result}
