"""Kept pages in plain text: an exam sheet, a chat, notes in handwriting; a school solution."""

from __future__ import annotations

from .headings import bye, remark, title
from .kept_parts import (
    MATRICES,
    OVER_KEYS,
    Signs,
    asks,
    before,
    calculated,
    grid,
    listed,
    name_of,
    named,
    of_queries,
    way,
)
from .kept_words import CHAT, EXAM, SCHOOL
from .naming import words
from .numerals import lowered
from .paper import Paper
from .terms import Place
from .work import base

# An exam sheet: printed questions with points at the margin, and blanks that are filled in.

BLANKS = ((" __", "__"), (" _", "_"), (" ....  ", "  ...."), (" [ ", " ]"), (" ____", "____"), (" <u>", "</u>"))
SHORT = {"S_scaled": "s'", "S_masked": "m", "alpha": "a"}
POINTS = ("[{n} {p}]", "({n} {p})", "___ / {n}", "/{n} {p}")


def exam(paper: Paper) -> None:
    """The sheet with the answers of one person."""
    ask, name, points = EXAM[paper.language.name]
    text = paper.language.word("title", n=paper.numbers.randint(1, 9))
    paper.say(f"{text:<40}{name}: {paper.choice('__________', 'A. M.', 'L. K.', '')}\n\n", "exercise")
    paper.say(f"{paper.language.word('given')}\n")
    paper.heading(paper.language.word("given"))
    for key in paper.inputs:
        grid(paper, key, f"    {name_of(paper, key)} = ")
    for number, key in enumerate(paper.written, 1):
        mark = paper.once("task mark", "{n}.", "{n})", "({l})", "{l})").format(n=number, l="abcdefghijkl"[number - 1])
        worth = paper.once("worth", *POINTS).format(n=paper.numbers.randint(1, 6), p=points)
        paper.say(f"\n{f'{mark} {ask}: {words(paper, key)}':<64}{worth}\n\n", "exercise")
        paper.heading(words(paper, key))
        _blanks(paper, key)
    bye(paper)


def _blanks(paper: Paper, key: str) -> None:
    left, right = paper.once("blank", *(BLANKS if paper.extension == "md" else BLANKS[:-1]))
    alone = paper.once("entries alone", True, True, False)
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say("    ")
            if base(key) in OVER_KEYS and alone:
                for number, place in enumerate(places):
                    paper.say(paper.once("blank gap", "   ", "     ") if number else "")
                    _blank(paper, place, left, right)
            else:
                paper.say(f"{named(paper, key, i)} =", "index")
                around = (" (", ")") if len(places) > 1 else ("", "")
                with paper.row(named(paper, key, i)):
                    for number, place in enumerate(places):
                        paper.say((paper.separator("blanks", " ,", " ;") if number else around[0]) + left)
                        paper.entry(*place)
                        paper.say(right)
                    paper.say(around[1] and f" {around[1]}")
            paper.say("\n")


def _blank(paper: Paper, place: Place, left: str, right: str) -> None:
    key, i, j = place
    form = paper.once("blank name", "{n}{li}{lj}", "{n}{i}{j}", "{n}({i},{j})")
    form = "{n}{lj}" if len(paper.places(key)) == 1 else form
    label = form.format(n=SHORT.get(key, key.lower()), i=i + 1, j=j + 1, li=lowered(i + 1), lj=lowered(j + 1))
    with paper.row(label):
        paper.say(f"{label} =", "index")
        paper.say(left)
        paper.entry(*place)
        paper.say(right)


# A chat: messages of two people with the time.

STAMPS = (
    "[{h:02}:{m:02}] {who}: ",
    "{h:02}:{m:02} {who}: ",
    "{d:02}/{o:02}/24, {h:02}:{m:02} - {who}: ",
    "{who} {h:02}:{m:02}\n",
    "<{who}> ",
)


