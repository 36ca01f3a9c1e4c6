"""How pages begin an exercise, its solution and a step of it, in the languages of course sheets: data and patterns."""

from __future__ import annotations

import re

MARK = r"^[\s#>*_~|-]{0,20}(?:[^\w\s(#*\\]{1,4}\s{0,3})?(?:\\(?:noindent|(?:small|med|big)skip)\b\s{0,3}){0,3}"
MARK += r"(?:\{?\\(?:(?:sub)*section|(?:sub)?paragraph|text(?:bf|it|sc)|emph|underline|bf|it)\*?[\s{]{1,3})?"
# Words for an exercise, which a number, or one capital letter, follows.
KINDS = "|".join(
    (
        r"Exercise|Question|Problem|Task|Test|Case|Sample|Example|Ex\.",
        r"(?:Übungs)?Aufgabe|Übung|Beispiel|Exercice|Problème|Exemple",
        r"Ejercicio|Problema|Pregunta|Ejemplo|Exercício|Questão|Exemplo|Esercizio|Domanda|Quesito|Esempio",
        r"Zadanie|Ćwiczenie|Pytanie|Przykład|Задача|Задание|Упражнение|Вопрос|Пример|Soru|Alıştırma|Görev|Örnek|Opgave|Oefening",
        r"题目|習題|习题|练习题?|問題|问题|例题|例題|演習|課題|設問|問|문제|연습\s?문제|예제|과제",
    )
)
NUMERAL = r"\d{1,3}(?:\.\d{1,3}){0,3}|[一二三四五六七八九十]{1,3}"
LETTER = r"(?-i:[A-H])(?=\s{0,3}[.:)*：])"  # Task A.
CHINESE = rf"第\s?(?:{NUMERAL})\s?(?:题|題|問|문제)"
NUMBERED = re.compile(
    MARK
    + r"(?:\d{1,3}(?:\.\d{1,3}){0,3}\.?\s+)?"
    + rf"(?P<key>(?:{KINDS})\s*(?:no\.?\s*|Nr\.?\s*)?[#(（]?(?:{NUMERAL}|{LETTER}))(?![^\W\d_a-z])(?!\.?\d)"
    rf"|{MARK}(?P<cjk>{CHINESE})"
    r"|^[\s#*]{0,9}(?:\d{1,3}(?:\.\d{1,3}){0,3}\s+)?(?P<short>[QP]\s?\d{1,3})[a-z]{0,3}\s*"
    r"(?:[).:](?:\**\s+(?=\D)|\**$)|\**$)"
    r"|^\s*\*\*(?P<bold>\d{1,3}(?:\.\d{1,3}){1,3})\b",
    re.IGNORECASE,
)
# Another exercise, and words for doing it again, or for what it has too.
OTHER = re.compile(
    rf"(?:{KINDS}|zadani[au]|ćwiczeni[au]|задач[иуе]|задани[яю]|упражнени[яю]|част[иь]|teil|parti?e|part|題)"
    rf"\s{{0,3}}(?:no\.?\s|n\.?[º°]\s|nr\.?\s)?\(?({NUMERAL})(?!\d)|第\s?({NUMERAL})\s?[题題問]",
    re.IGNORECASE,
)
REPEATED = re.compile(
    r"\b(?:repeat|redo|wiederhol|répét|refai[rst]|repren|repit|rehaga|ripet|herhaal|powtórz|повтор|tekrar)"
    r"|重复|重做|繰り返|もう一度|반복",
    re.IGNORECASE,
)
SAME = re.compile(
    rf"{REPEATED.pattern}|\b(?:same|again|reuse|previous|above|used|as before"
    r"|(?:der|die|das|den|dem)selben?|gleiche[nrs]?|obige[nrs]?|erneut|vorherige[nrs]?|mêmes?|précédent|ci-dessus"
    r"|mism[oa]s?|anterior(?:es)?|stess[aeio]|precedent[ei]|mesm[oa]s?|dezelfde|hetzelfde|vorige"
    r"|t(?:e|ych|ej|ą|ymi) sam|poprzedni|ponownie|т(?:е|ех|ой|от|еми|ого) же|предыдущ|снова|aynı|önceki)"
    r"|相同|同样|同上|上题|上一题|沿用|同じ|同様|上記|前問|같은|동일|위의|앞의|다시",
    re.IGNORECASE,
)
SOLVED_BY = (
    r"Solutions?|Answers?|Lösung(?:en)?|Antwort(?:en)?|Musterlösung|Corrigé|Réponse|Soluci(?:ón|on|ones)|Respuestas?|Solução|Soluções"
    r"|Respostas?|Soluzion[ei]|Rispost[ae]|Rozwiązani[ea]|Odpowied[źz]i?|Решени[ея]|Ответы?|Çözüm(?:ler)?|Cevap(?:lar)?"
    r"|Worked solution|Model answer|答案|解答|解|풀이|정답|해답"
)
SOLUTION = re.compile(
    MARK + rf"(?:\d{{1,2}}[.)]\s*)?(?:(?:{SOLVED_BY})(?![^\W_])(?!\s+(?:the|all|these|each|both)\b)"
    r"|(?:Results?|Check|Output|Expected(?:\s\w+)?|Ausgabe)s?\s*(?:\*{0,2}[:.]|$))",
    re.IGNORECASE,
)
# The exercise that a solution is of: Solution 8.1, Lösung zu Aufgabe 2.
OF_WORDS = r"to|of|for|the|zur?|der|de|del|de l[’']|à l[’']|al|do|da|dell[’']|к|задаче"
OF_NUMBER = re.compile(
    rf"(?:{SOLVED_BY})(?:\s{{0,3}}(?:{OF_WORDS}|{KINDS})){{0,3}}\s{{0,3}}#?(?P<number>{NUMERAL})(?=[\s.:)*：}}]|$)",
    re.IGNORECASE,
)
STEP = re.compile(
    MARK
    + r"(?:\d{1,2}[.)]\s*)?"
    + r"(?:(?:Step|Schritt|Paso|Passo|Langkah|Bước|Étape|Шаг)\s*\d|[步第]\S{0,2}[骤驟步]?\s*[一二三四五\d])",
    re.IGNORECASE,
)
QUESTION = re.compile(r"\s*\\(?:question|titledquestion)\b")
ITEM = re.compile(r"\s*\\item\b")
LIST = re.compile(r"\\(?P<end>begin|end)\s?\{(?:enumerate|itemize|parts|questions)\}")
# An item of a numbered list.
POINT = re.compile(r"^(?P<indent>\s{0,3})(?P<strong>\**)(?:\(?\d{1,2}[.)]\**\s|(?P<item>\\item\b))")
