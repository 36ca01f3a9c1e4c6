"""What lines say in words: options, what has to be typed by hand, and what is about an option and not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from attncalc.reading import sayings
from attncalc.reading.bare import bare_words
from attncalc.reading.denied import denies_scale, is_kept
from attncalc.reading.padded import padded
from attncalc.reading.phrases import NUMBERS
from attncalc.reading.sayings import Saying

WRAPPED, LONGEST = 50, 2000  # signs of a line that goes on in the next one, and of a paragraph
GOES_ON = re.compile(r"(?![^\W\d_]\S{0,6}\s?[=:])[^\W\d_(√]")
OF_REMARKS = "\N{SECTION SIGN}"  # before the sentences of a remark
DOT_ABOVE = "\N{COMBINING DOT ABOVE}"  # of İki in small letters
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
    for number, text in texts if not {"scale", "divide-by"} & said.keys() else ():
        if words := denies_scale(text):
            said.setdefault("scale", _doubted(Said("scale", "none", number, words), text))
    for number, text in texts:
        if places := padded(text):
            said.setdefault("padding", _doubted(Said("padding", " ".join(map(str, places)), number, text), text))
    return list(said.values())


def _sentences(lines: Texts) -> Iterator[tuple[int, str]]:
    """The sentences of some lines, each with the line on which it begins; of a remark none is left without a sign."""
    for numbers, text in _paragraphs(lines):
        position, is_remark = 0, sayings.REMARK.match(text)
        for sentence in sayings.SENTENCE.split(text):
            position = text.find(sentence, position)
            plain = sayings.WITHOUT.sub("", sentence)
            if not sayings.CONTRAST.search(plain):
                yield (
                    numbers[text.count("\n", 0, position)],
                    (OF_REMARKS if is_remark else "") + plain.replace("\n", " "),
                )


def _paragraphs(lines: Texts) -> Iterator[tuple[list[int], str]]:
    """Lines of prose that go on joined, with their numbers."""
    numbers, text, last = list[int](), "", ""
    for number, line in lines:
        bare = " ".join(bare_words(line).split())
        if len(last) >= WRAPPED and len(text) < LONGEST and numbers[-1:] == [number - 1] and GOES_ON.match(bare):
            numbers, text = [*numbers, number], f"{text}\n{bare}"
        else:
            if text:
                yield numbers, text
            numbers, text = [number], bare
        last = line.strip()
    if text:
        yield numbers, text


def _first(row: Saying, texts: Texts) -> Said | None:
    """The first place that says so; one in a question only where there is no other."""
    found = None
    for number, text in texts:
        if match := row.pattern.search(text):
            group = next(filter(None, match.groups()), "")
            value = (row.value or "{}").format(
                NUMBERS.get(group.lower().replace(DOT_ABOVE, ""), group.replace(",", "."))
            )
            said = _doubted(Said(row.key, value, number, match[0]), text)
            if not said.doubt:
                return said
            found = found or said
    return found


def _doubted(said: Said, sentence: str) -> Said:
    return said._replace(doubt="it may or may not be meant here") if is_aside(sentence) else said


def is_aside(sentence: str) -> bool:
    """Whether a sentence says what would be, or stands in a remark."""
    return sentence.startswith(OF_REMARKS) or sayings.ASIDE.search(sentence) is not None


def speaks_of_scale(text: str) -> bool:
    """Whether a line without formulas speaks of the scale, in any language."""
    said = (language["scale"].search(text) for language in sayings.LANGUAGES)
    return sayings.SCALED.search(text) is not None or any(said)


def shows_a_mask(text: str) -> bool:
    """Whether a line has infinite scores, or speaks of a mask in any language."""
    said = (language["mask"].search(text) for language in sayings.LANGUAGES)
    return sayings.INFINITE.search(text) is not None or any(said)


def unless_denied(general: Texts, own: Texts) -> Texts:
    """What a page says of all exercises, but for its mask where an exercise has none."""
    if not any(sayings.WITHOUT.search(bare_words(line)) for _, line in own):
        return general
    return [(number, line) for number, line in general if not shows_a_mask(bare_words(line))]


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
    texts = [(number, text) for number, text in _sentences(lines) if not is_kept(text)]
    for key, parts, others, why in sayings.ABOUT:
        words = ((number, _together(text, parts, others)) for number, text in texts if key not in known)
        if first := next((found for found in words if found[1]), None):
            known = {*known, key}
            yield *first, why
