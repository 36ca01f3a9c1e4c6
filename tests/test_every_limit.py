"""Every limit has a message and a reason, and is used; what is too much is refused at once, or ends."""

import re
import time
from pathlib import Path

import pytest

from attncalc import limits
from attncalc.limits import Limit

ROOT = Path(limits.__file__).parent
EVERY = {name: value for name, value in vars(limits).items() if isinstance(value, Limit)}


@pytest.mark.parametrize("name", EVERY)
def test_each_is_used_and_says_why(name):
    code = "".join(path.read_text("utf-8") for path in ROOT.rglob("*.py") if path.name != "limits.py")
    assert re.search(rf"(?<!import )\b{name}(?:\.(?:most|told|says)|, (?:count|entries))", code)
    assert EVERY[name].says
    assert EVERY[name].most > 0
    assert EVERY[name].why.endswith(".")


ROW = ", ".join(["1"] * 490_000)
TOO_MUCH = {
    "a matrix in words": ("Q: identity(700)\nK: identity(700)\nV: identity(700)\n", "270,000 entries"),
    "a row": (f"mechanism: softmax\nS: [{ROW}]\n", "270,000 entries"),
    "a row of text": (f"mechanism: softmax\nS: |\n {ROW.replace(',', '')}\n", "270,000 entries"),
    "a line of the work": ("Q: ones(500, 1)\nK: ones(500, 1)\nV: ones(500, 1)\n", "no work by hand"),
    "a product": ("Q: ones(300, 600)\nK: ones(300, 600)\nV: ones(300, 1)\n", "multiplications"),
    "blanks in a line that is no YAML": (" " * 40_000 + "Q: [\n K: 2", "not YAML"),
    "blanks within": ("Q: [1, 2" + " " * 40_000 + "\nK: 1\n", "not YAML"),
    "blanks before a colon": ("Q" + " " * 40_000 + ": a: 3\n", "not YAML"),
}


@pytest.mark.parametrize("kind", TOO_MUCH)
def test_what_is_too_much_is_said_at_once(kind, run):
    text, says = TOO_MUCH[kind]
    Path("p.yaml").write_text(text, "utf-8")
    started = time.process_time()
    code, out, err = run("solve", "p.yaml")
    assert (code, out) == (2, "")
    assert says in err
    assert time.process_time() - started < 12


ENTRIES = [
    "(1e30*ln(2))^sqrt(2)",
    "(1e30*ln(2))^ln(3)",
    "((1e1000*pi)^1000)^1000",
    "((1e1000*e)^1000)^1000",
    "((1e1000*sqrt(2))^1000)^1000",
    "((1e1000*ln(2))^1000)^1000",
    "((1e1000*sin(1))^1000)^1000",
    "exp(1e9*ln(2))",
    "tanh(1e9*ln(2))",
    "exp(sqrt(2)*1e30*ln(2))",
    "2^(2^(2^10))",
    "exp(exp(exp(9)))",
    "sin(10^1000*pi)",
    "sqrt(99999999999999999999999989)",
    "(1+ln(2)+ln(3))^1000",
]


@pytest.mark.parametrize("option", ["--decimals", "--exact", "--float"])
@pytest.mark.parametrize("entry", ENTRIES)
def test_entries_that_grow_end(entry, option, run):
    Path("p.yaml").write_text(f"mechanism: softmax\nS: [['{entry}', 1]]\n", "utf-8")
    started = time.process_time()
    code, _, err = run("solve", "p.yaml", option, *(["4"] if option == "--decimals" else []))
    assert (code in (0, 2), "Traceback" in err) == (True, False)
    assert time.process_time() - started < 15


def test_letters_in_exponents_that_grow(run):
    text = "mechanism: softmax\nsymbols: [x]\nS: [['x + 1e30*ln(2)', 1]]\n"
    Path("p.yaml").write_text(text, "utf-8")
    assert run("solve", "p.yaml", "--exact")[0] in (0, 2)
