"""What a delivery engine makes of an item of QTI 2.1: its blanks, and the score of what is entered in them."""

import io
from fractions import Fraction
from xml.etree import ElementTree
from zipfile import ZipFile

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
CONTENT = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
MATH = "{http://www.w3.org/1998/Math/MathML}"
BODY = {
    "p",
    "br",
    "em",
    "small",
    "strong",
    "span",
    "code",
    "ul",
    "li",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "textEntryInteraction",
    "choiceInteraction",
    "simpleChoice",
}


def unpacked(data):
    """The files of a package as elements, by their names; the manifest names them all."""
    with ZipFile(io.BytesIO(data)) as archive:
        found = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    listed = {file.get("href") for file in found["imsmanifest.xml"].iter(f"{CONTENT}file")}
    assert listed == {*found} - {"imsmanifest.xml"}
    items = [item.get("href") for item in found["test.xml"].iter(f"{QTI}assessmentItemRef")]
    assert {*items} == listed - {"test.xml"}
    return found, items


def blanks(item):
    """The names of the responses, in the order of the page; each is declared and asked for once."""
    body = item.find(f"{QTI}itemBody")
    used = [one.get("responseIdentifier") for one in body.iter() if one.get("responseIdentifier")]
    assert used == [one.get("identifier") for one in item.iter(f"{QTI}responseDeclaration")]
    for element in [*body.iter()][1:]:
        if not element.tag.startswith(MATH):
            assert element.tag.removeprefix(QTI) in BODY
            assert {*element.attrib} <= {
                "scope",
                "responseIdentifier",
                "expectedLength",
                "shuffle",
                "maxChoices",
                "identifier",
            }
    return used


def right(item):
    return {one.get("identifier"): one.find(f".//{QTI}value").text for one in item.iter(f"{QTI}responseDeclaration")}


def scored(item, responses):
    """The outcome SCORE; the rules are followed in their order."""
    made = Processing(item, responses)
    made.follow(item.find(f"{QTI}responseProcessing"))
    return made.values["SCORE"]


class Processing:
    """The outcomes of an item on some responses."""

    def __init__(self, item, responses):
        self.item, self.responses = item, responses
        self.values = {
            one.get("identifier"): Fraction(one.findtext(f".//{QTI}value") or 0)
            for one in item.iter(f"{QTI}outcomeDeclaration")
        }

    def follow(self, rules):
        for rule in rules:
            if rule.tag == f"{QTI}setOutcomeValue":
                self.values[rule.get("identifier")] = self.value(rule[0])
            else:
                assert rule.tag == f"{QTI}responseCondition"
                chosen = next((case for case in rule if self.value(case[0])), None)
                self.follow(list(chosen)[1:] if chosen is not None else ())

    def value(self, node):
        return getattr(self, node.tag.removeprefix(QTI))(node, *map(self.value, node))

    def variable(self, node):
        name = node.get("identifier")
        return self.values[name] if name in self.values else self.responses.get(name)

    def correct(self, node):
        return right(self.item)[node.get("identifier")]

    def baseValue(self, node):
        return node.text if node.get("baseType") == "identifier" else Fraction(node.text)

    def sum(self, _, *parts):
        return sum(parts)

    def product(self, _, one, other):
        return one * other

    def divide(self, _, one, other):
        return one / other

    def match(self, _, one, other):
        return one == other

    def equal(self, node, one, other):
        below, above = map(Fraction, node.get("tolerance").split())
        return one is not None and -below <= Fraction(one) - other <= above
