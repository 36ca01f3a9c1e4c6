"""What people call the lines of the work: words and formulas, and the lines that each may mean, the likeliest first."""

from __future__ import annotations

import re

RESULT = "result"  # stands for the line that a problem ends with

# Words without spaces, underscores and capitals.
WORDS: dict[str, tuple[str, ...]] = {
    word: tuple(lines.split())
    for words, lines in (
        ("score scores rawscores attentionscores alignmentscores unscaledscores scorematrix dotproducts dotproduct "
         "similarity similarities energies energy logits rawlogits", "S e"),
        ("scaled scaledscores scaledlogits scaleddotproducts scaledattentionscores scaledqk.t scaledqkt sscaled "
         "scoresscaled scalingscores", "S_scaled"),
        ("masked maskedscores scoresmasked maskedlogits smasked", "S_masked"),
        ("exponentials exponential exps exp expscores exponentiated numerators", "E E_scaled"),
        ("rowsums rowsum sums sum sumexponentials sumexp denominators denominator normaliser normalizer",
         "Z Z_scaled"),
        ("softmax weights attentionweights attnweights attn probabilities attentionprobabilities alphas "
         "attentiondistribution attentionscoressoftmax aweights distribution", "A alpha A_mean"),
        ("attention", "A alpha O c"),
        ("alpha alphas α a w p", "alpha A"),
        ("output outputs out attentionoutput attentionoutputs result results answer finaloutput weightedsum "
         "weightedsums weightedvalues", f"O c {RESULT}"),
        ("context contexts contextvector contextvectors", "c O"),
        ("z", "Z O c MH"),
        ("o y", f"O c {RESULT}"),
        ("s e", "e S"),
        ("c", "c O"),
        ("concat concatenated concatenation heads concatenatedheads headsconcatenated", "C cs"),
        ("multihead multiheadoutput multiheadattention mha", "MH"),
        ("query queries q", "Q"), ("key keys k", "K"), ("value values v", "V"),
        ("input inputs embeddings tokens x", "X"), ("h encoderstates hiddenstates annotations", "H"),
        ("decoderstate state", "s"),
    )
    for word in words.split()
}  # fmt: skip
ALWAYS = frozenset({"z", "o"})  # may mean another line although there is one: Z is the output of many courses

# Formulas, in the same dress; ^ is written _ and so left out.
FORMULAS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.DOTALL), tuple(lines.split()))
    for pattern, lines in (
        (r"softmax\([^()]*(?:\([^()]*\)[^()]*)?\)[vh]|(?:a|alpha|α)[vh]|va|attention\(q,k,v\)", "O c"),
        (r"softmax[(\[{].*", "A alpha"),
        (r"(?:\(?qk\.?t\)?|\(?k\.?tq\)?|s|scores)/.*", "S_scaled S_tempered"),
        (r"qk\.?t|k\.?tq|q\.?k|qdotk", "S e"),
        (r"exp\(.*\)", "E"),
        (r"v\.?ttanh.*", "e"),
        (r"tanh\(.*\)", "T"),
        (r"[xih]wq|wqx", "Q"),
        (r"[xihy]wk|wkx", "K"),
        (r"[xihy]wv|wvx", "V"),
        (r"concat\(.*\)wo|cwo|[ha]wo|woc", "MH"),
        (r"concat\(.*\)", "C"),
    )
)
LEFT_OUT = frozenset({"the", "of", "for", "in", "matrix", "vector", "my"})


def lines_of(text: str) -> tuple[str, ...]:
    """The names of the lines that a word or a formula may mean; empty where it is none of the tables."""
    plain = compact(text)
    if plain in WORDS:
        return WORDS[plain]
    return next((lines for pattern, lines in FORMULAS if pattern.fullmatch(plain)), ())


def compact(text: str) -> str:
    """A name without what its spellings differ in: `Attention_Weights` and `the attention weights` are one."""
    words = re.split(r"[\s_-]+", text.strip().lower())
    kept = [word for word in words if word not in LEFT_OUT]
    return re.sub(r"[*·@]", "", "".join(kept or words))
