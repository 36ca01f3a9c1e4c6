"""Code on a page: arrays that are typed in, what is printed and what it is printed of; the rest of a program is left.

Nothing is run: an assignment counts where its right side is an array of numbers and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from attncalc.reading.cleaned import PROMPTS
from attncalc.reading.ink import Span
from attncalc.reading.lines import bounds_of, closed

MAX_ARRAY = 20_000
PROMPT = re.compile(
    rf"^[ \t]*+(?:>>>?|In ?\[\d*\]:=?|\(%i\d{{1,4}}\)|[a-z]{{3,9}}>|octave:\d{{1,4}}>|sage:|{PROMPTS})[ \t]?",
    re.MULTILINE,
)
CONSOLE = re.compile(  # lines that nobody writes but at a prompt
    r"^[ \t]{0,8}(?:>>>[ ]|In ?\[\d{1,4}\]:=?[ ]\S|\(%i\d{1,4}\)|(?:julia|ghci|scala|maxima)>|octave:\d{1,4}>|sage:"
    r"|>>[ ]?[A-Za-z]\w{0,30}[ ]?=[^=]|>[ ][A-Za-z][\w.]{0,30}[ ]<-[ ])",
    re.MULTILINE,
)
OF_R, R_SIGNS = re.compile(r"^[ \t]*+[>+][ \t]", re.MULTILINE), re.compile(r"<-|%\*%")
ASSIGNED = re.compile(  # Q = [[1, 0]], but also double Q[2][2] = {{1, 0}, {0, 1}} and let k = vec![[1, 0], [0, 1]]
    r"(?:^|(?<=>)|(?<=\]:)|(?<=\]:=)|;)[ \t>]{0,8}(?:[A-Za-z][\w<>]{0,20}(?:\[\]){0,2}[ \t]{1,4}){0,3}"
    r"(?P<name>[A-Za-z_]\w{0,30}(?:\[\d{1,2}\](?!\[))?)"
    r"(?P<typed>(?:\[\d{0,3}\]){0,2}[ \t]{0,4}(?::=|=(?!=)|<-|:)[ \t]{0,12}"
    r"(?:[A-Za-z&][\w.!]{0,30}[ \t]?){0,2}(?:\[\d{0,3}\]){0,2}(?:[A-Za-z]\w{0,20}[ \t]?)?\(?[ \t\n]{0,9})(?=[\[({])",
    re.MULTILINE,
)
PLAIN = re.compile(
    r"[ \t]*=[ \t]*(?:(?:as)?(?:array|matrix|Matrix|tensor|_tensor|Tensor|FloatTensor|DoubleTensor|transpose)\(\s*)?"
)
CALLED = re.compile(  # what is given arguments or indices, and is no Matrix, List, Vector: n = log(3), q = Q[0]
    r"(?<![\w.])(?![A-Z][a-z]{2,30}\(?$)[A-Za-z][\w.]{0,30}\(?$"
)
REMARK = re.compile(r"(?:#|//|--|%)[ \t]{0,9}(?=[^\n\[]{0,80}\[[ \t\d.,;\[\]()+−-]{3,400}\])")  # that shows a list
ARRAY = re.compile(rf"(?:[\s{PROMPTS[0]}\d.,;\[\](){{}}+\-−/^eE_]|\*(?!\*))*")  # powers are of a program
COMMENT = re.compile(r"#[^\n]*")
BRACKETS = re.compile(r"[\[\](){}]|#[^\n]*")
ENDLESS = re.compile(r"(?:-[ \t]*+)?(?:float\(['\"]-?inf['\"]\)|inf\b)")
FUNCTION = re.compile(r"(?<![\w.])(?:(?:np|math|torch|numpy)\.)?(?:sqrt|exp)(?=\()")
BEHIND = re.compile(
    r"[ \t]*(?:,[ \t]*(?:dtype|device|requires_grad)[^\n)]{0,40})?\)?(?:\.T)?[ \t]*(?=;|$|#|\r)", re.MULTILINE
)
PRINTED = re.compile(
    r"(?:print|display|show|disp)\(\s*+(?P<of>[^(),\n]{1,80}(?:\([^()\n]{0,60}\)[^(),\n]{0,40})?)[,)][^\n]*"
)
SHOWING = re.compile(r"julia|octave|^>>[ ]|:=|%i")  # print what is assigned
GIVEN = re.compile(r"\s*+([A-Za-z_]\w{0,30})\s*+(?:=(?!=)|<-|:(?!:))")
SHOWN = re.compile(r"(?:print\w{0,3}!?|log|disp|show|echo|puts)[( ]\s?([A-Za-z_]\w{0,30})")
LOOP = re.compile(r"^[ \t]*(?:for|while)\b", re.MULTILINE)
NO_LABEL = re.compile(
    r"^(?:import|from|def|return|for|while|if|else|elif|with|class|assert|pass|raise)\b|[^=!<>]=(?!=)|[{}\"']"
)


def code_spans(text: str, start: int, end: int, *, has_output: bool = False) -> Iterator[Span]:
    """The arrays that a program is given, and what it prints with its label; `has_output` if that follows behind."""
    for prompt in (OF_R, PROMPT) if R_SIGNS.search(text, start, end) else (PROMPT,):
        if prompt.search(text, start, end):
            yield from _session(text, start, end, prompt)
            return
    yield Span("code", start, end)
    yield from _arrays(text, start, end)
    if has_output:
        yield from _labels(text, start, end)


def consoles(text: str, start: int, end: int) -> Iterator[Span]:
    """A text with the session at a prompt in it, up to the end of the paragraph in which its last print stands."""
    first, last = None, None
    for last in CONSOLE.finditer(text, start, end):
        first = first or last
    if first is None or last is None:
        yield Span("text", start, end)
        return
    stop = text.find("\n\n", last.end(), end)
    stop = end if stop < 0 else stop
    yield Span("text", start, first.start())
    yield Span("code", first.start(), stop)
    yield Span("text", stop, end)


def _arrays(text: str, start: int, end: int) -> Iterator[Span]:
    """Assignments of arrays."""
    position = start
    while match := ASSIGNED.search(text, position, end):
        stop = closed(text, match.end(), min(end, match.end() + MAX_ARRAY), BRACKETS)
        position = match.end() if stop else match.end() + MAX_ARRAY
        if (
            stop
            and ARRAY.fullmatch(FUNCTION.sub("", ENDLESS.sub("", COMMENT.sub("", text[match.end() : stop]))))
            and (behind := BEHIND.match(text, stop, end))
        ):
            position = stop
            turned = len(behind[0].partition(".T")[0] + ".T") * (".T" in behind[0])
            is_plain = PLAIN.fullmatch(match["typed"])
            if not is_plain and CALLED.search(match["typed"]) and text[match.end()] in "([":
                continue
            if not is_plain:
                yield Span("label", *match.span("name"))
            yield Span("array", match.start("name") if is_plain else match.end(), stop + turned)
    yield from _remarks(text, start, end)


def _remarks(text: str, start: int, end: int) -> Iterator[Span]:
    """What remarks in a program show, with the name of what the program gives there."""
    for first, stop in bounds_of(text, start, end):
        if remark := REMARK.search(text, first, stop):
            if given := GIVEN.match(text, first, remark.start()) or SHOWN.search(text, first, remark.start()):
                yield Span("label", *given.span(1))
            yield Span("text", remark.end(), stop)


def _session(text: str, start: int, end: int, prompt: re.Pattern[str]) -> Iterator[Span]:
    """What is typed at prompts, and what is printed below each."""
    lines = list(bounds_of(text, start, end))
    typed = [prompt.match(text, *bound) is not None for bound in lines]
    starts = [i for i in range(len(lines)) if i == 0 or (typed[i] and not _goes_on(text, lines[i]))]
    for first, behind in pairwise([*starts, len(lines)]):
        printed = next((i for i in range(first, behind) if not typed[i]), behind)
        if printed > first:
            span = Span("code", lines[first][0], lines[printed - 1][1])
            yield span
            yield from _arrays(text, span.start, span.end)
        if any(text[slice(*bound)].strip() for bound in lines[printed:behind]):
            yield from _labels(text, span.start, span.end, prompt) if printed > first else ()
            yield Span("text", lines[printed][0], lines[behind - 1][1])


def _goes_on(text: str, bound: tuple[int, int]) -> bool:
    """Whether a line at a prompt goes on with the one before."""
    return PROMPTS in text[slice(*bound)]


def _labels(text: str, start: int, end: int, prompt: re.Pattern[str] = PROMPT) -> Iterator[Span]:
    """The expressions whose values are printed: what each print is of, or else the last expression."""
    calls = list(PRINTED.finditer(text, start, end))
    if calls and not LOOP.search(text, start, end):
        yield from (Span("label", *call.span("of")) for call in calls)
    if calls:
        return
    lines = [bound for bound in bounds_of(text, start, end) if text[slice(*bound)].strip()]
    first, stop = lines[-1] if lines else (start, start)
    typed = prompt.match(text, first, stop)
    first = max(typed.end() if typed else first, _last_part(text, first, stop))
    line = text[first:stop]
    name = GIVEN.match(line) if typed and SHOWING.search(typed[0]) else None
    if name:
        yield Span("label", first + name.start(1), first + name.end(1))
    elif line.strip() and not NO_LABEL.search(line.strip()):
        yield Span("label", first + len(line) - len(line.lstrip()), stop)


def _last_part(text: str, start: int, end: int) -> int:
    """Where the last statement of a line begins: behind a semicolon that stands in no bracket."""
    cut = text.rfind(";", start, end)
    tail = text[cut + 1 : end]
    return cut + 1 if cut >= 0 and all(tail.count(one) >= tail.count(other) for one, other in ("[]", "()")) else start
