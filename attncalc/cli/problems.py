"""New problems of a mechanism, as `attncalc generate` is asked for them."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attncalc.errors import InputError

if TYPE_CHECKING:
    from attncalc.generate.question import Question
    from attncalc.generate.search import Found

DIGITS = re.compile("[0-9]{1,3}")  # of a size


def question_of(
    mechanism: str,
    asked: dict[str, int | None],
    sizes: list[str],
    options: list[str],
    entries: list[str],
    constraints: list[str],
    nice: str | None,
) -> Question:
    """What the command line asks for; raises InputError where that cannot be meant."""
    from attncalc.generate.constraints import read_constraints
    from attncalc.generate.entries import Entries
    from attncalc.generate.question import Question, backwards, named, sized
    from attncalc.mechanisms.registry import find

    found = find(mechanism)
    wanted = {**{name: size for name, size in asked.items() if size is not None}, **_sizes(sizes)}
    drawn = {name: Entries.read(kind) for name, kind in named(found, [_pair(text, "all") for text in entries])}
    asked_for = read_constraints(constraints)
    question = Question(found, sized(found, wanted), _options(options), drawn, asked_for)
    if nice not in (None, "softmax"):
        raise InputError(f"--nice is softmax, not {nice}")
    return backwards(question) if nice else question


def deliver_problems(
    question: Question, count: int, seed: str, seconds: float, output: Path | None, *, force: bool
) -> None:
    """Writes so many problems; on a terminal with their solutions."""
    from attncalc.cli.output import deliver_text
    from attncalc.files import check_absent
    from attncalc.generate.variants import variants

    check_absent(output, force=force)
    found = list(variants(question, count, seed, seconds))
    deliver_text("---\n".join(_with_origin(one, seed, number) for number, one in enumerate(found, 1)), output)
    if output is None and sys.stdout.isatty():
        _show_solutions(found, exact=question.exact)


def _sizes(texts: list[str]) -> dict[str, int]:
    sizes = {}
    for text in texts:
        name, size = _pair(text, "")
        if not name or not DIGITS.fullmatch(size):
            raise InputError(f"--size {text} should be a name and its size", hint="--size d_v=3")
        sizes[name] = int(size)
    return sizes


def _options(texts: list[str]) -> dict[str, str]:
    pairs = [_pair(text, "") for text in texts]
    if not all(name for name, _ in pairs) or any("\n" in text for text in texts):
        raise InputError("-O should be a name and its value on one line", hint="-O mask=causal")
    return dict(pairs)


def _pair(text: str, default: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    return (name.strip(), value.strip()) if sign else (default, text.strip())


def _with_origin(found: Found, seed: str, number: int) -> str:
    """The problem under a line that says where it comes from."""
    import json

    from attncalc import __version__

    drawn = f"{found.tries:,} drawn" if found.tries > 1 else "the first one drawn"
    return f"# attncalc {__version__}, seed {json.dumps(seed)}, problem {number}; {drawn}\n{found.text}"


def _show_solutions(found: list[Found], *, exact: bool) -> None:
    from attncalc.cli.output import deliver
    from attncalc.cli.settings import Settings
    from attncalc.render.look import Look

    print()
    settings = Settings(arithmetic="exact" if exact else None)
    deliver([settings.solved(one.problem) for one in found], None, None, Look())
