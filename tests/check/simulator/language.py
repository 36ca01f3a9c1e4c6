"""The words of a language, from a file of this folder's `languages`, and what is called how."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "languages"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
EASTERN = ("zh", "ja")  # written without blanks, with wide punctuation


@cache
def _file(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")))


@dataclass
class Language:
    """One writer's words: of several ways, one is chosen for a page."""

    name: str
    seed: str
    chosen: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = random.Random(self.seed)

    def _one(self, name: str, options: Any) -> Any:
        """One of several, the same for the same writer whatever was chosen before."""
        return random.Random(f"{self.seed} {name}").choice(options)

    @property
    def mark(self) -> str:
        """The decimal mark."""
        return str(_file(self.name)["mark"])

    @property
    def and_(self) -> str:
        """The word before the last of a list."""
        return str(_file(self.name)["and"])

    @property
    def is_eastern(self) -> bool:
        """Whether words stand without blanks between them."""
        return self.name in EASTERN

    def word(self, name: str, **parts: object) -> str:
        """A word or sentence, always the same on a page."""
        if name not in self.chosen:
            self.chosen[name] = self._one(name, _file(self.name)[name])
        return self.chosen[name].format(**parts)

    def plain_row(self, i: int) -> str:
        """A row of a matrix that is no token's."""
        return str(_file(self.name)["row"][0]).format(i=i)

    def other(self, name: str, **parts: object) -> str:
        """A word or sentence, another one each time."""
        return str(self.numbers.choice(_file(self.name)[name])).format(**parts)

    def line(self, key: str, root: str) -> str:
        """What a line is called; `root` is how the root of d_k is written."""
        known = _file(self.name)["lines"]
        if f"line {key}" not in self.chosen:
            self.chosen[f"line {key}"] = self._one(f"line {key}", known.get(key) or _file("en")["lines"][key])
        return self.chosen[f"line {key}"].format(r=root)

    def tokens(self, other: bool = False) -> list[str]:
        """A short sentence, word by word; another one for a second sequence."""
        sentences = _file(self.name)["tokens"]
        at = sentences.index(self._one("tokens", sentences)) + other
        return list(sentences[at % len(sentences)])


def knows(name: str, keys: list[str]) -> bool:
    """Whether a language has words for these lines."""
    return name == "en" or all(key in _file(name)["lines"] for key in keys)
