"""Words of the kept pages: what people say in a chat, in a proof, on an exam sheet, and how they count rows."""

from __future__ import annotations

# Of each language: what is asked, the name, points.
EXAM = {
    "en": ("Fill in", "Name", "pts"),
    "de": ("Bestimmen Sie", "Name", "P."),
    "fr": ("Compléter", "Nom", "pts"),
    "es": ("Complete", "Nombre", "ptos."),
    "it": ("Completare", "Nome", "p."),
    "pl": ("Uzupełnij", "Imię", "pkt"),
    "pt": ("Complete", "Nome", "pt."),
    "nl": ("Vul in", "Naam", "pt"),
}

# Of each language: who writes, the first words, what is given, answers in between, the last words.
CHAT: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (("mira", "tom"), ("did you get {n}? mine looks off", "can you send me your numbers for {n}"),
           ("ok so given", "from the sheet"), ("same here", "yep", "ah ok I see it now 👍", "wait let me look"),
           ("thx!!", "great, see you tomorrow")),
    "es": (("Lucía", "Pablo"), ("te salió el {n}? a mí me da raro", "me pasas lo tuyo del {n}?"),
           ("a ver, los datos", "el enunciado da"), ("ok igual", "sí, ya lo veo", "jaja vale", "a ver espera"),
           ("gracias!!", "perfecto, nos vemos mañana")),
    "pt": (("Rafa", "Bia"), ("conseguiu fazer a {n}?", "me manda a tua {n}?"), ("os dados", "do enunciado"),
           ("igual aqui", "ah entendi", "beleza 👍", "pera aí"), ("valeu!!", "obrigada, até amanhã")),
    "it": (("Giulia", "Marco"), ("ti viene il {n}?", "mi mandi il tuo {n}?"), ("allora i dati", "dal testo"),
           ("anche a me", "ok ci sono", "aspetta che guardo", "sì sì"), ("grazie mille!", "perfetto, a domani")),
    "fr": (("Léa", "Hugo"), ("t'as réussi le {n} ?", "tu peux m'envoyer ton {n} ?"), ("alors les données", "l'énoncé"),
           ("pareil", "ok je vois", "attends je regarde", "ah oui"), ("merci !!", "top, à demain")),
    "tr": (("Elif", "Can"), ("{n}. soruyu yaptın mı?", "{n} sende ne çıktı?"), ("verilenler", "soruda bunlar var"),
           ("bende de öyle", "tamam anladım", "bi dakika bakıyorum", "evet"), ("çok sağ ol!", "yarın görüşürüz")),
    "ko": (("민지", "준호"), ("{n}번 풀었어?", "{n}번 답 좀 보내줘"), ("주어진 건", "문제에 있는 값"),
           ("나도 똑같아", "아 그렇구나", "잠깐만 볼게", "ㅇㅇ"), ("고마워!!", "내일 봐")),
}  # fmt: skip

# Of each language: given, the work, the answer, a row.
SCHOOL = {
    "ru": ("Дано", "Решение", "Ответ", "{i}-я строка"),
    "tr": ("Verilenler", "Çözüm", "Cevap", "{i}. satır"),
    "pl": ("Dane", "Rozwiązanie", "Odpowiedź", "wiersz {i}."),
    "de": ("Geg.", "Rechnung", "Antwort", "{i}. Zeile"),
    "it": ("Dati", "Svolgimento", "Risposta", "{i}ª riga"),
}

# Rows counted in words: numbers from one, a token, a row.
COUNTED = {
    "ja": ("一二三四五六", "第{o}トークン", "{o}行目"),
    "zh": ("一二三四五六", "第{o}个词", "第{o}行"),
    "ko": ("첫두세네", "{o} 번째 토큰", "{o} 번째 행"),
}
TENS = "一二三四五六七八九"
COUNTS = {
    "ja": tuple(f"（{sign}）" for sign in "アイウエオカキクケコサシスセソタチツテトナニヌネノ"),
    "zh": tuple(f"{tens}{sign}、" for tens in ("", "十", "二十") for sign in (tens and "", *TENS)[not tens :]),
    "ko": tuple(f"{sign}. " for sign in "가나다라마바사아자차카타파하거너더러머버서어저처"),
}
ORDINALS = {
    "en": (("first", "second", "third", "fourth"), "for the {o} token", "the {o} row"),
    "de": (("erste", "zweite", "dritte", "vierte"), "für das {o} Token", "{o} Zeile"),
    "fr": (("première", "deuxième", "troisième", "quatrième"), "pour la {o} position", "{o} ligne"),
    "es": (("primera", "segunda", "tercera", "cuarta"), "para la {o} palabra", "{o} fila"),
    "it": (("prima", "seconda", "terza", "quarta"), "per la {o} parola", "{o} riga"),
    "nl": (("eerste", "tweede", "derde", "vierde"), "voor het {o} woord", "{o} rij"),
    "pt": (("primeira", "segunda", "terceira", "quarta"), "para a {o} palavra", "{o} linha"),
    "tr": (("birinci", "ikinci", "üçüncü", "dördüncü"), "{o} kelime için", "{o} satır"),
}

