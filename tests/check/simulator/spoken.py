"""Work told in whole sentences: token by token, row after row with ordinals, numbers before their words, on a phone."""

from __future__ import annotations

from .blocks import vector
from .headings import bye, head, put, remark, title
from .naming import WEIGHTS, letter, root, row_label, symbol, token, words
from .paper import Paper
from .tabled import rows_of_numbers
from .terms import Place
from .work import base

OF_QUERY = ("S", "S_scaled", "S_masked", "E", "Z", "A", "O")
NTH = {
    "en": ("first", "second", "third", "fourth"),
    "de": ("erste", "zweite", "dritte", "vierte"),
    "fr": ("premier", "deuxième", "troisième", "quatrième"),
    "es": ("primer", "segundo", "tercer", "cuarto"),
}
# Of each language: how a token's sentences begin, and what is said before the numbers of each line: {r} is the root.
TOLD = {
    "en": (
        ("For the {n} token ", "Now the {n} token: ", "Take {t}. ", "Token {i} ({t}): "),
        {
            "S": ("the dot products with the keys are {}", "its query gives the scores {}", "the scores are {}"),
            "S_scaled": (", which after dividing by {r} become {}", ". Divided by {r} this is {}", "; scaled: {}"),
            "S_masked": (", and with the mask {}", ". After masking only {} is left"),
            "E": (". The exponentials are {}", "; exponentiating gives {}", ". exp of these: {}"),
            "Z": (", with the sum {}", ", which add up to {}", " and their sum is {}"),
            "A": (", so the attention weights are {}", ". The weights come out as {}", "; the softmax is therefore {}"),
            "O": (". The output is {}", ", and the new vector is {}", ". Mixing the values we get {}"),
        },
    ),
    "de": (
        ("Für das {n} Token ", "Token {i} ({t}): ", "Nun „{t}“: "),
        {
            "S": ("sind die Skalarprodukte mit den Keys {}", "ergeben sich die Scores {}"),
            "S_scaled": (", geteilt durch {r} also {}", ". Nach dem Teilen durch {r} bleibt {}"),
            "S_masked": (", mit der Maske {}",),
            "E": (". Die Exponentialwerte sind {}", "; e hoch das gibt {}"),
            "Z": (", zusammen {}", " mit der Summe {}"),
            "A": (", die Gewichte sind damit {}", ". Das Softmax liefert {}"),
            "O": (". Die Ausgabe ist {}", ", der neue Vektor lautet {}"),
        },
    ),
    "fr": (
        ("Pour le {n} mot ", "Mot {i} ({t}) : ", "Prenons « {t} ». "),
        {
            "S": ("les produits scalaires avec les clés valent {}", "on trouve les scores {}"),
            "S_scaled": (", soit après division par {r} {}", ". On divise par {r} : {}"),
            "S_masked": (", avec le masque {}",),
            "E": (". Les exponentielles sont {}", " ; les exponentielles donnent {}"),
            "Z": (", de somme {}", " dont la somme est {}"),
            "A": (", donc les poids sont {}", ". Le softmax donne {}"),
            "O": (". La sortie est {}", " et le nouveau vecteur est {}"),
        },
    ),
    "es": (
        ("Para el {n} token ", "Token {i} ({t}): ", "Tomamos «{t}». "),
        {
            "S": ("los productos escalares con las claves son {}", "las puntuaciones son {}"),
            "S_scaled": (", que divididos entre {r} quedan {}", ". Dividiendo entre {r}: {}"),
            "S_masked": (", con la máscara {}",),
            "E": (". Las exponenciales son {}", "; sus exponenciales dan {}"),
            "Z": (", que suman {}", ", cuya suma es {}"),
            "A": (", así que los pesos son {}", ". El softmax da {}"),
            "O": (". La salida es {}", " y el vector nuevo es {}"),
        },
    ),
}
BEFORE = {
    "en": ("The {w} are ", "We have the {w} "),
    "de": ("{w}: ", "Es ist "),
    "fr": ("{w} : ", "On a "),
    "es": ("{w}: ", "Se tiene "),
}


