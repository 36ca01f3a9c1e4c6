"""Practice on a page: a browser types into it, and it says what `check` says, without a network."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

sys.path.append(str(Path(__file__).parents[1] / "forms"))
from answers import MECHANISMS, sittings
from driven import CHROMIUM, agreement, driven, opened, ran
from formed import HOSTILE, hostile

import attncalc
from attncalc.errors import InputError
from attncalc.practice.bank import Drawn
from attncalc.practice.page.export import exported
from attncalc.practice.page.write import page

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
PROBLEMS = Path(__file__).parents[2] / "problems"
PROBLEM = {"title": "Attention", "Q": "1 0 2 1", "K": "1 1 0 1; 0 1 1 2", "V": "2 3; 4 2"}


def _drawn(problem=PROBLEM):
    return Drawn(*attncalc.loads(yaml.safe_dump(problem, sort_keys=False)))


@pytest.mark.apart
@needs_browser
def test_a_browser_says_what_check_says_for_ten_mechanisms(tmp_path):
    """Right, rounded, cut and wrong numbers, mistakes of method, rounded details, and what follows from these."""
    found = list(sittings(75))
    assert {sitting.drawn.problem.mechanism for sitting in found} == {*MECHANISMS}
    seen, pairs, differing = agreement(found, tmp_path)
    assert not differing
    assert {pair.split()[0] for pair in pairs} == {"right", "rounded", "follows", "coarse", "wrong"}
    hinted = {}
    for sitting, lines in zip(found, seen["seen"], strict=True):
        hinted.setdefault(sitting.drawn.problem.mechanism, []).extend(
            filter(None, (line.get("hints") for line in lines))
        )
    assert all(hinted.values())
    assert all(1 <= len(each) <= 3 and "⟨" not in "".join(each) for hints in hinted.values() for each in hints)
    assert not seen["end"]
    assert not seen["wide"]


@needs_browser
@pytest.mark.apart
def test_a_page_calculates_the_lines_of_every_problem(tenth, tmp_path):
    """From the lines before it each line is what the worksheet says; only numbers without end are no page's."""
    found = [Drawn(attncalc.load(path)[0]) for path in tenth(sorted(PROBLEMS.rglob("*.yaml")))]
    code = Path(__file__).with_name("anew.js").read_text("utf-8")
    assert ran(page([one for one in found if _suits(one)], "all"), code, tmp_path) == []


def _suits(drawn):
    """Whether its numbers have an end."""
    try:
        return bool(exported(drawn))
    except InputError as error:
        if "numbers that no page can calculate with" in error.message:
            return False
        raise


@needs_browser
def test_what_is_typed_is_marked_and_follows(tmp_path):
    typed = [["2", "6"], ["1", "3"], ["0.119", "0.881"], ["3.76", "2.5"]]
    seen = driven(page([_drawn()], "Attention"), [typed], tmp_path)
    (lines,) = seen["seen"]
    assert [line["marks"] for line in lines] == [
        ["✓ right", "✗ wrong"],
        ["✓ right", "→ follows"],
        ["→ follows", "→ follows"],
        ["→ follows", "✗ wrong"],
    ]
    assert lines[0]["invalid"] == [False, True]
    assert lines[0]["said"] == ["S₁₂: not right.", "Try again, ask for a hint, or go on with these numbers."]
    assert lines[0]["hints"][0] == "S = Q Kᵀ. How well each query matches each key."
    assert lines[0]["hints"][1:] == ["S₁₂ is made of row 1 of Q and row 2 of K.", "S₁₂ = 1·0 + 0·1 + 2·1 + 1·2"]
    assert lines[1]["said"] == ["This follows from your own earlier numbers: no further mistake."]
    assert lines[3]["hints"][-1] == "O₁₂ = 0.119·3 + 0.881·2"
    assert seen["progress"] == "4 lines: 2 right at once, 2 left."


@needs_browser
def test_a_mistake_is_named_and_what_is_no_number_is_not_marked(tmp_path):
    typed = [["2", "4"], ["2", "4"], ["x", "0.5"]]
    seen = driven(page([_drawn()], "Attention"), [typed], tmp_path)
    (lines,) = seen["seen"]
    assert lines[1]["said"][1] == "Probably: The scores were not divided by √d_k = 2."
    assert lines[2]["marks"] == ["? unread", ""]
    assert "this is no number" in lines[2]["said"][0]
    assert seen["mistakes"] == "Mistakes: The scores were not divided by √d_k = 2. (1×)"


@pytest.mark.apart
@needs_browser
def test_titles_and_labels_are_text(tmp_path):
    """The page as it is, under its own policy, logs nothing; problem after problem no element is made of a text."""
    texts = [*HOSTILE, "</script><script>alert(1)</script>", "<!--", "</template><img src=x>"]
    html = page([Drawn(hostile(text)) for text in texts], texts[-3])
    dom, log = opened(html, tmp_path)
    assert not log
    assert dom.count("<script") == html.count("<script") == 2
    assert not re.search("<(?:img|b|a)[ >]", re.sub("<script.*?</script>", "", dom, flags=re.DOTALL))
    seen = driven(html, [[["1", "0", "0", "1"]] for _ in texts], tmp_path)
    assert [lines[0]["marks"] for lines in seen["seen"]] == [["✓ right"] * 4] * len(texts)


def test_a_page_needs_nothing_else():
    html = page([_drawn()], "Attention")
    assert "default-src 'none'" in html
    assert not re.search(r'(?:src|href)="|url\(|@import|fetch\(|XMLHttp|eval\(|innerHTML', html)
    assert html == page([_drawn()], "Attention")


def test_a_page_on_the_command_line(run):
    Path("p.yaml").write_text(
        yaml.safe_dump({"symbols": ["a"], "values": {"a": 2}, "Q": [["a"]], "K": [[1]], "V": [[1]]})
    )
    assert run("practice", "p.yaml", "-o", "page.html")[0] == 0
    assert "Problem" in Path("page.html").read_text("utf-8")  # the one problem: no other numbers are drawn for letters
    assert run("practice", "softmax", "-o", "page.txt")[0] == 2
    assert run("practice", "softmax", "--entries", "-o", "page2.html")[0] == 2


@pytest.mark.parametrize("given", [{"constants": {"√2": 1.4}}, {"rounding": 2}])
def test_a_problem_that_numbers_alone_do_not_mark_is_left_to_the_terminal(given):
    with pytest.raises(InputError, match=f"a page marks no problem with `{next(iter(given))}`"):
        page([_drawn({**PROBLEM, **given})], "Attention")
