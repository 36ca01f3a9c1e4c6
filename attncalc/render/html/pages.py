"""Blocks as HTML: one file that needs nothing else, with MathML; lines of the work fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import groupby

from attncalc.render.blocks import Block, Heading, flat
from attncalc.render.html.blocks import content_html, heading
from attncalc.render.html.math import text
from attncalc.render.html.outline import Part, outline
from attncalc.render.look import Look

UNTITLED = "Result"
IN_FRAGMENT = 3  # level of the title inside somebody else's page
ALL = '<p class="all"><label><input type="checkbox" autocomplete="off"/> Show the numbers of every step</label></p>\n'
SAFE = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{safe}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>
{style}</style>
</head>
"""
BODY = """<body class="attncalc-page">
<main class="attncalc">
{body}</main>
</body>
</html>
"""


def html_pages(pages: Iterable[Iterable[Block]], look: Look) -> str:
    """All pages as one document, or as a fragment of one."""
    parts = [outline(flat(page)) for page in pages]
    if look.fragment:
        written = fragment(parts)
    else:
        title = document_title(parts)
        body = _body(parts, title, 1)
        written = HEAD.format(safe=SAFE, title=text(title), style=style()) + BODY.format(body=body)
    return written.encode("ascii", "xmlcharrefreplace").decode() if look.ascii_signs else written


def fragment(parts: list[list[Part]]) -> str:
    """What may stand inside another page: its own class and style, every line open."""
    body = _body(parts, document_title(parts), IN_FRAGMENT, opened=True)
    return f'<div class="attncalc">\n<style>\n{style()}</style>\n{body}</div>\n'


def fragment_body(page: Iterable[Block]) -> str:
    """What one page shows, to stand in a page that has the style."""
    (parts,) = [outline(flat(page))]
    return _body([parts], document_title([parts]), 2, opened=True)


@cache
def style() -> str:
    """The style sheet."""
    return (files("attncalc.render.html") / "style.css").read_text("utf-8")


def document_title(pages: list[list[Part]]) -> str:
    """What the document is called: the first title, and how many more there are; variants of a problem share one."""
    titles = [title for title, _ in groupby(part.heading.text for page in pages for part in page[:1] if part.heading)]
    if not titles:
        return UNTITLED
    return titles[0] if len(set(titles)) == 1 else f"{titles[0]} and {len(titles) - 1} more"


def _body(pages: list[list[Part]], title: str, level: int, *, opened: bool = False) -> str:
    """The pages below the one title of the document."""
    opened = opened or any(part.heading and part.heading.running for page in pages for part in page)  # to be printed
    everything = ALL if not opened and any(part.has_lines for page in pages for part in page) else ""
    if len(pages) == 1 and pages[0] and pages[0][0].heading:
        head, *others = pages[0]
        whole = Part(head.heading, [*head.content, *others])
    else:
        whole = Part(Heading(1, title), [_under(part, title) for page in pages for part in page])
    assert whole.heading is not None
    return f"{heading(whole.heading, level)}\n{everything}{content_html(whole, level + 1, opened=opened)}"


def _under(part: Part, title: str) -> Part:
    """A page below the title of the document, which it does not repeat: of variants only what they are."""
    if part.heading is None or part.heading.text != title or not part.heading.aside:
        return part
    return replace(part, heading=Heading(2, part.heading.aside))
