"""Homework in Markdown as a class hands it in: of a chat model, in tables, with the question above, read off paper."""

from __future__ import annotations

from . import blind_parts as parts
from .blind_parts import FINAL, lead, name, phrase, rows, say, table, top
from .calculated import is_product, parted, product, row, sums_of
from .hands import Hand, can_be_worked
from .headings import bye, head, put, title
from .naming import WEIGHTS, token
from .numerals import lowered
from .paper import Paper
from .terms import Place
from .work import base

SIGNS = Hand(("·", " · ", "*", " × "), (("", "/", ""), ("", " / ", "")))


def _final(paper: Paper, form: str, row_form: str, between: str, around: tuple[str, str]) -> None:
    """The last line again, as the answer."""
    key = paper.written[-1]
    put(paper, phrase(paper, "final"), form)
    rows(paper, key, row_form, between, around)


def of_a_model(paper: Paper) -> None:
    """Numbered steps, bullets with bold results for products, a table of weights with their sums, the answer again."""
    title(paper)
    say(paper, "task", "{}\n\n")
    for key in paper.inputs:
        put(paper, lead(paper, key), "**{}**\n\n")
        table(paper, key)
    steps = [key for key in paper.written if base(key) != "Z" or not sums_of(paper, "E" + key[1:])]
    for number, key in enumerate(steps, 1):
        head(paper, key, ("## {}\n\n",))
        form = paper.once("step form", "## {n}. ", "### Step {n}: ", "## {n}️⃣ ", "**Step {n} — ")
        paper.say(form.format(n=number), "heading")
        put(paper, lead(paper, key), "{}**\n\n" if form.startswith("**") else "{}\n\n")
        if is_product(paper, key) and paper.shape(key)[0] > 1:
            _bullets(paper, key)
        elif base(key) == "E" and sums_of(paper, key):
            table(paper, key, sums="Z" + key[1:])
        else:
            table(paper, key)
        parts.checked(paper, key, "✅ {}: {}\n\n")
    paper.say("---\n\n")
    _final(paper, "### ✅ {}\n\n", "- **{}** = ", paper.separator("final", ", ", "; "), ("[", "]"))


def _bullets(paper: Paper, key: str) -> None:
    times, bold = paper.once("model times", " × ", "·", " · "), paper.once("bold", "**", "`", "**")
    hand = Hand((times,))
    for places in paper.places(key):
        parts.each_worked(paper, places, hand, ("- ", "\n- ", "\n\n"), _dotted)
    paper.say(f"{bold}{name(paper, key)}{bold} =\n\n", "name")
    table(paper, key)


def _dotted(paper: Paper, place: Place) -> str:
    """q₁·k₂ of a score, o₁₂ of other lines."""
    pair = f"q{lowered(place[1] + 1)}·k{lowered(place[2] + 1)}"
    return pair if base(place[0]) == "S" else parts.index(paper, place, "{n}{l}")


def tables_and_example(paper: Paper) -> None:
    """Tables for all lines, sums as a last column, above some of them an entry in full; a header with a date."""
    top(paper)
    say(paper, "solution", "# {}\n\n")
    for key in (*paper.inputs, *paper.written):
        if base(key) == "Z" and sums_of(paper, "E" + key[1:]):
            continue
        head(paper, key, ("## {}\n\n",))
        put(paper, lead(paper, key), paper.once("example heading", "### {}\n\n", "**{}**\n\n", "{}:\n\n"))
        parts.noted(paper, key)
        if base(key) in ("S", "A", "O") and parts.can_be_shown(paper, key):
            say(paper, "example", "{}: ")
            parts.each_worked(paper, paper.places(key)[0][:1], SIGNS, ("", "", "\n\n"))
        table(paper, key, name(paper, key).replace("|", "/"), sums_of(paper, key) if base(key) == "E" else None)
    key = paper.written[-1]
    put(paper, phrase(paper, "final"), "**{}:** ")
    between = paper.separator("example", ", ", "; ")
    rows(paper, key, "{} = ", between, paper.once("example around", ("(", ")"), ("[", "]")), "; ")


def first_query_in_full(paper: Paper) -> None:
    """For the first query every calculation in bullets, for the others a line with the results of each step."""
    before, of_query = parted(paper)
    title(paper)
    for key in before:
        head(paper, key)
        paper.heading(None)
        rows(paper, key, "{} = ", paper.separator("full", ", ", " ", "; "), paper.once("full", ("(", ")"), ("[", "]")))
        paper.say("\n")
    for i in range(paper.shape(of_query[0])[0]):
        text = f"{phrase(paper, 'query', i=i + 1)} ({token(paper, 'Q', i)})"
        put(paper, text, paper.once("query form", "### {}\n\n", "**{}**\n\n"))
        for key in of_query:
            paper.say(f"- {lead(paper, key)}: ", "label")
            if i == 0 and can_be_worked(paper, key):
                parts.each_worked(paper, paper.places(key)[0], SIGNS, ("\n  - ", "\n  - ", "\n"))
                continue
            with paper.block(), paper.row(lead(paper, key)):
                row(paper, key, i, paper.separator("full", ", ", " ", "; "), paper.kept["full"])
            paper.say("\n")
        paper.say("\n")
    bye(paper)


