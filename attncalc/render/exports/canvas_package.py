"""The package around questions in QTI 1.2: a manifest, the quiz, and how it is taken."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from attncalc.render.exports.answers import digits
from attncalc.render.exports.packed import packed
from attncalc.render.exports.qti import Item, add_field, add_item

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
MANIFEST = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
META = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
TAKEN = {  # once, in the order of the paper; what students see afterwards is for whoever gives the exam
    "shuffle_answers": "false",
    "scoring_policy": "keep_highest",
    "hide_results": "",
    "quiz_type": "assignment",
    "show_correct_answers": "true",
    "allowed_attempts": "1",
    "one_question_at_a_time": "false",
    "cant_go_back": "false",
    "available": "false",
}


class Quiz(NamedTuple):
    """A quiz: a name that is its own, its title, what is read first (HTML), and its questions."""

    key: str
    title: str
    told: str
    items: tuple[Item, ...]

    @property
    def points(self) -> Decimal:
        """What it is worth."""
        return sum((item.points for item in self.items), Decimal(0))


def package(quiz: Quiz) -> bytes:
    """The quiz as a zip; the folder that stays empty is one that Canvas writes too."""
    key = quiz.key
    return packed(
        {
            "imsmanifest.xml": _written(_manifest(key)),
            f"{key}/{key}.xml": _written(_assessment(quiz)),
            f"{key}/assessment_meta.xml": _written(_meta(quiz)),
            "non_cc_assessments/": b"",
        }
    )


def _written(root: Element) -> bytes:
    indent(root)
    written: bytes = tostring(root, "utf-8", xml_declaration=True)
    return written + b"\n"


def _assessment(quiz: Quiz) -> Element:
    root = Element("questestinterop", xmlns=QTI)
    assessment = SubElement(root, "assessment", ident=quiz.key, title=quiz.title)
    add_field(SubElement(assessment, "qtimetadata"), "cc_maxattempts", TAKEN["allowed_attempts"])
    section = SubElement(assessment, "section", ident="root_section")
    for item in quiz.items:
        add_item(section, item)
    return root


def _meta(quiz: Quiz) -> Element:
    """Title and options; Canvas passes them over unless the quiz has here the name that it has in the manifest."""
    root = Element("quiz", identifier=quiz.key, xmlns=CANVAS)
    _texts(root, {"title": quiz.title, "description": quiz.told, **TAKEN, "points_possible": digits(quiz.points)})
    assignment = SubElement(root, "assignment", identifier=f"{quiz.key}_assignment")
    _texts(
        assignment,
        {
            "title": quiz.title,
            "workflow_state": "unpublished",
            "quiz_identifierref": quiz.key,
            "points_possible": digits(quiz.points),
            "grading_type": "points",
            "submission_types": "online_quiz",
        },
    )
    return root


def _texts(parent: Element, texts: dict[str, str]) -> None:
    for tag, text in texts.items():
        SubElement(parent, tag).text = text


def _manifest(key: str) -> Element:
    root = Element("manifest", identifier=f"{key}_manifest", xmlns=MANIFEST)
    _texts(SubElement(root, "metadata"), {"schema": "IMS Content", "schemaversion": "1.1.3"})
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    quiz = SubElement(resources, "resource", identifier=key, type="imsqti_xmlv1p2")
    SubElement(quiz, "file", href=f"{key}/{key}.xml")
    SubElement(quiz, "dependency", identifierref=f"{key}_meta")
    meta = SubElement(resources, "resource", identifier=f"{key}_meta", type=META, href=f"{key}/assessment_meta.xml")
    SubElement(meta, "file", href=f"{key}/assessment_meta.xml")
    return root
