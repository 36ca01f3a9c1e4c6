"""Which tokens a sentence calls padding: the last two tokens, the third key, tokens 3 and 4; in twelve languages."""

from __future__ import annotations

import re

from attncalc.reading.phrases import NUMBER, NUMBERS
from attncalc.reading.sentence_parts import PARTS

# How the words for "first" to "eighth" begin, and those for "last".
ORDINALS = {
    "en": r"first second third fourth fifth sixth seventh eighth last|final",
    "de": r"erste zweite dritte vierte fünfte sechste sieb(?:en)?te achte letzte",
    "fr": r"premi[eè]r deuxième|second troisième quatrième cinquième sixième septième huitième derni[eè]r",
    "es": r"primer segund tercer cuart quint sext s[eé]ptim octav [uú]ltim",
    "it": r"prim second terz quart quint sest settim ottav ultim",
    "pt": r"primeir segund terceir quart quint sext s[eé]tim oitav [uú]ltim",
    "nl": r"eerste tweede derde vierde vijfde zesde zevende achtste laatste",
    "pl": r"pierwsz drug trzeci czwart piąt szóst siódm ósm ostatni",
    "ru": r"перв втор трет четв[её]рт пят шест седьм восьм последн",
    "zh": r"第[一1] 第[二2] 第[三3] 第[四4] 第[五5] 第[六6] 第[七7] 第[八8] 最后|末尾",
    "ja": r"[一1]番目|最初 [二2]番目 [三3]番目 [四4]番目 [五5]番目 [六6]番目 [七7]番目 [八8]番目 最後|末尾",
    "ko": r"(?:첫|1)\s?번째 (?:두|2)\s?번째 (?:세|3)\s?번째 (?:네|4)\s?번째 (?:다섯|5)\s?번째"
    r" (?:여섯|6)\s?번째 (?:일곱|7)\s?번째 (?:여덟|8)\s?번째 마지막",
    "tr": r"birinci|ilk ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci son(?=\s|uncu)",
}
UNSPACED = {"zh", "ja", "ko"}
CLAUSE = re.compile(r"(?<!\d)[.;:。；]|[,，、](?!\s?\d)")
# What stands between an ordinal and what it counts.
AFTER = r"\w{0,4}(?P<words>(?:[\s-]\w{1,14}){0,2}?)(?P<count>[\s\w个個의の-]{0,5}?)"
COUNT = re.compile(rf"(?<![^\W\d_])?{NUMBER}(?=\b|[个個つ개])", re.IGNORECASE)
LISTED = (
    r"(?:\s?n\.?[º°]|\snumber|\snum[ée]ro)?[\s_]{0,2}(\d{1,2}(?:(?:\s?[,和と、–-]\s?|\s\w{1,3}\s)\d{1,2}){0,8})(?!\w)"
)
ENDING = r"(?:st|nd|rd|th|\.|e|º|ª|°|[eè]me|-?[йяе]|['’]?[iuüı]?nc[iuüı])"


def _patterns(language: str) -> tuple[re.Pattern[str], list[re.Pattern[str]]]:
    """Of one language: the word for padding; tokens with their numbers, the first to the eighth, the last ones."""
    token, start = PARTS[language]["token"], "" if language in UNSPACED else r"\b"
    places = [
        rf"(?:(?:{token})\w{{0,8}}|\b[xk]){LISTED}",
        rf"(?<!\w)(\d{{1,2}}){ENDING}\s(?:\w{{1,14}}\s)?(?:{token})",
        *(rf"{start}(?:{word}){AFTER}(?:{token})" for word in ORDINALS[language].split()),
    ]
    return re.compile(PARTS[language]["padding"], re.IGNORECASE), [re.compile(place, re.IGNORECASE) for place in places]


LANGUAGES = tuple(map(_patterns, ORDINALS))


def padded(sentence: str) -> tuple[int, ...]:
    """The numbers of the tokens that a sentence calls padding, those of the last ones counted from −1 back."""
    for padding, places in LANGUAGES:
        for clause in CLAUSE.split(sentence) if padding.search(sentence) else ():
            if padding.search(clause) and (found := _places(clause, *places)):
                return tuple(sorted(found))
    return ()


def _places(clause: str, listed: re.Pattern[str], ended: re.Pattern[str], *ordinals: re.Pattern[str]) -> set[int]:
    numbers = [number for match in listed.finditer(clause) for number in re.findall(r"\d+", match[1])]
    found = {int(number) for number in (*numbers, *ended.findall(clause))}
    found |= {number for number, ordinal in enumerate(ordinals[:-1], 1) if ordinal.search(clause)}
    if last := ordinals[-1].search(clause):
        before = clause[max(0, last.start() - len("cuatro  ")) : last.start()]
        counts = COUNT.findall(before + last["words"] + last["count"])
        found |= set(range(-int(NUMBERS.get(counts[-1].lower(), counts[-1])) if counts else -1, 0))
    return found
