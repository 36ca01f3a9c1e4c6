"""Work sent to somebody: typed e-mails, chats with a message for each row, one long paragraph."""

from __future__ import annotations

from collections.abc import Callable

from .blocks import vector
from .headings import head, put, remark
from .naming import row_label, symbol, words
from .paper import Paper
from .work import base

# Of each language: subject, greeting, first sentence, last words, and the line above what is quoted below them.
MAILS = {
    "en": ("Re: homework {n}", "Hi Prof. Lang,", "here is my solution to exercise {n}:", "Best,\nMira (group 3)",
           "On 14 Nov 2025 at 09:1{n}, Lang wrote:\n> please hand in until the 20th, 2 decimals are enough"),
    "de": ("Abgabe Blatt {n}", "Hallo Frau Lang,", "hier meine Rechnung zu Nr. {n}:", "Gruß\nMira, MNr. 4012{n}",
           "Am 14.11.2025 um 09:1{n} schrieb Lang:\n> Abgabe bitte bis 20.11."),
    "fr": ("Re : devoir {n}", "Bonjour Madame,", "voici mes calculs pour le {n} :", "Cordialement,\nMira, groupe 3",
           "Le 14/11/2025 à 09:1{n}, Mme Lang a écrit :\n> à rendre avant le 20/11"),
    "es": ("Re: tarea {n}", "Hola profesora,", "aquí van mis cuentas del ejercicio {n}:", "Un saludo,\nMira (grupo 3)",
           "El 14/11/2025 a las 09:1{n}, Lang escribió:\n> entrega hasta el día 20"),
    "it": ("Re: esercizio {n}", "Buongiorno professoressa,", "ecco i miei conti per l'esercizio {n}:", "Saluti,\nMira",
           "Il 14/11/2025 alle 09:1{n} Lang ha scritto:\n> consegna entro il 20"),
    "pl": ("Re: zadanie {n}", "Dzień dobry,", "przesyłam obliczenia do zadania {n}:", "Pozdrawiam\nMira, grupa 3",
           "14.11.2025 o 09:1{n} Lang napisała:\n> termin do 20.11"),
}  # fmt: skip
# What others say in a chat, between the rows.
OTHERS = {
    "en": ("ok", "wait, how many decimals?", "same here", "2 min", "👍"),
    "de": ("ok", "hab ich auch", "👍"),
    "fr": ("ok", "attends", "pareil", "👍"),
    "es": ("vale", "espera", "igual", "👍"),
    "it": ("ok", "aspetta", "anch'io", "👍"),
    "pt": ("ok", "espera", "igual aqui", "👍"),
    "pl": ("ok", "czekaj", "mam tak samo", "👍"),
    "tr": ("tamam", "bekle", "bende de aynı", "👍"),
    "ru": ("ок", "подожди", "у меня так же", "👍"),
    "zh": ("好", "等一下", "我也是", "👍"),
    "ja": ("はい", "ちょっと待って", "同じです", "👍"),
    "ko": ("네", "잠깐만", "나도 같아", "👍"),
    "nl": ("ok", "wacht", "heb ik ook", "👍"),
}
# Of each language: what begins the first sentence, the others and the last one, and what stands before a row.
SENTENCES = {
    "en": ("First ", ("Then ", "Next come ", "This gives "), "Finally ", "for "),
    "de": ("Zuerst ", ("Dann ", "Danach ", "Das ergibt "), "Zum Schluss ", "für "),
    "fr": ("D'abord ", ("Ensuite ", "Puis ", "On obtient "), "Enfin ", "pour "),
    "es": ("Primero ", ("Luego ", "Después ", "Resultan "), "Por último ", "para "),
    "it": ("Prima ", ("Poi ", "Dopo ", "Quindi "), "Infine ", "per "),
    "pt": ("Primeiro ", ("Depois ", "Em seguida ", "Resultam "), "Por fim ", "para "),
    "pl": ("Najpierw ", ("Potem ", "Następnie ", "Stąd "), "Na koniec ", "dla "),
    "nl": ("Eerst ", ("Dan ", "Daarna ", "Dat geeft "), "Tot slot ", "voor "),
    "ru": ("Сначала ", ("Потом ", "Затем ", "Получаем "), "Наконец ", "для "),
}


