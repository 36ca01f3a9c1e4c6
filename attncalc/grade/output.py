"""The folder of results: nothing in it is lost, and nothing outside it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from attncalc.errors import OutputError, Place

EARLIER = "earlier"
Write = Callable[[Path, str], None]


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

    def write(self, name: str, text: str) -> None:
        """Writes one file if it is new or changed."""
        path = self.root / name
        digest = sha256(text.encode()).hexdigest()[:16]
        before = self._text(path)
        if before is not None and (before == text or self.files.get(name) == digest):
            self.files[name] = digest
            return
        if before is not None:
            self._put(self._free(name), before)
        self._put(path, text)
        self.files[name] = digest
        self.written.append(name)

    def prepend(self, name: str, text: str) -> None:
        """Writes something before what a file says already."""
        path = self.root / name
        self._put(path, text + (f"\n{before}" if (before := self._text(path)) else ""))
        self.written.append(name)

    def _free(self, name: str) -> Path:
        """Where an earlier file is kept; a run that was cut off may have left one there already."""
        number, path = 1, self.root / EARLIER / str(self.run) / name
        while path.exists():
            number += 1
            path = self.root / EARLIER / f"{self.run}-{number}" / name
        return path

    def _put(self, path: Path, text: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            inside = path.resolve().is_relative_to(self.root.resolve())
        except (OSError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or "a link that leads in a circle"
            raise OutputError(f"it cannot be written: {why}", place=Place(str(path))) from None
        if not inside:
            raise OutputError("this is a link out of the folder of results", place=Place(str(path)))
        self.put(path, text)

    @staticmethod
    def _text(path: Path) -> str | None:
        try:
            with path.open(encoding="utf-8", newline="", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise OutputError(f"it cannot be read: {error.strerror}", place=Place(str(path))) from None
