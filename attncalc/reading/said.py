"""What lines say in words: options, what has to be typed by hand, and what is about an option and not read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attncalc.reading import sayings
from attncalc.reading.bare import bare_words
from attncalc.reading.sayings import Saying

Texts = list[tuple[int, str]]  # lines with their numbers


class Said(NamedTuple):
    """An option that a line sets; `doubt` says why it may not be meant."""

    key: str
    value: str
    line: int
    words: str
    doubt: str = ""


def options(lines: Texts) -> list[Said]:
    """What numbered lines say about options: the first word on each wins, plain words before hints."""
    texts = list(_sentences(lines))
    scaled = any(sayings.SCALED.search(text) for _, text in texts)
    said: dict[str, Said] = {}
    for row in sayings.SAYINGS:
        if row.key not in said and not (row.weak and scaled) and (found := _first(row, texts)):
            said[row.key] = found
    for key, value, parts, others in sayings.TOGETHER:
        for number, text in texts if key not in said else ():
            if words := _together(text, parts, others):
                said.setdefault(key, _doubted(Said(key, value, number, words), text))
    return list(said.values())


def _sentences(lines: Texts) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        for sentence in sayings.SENTENCE.split(sayings.WITHOUT.sub("", " ".join(bare_words(line).split()))):
            if not sayings.CONTRAST.search(sentence):
                yield number, sentence


def _first(row: Saying, texts: Texts) -> Said | None:
    """The first place that says so; one in a question only where there is no other."""
    found = None
    for number, text in texts:
        if match := row.pattern.search(text):
            group = next(filter(None, match.groups()), "")
            value = (row.value or "{}").format(sayings.NUMBERS.get(group.lower(), group))
            said = _doubted(Said(row.key, value, number, match[0]), text)
            if not said.doubt:
                return said
            found = found or said
    return found


def _doubted(said: Said, sentence: str) -> Said:
    return said._replace(doubt="it may or may not be meant here") if sayings.ASIDE.search(sentence) else said


def _together(text: str, parts: tuple[str, ...], others: tuple[str, ...] = ()) -> str:
    """The words of a sentence in which all these parts of one language stand, and none of the others."""
    for language in sayings.LANGUAGES:
        found = [match for part in parts if part in language and (match := language[part].search(text))]
        if len(found) == len(parts) and not any(part in language and language[part].search(text) for part in others):
            return text[min(match.start() for match in found) : max(match.end() for match in found)]
    return ""


def by_hand(lines: Texts, only: str = "") -> Iterator[tuple[int, str, str]]:
    """What has to be typed by hand: the line, what it is, and why; of one kind `only` where it is named."""
    for pattern, what, why in sayings.BY_HAND:
        for number, line in lines if only in what else ():
            if match := pattern.search(bare_words(line)):
                yield number, match[1], f"{what}; {why.format(match[1])}"
                break


def not_read(lines: Texts, known: set[str]) -> Iterator[tuple[int, str, str]]:
    """The first words about each option that is not among the known ones, which nothing was understood of."""
    texts = list(_sentences(lines))
    for key, parts, why in sayings.ABOUT:
        words = ((number, _together(text, parts)) for number, text in texts if key not in known)
        if first := next((found for found in words if found[1]), None):
            known = {*known, key}
            yield *first, why
