"""Every pattern of the package: where it is, and how it is used."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import attncalc

SEARCHES = {"search", "findall", "finditer", "split", "sub", "subn"}
METHODS = {*SEARCHES, "match", "fullmatch"}
LEFT_OUT = ("attncalc.__main__",)  # it runs the program
MOST_DEEP = 6
PASSED_ON = "passed on"


class Found(NamedTuple):
    """A pattern, where it is, and the methods that are called on it."""

    place: str
    pattern: re.Pattern[str]
    methods: frozenset[str]

    @property
    def uses(self) -> list[tuple[bool, bool]]:
        """Whether it is tried at every place of a text, and whether it has to match to its end."""
        whole = [(False, True)] if "fullmatch" in self.methods else []
        others = self.methods & METHODS - {"fullmatch"}
        return [*whole, (bool(others & SEARCHES), False)] if others or not whole else whole


@cache
def patterns() -> tuple[Found, ...]:
    """Each once, with its place and its methods in all modules."""
    places: dict[tuple[str, int], str] = {}
    methods: dict[tuple[str, int], set[str]] = defaultdict(set)
    for info in pkgutil.walk_packages(attncalc.__path__, "attncalc."):
        if info.name in LEFT_OUT:
            continue
        module = importlib.import_module(info.name)
        tree = ast.parse(inspect.getsource(module))
        for name, pattern, used in (*_held(module, tree), *_inside(tree)):
            key = pattern.pattern, pattern.flags
            if name:
                places.setdefault(key, f"{info.name.removeprefix('attncalc.')}: {name}")
            methods[key] |= used & METHODS
    return tuple(Found(place, re.compile(*key), frozenset(methods[key])) for key, place in places.items())


def _held(module, tree: ast.Module) -> Iterator[tuple[str, re.Pattern[str], set[str]]]:
    """Those that a module holds in its names, tables and classes; imported ones have no name."""
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    uses = _uses(tree)
    named = {name for name in uses if not name.isupper() and name != "re"}
    anything = {method for name in named for method in uses[name]} & METHODS - {"split"}  # texts have split too
    in_loops = _in_loops(tree)
    for name, value in vars(module).items():
        if inspect.ismodule(value) or name.startswith("__"):
            continue
        held = vars(value) if inspect.isclass(value) and value.__module__ == module.__name__ else value
        used = uses.get(name, set())
        if PASSED_ON in used:  # what is called on what it becomes, or might become
            used |= in_loops.get(name) or anything or METHODS
        for pattern in _in(held, MOST_DEEP):
            yield name if name in own else "", pattern, used


def _uses(tree: ast.Module) -> dict[str, set[str]]:
    """What is called on each name; where it is used in another way, that it is passed on."""
    found: dict[str, set[str]] = defaultdict(set)
    called = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            name = node.value.id if isinstance(node.value, ast.Name) else "?"
            found[name].add(node.attr)
            called.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in called:
            found[node.id].add(PASSED_ON)
    return found


def _in_loops(tree: ast.Module) -> dict[str, set[str]]:
    """What is called on what loops take from each name."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        for loop in [node] if isinstance(node, ast.For) else getattr(node, "generators", ()):
            targets = {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
            uses = {
                used.attr
                for used in ast.walk(node)
                if isinstance(used, ast.Attribute) and isinstance(used.value, ast.Name) and used.value.id in targets
            }
            for part in ast.walk(loop.iter):
                if isinstance(part, ast.Name):
                    found[part.id] |= uses & METHODS
    return found


def _in(value, deep: int) -> Iterator[re.Pattern[str]]:
    """The patterns of text in a value that is made of tuples, lists, sets, mappings and data classes."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _in((*value.keys(), *value.values()), deep)
    elif hasattr(value, "__dataclass_fields__") and not inspect.isclass(value):
        yield from _in(tuple(getattr(value, name, None) for name in value.__dataclass_fields__), deep)
    elif isinstance(value, tuple | list | set | frozenset) and deep:
        for one in value:
            yield from _in(one, deep - 1)


def _inside(tree: ast.Module) -> Iterator[tuple[str, re.Pattern[str], set[str]]]:
    """Those that stand in calls such as re.search(r"…", text)."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[ast.Constant(str(text)), *_]):
                if method in METHODS:
                    said = next((ast.unparse(one.value) for one in node.keywords if one.arg == "flags"), "0")
                    flags = eval(said, {"re": re})  # of our own code
                    yield text, re.compile(text, flags), {method}
