"""The lines of one problem, found under the names that people give them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from attncalc.check.answers.synonyms import ALWAYS, RESULT, compact, lines_of
from attncalc.check.calculation import Calculation
from attncalc.errors import InputError, Place, did_you_mean, shorten
from attncalc.problem.names import ROWS, STEPS, read_name, spell
from attncalc.reading.bare import bare_name

MAX_NAME = 100
SEPARATORS = " ,:;_"
TRANSPOSED = re.compile(r"(?:\.T|['′]|\s?transposed?)$|(?<=^[A-Z])T$|^transpose of ")
INDEXED = re.compile(r"(.*?)(?<!\s)\s*+[\[(]\s*(\d{1,6})\s*(?:(?:,|\]\s*\[)\s*(\d{1,6})\s*)?[\])]")
PAIR = re.compile(r"(.*?)_?(\d{1,6}),\s?(\d{1,6})")
NUMBERED = re.compile(r"(.*?)[_ ]?((?:\d{1,6}_){0,3}\d{1,6})")
OF_TOKEN = ("query", "token", "word", "position")
OF_ROW = ("row", "zeile", "ligne", "fila", "line")
COLUMN = ("column", "col", "spalte", "colonne", "columna")
SECTIONS = frozenset({"head", "kopf", "layer", "step", "time step", "sequence"})


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
        self.sections = SECTIONS | {title.rpartition(" ")[0].lower() for title in titles}
        self.words: dict[str, list[str]] = {}  # from what the vocabulary says of a line
        for record in calculation.records.values():
            self.words.setdefault(compact(STEPS.get(record.name, "")), []).append(record.name)
        self.each: dict[str, list[str]] = {}  # the lines of a name in several sections: S is S_1, S_2
        for key in self.keys:
            if (name := read_name(key)) and name.section and name.row is None:
                self.each.setdefault(spell(name.base, name.section[:-1]), []).append(key)

    def section(self, text: str) -> tuple[tuple[int, ...], str]:
        """The numbers of the sections that a name speaks of, `head 1`, and the rest of the name."""
        return self._numbers_after(text, self.sections)

    def find(self, text: str, section: tuple[int, ...] = (), place: Place | None = None) -> list[Target]:
        """What a name may mean, the likeliest first; raises InputError where it is no name of this problem."""
        if found := self.meant(text, section):
            return found
        close = did_you_mean(text, [*self.keys, *filter(None, self.words)], listed=False)
        hint = close or did_you_mean(text, self.keys)
        raise InputError(f"{shorten(text) or 'an empty key'} is no line of this problem", place=place, hint=hint)

    def meant(self, text: str, section: tuple[int, ...] = ()) -> list[Target]:
        """The same, and nothing where it is no name."""
        return list(dict.fromkeys(self._found(text[:MAX_NAME], section)))

    def _found(self, text: str, section: tuple[int, ...]) -> Iterator[Target]:
        name = read_name(text)
        if name and name.row is None and (key := spell(name.base, (*section, *name.section))) in self.known:
            yield Target((key,))
        own, text = self.section(text)
        tokens, text = self._numbers_after(text, OF_TOKEN)
        rows, text = self._numbers_after(text, OF_ROW)
        columns, text = self._numbers_after(text, COLUMN)
        if own and not text.strip(SEPARATORS):
            text = "output"  # head 1 is what it gives
        if tokens and not text.strip(SEPARATORS):
            text = "Q"  # query 1
        section = (*section, *own)
        for target in self._named(bare_name(text).strip(' ,:;$"`'), section):
            if not (tokens or rows or columns):
                yield target
            elif target.row is None:
                row = (rows or tokens or (None,))[0]
                yield replace(target, row=row, column=(columns or (None,))[0], by_token=bool(tokens))

    @staticmethod
    def _numbers_after(text: str, words: frozenset[str] | tuple[str, ...]) -> tuple[tuple[int, ...], str]:
        pattern = rf"\b(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})\s?#?(\d{{1,6}})\b"
        spaced = text.replace("_", " ")
        found = re.findall(pattern, spaced, re.IGNORECASE)
        return (tuple(map(int, found)), re.sub(pattern, " ", spaced, flags=re.IGNORECASE)) if found else ((), text)

    def _named(self, text: str, section: tuple[int, ...]) -> Iterator[Target]:
        yield from self._indexed(text, section)
        without = TRANSPOSED.sub("", text)
        if without != text:
            for target in self._indexed(without, section):
                yield replace(target, turned=True)

    def _indexed(self, text: str, section: tuple[int, ...]) -> Iterator[Target]:
        """A name with what stands behind it: nothing, [1], [1, 2], _1, _12."""
        yield from self._placed(text, (), section)
        if pair := (INDEXED.fullmatch(text) or PAIR.fullmatch(text)):
            index = tuple(int(number) for number in pair.groups()[1:] if number)
            numbered = NUMBERED.fullmatch(pair[1])
            yield from self._placed(pair[1], (), section, index)
            if numbered:
                numbers = tuple(map(int, numbered[2].split("_")))
                yield from self._placed(numbered[1], numbers, section, index)
        elif numbered := NUMBERED.fullmatch(text):
            yield from self._placed(numbered[1], tuple(map(int, numbered[2].split("_"))), section)

    def _placed(self, text: str, numbers: tuple[int, ...], section: tuple[int, ...],
                index: tuple[int, ...] = ()) -> Iterator[Target]:  # fmt: skip
        """The lines of a name with numbers: those of sections first, what is left over is a row or an entry."""
        for base in self._bases(text, has_numbers=bool(numbers or index)):
            for outer in dict.fromkeys((section, section[:-1], ())):
                for cut in range(len(numbers), -1, -1):
                    key, rest = spell(base, (*outer, *numbers[:cut])), (*numbers[cut:], *index)
                    keys = (key,) if key in self.known else tuple(self.each.get(key, ()))
                    far = len(section) - len(outer) + len(numbers) - cut
                    if keys and len(rest) < 3:
                        yield from _targets(Target(keys, far=far), rest, by_token=not index)

    def _bases(self, text: str, *, has_numbers: bool) -> Iterator[str]:
        name = read_name(text) or read_name(re.sub(r"[\s*]", "", text))
        plain_name = name.base if name and not name.section and name.row is None else None
        own = [base for base in (text, plain_name) if base and self._is_there(base)]
        yield from own
        if own and compact(text) not in ALWAYS:
            return
        if has_numbers and text in ROWS:
            yield ROWS[text]
        for base in lines_of(text):
            yield self.result if base == RESULT else base
        yield from self.words.get(compact(text), ()) if text else ()

    def _is_there(self, base: str) -> bool:
        return base in self.known or any(key == base or key.startswith(f"{base}_") for key in self.each)


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
