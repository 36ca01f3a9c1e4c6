"""Entries in questions and messages: cards to learn from, chats, the fields of a quiz, numbers of parts."""

from __future__ import annotations

from .blocks import vector
from .headings import bye, caption, head, put, title
from .letters import OTHERS
from .naming import letter, words
from .paper import Paper
from .singly import each, row_name


def cards(paper: Paper) -> None:
    """Cards to learn from: a question and its answer, an entry or a row on each."""
    form = paper.once(
        "card",
        "{w} {N}({at})? :: @",
        "{N}[{at}]\t@",
        "Q: {w}, {N}_{at}?\nA: @\n",
        "{w} {at} = ? → @",
        "**{w} ({at})** — @",
        "{w} ({at});@",
    )
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        paper.heading(words(paper, key))
        each(paper, key, form.replace("{w}", words(paper, key).replace("{", "").replace("}", "")))
    bye(paper)


def bubbles(paper: Paper) -> None:
    """A chat with a message for each number, and what row it is in a message before."""
    start = paper.once("bubble", "[21:{m:02}] Mira: ", "Mira, 21:{m:02}\n", "Mira: ", "<mira> ", "21:{m:02} ")
    for count, key in enumerate((*paper.inputs, *paper.written)):
        time = start.format(m=10 + count)
        head(paper, key, (time + "{}\n",))
        paper.say(time, "date")
        put(paper, words(paper, key), "{}\n")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_name(
                    paper,
                    key,
                    i,
                    paper.once("bubble label", "{n}{i}", "{a}", paper.language.plain_row(1).replace("1", "{i}")),
                )
                paper.say(time, "date")
                paper.say(label + "\n", "index")
                for place in places:
                    paper.say(time, "date")
                    with paper.row(label):
                        paper.entry(*place)
                    paper.say("\n")
        if paper.chance(0.2):
            paper.say(start.replace("Mira", "Tom").replace("mira", "tom").format(m=10 + count), "date")
            paper.say(paper.choice(*OTHERS[paper.language.name]) + "\n", "remark")


def fields(paper: Paper) -> None:
    """The page of a quiz: what may be reached, the question, and a field for each entry."""
    field = paper.once("field", ("[", "]"), ("[", "] ✓"), ("⟦", "⟧"), ("", ""), ("|", "|"))
    answer = paper.once("answer", "{n}{ij} = ", "Answer {ij}: ", "{N}[{at}] ", "", "({at}) ")
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        state = paper.once(
            "state",
            "Complete\nMark 1.00 out of 1.00\n",
            "Not yet answered\nMarked out of 2.00\n",
            "(2 points)\n",
            "Points: 0/3\nFlag question\n",
        )
        paper.say(f"Question {number}\n{state}", "exercise")
        caption(paper, key, ("{}\n", "Enter the {}:\n", "{}:\n\n"))
        each(paper, key, f"{answer}{field[0]}@{field[1]}", paper.once("field gap", " ", "  ", "\n"), "\n")
        paper.say("\n")


def outline(paper: Paper) -> None:
    """Numbers of parts at the left of everything: 2 Scores, 2.1 the first row, 2.1.3 its third entry."""
    title(paper)
    sign = paper.once("outline sign", "  ", " ", ") ", "\t", ". ")
    write = paper.once("deep", _deep, _by_rows)
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        head(paper, key)
        paper.say(f"{number}{sign}", "answer")
        put(paper, words(paper, key), "{}\n")
        with paper.block():
            write(paper, key, number, sign)
        paper.say("\n")


def _deep(paper: Paper, key: str, number: int, sign: str) -> None:
    for i, places in enumerate(paper.places(key)):
        paper.say(f"{number}.{i + 1}{sign}{letter(paper, key)}{i + 1}\n", "index")
        for j, place in enumerate(places):
            with paper.row(None):
                paper.say(f"{number}.{i + 1}.{j + 1}{sign}", "index")
                paper.entry(*place)
            paper.say("\n")


def _by_rows(paper: Paper, key: str, number: int, sign: str) -> None:
    for i, places in enumerate(paper.places(key)):
        with paper.row(None):
            paper.say(f"{number}.{i + 1}{sign}", "index")
            vector(paper, places, paper.separator("outline", ", ", "; "))
        paper.say("\n")
