"""The lines of one problem, found under the names that people give them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from attncalc.check.answers.called import ALWAYS, RESULT, lines_of, plain, without_articles
from attncalc.check.calculation import Calculation
from attncalc.errors import InputError, did_you_mean, shorten
from attncalc.problem.names import ROWS, STEPS, read_name, spell
from attncalc.problem.tree import Scalar
from attncalc.reading.expression import inks_of, spelt
from attncalc.reading.languages import COLUMNS

MAX_NAME = 100
SEPARATORS = ' ,:;_$"`'
TRANSPOSED = re.compile(r"(?:ᵀ|\s?transposed?)$|(?<=^[A-Z])T$|^transpose ")
PLACE = re.compile(
    r"(?:(?<!\s)\s?[\[(]\s?(\d{1,6})\s?(?:(?:,|\]\s?\[)\s?(\d{1,6})\s?)?[\])]|_\{?\s?(\d{1,6})\s?,\s?(\d{1,6})\s?\}?)$"
)
NUMBERED = re.compile(r"(.*[^\W\d_])[_ ]?((?:\d{1,6}_){0,3}\d{1,6})")
COUNTED = {
    "section": {"head", "kopf", "layer", "step", "time step", "sequence"},
    "token": {"query", "token", "word", "position"},
    "row": {"row", "zeile", "ligne", "fila", "line"},
    "column": COLUMNS,
}


@dataclass(frozen=True, slots=True)
class Target:
    """A line, or a row, a column or an entry of it, from 1, as they stand on the page or (`by_token`) by tokens.

    Of several `keys` the lines are meant together: A of all heads. `far` counts the numbers of the name that are
    no section's.
    """

    keys: tuple[str, ...]
    row: int | None = None
    column: int | None = None
    turned: bool = False
    by_token: bool = False
    far: int = 0


class Names:
    """The lines and inputs of a problem under every name that they may have."""

    def __init__(self, calculation: Calculation) -> None:
        self.keys = [*calculation.records, *calculation.inputs]
        self.known = {*self.keys, *calculation.sizes}
        self.result = calculation.sheet.recorder.result
        titles = (title for record in calculation.records.values() for title in record.titles)
        self.counted = _counted({title.rpartition(" ")[0].lower() for title in titles})
        self.words: dict[str, list[str]] = {}  # from what the vocabulary says of a line
        for record in calculation.records.values():
            self.words.setdefault(plain(STEPS.get(record.name, "")), []).append(record.name)
        self.each: dict[str, list[str]] = {}  # the lines of a name in several sections: S is S_1, S_2
        for key in self.keys:
            if (name := read_name(key)) and name.section and name.row is None:
                self.each.setdefault(spell(name.base, name.section[:-1]), []).append(key)

    def is_section(self, text: str) -> bool:
        """Whether a name is only that of a section: head 1."""
        numbers, rest = self._numbers(text)
        return "section" in numbers and not rest.strip(SEPARATORS)

    def find(self, text: str, key: Scalar) -> list[Target]:
        """What a name may mean, the likeliest first; raises InputError where a `key` makes it no name of a line."""
        if found := self.meant(text):
            return found
        close = did_you_mean(key.text, [*self.keys, *filter(None, self.words)], listed=False)
        hint = close or did_you_mean(key.text, self.keys)
        name = shorten(key.text) or "an empty key"
        raise InputError(f"{name} is no line of this problem", place=key.place, hint=hint)

    def meant(self, text: str) -> list[Target]:
        """The same, and nothing where it is no name."""
        return list(dict.fromkeys(self._found(text[:MAX_NAME])))

    def _found(self, text: str) -> Iterator[Target]:
        if text in self.known:
            yield Target((text,))
        numbers, text = self._numbers(text)
        row, column = (next(iter(numbers.get(kind, ())), None) for kind in ("row", "column"))
        token, section = next(iter(numbers.get("token", ())), None), tuple(numbers.get("section", ()))
        text = without_articles(text.strip(SEPARATORS))
        if not text:  # head 1 is what it gives, query 1 a row of Q
            text = "Q" if token else "output" if section else ""
        for target in self._named(text, section):
            if not numbers.keys() - {"section"}:
                yield target
            elif target.row is None:
                yield replace(target, row=row or token, column=column, by_token=token is not None)

    def _numbers(self, text: str) -> tuple[dict[str, list[int]], str]:
        """What is numbered in a name, "head 1", and the rest of the name."""
        spaced, found = text.replace("_", " "), dict[str, list[int]]()
        for match in self.counted.finditer(spaced):
            found.setdefault(next(kind for kind in COUNTED if match[kind]), []).append(int(match["number"]))
        return found, self.counted.sub(" ", spaced) if found else text

    def _named(self, text: str, section: tuple[int, ...]) -> Iterator[Target]:
        """A name with what stands behind it: nothing, [1], [1, 2], _1, _12."""
        place = PLACE.search(text)
        index = tuple(int(number) for number in place.groups() if number) if place else ()
        text = " ".join(map(spelt, inks_of(text[: place.start()] if place else text)))
        without = TRANSPOSED.sub("", text)
        for name in dict.fromkeys((text, without)):
            for target in self._placed(name, section, index):
                yield replace(target, turned=name != text)

    def _placed(self, text: str, section: tuple[int, ...], index: tuple[int, ...]) -> Iterator[Target]:
        """The lines of a name with numbers: those of sections first, what is left over is a row or an entry."""
        numbered = NUMBERED.fullmatch(text)
        numbers = tuple(map(int, numbered[2].split("_"))) if numbered else ()
        ways: list[tuple[str, tuple[int, ...]]] = [(own, ()) for own in self._own(text)] if numbered else []
        name = numbered[1] if numbered else text
        ways += [(base, numbers) for base in self._bases(name, has_numbers=bool(numbers or index))]
        for base, numbers in ways:
            for outer in dict.fromkeys((section, section[:-1], ())):
                for cut in range(len(numbers), -1, -1):
                    key, rest = spell(base, (*outer, *numbers[:cut])), (*numbers[cut:], *index)
                    keys = (key,) if key in self.known else tuple(self.each.get(key, ()))
                    far = len(section) - len(outer) + len(numbers) - cut
                    if keys and len(rest) < 3:
                        yield from _targets(Target(keys, far=far), rest, by_token=not index)

    def _bases(self, text: str, *, has_numbers: bool) -> Iterator[str]:
        own = self._own(text)
        yield from own
        if own and text.lower() not in ALWAYS:
            return
        if has_numbers and text in ROWS:
            yield ROWS[text]
        for base in (*lines_of(text), ROWS.get(text, "")):
            yield self.result if base == RESULT else base
        yield from self.words.get(plain(text), ()) if text else ()

    def _own(self, text: str) -> list[str]:
        """The lines that a text names as the vocabulary does."""
        name = read_name(text.replace(" ", "").replace("ᵀ", "T"))
        named = name.base if name and not name.section and name.row is None else None
        return [base for base in (text, named) if base and self._is_there(base)]

    def _is_there(self, base: str) -> bool:
        return base in self.known or any(key == base or key.startswith(f"{base}_") for key in self.each)


def _counted(sections: set[str]) -> re.Pattern[str]:
    """What finds the words before numbers that say what these count."""
    kinds = {**COUNTED, "section": sections | COUNTED["section"]}
    words = "|".join(
        rf"(?P<{kind}>{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"
        for kind, words in kinds.items()
    )
    return re.compile(rf"\b(?:{words})s?\s?#?(?P<number>\d{{1,6}})\b", re.IGNORECASE)


def _targets(lines: Target, rest: tuple[int, ...], *, by_token: bool) -> Iterator[Target]:
    """Lines, their row or their entry; 12 may be row 12, or row 1 and column 2."""
    if not rest:
        yield lines
    elif len(rest) == 2:
        yield replace(lines, row=rest[0], column=rest[1])
    else:
        yield replace(lines, row=rest[0], by_token=by_token)
        if by_token and 11 <= rest[0] <= 99 and rest[0] % 10:
            yield replace(lines, row=rest[0] // 10, column=rest[0] % 10)
