"""How a page is organised: line by line, query by query, entry by entry, results first, in sentences, as an answer."""

from __future__ import annotations

from collections.abc import Callable

from .blocks import Block, vector
from .headings import MARKDOWN, bye, caption, head, numbered, put, remark, title
from .naming import letter, root, row_label, symbol, token, words
from .numerals import lowered
from .paper import Paper, Part
from .terms import Place, exponents, operand, products
from .truth import terms_known
from .work import base

Write = Callable[[Paper], None]


def lines(
    block: Block,
    given: Block | None = None,
    forms: tuple[str, ...] = MARKDOWN,
    sort: str = "md",
    *,
    results_first: bool = False,
    numbers: bool = False,
    gap: str = "\n",
) -> Write:
    """Line by line: a caption, and the numbers below it."""

    def one(paper: Paper, key: str, how: Block) -> None:
        paper.say(numbered(paper) if numbers and how is block else "", "answer")
        caption(paper, key, forms)
        paper.kept["named"] = symbol(paper, key)
        how(paper, key)
        paper.say(gap)

    def write(paper: Paper) -> None:
        title(paper, sort)
        written = paper.written
        last = written[-1]
        if results_first:
            one(paper, last, block)
            written = written[:-1] if paper.chance(0.5) else written
        for key in paper.inputs if paper.chance(0.75) else ():
            one(paper, key, given or block)
        for key in written:
            head(paper, key, forms)
            one(paper, key, block)
            remark(paper, "\n" + gap)
        bye(paper)

    return write


def named(block: Block, signs: tuple[str, ...] = (" = ",), sort: str = "txt", gap: str = "\n") -> Write:
    """Line by line, the name and the numbers on one line; words above some of them."""

    def one(paper: Paper, key: str) -> None:
        name = symbol(paper, key)
        paper.kept["named"] = name
        if paper.once("words above", True, False) and key in paper.work.calculation.records:
            put(paper, words(paper, key), "{}\n" if sort == "txt" else "{}:\n\n")
        paper.say(name + paper.once("named sign", *signs), "name")
        block(paper, key)
        paper.say(gap)

    def write(paper: Paper) -> None:
        title(paper, sort)
        for key in paper.inputs:
            one(paper, key)
        paper.say("\n")
        for key in paper.written:
            head(paper, key, ("{}\n\n", "{}:\n\n", "# {}\n\n"))
            one(paper, key)
        bye(paper)

    return write


# Query by query.

QUERY_LINES = ("S", "S_scaled", "S_biased", "S_masked", "E", "Z", "A", "O")


def queries(
    inner: Callable[[Paper, int, list[str]], None], given: Block, forms: tuple[str, ...] = MARKDOWN, sort: str = "md"
) -> Write:
    """Projections line by line, then everything that belongs to one query, query by query."""

    def write(paper: Paper) -> None:
        title(paper, sort)
        before = [key for key in paper.written if base(key) not in QUERY_LINES]
        of_query = [key for key in paper.written if base(key) in QUERY_LINES]
        for key in (*(paper.inputs if paper.chance(0.8) else ()), *before):
            caption(paper, key, forms)
            given(paper, key)
            paper.say("\n")
        for i in range(paper.shape(of_query[0])[0]):
            inner(paper, i, of_query)
            paper.say("\n")
            remark(paper)
        bye(paper)

    return write


def indented(paper: Paper, i: int, keys: list[str]) -> None:
    """A heading for a query, and below it a line for each step with its word."""
    text = paper.once("query", paper.language.word("each", i="{i}"), "{token}:", "{letter}{i}", "for '{token}'")
    text = text.format(i=i + 1, token=token(paper, keys[0], i), letter="q")
    put(paper, text, paper.once("query heading", "{}:\n", "{}\n", "**{}**\n\n", "### {}\n\n", "{}\n---\n"))
    between = paper.separator("steps", ", ", "  ", " | ", " ; ", " , ", " / ")
    bullet = paper.once("step bullet", "  ", "- ", "* ", "    ", "", "  - ")
    after = paper.once("step after", ": ", " = ", "  ", " -> ", ":  ")
    around = paper.once("step around", ("", ""), ("[", "]"), ("(", ")"))
    sort = paper.once("step names", "words", "letters", "words")
    with paper.block():
        for key in keys:
            name = words(paper, key) if sort == "words" else f"{letter(paper, key)}{i + 1}"
            with paper.row(name):
                paper.say(bullet)
                paper.say(name, "index")
                paper.say(after)
                vector(paper, paper.places(key)[i], between, around if paper.shape(key)[1] > 1 else ("", ""))
            paper.say("  \n" if paper.once("break", True, False) and bullet == "" else "\n")


