"""What was practised, by mechanism and by mistake, in a small file of the user's own."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attncalc.errors import InputError, Place
from attncalc.files import write_whole

FORMAT = {"format": "attncalc/practice", "version": 1}
COUNTS = ("lines", "at once", "with hints", "left")
LARGEST = 10**6  # bytes of a file that is read


@dataclass
class Tally:
    """Lines that were worked on: how many were right at once, with hints, or left; and the mistakes by name."""

    mechanisms: dict[str, Counter[str]] = field(default_factory=dict)
    mistakes: Counter[str] = field(default_factory=Counter)

    def add(self, mechanism: str, what: str) -> None:
        """One line more."""
        self.mechanisms.setdefault(mechanism, Counter())[what] += 1

    def joined(self, other: Tally) -> Tally:
        """Both together."""
        names = dict.fromkeys((*self.mechanisms, *other.mechanisms))
        both = {name: self.mechanisms.get(name, Counter()) + other.mechanisms.get(name, Counter()) for name in names}
        return Tally(both, self.mistakes + other.mistakes)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was worked on."""
        return not any(count["lines"] for count in self.mechanisms.values())


def default_path() -> Path:
    """Where the file of this user is."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "attncalc" / "practice.json"


def read(path: Path) -> Tally:
    """What stands in the file; nothing where there is none. Raises InputError where it is no such file."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError
        return _tally(json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return Tally()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(
            "this is no file of what was practised", place=Place(str(path)), hint="Move it away, or use --no-history."
        ) from None


def _tally(made: Any) -> Tally:
    if {key: made[key] for key in FORMAT if key in made} != FORMAT:
        raise ValueError
    mechanisms = {
        str(name): Counter({key: int(counts.get(key, 0)) for key in COUNTS})
        for name, counts in made["mechanisms"].items()
    }
    return Tally(mechanisms, Counter({str(name): int(count) for name, count in made["mistakes"].items()}))


def keep(path: Path, tally: Tally) -> None:
    """Adds this to what stands in the file; raises OutputError where it cannot be written."""
    whole = read(path).joined(tally)
    made = {
        **FORMAT,
        "mechanisms": {name: {key: counts[key] for key in COUNTS} for name, counts in sorted(whole.mechanisms.items())},
        "mistakes": dict(sorted(whole.mistakes.items())),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
