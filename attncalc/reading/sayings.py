"""What pages say in words: options of a problem (masks, scale, heads, tokens in columns) and what is given. Data only."""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

from attncalc.reading.phrases import DIVIDED, HEADS, NUMBER, SEVERAL, TEMPERATURE
from attncalc.reading.sentence_parts import PARTS

NOT = r"(?:not|n[’']t)"
SEES = r"(?:attend|look|see|peek)s?"
LATER = r"(?:later|future|subsequent|after|ahead|following|next|j\s?>\s?i)"
EARLIER = r"(?:earlier|previous|preceding|before|past|(?:up )?to itself|j\s?(?:≤|<=|le|leq|leqslant)\s?i)"


class Saying(NamedTuple):
    """A pattern of words, the option that it sets, and the value: a text, or what the pattern's group says."""

    key: str
    pattern: re.Pattern[str]
    value: str | None = None
    weak: bool = False  # other words about the same thing win


def _row(key: str, pattern: str, value: str | None = None, *, weak: bool = False) -> Saying:
    return Saying(key, re.compile(pattern, re.IGNORECASE), value, weak)


SAYINGS = (
    _row("d_k", rf"\bd_?k\s*(?:=\s*d_?v\s*)?(?:=|is|equals|equal to|:)\s*{NUMBER}(?![\d.]*\s?[·*/√])"),
    _row("d_k", r"√\s?\(?d_?k\)?\s*=\s*√\s?\(?(\d{1,6})"),
    _row("d_k", rf"(?:key|head|query)s?[- ](?:dimension|width|size)s?(?:\s?\(?d_?k\)?)?\s*(?:is|of|=|equals)\s*{NUMBER}"),
    _row("scale", r"(?:left|kept|stay)\s+unscaled|already\s+(?:been\s+)?(?:divided|scaled)", "none"),
    _row("scale", r"softmax[^.\n]{0,30}\bas (?:they|it) (?:are|is|stands?)\b", "none"),
    _row("scale", r"\bunscaled\b|softmax\s?\(\s?QK[._]?T\s?\)", "none", weak=True),
    _row("scale", rf"scores?[^.\n]{{0,40}}\bmultiplied by\s+(?:[a-zλβα]{{1,6}}\s*=\s*)?{NUMBER}"),
    *(_row("divide-by", pattern.replace("N", r"√\s?\(?(\d{1,6})(?!\d)\)?"), "sqrt({})") for pattern in DIVIDED),
    *(_row("divide-by", pattern.replace("N", rf"\(?{SEVERAL}\)?(?![A-Za-z0-9_√])")) for pattern in DIVIDED),
    _row("divide-by", r"\bdivid\w{1,12}[^.\n]{0,40}?\sby\s+d_?k\b", "d_k"),
    _row("scale", rf"\b(?:multiply|scale)\s+(?:all\s+|the\s+|these\s+)*+scores?\s+(?:by|with)\s+\(?{NUMBER}\)?(?=[\s,.;]|$)"),
    _row("mask", r"strictly[- ]causal", "strictly-causal"),
    _row("mask", r"look-?ahead mask|masked (?:multi-?head )?self-attention", "causal"),
    _row("mask", rf"\b(?:{NOT}|cannot|never|no|neither|nobody)\b[^.\n]{{0,30}}\b{SEES}\b[^.\n]{{0,40}}\b{LATER}", "causal"),
    _row("mask", rf"\bonly\b[^.\n]{{0,20}}\b{SEES}\b[^.\n]{{0,50}}\b{EARLIER}", "causal"),
    _row("mask", rf"\b{SEES}\b[^.\n]{{0,20}}\bonly\b[^.\n]{{0,50}}\b{EARLIER}", "causal"),
    _row("heads", rf"\b(?:h|n_?heads|num_?heads)\s*=\s*{NUMBER}\b"),
    *(_row("heads", pattern) for pattern in HEADS),
    _row("tokens", r"\beach column\b[^.\n]{0,40}\b(?:token|word|query|key)\b|\bone column (?:per|for each)\b", "columns"),
    _row("tokens", r"\bcolumns? (?:of (?:\w{1,9} ){1,3}?)?(?:is|are|hold|represent|stand for|correspond to)\b[^.\n]{0,20}\b(?:token|word|embedding|quer|key)",
         "columns"),
    _row("tokens", r"\b(?:tokens?|words?|inputs|embeddings)\b[^.\n]{0,20}\b(?:as|in|are|form) (?:the )?column(?:s|[ -]vectors\b[^.\n]{0,20}\b(?:stacked|side by side))\b", "columns"),
    _row("tokens", r"(?<!\w)[QKV]\s?=\s?W[_^]?[QKVqkv]\s?\*?\s?X(?![\w.^])", "columns"),
    _row("tokens", r"\beach (?:token|word|embedding|query|key)\b[^.\n]{0,30}\b(?:a|one) column\b", "columns"),
    _row("states", r"\beach (?:is |as )?(?:a|one|in a) column\b|\bstates?\b[^.\n]{0,20}\b(?:as|in|are) (?:the )?columns\b", "columns"),
    _row("tokens", r"\b(?:softmax|normali[sz]\w{1,12})[^.\n]{0,30}\b(?:down|over|along|of) (?:each |every |the |all )?columns?\b"
         r"|\bcolumn-?wise softmax", "columns"),
    _row("weights", r"\bX\s?\*?\s?W_?[qkv]\w{0,8}\.T\b|\bnn\.Linear\b", "out-in"),
    *(_row("temperature", pattern) for pattern in TEMPERATURE),
    _row("softmax", rf"\b(?:{NOT}|instead of|without|no)\b[^.\n]{{0,20}}\bsoftmax\b[^.\n]{{0,40}}\bdivid\w{{1,12}}[^.\n]{{0,40}}\bby (?:the|their) sum",
         "sum"),
)  # a pattern a row, its languages side by side  # fmt: skip
INFINITE = re.compile(r"∞|\\infty|[-−]\s?inf", re.IGNORECASE)  # what hides a score
SCALED = re.compile(r"√|\broot\b|\bscaled dot|scal(?:e|ing) (?:by|factor)", re.IGNORECASE)

