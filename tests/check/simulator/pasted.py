"""What is pasted from documents, sheets and notebooks: tabs, lowered signs, cells, exported values."""

from __future__ import annotations

from .blocks import header, vector
from .calculated import is_product, product, scaled_of
from .code import numpy, typed, variable
from .headings import bye, head, put, title
from .naming import letter, row_label, symbol, words
from .numerals import lowered
from .paper import Paper, Part
from .work import base

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
OF_PAIR = ("S", "S_scaled", "S_masked", "S_biased", "E", "A")


def entry_name(paper: Paper, key: str, i: int, j: int) -> str:
    """s₁₂, or s₂ of a vector."""
    index = lowered(j + 1) if paper.shape(key)[0] == 1 else lowered(i + 1) + lowered(j + 1)
    return letter(paper, key) + index


def document(paper: Paper) -> None:
    """From a word processor: S₁₂ = q₁ · k₂ᵀ = 1 × 0 + 2 × 1 = 2, and tables with tabs."""
    title(paper, "txt")
    times, bullet = (
        paper.once("document times", " × ", " ∙ ", "×", " · "),
        paper.once("document bullet", "", "•\t", "–\t"),
    )
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        put(paper, words(paper, key), paper.once("document heading", "{}\n", "{}:\n", "{}\n\n"))
        if not (is_product(paper, key) or scaled_of(paper, key)) or key in paper.inputs:
            _tabbed(paper, key)
            continue
        source = scaled_of(paper, key)
        with paper.block():
            for place in (place for places in paper.places(key) for place in places):
                label = entry_name(paper, *place)
                paper.say(bullet)
                with paper.row(label):
                    paper.say(label + " = ", "index")
                    if base(key) == "S" and paper.once("with vectors", True, False):
                        paper.say(f"q{lowered(place[1] + 1)} · k{lowered(place[2] + 1)}ᵀ = ", "index")
                    if source:
                        paper.entry(source, *place[1:], part=Part(place, None, "numerator"))
                        paper.say(paper.once("document over", " / ", " ÷ ", "/"))
                        paper.say(_root(paper), "constant")
                    else:
                        product(paper, place, times)
                    paper.say(" = ")
                    paper.entry(*place)
                paper.say("\n")
        paper.say("\n")


def _root(paper: Paper) -> str:
    known = paper.work.calculation.truth
    size = str(int(known["d_k"].flat[0].p)) if "d_k" in known else "dₖ"
    return str(paper.once("document root", "√{}", "√({})", "{}^½", "√dₖ")).format(size)


def _tabbed(paper: Paper, key: str) -> None:
    """A matrix with tabs, its name in the first row."""
    name = symbol(paper, key, "names")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            with paper.row(name):
                paper.say(f"{name} =\t" if i == 0 else "\t", "name")
                vector(paper, places, "\t")
            paper.say("\n")
    paper.say("\n")


