"""A page's text without what only dresses it, every sign in its place: comments, emphasis, strokes, wide signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attncalc.reading.commands import words_of
from attncalc.reading.languages import DOUBTING
from attncalc.reading.numbered import parts_numbered
from attncalc.reading.source import WIDE

STROKE = "\u0336"
STRUCK = re.compile(rf"(?:[^\s{STROKE}]{STROKE})+(?:[ \t]{STROKE}?(?:[^\s{STROKE}]{STROKE})+)*")
PIECE = re.compile(rf"[^\s{STROKE}]{STROKE}(?:[^\s]{STROKE})*")
CROSSED_OUT = "crossed out|struck out|deleted|durchgestrichen|gestrichen|barré|tachado|cancellato|riscado|skreślone"
WRONG = r"([-+−]?(?:\d{1,9}(?:[.,]\d{1,12})?|\.\d{1,12}))"
NOTED = re.compile(  # [crossed out: 0.4], (0.4 crossed out), {-0.4-}, --0.4--
    rf"\[(?:{CROSSED_OUT}):? {WRONG}\]|\({WRONG} (?:{CROSSED_OUT})\)|(?<!\{{)\{{-{WRONG}-\}}|(?<!\[)\[-{WRONG}-\]"
    rf"|(?<![\w-])--{WRONG}--(?![\w>-])",
    re.IGNORECASE,
)
NOTED_FORMULA = re.compile(rf"\[(?:{CROSSED_OUT}):?\s?\$([^$]{{1,2000}})\$\s?\]", re.IGNORECASE)
MODULES = "|".join(words_of("np numpy jnp torch math tf pd sp sympy F"))
ENDLESS = re.compile(rf"([-−])((?:{MODULES})\.)(?=inf)")  # -np.inf, the sign at its number
SUBSCRIPT = re.compile(r"(?<=[A-Za-z'])~(\d{1,2})~(?!~)")  # of Pandoc: q~1~, e^-0.5^
SUPERSCRIPT = re.compile(r"(?<=[A-Za-z)])\^([-−]?[\d.,]{1,12})\^(?![\w^])")
EVERYWHERE = (
    re.compile(r"\d\ufe0f?\u20e3"),  # keycaps number items
    re.compile(rf"(?<![\w.])(?:{MODULES})\.(?=[A-Za-z])"),
    re.compile(r"\\(?:begin|end)\{(?:tikzpicture|scope)\}(?:\[[^\[\]\n]{0,200}\])?"),
    re.compile(r"# A tibble: \d{1,6} [×x] \d{1,6}"),  # its size, as R prints it
    re.compile(r"\bdelim:\s?(?:\"[^\"\n]{1,3}\"|#?\w{1,10}),?"),  # of Typst
)
GOES_ON = re.compile(r"^([ \t>]{0,8})\.\.\.(?=[ \t]|$)", re.MULTILINE)  # at a prompt
PROMPTS = "\u2063" * 3  # what stands for it: a blank that is seen
COMMENT = re.compile(r"(?<!\\)%[^\n]*")
COMMENT_LINE = re.compile(r"^[ \t]{0,20}%[^\n]*", re.MULTILINE)  # of LaTeX on another page
CELL = r"\$\s?(?:[-−+]?\d{1,6}(?:(?:[.,]|\{,\})\d{1,12})?\s?(?:\\?%)?|[-−]\\infty)\s?\$"
LISTED = re.compile(rf"{CELL}(?:(?:\s?[,;]\s?(?:[^\W\d_]{{1,5}}\s)?|\s[^\W\d_]{{1,5}}\s){CELL})+")
POINT, ENOUGH, STATED = re.compile(r"\d(?:[.,]|\{,\})\d"), 2, set(":=→>：")
BLANKED = re.compile(r"[^\n]")
EMPHASIS = re.compile(r"(?<![\w*\\)\]])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![\w*(\[])")


RULED = re.compile(
    r"^[ \t>]{0,20}([-|+├┌└╞╔╠╚┼╪=─═][-=─═+|┬┴┼┤┐┘├╪╡╦╬╩╣╗╝╤╧:]{3,2000})[ \t]*$", re.MULTILINE
)  # of a table
JUNCTION = re.compile(r"[^-=─═:]")
SLANTED = re.compile(r"(?<!\S)/[ \t][^/\\\n]{1,200}\\(?!\S)")
TALL = {"/\\": ("⎡", "⎤"), "||": ("⎢", "⎥"), "\\/": ("⎣", "⎦")}
BARS, RULES = str.maketrans("│║┃", "|||"), str.maketrans("+├┌└╞╔╠╚┼╪┬┴┤┐┘╡╦╬╩╣╗╝╤╧=─═", "|" * 24 + "---")
STAMP = r"\[?\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp][Mm])?\]?"
SAID = re.compile(  # who says what follows, and when
    rf"^[ \t>*-]{{0,6}}(?:(?:\[?[\d./-]{{6,10}},?\s)?{STAMP}[ \t,–-]{{0,4}}(?:[^\W\d_]{{1,20}}[ \t]?){{1,2}}[:>]"
    rf"|[^\W\d_]{{1,20}}[ \t]\(?{STAMP}\)?[:>])",
    re.MULTILINE,
)
OUT = re.compile(
    r"^[ \t]{0,8}(?:Out ?\[\d{1,4}\][ \t]?(?://[A-Za-z]{1,20})?=|\(%o\d{1,4}\))", re.MULTILINE
)  # what is printed
BOXED = re.compile(r"\[(/?(?:table|tr|td|th))\]")  # a table as forums write it
PAIR = re.compile(r"<([A-Za-z]\w{0,3}\s?,\s?[A-Za-z]\w{0,3})>(?=\s?[=≈:])")  # <q1, k1> = 2
VECTOR = r"[a-z]_?\{?\d{1,2}\}?"
KEY = re.compile(r"(?<=[{,\s])\"(\w{1,30})\"(?=\s?:)")  # of JSON
DOT = re.compile(rf"(?<![\w.\\])({VECTOR}|[a-z](?=\.{VECTOR}))\.(?=[a-z](?:_?\{{?\d{{1,2}}\}}?)?\s?[=≈:])")  # q1.k1 = 2
DRESSED = re.compile(  # each number by itself: `0.5`, **0.5**, ==0.5==, __0.5__
    r"(?<![\w`*_=~^.,)\]}])(`{1,2}|\*{1,3}(?![ ])|_{1,40}|==)"
    r"([ ]?[-−+]?(?:\d{1,9}(?:[.,]\d{1,12})?|\.\d{1,12}|∞|inf)[ ]?%?)"
    r"\1(?![\w`*_=~^(\[{])"
)
BETWEEN = re.compile(  # a heading between signs of mathematics: == Scores ==, << Scores >>
    r"^([ \t>]{0,8})([=<|]{2,20})([ \t]{1,4})((?:[^\s=<>|]{1,40}[ \t]){1,12})([ \t]{0,4})([=>|]{2,20})[ \t]*$",
    re.MULTILINE,
)
FILLED = re.compile(r"(?<![\w}])_{2,40}(?=[\[(\d∞−-])|(?<=[\])\d∞%])_{2,40}(?!\w)")  # 0.5 on the line of a form
COUNTED = re.compile(  # rows and columns as R prints them: [1,] 0.5 0.5
    r"^[ \t>]{0,8}(?:\[\d{1,3},?\](?=[ \t]+[-−\d])|(?:[ \t]{0,20}\[,\d{1,3}\]){1,50}[ \t]*$)", re.MULTILINE
)
POINTS = re.compile(r"[ \t]{2,40}/[ \t]?\d{1,3}(?:[ \t]?[^\W\d_]{1,6}\.?)?[ \t]*$", re.MULTILINE)  # of a task:   /4
DOUBTED = re.compile(  # of a number: 0.5 [?], 0.3 (sic), 0.2†
    r"(?<=[\d%])(?:[ ]?(?:[\[({][?!]{1,3}[\])}]|[\[(](?:"
    + "|".join(sorted(DOUBTING))
    + r")\??[\])])|[?†‡](?![\w?])|[ ]?⚠"
    r"|\*(?=[ \t]*(?:[,;|]|$)|[ ]{2}))",
    re.IGNORECASE | re.MULTILINE,
)
ABOUT = re.compile(  # ≈0.5, ≈0.3    0.57..., 0.43...    ~0.5 | ~0.3
    r"(?:(?<=[,;|(\[:])|(?<=\d[ ]{2})|(?<=^))[ \t]{0,4}(?:≈|~|ca\.)[ ]?(?=[-−]?\d)"
    r"|(?<=\d)(?:\.{3}|…|~)(?=[ \t]*(?:[,;|)\]]|$)|[ ]{2})",
    re.MULTILINE,
)
WRITTEN = r"[-−+]?(?:\d{1,9}(?:[.,]\d{1,12})?|\.\d{1,12}|∞|inf)%?"
DOTS = r"(?:\.{2,12}|…{1,6}|(?:\.[ ]){1,9}\.)"
DOTTED = re.compile(  # the ... 0.5 ... 0.3
    rf"^([^\n.…]{{1,40}}?)((?:[ \t]{DOTS}[ \t]{WRITTEN}){{1,40}})[ \t]*$", re.MULTILINE
)
WALLED = re.compile(  # rows between what a program took tall brackets for: I 0.5 0.3 I
    r"^((?:[^\n]{0,40}[=:])?[ \t]{1,60}|)([IlLr|/\[({])"
    rf"((?:[ \t]{{1,9}}(?:[-−][ ])?{WRITTEN}){{1,40}})[ \t]{{1,9}}([IlJ1|\\\])}}])[ \t]*$",
    re.MULTILINE,
)
WALLS = {"[]", "()", "{}", "||", "/\\"}  # that are brackets, or drawn with signs
SHOWN = re.compile(  # print(S), and in remarks below it what that printed
    r"^([ \t>]{0,8}(?:print|display|show|disp)\()([^\n()]{1,30})\)([ \t]{0,4};?)"
    r"((?:\n[ \t>]{0,8}(?:#|//|%)[\[\](){}\d.,;:+\-−einfa \t]{2,400}){1,60})$",
    re.MULTILINE,
)
REMARK = re.compile(r"#|//|%")
APART = re.compile(r"([-−]) (?=[\d.∞i])")  # a minus and its number


def cleaned(text: str, form: str) -> str:
    """The text of a page in which all that is no part of the work is blank."""
    text = text.translate(WIDE) if not text.isascii() else text
    text = without(text, _notes(text))
    text = ENDLESS.sub(lambda match: _blank(match[2]) + match[1], text)
    text = SUBSCRIPT.sub(r"_\1 ", SUPERSCRIPT.sub(r"^\1 ", text))
    text = SHOWN.sub(_shown, text)
    for pattern in EVERYWHERE:
        text = pattern.sub(_blank, text)
    text = LISTED.sub(_one_formula, drawn_as_bars(_tall(WALLED.sub(_unwalled, text))))
    text = without(text, parts_numbered(text))
    for pattern in (SAID, OUT, FILLED, COUNTED, POINTS, DOUBTED, ABOUT):
        text = pattern.sub(_blank, text)
    text = BETWEEN.sub(
        lambda match: _blank(match[1] + match[2] + match[3]) + match[4] + _blank(match[5] + match[6]), text
    )
    text = DRESSED.sub(_undressed, DOTTED.sub(_undotted, text))
    text = KEY.sub(r" \1 ", text)
    text = BOXED.sub(r"<\1>", PAIR.sub(r"⟨\1⟩", DOT.sub(r"\1·", text)))
    if ">>>" in text:
        text = GOES_ON.sub(rf"\g<1>{PROMPTS}", text)
    if form != "tex" and "\\begin" in text:
        text = COMMENT_LINE.sub(_blank, text)
    return (COMMENT if form == "tex" else EMPHASIS).sub(_blank, text)


def _one_formula(match: re.Match[str]) -> str:
    """$0.3$, $0.4$ and $0.3$ as one list: what stands between becomes a comma."""
    inner = match[0][1:-1]
    if not POINT.search(inner) and (
        inner.count("$") < ENOUGH or match.string[: match.start()].rstrip()[-1:] not in STATED
    ):
        return match[0]
    cells = re.split(r"(\$[^$]*\$)", inner)
    return "".join(["$", *(f",{' ' * (len(cell) - 1)}" if cell[:1] == "$" else cell for cell in cells), "$"])


def _undotted(match: re.Match[str]) -> str:
    """A row with a colon behind its label in place of the dots, and blanks for those between its numbers."""
    row = re.sub(rf"(?<=[ \t]){DOTS}(?=[ \t])", _blank, match[2])
    return (match[1] + row[0] + ":" + row[2:]).ljust(len(match[0]))


def _shown(match: re.Match[str]) -> str:
    """What is printed as an equation, with blanks for the signs of the remarks."""
    return f"{_blank(match[1])}{match[2]}={_blank(match[3])}{REMARK.sub(_blank, match[4])}"


def _unwalled(match: re.Match[str]) -> str:
    """A row between bars in place of the letters at its ends, each minus at its number."""
    left, right = (match[2], match[4]) if match[2] + match[4] in WALLS else ("|", "|")
    row = APART.sub(r" \1", match[3])
    return (match[1] + left + row).ljust(match.start(4) - match.start()) + right.ljust(match.end() - match.start(4))


def _undressed(match: re.Match[str]) -> str:
    """A number with blanks for what dresses it."""
    return f"{_blank(match[1])}{match[2]}{_blank(match[1])}"


def _tall(text: str) -> str:
    """Tall brackets that slashes draw, / above | above \\, as such brackets."""
    lines, opened = text.split("\n") if SLANTED.search(text) else [], list[tuple[int, int]]()
    for number, line in enumerate(lines):
        signs = list(line)
        opened = [match.span() for match in SLANTED.finditer(line)] or opened
        kept = []
        for start, end in opened:
            edges = "".join(signs[start : start + 1] + signs[end - 1 : end])
            if edges in TALL:
                signs[start], signs[end - 1] = TALL[edges]
                kept += [(start, end)] if edges != "\\/" else []
        opened, lines[number] = kept, "".join(signs)
    return "\n".join(lines) if lines else text


def drawn_as_bars(text: str) -> str:
    """Tables that are drawn with lines as tables of Markdown."""
    if not RULED.search(text):
        return text
    lines = RULED.sub(_ruled, text).split("\n")
    ruled = {i for i, line in enumerate(lines) if line.strip(" \t>")[:2] == "|-"}
    near = {i for i, line in enumerate(lines) if line.count("│") + line.count("║") + line.count("┃") > 1}
    return "\n".join(line.translate(BARS) if i in near and ruled else line for i, line in enumerate(lines))


def _ruled(match: re.Match[str]) -> str:
    """A line that parts the rows of a table; one without junctions is a rule between paragraphs."""
    return match[0].translate(RULES) if JUNCTION.search(match[1]) else match[0]


def _blank(match: re.Match[str] | str) -> str:
    return " " * len(match if isinstance(match, str) else match[0])


def without(text: str, pieces: Iterable[tuple[int, int]]) -> str:
    """A text in which some pieces, in their order, are blank; its lines stay."""
    kept, position = [], 0
    for start, end in pieces:
        kept += [text[position:start], BLANKED.sub(" ", text[max(position, start) : end])]
        position = max(position, end)
    return "".join([*kept, text[position:]])


def _notes(text: str) -> Iterator[tuple[int, int]]:
    """Where comments of HTML stand."""
    end = 0
    while (start := text.find("<!--", end)) >= 0 and (end := text.find("-->", start) + len("-->")) >= len("-->"):
        yield start, end


def without_strokes(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A text without the strokes and the notes that cross words out, as blanks, and where these words stand."""
    noted = [match.span(match.lastindex or 0) for pattern in (NOTED, NOTED_FORMULA) for match in pattern.finditer(text)]
    text = NOTED.sub(_noted, text)
    if STROKE not in text:
        return text, noted
    struck = [match.span() for match in STRUCK.finditer(text)]
    bare = PIECE.sub(lambda match: match[0].replace(STROKE, "").ljust(len(match[0])), text)
    return bare.replace(STROKE, " "), [*noted, *struck]


def _noted(match: re.Match[str]) -> str:
    """A number with blanks for what says that it is crossed out."""
    start, end = (place - match.start() for place in match.span(match.lastindex or 0))
    return " " * start + match[0][start:end] + " " * (len(match[0]) - end)
