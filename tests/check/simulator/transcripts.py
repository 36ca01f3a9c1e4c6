"""Pages that a model transcribed from a photo: numbered steps, rows or tables as it liked, notes in brackets."""

from __future__ import annotations

from .blocks import Table, vector
from .headings import head
from .naming import letter, symbol, words
from .numerals import lowered
from .paper import Paper

# Of each language: a step, what stands at the top, and what is noted between the lines.
NOTES = {
    "en": (
        "Step",
        ("# Transcription\n\n*(page 1 of 2, blue ink)*\n\n", "**Page 1**\n\n", "Notes, page 3:\n\n"),
        (
            "[illegible]",
            "[crossed out]",
            "*(arrow to the right margin)*",
            "[margin note: check row 2!]",
            "[page 2]",
            "*[small sketch of a heat map]*",
        ),
    ),
    "de": (
        "Schritt",
        ("# Abschrift\n\n*(Seite 1 von 2, kariert)*\n\n", "**Seite 1**\n\n"),
        ("[unleserlich]", "[durchgestrichen]", "*(Pfeil zum Rand)*", "[am Rand: Zeile 2 prüfen!]", "[Seite 2]"),
    ),
    "fr": (
        "Étape",
        ("# Transcription\n\n*(page 1 sur 2)*\n\n", "**Page 1**\n\n"),
        ("[illisible]", "[barré]", "*(flèche vers la marge)*", "[en marge : vérifier la ligne 2]", "[page 2]"),
    ),
    "es": (
        "Paso",
        ("# Transcripción\n\n*(página 1 de 2)*\n\n", "**Página 1**\n\n"),
        ("[ilegible]", "[tachado]", "*(flecha hacia el margen)*", "[al margen: revisar fila 2]", "[página 2]"),
    ),
}
STEPS = (
    "**{step} {n}: {text}**\n\n",
    "### {step} {n}: {text}\n\n",
    "**{n}. {text}**\n\n",
    "## {n}) {text}\n\n",
    "**{text}** *({step} {n})*\n\n",
)
TABLE = Table(("lowered", "word", "both", "bold"), ("letters", "tokens", "empty"))


def described(paper: Paper) -> None:
    """Every line as a step, its rows in words, in a table, or on one line with names, and notes between them."""
    step, tops, notes = NOTES[paper.language.name]
    paper.say(paper.once("top", *tops, ""), "page")
    form = paper.once("step form", *STEPS)
    keys = (*(paper.inputs if paper.once("with inputs", True, True, False) else ()), *paper.written)
    for number, key in enumerate(keys, 1):
        head(paper, key, ("---\n\n**{}**\n\n", "## {}\n\n"))
        text = words(paper, key)
        text = text[:1].upper() + text[1:]
        paper.say(form.format(step=step, n=number, text=text), "heading")
        paper.heading(text)
        paper.choice(_rows, TABLE, _vectors, _rows)(paper, key)
        paper.say("\n")
        paper.say(paper.choice(*notes) + "\n\n" if paper.chance(0.15) else "", "remark")


def _rows(paper: Paper, key: str) -> None:
    """- Row 1: 0.5, 0.3"""
    rows = paper.places(key)
    with paper.block():
        for i, places in enumerate(rows):
            label = paper.language.plain_row(i + 1) if len(rows) > 1 else symbol(paper, key, "names")
            label = label[:1].upper() + label[1:]
            with paper.row(label):
                paper.say(paper.once("row bullet", "- ", "", "* "))
                paper.say(paper.once("row label", "{}: ", "**{}:** ", "{} → ").format(label), "index")
                vector(paper, places, paper.separator("rows", ", ", " | ", "; "))
            paper.say("  \n" if not paper.once("row bullet") else "\n")


def _vectors(paper: Paper, key: str) -> None:
    """q₁ = [0.5, 0.3]"""
    rows = paper.places(key)
    with paper.block():
        for i, places in enumerate(rows):
            label = f"{letter(paper, key)}{lowered(i + 1)}" if len(rows) > 1 else symbol(paper, key, "names")
            with paper.row(label):
                paper.say(f"{label} = ", "index")
                around = ("[", "]") if len(places) > 1 else ("", "")
                vector(paper, places, paper.separator("vectors", ", ", "; "), around)
            paper.say("  \n")