EMOJI = {"S": "🔹", "S_scaled": "➗", "S_masked": "🙈", "E": "📈", "Z": "➕", "A": "⚖️", "O": "🎯"}


def forum(paper: Paper, i: int, keys: list[str]) -> None:
    """A post: keycaps or emoji before every step."""
    between = paper.separator("steps", " · ", ", ", " / ", " | ")
    sort = paper.once("signs", "emoji", "keycaps", "plain")
    with paper.block():
        for number, key in enumerate(keys):
            start = f"{i + 1}️⃣ " if number == 0 and sort != "plain" else ""
            start = start or (f"{EMOJI.get(key, '')} " if sort == "emoji" else "")
            name = words(paper, key)
            with paper.row(name):
                paper.say(start, "index")
                paper.say(f"{name}: ", "label")
                strong = key == "O" and paper.once("strong", True, False)
                vector(paper, paper.places(key)[i], between, ("**", "**") if strong else ("", ""))
            paper.say("  \n")


def arrows(paper: Paper, i: int, keys: list[str]) -> None:
    """All steps of a token on one line, with arrows between them."""
    arrow = paper.once("arrow", " → ", " -> ", " ⇒ ", " => ")
    around = paper.once("arrow around", ("[", "]"), ("(", ")"), ("[", "]"))
    between = paper.separator("arrows", ", ", "; ", " ")
    label = (
        token(paper, keys[0], i) if paper.once("arrow label", True, False) else f"{letter(paper, 'Q')}{lowered(i + 1)}"
    )
    paper.say(
        paper.once("arrow bullet", "", "- ", "* ") + label + paper.once("arrow after", ": ", " – ", "："), "index"
    )
    for number, key in enumerate(keys):
        paper.say(arrow if number else "")
        with paper.block(), paper.row(label):
            paper.say(f"{words(paper, key)} ", "label")
            vector(paper, paper.places(key)[i], between, around if paper.shape(key)[1] > 1 else ("", ""))
    paper.say("\n")


def long_table(paper: Paper, i: int, keys: list[str]) -> None:
    """One table for a query: a row for each key, a column for each step."""
    columns = [key for key in keys if base(key) in ("S", "S_scaled", "S_biased", "S_masked", "E", "A")]
    put(paper, paper.language.word("each", i=i + 1), paper.once("query heading", "{}:\n\n", "**{}**\n\n", "### {}\n\n"))
    named = [symbol(paper, key) if paper.once("columns", True, False) else words(paper, key) for key in columns]
    named = [name.replace("|", "/") for name in named]
    paper.say("| | " + " | ".join(named) + " |\n" + "|---" * (len(columns) + 1) + "|\n", "header")
    with paper.block():
        for j in range(paper.shape(columns[0])[1]):
            label = row_label(paper, "K", j, paper.once("labels keys", "token", "digit", "number"))
            with paper.row(label):
                paper.say(f"| {label} | ", "index")
                vector(paper, [paper.places(key)[i][j] for key in columns], " | ", ("", " |\n"))
    for key in (key for key in keys if key not in columns):
        name = words(paper, key)
        with paper.block(), paper.row(name):
            paper.say(f"\n{name}: ", "label")
            vector(paper, paper.places(key)[i], paper.separator("below", ", ", "; ", " | "))
    paper.say("\n")


# Entry by entry.


