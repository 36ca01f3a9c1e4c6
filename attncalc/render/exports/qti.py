"""Questions in QTI 1.2, as far as Canvas reads it."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from attncalc.render.exports.answers import digits

RESPONSE = "response1"


class Entry(NamedTuple):
    """What is entered: a number within a tolerance, or one of several texts, which are HTML."""

    number: Decimal | None = None
    tolerance: Decimal = Decimal(0)
    choices: tuple[str, ...] = ()
    right: int = 0

    @property
    def kind(self) -> str:
        """What Canvas calls such a question."""
        return "multiple_choice_question" if self.choices else "numerical_question"


class Item(NamedTuple):
    """A question, or a text alone; what is said of a wrong answer, and what after any. Texts are HTML."""

    key: str
    title: str
    text: str
    points: Decimal = Decimal(0)
    entry: Entry | None = None
    wrong: str = ""
    after: str = ""


def add_item(section: Element, item: Item) -> None:
    """The question as an element of a section."""
    made = SubElement(section, "item", ident=item.key, title=item.title)
    kind = item.entry.kind if item.entry else "text_only_question"
    choices = _idents(item.key, item.entry) if item.entry else []
    fields = SubElement(SubElement(made, "itemmetadata"), "qtimetadata")
    add_field(fields, "question_type", kind)
    add_field(fields, "points_possible", digits(item.points))
    add_field(fields, "original_answer_ids", ",".join(choices))
    add_field(fields, "assessment_question_identifierref", f"{item.key}_question")
    presentation = SubElement(made, "presentation")
    _material(presentation, item.text)
    if item.entry:
        (_list if item.entry.choices else _line)(presentation, item.entry, choices)
        _marking(made, item, choices)
    for name, text in (("general_incorrect_fb", item.wrong), ("general_fb", item.after)):
        if text:
            _material(SubElement(SubElement(made, "itemfeedback", ident=name), "flow_mat"), text)


def add_field(parent: Element, label: str, entry: str) -> None:
    """A label and what it says."""
    field = SubElement(parent, "qtimetadatafield")
    SubElement(field, "fieldlabel").text = label
    SubElement(field, "fieldentry").text = entry


def _idents(key: str, entry: Entry) -> list[str]:
    """Names of what can be answered; Canvas takes whole numbers for its own."""
    start = int(key[1:9], 16)
    return [str(start + at) for at in range(max(1, len(entry.choices)))]


def _material(parent: Element, html: str) -> None:
    SubElement(SubElement(parent, "material"), "mattext", texttype="text/html").text = html


def _line(presentation: Element, *_: object) -> None:
    """A line to type a number on."""
    response = SubElement(presentation, "response_str", ident=RESPONSE, rcardinality="Single")
    SubElement(SubElement(response, "render_fib", fibtype="Decimal"), "response_label", ident="answer1")


def _list(presentation: Element, entry: Entry, idents: list[str]) -> None:
    """A list to choose from."""
    response = SubElement(presentation, "response_lid", ident=RESPONSE, rcardinality="Single")
    choices = SubElement(response, "render_choice")
    for ident, text in zip(idents, entry.choices, strict=True):
        _material(SubElement(choices, "response_label", ident=ident), text)


def _marking(made: Element, item: Item, idents: list[str]) -> None:
    """What is right, and which remarks are shown."""
    marking = SubElement(made, "resprocessing")
    SubElement(
        SubElement(marking, "outcomes"), "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal"
    )
    if item.after:
        _remark(marking, "general_fb")
    assert item.entry
    right = SubElement(marking, "respcondition", {"continue": "No"})
    condition = SubElement(right, "conditionvar")
    if item.entry.number is None:
        SubElement(condition, "varequal", respident=RESPONSE).text = idents[item.entry.right]
    else:
        _within(condition, item.entry.number, item.entry.tolerance)
    SubElement(right, "setvar", action="Set", varname="SCORE").text = "100"
    if item.wrong:
        _remark(marking, "general_incorrect_fb")


def _within(condition: Element, number: Decimal, tolerance: Decimal) -> None:
    """The form that Canvas writes itself: the number, or what is from one limit to the other."""
    either = SubElement(condition, "or")
    SubElement(either, "varequal", respident=RESPONSE).text = digits(number)
    both = SubElement(either, "and")
    SubElement(both, "vargte", respident=RESPONSE).text = digits(number - tolerance)
    SubElement(both, "varlte", respident=RESPONSE).text = digits(number + tolerance)


def _remark(marking: Element, name: str) -> None:
    shown = SubElement(marking, "respcondition", {"continue": "Yes"})
    SubElement(SubElement(shown, "conditionvar"), "other")
    SubElement(shown, "displayfeedback", feedbacktype="Response", linkrefid=name)
