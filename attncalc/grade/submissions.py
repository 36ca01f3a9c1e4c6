"""What a class handed in: who, and which files; nothing is read yet but names."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Protocol

from attncalc.check.handed_in import FORMS
from attncalc.errors import InputError, Place, printable
from attncalc.grade.names import distinct, in_order
from attncalc.reading.source import Source

READ = {*FORMS, ".txt", ".text", ""}  # the endings of files that may hold answers
LITTER = {"__macosx", "__pycache__", "thumbs.db", "desktop.ini", "icon\r"}


class Page(Protocol):
    """One file of a submission."""

    @property
    def name(self) -> str:
        """What it is called in messages."""

    def read(self) -> Source:
        """Its text; raises InputError where it has none."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in; `why` says why there is nothing to read, `left_out` what is no text.

    `notes` are what the assistant should know of it.
    """

    student: str
    pages: tuple[Page, ...] = ()
    why: str = ""
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A file below the top: the folders that it is in and its name, and the page, or why it is none."""

    parts: tuple[str, ...]
    page: Page | None = field(compare=False)
    why: str = ""


@dataclass(frozen=True, slots=True)
class Carried:
    """A page that was read, or could not be, before it travels to where its file may not be."""

    name: str
    found: Source | InputError

    def read(self) -> Source:
        """Its text; raises InputError where it had none."""
        if isinstance(self.found, InputError):
            raise self.found
        return self.found


def carried(submission: Submission) -> Submission:
    """A submission with the texts of its pages."""
    return replace(submission, pages=tuple(Carried(page.name, _read(page)) for page in submission.pages))


def _read(page: Page) -> Source | InputError:
    try:
        return page.read()
    except InputError as error:
        return error


def find(path: Path, *, without: Path | None = None) -> list[Submission]:
    """The submissions of a folder (without one folder in it), of a zip, or of JSON lines, in order of names.

    Raises InputError where it is none of these, or holds nothing.
    """
    if path.is_dir():
        from attncalc.grade.folder import entries_of

        found = students(entries_of(path, without), path.name)
    elif path.suffix.lower() in (".jsonl", ".ndjson"):
        from attncalc.grade.lines import submissions_of

        found = submissions_of(path)
    elif path.suffix.lower() == ".zip":
        from attncalc.grade.archive import members_of

        found = students(members_of(path), path.stem)
    elif not path.exists():
        raise InputError("there is no such folder or file", place=Place(str(path)))
    else:
        raise InputError("submissions are a folder, a .zip or a file of JSON lines (.jsonl)", place=Place(str(path)))
    if not found:
        raise InputError(
            "there are no submissions in it",
            place=Place(str(path)),
            hint="It should hold a file or a folder for each student.",
        )
    return found


def is_litter(name: str) -> bool:
    """Whether a file is hidden, or left there by a system or an editor."""
    return name.startswith((".", "~$")) or name.endswith("~") or name.lower() in LITTER


def is_read(name: str) -> bool:
    """Whether a file of this name may hold answers."""
    return PurePosixPath(name).suffix.lower() in READ


def students(entries: Iterable[Entry], root: str) -> list[Submission]:
    """One submission for each file or folder at the top, in order of names; a folder that wraps all is taken off."""
    entries = _unwrapped([_composed(entry) for entry in entries if not any(map(is_litter, entry.parts))], root)
    entries.sort(key=lambda entry: in_order("/".join(entry.parts)))
    grouped = [(top, list(group)) for top, group in groupby(entries, key=lambda entry: entry.parts[0])]
    names = distinct(list(_names([(top, len(group[0].parts) > 1) for top, group in grouped])))
    return [one_submission(name, group) for name, (_, group) in zip(names, grouped, strict=True)]


def _composed(entry: Entry) -> Entry:
    """An entry whose names are written as most systems do: two spellings of one name are one student's."""
    return replace(entry, parts=tuple(unicodedata.normalize("NFC", part) for part in entry.parts))


def _unwrapped(entries: list[Entry], root: str) -> list[Entry]:
    tops = {entry.parts[0] for entry in entries}
    wrapped = len(tops) == 1 and all(len(entry.parts) > 1 for entry in entries)
    if wrapped and (root in tops or all(len(entry.parts) > 2 for entry in entries)):
        return [Entry(entry.parts[1:], entry.page, entry.why) for entry in entries]
    return entries


def _names(tops: list[tuple[str, bool]]) -> Iterator[str]:
    """A file's name without its ending, unless another file or folder is called so."""
    stems = [clean(top if is_folder else PurePosixPath(top).stem) for top, is_folder in tops]
    count = Counter(stems)
    for (top, _), stem in zip(tops, stems, strict=True):
        yield stem if count[stem] == 1 else clean(top)


def one_submission(student: str, entries: list[Entry]) -> Submission:
    """What a student handed in, of what lies in a folder."""
    pages = tuple(entry.page for entry in entries if entry.page)
    amiss = [(clean("/".join(entry.parts[1:]) or entry.parts[0]), entry.why) for entry in entries if entry.why]
    left_out = tuple(f"{name}: {why}" for name, why in amiss)
    why = "" if pages else "; ".join(left_out[:3]) or "nothing is in it"
    return Submission(student, pages, why, left_out)


def clean(name: str) -> str:
    """A name on one line, whatever it is made of."""
    text = name.encode("utf-8", "replace").decode("utf-8")
    return printable(" ".join(unicodedata.normalize("NFC", text).split()))[:200] or "?"
