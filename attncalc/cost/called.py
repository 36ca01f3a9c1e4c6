"""What people call the things that are counted, in the languages that pages come in."""

from __future__ import annotations

import re
from typing import NamedTuple


class Called(NamedTuple):
    """The words for a count, words that must stand beside them, and words beside which they mean another one."""

    words: re.Pattern[str]
    beside: re.Pattern[str] | None = None
    but: re.Pattern[str] | None = None
    of_bytes: bool = False

    def found(self, text: str) -> re.Match[str] | None:
        """Where a text says it, or None."""
        if (self.but and self.but.search(text)) or (self.beside and not self.beside.search(text)):
            return None
        return self.words.search(text)

    def says_bytes(self, text: str) -> bool:
        """Whether a text names the unit by itself: cache in bytes."""
        return BYTES.search(text) is not None


BYTES = re.compile(r"\bbytes?\b|octets?|байт|字节|バイト|바이트|\bbayt|\bbajt", re.IGNORECASE)


def _words(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_TRAINING = _words(
    r"train|backward|rückwärts|entra[iî]n|entrena|addestr|trein|treino|szkole|uczeni|обуч|eğitim|训练|訓練|学習|훈련|학습"
)
_FLOPS = (
    r"flops?\b|floating.point op|gleitkomma-?op|opérations (?:flottantes|en virgule)"
    r"|operaciones (?:de|en) (?:coma|punto)|operazioni in virgola"
    r"|operações de ponto|drijvende.?komma|zmiennoprzecinkow|плавающ|kayan nokta"
    r"|浮点|浮動小数点|부동.?소수점"
)
_PARAMETERS = r"para?m[eè]tr|parámetr|parâmetr|parameter|\bparams\b|параметр|参数|參數|パラメータ|매개.?변수|파라미터"
_SCORES = r"\bscores?\b|bewertung|puntuaci|puntaj|punteggi|pontua|wynik|оцен|skor|得分|分数|スコア|점수|\bS\b|QK"
_CACHE = r"cache|zwischenspeicher|кэш|кеш|önbelle|缓存|快取|キャッシュ|캐시"
_KEPT = r"activation|aktivier|activaci|attivazion|ativaç|activatie|aktywacj|активац|aktivasyon|激活|活性化|활성"

CALLED = {
    "parameters": Called(_words(_PARAMETERS)),
    "multiply-adds": Called(
        _words(
            r"multiply.{0,3}(?:add|accumul)|\bmacs?\b|multiplikation|multiplications?.addition|multiplicaci|moltiplicaz"
            r"|multiplicaç|vermenigvuldig|mnoże|умножен|çarpma|乘加|積和|곱셈"
        )
    ),
    "training FLOPs": Called(_words(_FLOPS), beside=_TRAINING),
    "FLOPs": Called(_words(_FLOPS), but=_TRAINING),
    **{
        f"bytes of {name}": called._replace(of_bytes=True)
        for name, called in {
            "the KV cache": Called(_words(_CACHE)),
            "the scores": Called(_words(_SCORES), but=_words(_CACHE)),
            "the parameters": Called(
                _words(rf"{_PARAMETERS}|\bweights\b|gewichte|\bpoids\b|\bpes[io]s?\b|\bwag\b|权重"),
                but=_words(rf"adam|attention|{_CACHE}"),
            ),
            "the activations": Called(_words(_KEPT)),
            "Adam's moments": Called(_words("adam|moment")),
        }.items()
    },
}
