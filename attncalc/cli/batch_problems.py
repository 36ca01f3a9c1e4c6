"""Many small problems, as `attncalc batch` is asked for them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attncalc.errors import InputError

if TYPE_CHECKING:
    from attncalc.parallel import Workers

MOST = 20


def deliver_problems(
    paths: Sequence[Path],
    output: Path | None,
    mechanism: str | None,
    options: Sequence[str],
    steps: str | None,
    decimals: int | None,
    *,
    any_file: bool,
    force: bool,
    quiet: bool,
    workers: Workers,
) -> None:
    """Works them out and writes their steps; a problem that cannot be is one line."""
    from attncalc.batch.many.files import Stated
    from attncalc.batch.many.run import solve_many
    from attncalc.cli.batch_words import options_of
    from attncalc.cli.progress import bar

    if output is None:
        raise InputError("name where the results go: -o results/, results.npz or results.jsonl")
    stated = Stated(mechanism, options_of(options))
    started = time.perf_counter()
    with bar("Problems", unit="problems", quiet=quiet) as progress:
        outcome = solve_many(
            paths,
            output,
            steps=tuple((steps or "").replace(",", " ").split()),
            force=force,
            any_file=any_file,
            decimals=decimals,
            stated=stated,
            progress=progress,
            workers=workers,
        )
    if not (outcome.solved or outcome.refused):
        raise InputError("there is no problem in what was read")
    if not outcome.solved and len(set(map(str, outcome.refused))) == 1:
        raise outcome.refused[0]
    _say(outcome.solved, list(map(str, outcome.refused)), output, time.perf_counter() - started, quiet=quiet)


def _say(solved: int, refused: list[str], output: Path, seconds: float, *, quiet: bool) -> None:
    from attncalc.cli.output import deliver_text
    from attncalc.cli.warning import warn

    for text in refused[:MOST]:
        warn(text)
    if len(refused) > MOST:
        warn(f"and {len(refused) - MOST:,} more")
    if not solved:
        raise InputError("no problem could be worked out")
    if not quiet:
        left = f", {len(refused):,} not" if refused else ""
        deliver_text(f"{output}: {solved:,} worked out{left}, {seconds:.1f} s\n", None)
