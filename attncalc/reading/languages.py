"""The words of languages that say how numbers belong together: data, of every language that pages have come in."""

from __future__ import annotations

import re

from attncalc.reading.commands import words_of

# "and", between the last two numbers of a list: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
# Russian, Chinese, Japanese, Korean, Turkish.
CONJUNCTIONS = words_of("and & und sowie et y e ed en oraz i и 和 与 及 と および 및 그리고 ve")

# Words before two numbers with "and" between that are no list, but the ends of a range.
BOUNDS = words_of("between from zwischen von entre de tra fra tussen między между от 从 在 arasında")

# Verbs before a result.
RESULTING = words_of(
    "is gives give get obtain equals makes make ist ergibt es est donne 为 是 和为"
    " 得 は 은 는 이"
    " has have hat haben a ont tiene tienen ha hanno tem têm heeft hebben ma mają имеет"
)

# Words of one and two letters that are no names.
PLAIN = words_of(
    "a A I an An am as As at At be Be by By do Do go he He if If in In is Is it It me my My no No of Of on On "
    "or Or so So to To up Up us we We es Es da Da im Im zu Zu um Um un el la de en le du et ou al ad vs eq Eq "
    "Ex ex ID OK PM AM"
)

# Words between two numbers that calculate with them, and what they say.
CALCULATING = {
    **dict.fromkeys(words_of("times mal fois por per volte vezes keer razy помножить умножить çarpı kere"), "*"),
    **dict.fromkeys(words_of("plus más più mais плюс artı"), "+"),
    **dict.fromkeys(words_of("minus moins menos meno min минус eksi"), "-"),
    **dict.fromkeys(words_of("over durch sur entre fratto sobre diviso gedeeld podzielone делить bölü"), "/"),
}
RESULTS = words_of(
    "is equals gives makes ist ergibt macht gleich sind égale font fait donne es son da igual fa sono uguale é são dá"
    " igual is geeft maakt to daje równa равно будет eşittir eder is"
)

# What somebody notes behind a number that could hardly be read.
DOUBTING = words_of(
    "sic unclear unsure uncertain illegible unleserlich unsicher illisible incertain ilegible dudoso illeggibile"
    " incerto nieczytelne onleesbaar неразборчиво 不清"
)

# What stands above a column of products.
PRODUCT = (
    r"\b(?:products?|produkte?|produits?|productos?|prodott[oi]|produtos?|iloczyn\w*|произведени\w*|çarpım\w*)"
    r"|乘积|積|곱"
)

# What has a number of its own that is no result: page 0.5, version 1.5.
COUNTED = words_of(
    "section chapter figure fig table version v page eq equation question problem exercise q part abschnitt"
)

# What numbers the rows of a matrix: row 2, token 3, Zeile 2, 第2行.
ROWS = words_of(
    "row rows token tok word query position pos step entry element component col column dim dimension state head layer"
    " zeile reihe wort anfrage schritt eintrag komponente spalte kopf zustand"
    " ligne mot requête étape entrée colonne tête jeton état"
    " fila palabra consulta paso columna cabeza estado riga parola passo colonna testa stato"
    " linha palavra passo coluna cabeça estado rij woord stap kolom hoofd toestand"
    " wiersz słowo token krok kolumna głowa stan строка слово токен шаг столбец голова состояние запрос позиция"
    " satır kelime sözcük adım sütun başlık kafa durum sorgu konum"
    " 行 词 头 列 単語 トークン 行目 番目 ヘッド 행 열 단어 토큰 헤드"
)

# Those of them that are rows of a matrix: row 1, column 2.
COUNTED_ROWS = words_of("row query q zeile reihe ligne fila riga linha rij wiersz строка satır")

# Those of them that are columns.
COLUMNS = words_of("column columns col spalte colonne columna colonna coluna kolom kolumna столбец столбца sütun 列 열")

# What says of a weight that the numbers behind it are the product with it: times W_O, after W_O.
WITH = words_of(
    "times after with by through using mal nach mit fois après avec por después con per dopo com após depois maal na"
    " razy po przez на после через 乘以 乘 经过"
)

