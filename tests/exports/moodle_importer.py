"""What Moodle's importer makes of a file of questions, and what it refuses: its rules written down once more.

The patterns are those of its Cloze questions: a blank is {weight:KIND:answer~answer…}, an answer is a share (= or
%25%), what is right, and after # a remark. What ends an answer may be escaped; entities are decoded once.
"""

import html
import re
from decimal import Decimal
from typing import NamedTuple
from xml.etree import ElementTree

NUMBER = r"-?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-+]?\d+)?"
WITHIN = re.compile(rf"({NUMBER})(?::({NUMBER}))?")
KINDS = r"NUMERICAL|NM|MULTICHOICE_V|MCV|MULTICHOICE_H|MCH|MULTICHOICE|MC|SHORTANSWER_C|SAC|SHORTANSWER|SA|MW"
SHARE, RIGHT, REMARK = (
    r"=|%-?\d+(?:[.,]\d*)?%",
    r".+?(?<!\\)(?<!&)(?<!&amp;)(?=[~#}]|$)",
    r".*?(?<!\\)(?=[~}]|$)",
)
ANSWER = f"(?:{SHARE})?{RIGHT}(?:#{REMARK})?"
ONE = re.compile(f"~?({SHARE})?({RIGHT})(?:#({REMARK}))?", re.DOTALL)
BLANK = re.compile(rf"\{{(\d*):({KINDS}):({ANSWER}(?:~{ANSWER})*)\}}", re.DOTALL)
PLACE = re.compile(r"\{#(\d+)\}")  # where the blanks stand when they are taken out


class Answer(NamedTuple):
    share: Decimal  # percent
    text: str
    tolerance: Decimal | None
    remark: str


class Blank(NamedTuple):
    weight: int
    kind: str
    answers: tuple[Answer, ...]
    code: str

    def marked(self, typed):
        """The first answer that what is typed is, as Moodle looks for it."""
        for answer in self.answers:
            if answer.text == "*" or abs(Decimal(typed) - Decimal(answer.text)) <= answer.tolerance:
                return answer
        return None


class Question(NamedTuple):
    category: str
    name: str
    text: str
    blanks: tuple[Blank, ...]
    feedback: str
    idnumber: str
    tags: tuple[str, ...]


def read(data):
    """The questions of a file; AssertionError where Moodle refuses one, or reads what nobody wrote."""
    quiz = ElementTree.fromstring(data)
    assert quiz.tag == "quiz"
    found, category = [], ""
    for element in quiz:
        assert element.tag == "question"
        if element.get("type") == "category":
            category = element.findtext("category/text")
            assert category.startswith("$course$/top/")
        else:
            assert element.get("type") == "cloze"
            found.append(_question(element, category))
    assert len({(question.category, question.idnumber) for question in found}) == len(found)
    return found


def _question(element, category):
    name, text = element.findtext("name/text"), element.findtext("questiontext/text")
    assert name.strip()
    assert len(name) <= 255
    assert element.find("questiontext").get("format") == "html"
    assert not PLACE.search(text)
    blanks = []
    while match := BLANK.search(text):
        blanks.append(_blank(match))
        text = text.replace(match[0], f"{{#{len(blanks)}}}", 1)
    assert blanks, "a Cloze question has a blank"
    assert [int(number) for number in PLACE.findall(text)] == list(range(1, len(blanks) + 1))
    assert not re.search(rf"\{{\d*:({KINDS}):", text)
    idnumber, tags = element.findtext("idnumber"), tuple(tag.text for tag in element.findall("tags/tag/text"))
    assert 0 < len(idnumber) <= 100
    assert all(0 < len(tag) <= 50 for tag in tags)
    return Question(category, name, text, tuple(blanks), element.findtext("generalfeedback/text"), idnumber, tags)


def _blank(match):
    weight, kind, rest = match.groups()
    answers = []
    while rest and (one := ONE.match(rest)):
        answers.append(_answer(kind, *one.groups()))
        rest = rest[one.end() :]
    assert not rest, f"the importer loses {rest}"
    assert any(answer.share == 100 for answer in answers), "one answer has all marks"
    assert kind.startswith("NUM") or len(answers) > 1
    return Blank(int(weight or 1), kind, tuple(answers), match[0])


def _answer(kind, share, right, remark):
    percent = Decimal(100) if share == "=" else Decimal((share or "0").strip("%"))
    said = _unescaped(remark or "")
    if kind != "NUMERICAL":
        return Answer(percent, _unescaped(right), None, said)
    number = WITHIN.fullmatch(right)
    assert number or right == "*", f"{right} is no number"
    return Answer(percent, number[1] if number else right, Decimal((number and number[2]) or 0), said)


def _unescaped(text):
    return html.unescape(text).replace(r"\}", "}").replace(r"\#", "#")