def mail(paper: Paper) -> None:
    """Lines of a header, a greeting, names with the rows hanging below one another, a quoted mail at the end."""
    subject, greeting, first, last, quoted = MAILS[paper.language.name]
    n = paper.numbers.randint(2, 9)
    start, close = paper.once("hanging", ("", ""), ("[", "]"), ("(", ")"), ("| ", " |"))
    if paper.once("mail header", True, False):
        sent = paper.choice("Mon, 17 Nov 2025 21:0{n}:31 +0100", "2025-11-1{n} 18:42", "17.11.2025 21:4{n}")
        paper.say(f"From: mira.k@stud.example.org\nTo: lang@example.org\nDate: {sent.format(n=n)}\n", "date")
        paper.say(f"Subject: {subject.format(n=n)}\n\n", "exercise")
    paper.say(f"{greeting}\n\n{first.format(n=n)}\n\n", "exercise")
    for key in (*(paper.inputs if paper.once("with inputs", True, False) else ()), *paper.written):
        head(paper, key, ("{}:\n\n", "*{}*\n\n"))
        paper.heading(None)
        if paper.once("mail words", True, False) and key in paper.work.calculation.records:
            put(paper, words(paper, key), "{}:\n")
        _hanging(paper, key, (start, close))
        remark(paper)
    paper.say(f"{last.format(n=n)}\n", "name")
    paper.say("\n" + quoted.format(n=n) + "\n" if paper.once("quoted mail", True, False) else "", "date")


def _hanging(paper: Paper, key: str, around: tuple[str, str]) -> None:
    """The name before the first row, blanks of the same width before the others."""
    name = symbol(paper, key) + paper.once("hanging sign", " = ", ": ")
    between = paper.once("hanging gap", "  ", "   ", "\t")
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            with paper.row(name.rstrip("=: ")):
                paper.say(" " * len(name) if i else name, "name")
                vector(paper, places, between, around)
            paper.say("\n")
    paper.say("\n")


def chat(paper: Paper) -> None:
    """The log of a chat: a time and a name before each row, and others who say something."""
    start = paper.once(
        "log",
        "[{h}:{m:02}] {who}: ",
        "{h}:{m:02} – {who}: ",
        "12.11.25, {h}:{m:02} - {who}: ",
        "<{who}> ",
        "[12/11/2025, {h}:{m:02}] {who}: ",
        "**{who}** ({h}:{m:02}): ",
    )
    end = "\n\n" if start.startswith("**") else "\n"
    hour, clock = paper.numbers.randint(10, 22), [paper.numbers.randint(0, 20)]
    between = paper.separator("chat", ", ", "  ", " | ", " / ", "; ")
    paper.once("chat labels", "digit", "token", "lowered", "index")

    def message(who: str) -> None:
        clock[0] += paper.choice(0, 0, 1)
        paper.say(start.format(h=hour, m=min(clock[0], 59), who=who), "date")

    for key in (*(paper.inputs if paper.once("with inputs", True, False) else ()), *paper.written):
        head(paper, key, (start.format(h=hour, m=clock[0], who="Mira") + "{}" + end,))
        message("Mira")
        put(paper, words(paper, key), paper.once("chat head", "{}", "{}:", "ok {}:"))
        paper.say(end)
        _messages(paper, key, between, message, end)
        if paper.chance(0.25):
            message("Tom")
            paper.say(paper.choice(*OTHERS[paper.language.name]) + end, "remark")


def _messages(paper: Paper, key: str, between: str, message: Callable[[str], None], end: str) -> None:
    with paper.block():
        for i, places in enumerate(paper.places(key)):
            message("Mira")
            label = row_label(paper, key, i, paper.once("chat labels"))
            with paper.row(label):
                paper.say(f"{label}{paper.once('chat sign', ': ', ' = ', ' ')}" if label else "", "index")
                vector(paper, places, between)
            paper.say(end)


def paragraph(paper: Paper) -> None:
    """Everything in one paragraph: first the scores, for q1 these and for q2 those; then the weights."""
    first, others, last, before = SENTENCES[paper.language.name]
    end = "; " if "," not in paper.numerals.mark else paper.once("rows in paragraph", ", ", " – ")
    sign = paper.once("paragraph sign", ": ", " (", ": ")
    for number, key in enumerate(paper.written):
        start = first if number == 0 else last if key == paper.written[-1] else paper.choice(*others)
        head(paper, key, ("{}: ", "({}) "))
        paper.say(start)
        text = words(paper, key)
        put(paper, text if paper.language.name == "de" else text[:1].lower() + text[1:], "{}")
        paper.say(sign)
        _in_words(paper, key, before, end)
        paper.say((")" if "(" in sign else "") + (". " if key != paper.written[-1] else ".\n"))


def _in_words(paper: Paper, key: str, before: str, end: str) -> None:
    between = paper.separator("paragraph", ", ", "; ") if "," not in paper.numerals.mark else "; "
    between = ", " if end == "; " else between
    rows = paper.places(key)
    sort = paper.once("paragraph labels", "quoted", "digit", "italic", "index")
    with paper.block():
        for i, places in enumerate(rows):
            label = row_label(paper, key, i, sort) if base(key)[0] not in "WU" and len(rows) > 1 else ""
            paper.say(end if i else "")
            with paper.row(label or paper.title):
                paper.say(f"{before}{label} " if label else "", "index")
                vector(paper, places, between, last=f" {paper.language.and_} ")
