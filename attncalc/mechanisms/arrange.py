"""How what is given is meant: where a problem does not say which way matrices stand, their sizes may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from attncalc.errors import InputError, SizeError
from attncalc.mechanisms.by_label import numbered
from attncalc.mechanisms.registry import Mechanism
from attncalc.mechanisms.standing import Arranged, arrange_as
from attncalc.problem.matrix import Matrix
from attncalc.problem.names import read_name, spell
from attncalc.problem.problem import Problem
from attncalc.problem.signature import TOKEN_AXES

# How matrices may stand where the problem does not say so: the default, then the others, by their options.
Standings: TypeAlias = tuple[dict[str, str], ...]
STANDINGS: Standings = (
    {},
    {"tokens": "columns"},
    {"weights": "out-in"},
    {"tokens": "columns", "weights": "in-out"},
)
PHRASES = {
    ("tokens", "rows"): "tokens as rows",
    ("tokens", "columns"): "tokens as columns",
    ("weights", "in-out"): "weights as in × out",
    ("weights", "out-in"): "weights as out × in",
}
TWINS = {"S": "e", "e": "S", "A": "alpha", "alpha": "A", "v": "V"}  # a matrix, and one row of it
DEFAULTS = {"tokens": "rows", "weights": "in-out"}


def arrange(mechanism: Mechanism, problem: Problem) -> Arranged:
    """What is given, as it is meant: where the problem does not say how it stands, the sizes decide, or the default.

    Raises InputError where sizes fit no reading, or more than one and not the default.
    """
    problem = _renamed(mechanism, numbered(problem))
    others = _others(mechanism, problem)
    try:
        default = arrange_as(mechanism, problem, {})
    except SizeError as error:
        return _other(mechanism, problem, others, error)
    fits: list[tuple[dict[str, str], Arranged]] = []
    for words, found in _fitting(mechanism, problem, others):
        if all(_differ(known, found) for known in (default, *(known for _, known in fits))):
            fits.append((words, found))
    if len(fits) == 1 and not _labels_fit(default):
        return _decided(*fits[0])
    if not fits or DEFAULTS.keys() & problem.options.keys():
        return default
    keys = list(dict.fromkeys(key for words, _ in fits for key in words))
    usual = _phrase({key: DEFAULTS[key] for key in keys})
    other = _phrase(fits[0][0]) if len(fits) == 1 else "other readings"
    note = f"Read with {usual}, though the sizes fit {other} too (option {', '.join(keys)})."
    return replace(default, notes=(*default.notes, note))


def _renamed(mechanism: Mechanism, problem: Problem) -> Problem:
    """The problem with its matrices under the mechanism's names: W_1 and W_2 of two layers are Wup and Wdown."""
    given: dict[str, Matrix] = {}
    for name, matrix in problem.given.items():
        own = mechanism.spelt.get(name) or _twin(mechanism, name)
        if own in given:
            raise InputError(f"{own} is given twice: {name} is another spelling of it", place=matrix.place)
        given[own] = matrix
    links = {mechanism.spelt.get(name) or _twin(mechanism, name): link for name, link in problem.links.items()}
    if both := given.keys() & links.keys():
        name = min(both)
        raise InputError(f"{name} is given, and taken from another part too", place=links[name].place)
    return replace(problem, given=given, links=links)


def _twin(mechanism: Mechanism, name: str) -> str:
    """The name itself, or the other one of scores, weights or values where the mechanism has that alone."""
    known = read_name(name)
    if known is None or known.base not in TWINS:
        return name
    from attncalc.mechanisms.outline import outline

    own = {*mechanism.signature.names, *(record.name for record in outline(mechanism))}
    if {"S", "e"} <= own:  # which of both it is, what is given says
        return name
    twin = TWINS[known.base]
    return spell(twin, known.section) if known.base not in own and twin in own else name


def _differ(one: Arranged, other: Arranged) -> bool:
    """Whether two readings take a matrix for another one; symmetric ones are the same either way."""
    return any(one.given[name].rows != matrix.rows for name, matrix in other.given.items() if name in one.given)


def _others(mechanism: Mechanism, problem: Problem) -> Standings:
    """The readings besides the default that the problem leaves open; none where it has vectors or no tokens."""
    if not any(TOKEN_AXES & set(term.axes) for term in mechanism.signature.inputs):
        return ()
    if all(len(matrix.rows) < 2 or matrix.shape[1] < 2 for matrix in problem.given.values()):
        return ()
    said = problem.options.keys() & DEFAULTS.keys()
    if said == {"tokens"}:
        columns = problem.options["tokens"].word(("rows", "columns")) == "columns"
        return ({"weights": "in-out" if columns else "out-in"},)
    open_ = STANDINGS[1:] if _weights(mechanism, problem) and not said else STANDINGS[1:2]
    return open_ if "tokens" not in said else ()


def _other(mechanism: Mechanism, problem: Problem, others: Standings, error: SizeError) -> Arranged:
    """The one other reading whose sizes fit; raises the error of the default where there is none, or several."""
    fits = list(_fitting(mechanism, problem, others))
    fits = fits or list(_fitting(mechanism, problem, ({}, *others), biased=True))
    if len(fits) == 1:
        return _decided(*fits[0])
    if fits:
        readings = " or ".join(_words(words) or _words(DEFAULTS) for words, _ in fits)
        error.hint = f"The sizes fit more than one reading: {readings}."
    raise error


def _words(options: Mapping[str, str]) -> str:
    return " and ".join(f"{key}: {word}" for key, word in options.items())


def _phrase(options: Mapping[str, str]) -> str:
    return " and ".join(PHRASES[key, word] for key, word in options.items())


def _weights(mechanism: Mechanism, problem: Problem) -> bool:
    """Whether a weight is given, which may be stored out × in."""
    terms = {term.name: term for term in mechanism.signature.inputs}
    bases = {known.base for known in map(read_name, problem.given) if known}
    return any(len(terms[base].axes) == 2 and not TOKEN_AXES & set(terms[base].axes) for base in bases & terms.keys())


def _fitting(
    mechanism: Mechanism, problem: Problem, standings: Standings, *, biased: bool = False
) -> Iterator[tuple[dict[str, str], Arranged]]:
    """The standings whose sizes fit, and the labels too."""
    for words in standings:
        try:
            arranged = arrange_as(mechanism, problem, words, biased=biased)
        except InputError:
            continue
        if _labels_fit(arranged):
            yield words, arranged


def _decided(words: dict[str, str], arranged: Arranged) -> Arranged:
    if not words:
        return arranged
    return replace(arranged, notes=(*arranged.notes, f"Read with {_phrase(words)}, which alone the sizes fit."))


def _labels_fit(arranged: Arranged) -> bool:
    """Whether there are as many labels as tokens."""
    labels, sizes = arranged.problem.labels, arranged.sizes
    counts = {"n": labels.get("queries") or labels.get("tokens"), "m": labels.get("keys")}
    return all(not words or axis not in sizes or len(words) == sizes[axis] for axis, words in counts.items())
