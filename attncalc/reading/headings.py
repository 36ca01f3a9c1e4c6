"""What stands above and before a chain: its own words, the heading that holds for it, the section that it is in."""

from __future__ import annotations

import re
from dataclasses import replace

from attncalc.reading.chain import Chain
from attncalc.reading.expression import named_by
from attncalc.reading.fields import title_of
from attncalc.reading.languages import HEAD, names_a_line
from attncalc.reading.stack import is_word

SECTION = re.compile(r"[ \t>]*(?:[#=]{2,6}[ \t]|#[ \t]|\\(?:sub)*section\b|<h\d)", re.IGNORECASE)
MAX_HEADING = 80
OPENS = re.compile(rf"[\W\d_]{{0,20}}(?:{HEAD.pattern})[\s:.)]", re.IGNORECASE)  # Head 2: q1 = …
SYMBOL = re.compile(r"(?<![^\W_])(?:[A-Z](?:_?[A-Za-z\d])?|α)(?![^\W_])")  # W, Q_1: a line by its name
NAMES = re.compile(r"[\W_]*((?:[A-Za-z]\w?(?:,\s|\s(?:and|und|et|y|e|en|i)\s)){1,3}[A-Za-z]\w?)[\W_]*")
NAME = re.compile(r"\b(?!and\b|und\b)[A-Za-z]\w?\b")
HAS_LETTER = re.compile(r"[^\W\d_]")
MAX_WORDS = 300
MARKS = re.compile(  # what is no word
    r"\\(?:begin|end)\{[^{}\n]{0,20}\}|\\[\[\]();,:! ]|\\\\|\\(?:left|right|q?quad|boxed|displaystyle)(?![A-Za-z])\{?"
    r"|\\(?:implies|Rightarrow|therefore)(?![A-Za-z])|\$\$?|\*\*|`|~~|(?<!\S)_(?=[^\s_])|(?<=[^\s_])_(?!\S)|<[^<>\n]{1,40}>|^[}\]$.,;]+(?=\s|$)"
)
SAID = re.compile(
    r"\\(?:text|mbox|mathrm|mathbf|textbf|textit|emph|operatorname|(?:sub)*section\*?|paragraph)\s?\{([^{}\n]{0,200})\}"
)
HANGING = re.compile(
    r"(?:\\(?:text|mbox|math[a-z]{2,4}|text[a-z]{2}|bm|boldsymbol|(?:wide)?tilde|(?:wide)?hat|bar|vec|overline|underline"
    r"|boxed|operatorname|(?:text)?color\{\w{1,20}\}|underbrace)\s?\{?|[$^_{\[(])\s?$"
)
STRAY = re.compile(r"\}\s?$")


BEGIN = re.compile(r"\\begin\{document\}")
LEAD = re.compile(r"[^\W\d_]{3}")
BEHIND = re.compile(r"#|//|%|←|<-|\\tag\b")  # begins what is said of a row behind it
# words that hold for the other chains of a line: Then keys: for 'the' 1, 2; for 'cat' …
OPENED = re.compile(r"[.:：]\s")
ROW = re.compile(r"[\s>*•-]*((?:[^\s:]{1,20}[ ]?){1,3}?)\s?[:：]\s")  # q_1: 0.3, 0.7 -> 1.2


