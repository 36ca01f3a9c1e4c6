"""Submissions in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from attncalc.errors import InputError, Place
from attncalc.files import note_read
from attncalc.grade.submissions import Entry, clean, is_litter, is_read
from attncalc.limits import FOLDERS, SUBMISSIONS
from attncalc.reading.source import Source


@dataclass(frozen=True, slots=True)
class FilePage:
    """A page in a file."""

    name: str
    path: str

    def read(self) -> Source:
        """Its text; raises InputError where it has none."""
        from attncalc.reading.source import source_of_file

        return source_of_file(self.path, self.name)


def entries_of(root: Path, without: Path | None) -> Iterator[Entry]:
    """Every file below a folder; links are not followed. Raises InputError for a folder that holds too many."""
    skipped = without.resolve() if without else None
    try:
        for number, entry in enumerate(_walk(root, (), skipped)):
            if number >= SUBMISSIONS.most:
                raise InputError(SUBMISSIONS.told, place=Place(str(root)))
            yield entry
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror}", place=Place(str(root))) from None


def _walk(folder: Path, parts: tuple[str, ...], skipped: Path | None) -> Iterator[Entry]:
    with os.scandir(folder) as found:
        items = sorted(found, key=lambda item: item.name)
    for item in items:
        inside = (*parts, item.name)
        if is_litter(item.name):
            continue
        if item.is_symlink():
            yield Entry(inside, None, "a link, which is not followed")
        elif item.is_dir(follow_symlinks=False):
            yield from _folder(Path(item.path), inside, skipped)
        elif not item.is_file(follow_symlinks=False):
            yield Entry(inside, None, "no file")
        elif not is_read(item.name):
            yield Entry(inside, None, "no text that is read")
        else:
            note_read(item.path)
            yield Entry(inside, FilePage(clean("/".join(inside[1:] or inside)), item.path))


def _folder(path: Path, parts: tuple[str, ...], skipped: Path | None) -> Iterator[Entry]:
    if path.resolve() == skipped:
        return
    if len(parts) > FOLDERS.most:
        yield Entry(parts, None, FOLDERS.told)
        return
    below = False
    for entry in _walk(path, parts, skipped):
        below = True
        yield entry
    if not below:
        yield Entry((*parts, ""), None, "nothing is in it")