def chat(paper: Paper) -> None:
    """One asks, the other one sends line after line."""
    (asks_, tells), opening, given, between, last = CHAT[paper.language.name]
    _message(paper, asks_)
    paper.say(paper.choice(*opening).format(n=paper.numbers.randint(1, 9)), "exercise")
    _message(paper, tells)
    paper.say(given_ := paper.choice(*given))
    paper.heading(given_)
    for key in paper.inputs:
        _message(paper, tells) if paper.once("given apart", True, False) else paper.say("\n")
        paper.say(f"{name_of(paper, key)} = ", "name")
        _on_a_line(paper, key, paper.once("chat rows", ", ", " ", " , "))
    for key in paper.written:
        if paper.chance(0.3):
            _message(paper, asks_)
            paper.say(paper.choice(*between))
        _message(paper, tells)
        _told(paper, key, tells)
    _message(paper, asks_)
    paper.say(paper.choice(*last) + "\n")


def _message(paper: Paper, who: str) -> None:
    """The time and the name before a message."""
    paper.say("\n" if paper.column > 1 else "")
    started = paper.once("clock", *range(15 * 60, 22 * 60))
    paper.kept["passed"] = paper.kept.get("passed", 0) + paper.choice(0, 0, 1, 1, 2, 4)
    clock = started + paper.kept["passed"]
    day = {"d": paper.once("day", *range(1, 29)), "o": paper.once("month", *range(1, 13))}
    paper.say(paper.once("stamp", *STAMPS).format(h=clock // 60, m=clock % 60, who=who, **day), "date")


def _on_a_line(paper: Paper, key: str, between: str) -> None:
    """(1; 0), (0; 1)."""
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(between if i else "")
            listed(paper, name_of(paper, key), places, paper.separator("chat", ", ", "; ", " "), ("(", ")"))


def _told(paper: Paper, key: str, who: str) -> None:
    """A line in one message, in several lines of a message or in a message for each row."""
    rows, text = paper.places(key), words(paper, key)
    how = paper.once("told", "\n", "message", "   ", " | ")
    between = paper.separator("told", ", ", " / ", "  ", " y " if paper.language.name == "es" else " ; ")
    paper.say(text + (": " if how != "\n" or len(rows) == 1 else "\n"), "label")
    paper.heading(text)
    with paper.block():
        for i, places in enumerate(rows):
            if i:
                _message(paper, who) if how == "message" else paper.say(how)
            label = asks(paper, key, i) if paper.once("told words", True, False) else named(paper, key, i)
            paper.say(f"{label}{paper.once('told sign', ' → ', ' = ', ': ', ' ')}" if len(rows) > 1 else "", "index")
            listed(paper, label, places, between)


# Notes in handwriting, transcribed: indentation, arrows, and results with a line below.

NOTES = Signs(times="·", over=":")


def notes(paper: Paper) -> None:
    """Query by query, every step further to the right."""
    title(paper, "txt")
    for key in (*paper.inputs, *before(paper)):
        _note(paper, key)
    keys = of_queries(paper)
    for i in range(len(paper.places(keys[0]))):
        mark = paper.once("note mark", "({i})", "{i}.", "* q{i} *", "# {i}", "→ q{i}").format(i=i + 1)
        paper.say(f"\n{mark}\n", "index")
        paper.heading(mark)
        for depth, key in enumerate(keys):
            _step(paper, key, i, paper.once("indent", "  ", "    ", "   ") * (1 + depth // paper.once("deep", 1, 2, 9)))
        remark(paper, "\n")
    paper.heading(None)
    bye(paper)


def _note(paper: Paper, key: str) -> None:
    if base(key) in MATRICES or paper.once("notes as matrices", True, False):
        return grid(paper, key, f"{name_of(paper, key)} = ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            paper.say(f"{named(paper, key, i)} = ", "index")
            listed(paper, named(paper, key, i), places, paper.separator("note", " ; ", " | ", ", "), ("(", ")"))
            paper.say("\n")
    return None


def _step(paper: Paper, key: str, i: int, indent: str) -> None:
    """A step of a query: each score with its product, the rest in a list after an arrow."""
    places = paper.places(key)[i]
    out = way(paper, key) and (base(key) in ("S", "e", "Z") or paper.once("more written out", True, False, False))
    out = out and base(key) not in ("O", "c")
    text = words(paper, key)
    with paper.block():
        if out and base(key) in ("S", "e"):
            other = "k" if base(key) == "S" else "Wh" if "Wh" in paper.written else "h"
            for number, place in enumerate(places, 1):
                label = f"q{i + 1}·{other}{number}" if other == "k" else f"s·{other}{number}"
                with paper.row(label):
                    paper.say(f"{indent}{label} = ", "index")
                    calculated(paper, place, NOTES)
                    paper.entry(*place)
                paper.say("\n")
            return
        is_last = base(key) in ("O", "c")
        arrow = (
            paper.once("last arrow", "==> ", "∴ ", "⇒ ") if is_last else paper.once("arrow", "→ ", "↳ ", "-> ", "» ")
        )
        paper.say(f"{indent}{arrow}{text}{paper.once('note sign', ': ', ' = ', '  ')}", "label")
        with paper.row(text):
            left, right = paper.once("boxed", ("( ", " )"), ("|| ", " ||"), ("[[ ", " ]]")) if is_last else ("", "")
            paper.say(left)
            for number, place in enumerate(places):
                paper.say(paper.separator("notes", " ; ", "   ", " | ", ", ") if number else "")
                if out:
                    calculated(paper, place, NOTES)
                paper.entry(*place)
            paper.say(right)
    paper.say("\n" + (indent + "=" * 16 + "\n" if is_last and paper.once("underlined", True, False) else ""))


# A solution as schools teach it: what is given, the work in numbered steps with a colon for division, the answer.


def school(paper: Paper) -> None:
    """Given, work, answer; every number with its calculation where that is known."""
    given, work, answer, _ = SCHOOL[paper.language.name]
    title(paper, "txt")
    mark = paper.once("school mark", "{}:\n", "{}.\n", "**{}**\n\n" if paper.extension == "md" else "{}\n")
    paper.say(mark.format(given))
    paper.heading(given)
    for key in paper.inputs:
        grid(paper, key, f"{name_of(paper, key)} = ", "   ")
    paper.say("\n" + mark.format(work))
    last = paper.written[-1]
    for number, key in enumerate((key for key in paper.written if key != last), 1):
        text = words(paper, key)
        paper.say(f"{number}) {text}{paper.once('school colon', ':', '.')}\n", "answer")
        paper.heading(text)
        _school_rows(paper, key)
    paper.say("\n" + mark.format(answer))
    paper.heading(answer)
    _school_rows(paper, last)


def _school_rows(paper: Paper, key: str) -> None:
    rows, row = paper.places(key), SCHOOL[paper.language.name][3]
    signs = Signs(paper.once("times", " · ", "·", " ∙ "), " : ", paper.once("power", ("e^", ""), ("exp(", ")")))
    end = (
        ";\n" if paper.once("each on a line", False, True) and way(paper, key) else paper.once("semicolon", ";  ", "; ")
    )
    with paper.block():
        for i, places in enumerate(rows):
            label = row.format(i=i + 1) if len(rows) > 1 else name_of(paper, key)
            paper.say(f"   {label}{': ' if len(rows) > 1 else ' = '}", "index")
            around = ("(", ")") if not way(paper, key) and paper.once("in brackets", True, False) else ("", "")
            with paper.row(label):
                paper.say(around[0] if len(places) > 1 else "")
                for number, place in enumerate(places):
                    paper.say((end + ("      " if "\n" in end else "")) if number else "")
                    calculated(paper, place, signs)
                    paper.entry(*place)
                paper.say(around[1] if len(places) > 1 else "")
            paper.say(paper.once("full stop", ".\n", "\n"))
