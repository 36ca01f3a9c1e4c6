"""Work told query by query: in brackets, by thumb, in many languages, as questions and as parts."""

from __future__ import annotations

from pathlib import Path

import yaml

from .blocks import vector
from .calculated import others, parted, powers_of, row, scaled_of, shares_of, sums_of
from .headings import bye, head, title
from .naming import WEIGHTS, letter, root, symbol, token, words
from .numerals import lowered
from .paper import Paper, Part
from .work import base

SHORT = {
    "S": ("scores ", "dots ", "raw "),
    "S_scaled": ("divide by {r} -> ", "/{r} -> ", "scaled by {r}: "),
    "S_masked": ("mask -> ", "masked: "),
    "S_biased": ("bias -> ",),
    "E": ("exp -> ", "e^ -> ", "exp: "),
    "Z": ("sum ", "sum = ", "total "),
    "A": ("weights ", "softmax -> ", "-> "),
    "O": ("output ", "so out = ", "weighted sum "),
}


def in_brackets(paper: Paper) -> None:
    """for token 'cat': scores [2, 3], divide by 1.41 -> [1.41, 2.12], exp -> [4.1, 8.3], sum 12.4, ..."""
    title(paper)
    before, of_query = parted(paper)
    others(paper, before)
    start = paper.once(
        "brackets start", "for token '{t}': ", "{t}: ", "token {i} ('{t}') : ", "query {i}: ", '- "{t}" => '
    )
    gap = paper.once("brackets gap", ", ", "; ", " ", ",\n  ", ". ")
    between, around = (
        paper.separator("brackets", ", ", " ", "; "),
        paper.once("brackets", ("[", "]"), ("(", ")"), ("<", ">")),
    )
    paper.heading(None)
    for i in range(paper.shape(of_query[0])[0]):
        paper.say(start.format(t=token(paper, of_query[0], i), i=i + 1), "index")
        for number, key in enumerate(of_query):
            paper.say(gap if number else "")
            text = paper.once(f"short {base(key)}", *SHORT[base(key)]).format(r=root(paper))
            with paper.block(), paper.row(text.strip(" ->=:")):
                paper.say(text, "constant")
                row(paper, key, i, between, around)
        paper.say("\n" if "\n" not in gap else "\n\n")
    bye(paper)


def by_thumb(paper: Paper) -> None:
    """Typed on a phone, everything small, a little equation for each number."""
    before, of_query = parted(paper)
    sign, gap = paper.once("thumb sign", "=", " = ", ": "), paper.once("thumb gap", " ", "  ", "\n", " , ")
    product = paper.once("thumb product", "q{i}k{j}", "q{i}.k{j}", "q{i}*k{j}", "q{i} k{j}")
    for key in before:
        head(paper, key, ("{}\n",))
        name = words(paper, key).lower()
        paper.heading(name)
        paper.say(name + "\n", "heading")
        with paper.block():
            for i in range(paper.shape(key)[0]):
                label = f"{letter(paper, key).lower()}{i + 1}"
                with paper.row(label):
                    paper.say(label + sign, "index")
                    row(paper, key, i, paper.separator("thumb", " ", ",", ", "), ("", ""))
                paper.say("\n")
    paper.heading(None)
    for i in range(paper.shape(of_query[0])[0]):
        paper.say(f"\nquery {i + 1}\n", "index")
        for key in of_query:
            _thumbed(paper, key, i, product, (sign, gap))
            paper.say("\n")


def _thumbed(paper: Paper, key: str, i: int, form: str, signs: tuple[str, str]) -> None:
    sign, gap = signs
    source, sums, shares = powers_of(paper, key) or scaled_of(paper, key), sums_of(paper, key), shares_of(paper, key)
    with paper.block():
        for j, place in enumerate(paper.places(key)[i]):
            paper.say(gap if j else "")
            label = form.format(i=i + 1, j=j + 1) if base(key) == "S" else ""
            label = "sum" if base(key) == "Z" else f"o{i + 1}{j + 1}" if base(key) == "O" else label
            with paper.row(label):
                paper.say(label, "index")
                if source and base(key) == "E":
                    paper.say("e^")
                    paper.entry(source, *place[1:], part=Part(place, None, "exponent"))
                elif source:
                    paper.entry(source, *place[1:], part=Part(place, None, "numerator"))
                    paper.say("/" + root(paper), "constant")
                elif shares and sums:
                    paper.entry(shares[0], *place[1:], part=Part(place, None, "numerator"))
                    paper.say("/")
                    paper.entry(sums, i, 0, part=Part(place, None, "denominator"))
                elif not label:
                    paper.say(f"{letter(paper, key)}{i + 1}{j + 1}", "index")
                paper.say(sign)
                paper.entry(*place)


