"""YAML as a tree of text with positions: nothing is converted, so `012`, `1e3`, `off` and `0.10` stay as typed.

Events are read rather than nodes composed: an explicit tag, an alias and the depth are then seen as they come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from attncalc.errors import InputError, Place, shorten
from attncalc.limits import NESTING, NODES
from attncalc.reading.source import NO_WIDTH

TUPLE = re.compile(r"\([^(),]*+(?:,[^(),]*+)++\)")
LONGEST_TUPLE = 2_000
MARK, NO_BREAK = "\ufeff", "\u200b"  # a mark is an end of the text to YAML; both have no width


class Scalar(NamedTuple):
    """A piece of text; `quoted` tells "null" in quotes from a blank; `block` lines, `folded` joined ones."""

    text: str
    source: str = "<python>"
    line: int | None = None
    column: int | None = None
    quoted: bool = False
    block: bool = False
    folded: bool = False

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.source, self.line, self.column)

    @property
    def blank(self) -> bool:
        """Whether nothing was written."""
        return self.text in ("", "?") or (not self.quoted and self.text in ("_", "~", "null"))


class Sequence(NamedTuple):
    """A list of nodes."""

    items: tuple[Node, ...]
    source: str = "<python>"
    line: int | None = None
    column: int | None = None

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.source, self.line, self.column)


class Mapping(NamedTuple):
    """Keys with their nodes, in the order written; keys are unique."""

    entries: tuple[tuple[Scalar, Node], ...]
    source: str = "<python>"
    line: int | None = None
    column: int | None = None

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(self.source, self.line, self.column)

    def get(self, key: str) -> Node | None:
        """The node under `key`, or None."""
        return next((node for name, node in self.entries if name.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping


def text_of(node: Node) -> str:
    """A node on one line, as YAML's flow style has it."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return f"[{', '.join(map(text_of, node.items))}]"
    return "{" + ", ".join(f"{key.text}: {text_of(value)}" for key, value in node.entries) + "}"


def data_of(node: Node) -> Any:
    """A node as text, lists and dictionaries."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {key.text: data_of(value) for key, value in node.entries}
    return [data_of(item) for item in node.items]


def whole_number(node: Node, most: int) -> int | None:
    """The whole number from 0 to `most` that a node holds, or None."""
    text = node.text.strip() if isinstance(node, Scalar) else ""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return int(text) if int(text) <= most else None


def read_documents(text: str, source: str) -> list[Node]:
    """The documents of a YAML text; raises InputError where it is not YAML, too large, tagged or recursive."""
    import yaml

    try:
        return list(
            _Builder(source).documents(
                yaml.parse(text.replace(MARK, NO_BREAK), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
            )
        )
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(source, mark.line + 1, mark.column + 1) if mark else Place(source)
        raise InputError(f"this is not YAML: {error.problem}", place=place, hint=_yaml_hint(text, mark)) from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise InputError(f"this is not a text file: {shorten(str(error), 80)}", place=Place(source)) from None


def _yaml_hint(text: str, mark: Any) -> str | None:
    lines = text.splitlines()
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if re.match(r"\s*+[\w -]++:\s++(?:[^\[{\"'|>:]|:(?!\s))*+:\s", line):
        return 'A text with a colon in it stands in quotes: title: "Exercise 3: attention"'
    if "?" in line:
        return 'A blank in a list is written _ or "?".'
    if re.search(r"\]\s*(?:[\^.*/'ᵀ·]|[A-Za-z(])", line):
        return "A list with something after it stands in quotes: K: '[[1, 0], [0, 1]]^T'"
    if "\t" in line:
        return "YAML indents with spaces, not tabs."
    above = [text.strip() for text in lines[max(0, mark.line - 3) : mark.line]] if mark else []
    if any(text.endswith("|") for text in above):
        return "A | block whose first line is indented more than the others begins with |2"
    return f"The line reads: {shorten(line.strip(), 60)}" if line.strip() else None


class _Builder:
    """Turns a stream of YAML events into nodes, counting what it reads."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.anchors: dict[str, Node] = {}
        self.count = 0
        self.depth = 0

    def documents(self, events: Iterator[Any]) -> Iterator[Node]:
        for event in events:
            if type(event).__name__ == "DocumentStartEvent":
                self.anchors.clear()
                yield self.node(next(events), events)

    def node(self, event: Any, events: Iterator[Any]) -> Node:
        kind = type(event).__name__
        mark = event.start_mark
        where = (self.source, mark.line + 1, mark.column + 1)
        self.grow(1, where)
        if kind == "AliasEvent":
            return self.alias(event.anchor, where)
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise InputError(
                f"tags such as {shorten(tag)} are not read",
                place=Place(*where),
                hint="Write the value without the tag.",
            )
        node: Node
        if kind == "ScalarEvent":
            folded = event.style != "|" and event.end_mark.line > mark.line
            text = event.value if event.value.isascii() else NO_WIDTH.sub("", event.value)
            node = Scalar(text, *where, event.style in ('"', "'"), event.style in ("|", ">"), folded)
        else:
            node = self.collection(kind, events, where)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def collection(self, kind: str, events: Iterator[Any], where: tuple[str, int, int]) -> Node:
        self.depth += 1
        if self.depth > NESTING.most:
            raise InputError(NESTING.told, place=Place(*where))
        node = self.sequence(events, where) if kind == "SequenceStartEvent" else self.mapping(events, where)
        self.depth -= 1
        return node

    def sequence(self, events: Iterator[Any], where: tuple[str, int, int]) -> Sequence:
        items = []
        for event in events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            items.append(self.node(event, events))
        return Sequence(tuple(_with_tuples(items)), *where)

    def mapping(self, events: Iterator[Any], where: tuple[str, int, int]) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for event in events:
            if type(event).__name__ == "MappingEndEvent":
                break
            key = self.node(event, events)
            if not isinstance(key, Scalar):
                raise InputError("a key must be a word", place=key.place)
            value = self.node(next(events), events)
            last = next(reversed(entries), "")
            if last and _is_blank(value) and (goes_on := _goes_on(entries[last][1], key)):
                entries[last] = (entries[last][0], goes_on)
                continue
            if key.text in entries:
                first = entries[key.text][0].line
                raise InputError(
                    f"the key {shorten(key.text)} stands twice; it was first on line {first}", place=key.place
                )
            entries[key.text] = (key, value)
        return Mapping(tuple((key, _closed(value)) for key, value in entries.values()), *where)

    def alias(self, anchor: str, where: tuple[str, int, int]) -> Node:
        if anchor not in self.anchors:
            raise InputError(f"*{shorten(anchor)} refers to nothing that is complete before it", place=Place(*where))
        self.grow(_size(self.anchors[anchor]), where)
        return self.anchors[anchor]

    def grow(self, count: int, where: tuple[str, int, int]) -> None:
        self.count += count
        if self.count > NODES.most:
            raise InputError(NODES.told, place=Place(*where))


