"""Patterns that a text can match in ever more ways, and therefore take ever longer to fail.

After Weber and Seidl, the number of ways grows with the text

    exponentially       where a state comes back to itself over one text in two ways, as in (a+)+
    as a power of it    where one text leads from p to p, from p to q and from q to q, as in a*a*

and so does what a search reads where p is all that it skips: a search for a+b begins again at every a. Two runs that
are in one atomic group since they were one never part there. Loops that are bounded count by their bounds, and where
a pattern may end behind a loop, whatever follows, nothing is tried twice.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from re import _parser as parser
from typing import NamedTuple

from automaton import Automaton, automaton, holds, remembered

MOST_WAYS = 10_000  # of two bounded loops
MOST_AGAIN = 2_000  # signs that a search may read again from each place

State = tuple[int, int]  # a sign of the pattern, and what is remembered of what it matched


class Edge(NamedTuple):
    """One way from a state: to which sign of the pattern, over which texts of one sign, as bits."""

    to: int
    texts: int
    number: int
    free: bool
    bound: float


class Graph:
    """The states of an automaton, in strongly connected parts."""

    def __init__(self, made: Automaton) -> None:
        self.signs = made.signs
        conditions = {one for key in made.edges for one in key[2]}
        chars = _representatives(made, conditions)
        kinds = [remembered(conditions, char) for char in chars]
        known = list(dict.fromkeys(kinds))
        self.memories = [sum(1 << place for place, kind in enumerate(kinds) if kind == one) for one in known]
        examples = [chars[kinds.index(one)] for one in known]
        self.edges: dict[State, list[Edge]] = defaultdict(list)
        for number, ((a, b, needs, free, bound), ways) in enumerate(made.edges.items()):
            for memory, last in enumerate(examples):
                texts = sum(
                    1 << place
                    for place, char in enumerate(chars)
                    if char in made.signs[b] and all(holds(one, last, char, made.flags) for one in needs)
                )
                if texts and any(kinds[chars.index(char)] == known[memory] for char in chars if char in made.signs[a]):
                    numbers = range(2 * number, 2 * number + min(ways, 2))
                    self.edges[a, memory] += [Edge(b, texts, one, free, bound) for one in numbers]
        self.parts = list(_parts(self))
        self.part_of = {state: number for number, part in enumerate(self.parts) for state in part}

    def after(self, texts: int) -> list[int]:
        """What may be remembered of a text of one sign."""
        return [memory for memory, ones in enumerate(self.memories) if texts & ones]

    def loops(self) -> dict[int, float]:
        """The parts that hold a loop, and how often it may be run."""
        found: dict[int, float] = {}
        for state, edges in self.edges.items():
            number = self.part_of[state]
            for edge in edges:
                if any(self.part_of.get((edge.to, memory)) == number for memory in self.after(edge.texts)):
                    found[number] = max(found.get(number, 0), edge.bound)
        return found


def faults(pattern: re.Pattern[str], *, searched: bool, whole: bool) -> list[str]:
    """What is wrong with a pattern: `searched` if it is tried at every place, `whole` if it has to match to the end."""
    items = parser.parse(pattern.pattern, pattern.flags)
    return list(dict.fromkeys(_faults(items, pattern.flags, searched=searched, whole=whole)))


def _faults(items, flags: int, *, searched: bool, whole: bool) -> Iterator[str]:
    made, ends = automaton(items, flags, searched=searched)
    graph = Graph(made)
    loops = graph.loops()
    skipped = graph.part_of[0, 0] if searched else None
    ends = {sign for sign in ends if not whole or made.signs[sign] == frozenset(made.alphabet)}
    done = [number for number in loops if any(sign in ends for sign, _ in graph.parts[number])]
    for q in loops:
        if q == skipped or q in done:
            continue
        if _comes_back(graph, q):
            yield f"exponential: {_shown(graph, q)}"
        is_ahead = any(sign in made.ahead for sign, _ in graph.parts[q])
        for p in loops:
            if p == q or (p in done and not is_ahead) or not _is_too_much(loops, p, q, skipped):
                continue
            if _leads(graph, p, q):
                yield f"{'searched' if p == skipped else f'power: {_shown(graph, p)}'}: {_shown(graph, q)}"
    for body in made.bodies:
        yield from _faults(body, flags, searched=False, whole=False)


def _is_too_much(loops: dict[int, float], p: int, q: int, skipped: int | None) -> bool:
    return loops[q] > MOST_AGAIN if p == skipped else loops[p] * loops[q] > MOST_WAYS


def _comes_back(graph: Graph, part: int) -> bool:
    """Whether a state of a part comes back to itself over one text in two ways."""
    start, memory = min(graph.parts[part])
    return _reaches(graph, ((start, start), memory, False), ((start, start), memory, True), (part, part))


def _leads(graph: Graph, p: int, q: int) -> bool:
    """Whether one text leads from a state of p to itself, from there to a state of q, and from that to itself."""
    return any(
        _reaches(graph, ((a, a, b), memory, False), ((a, b, b), memory, True), (p, None, q))
        for (a, memory), (b, other) in product(graph.parts[p], graph.parts[q])
        if memory == other
    )


def _reaches(graph: Graph, start: tuple, goal: tuple, parts: tuple) -> bool:
    """Whether runs over one text, each within its part, get from states to others, the first two on two ways."""
    left, seen = [start], {start}
    while left:
        for step in _steps(graph, *left.pop(), parts):
            if step == goal:
                return True
            if step not in seen:
                seen.add(step)
                left.append(step)
    return False


def _steps(graph: Graph, places: tuple[int, ...], memory: int, parted: bool, parts: tuple) -> Iterator:
    for edges in product(*(graph.edges.get((place, memory), ()) for place in places)):
        same = edges[0].number == edges[1].number
        if not (parted or same or (edges[0].free and edges[1].free)):
            continue
        texts = edges[0].texts & edges[1].texts & edges[-1].texts
        for after in graph.after(texts):
            to = tuple(edge.to for edge in edges)
            if all(
                part is None or graph.part_of.get((place, after)) == part for place, part in zip(to, parts, strict=True)
            ):
                yield to, after, parted or not same


def _representatives(made: Automaton, conditions: set[tuple]) -> list[str]:
    """One sign for all that the pattern cannot tell apart."""
    sets = [*made.signs, *(one[1] for one in conditions if len(one) == 3)]
    found: dict[tuple, str] = {}
    for char in made.alphabet:
        found.setdefault((*(char in one for one in sets), *remembered((), char)), char)
    return list(found.values())


def _parts(graph: Graph) -> Iterator[frozenset[State]]:
    """The strongly connected parts: all that leads to a state and is led to from it."""
    after: dict[State, set[State]] = defaultdict(set)
    before: dict[State, set[State]] = defaultdict(set)
    for state, edges in graph.edges.items():
        for to in {(edge.to, memory) for edge in edges for memory in graph.after(edge.texts)}:
            after[state].add(to)
            before[to].add(state)
    left = {*after, *before}
    while left:
        root = min(left)
        part = frozenset(_reached(root, after, left) & _reached(root, before, left))
        yield part
        left -= part


def _reached(root: State, steps: dict[State, set[State]], within: set[State]) -> set[State]:
    found, open_ = {root}, [root]
    while open_:
        new = (steps[open_.pop()] & within) - found
        found |= new
        open_ += new
    return found


def _shown(graph: Graph, number: int) -> str:
    """The loops of a part, by some of their signs."""
    places = sorted({place for place, _ in graph.parts[number]})
    return " ".join(
        repr("".join(sorted(graph.signs[place], key=lambda char: (not char.isprintable(), char))[:6]))
        for place in places[:4]
    )
