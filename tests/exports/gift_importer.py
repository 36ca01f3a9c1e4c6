"""What Moodle makes of GIFT: questions between empty lines, read in the order in which its importer reads them."""

import re
from decimal import Decimal
from typing import NamedTuple

ESCAPED = {":": "\ue001", "#": "\ue002", "=": "\ue003", "{": "\ue004", "}": "\ue005", "~": "\ue006"}
WEIGHT = re.compile(r"%(\d{1,2}(?:\.\d*)?)%")


class Imported(NamedTuple):
    kind: str
    name: str
    text: str
    answers: tuple[tuple[str, Decimal, str], ...] = ()
    after: str = ""

    def mark(self, value):
        """What a number is worth: the first answer that it is near enough to."""
        for answer, worth, _ in self.answers:
            number, _, within = answer.partition(":")
            if answer == "*" or abs(Decimal(value) - Decimal(number)) <= Decimal(within):
                return worth
        return Decimal(0)


def _hidden(text):
    text = text.replace("\\\\", "\ue000")
    for sign, held in ESCAPED.items():
        text = text.replace(f"\\{sign}", held)
    assert "\\n" not in text  # which Moodle makes an end of line of
    return text.replace("\ue000", "\\")


def _shown(text):
    for sign, held in ESCAPED.items():
        text = text.replace(held, sign)
    return re.sub(r"^\[html\]", "", text.strip())


def imported(text):
    """The questions of a file."""
    return [_question(part) for part in re.split(r"\n\s*\n", text.strip())]


def _question(part):
    text = _hidden(part)
    if text.startswith("$CATEGORY:"):
        return Imported("category", text.removeprefix("$CATEGORY:").strip(), "")
    name, text = re.fullmatch(r"::(.*?)::(.*)", text, re.DOTALL).groups()
    if "{" not in text and "}" not in text:
        return Imported("description", _shown(name), _shown(text))
    start, end = text.index("{"), text.index("}")
    inside = text[start + 1 : end].strip()
    assert text[end + 1 :].strip() == ""
    inside, _, after = inside.rpartition("####") if "####" in inside else (inside, "", "")
    inside = inside.strip()
    read = _numbers(inside[1:]) if inside.startswith("#") else _choices(inside)
    kind = "numerical" if inside.startswith("#") else "multichoice"
    return Imported(kind, _shown(name), _shown(text[:start]), tuple(read), _shown(after))


def _numbers(inside):
    inside, _, wrong = inside.partition("~")
    for answer in filter(str.strip, inside.split("=")):
        worth, answer = _weight(answer.strip(), 100)  # noqa: PLW2901
        number, _, said = answer.partition("#")
        yield number.strip(), worth, _shown(said)
    yield "*", Decimal(0), _shown(wrong.removeprefix("#"))


def _choices(inside):
    for answer in filter(str.strip, inside.replace("=", "~=").split("~")):
        worth, rest = (Decimal(1), answer[1:]) if answer.startswith("=") else _weight(answer.strip(), 0)
        yield _shown(rest), worth, ""


def _weight(answer, otherwise):
    if found := WEIGHT.match(answer):
        return Decimal(found[1]) / 100, answer[found.end() :]
    return Decimal(otherwise) / 100, answer
