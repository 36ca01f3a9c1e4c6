"""Formulas as labels: what they look like without their numbers, and the lines that they may mean."""

from __future__ import annotations

import re

# Formulas as labels, by the letters that are left of them, and the lines that they may mean.
FORMULAS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.DOTALL), tuple(lines.split()))
    for pattern, lines in (
        (r"softmax.*\)[VH]$|[Aaα][VH]$|alpha[VH]$|(?i:attention\(.*|attn\(.*)", "O c"),
        (r"softmax.*|alpha|beta", "A alpha"),
        (r"/√.?", "scale"),
        (r"[^√]*√.*M$|S.?M$|.*KTM$", "S_masked"),
        (r"(?:\\sum|[∑Σ])\S{0,3}E.*", "Z"),
        (r"e[SsZz].*|exp\(.*", "E"),
        (r"tanh\(.*", "T"),
        (r"(?i:concat.*)W_?[Oo].*|CW_?[Oo]|(?i:multi.?head.*)", "MH"),
        (r"(?i:concat.*)\)", "C"),
        (r"(?i:head)", "O"),
        (r".*[KX]T/.*|[^√]*√.*", "S_scaled"),
        (r".{1,3}[KX]T$|QK'?|qk|KTQ|(?i:score\(.*)", "S e"),
        (r"[XIxHY].{0,2}W_?[Qq]$|WQ.?[Xx]$", "Q"),
        (r"[XIxHY].{0,2}W_?[Kk]$|WK.?[Xx]$", "K"),
        (r"[XIxHY].{0,2}W_?[Vv]$|WV.?[Xx]$", "V"),
        (r"H.?W.?T?|Wh.?", "Wh"),
        (r"H.?UT?|Uh.?", "Uh"),
        (r"[zZ]|[yY]|[oO]ut", "O Z"),
        (r"a|at|w|p|P|α|A|alpha", "alpha A"),
        (r"c|ct|C|cx", "c O C"),
        (r"e|et|eh", "e S E"),
        (r"s|S|score", "e S"),
        (r"(?:S'|S̃)(?:_\d+)?|Ss", "S_scaled"),
        (r"O|Y|Out|output|o|y", "O"),
    )
)