def told(paper: Paper) -> None:
    """A paragraph for every token: for the second token the dot products are 1, 2 and 3, which after dividing ..."""
    title(paper)
    for key in (*paper.inputs, *(one for one in paper.written if base(one) not in OF_QUERY)):
        form = paper.once(f"before {base(key)}", *BEFORE[paper.language.name])
        paper.heading(None)
        paper.say(form.format(w=words(paper, key)), "heading")
        _named(paper, key)
        paper.say(".\n\n")
    of_query = [key for key in paper.written if base(key) in OF_QUERY]
    starts, told_of = TOLD[paper.language.name]
    paper.heading(None)
    for i in range(paper.shape(of_query[0])[0]):
        start = paper.once("told start", *starts)
        nth = NTH[paper.language.name][i]
        paper.say(start.format(n=nth, i=i + 1, t=token(paper, of_query[0], i)), "index")
        for key in of_query:
            before, _, after = (
                paper.once(f"told {base(key)}", *told_of[base(key)]).format("\0", r=root(paper)).partition("\0")
            )
            _said(paper, before, paper.places(key)[i])
            paper.say(after)
        paper.say(".\n\n")
        remark(paper)
    bye(paper)


def _said(paper: Paper, before: str, places: list[Place]) -> None:
    """Words, and the numbers that they are of."""
    with paper.block(), paper.row(before.strip(" ,.;:")):
        paper.say(before, "label")
        between = paper.separator("told", ", ", "; ", ", ")
        is_vector = places[0][0][0] == "O" and paper.once("told around", True, False)
        vector(
            paper,
            places,
            between,
            ("(", ")") if is_vector else ("", ""),
            last="" if is_vector else f" {paper.language.and_} ",
        )


def _named(paper: Paper, key: str) -> None:
    """q_1 = (1, 2), q_2 = (3, 4) and q_3 = (5, 6); weights row by row."""
    rows = paper.places(key)
    between = paper.separator("named", ", ", "; ", ", ")
    form = paper.once("told names", "{n}{i}", "{n}_{i}", "{n}{i}")
    with paper.block():
        for i, places in enumerate(rows):
            label = form.format(n=letter(paper, key), i=i + 1) if len(rows) > 1 else symbol(paper, key, "names")
            paper.say((f" {paper.language.and_} " if i + 1 == len(rows) else ", ") if i else "")
            with paper.row(label):
                paper.say(f"{label} = ", "index")
                vector(paper, places, between, ("(", ")"))


# Row after row.

ROWS = {"en": "the {n} row {v} ", "de": "die {n} Zeile {v} ", "fr": "la {n} ligne {v} ", "es": "la {n} fila {v} "}
FEMININE = {"fr": ("première", "deuxième", "troisième", "quatrième"), "es": ("primera", "segunda", "tercera", "cuarta")}
VERBS = {"en": ("is", "reads", "becomes"), "de": ("ist", "lautet"), "fr": ("est", "vaut"), "es": ("es", "queda")}