QUIET = {
    "S": "scores",
    "S_scaled": "scaled",
    "S_masked": "masked",
    "S_biased": "biased",
    "E": "exp",
    "Z": "sum",
    "A": "weights",
    "O": "out",
}


def one_line_each(paper: Paper) -> None:
    """q1 scores 2 3 scaled 1.41 2.12 exp 4.1 8.3 sum 12.4 weights .33 .67 out 1 2, without any signs."""
    before, of_query = parted(paper)
    gap = paper.once("quiet gap", " ", "  ", " - ", " / ")
    for key in before:
        head(paper, key, ("{}\n",))
        name = symbol(paper, key, "names")
        paper.heading(None)
        with paper.block():
            for i in range(paper.shape(key)[0]):
                label = f"{letter(paper, key)}{i + 1}" if paper.once("quiet rows", True, False) else name
                with paper.row(label):
                    paper.say(label + " " if i == 0 or label != name else " " * (len(name) + 1), "index")
                    row(paper, key, i, " ", ("", ""))
                paper.say("\n")
    paper.say("\n")
    for i in range(paper.shape(of_query[0])[0]):
        paper.say(
            paper.once("quiet start", "q{i}", "{t}", "{i})", "row {i}").format(i=i + 1, t=token(paper, of_query[0], i)),
            "index",
        )
        for key in of_query:
            with paper.block(), paper.row(QUIET[base(key)]):
                paper.say(f"{gap}{QUIET[base(key)]} ", "label")
                row(paper, key, i, " ", ("", ""))
        paper.say("\n" if paper.once("quiet end", True, False) else "\n\n")


def model_bullets(paper: Paper) -> None:
    """A chat model's answer: a heading with the token, bullets with bold names, numbers in code or dollars."""
    title(paper)
    before, of_query = parted(paper)
    others(paper, before)
    left, right = paper.once("model marks", ("`", "`"), ("**", "**"), ("", ""), ("$", "$"))
    whole, between = paper.once("whole vector", True, False), paper.separator("model", ", ", "; ")
    start = paper.once(
        "model heading",
        "### 🔹 Token {i} (“{t}”)\n\n",
        "#### Query {i}: *{t}*\n\n",
        "**{i}. {t}**\n\n",
        "### {t} → q{l}\n\n",
    )
    for i in range(paper.shape(of_query[0])[0]):
        paper.heading(None)
        paper.say(start.format(i=i + 1, t=token(paper, of_query[0], i), l=lowered(i + 1)), "index")
        for number, key in enumerate(of_query, 1):
            text = words(paper, key)
            paper.say(paper.once("model bullet", "- ", "* ", "{n}. ").format(n=number), "index")
            with paper.block(), paper.row(text):
                paper.say(f"**{text}:** ", "label")
                places = paper.places(key)[i]
                if whole and len(places) > 1:
                    vector(paper, places, between, (left + "[", "]" + right))
                else:
                    vector(paper, places, right + between + left, (left, right))
            paper.say("\n")
        paper.say("\n" + ("---\n\n" if paper.once("model rule", True, False) else ""))


ASKED = {
    "en": ("What do you get for {t} ({w})?", "{w} for {t}?"),
    "de": ("Was ergibt sich bei {t} für: {w}?", "{w} für {t}?"),
    "fr": ("Que trouve-t-on pour {t} ({w}) ?", "{w} pour {t} ?"),
    "es": ("¿Qué sale en {t} ({w})?", "¿{w} para {t}?"),
}


