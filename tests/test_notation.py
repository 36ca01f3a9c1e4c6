"""What each way of writing a matrix means: the cases of notation.yaml."""

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from attncalc.arithmetic.base import arithmetic
from attncalc.arithmetic.digits import Digits
from attncalc.errors import InputError
from attncalc.problem.matrix import as_tree, is_stack, read_matrix, read_text
from attncalc.problem.tree import from_python, read_documents
from attncalc.reading.number import read_number

CASES = yaml.load((Path(__file__).parent / "notation.yaml").read_text("utf-8"), Loader=yaml.CBaseLoader)  # text only


def matrices(case):
    """The matrix that a text holds, or those of a stack."""
    if "yaml" in case:
        (file,) = read_documents(f"Q: {case['yaml']}\n", "<text>")
        node = as_tree(file.get("Q"))
    else:
        text = re.sub(r"<([^<>*]+)\*(\d+)>", lambda match: match[1] * int(match[2]), case["text"])
        node = read_text(from_python(text))
    parts = node.items if is_stack(node) else [node]
    return [read_matrix(part, "Q", case.get("symbols", ()), infinite=True) for part in parts]


def typed(number):
    """An entry as it was typed, whatever its blanks and its signs for minus and decimals."""
    plain = "".join(number.text.split()).replace("−", "-").replace(",", ".")
    return "-inf" if number.is_minus_infinity else plain


def value(number):
    ar = arithmetic("decimal", precision=300)
    with ar.working():
        return ar.text(ar.number(number), Digits(significant=30))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))
def test_each_notation_is_read_as_it_is_meant(case):
    if "says" in case:
        with pytest.raises(InputError) as caught:
            matrices(case)
        assert [text for text in case["says"] if text.lower() not in str(caught.value).lower()] == [], caught.value
        return
    found, entry = matrices(case), value if "values" in case else typed
    expected = case["blocks"] if "blocks" in case else [case["values" if "values" in case else "rows"]]
    numbers = [[[read_number(text, case.get("symbols", ())) for text in row] for row in part] for part in expected]
    for part, rows in zip(found, numbers, strict=True):
        assert [[*map(entry, row)] for row in part.rows] == [[*map(entry, row)] for row in rows]
    assert "labels" not in case or found[0].labels == tuple(case["labels"])


def test_every_family_of_notations_has_cases():
    count = Counter(case["sample"] for case in CASES)
    assert [number for number in range(1, 16) if count[f"{number:02}"] < 3] == []