LANGUAGES = tuple(
    {part: re.compile(pattern, re.IGNORECASE) for part, pattern in parts.items()} for parts in PARTS.values()
)
# The parts that say something together, and what; where the last ones stand there too, it is something else.
TOGETHER = (
    ("mask", "causal", ("causal",), ()),
    ("mask", "causal", ("not", "sees", "later"), ()),
    ("mask", "causal", ("only", "sees", "earlier"), ("later",)),
    *(("mask", "causal", ("token", "future", part), ("not",)) for part in ("hidden", "omitted")),
    ("scale", "none", ("instead", "scale", "temperature"), ()),
    ("tokens", "columns", ("token", "column"), ("row",)),
)
NOT_READ, SEE_MASKS = "that are not read", "see mask and padding in attncalc help options"
# Parts that are about an option, those that say it is not, and what is to be done where no option was understood.
ABOUT = (
    ("mask", ("mask",), (), "no mask was understood; see mask in attncalc help options if one is meant here"),
    *(
        ("mask", parts, ("padding",), f"words about what may be seen {NOT_READ}; {SEE_MASKS}")
        for parts in (("not", "sees", "token"), ("only", "sees", "token"))
    ),
    ("padding", ("padding",), (), "words about padding; type padding: [1, 1, 0] under options if it is meant here"),
    *(
        ("scale", parts, (), f"words about the scale {NOT_READ}; type scale: none under options if that is meant")
        for parts in (("not", "scale"), *product(("omitted", "instead"), ("scale", "divided")))
    ),
    (
        "temperature",
        ("temperature",),
        (),
        "no temperature was understood; type temperature: 2 under options if one is meant",
    ),
    ("heads", ("heads",), (), "how many heads was not understood; type heads: 2 under options if several are meant"),
)
CAUSAL = r"(?:causal|kausal|masked|caus[ao]al|przyczynow|причинн|因果)[\w-]{0,20}"
MASKS = r"(?:mask|masque|máscara|mascara|mascher|маск|掩码|マスク|마스크)\w{0,12}"
WITHOUT = re.compile(  # no causal mask
    r"(?:\b(?:no|non|not(?: a)?|without(?: a| any| the)?|ohne|kein\w{0,2}|nicht|sans|pas de|aucun|sin|senza|nessuna|sem|nenhuma|zonder"
    r"|geen|bez|nie|без|не)\b[- ](?:\w{1,12}[- ]){0,2}?|[无不]{1,2}(?:使用|用|是)?|没有)"
    rf"(?:{CAUSAL}(?:[ -]?{MASKS})?|{MASKS}(?: {CAUSAL})?)"
    rf"|(?:因果)?{MASKS}[^。]{{0,6}}(?:なし|ない|使わ)|인과[^.]{{0,8}}(?:없이|아닌)|(?:nedensel )?maske\w{{0,4}}[^.]{{0,10}}(?:olmadan|değil|yok)",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"\b(?:would|what if|how do(?:es)?|why|if (?:we|you)|rows or|versions?|variants?|in practice|\w{0,12}GPT|unlike"
    r"|wäre|würden?|hätten?|warum|weshalb|serai(?:t|ent)|aurait|pourquoi|sería[n]?|habría|por qué|seria[m]?|haveria|por que"
    r"|sarebbe(?:ro)?|avrebbe|perché|był[abo]{0,2}by|dlaczego|был[аои]? бы|почему|olurdu|neden|niçin)\b"
    r"|\b(?:ori[gj]inal|oryginal|оригинал)\w{0,6}|原论文|原文|原版|原論文|元の論文|원\s?논문"
    r"|为什么|如果|假如|なぜ|だろう|왜|만약"
    r"|\b(?:if|wenn|falls|si|se|als|jeśli|если|eğer)\b[^.?]{0,80}\?",
    re.IGNORECASE,
)
# What a remark begins with: it says what holds elsewhere.
REMARK = re.compile(
    r"\W{0,9}(?:remark|note that|aside|bemerkung|anmerkung|remarque|observaci[óo]n|observação|osservazione|uwaga|замечание|примечание"
    r"|opmerking|备注|注记|注[:：]|備考|補足|참고|비고)",
    re.IGNORECASE,
)
CONTRAST = re.compile(r"\b(?:in contrast|unlike|im gegensatz|contrairement|a diferencia|a differenza)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.?!])(?!(?<=\d\.)\s[^\W\d_A-ZÀ-ÞА-Я])\s+|(?<=[。？！；])")  # 2. token
# What a page may prescribe that is typed by hand: the group says what, the text why.
BY_HAND = tuple(
    (re.compile(pattern, re.IGNORECASE), what, why)
    for pattern, what, why in (
        (r"(?<![+/*])(?<![+/*]\s)\be\s?\^\s?\(?-?[\d.]{1,9}\)?\s*(?:=|≈|approx)\s*(\d{1,9}\.\d{1,9})", "a prescribed value of the exponential function",
         "type softmax: {{exp: {{2: 7.39}}}} under options if it is to be used"),
        (r"([-−](?:\d{1,3}(?:,\d{3}){1,3}|1e\+?\d{1,2}|10{3,9}))\b[^.\n]{0,30}\b(?:is |are |be )?add(?:ed|s)?\b",
         "a large negative number is added to some scores", "type it as a table: mask: [[0, 0, {}]]"),
        (r"\badd(?:s|ed|ing)?\s([-−](?:\d{1,3}(?:,\d{3}){1,3}|1e\+?\d{1,2}|10{3,9}))\b",
         "a large negative number is added to some scores", "type it as a table: mask: [[0, 0, {}]]"),
        (r"\b((?:attends?|looks?|sees?) only (?:to |at )?(?:the )?(?:tokens?|words?|positions?) before (?:it|itself))\b",
         "these words may leave the token itself out", "type mask: causal, or mask: strictly-causal"),
        (r"\b(not (?:shown|given here|printed)|(?:rows?|entries|numbers|values|ones) (?:are |is )?omitted here)\b", "numbers are left out", "the page does not give them"),
        (r"=\s{0,9}(?:\w{1,20}\.){0,3}(random|randn?|randint|default_rng)\b", "numbers are made by a program",
         "the page does not print them"),
        (r"=\s{0,9}(?:\w{1,20}\.){0,3}(arange|linspace)\b", "numbers are made by a program", "type them"),
        (r"\b((?:instead|in place) of (?:the |a )?(?:softmax|e\s?\^|exp)\w{0,12}|replac\w{1,12} (?:the )?softmax"
         r"|softmax[^.\n]{0,30}\b(?:replaced|instead)|ReLU|sparsemax)", "another softmax", "see softmax in attncalc help options"),
        (r"\b(position(?:al)? (?:encodings?|embeddings?|vectors?)|positions? (?:is|are) added)\b", "positions are not added",
         "type X with them added if that is meant"),
        (r"\b(sliding window|window of \w{1,9}|ALiBi|RoPE|rotary|soft-?cap\w{0,4})\b", "words about the scores that are not read",
         "see attncalc help options"),
    )
)  # a pattern a row, its languages side by side  # fmt: skip

