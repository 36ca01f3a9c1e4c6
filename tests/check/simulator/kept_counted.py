"""Kept pages whose rows are counted in words: in an eastern language, or by ordinal words."""

from __future__ import annotations

from .headings import ROMAN, bye, head, title
from .kept_parts import MATRICES, listed, name_of
from .kept_words import COUNTED, COUNTS, ORDINALS
from .naming import words
from .paper import Paper
from .work import base

# Rows counted in words.


def counted(paper: Paper) -> None:
    """Headings with the signs of the language, rows from one in its words."""
    title(paper)
    marks = COUNTS[paper.language.name]
    form = paper.once("counted heading", "{m}{t}\n", "【{t}】\n", "■ {t}\n", "{m}{t}\n\n")
    for number, key in enumerate((*paper.inputs, *paper.written)):
        head(paper, key, ("〈{}〉\n",))
        text = words(paper, key) if key not in paper.inputs else f"{words(paper, key)} {name_of(paper, key)}"
        paper.say(form.format(m=marks[number] if number < len(marks) else "・", t=text), "heading")
        paper.heading(text)
        _counted_rows(paper, key)
        paper.say("\n")
    bye(paper)


def _counted_rows(paper: Paper, key: str) -> None:
    numbers, token, row = COUNTED[paper.language.name]
    form = row if base(key) in MATRICES or paper.once("counted rows", True, False) else token
    rows = paper.places(key)
    wide = ("、", "，", "； ") if paper.language.is_eastern else (", ", " / ", "; ")
    end = paper.once("counted end", "\n", "。\n" if paper.language.is_eastern else "\n", "  \n")
    with paper.block():
        for i, places in enumerate(rows):
            label = form.format(o=numbers[i]) if len(rows) > 1 else name_of(paper, key)
            paper.say(label + paper.once("counted sign", "：", "＝", ": "), "index")
            listed(
                paper,
                label,
                places,
                paper.separator("counted", *wide),
                paper.once("counted around", ("", ""), ("（", "）")),
            )
            paper.say(end)


# Answers in Roman numerals, tokens named by ordinal words.


def ordinals(paper: Paper) -> None:
    """(i) scores: for the first token 0.3 and 0.2, for the second token ..."""
    title(paper)
    paper.say(f"{paper.language.word('given')}.\n\n")
    paper.heading(paper.language.word("given"))
    for key in paper.inputs:
        _in_order(paper, key, name_of(paper, key))
    mark = paper.once("roman", "({})", "{})", "{}.", "**({})**")
    for number, key in enumerate(paper.written):
        head(paper, key, ("{}.\n\n",))
        text = words(paper, key)
        roman = ROMAN[number] if number < len(ROMAN) else "–"
        paper.say(mark.format(roman.upper() if paper.once("upper", False, False, True) else roman) + " ", "answer")
        paper.heading(text)
        _in_order(paper, key, _capital(paper, text))
    bye(paper)


def _capital(paper: Paper, text: str) -> str:
    first = "İ" if paper.language.name == "tr" and text.startswith("i") else text[:1].upper()
    return first + text[1:]


def _in_order(paper: Paper, key: str, text: str) -> None:
    names, token, row = ORDINALS[paper.language.name]
    rows, form = paper.places(key), row if base(key) in MATRICES else token
    colon = paper.once("ordinal sign", ": ", " ", ", ")
    end = paper.once("ordinal end", "; ", ".\n", "\n    ", ". ")
    paper.say(f"{text}: " if len(rows) == 1 else f"{text}:" + ("\n    " if "    " in end else " "), "label")
    with paper.block():
        for i, places in enumerate(rows):
            paper.say(end if i else "")
            label = form.format(o=names[i]) if len(rows) > 1 else text
            label = _capital(paper, label) if len(rows) > 1 and end.startswith(".") else label
            paper.say(f"{label}{colon}" if len(rows) > 1 else "", "index")
            last = f" {paper.language.and_} "
            listed(paper, label, places, paper.separator("ordinals", ", ", "; "), last=last)
        paper.say(".\n\n" if end.startswith((".", ";")) else "\n\n")
