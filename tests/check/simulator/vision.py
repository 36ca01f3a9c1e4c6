"""Handwritten sheets as a model for pictures transcribes them: dollars, bold steps, arrays with lines, braces below."""

from __future__ import annotations

from .blocks import vector
from .calculated import parted
from .damaged import _wrong
from .headings import head, put, title
from .latex import Environment
from .naming import letter, symbol, token, words
from .paper import Paper
from .terms import Place
from .work import base

MATRIX = Environment(("bmatrix", "pmatrix", "array"))
STEP = {
    "en": "Step",
    "de": "Schritt",
    "fr": "Étape",
    "es": "Paso",
    "it": "Passo",
    "pt": "Passo",
    "pl": "Krok",
    "nl": "Stap",
    "tr": "Adım",
    "ru": "Шаг",
    "zh": "步骤",
    "ja": "手順",
    "ko": "단계",
}
FRAMES = (
    ("$$ ", " $$\n\n"),
    ("\\[ ", " \\]\n\n"),
    ("$", "$\n\n"),
    ("\\(", "\\)\n\n"),
    ("$$\n\\begin{aligned}\n", "\n\\end{aligned}\n$$\n\n"),
)


def bold_steps(paper: Paper) -> None:
    """**Step 2: Scores**, then a display, inline mathematics or aligned, as it comes; the last matrix in a box."""
    title(paper)
    done = 0
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n", "---\n\n### {}\n\n"))
        paper.heading(None)
        is_given = key in paper.inputs
        done += not is_given
        if not is_given:
            sign = paper.once("step sign", ": ", " – ", ". ", ": ")
            paper.say(f"**{STEP[paper.language.name]} {done}{sign}", "answer")
            put(paper, words(paper, key), paper.once("step end", "{}**\n\n", "{}:**\n\n", "{}**  \n"))
        start, close = ("- $", "$\n") if is_given else paper.choice(*FRAMES)
        align = "&= " if "aligned" in start else "= "
        box = key == paper.written[-1] and paper.once("boxed", True, False)
        paper.say(start + ("\\boxed{" if box else ""))
        arrow = paper.choice("", "", "\\Rightarrow ", "\\therefore ", "\\implies ") if not is_given else ""
        paper.say(f"{arrow}{symbol(paper, key)} {align}", "name")
        MATRIX(paper, key)
        paper.say(("}" if box else "") + close)
        paper.say("\n" if is_given and key == paper.inputs[-1] else "")


def lined_arrays(paper: Paper) -> None:
    """Arrays with \\hline and bars, the tokens as \\text above and at the left."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n", "**{}**\n\n"))
        put(paper, words(paper, key), paper.once("lined heading", "**{}:**\n\n", "#### {}\n\n", "{}\n\n"))
        paper.say(paper.once("lined start", "$$\n", "\\[\n", "$$\n"))
        _lined(paper, key)
        paper.say("\n$$\n\n" if paper.kept["lined start"][0] == "$" else "\n\\]\n\n")


def _lined(paper: Paper, key: str) -> None:
    columns = paper.shape(key)[1]
    over = base(key) in ("S", "S_scaled", "S_masked", "E", "A")
    spec = paper.once("lined spec", "|c|C|", "c|C", "|l||C|", "l|C")
    inner = ("c|" if paper.once("bars between", True, False) else "c") * columns
    paper.say(f"\\begin{{array}}{{{spec.replace('C', inner.rstrip('|'))}}}\n")
    line = paper.once("lined rule", " \\\\ \\hline\n", " \\\\\n\\hline\n", " \\\\\n")
    heads = [rf"\text{{{token(paper, 'K', j)}}}" if over else f"d_{j + 1}" for j in range(columns)]
    paper.say("\\hline\n" if spec.startswith("|") else "")
    paper.say(f"{paper.once('lined corner', '', 'name', '') and symbol(paper, key, 'names')} & ", "name")
    paper.say(" & ".join(heads) + (line if "hline" in line else " \\\\ \\hline\n"), "header")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = rf"\text{{{token(paper, key, i)}}}" if over else f"{letter(paper, key)}_{i + 1}"
            with paper.row(token(paper, key, i) if over else label):
                paper.say(label + " & ", "index")
                vector(paper, places, " & ")
            paper.say(line)
    paper.say("\\end{array}")


NOTES = (
    "*[illegible]*",
    "[illegible]",
    "[arrow to the line above]",
    "*(in the margin: check!)*",
    "[scribble]",
    "[unclear word]",
    "(?)",
)


def attempts(paper: Paper) -> None:
    """Whole attempts that are crossed out, then the matrix again; remarks of whoever transcribed."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n",))
        put(paper, words(paper, key), paper.once("attempt heading", "**{}**\n\n", "{}:\n\n", "### {}\n\n"))
        left, right = paper.once(
            "attempt",
            ("~~$", "$~~\n\n"),
            ("~~$$", "$$~~\n\n"),
            ("$\\cancel{", "}$\n\n"),
            ("[crossed out: $", "$]\n\n"),
            ("~~$", "$~~ (crossed out)\n\n"),
        )
        if key in paper.work.calculation.records and paper.chance(0.3):
            paper.say(left + symbol(paper, key) + " = ", "name")
            MATRIX(paper, key, lambda place: _struck(paper, place))
            paper.say(right)
        paper.say(f"${symbol(paper, key)} = ", "name")
        MATRIX(paper, key)
        paper.say("$\n\n")
        paper.say(f"{paper.choice(*NOTES)}\n\n" if paper.chance(0.2) else "", "remark")


