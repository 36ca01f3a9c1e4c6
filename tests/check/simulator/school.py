"""Pages as they are written at school and in exams: given and wanted, full-width signs, columns, boxes to tick."""

from __future__ import annotations

from .blocks import Rows, vector
from .headings import bye, caption, head, numbered, put, remark, title
from .naming import letter, row_label, symbol, token, words
from .numerals import lowered
from .paper import Paper
from .terms import Place
from .work import base

# What stands before the inputs, before the work and before the result.
PARTS = {
    "en": ("Given:", "Solution:", "Answer:"),
    "de": ("geg.:", "Lsg.:", "Antwort:"),
    "tr": ("Verilen:", "Çözüm:", "Cevap:"),
    "fr": ("Données :", "Résolution :", "Réponse :"),
    "es": ("Datos:", "Resolución:", "Respuesta:"),
    "it": ("Dati:", "Svolgimento:", "Risposta:"),
    "pt": ("Dados:", "Resolução:", "Resposta:"),
    "pl": ("Dane:", "Rozwiązanie:", "Odp.:"),
    "nl": ("Gegeven:", "Oplossing:", "Antwoord:"),
    "ru": ("Дано:", "Решение:", "Ответ:"),
    "ko": ("주어진 것:", "풀이:", "답:"),
    "zh": ("已知：", "解：", "答："),
    "ja": ("与式：", "解：", "答え："),
}
COLUMNS = {
    "en": "column {i}",
    "de": "Spalte {i}",
    "fr": "colonne {i}",
    "es": "columna {i}",
    "it": "colonna {i}",
    "pt": "coluna {i}",
    "pl": "kolumna {i}",
    "nl": "kolom {i}",
    "ru": "столбец {i}",
    "tr": "{i}. sütun",
    "zh": "第{i}列",
    "ja": "{i}列目",
    "ko": "{i}열",
}
OF_PAIRS = ("S", "S_scaled", "S_masked", "E", "A")
WEIGHTS = ("Wq", "Wk", "Wv", "Wo", "W", "U")


def school(paper: Paper) -> None:
    """Given, solution in numbered steps, and the answer, which says the result again."""
    title(paper, "txt")
    given, solution, answer = PARTS[paper.language.name]
    put(paper, given, paper.once("part", "{}\n", "**{}**\n\n", "{} "))
    for key in paper.inputs:
        _tuples(paper, key, symbol(paper, key, "names"))
    paper.say("\n")
    put(paper, solution, paper.once("part", "{}\n", "**{}**\n\n", "{} "))
    for key in paper.written:
        head(paper, key, ("{}\n", "{}:\n"))
        paper.say(numbered(paper), "answer")
        put(paper, words(paper, key), paper.once("step", "{}:\n", "{}: ", "{}\n"))
        _tuples(paper, key, symbol(paper, key))
        remark(paper, "\n")
    paper.say("\n")
    put(paper, answer, paper.once("part"))
    _tuples(paper, paper.written[-1], symbol(paper, paper.written[-1], "names"))


def _tuples(paper: Paper, key: str, name: str) -> None:
    """Q = ((1; 0), (0; 1)), or a vector without the outer brackets."""
    rows = paper.places(key)
    inner = paper.separator("tuples", "; ", ", ", "; ")
    outer = paper.once("outer", ("(", "), (", ")"), ("", "); (", ""), ("(", ")(", ")"), ("{", "); (", "}"))
    start, between, close = outer if len(rows) > 1 else ("", "", "")
    sign = "＝" if paper.language.is_eastern else " = "
    with paper.block():
        paper.say(f"{name}{sign}{start}(", "name")
        for i, places in enumerate(rows):
            paper.say(between if i else "")
            with paper.row(name):
                vector(paper, places, inner)
        paper.say(f"){close}\n")


WIDE = str.maketrans("0123456789.-", "０１２３４５６７８９．－")


def full_width(paper: Paper) -> None:
    """Wide commas, brackets and signs, rows by letters in one line, a sign for 'therefore' before the results."""
    paper.say(
        paper.once("solution", "解：\n", "【解答】\n", "解答\n", "[풀이]\n" if paper.language.name == "ko" else "解\n")
    )
    wide = paper.language.name == "ja" and paper.once("wide digits", True, False)
    left, right = paper.once("wide brackets", ("（", "）"), ("［", "］"), ("（", "）"), ("〔", "〕"))
    last = paper.written[-1]
    for count, key in enumerate((*paper.inputs, *paper.written), 1 - len(paper.inputs)):
        if key in paper.work.calculation.records:
            head(paper, key, ("【{}】\n", "「{}」\n", "＜{}＞\n"))
            number = paper.once("wide number", "", "（{}）", "").format(count) if key != last else ""
            paper.say(number, "answer")
            paper.say(paper.once("therefore", "∴ ", "故", "") if key == last else "")
            put(
                paper,
                words(paper, key),
                paper.once(
                    "wide step",
                    "{}：\n",
                    "「{}」\n",
                    "{}を求める。\n" if paper.language.name == "ja" else "{}：",
                    "■{}\n",
                ),
            )
        else:
            paper.heading(None)
        _wide(paper, key, (left, right), wide=wide)
        paper.say("。\n" if paper.once("wide stop", True, False) else "\n")