# Sentences of a proof, by line; {} is the mathematics, {r} the root.
PROOF = {
    "en": {"given": "Let {}.", "K": "By definition {}.", "again": "Likewise {}.",
           "S": "Taking inner products we find {}.",
           "S_scaled": "Division by {r} turns these into {}.", "S_masked": "With the mask this leaves {}.",
           "E": "The exponentials are {}.", "Z": "These add up: {}.", "A": "It follows that {}.",
           "O": "Hence {}, as claimed."},
    "de": {"given": "Es seien {}.", "K": "Nach Definition ist {}.", "again": "Ebenso ist {}.",
           "S": "Die Skalarprodukte ergeben {}.",
           "S_scaled": "Division durch {r} macht daraus {}.", "S_masked": "Mit der Maske bleiben {}.",
           "E": "Die Exponentialwerte sind {}.",
           "Z": "Die Summe davon: {}.", "A": "Daraus folgt {}.", "O": "Also ist {}."},
    "fr": {"given": "Soient {}.", "K": "Par définition {}.", "again": "De même {}.",
           "S": "Les produits scalaires donnent {}.",
           "S_scaled": "En divisant par {r} on obtient {}.", "S_masked": "Avec le masque il reste {}.",
           "E": "Les exponentielles valent {}.",
           "Z": "Leur somme : {}.", "A": "Il s'ensuit que {}.", "O": "D'où {}."},
    "es": {"given": "Sean {}.", "K": "Por definición {}.", "again": "Asimismo {}.",
           "S": "Los productos escalares dan {}.",
           "S_scaled": "Al dividir entre {r} resultan {}.", "S_masked": "Con la máscara quedan {}.",
           "E": "Las exponenciales son {}.", "Z": "Su suma: {}.", "A": "Se sigue que {}.", "O": "Por tanto {}."},
    "it": {"given": "Siano {}.", "K": "Per definizione {}.", "again": "Analogamente {}.",
           "S": "I prodotti scalari danno {}.",
           "S_scaled": "Dividendo per {r} si ottiene {}.", "S_masked": "Con la maschera restano {}.",
           "E": "Gli esponenziali sono {}.", "Z": "La loro somma: {}.", "A": "Ne segue che {}.", "O": "Quindi {}."},
}  # fmt: skip

# Sentences about a word that looks at others: by line, then a number with another word, a share with it.
SHARES = {
    "en": {"S": "Dot products of {w}: {}.", "S_scaled": "Divided by {r} that is {}.", "S_masked": "With the mask: {}.",
           "E": "As powers of e: {}.", "Z": "Together that makes {}.", "A": "So {w} looks {}.",
           "O": "Mixed in these shares the values give {}.", "item": "{x} with {k}", "share": "{x} at {k}"},
    "de": {"S": "Skalarprodukte von {w}: {}.", "S_scaled": "Durch {r} geteilt sind das {}.",
           "S_masked": "Mit Maske: {}.", "E": "Als Potenzen von e: {}.", "Z": "Zusammen macht das {}.",
           "A": "Also schaut {w} {}.", "O": "In diesen Anteilen gemischt ergeben die Werte {}.",
           "item": "{x} mit {k}", "share": "zu {x} auf {k}"},
    "pt": {"S": "Produtos de {w}: {}.", "S_scaled": "Divididos por {r} ficam {}.", "S_masked": "Com a máscara: {}.",
           "E": "Como potências de e: {}.", "Z": "Tudo somado dá {}.", "A": "Logo {w} olha {}.",
           "O": "Misturando nessas proporções, os valores dão {}.", "item": "{x} com {k}", "share": "{x} para {k}"},
    "tr": {"S": "{w} için iç çarpımlar: {}.", "S_scaled": "{r} ile bölünce: {}.", "S_masked": "Maske ile: {}.",
           "E": "Üstelleri: {}.", "Z": "Toplamı {} eder.", "A": "Yani {w} şöyle bakar: {}.",
           "O": "Değerler bu oranlarda karışınca {} çıkar.", "item": "{k} {x}", "share": "{k} {x}"},
    "nl": {"S": "Inproducten van {w}: {}.", "S_scaled": "Gedeeld door {r} is dat {}.", "S_masked": "Met masker: {}.",
           "E": "Als machten van e: {}.", "Z": "Samen is dat {}.", "A": "Dus {w} kijkt {}.",
           "O": "In die verhouding gemengd geven de waarden {}.", "item": "{x} met {k}", "share": "voor {x} naar {k}"},
}  # fmt: skip

# Of each language: what stands in a display of a lecture between and before numbers.
LECTURE = {
    "en": ("and", "query", "The tokens are the columns"),
    "de": ("und", "Anfrage", "Die Tokens als Spalten"),
    "fr": ("et", "requête", "Les vecteurs colonnes"),
    "es": ("y", "consulta", "Los vectores columna"),
    "it": ("e", "query", "I vettori colonna"),
    "pt": ("e", "consulta", "Os vetores coluna"),
}
# What a program calls a line.
SNAKE = {
    "X": "x",
    "Y": "memory",
    "Q": "queries",
    "K": "keys",
    "V": "values",
    "S": "scores",
    "S_scaled": "scaled_scores",
    "S_masked": "masked_scores",
    "E": "exp",
    "Z": "row_sums",
    "A": "weights",
    "O": "output",
    "C": "concat",
    "MH": "projected",
    "Wq": "w_q",
    "Wk": "w_k",
    "Wv": "w_v",
    "Wo": "w_o",
    "H": "encoder_states",
    "s": "decoder_state",
    "W": "w",
    "U": "u",
    "v": "v",
    "Wh": "w_h",
    "Ws": "w_s",
    "Uh": "u_h",
    "pre": "pre_tanh",
    "T": "tanh",
    "e": "scores",
    "alpha": "weights",
    "c": "context",
}