# What a page says is given, and the name that it has in a problem; the first of these in a phrase is meant.
GIVEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (r"(?:previous |current )?(?:decoder|target)(?:[ -]hidden)?[ -]states?|decoderzustand|état du décodeur|estado del? de[sc]odificador"
         r"|stato del decoder|stan dekodera|состояни\w{1,12} декодера|解码器状态|デコーダの状態|디코더 상태", "s"),
        (r"(?:encoder|source)(?:[ -]hidden)?[ -]states|annotations|encoder outputs|encoderzustände|états de l['’]encodeur"
         r"|estados del? codificador|stati dell['’]encoder|stany enkodera|состояни\w{1,12} кодировщика|编码器状态|エンコーダの状態|인코더 상태", "H"),
        (r"quer(?:y|ies)\b|anfrage(?:n|vektor\w{0,12}|matrix)?|requêtes?\b|consultas?\b|zapyta\w{1,12}|запрос\w{0,12}|sorgu\w{0,12}|查询|クエリ|쿼리"
         r"|interrogazion\w{1,12}", "Q"),
        (r"\bkeys?\b|schlüssel\w{0,12}|\bclés?\b|\bclaves?\b|\bchiav[ei]\b|\bchaves?\b|\bsleutels?\b|klucz\w{0,12}|\bключ\w{0,12}|anahtar\w{0,12}"
         r"|键|キー|키(?![가-힣]{2})", "K"),
        (r"\bvalues?\b|\bwerte?\b|\bwertematrix\b|\bvaleurs?\b|\bvalor(?:es|i)?\b|\bwaarden?\b|wartoś\w{1,12}|значени\w{1,12}|değer\w{0,12}"
         r"|值|バリュー|값", "V"),
        (r"(?:input |token |word )?embeddings?|vectors of the tokens|\binputs?(?: matrix)?\b|eingab\w{1,12}|einbettung\w{0,12}|\bentrées?\b"
         r"|\bentradas?\b|\bingress[oi]\b|\binvoer\b|wejści\w{1,12}|вход\w{0,12}|эмбеддинг\w{0,12}|girdi\w{0,12}|输入|嵌入|入力|埋め込み|입력|임베딩", "X"),
        (r"(?:scaled|masked) (?:\w{1,20} )?scores?|after scaling|skalierte \w{1,20}", "S_scaled"),
        (r"scores?\b|logits|punktzahl\w{0,12}|puntuaci\w{1,12}|puntegg\w{1,12}|pontuaç\w{1,12}|wynik\w{0,12}|оценк\w{0,12}|得分|分数|スコア|점수|skorlar\w{0,12}", "S"),
        (r"weights?\b|gewichte?\b|\bpoids\b|\bpesos?\b|\bpesi\b|\bwag[aięy]\b|\bвес[аоы]?в?\b|权重|重み|가중치|ağırlık\w{0,12}", "A"),
        (r"outputs?\b|results?\b|context\b|ausgabe\w{0,12}|sorties?\b|salidas?\b|uscit[ae]\b|saídas?\b|uitvoer\b|wyjści\w{1,12}|выход\w{0,12}"
         r"|çıktı\w{0,12}|输出|出力|출력", "O"),
        (r"\bmask\b|maske\b|masque\b|máscara\b|maschera\b|masker\b|mask[aię]\b|маск[аеиу]\b|掩码|マスク|마스크", "M"),
    )
)  # a pattern a row, its languages side by side  # fmt: skip
# What makes of the query its weights, or its bias; it stands right behind the word.
OF_INPUT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"[\s_-]{{0,2}}(?:{pattern})", re.IGNORECASE), kind)
    for pattern, kind in (
        (
            r"(?:weights?|projections?)\b|gewicht\w{0,12}|projektion\w{0,12}|的?权重|的?投影|の?重み|の?射影|\s?가중치|\s?투영|ağırlık\w{0,12}",
            "W",
        ),
        (r"bias(?:es)?\b|的?偏置|の?バイアス|\s?편향", "b"),
    )
)
TOKEN_WORDS = re.compile(
    r"\b(?:tokens?|words?|vectors?|wörter|worte?|mots?|jetons?|palabras?|parole?|palavras?|woord(?:en)?|słow\w{1,12}|слов\w{0,12}|токен\w{0,12}"
    r"|kelime\w{0,12})\b|词|単語|トークン|단어|토큰",
    re.IGNORECASE,
)
# Verbs between a name and its numbers, at the end of the words before these.
STATING = re.compile(
    r"(?:[:：=]|→|\b(?:is|are|be|ist|sind|sei(?:en)?|lautet|est|sont|soi(?:t|ent)|es|son|sea[n]?|è|sono|sia(?:no)?|é|são|seja[m]?|zijn"
    r"|jest|są|равн\w{1,3}|это)|[为是はが])\W{0,9}$",
    re.IGNORECASE,
)

# Matrices that are given by a word; the keys are as a problem file has them.
FILLED = {
    "identity": r"(?i:identity|unit)(?:[ -]+matri(?:x|ces))?|Einheitsmatri(?:x|zen)|matrices?\s(?:d['’])?identit[éàe]s?"
    r"|matri[zc](?:es)?\s(?:de\s)?identi(?:dad|dade|tà)|matrice\sidentità|eenheidsmatri(?:x|ces)|macierz(?:e|ą)?\sjednostkow\w{1,12}"
    r"|единичн\w{1,12}\sматриц\w{1,12}|单位矩阵|単位行列|단위행렬|birim\smatris",
    "ones": r"(?:all[- ])?ones|(?:vector|matrix) of ones",
    "zeros": r"(?:all[- ])?zeros?|(?:vector|matrix) of zeros",
}
