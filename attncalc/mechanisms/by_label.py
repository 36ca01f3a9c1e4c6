"""Queries that are asked for, by number or by what they are called: queries: [cat]."""

from __future__ import annotations

from dataclasses import replace

from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.problem.problem import Option, Problem
from attncalc.problem.schema import any_of, list_of, whole
from attncalc.problem.tree import Node, Scalar, Sequence, whole_number

MAX_QUERY = 10**6
_QUERY = any_of(whole(), {"type": "string"})
QUERIES = any_of(_QUERY, list_of(_QUERY))


def numbered(problem: Problem) -> Problem:
    """The problem with the numbers of its queries where it has their labels.

    Raises InputError where no query is called so, or more than one.
    """
    asked = problem.options.get("queries")
    labels = problem.labels.get("queries") or problem.labels.get("tokens")
    if asked is None or not labels:
        return problem
    node = asked.value
    items = tuple(_number(item, labels) for item in (node.items if isinstance(node, Sequence) else (node,)))
    value = node._replace(items=items) if isinstance(node, Sequence) else items[0]
    return replace(problem, options={**problem.options, "queries": Option(asked.key, value, asked.place)})


def _number(item: Node, labels: tuple[str, ...]) -> Node:
    if not isinstance(item, Scalar) or whole_number(item, MAX_QUERY):
        return item
    places = [place for place, label in enumerate(labels, 1) if label == item.text]
    if len(places) == 1:
        return item._replace(text=str(places[0]))
    name = shorten(item.text)
    if places:
        both = " and ".join(map(str, places[:2]))
        raise InputError(f"queries {both} are both called {name}", place=item.place, hint="Ask for it by its number.")
    raise InputError(f"no query is called {name}", place=item.place, hint=did_you_mean(item.text, labels))


def read_queries(node: Node) -> tuple[int, ...]:
    """The numbers of the queries that are asked for; raises InputError where they are none."""
    items = node.items if isinstance(node, Sequence) else (node,)
    numbers = tuple(whole_number(item, MAX_QUERY) or 0 for item in items)
    if not numbers or 0 in numbers:
        raise InputError(
            "queries lists rows to work out: each query is a row number, counted from 1, or a label", place=node.place
        )
    return numbers
