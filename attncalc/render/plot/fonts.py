"""Which letters a picture can show: what no font has is replaced, and said."""

from __future__ import annotations

import unicodedata

from attncalc.errors import printable

FONT = "DejaVu Sans"
# Fonts of systems for what the first lacks.
OTHERS = (
    "Noto Sans",
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Noto Sans JP",
    "WenQuanYi Micro Hei",
    "PingFang SC",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Yu Gothic",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Devanagari",
    "Noto Emoji",
    "Segoe UI Symbol",
    "Arial Unicode MS",
)
BOX = "□"
UNSEEN = ("Mn", "Me", "Cf")  # marks that may be left out where a font lacks them


class Letters:
    """The letters of fonts that this machine has; `lacking` collects those that no font has."""

    def __init__(self, texts: list[str], *, drawn_elsewhere: bool) -> None:
        self.families = [FONT]
        self.lacking: dict[str, None] = {}
        self._elsewhere = drawn_elsewhere  # by a program with fonts of its own
        self._known = _letters_of(FONT)
        self._missing = {char for text in texts for char in printable(text)} - self._known
        for family in OTHERS:
            if self._missing and not drawn_elsewhere:
                self._add(family)

    def _add(self, family: str) -> None:
        letters = _letters_of(family)
        if self._missing & letters:
            self.families.append(family)
            self._known |= letters
            self._missing -= letters

    def shown(self, text: str) -> str:
        """The text on one line, a box for each letter that no font has."""
        text = " ".join(printable(text).split())
        return text if self._elsewhere else "".join(map(self._char, text))

    def _char(self, char: str) -> str:
        if char in self._known:
            return char
        if unicodedata.category(char) in UNSEEN:
            return ""
        self.lacking[char] = None
        return BOX


def _letters_of(family: str) -> set[str]:
    """The letters of a font; none where it is not installed."""
    from matplotlib.font_manager import fontManager
    from matplotlib.ft2font import FT2Font

    upright = [entry for entry in fontManager.ttflist if entry.name == family and entry.style == "normal"]
    paths = [entry.fname for entry in upright if str(entry.weight) in ("400", "normal")]
    return set(map(chr, FT2Font(paths[0]).get_charmap())) if paths else set()