def read_off_paper(paper: Paper) -> None:
    """What a program read off paper: x for times, lines that break before signs, lost brackets, a line crossed out."""
    top(paper, "{}\n\n")
    say(paper, "points", "Q2 {}\n\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        paper.heading(None)
        if key not in paper.inputs and base(key) not in "QKV":
            put(paper, lead(paper, key), paper.once("read form", "{} :-\n\n", "{}\n\n", "→ {}\n\n"))
        if base(key) == "S" and paper.once("wrong start", True, False):
            paper.say("~~S = Q K~~\n\n", "struck")
        if base(key) in ("S", "O") and is_product(paper, key):
            _broken(paper, key)
        start, close = paper.once("read", ("[", "]"), ("(", ")"), ("[ ", " ]"))
        is_lost = base(key) == paper.once("bracket lost in", "S", "A", "V", "none")
        rows(paper, key, "{} = ", paper.separator("read", ", ", "  ", " ; "), (start, "" if is_lost else close))
        paper.say("\n")
        parts.noted(paper, key)
    _final(paper, "{} :\n\n", "{} = ", paper.separator("read", ", "), ("(", ")"))


def _broken(paper: Paper, key: str) -> None:
    places = paper.places(key)[0]
    for place in places:
        label = f"q1 . k{place[2] + 1}" if base(key) == "S" else parts.index(paper, place)
        with paper.block(), paper.row(label):
            paper.say(f"{label} = ", "index")
            product(paper, place, paper.once("times", " x ", " X ", " . "), paper.once("broken", " + ", "\n+ ", " + "))
            paper.say(" = ")
            paper.entry(*place)
            paper.say("\n\n")


def quiz(paper: Paper) -> None:
    """A form with a question and its points for each line, answers below on one line, what a corrector gave."""
    top(paper)
    say(paper, "task", "> {}\n>\n")
    paper.heading(None)
    around = paper.once("quiz", ("[", "]"), ("(", ")"))
    between = paper.separator("quiz", ", ", "; ", " ")
    for key in paper.inputs:
        paper.say(f"> {name(paper, key)} = ", "name")
        parts.flat(paper, key, between, around, around)
        paper.say("\n>\n" if key != paper.inputs[-1] else "\n\n")
    graded = paper.once("graded", True, False)
    for number, key in enumerate(paper.written):
        head(paper, key, ("### {}\n\n",))
        mark = paper.once("quiz mark", "**1{a})** ", "**({a})** ", "**2.{n}** ")
        mark = mark.format(a="abcdefghijklmnop"[number], n=number + 1)
        put(paper, lead(paper, key), mark + "{} ")
        say(paper, "points", "{}\n\n" + name(paper, key).replace("{", "{{").replace("}", "}}") + " = ")
        parts.flat(paper, key, between, around, around)
        paper.say("  *({0}/{0})*\n\n".format(paper.kept["points"]) if graded and number < 2 else "\n\n", "remark")


def notes(paper: Paper) -> None:
    """Notes of an app: a quoted summary, headings with formulas, matrices in fences, for sums the terms in a bullet."""
    title(paper)
    formulas = {"S": "Q·Kᵀ", "A": "softmax", "O": "A·V"}
    say(paper, "task", "> 📝 {}\n\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("## {}\n\n",))
        text = lead(paper, key)
        is_own = key in paper.inputs or base(key) not in formulas or not paper.once("with formulas", True, False)
        put(paper, text if is_own else f"{text} — {formulas[base(key)]}", "#### {}\n\n")
        if base(key) in FINAL and is_product(paper, key):
            parts.each_worked(paper, paper.places(key)[0][:1], SIGNS, ("- ", "", "\n\n"))
        paper.say(paper.once("fence", "```\n", "```text\n"))
        _fenced(paper, key)
        paper.say("```\n\n")
        parts.checked(paper, key, "- [x] {}: {}\n\n")


def _fenced(paper: Paper, key: str) -> None:
    wide = max(len(paper.text(*place)) for places in paper.places(key) for place in places)
    of_keys, several = parts.is_pair(paper, key), paper.shape(key)[0] > 1 and base(key) not in WEIGHTS
    labels = [parts.row_name(paper, "Q" if of_keys else key, i) if several else "" for i in range(paper.shape(key)[0])]
    side = max(map(len, labels)) + 2
    heads = "".join(f"{f'k{j + 1}':>{wide}}  " for j in range(paper.shape(key)[1]))
    paper.say(" " * side + heads.rstrip() + "\n" if of_keys else "", "header")
    with paper.block():
        for label, places in zip(labels, paper.places(key), strict=True):
            with paper.row(label):
                paper.say(f"{label:<{side}}", "index")
                for j, place in enumerate(places):
                    paper.say("  " if j else "")
                    paper.entry(*place, width=wide)
                paper.say("\n")
