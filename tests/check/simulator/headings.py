"""What stands above a line of the work: headings, captions, numbered answers, words with a colon."""

from __future__ import annotations

from .naming import symbol, words
from .paper import Paper
from .work import head_of

# How a heading looks, by kind of file.
MARKDOWN = ("## {}\n\n", "### {}\n\n", "**{}**\n\n", "{}:\n\n", "{}\n\n", "_{}_\n\n", "#### {}:\n\n", "{}\n----\n\n")
TEXT = ("{}\n", "{}:\n", "== {} ==\n", "{}:\n\n", "{} ->\n", "--- {} ---\n")
TEX = (r"\subsection*{{{}}}" "\n", r"\paragraph{{{}}}" "\n", r"\textbf{{{}.}}" "\n", "{}:\n", "\n{}\n")
RST = (".. rubric:: {}\n\n", "{}\n~~~~~~~~~~~~~~~~\n\n", "**{}**\n\n")
HTML = ("<p>{}</p>\n\n", "<h3>{}</h3>\n", "<b>{}</b><br>\n")
TITLES = {
    "md": ("# {}\n\n", "## {}\n\n", "**{}**\n\n", "{}\n\n"),
    "txt": ("{}\n\n", "{}\n=====\n\n", "*** {} ***\n\n"),
    "rst": ("{}\n==============\n\n", "{}\n\n"),
    "org": ("#+TITLE: {}\n\n",),
    "adoc": ("= {}\n\n",),
    "tex": (r"\section*{{{}}}" "\n",),
    "html": ("<h2>{}</h2>\n\n",),
}
NUMBERS = ("a) ", "1. ", "(a) ", "1) ", "**a)** ", "i) ", "Step 1: ", "Q1. ")
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


def title(paper: Paper, sort: str = "md") -> None:
    """The title of the page, or none."""
    if paper.chance(0.75):
        text = paper.language.word("title", n=paper.numbers.randint(1, 9))
        sort = (
            "txt"
            if sort == "md" and paper.extension == "txt"
            else "md"
            if sort == "txt" and paper.extension == "md"
            else sort
        )
        paper.say(paper.once("title", *TITLES[sort]).format(text), "exercise")


def caption(paper: Paper, key: str, forms: tuple[str, ...] = MARKDOWN) -> None:
    """A heading above a line: in words, by its symbol, or both."""
    sort = paper.once("captions", "words", "words", "symbol", "both")
    text = words(paper, key)
    if paper.once("capitals", True, False) and not text.startswith("sqrt"):
        text = text[:1].upper() + text[1:]
    if sort != "words":
        name = symbol(paper, key)
        name = f"${name}$" if paper.numerals.is_latex else name
        both = f"{text}, {name}" if paper.once("words first", True, False) else f"{name} ({text})"
        text = name if sort == "symbol" or name.lower() == text.lower() else both
    put(paper, text, paper.once("caption", *_forms(paper, forms)))


def _forms(paper: Paper, forms: tuple[str, ...]) -> tuple[str, ...]:
    """Headings as the kind of file has them; some people write Markdown everywhere."""
    is_text = paper.extension == "txt" and forms is MARKDOWN
    return TEXT if is_text and paper.once("no Markdown", True, True, True, False) else forms


def put(paper: Paper, text: str, form: str) -> None:
    """Writes a heading, which holds from here on."""
    paper.say(form.format(text), "heading")
    paper.heading(text)


def head(paper: Paper, key: str, forms: tuple[str, ...] = MARKDOWN) -> None:
    """The heading of a head, where its first line begins."""
    now = head_of(key)
    is_group = paper.problem.kind == "grouped" and key[0] in "KV"
    if now and paper.kept.get("in head") != ("group " if is_group else "") + now:
        text = f"Group {now}" if is_group else paper.language.word("head", i=now)
        paper.say(paper.once("head heading", *_forms(paper, forms)).format(text), "heading")
    paper.kept["in head"] = now and ("group " if is_group else "") + now


def numbered(paper: Paper) -> str:
    """The number of the next answer: a), b), c) or 1., 2., 3."""
    form = paper.once("numbering", *NUMBERS)
    count = paper.kept["answers"] = paper.kept.get("answers", 0) + 1
    if "i" in form and "Step" not in form:
        return str(form.replace("i", ROMAN[min(count, 12) - 1]))
    return str(form.replace("a", "abcdefghijklmnopqrstuvwxyz"[(count - 1) % 26]).replace("1", str(count)))


def remark(paper: Paper, end: str = "\n\n") -> None:
    """Something said between the lines, now and then."""
    if paper.chance(0.12):
        text = paper.language.other("remarks")
        if text not in paper.kept.setdefault("remarks", []):
            paper.say(text + end, "remark")
        paper.kept["remarks"].append(text)


def bye(paper: Paper) -> None:
    """The last words, if there are any."""
    if paper.chance(0.5) and (text := paper.language.word("bye")):
        paper.say(f"\n{text}\n", "remark")
