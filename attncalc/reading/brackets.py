"""Where the brackets, braces and environments of a formula end, whether or not something closes them."""

from __future__ import annotations

from dataclasses import dataclass, field

from attncalc.limits import BRACKETS
from attncalc.reading.tokens import Token

CLOSED = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}
OPENED = {close: opened for opened, close in CLOSED.items()}
NAMED = {"word", "below", "above", "turn"}  # what a name that stands before a sign is made of
Ends = dict[int, tuple[int, bool]]  # for each word that opens something where that ends, and whether it is closed


class TooDeepError(Exception):
    """More brackets inside one another than anybody writes."""


@dataclass
class Frame:
    """What stands open inside one brace or environment."""

    start: int
    opened: list[int] = field(default_factory=list)


def ends(words: list[Token]) -> Ends:
    """For each bracket, brace and \\begin where it ends, and whether something closes it there."""
    found: Ends = {}
    frames = [Frame(-1)]
    for place, token in enumerate(words):
        if token.kind == "begin" or (token.kind == "open" and token.text == "{"):
            frames.append(Frame(place))
        elif token.kind == "open":
            frames[-1].opened.append(place)
        elif token.kind == "end" or (token.kind == "close" and token.text == "}"):
            _close_frame(words, frames, place, found)
        elif token.kind == "close":
            _close(words, frames[-1], place, found)
        if len(frames) + len(frames[-1].opened) > BRACKETS.most:
            raise TooDeepError
    left = [start for frame in frames for start in (frame.start, *frame.opened) if start >= 0]
    return found | {start: (_unclosed(words, start, len(words)), False) for start in left}


def unpaired(words: list[Token]) -> tuple[Token | None, Token | None] | None:
    """The first bracket, or \\begin, that nothing of its kind closes, and what stands in its place; else None."""
    opened: list[Token] = []
    for word in words:
        if word.kind in ("open", "begin"):
            opened.append(word)
        elif word.kind in ("close", "end"):
            last = opened.pop() if opened else None
            if last is None or word.text != CLOSED.get(last.text, last.text):
                return last, word
    return (opened[-1], None) if opened else None


def _close(words: list[Token], frame: Frame, place: int, found: Ends) -> None:
    """A bracket closes the last one of its kind, or else the last one: [0, 1)."""
    if not frame.opened:
        return
    kind = OPENED[words[place].text]
    last = next((start for start in reversed(frame.opened) if words[start].text == kind), frame.opened[-1])
    while frame.opened:
        start = frame.opened.pop()
        found[start] = place, start == last
        if start == last:
            return


def _close_frame(words: list[Token], frames: list[Frame], place: int, found: Ends) -> None:
    """A brace closes a brace, an \\end the last \\begin, whatever stands open inside."""
    is_end = words[place].kind == "end"
    if not any((words[frame.start].kind == "begin") == is_end for frame in frames[1:]):
        return
    while True:
        frame = frames.pop()
        fits = (words[frame.start].kind == "begin") == is_end
        for start in frame.opened:
            found[start] = place, False
        found[frame.start] = place, fits
        if fits:
            return


def _unclosed(words: list[Token], start: int, stop: int) -> int:
    """What nothing closes ends at the next sign, or before the comma and the name that stand before it."""
    if words[start].text == "{" and start and words[start - 1].text in ("^", "_"):
        stop = min(stop, start + 60)
    sign = next((place for place in range(start + 1, min(stop, start + 5000)) if words[place].kind == "sign"), stop)
    name = next((place for place in range(sign, start, -1) if words[place - 1].kind not in NAMED), sign)
    return name - 1 if start < name - 1 < sign - 1 and words[name - 1].kind in ("comma", "semicolon") else sign


class Words:
    """The words of a formula, which may be cut into parts wherever no bracket is open."""

    def __init__(self, text: str, words: list[Token]) -> None:
        self.text, self.words, self.stop = text, words, len(words)
        self.ends = ends(words)

    def end_of(self, place: int) -> tuple[int, int]:
        """Where the inside of a bracket ends, and where to go on behind it."""
        end, closed = self.ends.get(place, (self.stop, False))
        end = min(end, self.stop)
        return end, end + 1 if closed else end

    def over(self, place: int, stop: int) -> int:
        """The next word behind this one, or behind the bracket that begins with it."""
        return max(place + 1, min(self.end_of(place)[1], stop)) if place in self.ends else place + 1

    def top(self, start: int, stop: int) -> list[int]:
        """The words between two places that stand in no bracket."""
        found, place = [], start
        while place < stop:
            found.append(place)
            place = self.over(place, stop) if place in self.ends else place + 1
        return found

    def kinds(self, start: int, stop: int) -> set[str]:
        """The kinds of the words in no bracket."""
        return {self.words[place].kind for place in self.top(start, stop)}

    def split(self, start: int, stop: int, *kinds: str) -> list[tuple[int, int]]:
        """The parts between words of some kinds, or with some signs, in no bracket."""
        cuts = [i for i in self.top(start, stop) if self.words[i].kind in kinds or self.words[i].text in kinds]
        return list(zip([start, *(cut + 1 for cut in cuts)], [*cuts, stop], strict=True))
