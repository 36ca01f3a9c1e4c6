"""Names in a script: ASCII names of lines as identifiers that clash with nothing."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable

from attncalc.worksheet.notation import GREEK

LATIN = {sign: name for name, sign in GREEK.items()}
TAKEN = {"np", "torch", "math", "F", "show", "main", "found", *keyword.kwlist, *keyword.softkwlist, *dir(builtins)}


class Identifiers:
    """A table from names to identifiers, each its own: `lines` come first; what is `taken` is nobody's."""

    def __init__(self, lines: Iterable[str] = (), taken: Iterable[str] = ()) -> None:
        self._taken = TAKEN | {*taken}
        self._made: dict[tuple[str, bool], str] = {}
        for name in lines:
            self[name]

    def __getitem__(self, name: str) -> str:
        """The identifier of a line: lambda_ for lambda."""
        return self._find(name, letter=False)

    def letter(self, name: str) -> str:
        """The identifier of a letter that stands for a number; no line has it."""
        return self._find(name, letter=True)

    def _find(self, name: str, *, letter: bool) -> str:
        if (name, letter) not in self._made:
            self._made[name, letter] = self._free(name)
        return self._made[name, letter]

    def _free(self, name: str) -> str:
        spelt = re.sub(r"[^A-Za-z0-9_]", "_", "".join(LATIN.get(char, char) for char in name))
        base = spelt if re.match(r"[A-Za-z]", spelt) else f"x{spelt}"
        while base in self._taken or base in self._made.values():
            base += "_"
        return base
