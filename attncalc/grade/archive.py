"""Submissions in a zip: nothing is ever unpacked to disk, and names that lead out of it are refused."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from attncalc.errors import InputError, Place, shorten
from attncalc.files import note_read
from attncalc.grade.submissions import Entry, clean, is_litter, is_read
from attncalc.limits import FILE, FOLDERS, SUBMISSIONS, UNPACKED
from attncalc.reading.source import Source, read_source

BROKEN = (BadZipFile, OSError, NotImplementedError)  # the last: packed in a way that zipfile cannot read
PACKED = (".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar")
ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class ZipPage:
    """A page in an archive."""

    name: str
    path: str
    member: str

    def read(self) -> Source:
        """Its text; raises InputError where it has none, or is larger than it says."""
        place = Place(self.name)
        try:
            with _archive(self.path, Path(self.path).stat().st_mtime_ns).open(self.member) as file:
                data = file.read(FILE.most + 1)
        except Exception as error:  # whatever the ways of packing meet in what is damaged
            raise InputError(f"it cannot be unpacked: {shorten(str(error), 80)}", place=place) from None
        if len(data) > FILE.most:
            raise InputError(FILE.told, place=place)
        return read_source(data, self.name)


@lru_cache(maxsize=1)
def _archive(path: str, _: int) -> ZipFile:
    """An archive, opened once as long as it is not written anew."""
    return ZipFile(path)


def members_of(path: Path) -> Iterator[Entry]:
    """Every file of an archive; raises InputError for one that is broken, too large, or leads out of itself."""
    try:
        note_read(path)
        with ZipFile(path) as archive:
            members = archive.infolist()
    except (*BROKEN, ValueError) as error:
        raise InputError(f"this archive cannot be read: {shorten(str(error), 80)}", place=Place(str(path))) from None
    if len(members) > SUBMISSIONS.most:
        raise InputError(SUBMISSIONS.told, place=Place(str(path)))
    if sum(member.file_size for member in members) > UNPACKED.most:
        raise InputError(UNPACKED.told, place=Place(str(path)))
    named = {_parts(member, path): member for member in members}
    wanted = {parts: member for parts, member in named.items() if parts and not any(map(is_litter, parts))}
    filled = {parts[:length] for parts in wanted for length in range(1, len(parts))}
    for parts, member in wanted.items():
        if not member.is_dir():
            yield _entry(member, parts, path)
        elif parts not in filled:
            yield Entry((*parts, ""), None, "nothing is in it")


def _parts(member: ZipInfo, path: Path) -> tuple[str, ...]:
    name = member.filename.replace("\\", "/")
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if name.startswith("/") or ".." in parts or (parts and parts[0].endswith(":")) or "\0" in member.orig_filename:
        raise InputError(
            f"{shorten(member.filename)} leads out of the archive; nothing of it is read", place=Place(str(path))
        )
    return parts


def _entry(member: ZipInfo, parts: tuple[str, ...], path: Path) -> Entry:
    if stat.S_ISLNK(member.external_attr >> 16):
        return Entry(parts, None, "a link, which is not followed")
    if len(parts) > FOLDERS.most:
        return Entry(parts[: FOLDERS.most + 1], None, FOLDERS.told)
    if member.flag_bits & ENCRYPTED:
        return Entry(parts, None, "it needs a password")
    if parts[-1].lower().endswith(PACKED):
        return Entry(parts, None, "an archive in an archive, which is not opened")
    if not is_read(parts[-1]):
        return Entry(parts, None, "no text that is read")
    return Entry(parts, ZipPage(clean("/".join(parts[1:] or parts)), str(path.absolute()), member.filename))
