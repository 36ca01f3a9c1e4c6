"""Pages that say of every number which two tokens it is of: in signs, in sentences, or in one long table."""

from __future__ import annotations

from dataclasses import dataclass

from .blocks import Block, Rows, vector
from .headings import bye, caption, head, remark, title
from .naming import letter, row_label, symbol, token, words
from .numerals import lowered
from .paper import Paper
from .terms import Place
from .work import base, head_of

PAIRED = ("S", "S_scaled", "S_biased", "S_masked", "E", "A")
NAMES = {"S": "score", "S_scaled": "scaled", "S_masked": "masked", "S_biased": "biased", "E": "exp", "A": "att"}
# How people say which query and which key a number is of: {i} and {j} count, {a} and {b} are the words.
FROM = {
    "en": ("from token {i} to token {j}", "query {i} with key {j}", "of token {i} to token {j}", "from {a} to {b}"),
    "de": ("von Token {i} zu Token {j}", "Anfrage {i} mit Schlüssel {j}", "von „{a}“ zu „{b}“"),
    "fr": ("du mot {i} vers le mot {j}", "requête {i} avec clé {j}", "de « {a} » vers « {b} »"),
    "es": ("del token {i} al token {j}", "consulta {i} con clave {j}", "de «{a}» a «{b}»"),
    "it": ("dal token {i} al token {j}", "query {i} con chiave {j}", "da «{a}» a «{b}»"),
    "pt": ("do token {i} para o token {j}", "consulta {i} com chave {j}"),
    "pl": ("od tokenu {i} do tokenu {j}", "zapytanie {i} z kluczem {j}"),
    "nl": ("van token {i} naar token {j}", "query {i} met key {j}"),
    "ru": ("от слова {i} к слову {j}", "запрос {i} и ключ {j}", "от «{a}» к «{b}»"),
    "tr": ("{i}. sözcükten {j}. sözcüğe", "sorgu {i} ve anahtar {j}"),
    "zh": ("第{i}个词对第{j}个词", "「{a}」对「{b}」"),
    "ja": ("「{a}」から「{b}」へ", "クエリ{i}とキー{j}"),
    "ko": ("쿼리 {i}, 키 {j}", "{i}번째 단어에서 {j}번째 단어로"),
}
VECTORS = Rows(
    labels=("token", "digit", "word"), after=(": ", " = "), between=(", ", "; "), around=(("(", ")"), ("[", "]"))
)


def _pair(paper: Paper, form: str, place: Place) -> str:
    """What is said of a pair of tokens."""
    key, i, j = place
    name = NAMES[base(key)] if paper.once("pair names", True, False) else symbol(paper, key, "names")
    parts = {"i": i + 1, "j": j + 1, "li": lowered(i + 1), "lj": lowered(j + 1), "name": name}
    return form.format(a=token(paper, key, i), b=token(paper, "K", j), word=words(paper, key), **parts)


@dataclass(frozen=True)
class Pairs:
    """A line of scores number by number, each after its pair of tokens; `forms` says how, None in sentences."""

    forms: tuple[str, ...] | None
    after: tuple[str, ...] = (" = ",)
    bullet: tuple[str, ...] = ("",)
    other: Block = VECTORS

    def __call__(self, paper: Paper, key: str) -> None:
        """Writes the line; one that is no matrix of pairs in rows."""
        if base(key) not in PAIRED:
            self.other(paper, key)
            return
        form = paper.once("pair", *(self.forms or self._sentences(paper)))
        gap = paper.once("between queries", "", "", "\n")
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                paper.say(gap if i else "")
                for place in places:
                    self._one(paper, _pair(paper, form, place), place)

    @staticmethod
    def _sentences(paper: Paper) -> tuple[str, ...]:
        known = FROM[paper.language.name]
        blank = "，" if paper.language.is_eastern else " "
        return (*known, *known, *(f"{{word}}{blank}{one}" for one in known))

    def _one(self, paper: Paper, label: str, place: Place) -> None:
        with paper.row(label):
            paper.say(paper.once("pair bullet", *self.bullet))
            paper.say(label, "index")
            paper.say(paper.once("pair after", *self.after))
            paper.entry(*place)
        paper.say("\n")


