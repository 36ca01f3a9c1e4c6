"""Many problems from files to files: read in order, worked out in groups, written in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from attncalc.batch.many.collected import Collected
from attncalc.batch.many.files import Stated, collect
from attncalc.batch.many.results import check_results, write_results
from attncalc.batch.many.work import Block, Worked, work_out
from attncalc.errors import AttncalcError, InputError, did_you_mean
from attncalc.files import check_stays
from attncalc.parallel import HERE, Workers, spread

Progress = Callable[[int, int], None]  # problems that are done, of how many


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a batch: how many problems are worked out, in how many runs, and why the others are not."""

    solved: int
    runs: int
    refused: tuple[AttncalcError, ...]


def solve_many(
    paths: Sequence[Path],
    output: Path | None,
    *,
    steps: Sequence[str] = (),
    force: bool = False,
    any_file: bool = False,
    decimals: int | None = None,
    stated: Stated = Stated(),  # noqa: B008  it is a tuple
    progress: Progress | None = None,
    workers: Workers = HERE,
) -> Outcome:
    """Works out the problems of these files, and writes their lines (only `steps`, where these are named).

    `output` is a folder, which gets a .json for each problem, or an .npz or .jsonl with all of them. Problems of one
    mechanism with the same sizes and options are worked out in one go, in float64, or with so many proven `decimals`.
    Of stacked arrays, `stated` says mechanism and options. A problem that cannot be worked out is told in the outcome;
    the others are written. Raises InputError where nothing can be written there, or no problem has a step of a name
    that is asked for; OutputError where the disk refuses.
    """
    if output is not None:
        check_stays(output, paths)
    found = collect(paths, stated, any_file=any_file, exact=decimals is not None, workers=workers)
    if output is not None:
        check_results(output, found, force=force)
    worked = work(found, progress, workers) if decimals is None else work_proven(found, decimals, progress, workers)
    if steps:
        worked.blocks = _only(worked.blocks, steps)
    if output is not None and worked.blocks:
        write_results(output, found, worked)
    refused = tuple(error for _, error in sorted(found.refused.items()))
    return Outcome(len(found.names) - len(refused), sum(block.runs for block in worked.blocks), refused)


def work(found: Collected, progress: Progress | None = None, workers: Workers = HERE) -> Worked:
    """The lines of all problems that were collected; those that cannot be worked out are refused, with their place."""
    worked, total, done = Worked(), len(found.names), 0
    for count in work_out(found.groups(), worked, workers):
        done += count
        if progress:
            progress(done, total)
    return _told(found, worked)


def work_proven(found: Collected, decimals: int, progress: Progress | None = None, workers: Workers = HERE) -> Worked:
    """The same with digits that are proven, as texts."""
    import numpy as np

    from attncalc.batch.many.proven import TOGETHER, Proving

    worked, numbered, done = Worked(), list(found.read.items()), 0
    parts = (numbered[start : start + TOGETHER] for start in range(0, len(numbered), TOGETHER))
    for proofs in spread(Proving(decimals), parts, workers, ordered=True, few=1):
        for number, proof in proofs:
            worked.add(
                number,
                proof
                if isinstance(proof, AttncalcError)
                else Block(
                    [number],
                    proof.mechanism,
                    proof.result,
                    {name: np.array([texts]) for name, texts in proof.steps.items()},
                ),
            )
        done += len(proofs)
        if progress:
            progress(done, len(numbered))
    return _told(found, worked)


def _told(found: Collected, worked: Worked) -> Worked:
    """What was refused, each with the place where it stands in the files."""
    found.refused |= worked.refused
    for number, error in found.refused.items():
        if error.place is None or error.place.line is None:
            error.place = found.places[number]
    return worked.join()


def _only(blocks: list[Block], steps: Sequence[str]) -> list[Block]:
    known = {name for block in blocks for name in block.steps}
    for name in steps:
        if blocks and name not in known:
            raise InputError(f"no problem has a step {name}", hint=did_you_mean(name, known))
    return [
        replace(block, steps={name: lines for name, lines in block.steps.items() if name in steps}) for block in blocks
    ]
