"""What is read and where it goes: files, folders, patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from glob import glob, has_magic
from pathlib import Path
from typing import NamedTuple

from attncalc.batch.files.outputs import check_output
from attncalc.errors import InputError, OutputError, Place
from attncalc.files import check_stays

ARRAYS = (".npz", ".safetensors")
OUTPUTS = (".npz", ".npy")
PROBLEMS = (".yaml", ".yml", ".jsonl")


class Job(NamedTuple):
    """One input and the file for its output, None where nothing is kept."""

    source: Path
    output: Path | None


def find_inputs(names: Sequence[str]) -> list[Path]:
    """The files that are meant: folders and patterns opened, each file once. Raises InputError where one is missing.

    Of a folder they are those that stand in it, or where none does those of its folders.
    """
    found: dict[Path, None] = {}
    for name in names:
        path = Path(name)
        paths = _readable(path.iterdir()) or _readable(path.rglob("*")) if path.is_dir() else []
        if not path.exists() and has_magic(name):
            paths = sorted(map(Path, glob(name, recursive=True)))
        elif path.is_file():
            paths = [path]
        elif path.exists() and not path.is_dir():
            raise InputError("this is neither a file nor a folder", place=Place(name))
        if not paths:
            kinds = f"there is no {', '.join((*ARRAYS, *PROBLEMS))} in this folder"
            raise InputError(kinds if path.is_dir() else "there is no such file", place=Place(name))
        found.update(dict.fromkeys(paths))
    return list(found)


def _readable(files: Iterable[Path]) -> list[Path]:
    return sorted(file for file in files if file.suffix.lower() in (*ARRAYS, *PROBLEMS) and file.is_file())


def are_problems(paths: Sequence[Path]) -> bool:
    """Whether these are files of problems, not of arrays; raises InputError where both are mixed."""
    problems = [path for path in paths if path.suffix.lower() in PROBLEMS]
    if problems and len(problems) < len(paths):
        raise InputError("files of problems and files of arrays are two jobs", place=Place(str(problems[0])))
    return bool(problems)


def plan(paths: Sequence[Path], output: Path | None, *, read: Sequence[Path], several: bool, force: bool) -> list[Job]:
    """Where the output of each file goes: a file, or files of the same names in a folder. Raises InputError.

    What is `read`, these files and others, is not to be replaced.
    """
    if output is None:
        return [Job(path, None) for path in paths]
    if not (several or output.is_dir() or not output.suffix):
        jobs = [Job(paths[0], output)]
    elif not output.is_dir() and (output.exists() or output.suffix.lower() in OUTPUTS):
        wanted = "several outputs need a folder, and this is a file"
        raise InputError(wanted if several else "what is written is .npz or .npy", place=Place(str(output)))
    else:
        jobs = [Job(path, output / f"{path.stem}.npz") for path in paths]
    for job in jobs:
        check_stays(job.output or output, read)
    _check(jobs, force=force, is_new=jobs[0].output != output and not output.exists())
    return jobs


def _check(jobs: Sequence[Job], *, force: bool, is_new: bool) -> None:
    taken: dict[Path, Path] = {}
    for source, output in jobs:
        assert output is not None
        if output in taken:
            raise InputError(f"{source} and {taken[output]} would both be written there", place=Place(str(output)))
        taken[output] = source
        if not is_new:
            check_output(output, OUTPUTS, force=force)


@contextmanager
def folder_for(jobs: Sequence[Job]) -> Iterator[None]:
    """The folder of the outputs, made where it is not there; gone again where nothing came into it."""
    folder = jobs[0].output.parent if jobs[0].output else Path()
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"this folder cannot be made: {error.strerror}", place=Place(str(folder))) from None
    try:
        yield
    finally:
        if is_new and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
