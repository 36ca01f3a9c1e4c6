"""A page that needs nothing else: problems, what marks them, and how it looks; no network, and no code but its own."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from attncalc.practice.bank import Drawn
from attncalc.practice.page.export import exported
from attncalc.render.html.math import text
from attncalc.render.html.pages import HEAD, style

SAFE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'"
SCRIPTS = ("calculate.js", "grain.js", "chains.js", "habits.js", "marking.js", "causes.js", "page.js")
BODY = """<body>
<main>
<h1>Practice: <bdi>{title}</bdi></h1>
<p>Fill in one line after the other. Check says of each number whether it is right, rounded, follows from your own \
earlier numbers, has too few digits, or is wrong; Enter checks too. Nothing leaves this page.</p>
<div class="bar"><p id="which"></p><button type="button" id="skip">Other numbers</button></div>
<div id="given" class="attncalc" aria-live="off"></div>
<div id="lines"></div>
<section id="end" hidden="" aria-label="The end of this problem"><p>That was the last line of this problem.</p>
<button type="button" id="next" class="main">Next problem</button>
<p id="last" tabindex="-1">These were all problems.</p></section>
<div class="bar" role="group" aria-label="Progress"><p id="progress">0 lines.</p><p id="mistakes"></p></div>
<noscript><p>This page needs JavaScript, its own and no other.</p></noscript>
</main>
{templates}<script type="application/json" id="problems">{problems}</script>
<script>{script}</script>
</body>
</html>
"""


def page(drawn: Sequence[Drawn], title: str) -> str:
    """Problems as one page; raises InputError where one of them is too large for it."""
    made = [exported(one) for one in drawn]
    given = [f'<template id="given-{number}">{one.pop("given")}</template>\n' for number, one in enumerate(made)]
    code = script()
    safe = SAFE.format(b64encode(sha256(code.encode()).digest()).decode())
    problems = json.dumps(made, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    head = HEAD.format(safe=safe, title=f"Practice: {text(title)}", style=style() + _file("page.css"))
    return head + BODY.format(title=text(title), templates="".join(given), problems=problems, script=code)


@cache
def script() -> str:
    """All that the page does."""
    first, *others = map(_file, SCRIPTS)
    return first + "".join(code.removeprefix('"use strict";\n') for code in others)


def _file(name: str) -> str:
    return (files("attncalc.practice.page") / name).read_text("utf-8")
