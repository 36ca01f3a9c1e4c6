"""No pattern takes ever longer to fail on a longer text than in proportion to its length."""

import re

import pytest
from ambiguity import faults
from regexes import Found, patterns

SEARCH, MATCH, FULL = (True, False), (False, False), (False, True)

BAD = [
    (r"(a+)+b", MATCH, "exponential"),
    (r"(?:a*)*b", MATCH, "exponential"),
    (r"(\s*a?)*b", MATCH, "exponential"),
    (r"(?:a|a)*b", MATCH, "exponential"),
    (r"(?:ab|a|b)*c", MATCH, "exponential"),
    (r"(?:\d+,?)+;", MATCH, "exponential"),
    (r"(?:a{0,100}){0,100}b", MATCH, "exponential"),
    (r"(?:(?:a|)b?)*c", MATCH, "exponential"),
    (r"(?:\s*+a?)*b", MATCH, "exponential"),
    (r"(?i:xy|XY)*z", MATCH, "exponential"),
    (r"(?:a+)+", FULL, "exponential"),
    (r"\s*\s*x", MATCH, "power"),
    (r"\s*\s*+x", MATCH, "power"),
    (r"a*b?a*c", MATCH, "power"),
    (r"\w+\d+x", MATCH, "power"),
    (r".*x.*y", MATCH, "power"),
    (r"\d+\.?\d*", FULL, "power"),
    (r"\w{0,200}\d{0,200}x", MATCH, "power"),
    (r"(?:a(?=a*b))*", MATCH, "power"),
    (r"a*(?>a*b)", MATCH, "power"),
    (r"\s*(?:,\s*)?\s*x", MATCH, "power"),
    (r"(a+)\1*b", MATCH, "power"),
    (r"\d+x", SEARCH, "searched"),
    (r"\d++x", SEARCH, "searched"),
    (r"\s+$", SEARCH, "searched"),
    (r"a[ab]+c", SEARCH, "searched"),
    (r"(?m)^\s*x", SEARCH, "searched"),
    (r"a(?=a*b)", SEARCH, "searched"),
]
GOOD = [
    (r"(?:a|b)*c", MATCH),
    (r"(?:\s*a)*b", MATCH),
    (r"(?:\d++,?)+;", MATCH),
    (r"(?:\d+,?)++;", MATCH),
    (r"(?>a+)+b", MATCH),
    (r"\s*+\s*x", MATCH),
    (r"a*ba*c", MATCH),
    (r"\d+(?:\.\d*)?", FULL),
    (r"\w+\d+", MATCH),
    (r"\w{0,20}\d{0,20}x", MATCH),
    (r"\s*\s*", SEARCH),
    (r"(?s).*x", FULL),
    (r"\d+x", MATCH),
    (r"\d+", SEARCH),
    (r"(?<!\d)\d+x", SEARCH),
    (r"(?<!\s)\s+$", SEARCH),
    (r"x[ab]+c", SEARCH),
    (r"\b\w+!", SEARCH),
    (r"^\s*x", SEARCH),
    (r"(?m)^[ \t]*x", SEARCH),
    (r"(?:^|,)\s*a", SEARCH),
    (r"\[[^\[\]]*\]", SEARCH),
]

ALLOWED = {
    "reading.matrices.named: LINE": "a name has at most 80 letters",
    "reading.notebook: STRING": "the text has been read as JSON, in which every string ends",
    "render.exam.mistaken: SHOULD": "the sentences are our own",
    "render.typst.pages: LACKING": "the message is the typesetter's own",
    "worksheet.notation: WORDS": "it may end behind each word",
}


@pytest.mark.parametrize(("pattern", "use", "kind"), BAD)
def test_what_grows_is_found(pattern, use, kind):
    found = faults(re.compile(pattern), searched=use[0], whole=use[1])
    assert [fault.split(":")[0] for fault in found] == [kind] * len(found) != []


@pytest.mark.parametrize(("pattern", "use"), GOOD)
def test_what_does_not_grow_is_not_found(pattern, use):
    assert faults(re.compile(pattern), searched=use[0], whole=use[1]) == []


def test_the_methods_of_a_pattern_are_found():
    found = {one.place: one.methods for one in patterns()}
    assert found["reading.number: PLAIN"] == {"fullmatch"}
    assert found["check.formulas: FORMULAS"] >= {"fullmatch"}
    assert len(found) > 300


def faults_of(found: Found) -> list[str]:
    return [fault for searched, whole in found.uses for fault in faults(found.pattern, searched=searched, whole=whole)]


def test_no_pattern_grows(tenth):
    others = tenth(found for found in patterns() if found.place not in ALLOWED)
    assert {found.place: said for found in others if (said := faults_of(found))} == {}


def test_what_is_mended_is_taken_off():
    allowed = {found.place: faults_of(found) for found in patterns() if found.place in ALLOWED}
    assert [place for place in ALLOWED if not allowed.get(place)] == []
