"""Pages in Markdown: a model's answer, footnotes, calculations in a column, results alone, pairs, reports."""

from __future__ import annotations

from .blocks import Flat, Rows, Table, vector
from .calculated import others, row, sums_of
from .headings import bye, head, put, title
from .naming import root, row_label, symbol, token, words
from .numerals import lowered
from .paper import Paper
from .proven import OF_PAIR, matrix
from .work import base
from .worked import TYPED, How, by_lines, captioned, indexed, plain, way, worked

MODEL = {
    "en": ("Step {n}: {w}", "For the first token (**{t}**):", "The other tokens work the same way:", "Final answer"),
    "de": ("Schritt {n}: {w}", "Für das erste Token (**{t}**):", "Die anderen Tokens ebenso:", "Ergebnis"),
    "fr": ("Étape {n} : {w}", "Pour le premier token (**{t}**) :", "De même pour les autres tokens :", "Réponse"),
    "es": ("Paso {n}: {w}", "Para el primer token (**{t}**):", "Igual para los demás tokens:", "Respuesta final"),
}


def one_in_full(paper: Paper) -> None:
    """Bullets for the entries of the first token, the whole matrix below them, and at last the answer again."""
    title(paper)
    step, first, same, final = MODEL[paper.language.name]
    start, close = paper.once("display", ("$$\n", "\n$$\n\n"), ("\\[\n", "\n\\]\n\n"), ("$$", "$$\n\n"))
    for number, key in enumerate((*paper.inputs, *paper.written), 1 - len(paper.inputs)):
        paper.heading(words(paper, key))
        if number > 0:
            form = paper.once("step", "---\n\n## {}\n\n", "### {}\n\n", "**{}**\n\n")
            paper.say(form.format(step.format(n=number, w=paper.title)), "heading")
        how = way(paper, key, ")(", ")(", r" \cdot ")
        paper.say(first.format(t=token(paper, key, 0)) + "\n\n" if how else "")
        for place in paper.places(key)[0] if how else ():
            label = rf"q_{place[1] + 1} \cdot k_{place[2] + 1}" if base(key) == "S" else indexed(paper, place)
            paper.say("- $")
            worked(paper, place, how, label=label)
            paper.say("$\n")
        paper.say(f"\n{same}\n\n" if how else "")
        matrix(paper, key, start, close)
    put(paper, final, paper.once("final", "## ✅ {}\n\n", "### {}\n\n", "**{}:**\n\n"))
    matrix(paper, paper.written[-1], start + r"\boxed{", "}" + close)


def footnoted(paper: Paper) -> None:
    """Rows with footnotes: products, sums of powers and fractions stand at the end of the page."""
    noted, notes = paper.once("noted", ("E",), ("E", "A"), ("S", "E"), ("S", "O")), list[tuple[str, int]]()
    for key in captioned(paper):
        is_noted = key in noted and bool(sums_of(paper, "E") if key == "E" else way(paper, key, *TYPED))
        with paper.block():
            for i in range(paper.shape(key)[0]):
                label = row_label(paper, key, i, paper.once("labels", "token", "digit", "bold"))
                with paper.row(label):
                    paper.say(f"{label}: " if label else "", "index")
                    row(paper, key, i, paper.separator("footed", ", ", "; "), paper.once("foot", ("", ""), ("(", ")")))
                    notes += [(key, i)] if is_noted else []
                    paper.say(f"[^{len(notes)}]" if is_noted else "", "footnote")
                paper.say("  \n")
    paper.heading(None)
    for number, (key, i) in enumerate(notes, 1):
        paper.say(f"[^{number}]: ", "footnote")
        how, sums = way(paper, key, *TYPED) if key != "E" else None, str(sums_of(paper, "E"))
        for place in paper.places(key)[i]:
            paper.say("" if place[2] == 0 else "; " if how else " + ")
            how(place) if how else paper.entry(*place, again=sums)
        if not how:
            paper.say(" = ")
            with paper.block(), paper.row(None):
                paper.entry(sums, i, 0)
        paper.say("\n")


COLUMNS = {
    "en": ("Calculation", "Result"),
    "de": ("Rechnung", "Ergebnis"),
    "fr": ("Calcul", "Résultat"),
    "es": ("Cálculo", "Resultado"),
    "it": ("Calcolo", "Risultato"),
    "pt": ("Cálculo", "Resultado"),
    "ru": ("Вычисление", "Результат"),
    "zh": ("计算", "结果"),
    "ja": ("計算", "結果"),
}


def _calculated(paper: Paper, key: str, how: How) -> None:
    """A table with a row for each entry: its name, its calculation, its result."""
    paper.say("| | " + " | ".join(COLUMNS[paper.language.name]) + " |\n|---|---|---|\n", "header")
    with paper.block():
        for place in (place for places in paper.places(key) for place in places):
            with paper.row(indexed(paper, place)):
                paper.say(f"| {indexed(paper, place)} | ", "index")
                how(place)
                vector(paper, [place], "", (" | ", " |\n"))


