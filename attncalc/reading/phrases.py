"""What is said of numbers of options, in twelve languages: how many heads, temperatures, divisors. Data."""

from __future__ import annotations

NUMBERS = {
    word: number
    for number, words in {
        "1": "one eine einem une una um uma jeden одна один bir 一",
        "2": "two zwei deux dos due dois duas twee dwie dwiema dwóch две два двумя двух iki 两 二 兩 두",
        "3": "three drei trois tres tre três drie trzy trzema три тремя üç 三 세",
        "4": "four vier quatre cuatro quattro quatro cztery четыре четырьмя dört 四 네",
        "5": "five fünf cinq cinco cinque pięć пять пятью beş 五 다섯",
        "6": "six sechs seis sei sześć шесть altı 六 여섯",
        "8": "eight acht huit ocho otto oito osiem восемь sekiz 八 여덟",
    }.items()
    for word in words.split()
}
DIGITS = r"\d{1,6}(?:\.\d{1,9}|(?<=0),\d{1,9})?(?:/\d{1,6})?"
NUMBER = rf"({DIGITS}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"

SEVERAL = rf"({DIGITS}|{'|'.join(word for word, number in NUMBERS.items() if number != '1' and word.isascii())})"

# How many heads.
HEADS = (
    rf"(?<![\dA-Za-z.]){NUMBER}\s?(?:attention\s+|parallel\s+|Attention-|Aufmerksamkeits)?(?:heads|köpfen?\b|têtes|cabezas|teste\b|cabeças"
    r"|hoofden|głow(?:y|ami|ach)|голов(?:ами|ах|[ыао])?(?![^\W\d_])|个?(?:注意力)?头|つの(?:注意)?ヘッド|başlı)",
    rf"헤드(?:가|의 수는)?\s?{NUMBER}\s?개|{NUMBER}\s?개의?\s?(?:어텐션\s?)?헤드|ヘッド数(?:は|が|を|＝|=)?\s?{NUMBER}|头数(?:为|是|=)?\s?{NUMBER}",
)
# A temperature, and its number.
TEMPERATURE = (
    r"\b(?:temp[eé]ratu(?:re?|r)\w{0,3}|temperatuur|температур\w{0,3}|sıcaklık)\b\s{0,3}"
    r"(?:(?:of|is|ist|von|de|=|est|es|è|é|igual a|equal to|égale à|pari a|równ\w{1,3}|равн\w{1,3}|wynosi)\s{0,3}){0,2}"
    rf"(?:(?:[TτΤ]|tau)\s?=\s?)?{NUMBER}(?!\w)",
    rf"(?:温度|온도)\D{{0,6}}{NUMBER}|(?<![\w.]){NUMBER}\s(?:lik\s|luk\s)?sıcaklığ",
)
# What scores are divided by; N stands for the number, or its root.
DIVIDED = (
    r"\b(?:divid|divis|dividier|teil|dziel|podziel|делит|делим|делят|делён|делен|раздел|gedeel)\w{0,12}[^.\n]{0,40}?"
    r"\s(?:by|durch|par|por|entre|per|przez|на|door)\s+N",
    r"\bdurch\s+N\s+(?:geteilt|dividiert|teilen)",
    r"除以\s?N",
    r"(?<!温度)(?<!温度 )(?<!温度は)N\s?で(?:割|除)",
    r"(?<!온도 )N\s?(?:으로|로)\s?나[누눈눠]",
    r"N['’]?\w{0,3}\s(?:ile\s)?böl(?:ün|ere|er|me|üy)",
)
