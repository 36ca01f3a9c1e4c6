"""Problems that take something from one another, put together as the parts of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from attncalc.errors import InputError, shorten
from attncalc.limits import STEPS
from attncalc.problem.problem import Link, Printed, Problem
from attncalc.problem.spelling import as_known, name_typed
from attncalc.problem.tree import Mapping, Node, Scalar, Sequence

SOURCE = re.compile(r"(\d{1,4})(?:\.(\w{1,40}))?")


def read_links(entries: tuple[tuple[Scalar, Node], ...]) -> dict[str, Link]:
    """The key `from`: {X: 1.O}, the output of the first problem as X; {X: 1} is its result.

    Raises InputError for anything else.
    """
    links = {}
    for key, value in entries:
        source = SOURCE.fullmatch(value.text.strip()) if isinstance(value, Scalar) else None
        name = name_typed(key.text)
        if source is None or name is None or not int(source[1]):
            what = shorten(key.text) if name is None else "this"
            raise InputError(
                f"from: {what} is no input with its source",
                place=value.place,
                hint="Write the number of an earlier problem and its line: from: {X: 1.O}",
            )
        links[str(name)] = Link(int(source[1]), as_known(source[2] or ""), value.place)
    return links


def read_steps(node: Node) -> list[Mapping]:
    """The key `steps`, each of its items as the tree of a problem: a mechanism, or {mechanism: {given: …}}."""
    items = node.items if isinstance(node, Sequence) else ()
    if not 2 <= len(items) <= STEPS.most:
        raise InputError(STEPS.told, place=node.place, hint="steps: [self-attention, residual, layer-norm]")
    return [_step(item) for item in items]


def _step(item: Node) -> Mapping:
    if isinstance(item, Scalar):
        return Mapping(((Scalar("mechanism", *item[1:4]), item),), *item[1:4])
    if not isinstance(item, Mapping) or len(item.entries) != 1:
        raise InputError("a step is a mechanism, or {mechanism: {given: …, options: …}}", place=item.place)
    name, more = item.entries[0]
    entries = more.entries if isinstance(more, Mapping) else ()
    return Mapping(((Scalar("mechanism", *name[1:4]), name), *entries), *item[1:4])


def joined(problems: list[Problem | None], refuse: Callable[[InputError], None]) -> Iterator[Problem]:
    """The problems of a file (None is one that cannot be read), those that take from one another as one.

    One that takes from a later problem, or from one that cannot be read, is told to `refuse`.
    """
    groups: list[list[int]] = []
    for number, problem in enumerate(problems, 1):
        if problem is None:
            continue
        try:
            sources = {
                _checked(link, number, problems) for name, link in problem.links.items() if name not in problem.given
            }
            problems[number - 1] = _printed(problem, number, problems)
        except InputError as error:
            refuse(error)
            problems[number - 1] = None
            continue
        near = [group for group in groups if sources.intersection(group)]
        groups = [group for group in groups if group not in near]
        groups.append(sorted([number, *(other for group in near for other in group)]))
    for group in sorted(groups):
        parts = [part for number in group if (part := problems[number - 1])]
        try:
            yield parts[0] if len(parts) == 1 else _chain(parts, group)
        except InputError as error:
            refuse(error)


def _printed(problem: Problem, number: int, problems: list[Problem | None]) -> Problem:
    """The problem, which takes nothing where the numbers are given: it says what they are in an earlier problem."""
    both = {name: link for name, link in problem.links.items() if name in problem.given}
    found = {}
    for name, link in both.items():
        before = problems[_checked(link, number, problems) - 1]
        found[name] = Printed(before.place if before else None, link.name, link.place)
    links = {name: link for name, link in problem.links.items() if name not in both}
    return replace(problem, links=links, printed=found) if both else problem


def _checked(link: Link, number: int, problems: list[Problem | None]) -> int:
    if link.part >= number:
        raise InputError(
            f"problem {link.part} does not stand before this one",
            place=link.place,
            hint="Problems are counted from 1, in the order of the file.",
        )
    if problems[link.part - 1] is None:
        raise InputError(f"problem {link.part}, which this one takes from, cannot be read", place=link.place)
    return link.part


def _chain(parts: list[Problem], numbers: list[int]) -> Problem:
    """Several problems as the parts of one, which has the title, labels and so on of the first that has some."""
    if named := next((part for part in parts if "variants" in part.options), None):
        raise InputError(
            "variants do not go with parts that take from one another", place=named.options["variants"].place
        )
    if inner := next((part for part in parts if part.parts), None):
        raise InputError("steps do not go with from: write one of them", place=inner.place)
    if printed := next((one for part in parts for one in part.printed.values()), None):
        raise InputError("parts of one worksheet take their inputs, or are given them", place=printed.place)
    order = {number: place for place, number in enumerate(numbers, 1)}
    own = tuple(
        replace(part, links={name: link._replace(part=order[link.part]) for name, link in part.links.items()})
        for part in parts
    )
    first = parts[0]
    return Problem(
        title=first.title,
        parts=(replace(own[0], title=""), *own[1:]),
        place=first.place,
        places=first.places,
        show=next((part.show for part in parts if part.show), {}),
        labels=next((part.labels for part in parts if part.labels), {}),
        marks={name: marks for part in parts for name, marks in part.marks.items()},
        methods={name: marks for part in parts for name, marks in part.methods.items()},
        deductions={name: marks for part in parts for name, marks in part.deductions.items()},
        constants={name: value for part in parts for name, value in part.constants.items()},
        rounding=next((part.rounding for part in parts if part.rounding is not None), None),
        asks=tuple(ask for part in parts for ask in part.asks),
        symbols=tuple(dict.fromkeys(letter for part in parts for letter in part.symbols)),
        values={name: value for part in parts for name, value in part.values.items()},
        backward=next((part.backward for part in parts[::-1] if part.backward), None),
    )