class Headings:
    """Goes down a page from chain to chain; `section` is the heading of a head that holds at this place."""

    def __init__(self, text: str) -> None:
        begin = BEGIN.search(text)
        self.text, self.before, self.position = text, 0, begin.end() if begin else 0
        self.above = self.section = self.lead = self.row = ""  # the last are of the line at hand
        self.opened = self.held = ""  # what words before another chain of the line say, and whether for this one
        self.names: list[str] = []  # of the matrices below "Q, K, V"

    @property
    def heading(self) -> str:
        """What stands above the chain at hand and holds for it."""
        lines = (line for line in self.above.split("\n") if line.count("|") < len("||"))  # heads of a table are none
        return tidy(f"{self.section} {' '.join(lines)} {self.lead} {self.held}")

    def words(self, chain: Chain, about: str) -> str:
        """The words of a chain: those between it and the one before; a row that names no line has the heading's too."""
        start = max(self.position, chain.start - 3 * MAX_WORDS)
        first_of_line = self.text.rfind("\n", 0, chain.start) + 1
        line = max(start, first_of_line)
        above, own = self._above(start, line), self.text[line : chain.start]
        first = chain.sides[0]
        is_named = first.kind == "name" and names_a_line(first.text)  # scaled = 3/√2 = …; …
        said = f"{own} {first.text}" if is_named else own
        opening = said if OPENED.search(own) or names_a_line(said) else ""
        self.held = self.opened if first_of_line < self.position and not opening else ""
        self.opened = self.held or opening
        self.before, self.position = self.position, max(self.position, chain.end)
        self._enter(above)
        if opens := OPENS.match(own):
            self.section = opens[0]
        if first.kind == "words" and len(chain.sides) > 1 and first.start >= line:
            own = self.text[line : max(line, chain.sides[1].start)].rstrip(" \t=≈→&")
        elif first.kind == "words":
            own = f"{own} {first.text}"
        self._lead(chain, above, own)
        own = f"{own} {chain.said}"
        if HAS_LETTER.search(tidy(above)):
            self.above = above
            listed = NAMES.fullmatch(above.strip().rpartition("\n")[2])
            self.names = NAME.findall(listed[1]) if listed else []
        elif not self._is_row(chain, own):
            return tidy(about + above + own)
        if chain.rows:
            is_said = names_a_line(self.above) or SYMBOL.fullmatch(self.above.strip(" \t\n:="))
            own = own if not is_said else ""
        return tidy(f"{about}{self.held or self.above}{own}")  # keys: for cat 1 and 0; for sat 2 and 1

    def _above(self, start: int, line: int) -> str:
        """What stands between the chain before and a line, without what is said of that chain behind it."""
        above = self.text[start:line]
        tail, _, rest = above.partition("\n")
        is_over = start > 0 and (not rest.split("\n")[0].strip() or _is_ended(tail)) and tail.rstrip()[-1:] not in ":："
        return "\n" + rest if is_over else above

    def _lead(self, chain: Chain, above: str, own: str) -> None:
        """Takes note of the words that lead a line of named matrices in, and of the label of a row at its begin."""
        begin = chain.start - len(own)
        if "\n" not in above and self.text[max(0, begin - 1) : begin] not in ("", "\n"):
            return
        label = ROW.match(own)
        self.row = label[1] if label and not names_a_line(label[1]) else ""
        if "\n\n" in above or HAS_LETTER.search(above):
            self.lead = ""
        if chain.sides[0].kind == "name" and not is_word(chain.sides[0]) and LEAD.search(own):
            self.lead = own

    def rows(self, chain: Chain, words: str) -> tuple[str, ...]:
        """The label of the line at hand, for a row that stands further on in it."""
        last = chain.sides[-1]
        is_row = last.kind == "matrix" and len(last.args) == 1 and len(last.args[0].args) > 1
        said = any(self.row in text for text in (words, *(side.text for side in chain.sides)))
        has_own = any(sign in self.text[self.before : chain.start] for sign in ":：")
        return (self.row,) if self.row and is_row and not (said or has_own) else ()

    def named(self, chain: Chain) -> Chain:
        """A matrix without a label, with what its corner says, or the next of several names in the heading above it."""
        if [side.kind for side in chain.sides] != ["matrix"]:
            return chain
        if corner := chain.sides[0].name:
            start = self.text.find(corner, chain.start)
            label = title_of(self.text, (start, start + len(corner)), commas=False)
        else:
            label = named_by(self.names.pop(0)) if self.names else None
        return replace(chain, sides=[label, *chain.sides], signs=[":"]) if label else chain

    def _is_row(self, chain: Chain, own: str) -> bool:
        """Whether a chain is a line of text that names no line of the work."""
        first = chain.sides[0]
        named = not is_word(first) and first.kind != "matrix" and not any(first.numbers())
        return chain.plain and not (named or names_a_line(own) or SYMBOL.search(own))

    def _enter(self, above: str) -> None:
        """Takes note of the headings between two chains."""
        for line in above.split("\n"):
            bare = line.strip()
            if bare and len(bare) <= MAX_HEADING and HEAD.search(bare):
                self.section = bare
            elif SECTION.match(line):
                self.section = ""


def _is_ended(tail: str) -> bool:
    """Whether what stands behind a chain is said of that, and leads in nothing."""
    bare = tail.strip(" \t*_")
    return BEHIND.match(bare) is not None or bare.endswith((*".!?;)]}✓✔", "\\\\"))


def tidy(words: str) -> str:
    """Words without what is no word, and without what was opened before the formula behind them."""
    words = " ".join(MARKS.sub(" ", SAID.sub(r"\1", words)).split())[-MAX_WORDS:]
    while match := HANGING.search(words) or (words.count("}") > words.count("{") and STRAY.search(words)):
        words = words[: match.start()].rstrip()
    return words