calculation_column = by_lines(_calculated, plain, TYPED)
STUDENTS = ("Jonas K., 4711032", "A. Moreau 22103847", "Li Wei (2023211045)", "Sofia R.", "Nowak s231207")


def results_only(paper: Paper) -> None:
    """A name, and the last matrices without a word about how they came about."""
    paper.say(paper.once("student", *STUDENTS) + "\n\n", "student")
    how = paper.once(
        "results",
        Flat(),
        Table(("token", "none"), ("tokens", "empty")),
        Rows(("none",), (": ",), ("  ", ", "), (("", ""), ("[", "]"))),
    )
    for key in paper.written:
        head(paper, key, ("{}\n", "{}:\n\n"))
        form = "{} = " if isinstance(how, Flat) else paper.once("name", "{}\n\n", "**{}**\n\n", "{}:\n\n")
        put(paper, symbol(paper, key, "names"), form)
        how(paper, key)
        paper.say("\n")


def pairs_across(paper: Paper) -> None:
    """One table: a column for each pair of a query and a key, a row for each step; sums and outputs below it."""
    title(paper)
    keys = [key for key in paper.written if base(key) in OF_PAIR]
    last = [key for key in paper.written if base(key) in ("Z", "O")]
    others(paper, [key for key in (*paper.inputs, *paper.written) if key not in (*keys, *last)], plain)
    form = paper.once("pair", "q{a}·k{b}", "q{i}k{j}", "({i},{j})", "{t} → {u}", "q{a}k{b}ᵀ")
    rows, columns = paper.shape(keys[0])
    heads = [
        form.format(
            i=i + 1, j=j + 1, a=lowered(i + 1), b=lowered(j + 1), t=token(paper, "Q", i), u=token(paper, "K", j)
        )
        for i in range(rows)
        for j in range(columns)
    ]
    paper.heading(None)
    paper.say("| | " + " | ".join(heads) + " |\n" + "|---" * (len(heads) + 1) + "|\n", "header")
    for key in keys:
        name = paper.once("step named", words, symbol)(paper, key).replace("|", "/")
        with paper.block(), paper.row(name):
            paper.say(f"| {name} | ", "label")
            vector(paper, [place for places in paper.places(key) for place in places], " | ", ("", " |\n"))
    paper.say("\n")
    others(paper, last, plain)
    bye(paper)


REPORT = {
    "en": ("Data", "Method", "Results", "Discussion", "Table", "All scores are divided by {r}.",
           "For “{t}” the weights in table {n} are ", " and its output is "),
    "de": ("Daten", "Vorgehen", "Ergebnisse", "Diskussion", "Tabelle", "Alle Scores werden durch {r} geteilt.",
           "Für „{t}“ sind die Gewichte in Tabelle {n} ", " und die Ausgabe ist "),
    "fr": ("Données", "Méthode", "Résultats", "Discussion", "Tableau", "Tous les scores sont divisés par {r}.",
           "Pour « {t} », les poids du tableau {n} sont ", " et la sortie est "),
    "es": ("Datos", "Método", "Resultados", "Discusión", "Tabla", "Todos los productos se dividen por {r}.",
           "Para «{t}» los pesos de la tabla {n} son ", " y la salida es "),
}  # fmt: skip


def lab_report(paper: Paper) -> None:
    """Data, method, numbered tables with captions, and a discussion in which some rows are said again."""
    title(paper)
    *sections, table, method, weights, output = REPORT[paper.language.name]
    form, start, close = (
        paper.once("section", "## {n}. {t}\n\n", "## {t}\n\n", "# {n} {t}\n\n"),
        *paper.once("caption", ("**{t} {n}.** ", ""), ("*{t} {n}: ", "*"), ("{t} {n}: ", "")),
    )
    numbers: dict[str, int] = {}
    for number, (text, keys) in enumerate(zip(sections, (paper.inputs, (), paper.written, ()), strict=True), 1):
        paper.heading(None)
        paper.say(form.format(n=number, t=text), "heading")
        paper.say(method.format(r=root(paper)) + "\n\n" if number == 2 else "", "constant")
        for key in keys:
            numbers[key] = len(numbers) + 1
            paper.say(start.format(t=table, n=numbers[key]), "heading")
            put(paper, words(paper, key), f"{{}}{close}\n\n")
            Table(("token", "digit"), ("tokens", "letters", "numbers"))(paper, key)
            paper.say("\n")
    for i in range(min(2, paper.shape("A")[0])):
        for key, said in (("A", weights), ("O", output)) if "A" in numbers else ():
            with paper.block(), paper.row(token(paper, key, i)):
                paper.say(said.format(t=token(paper, key, i), n=numbers["A"]), "table")
                row(paper, key, i, paper.separator("discussed", ", ", "; "))
        paper.say(". ")
    paper.say("\n")
