"""The folder of results: nothing in it is lost, and nothing outside it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from attncalc.errors import OutputError, Place
from attncalc.files import check_stays

EARLIER = "earlier"
Write = Callable[[Path, str | bytes], None]


@dataclass
class Folder:
    """Writes files by their names in the folder; `files` holds a digest of each that was ever written.

    What was there before is kept under `earlier/`, by the number of the run that left it. A file is left as it is
    where the same was written before, so that what somebody changed in it by hand stays.
    """

    root: Path
    run: int
    put: Write
    files: dict[str, str] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)

    def write(self, name: str, content: str | bytes) -> None:
        """Writes one file if it is new or changed."""
        path, data = self.root / name, content if isinstance(content, bytes) else writable(content).encode()
        digest = sha256(data).hexdigest()[:16]
        before = self._bytes(path)
        if before is not None and (before == data or self.files.get(name) == digest):
            self.files[name] = digest
            return
        if before is not None:
            self.keep(name)
        self.put_whole(name, content)
        self.files[name] = digest
        self.written.append(name)

    def prepend(self, name: str, text: str) -> None:
        """Writes something before what a file says already."""
        before = (self._bytes(self.root / name) or b"").decode("utf-8", "replace")
        self.put_whole(name, f"{text}\n{before}" if before else text)
        self.written.append(name)

    def put_whole(self, name: str, content: str | bytes) -> None:
        """Writes one file in place of any that is there; raises OutputError where that would be outside the folder."""
        path = self.root / name
        self._prepare(path)
        self.put(path, content if isinstance(content, bytes) else writable(content))

    def keep(self, name: str) -> None:
        """Moves a file, as it is byte by byte, to those of earlier runs."""
        path, kept = self.root / name, self._free(name)
        self._prepare(path)
        self._prepare(kept)
        try:
            path.rename(kept)
        except OSError as error:
            raise OutputError(f"it cannot be moved to {kept}: {error.strerror}", place=Place(str(path))) from None

    def _free(self, name: str) -> Path:
        """Where an earlier file is kept; a run that was cut off may have left one there already."""
        number, path = 1, self.root / EARLIER / str(self.run) / name
        while path.exists():
            number += 1
            path = self.root / EARLIER / f"{self.run}-{number}" / name
        return path

    def _prepare(self, path: Path) -> None:
        """Makes the folder that a file is in; raises OutputError where that is outside the folder of results."""
        check_stays(path)
        try:
            inside = path.resolve().is_relative_to(self.root.resolve())
            if inside:
                path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or "a link that leads in a circle"
            raise OutputError(f"it cannot be written: {why}", place=Place(str(path))) from None
        if not inside:
            raise OutputError("this is a link out of the folder of results", place=Place(str(path)))

    @staticmethod
    def _bytes(path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise OutputError(f"it cannot be read: {error.strerror}", place=Place(str(path))) from None


def writable(text: str) -> str:
    """A text without halves of characters, which notebooks and JSON may hold and no file can."""
    return text.encode("utf-8", "replace").decode()