# What says that the number behind it is a divisor: divided by 2, geteilt durch 2, ÷ 2.
DIVISOR = re.compile(
    r"(?:\b(?:divi|scal|skal|teil|geteilt|dziel|подел|раздел|дел)\w*(?:\s\w+){0,2}\s(?:by|durch|par|entre|por|per|przez|на)"
    r"|\b(?:gedeeld|delen|deel)\s(?:\w+\s)?door|除以|(?<![^\s:])[/÷])\W{0,6}$",
    re.IGNORECASE,
)

# A head, and its number behind or before it.
HEAD = re.compile(
    r"(?:head|kopf|tête|cabezal?|test(?:a|ina)|cabeça|cabeçote|hoofd|głow(?:ic)?[aąęy]|голов(?:к[аеиу]|[аеыу])|头|頭|ヘッド|헤드"
    r"|baş(?:lık|lığı)?|kafa)"
    r"(?![^\W\d_])[\W_]{0,3}(?P<behind>\d{1,2})|第\s?(?P<before>\d{1,2})\s?(?:个)?(?:头|頭|ヘッド)|(?P<korean>\d{1,2})번?째?\s?헤드",
    re.IGNORECASE,
)

# A row by its number, however it is inflected: the first, zweite, troisième, segunda, третий.
ORDINALS = (
    r"1st|first|erste[rsn]?|premi(?:er|ère)|primer[ao]?|primo|prima|primeir[ao]|eerste|pierwsz\w+|перв\w+|birinci|第一|첫",
    r"2nd|second[ao]?|zweite[rsn]?|deuxième|segund[ao]|tweede|drugi\w*|втор\w+|ikinci|第二|두",
    r"3rd|third|dritte[rsn]?|troisième|tercer[ao]?|terz[ao]|terceir[ao]|derde|trzeci\w*|трет\w+|üçüncü|第三|세",
    r"4th|fourth|vierte[rsn]?|quatrième|cuart[ao]|quart[ao]|vierde|czwart\w+|четв[её]рт\w+|dördüncü|第四|네",
)
ORDINAL = re.compile(
    "|".join(rf"(?P<_{number}>\b(?:{words})\b)" for number, words in enumerate(ORDINALS, 1)), re.IGNORECASE
)


# The words for lines of the work, and the lines that they may mean, the likeliest first.
LINES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), tuple(lines.split()))
    for pattern, lines in (
        (
            r"softmax|weights?\b|attention map|probabilit|distribution|gewicht|权重|注意力分布|pesos?\b|pesi\b|poids"
            r"|wag[aięy]\b|вес[аоы]?в?\b|重み|가중치|ağırlık|weeg",
            "A alpha",
        ),
        (
            r"(?<!un)scal(?:ed|ing|e)\b|skal(?:ier|ow)|缩放|escala|échelle|scalat|divid|divis|teilen|geteilt|gedeeld|dziel|делим|делени"
            r"|масштаб|除以|割|나누|bölme|bölün|ölçekl|sqrt|√",
            "S_scaled",
        ),
        (
            r"scores?\b|raw|energ(?:y|ies)\b|logits?\b|similarit|dot.?products?|\bdots\b|skalarprodukt|punktprodukt|得分|分数|点积|スコア|内積|점수|내적|puntuaci|puntaj"
            r"|pontua|punteggi|produits? scalaire|produtos? escalar|producto escalar|iloczyn|скалярн|оценк|skor"
            r"|çarpım|QK",
            "S e",
        ),
        (r"mask|masque|maske|máscara|mascher|掩码|маск|マスク|마스크", "S_masked"),
        (
            r"outputs?\b|context|final|result|answers?\b|ausgabe|kontext|ergebnis|输出|上下文|出力|文脈|출력|문맥|salida|contexto|saída|uscit|sortie|contexte"
            r"|wyjści|kontekst|выход|контекст|çıktı|bağlam|uitvoer|uitkomst",
            "O c MH",
        ),
        (
            r"exponential|exponent|\be (?:to the|hoch|puissance|elevad[oa]|elevato|tot de|do potęgi|в степени|üzeri)\b"
            r"|\bexps?\b|numerators?\b|e-funktion|e\^|指数|지수|exponencia(?:l|is)|esponenzial|exponentielle|экспонент"
            r"|wykładnicz|üstel",
            "E",
        ),
        (
            r"(?:\b|row)sums?\b|[Σ∑]|normali[sz]er|denominator|nenner|summe|总和|求和|之和|和为|その和|の和|分母|合計|合计|합계|합[은이]|\btotale?s?\b|sumas?\b|somm[ae]|somas?\b|сумма|razem|toplam|together|zusammen|ensemble|insieme|makes?\b",
            "Z",
        ),
        (r"quer(?:y|ies)|anfrage|查询|クエリ|쿼리|consulta|requête|zapyta[nń]|запрос|sorgu", "Q"),
        (r"\bkeys?\b|schlüssel|键|キー|키\b|clave|chiav|chaves?|clés?\b|klucz|ключ|anahtar|sleutel", "K"),
        (r"values?\b|\bwerte?\b|值|バリュー|값|valor|valeur|wartoś|значени|değer|waarde", "V"),
        (r"concat|verkett|拼接|連結|연결|concaten", "C cs"),
        (r"tanh", "T"),
        (r"decoder|dekod|décodeur|decodific|декодер", "Ws s"),
        (r"encoder|enkod|encodeur|codific|кодировщик", "Uh Wh H"),
        (r"(?:products?|produkte?) (?:with|mit) W\b", "Wh Ws"),
    )
)