def beside_words(paper: Paper, key: str) -> None:
    """A line for each query: its word, then the words of the keys, each with its number."""
    if base(key) not in PAIRED:
        VECTORS(paper, key)
        return
    form = paper.once("word form", "{b} ", "{b}: ", "{b}=", "{b} → ", '"{b}": ')
    between = paper.separator("words", ", ", "; ", " | ", ", ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("labels words", "token", "bold", "quoted"))
            with paper.row(label):
                paper.say(paper.once("word bullet", "", "- ") + label, "index")
                paper.say(paper.once("after word", ": ", " -> ", " – ", " || "))
                for number, place in enumerate(places):
                    paper.say(between if number else "")
                    paper.say(form.format(b=token(paper, "K", place[2])), "index")
                    paper.entry(*place)
            paper.say("\n")


def table_of_pairs(paper: Paper) -> None:
    """One long table with a row for each pair of a query and a key, and a column for each line."""
    title(paper)
    done: set[str] = set()
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        if base(key) not in PAIRED:
            caption(paper, key)
            VECTORS(paper, key)
            paper.say("\n")
        elif head_of(key) not in done:
            done.add(head_of(key))
            _long(paper, [one for one in paper.written if base(one) in PAIRED and head_of(one) == head_of(key)])
            remark(paper)
    bye(paper)


def _long(paper: Paper, keys: list[str]) -> None:
    """The rows of the long table."""
    sort = paper.once("pair columns", "words", "numbers", "product", "together")
    form = {"words": "{a} | {b}", "numbers": "{i} | {j}", "product": "q{li}·k{lj}", "together": "({i},{j})"}[sort]
    heads = ["query", "key"] if "|" in form else [paper.once("pair corner", "", "pair", "i,j")]
    named = paper.once("long names", words, symbol)
    heads += [named(paper, key).replace("|", "/") for key in keys]
    paper.heading(None)
    paper.say("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|\n", "header")
    rows, columns = paper.shape(keys[0])
    with paper.block():
        for i in range(rows):
            for j in range(columns):
                label = _pair(paper, form, (keys[0], i, j))
                with paper.row(label):
                    paper.say(f"| {label} | ", "index")
                    vector(paper, [(key, i, j) for key in keys], " | ", ("", " |\n"))
    paper.say("\n")


def dot_products(paper: Paper) -> None:
    """Scores as products of two vectors that are written out, outputs as sums of weights times vectors."""
    title(paper, paper.once("file", "md", "txt"))
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        if base(key) == "S" and _is_known(paper, key):
            _scores(paper, key)
        elif base(key) in ("O", "c") and _is_known(paper, key):
            _outputs(paper, key)
        else:
            VECTORS(paper, key)
        paper.say("\n")
    bye(paper)


def _is_known(paper: Paper, key: str) -> bool:
    """Whether both lines that a line is the product of are written."""
    leaves = {leaf.key for leaf in paper.work.calculation.records[key].expr.lines()}
    is_product = paper.work.calculation.records[key].expr.op == "matmul" and len(leaves) == 2
    return is_product and key not in paper.work.mistakes and not leaves & paper.work.left_out


def _again(paper: Paper, key: str, places: list[Place]) -> None:
    """A vector that is written again as a factor."""
    start, close = paper.once("around factors", ("(", ")"), ("[", "]"), ("(", ")"))
    between = paper.separator("factors", ", ", ",", "; ")
    paper.say(start)
    for number, place in enumerate(places):
        paper.say(between if number else "")
        paper.entry(*place, again=key)
    paper.say(close)


def _scores(paper: Paper, key: str) -> None:
    """q1·k2 = (1, 2)·(3, 4) = 11"""
    left, right = (leaf.key for leaf in paper.work.calculation.records[key].expr.lines())
    times = paper.once("times", "·", " · ", "*", " x ", " • ")
    form = paper.once("product label", "{q}{i}{t}{k}{j}", "{q}_{i}{t}{k}_{j}", "s{i}{j}", "{q}{li}{t}{k}{lj}")
    with paper.block():
        for row in paper.places(key):
            for place in row:
                _, i, j = place
                parts = {"i": i + 1, "j": j + 1, "li": lowered(i + 1), "lj": lowered(j + 1), "t": times}
                label = form.format(q=letter(paper, left), k=letter(paper, right), **parts)
                with paper.row(label):
                    paper.say(f"{label} = ", "index")
                    _again(paper, key, paper.places(left)[i])
                    paper.say(times)
                    _again(paper, key, paper.places(right)[j])
                    paper.say(" = ")
                    paper.entry(*place)
                paper.say("\n")


def _outputs(paper: Paper, key: str) -> None:
    """o1 = 0.3·(1, 2) + 0.7·(3, 4) = (2.4, 3.4)"""
    left, right = (leaf.key for leaf in paper.work.calculation.records[key].expr.lines())
    times = paper.once("times of weights", "·", " ", "*", " · ")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            label = row_label(paper, key, i, paper.once("output label", "digit", "token", "index", "lowered"))
            with paper.row(label):
                paper.say(f"{label} = ", "index")
                for number, weight in enumerate(paper.places(left)[i]):
                    paper.plus(" + " if number else "")
                    paper.entry(*weight, again=key)
                    paper.say(times)
                    _again(paper, key, paper.places(right)[number])
                paper.say(" = ")
                vector(paper, places, paper.separator("factors", ", ", ",", "; "), paper.once("around factors"))
            paper.say("\n")
