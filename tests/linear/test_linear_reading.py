"""A text that is twice as long takes no more than about twice the work, whatever is repeated in it."""

import json
import re
from contextlib import suppress

import pytest
from work import counting

from attncalc.check.check import solved
from attncalc.check.handed_in import from_text
from attncalc.errors import InputError
from attncalc.mechanisms.stated import problems_of
from attncalc.problem.reader import loads
from attncalc.reading import read_page

SIZE = 100  # repetitions; twice as many are compared with these, and where that is too much, four times as many
MOST = 2.6  # times the work of a function; 4 is a square, and a window of up to so many repetitions is a little over 2
LEAST = 1_000  # lines or characters, below which a function's work is nothing
SIGNS = r"""
    / [ ] [[ { } ( ) < > | || 1 1, 1; .5 -1 - -- + +1 * ** ^ ^2 _ _1 = == 1= =1 $ $$ ~ ~~ ` # & &amp; &nbsp; \ \\ \frac{
    \frac \frac12 \sqrt{ \sqrt √ √2 \begin{ \begin{matrix} \end{matrix} \begin{bmatrix}1 \left[ \left \right] \text{
    \boxed{ \mathbf{ \color{red} e^{ e^ e x^{2 q1= Q= K^T QK^T A[1,1]= a_{1 (1,2) (1, 1/ ½ ⎡1 ⎣ ᵀ ' " "1" : ; . ... %
    <!-- --> 1e ∞ ≈ softmax( exp( array([ np.array([[1 tensor( dtype= http://a.b/ 1:2 α é 中 <td> <tr> <table> </td> <b>
"""
WORDS = [
    "1 ", "1, ", "0.5 ", "-1 ", "- ", "* ", "= ", "_ ", "? ", ": ", ", ", "… ", "a ", "a b c ", "Q ", "Q = ", "Q = 1 ",
    "and ", "is 1 ", "scores ", "the weights ", "1 + 1 = 2 ", "1·2 + ", "1/2 ", "[1 2] ", "[[1 2]] ", "S_{11} ", "$1$ ",
    "~~1~~ ", "| 1 ", "\\ ", "\\cdot ", "inf ", "-inf ", "→ ", "q1 -> ", "27% ", "1e5 ", "1.2.3 ", "{1: [1], ", " ",
    "\t", "\u200b", "\u3000", "0\u0336", "q = 1 (= 1·1) ",
]  # fmt: skip
LINES = [
    "",
    "1",
    "1 2",
    "0.5 0.5",
    "1 2]",
    "[1 2]",
    "[1, 2]",
    "[1,",
    "|1|",
    "> 1",
    "# 1",
    "% 1",
    "- 1",
    "1. 1",
    "```",
    "a",
    "q1 = 1",
    "q1: 1",
    "a: [1]",
    "S = 1",
    "Row 1: 1 2",
    "1 2\n",
    "⎡1⎤",
    "⎡1",
    "┌1┐",
    "Exercise 1",
    "1 & 2 \\\\",
    "\\\\",
    "Q = [[1, 2], [3, 4]]",
    "\r",
]
UNITS = [*str(SIGNS).split(), *WORDS, *(f"{line}\n" for line in LINES)]
CALCULATIONS = solved(loads("Q: [[1, 0]]\nK: [[1, 0], [0, 1]]\nV: [[1], [2]]"))
DOORS = {
    "a page": lambda text: problems_of(text, "page"),  # which is read first as every page is, and then for its problems
    "a matrix": lambda text: loads(f"Q: {json.dumps(text)}"),
    "an answer": lambda text: from_text(f"A: {json.dumps(text)}", "answers.yaml").claims(CALCULATIONS),
}
WINDOW = ["[1,\n", "⎡1⎤\n", "┌1┐\n"]  # each line is looked for its end in the 200 lines behind it
KNOWN: dict[str, list[str]] = {"a page": WINDOW}


@pytest.fixture(scope="module")
def work():
    """The work of reading a text; what is made once is made."""
    for door in DOORS.values():
        door("1")
    with counting() as counted:
        yield counted


def read(door, text):
    with suppress(InputError):
        DOORS[door](text)


def grown(work, door, unit):
    """The functions whose work grows by more than the text, at two doublings; or what goes wrong."""
    try:
        once, twice = (work.of(lambda count=count: read(door, unit * count)) for count in (SIZE, 2 * SIZE))
        if first := faster(once, twice):
            return sorted(first & faster(twice, work.of(lambda: read(door, unit * 4 * SIZE))))
    except Exception as error:  # all that fails is listed
        return [repr(error)[:80]]
    return []


def faster(once, twice):
    return {name for name, count in twice.items() if count >= LEAST and count > MOST * once[name]}


def test_a_page_is_read_before_its_problems_are_looked_for(work):
    text = "".join(LINES)
    page, stated = (work.of(lambda read=read: read(text, "page")) for read in (read_page, problems_of))
    assert {name for name, count in page.items() if stated[name] < count} == set()


@pytest.mark.parametrize("door", DOORS)
def test_twice_the_text_is_twice_the_work(door, work, tenth):
    known = KNOWN.get(door, [])
    found = {unit: names for unit in [*tenth(UNITS), *known] if (names := grown(work, door, unit))}
    assert {unit: names for unit, names in found.items() if unit not in known} == {}
    assert [unit for unit in known if unit not in found] == [], "these are mended, and can be taken off"


LOOPS = {
    "x.py:1 f": "def f(n):\n  for i in range(n):\n    for k in range(n):\n      pass\n",
    "x.py:1 f reads": "def f(n):\n  for i in range(n): re.search('x', 'a' * n)\n",
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_square_is_seen(name, work):
    space = {"__name__": "attncalc.x", "re": re}
    exec(compile(LOOPS[name], "attncalc/x.py", "exec"), space)
    once, twice = (work.of(lambda count=count: space["f"](count)) for count in (100, 200))
    assert faster(once, twice) == {name}
