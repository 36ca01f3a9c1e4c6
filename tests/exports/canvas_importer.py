"""What Canvas makes of a package of QTI 1.2, and what it refuses: the rules of the format and of its importer.

CONTENT is the content of each element as the specification has it (its DTD), as far as it is used here.
"""

import io
import re
from decimal import Decimal
from typing import NamedTuple
from xml.etree import ElementTree
from zipfile import ZipFile

QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
META = "{http://canvas.instructure.com/xsd/cccv1p0}"
MANIFEST = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
CONTENT = {
    "questestinterop": "assessment",
    "assessment": "(qtimetadata )*(section )+",
    "section": "(qtimetadata )*(item )*",
    "item": "(itemmetadata )?(presentation )?(resprocessing )*(itemfeedback )*",
    "itemmetadata": "qtimetadata",
    "qtimetadata": "(qtimetadatafield )+",
    "qtimetadatafield": "fieldlabel fieldentry",
    "presentation": "((material|response_str|response_lid) )+",
    "material": "mattext",
    "response_str": "(material )?render_fib( material)?",
    "response_lid": "(material )?render_choice( material)?",
    "render_fib": "(response_label )*",
    "render_choice": "(response_label )*",
    "response_label": "(material )*",
    "resprocessing": "outcomes (respcondition )+",
    "outcomes": "(decvar )+",
    "respcondition": "conditionvar (setvar )*(displayfeedback )*",
    "conditionvar": "((or|and|other|varequal|vargte|varlte) )+",
    "or": "((and|varequal|vargte|varlte) )+",
    "and": "((varequal|vargte|varlte) )+",
    "itemfeedback": "((flow_mat|material) )+",
    "flow_mat": "(material )+",
}
NEEDED = {
    "assessment": ("ident", "title"),
    "section": ("ident",),
    "item": ("ident",),
    "response_label": ("ident",),
    "response_str": ("ident",),
    "response_lid": ("ident",),
    "itemfeedback": ("ident",),
    "varequal": ("respident",),
    "vargte": ("respident",),
    "varlte": ("respident",),
    "displayfeedback": ("linkrefid",),
}
KINDS = ("numerical_question", "multiple_choice_question", "text_only_question")
SMALLEST = Decimal("0.0001")


class Item(NamedTuple):
    kind: str
    title: str
    text: str
    points: Decimal
    number: Decimal | None
    low: Decimal | None
    high: Decimal | None
    right: str
    choices: dict[str, str]
    remarks: dict[str, str]


class Quiz(NamedTuple):
    title: str
    options: dict[str, str]
    items: list[Item]
    identifiers: list[str]


def read(data):
    """The quiz of a package; AssertionError where Canvas passes something over, or makes another number of it."""
    with ZipFile(io.BytesIO(data)) as archive:
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
        quiz, meta = manifest.findall(f"{MANIFEST}resources/{MANIFEST}resource")
        assert quiz.get("type") == "imsqti_xmlv1p2"
        assert quiz.find(f"{MANIFEST}dependency").get("identifierref") == meta.get("identifier")
        hrefs = [part.find(f"{MANIFEST}file").get("href") for part in (quiz, meta)]
        assert {"imsmanifest.xml", "non_cc_assessments/", *hrefs} == {*archive.namelist()}
        assert meta.get("href") == hrefs[1]
        root, options = (ElementTree.fromstring(archive.read(href)) for href in hrefs)
    checked(root)
    assessment = root.find(f"{QTI}assessment")
    key = quiz.get("identifier")
    assert key == options.get("identifier") == assessment.get("ident"), "otherwise title and options are passed over"
    assert options.findtext(f"{META}assignment/{META}quiz_identifierref") == key
    texts = {child.tag.removeprefix(META): child.text or "" for child in options}
    elements = assessment.findall(f"{QTI}section/{QTI}item")
    items = [_item(element) for element in elements]
    assert Decimal(texts["points_possible"]) == sum(item.points for item in items)
    assert texts["title"] == assessment.get("title")
    identifiers = [element.get("ident") for element in elements]
    assert len({*identifiers}) == len(identifiers)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name) for name in identifiers)
    return Quiz(texts["title"], texts, items, identifiers)


def checked(root):
    """AssertionError where elements do not stand as the format has them."""
    for element in root.iter():
        name = element.tag.removeprefix(QTI)
        children = "".join(f"{child.tag.removeprefix(QTI)} " for child in element)
        pattern = CONTENT.get(name, "")
        assert re.fullmatch(f"{pattern} ?" if pattern else "", children), f"{name}: {children}"
        assert all(element.get(key) for key in NEEDED.get(name, ())), name
        if children:
            assert not (element.text or "").strip()


def _item(element):
    fields = {
        field.findtext(f"{QTI}fieldlabel"): field.findtext(f"{QTI}fieldentry")
        for field in element.iter(f"{QTI}qtimetadatafield")
    }
    kind, points = fields["question_type"], Decimal(fields["points_possible"])
    assert kind in KINDS
    assert points >= 0
    assert fields["assessment_question_identifierref"]
    text = element.findtext(f"{QTI}presentation/{QTI}material/{QTI}mattext")
    remarks = {part.get("ident"): "".join(part.itertext()).strip() for part in element.findall(f"{QTI}itemfeedback")}
    shown = {part.get("linkrefid") for part in element.iter(f"{QTI}displayfeedback")}
    assert {*remarks} == shown <= {"general_fb", "general_incorrect_fb", "correct_fb"}
    choices = {
        label.get("ident"): "".join(label.itertext()).strip()
        for label in element.findall(f".//{QTI}response_lid//{QTI}response_label")
    }
    right = [
        condition for condition in element.iter(f"{QTI}respcondition") if condition.find(f"{QTI}setvar") is not None
    ]
    number = low = high = None
    answer = ""
    if kind == "text_only_question":
        assert not right
        assert not points
    else:
        (condition,) = right
        assert condition.findtext(f"{QTI}setvar") == "100"
        answer = condition.find(f".//{QTI}varequal").text
    if kind == "multiple_choice_question":
        assert answer in choices
        assert len(choices) > 1
    if kind == "numerical_question":
        assert element.find(f".//{QTI}render_fib").get("fibtype") == "Decimal"
        number = kept(answer)
        low, high = (kept(condition.find(f".//{QTI}or/{QTI}and/{QTI}{name}").text) for name in ("vargte", "varlte"))
        assert number - low == high - number >= 0
        assert high == low or high - number >= SMALLEST
    return Item(kind, element.get("title"), text, points, number, low, high, answer, choices, remarks)


def kept(text):
    """A number that Canvas keeps: four decimals, and none that becomes 0."""
    assert re.fullmatch(r"-?\d+(\.\d+)?", text), f"{text} is no number"
    number = Decimal(text)
    assert number == round(number, 4), f"{text} has more than four decimals"
    return number