def entries(given: Block, forms: tuple[str, ...], sort: str, block: Block) -> Write:
    """Every entry of a line with its calculation: sums of products, quotients; other lines as they are."""

    def write(paper: Paper) -> None:
        title(paper, sort)
        for key in paper.inputs:
            caption(paper, key, forms)
            given(paper, key)
            paper.say("\n")
        for key in paper.written:
            head(paper, key, forms)
            caption(paper, key, forms)
            if not (_written_out(paper, key)):
                block(paper, key)
            paper.say("\n")
        bye(paper)

    return write


def _written_out(paper: Paper, key: str) -> bool:
    how = _way(paper, key)
    if how is None:
        return False
    with paper.block():
        for row in paper.places(key):
            for place in row:
                label = _label(paper, place)
                with paper.row(label):
                    paper.say(label + paper.once("entry sign", " = ", " = ", ": "), "index")
                    how(paper, place)
                    paper.say(" = ")
                    paper.entry(*place)
                paper.say(paper.once("entry end", "\n", "  \n", "\n\n"))
    return True


def _way(paper: Paper, key: str) -> Callable[[Paper, Place], None] | None:
    source = operand(paper.work.calculation, key)
    powers = exponents(paper.work.calculation, key)
    if key in paper.work.mistakes or paper.work.habit.form:
        return None
    if terms_known(paper.work, key):
        return _sum
    if powers and powers[0] not in paper.work.left_out and not _has_hidden(paper, powers[1]):
        return _share
    if (
        source
        and source not in paper.work.left_out
        and base(key) in ("S_scaled", "E")
        and not _has_hidden(paper, source)
    ):
        return _function
    return None


def _has_hidden(paper: Paper, key: str) -> bool:
    return any(text == "-inf" for row in paper.work.texts[key] for text in row)


ENTRY_LABELS = ("{n}{i}{j}", "{n}_{i}{j}", "{n}[{i},{j}]", "{n}({i},{j})", "{n}{li}{lj}", "({i},{j})")


def _label(paper: Paper, place: Place) -> str:
    key, i, j = place
    rows, columns = paper.shape(key)
    name, (i, j) = letter(paper, key), (j, i) if paper.is_turned(key) else (i, j)
    form = paper.once("entry label", *ENTRY_LABELS)
    if rows == 1:
        form = "{n}{j}"
    elif columns == 1:
        form = "{n}{i}"
    return str(form.format(n=name, i=i + 1, j=j + 1, li=lowered(i + 1), lj=lowered(j + 1)))


def _sum(paper: Paper, place: Place) -> None:
    times = paper.once("times", "*", "·", " × ", " * ", "×", " . ")
    for number, factors in enumerate(products(paper.work.calculation, *place), 1):
        paper.plus(" + " if number > 1 else "")
        for side, (key, i, j) in enumerate(factors, 1):
            paper.say(times if side == 2 else "")
            around = paper.text(key, i, j).startswith(("-", "−"))
            paper.say("(" if around else "")
            paper.entry(key, i, j, part=Part(place, number, side))
            paper.say(")" if around else "")


def _share(paper: Paper, place: Place) -> None:
    """e / (e + e + e)."""
    found = exponents(paper.work.calculation, place[0])
    assert found
    key, (_, i, j) = found[0], place
    over = paper.once("over", " / ", "/", " ÷ ")
    paper.entry(key, i, j, part=Part(place, None, "numerator"))
    paper.say(f"{over}(")
    for number in range(len(paper.work.texts[key][0])):
        paper.plus(" + " if number else "")
        paper.entry(key, i, number, part=Part(place, number + 1, "denominator"))
    paper.say(")")


def _function(paper: Paper, place: Place) -> None:
    """A score over the root, or its exponential."""
    source = operand(paper.work.calculation, place[0])
    assert source
    before, after = (
        ("exp(", ")") if base(place[0]) == "E" else ("", f"{paper.once('over', ' / ', '/', ' ÷ ')}{root(paper)}")
    )
    paper.say(before)
    paper.entry(source, place[1], place[2], part=Part(place, None, "exponent" if before else "numerator"))
    paper.say(after, "constant")
