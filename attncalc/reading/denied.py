"""Whether words say that scores are not scaled: "omit the factor 1/√d_k", "on ne divise pas", in thirteen languages."""

from __future__ import annotations

import re
from itertools import islice, product

from attncalc.reading.sentence_parts import PARTS

NEAR, MOST = 30, 20  # signs between a negation and what it denies, and how many of these a clause has
ROOT = r"√\s?\(?\s?d_?k"
# What stands between clauses, and what else is scaled: scaled attention without a bias.
BETWEEN = (
    r"[.,;:()，。；：、（）]|\b(?:and|but|und|sondern|et|mais|y|sino|e|ma|mas|en|i|a nie|lecz|ale|и|а не|но|ve|ama)\b"
    r"|而|attenti|attenzi|aufmerksam|aten[cç]|\buwag|внимани|dikkat|aandacht|注意|アテンション|어텐션"
)
# Negations that deny what follows them alone.
BEFORE = re.compile(
    r"without|no|none|nobody|ohne|kein\w{0,2}|sans|aucune?|sin|ning[uú]na?|senza|nessuna?|sem|nenhuma?|zonder|geen|bez"
    r"|żad\w{1,4}|без|hiç\w{0,4}",
    re.IGNORECASE,
)


def _patterns(parts: dict[str, str]) -> tuple[re.Pattern[str], ...]:
    """Of one language: where clauses end, negations, words for the scale, denials of it, what is not to be done."""
    ends = f"{BETWEEN}|{parts['earlier']}|{parts['later']}|{parts['mask']}"
    denial, scale = f"{parts['not']}|{parts['omitted']}", f"{parts['scale']}|{parts['divided']}|{ROOT}"
    return tuple(re.compile(part, re.IGNORECASE) for part in (ends, denial, scale, parts["unscaled"], parts["kept"]))


LANGUAGES = tuple(_patterns(parts) for parts in PARTS.values())


def denies_scale(sentence: str) -> str:
    """The clause of a sentence that leaves the scale out; nothing of one that says not to forget or to round it."""
    for ends, denial, scale, unscaled, kept in LANGUAGES:
        for clause in ends.split(sentence) if scale.search(sentence) else ():
            found = (list(islice(words.finditer(clause), MOST)) for words in (denial, scale))
            near = any(_is_near(*pair) for pair in product(*found))
            if (near or unscaled.search(clause)) and not kept.search(clause):
                return clause.strip()
    return ""


def _is_near(denial: re.Match[str], scale: re.Match[str]) -> bool:
    behind = denial.start() - scale.end()
    return 0 <= scale.start() - denial.end() <= NEAR or (0 <= behind <= NEAR and not BEFORE.fullmatch(denial[0]))


def is_kept(sentence: str) -> bool:
    """Whether a sentence says what is not to be forgotten, or not changed."""
    return any(
        denial.search(clause) and kept.search(clause)
        for ends, denial, _, _, kept in LANGUAGES
        for clause in ends.split(sentence)
    )