def smart(paper: Paper) -> None:
    """Curly quotes, long dashes and round bullets that a word processor makes of what is typed."""
    title(paper, "txt")
    left, right = paper.once("curly", ("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»"))
    bullet = paper.once("smart bullet", "•\t", "– ", "o\t", "", "▪ ")
    after = paper.once("smart after", ":\t", " – ", " → ", ": ", "\t")
    between = paper.separator("smart", "; ", "\t", ", ", " · ")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        text = words(paper, key)
        put(paper, text[:1].upper() + text[1:], paper.once("smart heading", "{}\n", "{} –\n", "►  {}\n", "{}…\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, "token")
                label = f"{left}{label}{right}" if label and paper.shape(key)[0] > 1 else label
                with paper.row(label):
                    paper.say(bullet)
                    paper.say(label + after if label else "", "index")
                    vector(paper, places, between)
                paper.say("\n")
        paper.say("\n")


def document_tables(paper: Paper) -> None:
    """Tables of a document pasted with tabs: what is above and at the left in the corner, sums in the last column."""
    title(paper, "txt")
    corner = paper.once("table corner", "query \\ key", "Q/K", "from/to", "", "q \\ k")
    sums = paper.once("sums column", "Σ", "sum", "")
    done: set[str] = set()
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n\n",))
        if key in done:
            continue
        put(paper, words(paper, key), paper.once("table heading", "{}\n", "Table: {}\n", "{}\n\n"))
        with_sums = "Z" + key[1:] if base(key) == "E" and sums and "Z" + key[1:] in paper.written else None
        with_sums = with_sums if with_sums and paper.shape(with_sums)[1] == 1 else None
        done |= {with_sums} if with_sums else set()
        _document_table(paper, key, with_sums, corner, sums)
        paper.say("\n")
    bye(paper)


def _document_table(paper: Paper, key: str, sums: str | None, corner: str, over: str) -> None:
    heads = [text.strip() for text in header(paper, key, "tokens" if base(key) in OF_PAIR else "letters")]
    is_checked = base(key) == "A" and over and paper.once("checked sums", True, False)
    heads += [over] if sums or is_checked else []
    paper.say("\t".join([corner if base(key) in OF_PAIR else "", *heads]) + "\n", "header")
    start = max((fact.block for fact in paper.facts), default=0) + 1
    for i, places in enumerate(paper.places(key)):
        label = row_label(paper, key, i, "token") or f"{letter(paper, key)}{i + 1}"
        paper.blocks = start
        with paper.row(label):
            paper.say(label + "\t", "index")
            vector(paper, places, "\t")
        if sums:
            paper.blocks = start + 1
            with paper.row(label):
                paper.say("\t")
                vector(paper, paper.places(sums)[i], "\t")
        paper.say("\t1" if is_checked else "", "check")
        paper.say("\n")


def tab_stops(paper: Paper) -> None:
    """Every line with its formula, an equals sign and the rows, all at tab stops."""
    title(paper, "txt")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        text, name = words(paper, key), symbol(paper, key)
        first = paper.once("stops first", True, False)
        paper.heading(text)
        paper.say(f"{text}\t" if first else f"{text}\n\t", "heading")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                with paper.row(name):
                    paper.say(f"{name}\t=\t" if i == 0 else "\t\t\t", "name")
                    vector(paper, places, "\t")
                paper.say("\n")
        paper.say(paper.once("stops gap", "", "\n"))


# Sheets.


def beside_in_sheet(paper: Paper) -> None:
    """One sheet: matrices beside one another with an empty column between, their names above."""
    title(paper, "txt")
    gap, below = paper.once("empty cells", "\t\t", "\t\t\t", "\t\t"), paper.once("sheet rows", "\n", "\n\n", "\t\n")
    groups = [paper.inputs]
    for key in paper.written:
        last = groups[-1]
        is_same = last is not groups[0] and len(last) < 3 and key.partition("_")[2] == last[0].partition("_")[2]
        groups = [*groups[:-1], [*last, key]] if is_same else [*groups, [key]]
    named = paper.once("sheet names", symbol, words)
    for keys in groups:
        head(paper, keys[0], ("{}\n",))
        over = "".join(named(paper, key) + "\t" * (paper.shape(key)[1] - 1) + gap for key in keys)
        paper.say(over.rstrip("\t") + "\n", "header")
        _beside(paper, keys, gap, named)
        paper.say(below)


def _beside(paper: Paper, keys: list[str], gap: str, named) -> None:  # type: ignore[no-untyped-def]
    start = max((fact.block for fact in paper.facts), default=0) + 1
    for i in range(max(paper.shape(key)[0] for key in keys)):
        empty = ""
        for at, key in enumerate(keys):
            rows = paper.places(key)
            if i >= len(rows):
                empty += "\t" * (paper.shape(key)[1] - 1) + gap
                continue
            paper.blocks = start + at
            paper.heading(named(paper, key))
            with paper.row(None):
                paper.say(empty)
                vector(paper, rows[i], "\t")
            empty = gap
        paper.say("\n")
    paper.blocks = start + len(keys) - 1


def quoted_values(paper: Paper) -> None:
    """Values in quotes as a sheet is exported, the line in the first cell of each row or of the first one."""
    between = paper.once("quoted between", '";"', '","', '", "', '"\t"')
    every = paper.once("in every row", True, False)
    paper.say(paper.once("quoted header", "", '"line' + between + "row" + between + 'values"\n', "sep=;\n"), "header")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ('"{}"\n',))
        text = words(paper, key)
        paper.heading(text)
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels quoted", "token", "digit")) or str(i + 1)
                paper.say(f'"{text if every or i == 0 else ""}{between}', "heading")
                with paper.row(label):
                    paper.say(f"{label}{between}", "index")
                    vector(paper, places, between)
                paper.say('"\n')


# Notebooks.


def exported_notebook(paper: Paper) -> None:
    """A notebook as it is exported to Markdown or text: cells of code, and what they print four blanks to the right."""
    title(paper)
    sort = paper.once("export", "fences", "prompts", "fences")
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        head(paper, key, ("### {}\n\n",))
        put(paper, words(paper, key), paper.once("export heading", "### {}\n\n", "{}\n\n", "#### {}\n\n"))
        name = variable(paper, key)
        code = f"{name} = {typed(paper, key)}\n{name}" if key in paper.work.calculation.records else f"{name}"
        if sort == "fences":
            paper.say(f"```python\n{code}\n```\n\n\n\n\n", "code")
        else:
            paper.say(f"In [{number}]:\n\n" + "".join(f"    {line}\n" for line in code.split("\n")), "code")
            paper.say(f"\nOut[{number}]:\n\n", "code")
        rows, shown = paper.places(key), [[paper.text(*place) for place in row] for row in paper.places(key)]
        width = max(len(text) for row in shown for text in row)
        with paper.block():
            paper.say("    array([[" if len(rows) > 1 else "    array([")
            for i, places in enumerate(rows):
                paper.say("],\n           [" if i else "")
                with paper.row(None):
                    for j, place in enumerate(places):
                        paper.say(", " if j else "")
                        paper.entry(*place, width=width)
            paper.say("]])\n\n" if len(rows) > 1 else "])\n\n")
        paper.say("\n" if sort == "fences" else "")


def notebook_by_hand(paper: Paper) -> None:
    """A notebook with the work by hand in Markdown, now and then checked by a cell of code."""
    for key in (*paper.inputs, *paper.written):
        paper.cell("markdown")
        head(paper, key, ("## {}\n\n",))
        put(paper, words(paper, key), paper.once("cell heading", "### {}\n", "**{}**\n\n", "{}:\n\n"))
        between, around = paper.separator("cells", ", ", "; "), paper.once("cells around", ("[", "]"), ("(", ")"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels cells", "math", "bold", "token", "lowered"))
                with paper.row(label):
                    paper.say("- " + label + paper.once("cells after", ": ", " = "), "index")
                    vector(paper, places, between, around)
                paper.say("\n")
        if paper.chance(0.3) and key in paper.work.calculation.records:
            paper.heading(None)
            paper.cell("code")
            paper.say(typed(paper, key), "code")
            paper.cell("output")
            numpy(paper, key)