def _struck(paper: Paper, place: Place) -> None:
    wrong = _wrong(paper, place)
    paper._number(wrong, wrong, place, struck=True)


def dollars_and_arrows(paper: Paper) -> None:
    """All steps of a query on a line or over several, numbers in dollars and arrows between the dollars."""
    title(paper)
    before, of_query = parted(paper)
    for key in before:
        head(paper, key, ("**{}**\n\n",))
        paper.heading(None)
        paper.say(f"${symbol(paper, key, 'names')} = ", "name")
        MATRIX(paper, key)
        paper.say("$\n\n")
    arrow = paper.once("dollar arrow", r" $\rightarrow$ ", " → ", r" $\Rightarrow$ ", " ⇒ ", "\n  → ", "\n$\\to$ ")
    around = paper.once("dollar around", ("(", ")"), ("[", "]"), (r"\langle ", r" \rangle"))
    between = paper.separator("dollars", ", ", r",\, ", "; ")
    paper.heading(None)
    for i in range(paper.shape(of_query[0])[0]):
        paper.say(paper.once("dollar bullet", "- ", "* ", "", "• ") + f"$q_{i + 1}$: ", "index")
        for number, key in enumerate(of_query):
            paper.say(arrow if number else "")
            text = words(paper, key)
            with paper.block(), paper.row(text):
                paper.say(f"{text}: " if paper.once("dollar words", True, True, False) else "", "label")
                paper.say("$")
                vector(paper, paper.places(key)[i], between, around if paper.shape(key)[1] > 1 else ("", ""))
                paper.say("$")
        paper.say("\n\n")


BROKEN = (
    (r"\begin{bmatrix} ", r" \end{bmatrix}"),
    (r"\left[\begin{array}{ll}", r"\end{array}\right]"),
    (r"\begin{pmatrix}", r"\end{pmatrix}"),
    (r"\left(\begin{array}{cc}", r"\end{array}\right)"),
)


def broken_matrices(paper: Paper) -> None:
    """Matrices in one dollar over several lines, bullets and arrows before them, ∴ before the last one."""
    title(paper)
    start, close = paper.once("broken", *BROKEN)
    end = paper.once("broken end", " \\\\\n", " \\\\ \n  ", "\\\\\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("**{}**\n\n",))
        text, is_last = words(paper, key), key == paper.written[-1]
        paper.heading(text if paper.once("broken words", True, False) else None)
        paper.say(
            paper.once("broken bullet", "• ", "- ", "→ ", "")
            if not is_last
            else paper.once("so", "∴ ", "$\\therefore$ ", "⇒ ")
        )
        paper.say(f"{text}: " if paper.once("broken words") else "", "heading")
        paper.say(f"${symbol(paper, key)} = {start}", "name")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(end if i else "")
                with paper.row(symbol(paper, key)):
                    vector(paper, places, " & ")
        paper.say(close + "$\n\n")


def boxed(paper: Paper) -> None:
    """Sentences with matrices in displays, and every result of a step in a box."""
    title(paper)
    said = {
        "en": ("We get", "So", "Hence", "Thus we have"),
        "de": ("Es folgt", "Also", "Somit"),
        "fr": ("On obtient", "Donc", "Ainsi"),
        "es": ("Se obtiene", "Entonces", "Por tanto"),
    }
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("### {}\n\n",))
        text = words(paper, key)
        paper.heading(text)
        is_given = key in paper.inputs
        lead = paper.language.word("given") if is_given else paper.choice(*said[paper.language.name])
        paper.say(f"{lead} ")
        paper.say(f"({text}):\n", "heading")
        box = not is_given and (key == paper.written[-1] or paper.once("all boxed", True, False))
        start, close = paper.once("boxed frame", ("$$", "$$\n\n"), ("\\[", "\\]\n\n"), ("$$\n", "\n$$\n\n"))
        paper.say(start + (paper.once("box", "\\boxed{", "\\fbox{$", "\\boxed{\\displaystyle ") if box else ""))
        paper.say(f"{symbol(paper, key)} = ", "name")
        MATRIX(paper, key)
        paper.say((("$}" if paper.kept["box"] == "\\fbox{$" else "}") if box else "") + close)
