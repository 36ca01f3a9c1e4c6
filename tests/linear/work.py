"""How much work a call is, in numbers that are the same each time, for each function.

They are the lines of Python that run, counted by a trace, as these show every loop and every call on any machine, and
the characters that patterns read, which no trace shows. What a pattern reads while it matches is left out: that it is
in proportion is shown for each pattern by itself.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FrameType, ModuleType
from typing import Any


class Work:
    """Counts lines and characters, while patterns are counted."""

    def __init__(self) -> None:
        self.lines: Counter[CodeType] = Counter()
        self.read: Counter[CodeType] = Counter()

    def of(self, call: Callable[[], object]) -> Counter[str]:
        """The work of a call, by functions: the lines that they run, and the characters that their patterns read."""
        self.lines.clear()
        self.read.clear()
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            call()
        finally:
            sys.settrace(before)
        return Counter(
            {
                f"{_name(code)}{what}": count
                for what, counts in (("", self.lines), (" reads", self.read))
                for code, count in counts.items()
            }
        )

    def _trace(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if event == "line":
            self.lines[frame.f_code] += 1
        elif event == "call" and not frame.f_globals.get("__name__", "").startswith("attncalc"):
            return None
        return self._trace

    def reads(self, count: int) -> None:
        """Counts characters for the function of the package that asks a pattern for them."""
        frame = sys._getframe(2)
        while frame.f_back and not frame.f_globals.get("__name__", "").startswith("attncalc"):
            frame = frame.f_back
        self.read[frame.f_code] += count


class Counted:
    """A pattern that counts what it reads."""

    def __init__(self, pattern: re.Pattern[str], work: Work) -> None:
        self._pattern, self._work = pattern, work

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._pattern, name)
        if name in ("search", "match", "fullmatch"):
            return lambda text, start=0, *end: self._counted(found(text, start, *end), text, start, *end, name=name)
        if name == "finditer":
            return lambda text, start=0, *end: self._each(found(text, start, *end), text, start, *end)
        if name in ("sub", "subn"):
            return lambda by, text, *more: self._whole(text, found(by, text, *more))
        if name in ("findall", "split"):
            return lambda text, *more: self._whole(text, found(text, *more))
        return found

    def _counted(self, match, text: str, start: int, end: int = sys.maxsize, *, name: str):
        if match or name == "search":
            self._work.reads((match.end() if match else min(end, len(text))) - start)
        return match

    def _each(self, matches, text: str, start: int, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        for match in matches:
            self._work.reads(match.end() - start)
            start = match.end()
            yield match
        self._work.reads(min(end, len(text)) - start)

    def _whole(self, text: str, found):
        self._work.reads(len(text))
        return found


def _name(code: CodeType) -> str:
    return f"{code.co_filename.rpartition('attncalc/')[2]}:{code.co_firstlineno} {code.co_name}"


@contextmanager
def counting() -> Iterator[Work]:
    """Every pattern in the names and tables of the package counts, and those of `re.search` and the like."""
    work = Work()
    changed: list[tuple[ModuleType, str, Any]] = []
    for module in [module for name, module in sys.modules.items() if name.startswith("attncalc.")]:
        for name, value in list(vars(module).items()):
            if (new := _with_counts(value, work, 4)) is not value:
                changed.append((module, name, value))
                setattr(module, name, new)
    for name in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub"):
        changed.append((re, name, getattr(re, name)))
        setattr(re, name, _of_text(name, work))
    try:
        yield work
    finally:
        for module, name, value in changed:
            setattr(module, name, value)


def _of_text(name: str, work: Work) -> Callable[..., Any]:
    def call(pattern, *given, flags=0):
        return getattr(Counted(re.compile(pattern, flags), work), name)(*given)

    return call


def _with_counts(value, work: Work, deep: int):
    """A value with patterns that count in place of its patterns; the same value where it has none."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        return Counted(value, work)
    if not deep or not isinstance(value, tuple | list | dict):
        return value
    if isinstance(value, Mapping):
        new = {key: _with_counts(one, work, deep - 1) for key, one in value.items()}
        return new if any(new[key] is not value[key] for key in new) else value
    parts = [_with_counts(one, work, deep - 1) for one in value]
    if all(one is other for one, other in zip(parts, value, strict=True)):
        return value
    return value._make(parts) if hasattr(value, "_make") else type(value)(parts)