def ordinals(paper: Paper) -> None:
    """The first row of the scores is 1, 2 and 3, the second 4, 5 and 6."""
    title(paper)
    of = {"en": "of", "de": "von", "fr": "de", "es": "de"}[paper.language.name]
    nth = FEMININE.get(paper.language.name) or NTH[paper.language.name]
    verb = paper.once("verb", *VERBS[paper.language.name])
    form = ROWS[paper.language.name]
    end = paper.once("ordinal end", ", ", "; ", ". ", ".\n") if "," not in paper.numerals.mark else "; "
    for key in (*paper.inputs, *paper.written):
        name = symbol(paper, key, "names")
        put(paper, words(paper, key), paper.once("ordinal heading", "**{}**\n\n", "{}. ", "### {}\n\n", "{}:\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                text = form.format(n=nth[i % 4], v=f"{of} {name} {verb}" if i == 0 else verb)
                text = f"{nth[i % 4]} " if i and paper.once("short", True, False) and "\n" not in end else text
                text = text[:1].upper() + text[1:] if i == 0 or "." in end else text
                paper.say(end if i else "")
                with paper.row(text.removesuffix(f" {verb} ").strip()):
                    paper.say(text, "index")
                    vector(paper, places, paper.separator("ordinal", ", ", "; "), last=f" {paper.language.and_} ")
            paper.say(".\n\n")
        remark(paper)


# Numbers before their words.


def numbers_first(paper: Paper) -> None:
    """the: 0.45 for cat, 0.30 for sat; vectors with what they are of behind them."""
    title(paper)
    form = (
        paper.once("behind", " ({t})", " for {t}", " on {t}", " ({l}{i})", " [{t}]")
        if paper.language.name == "en"
        else " ({t})"
    )
    between = paper.separator("first", ", ", "; ", " | ")
    for key in (*paper.inputs, *paper.written):
        paper.heading(None)
        put(paper, words(paper, key), paper.once("first heading", "## {}\n\n", "**{}**\n\n", "{}:\n\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                label = row_label(paper, key, i, paper.once("labels first", "token", "digit", "bold", "word"))
                with paper.row(label):
                    paper.say(f"{paper.once('first bullet', '- ', '', '* ')}{label}" if label else "", "index")
                    paper.say(paper.once("first after", ": ", " → ", " = ", " — ") if label else "")
                    _before_words(paper, key, places, between, form)
                paper.say("  \n")
        paper.say("\n")


def _before_words(paper: Paper, key: str, places: list[Place], between: str, form: str) -> None:
    if base(key) not in ("S", "S_scaled", "S_masked", "E", "A", "e", "alpha"):
        vector(paper, places, paper.separator("vectors", ", ", "; "), ("(", ")"))
        return
    for number, place in enumerate(places):
        paper.say(between if number else "")
        paper.entry(*place)
        paper.say(
            form.format(
                t=token(paper, "K" if "K" in paper.inputs or "K" in paper.written else "H", number), l="k", i=number + 1
            ),
            "index",
        )


# On a phone.


def phone(paper: Paper) -> None:
    """No signs that are hard to type: q1 is 1 2, q2 is 3 4; everything in small letters."""
    sign = paper.once("is", " is ", " ", " = ", " are ")
    between = paper.separator("phone", " ", ", ", " , ", "  ")
    gap = paper.once("phone gap", "\n", "  ", ", " if "," not in between else "\n", "\n")
    for key in (*paper.inputs, *paper.written):
        head(paper, key, ("{}\n",))
        start = paper.choice("then ", "now ", "so ", "next ", "") if key in paper.work.calculation.records else ""
        paper.say(start)
        put(paper, words(paper, key).lower(), paper.once("phone heading", "{}\n", "{} ", "{}..\n", "{}:\n"))
        with paper.block():
            for i, places in enumerate(paper.places(key)):
                sort = "row" if base(key) in WEIGHTS else paper.once("phone labels", "digit", "row", "tok")
                label = {"digit": letter(paper, key).lower(), "row": "row", "tok": "tok "}[sort]
                label = f"{label}{i + 1}" if paper.shape(key)[0] > 1 else symbol(paper, key, "names").lower()
                paper.say(gap if i else "")
                with paper.row(label):
                    paper.say(label + sign, "index")
                    vector(paper, places, between)
        paper.say("\n\n")


# A form that is filled in.


def form(paper: Paper) -> None:
    """Blanks that were to be filled in: Weights of token 1: __0.5__ __0.3__."""
    title(paper)
    blank = paper.once(
        "blank", ("__", "__"), ("[ ", " ]"), ("\\_\\_", "\\_\\_"), ("<u>", "</u>"), ("____", "____"), (".. ", " ..")
    )
    between = paper.once("form gap", " ", "  ", ", ")
    for number, key in enumerate((*paper.inputs, *paper.written), 1):
        paper.heading(None)
        paper.say(paper.once("form number", "{}. ", "Q{}: ", "**{}.** ", "").format(number), "answer")
        put(
            paper, words(paper, key), paper.once("form heading", "Write down: {}\n\n", "{}:\n\n", "Fill in the {}.\n\n")
        )
        rows_of_numbers(paper, key, "form", (between, blank), ("word", "digit", "token"), (": ", " = ", " "))