def asked_and_answered(paper: Paper) -> None:
    """Q3. What are the scores for “cat”? A. 2 and 3."""
    title(paper)
    ask = paper.once("ask", ("Q{n}. ", "A. "), ("**Q:** ", "**A:** "), ("Q: ", "A: "), ("{n}) ", "→ "), ("> ", ""))
    quotes = paper.once("ask quotes", "“{}”", "'{}'", "*{}*", "{}")
    between, last = paper.separator("asked", ", ", "; "), paper.once("asked last", True, False)
    count = 0
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        form = paper.once(f"ask {base(key)}", *ASKED[paper.language.name])
        for i, places in enumerate(paper.places(key)):
            count += 1
            about = quotes.format(token(paper, key, i)) if paper.shape(key)[0] > 1 else symbol(paper, key, "names")
            is_named = base(key) not in WEIGHTS and not paper.is_turned(key)
            about = about if is_named or paper.shape(key)[0] == 1 else paper.language.plain_row(i + 1)
            text = form.format(w=words(paper, key), t=about)
            paper.heading(None)
            paper.say(ask[0].format(n=count), "exercise")
            paper.say(text + "\n" + ("\n" if ask[0] == "> " else "") + ask[1], "index")
            with paper.block(), paper.row(about.strip("“”'*")):
                vector(paper, places, between, last=f" {paper.language.and_} " if last else "")
            paper.say(paper.once("asked end", ".\n\n", "\n\n", "\n"))


TOLD = yaml.safe_load(Path(__file__).with_name("told.yaml").read_text(encoding="utf-8"))


def told_abroad(paper: Paper) -> None:
    """A paragraph for each query, in languages in which such work is told otherwise than in English."""
    title(paper)
    before, of_query = parted(paper)
    others(paper, before)
    start, comma, told = (TOLD[paper.language.name][name] for name in ("start", "between", "lines"))
    between = paper.once("told comma", comma, "; " if not paper.language.is_eastern else "，")
    around = paper.once("told around", ("", ""), ("(", ")"), ("[", "]"))
    paper.heading(None)
    for i in range(paper.shape(of_query[0])[0]):
        paper.say(start.format(i=i + 1, t=token(paper, of_query[0], i)), "index")
        for key in of_query:
            text, _, after = told.get(base(key), ", {}").replace("{r}", root(paper)).partition("{}")
            with paper.block(), paper.row(text.strip(" ,.;:，、；")):
                paper.say(text, "constant")
                row(paper, key, i, between, around)
            paper.say(after)
        paper.say("\n\n")


def lettered_parts(paper: Paper) -> None:
    """a) q1=(1, 2), q2=(3, 4); k1=(0, 1), ... b) S = ...: several lines in a part, vectors or matrices on one line."""
    title(paper)
    form = paper.once("part", "{a}) ", "({a}) ", "**{a})** ", "{a}. ", "{n}. ", "{n}) ")
    groups: list[list[str]] = [paper.inputs]
    for key in paper.written:
        kind = "Q" if base(key) in "QKV" else "A" if base(key) in ("E", "Z", "A") else base(key)
        last = groups[-1] if len(groups) > 1 else []
        same = last and kind == ("Q" if base(last[0]) in "QKV" else "A" if base(last[0]) in ("E", "Z", "A") else "")
        groups = [*groups[:-1], [*last, key]] if same else [*groups, [key]]
    paper.heading(None)
    for number, keys in enumerate(groups):
        paper.say(form.format(a="abcdefghijklmno"[number % 15], n=number + 1), "answer")
        for at, key in enumerate(keys):
            paper.say(paper.once("part gap", "; ", "\n   ", " | ", ";  ") if at else "")
            _part(paper, key)
        paper.say("\n\n" if paper.once("part end", True, False) else "\n")


def _part(paper: Paper, key: str) -> None:
    named = paper.once("part words", True, False) and base(key) not in "QKV"
    paper.heading(words(paper, key) if named else None)
    paper.say(f"{words(paper, key)}: " if named else "", "heading")
    between = paper.separator("parts", ", ", " ", "; ")
    with paper.block():
        for i in range(paper.shape(key)[0]):
            paper.say(paper.once("part rows", ", ", " ", "  ") if i else "")
            label = f"{letter(paper, key)}{i + 1}" if paper.shape(key)[0] > 1 else symbol(paper, key, "names")
            with paper.row(label):
                paper.say(f"{label}{paper.once('part sign', '=', ' = ', ': ')}", "index")
                row(paper, key, i, between)
