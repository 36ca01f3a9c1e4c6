"""Pages whose headings stand otherwise: explained below, behind the numbers, in odd signs, in corners, as questions."""

from __future__ import annotations

from .blocks import Rows, header, vector
from .headings import ROMAN, bye, head, put, remark, title
from .naming import letter, row_label, symbol, words
from .numerals import lowered
from .paper import Paper
from .work import base

ROWS = Rows(("digit", "token", "word", "index", "none"), (": ", " = ", "  "), (", ", "  ", " | "))
EXPLAINED = {
    "X": "We are given one vector per token.",
    "Q": "Each token is multiplied by the query matrix.",
    "K": "The same with the key matrix.",
    "V": "And with the value matrix.",
    "S": "We multiply each query with each key, so 3 times 3 dot products or so:",
    "S_scaled": "Since d_k = {d}, every score is divided by {r} so that the softmax does not saturate.",
    "S_masked": "A token must not look ahead, so everything right of the diagonal goes.",
    "E": "The softmax needs the exponential of every number.",
    "Z": "We add up every row.",
    "A": "Each exponential is divided by the sum of its row, which gives numbers between 0 and 1.",
    "O": "Finally we mix the value vectors with these weights:",
    "e": "One number for each encoder state.",
    "alpha": "They must sum to 1.",
    "c": "The weighted sum of the states.",
    "C": "Both heads are put beside one another.",
    "MH": "This is multiplied by the output matrix.",
}


def explained(paper: Paper) -> None:
    """A heading, a sentence or two about what is done and why, then the numbers."""
    title(paper)
    form = paper.once(
        "explained", "## {}\n\n", "**{}**\n\n", "### Step {n}: {}\n\n", "**Step {n} - {}**\n\n", "{n}. {}\n\n"
    )
    numbered = {"{n}"} if "{n}" in form else set()
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        paper.heading(None)
        head(paper, key)
        start, _, rest = form.partition("{}")
        paper.say(start.format(n=number) if numbered else start, "answer")
        put(paper, words(paper, key), "{}" + rest)
        text = EXPLAINED.get(base(key), "")
        paper.say(
            text.format(d=2, r=paper.once("root of", "√2", "sqrt(2) = 1.414", "its root")) if text else "", "text"
        )
        paper.say("\n\n" if text else "")
        ROWS(paper, key)
        paper.say("\n")
    bye(paper)


def captions_below(paper: Paper) -> None:
    """Numbers or a table, and below it what they are: Table 2: scores."""
    title(paper)
    form = paper.once(
        "below", "Table {n}: {}\n\n", "*Table {n}: {}*\n\n", "^ {}\n\n", "Fig. {n}. {}\n\n", "↑ {}\n\n", "({})\n\n"
    )
    is_table = paper.once("is table", True, True, False) or form[0] in "Tf*"
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        head(paper, key)
        start, _, rest = form.partition("{}")
        paper.heading(words(paper, key))
        if is_table:
            heads = [text.strip() for text in header(paper, key, paper.once("below header", "tokens", "letters"))]
            paper.say(
                "| |" + "|".join(f" {text} " for text in heads) + "|\n" + "|---" * (len(heads) + 1) + "|\n", "header"
            )
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels below", "token", "digit"))
                with paper.row(label):
                    paper.say(f"| {label} | " if is_table else f"{label} " if label else "", "index")
                    vector(paper, places, " | " if is_table else "  ", ("", " |") if is_table else ("", ""))
                paper.say("\n")
        paper.say("\n" + start.format(n=number), "caption")
        paper.say(words(paper, key) + rest, "heading")


ODD = (
    "★ {} ★\n",
    "---[ {} ]---\n",
    "▶ {}\n",
    "{}:-\n",
    "→ {}\n\n",
    "[{}]\n",
    "<< {} >>\n",
    "::: {}\n",
    "* {} *\n\n",
    "// {}\n",
    "/* {} */\n",
    "-- {} --\n\n",
    "%% {}\n",
    "•• {} ••\n",
    "{} …\n",
    "» {}\n",
    "§ {}\n",
    "{} =\n",
    "|| {} ||\n",
)


