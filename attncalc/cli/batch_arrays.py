"""Attention on arrays, as `attncalc batch` is asked for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from attncalc.errors import InputError, Place, did_you_mean

if TYPE_CHECKING:
    from attncalc.batch.files.jobs import Job
    from attncalc.batch.files.layout import Array
    from attncalc.batch.options import Options
    from attncalc.batch.run import Outcome, Request
    from attncalc.batch.verify import Report
    from attncalc.parallel import Workers


MANY_UNITS = 100


class Asked(NamedTuple):
    """What the command line asks of arrays."""

    options: Options
    mask: Path | None
    names: dict[str, str]
    out_in: bool
    device: str
    weights: Path | None
    lse: Path | None
    rows: list[int] | None
    rows_to: Path | None
    verify: int
    allow_nonfinite: bool
    force: bool
    quiet: bool
    workers: Workers


def deliver_arrays(
    paths: Sequence[Path], apart: dict[str, Path], output: Path | None, asked: Asked, *, several: bool
) -> None:
    """Attention of every file, or of the files that stand for one matrix each; says what was done."""
    from attncalc.batch.files.jobs import folder_for, plan
    from attncalc.cli.output import deliver_text

    request = _request(asked)
    read = [*paths, *apart.values(), *([] if asked.mask is None else [asked.mask])]
    jobs = plan(paths or read[:1], output, read=read, several=several, force=asked.force)
    _check(jobs, asked, read)

    with folder_for(jobs):
        for job, outcome in _outcomes(jobs, apart, request, asked):
            if not job.output and len(jobs) > 1:
                deliver_text(f"{job.source}\n", None)
            _say(job, outcome, asked)


def _outcomes(
    jobs: Sequence[Job], apart: dict[str, Path], request: Request, asked: Asked
) -> Iterator[tuple[Job, Outcome]]:
    """What comes of each: one after the other on all cores, or several files at once."""
    from attncalc.batch.run import Running, run_file, run_tensors
    from attncalc.cli.progress import bar
    from attncalc.parallel import spread

    if asked.workers.are_none or len(jobs) == 1:
        for job in jobs:
            with bar(job.source.name, unit="rows", quiet=asked.quiet) as progress:
                yield (
                    job,
                    (
                        run_tensors(job.source, _tensors(apart), job.output, request, progress)
                        if apart
                        else run_file(*job, request, progress)
                    ),
                )
        return
    with bar("Files", unit="files", quiet=asked.quiet) as progress:
        results = spread(Running(request, Path.cwd()), jobs, asked.workers, ordered=True, few=0)
        for done, (job, outcome, said) in enumerate(results, 1):
            for text in said:
                request.say(text)
            if progress:
                progress(done, len(jobs))
            yield job, outcome


def _request(asked: Asked) -> Request:
    from attncalc.batch.device import DEVICES
    from attncalc.batch.run import Request
    from attncalc.cli.warning import warn

    if asked.device not in DEVICES:
        raise InputError(f"--device is not {asked.device}", hint=did_you_mean(asked.device, DEVICES))
    if asked.verify and asked.allow_nonfinite:
        raise InputError("--verify needs finite numbers, so that it does not go with --allow-nonfinite")
    if asked.rows_to and not asked.rows:
        raise InputError("--rows-to needs --rows 1,5:9, which says which")
    return Request(
        asked.options,
        warn,
        asked.names,
        asked.out_in,
        asked.device,
        asked.weights,
        asked.lse,
        asked.rows,
        asked.verify,
        asked.allow_nonfinite,
    )


def _check(jobs: Sequence[Job], asked: Asked, read: Sequence[Path]) -> None:
    """Raises InputError before anything is calculated that would not be kept, or where it would be kept twice."""
    from attncalc.batch.files.outputs import check_output
    from attncalc.files import check_stays

    sides = {"--weights": asked.weights, "--lse": asked.lse, "--rows-to": asked.rows_to}
    files = [file for file in sides.values() if file is not None]
    if not (files or asked.rows or asked.verify or jobs[0].output):
        raise InputError("name the output: -o out.npz", hint="Or ask for --verify 8 or --rows 1 alone.")
    if files and len(jobs) > 1:
        flag = next(flag for flag, file in sides.items() if file)
        raise InputError(f"{flag} names one file, and there are {len(jobs)} inputs")
    for file in files:
        check_stays(file, read)
        check_output(file, (".npz",) if file is asked.rows_to else (".npy",), force=asked.force)
    named = [file.resolve() for file in (*files, *(job.output for job in jobs if job.output))]
    if len(set(named)) < len(named):
        raise InputError("two outputs would be written to one file", place=Place(str(named[0])))


def _tensors(apart: dict[str, Path]) -> dict[str, Callable[[], Array]]:
    from attncalc.batch.files.tensors import open_tensors

    missing = [f"--{role.lower()}" for role in "QKV" if role not in apart]
    if missing:
        raise InputError(f"there is no {' and no '.join(missing)}", hint="--q q.npy --k k.npy --v v.npy")
    found = {}
    for role, path in apart.items():
        if path.suffix.lower() != ".npy":
            raise InputError(
                f"--{role.lower()} should be an .npy",
                place=Place(str(path)),
                hint="Arrays in one .npz or .safetensors: attncalc batch FILE",
            )
        found[role] = next(iter(open_tensors(path, path.parent).values()))
    return found


def _say(job: Job, outcome: Outcome, asked: Asked) -> None:
    """What was done, on standard output: the summary, the rows, and what --verify found."""
    from attncalc.batch.files.layout import shown
    from attncalc.cli.batch_rows import deliver_rows, write_rows
    from attncalc.cli.output import deliver_text

    on = "GPU" if outcome.device == "cupy" else "CPU" if outcome.by == "numpy" else f"CPU, {outcome.by}"
    if outcome.shape and not asked.quiet:
        named = f"{job.output}: " if job.output else ""
        deliver_text(f"{named}O {shown(outcome.shape)} {outcome.dtype}, {outcome.seconds:.2f} s, {on}\n", None)
    if outcome.lines and asked.rows_to:
        write_rows(asked.rows_to, outcome.lines)
    elif outcome.lines:
        deliver_rows(outcome.lines)
    if outcome.report:
        deliver_text(_verdict(outcome.report), None)


def _verdict(report: Report) -> str:
    *head, row, column = (f"{place + 1:,}" for place in report.place)
    where = f"row {row}, column {column}"
    if head:
        where = f"head {', '.join(head)}, {where}"
    return (
        f"{report.rows:,} of {report.of:,} rows against proven digits, {report.entries:,} numbers:\n"
        f"largest error: {_units(report.units)} units in the last place,\n"
        f"    at {where}, where O is {report.value:.2g}\n"
        f"largest error, of the largest output: {report.relative:.2g}\n"
    )


def _units(units: float) -> str:
    return f"{units:.2f}" if units < MANY_UNITS else f"{units:,.0f}"
