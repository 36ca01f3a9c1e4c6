"""One job: arrays read from files, attention, its output and what else was asked for written to files."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, chdir, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple

import numpy as np

from attncalc.batch.device import attend_on, device_for
from attncalc.batch.files.finite import check_finite
from attncalc.batch.files.jobs import Job
from attncalc.batch.files.layout import FLOATS, Array
from attncalc.batch.files.mapped import release, scratch
from attncalc.batch.files.names import find_sources
from attncalc.batch.files.outputs import whole_npy, whole_npz
from attncalc.batch.files.tensors import Tensors, open_tensors
from attncalc.batch.given import Matrices, check_sizes, final_shape, finish, heads_shape, matrices
from attncalc.batch.options import Options
from attncalc.batch.rows import Lines, check_rows, lines_of
from attncalc.batch.shapes import Laid, lay_out, split
from attncalc.errors import InputError, OutputError, Place
from attncalc.files import failing

Progress = Callable[[int, int], None] | None


@dataclass(frozen=True)
class Request:
    """What is asked of every job."""

    options: Options
    say: Callable[[str], None]  # what should be known beside the result
    names: Mapping[str, str] = field(default_factory=dict)
    out_in: bool = False
    device: str = "auto"
    weights: Path | None = None
    lse: Path | None = None
    rows: list[int] | None = None
    verify: int = 0
    allow_nonfinite: bool = False

    @property
    def only_rows(self) -> bool:
        """Whether nothing is asked for but some rows, and perhaps the output."""
        return bool(self.rows) and not (self.weights or self.lse or self.verify)


class Outcome(NamedTuple):
    """What came of a job; without a shape where only rows were looked at."""

    shape: tuple[int, ...]
    dtype: str
    device: str
    by: str
    seconds: float
    lines: Lines | None
    report: Any


@dataclass(frozen=True)
class Running:
    """The work on files of arrays, whose names are meant in a folder."""

    request: Request
    folder: Path

    def prepare(self) -> None:
        """Nothing is needed."""

    def __call__(self, job: Job) -> tuple[Job, Outcome, list[str]]:
        """What came of a file, and what should be known beside it."""
        said: list[str] = []
        with chdir(self.folder):
            return job, run_file(*job, replace(self.request, say=said.append)), said

    def died(self, job: Job) -> tuple[Job, Outcome, list[str]]:
        """Raises OutputError: nothing came of it."""
        raise OutputError("the process that worked on it died", place=Place(str(job.source)))


def run_file(source: Path, output: Path | None, request: Request, progress: Progress = None) -> Outcome:
    """Attention of the arrays in one file; raises InputError and OutputError."""
    folder = _folder(output, request)
    return run_tensors(source, open_tensors(source, folder), output, request, progress)


def run_tensors(
    source: Path, tensors: Tensors, output: Path | None, request: Request, progress: Progress = None
) -> Outcome:
    """Attention of arrays by name, of one file or of several; `source` is named in messages."""
    folder, place = _folder(output, request), Place(str(source))
    try:
        sources = find_sources(source, tensors, request.names)
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror or error}", place=place) from None
    for role, array in sources.arrays.items():
        _check(array, sources.places[role], request)
    try:
        with failing(output or folder):
            return _run(
                matrices(sources, request.options, folder, out_in=request.out_in), output, request, progress, folder
            )
    except InputError as error:
        raise error.at(place) from None


def _folder(output: Path | None, request: Request) -> Path:
    """Where files without a name go: beside the largest output, as there is room for it."""
    file = request.weights or output or request.lse
    return file.resolve().parent if file else Path(gettempdir())


def _check(array: Array, place: Place, request: Request) -> None:
    if array.dtype.name not in FLOATS:
        numbers = array.dtype.kind in "biuf"
        raise InputError(
            f"it holds {array.dtype.name}; attention takes {', '.join(FLOATS)}",
            place=place,
            hint="Save it again after .astype(np.float32)." if numbers else None,
        )
    if 0 in array.shape:
        raise InputError(f"it holds no numbers: its shape is {array.shape}", place=place)
    if not request.allow_nonfinite:
        check_finite(array, place)


def _run(given: Matrices, output: Path | None, request: Request, progress: Progress, folder: Path) -> Outcome:
    check_sizes(given)
    laid = lay_out(given.Q, given.K, given.V, given.options)
    if request.rows:
        check_rows(laid, request.rows)
    if output is None and request.only_rows:
        return Outcome((), "", "", "", 0, lines_of(laid, request.rows or []), None)
    with ExitStack() as stack:  # what is mapped is held by nobody when it ends
        return _filled(stack, given, laid, output, request, progress, folder)


def _filled(
    stack: ExitStack,
    given: Matrices,
    laid: Laid,
    output: Path | None,
    request: Request,
    progress: Progress,
    folder: Path,
) -> Outcome:
    """The outputs made, and written into files that are whole when the stack ends."""
    xp = device_for(request.device, laid)
    started = time.perf_counter()
    out = stack.enter_context(_output(output, final_shape(given, laid), given.dtype, folder))
    lse = _side(stack, request.lse, (*laid.lead, laid.n), laid)
    weights = _side(stack, request.weights, (*laid.lead, laid.n, laid.m), laid)
    direct = given.Wo is None and out.dtype == laid.result
    made = out if direct else scratch(heads_shape(laid), laid.result, folder)
    by: list[str] = []
    attend_on(
        xp,
        given.Q,
        given.K,
        given.V,
        given.options,
        say=request.say,
        out=made,
        lse=lse,
        weights=weights,
        progress=_releasing(progress, weights),
        by=by.append,
    )
    if not direct:
        finish(made, given, out, folder)
    if not request.allow_nonfinite:
        _tell_overflow(out, request.say)
    seconds = time.perf_counter() - started
    lines = lines_of(laid, request.rows) if request.rows else None
    heads = split("O", made, given.options.heads) if given.options.heads else made
    return Outcome(
        out.shape, out.dtype.name, xp.__name__, by[-1], seconds, lines, _verified(laid, heads, request.verify)
    )


def _tell_overflow(out: Array, say: Callable[[str], None]) -> None:
    """Of numbers that are all finite, an output that is not is one of sums too large for its type."""
    try:
        check_finite(out, Place("O"))
    except InputError as error:
        say(f"O, {error.message}: what it is made of is too large for {out.dtype.name}")


def _verified(laid: Laid, outputs: Array, count: int) -> Any:
    if not count:
        return None
    from attncalc.batch.verify import verify

    return verify(laid, outputs, count)


def _output(
    path: Path | None, shape: tuple[int, ...], dtype: np.dtype[Any], folder: Path
) -> AbstractContextManager[Array]:
    if path is None:
        return nullcontext(scratch(shape, dtype, folder))
    kinds = {".npy": whole_npy, ".npz": whole_npz}
    return kinds[path.suffix.lower()](path, shape, dtype)


def _side(stack: ExitStack, path: Path | None, shape: tuple[int, ...], laid: Laid) -> Array | None:
    return None if path is None else stack.enter_context(whole_npy(path, shape, laid.result))


def _releasing(progress: Progress, weights: Array | None) -> Progress:
    """Progress that also gives back the memory of the weights that are written."""
    if weights is None:
        return progress

    def told(done: int, of: int) -> None:
        release(weights)
        if progress:
            progress(done, of)

    return told