def odd_headings(paper: Paper) -> None:
    """Headings between signs that people like; capitals, wide letters."""
    form = paper.once("odd", *ODD)
    capitals = paper.once("all capitals", True, False)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n", "{}\n\n"))
        text = words(paper, key)
        put(paper, text.upper() if capitals else text, form)
        ROWS(paper, key)
        paper.say("\n")
        remark(paper)


def corners(paper: Paper) -> None:
    """Tables without headings; the name stands in the corner."""
    title(paper)
    named = paper.once("corner", words, symbol, symbol)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        name = named(paper, key).replace("|", "/")
        paper.heading(name)
        heads = [
            text.strip() for text in header(paper, key, paper.once("corner header", "tokens", "letters", "numbers"))
        ]
        corner = paper.once("corner form", "{}", "**{}**", "{} \\", "*{}*").format(name)
        paper.say(
            f"| {corner} |" + "|".join(f" {text} " for text in heads) + "|\n" + "|---" * (len(heads) + 1) + "|\n",
            "header",
        )
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels corner", "token", "digit", "lowered", "number"))
                with paper.row(label):
                    paper.say(f"| {label} | ", "index")
                    vector(paper, places, " | ", ("", " |\n"))
        paper.say("\n")


def answered(paper: Paper) -> None:
    """The question, and behind Ans. or A: what somebody answers."""
    title(paper)
    ask = paper.once(
        "ask", "Q{n}: What are the {}?\n", "Q. {}?\n", "Question {n}: {}\n\n", "**Q{n}** {}\n\n", "Que {n}) {}\n"
    )
    answer = paper.once(
        "ans", "A{n}: ", "A. ", "Ans: ", "Ans. ", "Answer:\n\n", "Sol:- ", "Solution: ", "**A{n}** ", "=> "
    )
    form = paper.once("answered row", "{n}{i} = ", "{n}{i}: ", "{t}: ", "row {i}: ", "{n}{l} = ")
    gap = paper.once("answered gap", ", ", "\n", "; ", "\n")
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        head(paper, key)
        paper.heading(None)
        start, _, rest = ask.partition("{}")
        paper.say(start.format(n=number), "answer")
        put(paper, words(paper, key), "{}" + rest)
        paper.say(answer.format(n=number), "answer")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = form.format(n=letter(paper, key), i=i + 1, l=lowered(i + 1), t=f"token {i + 1}")
                label = f"{symbol(paper, key, 'names')} = " if paper.shape(key)[0] == 1 else label
                paper.say(gap if i else "")
                with paper.row(label.strip(" =:")):
                    paper.say(label, "index")
                    vector(paper, places, ", ", ("[", "]"))
        paper.say("\n\n")


COUNTED = (
    "i={i}: ",
    "t = {i}: ",
    "Token #{i}: ",
    "#{i} ",
    "{i}) ",
    "pos {z} | ",
    "[{z}] ",
    "({i}) ",
    "{c} ",
    "{r}. ",
    "{a}: ",
    "n°{i} : ",
    "{i}.) ",
    "{i} - ",
    "{i}: ",
    "T{i} ",
    "w{i} = ",
    "row #{i} -> ",
    "R{i}: ",
    "{i}º: ",
)


def counted(paper: Paper) -> None:
    """Rows that are counted in some way: i=1:, #1, ①, I., A:"""
    title(paper)
    form = paper.once("counted", *COUNTED)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        name = symbol(paper, key) if paper.once("counted names", True, False) else words(paper, key)
        put(paper, name, paper.once("counted heading", "{}:\n\n", "**{}**\n\n", "## {}\n\n", "{} =\n\n"))
        between = paper.separator("counted", ", ", "  ", " | ", "; ")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = form.format(i=i + 1, z=i, c="①②③④⑤⑥⑦⑧"[i], r=ROMAN[i].upper(), a="ABCDEFGH"[i])
                with paper.row(label.strip(" =:->|.")):
                    paper.say(label, "index")
                    vector(paper, places, between, paper.once("around counted", ("", ""), ("[", "]"), ("(", ")")))
                paper.say("\n")
        paper.say("\n")
