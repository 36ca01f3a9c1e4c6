"""What people call the lines of the work in a name: letters, formulas and words, as on a page."""

from __future__ import annotations

import re

from attncalc.check.formulas import lines_of_formula, spelled
from attncalc.reading.commands import words_of
from attncalc.reading.expression import inks_of
from attncalc.reading.languages import LINES

RESULT = "result"  # stands for the line that a problem ends with
ALWAYS = frozenset({"z", "o"})  # may mean another line although there is one: Z is the output of many courses
LEFT_OUT = words_of("the of for in matrix vector vectors my der die das des von de du des la le di da do van")
SAME = frozenset({"S", "e"})  # scaled scores are not the scores

# Names that mean another line than the words in them, or the letter on a page, do.
NAMES: dict[str, tuple[str, ...]] = {
    name: tuple(lines.split())
    for names, lines in (
        ("attention attn", "A alpha O c"),
        ("z", "Z O c MH"),
        ("o y out output outputs weightedsum weightedsums weightedvalues", f"O c {RESULT}"),
        ("context contexts", "c O"),
        ("sumexponentials sumexp", "Z"),
        ("x input inputs embeddings tokens", "X"),
        ("h encoderstates hiddenstates annotations", "H"),
        ("decoderstate state", "s"),
        ("heads", "C cs"),
        ("mha", "MH"),
    )
    for name in names.split()
}


def lines_of(text: str) -> tuple[str, ...]:
    """The names of the lines that a name may mean, the likeliest first; empty where it is none."""
    if plain(text) in NAMES:
        return NAMES[plain(text)]
    if found := lines_of_formula("".join(map(spelled, inks_of(text)))):
        return found
    spaced = text.replace("_", " ")
    found = tuple(line for pattern, lines in LINES if pattern.search(spaced) for line in lines)
    if {"S_scaled", "S_masked"} & {*found}:
        found = tuple(line for line in found if line not in SAME)
    return (*found, RESULT) if "O" in found else found


def plain(text: str) -> str:
    """A name without what its spellings differ in: `Attention_Weights` and `the attention weights` are one."""
    return without_articles(re.sub(r"[_-]", " ", text)).replace(" ", "").lower()


def without_articles(text: str) -> str:
    """A name without words that say nothing, unless it has no others."""
    words = text.split()
    return " ".join([word for word in words if word.lower() not in LEFT_OUT] or words)