# What words call a weight matrix: query weights, Gewichte für Q, wagi zapytań.
WEIGHTS = (
    r"(?:\bweights?|gewichten?|\bpesos?|\bpesi|\bpoids|\bwag[ai]|\bвес[аоы]?в?|权重|重み|가중치|ağırlık\w{0,6})"
    r"(?:\s?(?:matri(?:x|ces|z|ce|cen)|macierz\w{0,2}|матриц\w{0,2}|行列|矩阵|행렬|matrisi))?"
)
OF = r"(?:of|for|the|für|der|des|die|de|das|dos|da|do|la|las|los|les|du|dei|delle|di|para|pour|voor|van|dla|для)"
PROJECTIONS = tuple(
    (
        re.compile(
            rf"(?:(?:(?:{words})\w{{0,4}}|(?-i:\b{letter}\b))['-]?\s?(?:の|의|的)?\s?{WEIGHTS}"
            rf"|{WEIGHTS}\W{{0,2}}(?:(?:{OF}\W{{1,2}}){{0,2}}(?:{words})|(?:{OF}\W{{1,2}}){{1,2}}(?-i:{letter}\b)))"
            r"\w{0,6}(?!\W{0,3}\d)",
            re.IGNORECASE,
        ),
        f"W{letter.lower()}",
    )
    for letter in "QKVO"
    for words in (next(pattern.pattern for pattern, lines in LINES if lines[0] == letter),)
)


VALUES = next(pattern for pattern, lines in LINES if lines == ("V",))

# Words of which each alone names another line than all of them do, and the line that they name.
PHRASES = (
    *PROJECTIONS,
    (
        re.compile(
            r"(?:(?:weighted|gewichtete[sr]?|gewogen|ağırlıklı)\s(?:sum|average|mean|summe|mittel|som|gemiddelde|toplam)"
            r"|(?:suma|somme?|somma|soma|moyenne|media|média)\s(?:ponderada|pondérée|ponderata|ważona)"
            r"|średnia ważona|взвешенн\w{1,3}\s(?:сумм\w|средн\w{1,3})|加[权重](?:和|平均)|가중\s?(?:합|평균)"
            rf")(?:\W{{1,2}}(?:{OF}\W{{1,2}}){{0,2}}(?:{VALUES.pattern})\w{{0,4}})?",
            re.IGNORECASE,
        ),
        "O c",
    ),
)


def names_a_line(words: str) -> bool:
    """Whether words name a line of the work."""
    return any(pattern.search(words) for pattern, _ in LINES)


SUM = next(pattern for pattern, lines in LINES if lines == ("Z",))  # what names the sum of a row or column