def _is_blank(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text == "" and not node.quoted


def _goes_on(node: Node, more: Node) -> Scalar | None:
    """A tuple that YAML parted at a comma, (1 and 2), as one text; None where the first is no open bracket."""
    if not (isinstance(node, Scalar) and isinstance(more, Scalar)) or node.quoted or more.quoted:
        return None
    if not node.text.startswith("(") or len(node.text) > LONGEST_TUPLE or node.text.count("(") <= node.text.count(")"):
        return None
    return node._replace(text=f"{node.text}, {more.text}")


def _closed(node: Node) -> Node:
    """The list that a tuple is, where a text became one."""
    if not (isinstance(node, Scalar) and TUPLE.fullmatch(node.text)) or node.quoted or node.block:
        return node
    parts = (part.strip() for part in node.text[1:-1].split(","))
    return Sequence(tuple(node._replace(text=part) for part in parts if part), *node[1:4])


def _with_tuples(items: list[Node]) -> Iterator[Node]:
    """The items of a list, tuples among them as lists: [(1, 2), (3, 4)]."""
    held: Node | None = None
    for item in items:
        if held is not None and (goes_on := _goes_on(held, item)):
            held = goes_on
            continue
        if held is not None:
            yield _closed(held)
        held = item
    if held is not None:
        yield _closed(held)


def _size(node: Node) -> int:
    """How many nodes there are below and including `node`, shared ones counted each time."""
    if isinstance(node, Scalar):
        return 1
    children = node.items if isinstance(node, Sequence) else tuple(child for _, child in node.entries)
    return 1 + sum(_size(child) for child in children)


def from_python(value: Any) -> Node:
    """The tree of a Python value: dicts, lists, tuples, arrays, numbers and strings.

    Raises InputError for anything else.
    """
    if hasattr(value, "tolist") and not isinstance(value, (str, bytes)):
        value = value.tolist()
    if isinstance(value, dict):
        return Mapping(tuple((Scalar(str(key), quoted=True), from_python(item)) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return Sequence(tuple(from_python(item) for item in value))
    if value is None:
        return Scalar("")
    if isinstance(value, bool):
        return Scalar("true" if value else "false")
    if isinstance(value, (str, int, float)) or type(value).__name__ in ("Fraction", "Decimal"):
        return Scalar(str(value), quoted=isinstance(value, str), block=isinstance(value, str) and "\n" in value)
    raise InputError(f"a {type(value).__name__} is not a number, a text, a list or a mapping")
