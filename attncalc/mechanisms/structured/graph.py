"""Graphs: which nodes each node gathers from, given as neighbours or as edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from attncalc.errors import InputError, Place
from attncalc.mechanisms.options import LARGEST, TRUE_OR_FALSE, WHOLES, Kind, Options, option
from attncalc.problem.matrix import Matrix
from attncalc.problem.problem import Option
from attncalc.problem.schema import Setting, list_of, whole
from attncalc.problem.tree import Mapping as Tree
from attncalc.problem.tree import Node, Sequence, whole_number
from attncalc.worksheet.functions import stacked
from attncalc.worksheet.recorder import Recorder
from attncalc.worksheet.tensor import Tensor


class Edge(NamedTuple):
    """What one node has reaches another; nodes count from 1."""

    source: int
    target: int
    place: Place


Edges = tuple[Edge, ...]


def _neighbours(_: str, node: Node) -> Edges:
    """{1: [2, 3]}: node 1 gathers from 2 and 3, in this order."""
    if not isinstance(node, Tree):
        raise InputError(
            "neighbours lists for each node whom it gathers from",
            place=node.place,
            hint="neighbours: {1: [2, 3], 2: [1]}",
        )
    return tuple(
        Edge(_number(item), _number(key), item.place)
        for key, value in node.entries
        for item in (value.items if isinstance(value, Sequence) else (value,))
    )


def _edges(_: str, node: Node) -> Edges:
    """[[1, 2], [2, 3]]: what 1 has reaches 2."""
    pairs = node.items if isinstance(node, Sequence) else ()
    if not pairs or any(not isinstance(pair, Sequence) or len(pair.items) != 2 for pair in pairs):
        raise InputError("edges is a list of pairs of nodes", place=node.place, hint="edges: [[1, 2], [2, 3]]")
    return tuple(
        Edge(_number(pair.items[0]), _number(pair.items[1]), pair.place) for pair in pairs if isinstance(pair, Sequence)
    )


def _number(node: Node) -> int:
    number = whole_number(node, LARGEST)
    if not number:
        raise InputError("a node is a number, counted from 1", place=node.place)
    return number


NODES = {"type": "object", "minProperties": 1, "additionalProperties": list_of(whole())}
NEIGHBOURS = Setting(
    "for each node, whom it gathers from; or give edges", NODES, "{1: [2, 3], 2: [1], 3: [1, 2]}", needed=True
)


@dataclass(frozen=True)
class Graph(Options):
    """Who gathers from whom."""

    neighbours: Edges = field(default=(), metadata={"setting": NEIGHBOURS, "kind": Kind(NODES, _neighbours)})
    edges: Edges = option(
        "pairs of nodes, each way unless they are directed", Kind(list_of(list_of(whole())), _edges), "[[1, 2], [2, 3]]"
    )
    directed: bool = option("whether an edge [1, 2] only carries what 1 has to 2", TRUE_OR_FALSE, "true", "false")
    self_loops: bool = option("whether each node gathers from itself too", TRUE_OR_FALSE, "false", "true")
    nodes: tuple[int, ...] = option("the nodes to work out; all unless said otherwise", WHOLES, "[1]")

    @classmethod
    def read(cls, options: Mapping[str, Option], given: Mapping[str, Matrix], symbols: tuple[str, ...]) -> Graph:
        """The graph; raises InputError where there is none, or one in two ways."""
        if len({"neighbours", "edges"} & options.keys()) != 1:
            raise InputError(
                "a graph is given by neighbours or by edges, and by one of them",
                hint="options: {neighbours: {1: [2, 3], 2: [1], 3: [1]}}",
            )
        return super().read(options, given, symbols)

    def links(self, count: int) -> Edges:
        """Every edge in its direction, and those of each node to itself; raises InputError for a node too many."""
        edges = self.neighbours or self.edges or ()
        if self.edges and not self.directed:
            edges = (*edges, *(edge._replace(source=edge.target, target=edge.source) for edge in edges))
        for edge in edges:
            self._check(max(edge.source, edge.target), count, edge.place)
        if not self.self_loops:
            return edges
        without = tuple(edge for edge in edges if edge.source != edge.target)
        place = edges[0].place if edges else Place("")
        given = edges if self.neighbours else without  # a node listed among its own neighbours keeps its place
        listed = {edge.target for edge in given if edge.source == edge.target}
        loops = tuple(Edge(node, node, place) for node in range(1, count + 1) if node not in listed)
        return (*given, *loops)

    def note(self, w: Recorder) -> None:
        """Whether nodes gather from themselves, which courses do not agree on."""
        w.note(
            "Each node gathers from itself too."
            if self.self_loops
            else "A node gathers from itself only if it is listed among its neighbours."
        )

    @staticmethod
    def _check(node: int, count: int, place: Place | None) -> None:
        """Raises InputError for a node that there is not."""
        if node > count:
            raise InputError(f"there is no node {node}: there are {count}", place=place)

    def each(self, count: int) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """The nodes asked for, each with the numbers of its edges among `links` (from 0) and the nodes they come from.

        Raises InputError for a node that gathers from none.
        """
        links = self.links(count)
        for node in self.nodes or range(1, count + 1):
            self._check(node, count, None)
            found = [number for number, edge in enumerate(links) if edge.target == node]
            if self.edges:  # neighbours keep the order in which they are listed
                found.sort(key=lambda number: links[number].source)
            if not found:
                raise InputError(
                    f"node {node} gathers from none, so there is nothing to take a softmax of",
                    place=links[0].place if links else None,
                    hint="self-loops: true lets each node see itself.",
                )
            yield node, tuple(found), tuple(links[number].source for number in found)

    def gathered(self, rows: list[Tensor], count: int | None) -> Tensor:
        """What the nodes gathered, one row each, numbered as they are."""
        whole_ = stacked(*rows)
        first = whole_.axes[0]._replace(picked=self.nodes if self.nodes and len(self.nodes) != count else None)
        return Tensor(whole_.arithmetic, replace(whole_.expr, axes=(first, *whole_.axes[1:])), whole_.value)
