"""The files of a package of QTI 2.1 around what is asked: an item, a test of items, a manifest."""

from __future__ import annotations

from collections.abc import Sequence

from attncalc.render.html.math import text

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
CONTENT = "http://www.imsglobal.org/xsd/imscp_v1p1"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
SCHEMA = f'xmlns="{QTI}" xmlns:xsi="{XSI}" xsi:schemaLocation="{QTI} {QTI}.xsd"'
ITEM, TEST = "imsqti_item_xmlv2p1", "imsqti_test_xmlv2p1"
OUTCOME = (
    '<outcomeDeclaration identifier="{}" cardinality="single" baseType="{}"{}><defaultValue><value>{}</value>'
    "</defaultValue></outcomeDeclaration>"
)


def document(root: str) -> str:
    """An element as a file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n'


def item_of(name: str, title: str, declared: str, most: str, body: str, marking: str, solution: str) -> str:
    """An item of so many marks; all but its name is markup already. The solution is shown once it is marked."""
    full = OUTCOME.format("MAXSCORE", "float", "", most)
    points = OUTCOME.format("POINTS", "float", "", 0)
    outcomes = (
        OUTCOME.format("SCORE", "float", f' normalMaximum="{most}"', 0)
        + full
        + points
        + '<outcomeDeclaration identifier="SOLUTION" cardinality="single" baseType="identifier"/>'
    )
    shown = (
        '<setOutcomeValue identifier="SOLUTION"><baseValue baseType="identifier">shown</baseValue></setOutcomeValue>'
    )
    return (
        f'<assessmentItem {SCHEMA} identifier="{name}" title="{title}" adaptive="false" timeDependent="false">'
        f"{declared}{outcomes}\n<itemBody>\n{body}\n</itemBody>\n"
        f"<responseProcessing>{marking}{shown}</responseProcessing>\n"
        f'<modalFeedback outcomeIdentifier="SOLUTION" identifier="shown" showHide="show">\n{solution}\n'
        "</modalFeedback></assessmentItem>"
    )


def test_of(names: Sequence[str], title: str, told: str) -> str:
    """A test of these items in their order, its score the sum of theirs; `told` is read first."""
    items = "".join(f'<assessmentItemRef identifier="{name}" href="{name}.xml" fixed="true"/>' for name in names)
    total = (
        '<setOutcomeValue identifier="SCORE"><sum><testVariables variableIdentifier="SCORE"/></sum></setOutcomeValue>'
    )
    outcome = OUTCOME.format("SCORE", "float", "", 0)
    return (
        f'<assessmentTest {SCHEMA} identifier="test" title="{text(title)}">{outcome}'
        '<testPart identifier="part" navigationMode="nonlinear" submissionMode="simultaneous">'
        f'<assessmentSection identifier="section" title="{text(title)}" visible="true">'
        f'<rubricBlock view="candidate">{told}</rubricBlock>{items}</assessmentSection></testPart>'
        f"<outcomeProcessing>{total}</outcomeProcessing></assessmentTest>"
    )


def manifest(names: Sequence[str]) -> str:
    """What is in the package."""
    resources = "".join(
        f'<resource identifier="r{name}" type="{ITEM}" href="{name}.xml"><file href="{name}.xml"/></resource>'
        for name in names
    )
    needed = "".join(f'<dependency identifierref="r{name}"/>' for name in names)
    test = f'<resource identifier="rtest" type="{TEST}" href="test.xml"><file href="test.xml"/>{needed}</resource>'
    return (
        f'<manifest xmlns="{CONTENT}" identifier="manifest"><metadata><schema>QTIv2.1 Package</schema>'
        f"<schemaversion>1.0.0</schemaversion></metadata><organizations/>"
        f"<resources>{test}{resources}</resources></manifest>"
    )