def _wide(paper: Paper, key: str, around: tuple[str, str], *, wide: bool) -> None:
    rows = paper.places(key)
    around = around if len(rows[0]) > 1 else ("", "")
    with paper.block():
        for i, places in enumerate(rows):
            paper.say(paper.once("wide gap", "，", "、", "；", "\n") if i else "")
            label = f"{letter(paper, key)}{lowered(i + 1) if len(rows) > 1 else ''}"
            with paper.row(label):
                paper.say(f"{label}＝{around[0]}", "index")
                for number, place in enumerate(places):
                    paper.say(paper.once("wide comma", "，", "，", "、") if number else "")
                    paper.entry(*place, shown=paper.text(*place).translate(WIDE) if wide else None)
                paper.say(around[1])


def by_columns(paper: Paper) -> None:
    """Matrices of scores column by column: a line for each key, with its name or number."""
    title(paper)
    for key in (*paper.inputs, *paper.written):
        head(paper, key)
        caption(paper, key)
        if base(key) in OF_PAIRS and paper.shape(key)[0] > 1:
            _columns(paper, key)
        else:
            Rows(("digit", "word", "token"), (": ", " = "), (", ", "; ", " | "), (("", ""), ("(", ")")))(paper, key)
        paper.say("\n")
    bye(paper)


def _columns(paper: Paper, key: str) -> None:
    form = paper.once("column label", COLUMNS[paper.language.name], COLUMNS[paper.language.name] + " (k{i}, {t})")
    columns: list[tuple[Place, ...]] = list(zip(*paper.places(key), strict=True))
    with paper.block():
        for j, places in enumerate(columns):
            label = form.format(i=j + 1, t=token(paper, "K", j))
            with paper.row(label):
                paper.say(paper.once("column bullet", "", "- ", "  ") + label, "index")
                paper.say(paper.once("column after", ": ", " = ", ":  "))
                vector(
                    paper,
                    list(places),
                    paper.separator("columns", ", ", "; ", " | "),
                    paper.once("column around", ("", ""), ("(", ")ᵀ"), ("[", "]^T")),
                )
            paper.say("\n")


def abreast(paper: Paper) -> None:
    """Two or three lines beside one another, each row of the page with a row of all of them."""
    title(paper, "txt")
    groups: list[list[str]] = []
    for key in (*paper.inputs, *paper.written):
        last = groups[-1] if groups else []
        same = (
            last
            and paper.shape(last[0])[0] == paper.shape(key)[0] > 1
            and (last[0] in paper.inputs) == (key in paper.inputs)
        )
        if same and len(last) < 3 and last[0].partition("_")[2] == key.partition("_")[2]:
            last.append(key)
        else:
            groups.append([key])
    for group in groups:
        head(paper, group[-1], ("{}\n", "-- {} --\n"))
        _abreast(paper, group)
        paper.say("\n")
    bye(paper)


def _abreast(paper: Paper, keys: list[str]) -> None:
    """The names above, and the rows of these lines below them, each in its column."""
    named = [paper.once("names abreast", words, symbol)(paper, key) for key in keys]
    sort = paper.once("labels abreast", "digit", "none", "lowered")
    between = paper.separator("abreast", "  ", ", ", "; ")
    labels = [[row_label(paper, key, i, sort) for i in range(len(paper.places(key)))] for key in keys]
    labels = [[f"{label}: " if label else "" for label in column] for column in labels]
    sizes = [
        max(
            [
                len(labels[at][i]) + sum(len(paper.text(*place)) + len(between) for place in places)
                for i, places in enumerate(paper.places(key))
            ]
            + [len(named[at])]
        )
        + 4
        for at, key in enumerate(keys)
    ]
    paper.say("".join(f"{name:<{size}}" for name, size in zip(named, sizes, strict=True)).rstrip() + "\n", "header")
    start = max((fact.block for fact in paper.facts), default=0) + 1
    for i in range(len(paper.places(keys[0]))):
        for at, key in enumerate(keys):
            paper.blocks, column = start + at, paper.column
            paper.heading(named[at])
            with paper.row(labels[at][i].removesuffix(": ") or named[at]):
                paper.say(labels[at][i], "index")
                vector(paper, paper.places(key)[i], between)
            paper.say(" " * (sizes[at] - (paper.column - column)) if key != keys[-1] else "\n")
