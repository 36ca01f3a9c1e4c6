"""Posts: a quoted question with the inputs, a greeting, and the answer query by query."""

from __future__ import annotations

from collections.abc import Callable

from .headings import bye, head, put, remark
from .naming import symbol, words
from .pages import QUERY_LINES
from .paper import Paper
from .work import base


def post(inner: Callable[[Paper, int, list[str]], None]) -> Callable[[Paper], None]:
    """The question as a quotation, and below it the answer."""

    def write(paper: Paper) -> None:
        quote = paper.once("quote", "> ", ">")
        paper.say(quote + paper.language.word("thread", n=paper.numbers.randint(2, 20)) + "\n", "date")
        paper.heading(paper.language.word("given"))
        for key in paper.inputs:
            _quoted(paper, key, quote)
        paper.say(f"\n{paper.language.word('greet')}\n\n")
        for key in (one for one in paper.written if base(one) not in QUERY_LINES):
            head(paper, key)
            put(paper, words(paper, key), "{}:\n\n")
            _quoted(paper, key, "")
            paper.say("\n")
        keys = [key for key in paper.written if base(key) in QUERY_LINES]
        paper.heading(None)
        for i in range(paper.shape(keys[0])[0]):
            inner(paper, i, keys)
            paper.say("\n")
            remark(paper)
        bye(paper)

    return write


def _quoted(paper: Paper, key: str, quote: str) -> None:
    """A matrix on one line, in code or not."""
    tick = paper.once("tick", "`", "")
    between = paper.separator("quoted", ", ", "; ", " ; ", " ")
    name = symbol(paper, key, "names")
    paper.say(f"{quote}{tick}{name} = [", "name")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say("], [" if i else "[")
            with paper.row(name):
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    paper.entry(*place)
    paper.say(f"]]{tick}\n")
