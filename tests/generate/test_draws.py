"""Draws are the same everywhere: SHA-256 of the seed and a counter, as `printf 'SEED#0' | sha256sum` prints it."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from attncalc.generate.draws import WORD, Draws

# printf '7/1#0' | sha256sum; printf '7/1#1' | sha256sum
BLOCKS = (
    "507cfcf44ee496411e95246647a72f59669bf3dcc98f89e8f5fdec1a3b439221"
    "975d72dfd0e8adf7224d075ccd4f7838c82f5a145e6ddcaa0ca225f5485cae63"
)


def test_words_are_those_of_the_blocks():
    draws = Draws(7, 1)
    assert "".join(f"{draws.below(WORD):08x}" for _ in range(16)) == BLOCKS


def test_a_number_is_what_is_left_of_a_word():
    words = [int(BLOCKS[start : start + 8], 16) for start in range(0, 128, 8)]
    draws = Draws("7/1")
    assert [draws.below(6) for _ in range(16)] == [word % 6 for word in words]


def test_words_beyond_the_last_whole_part_are_left_out():
    most = WORD // 2 + 1  # of all words about half lie beyond
    words = [int(BLOCKS[start : start + 8], 16) for start in range(0, 128, 8)]
    kept = [word for word in words if word < most]
    draws = Draws("7/1")
    assert [draws.below(most) for _ in kept] == kept


@given(st.text(max_size=5), st.integers(1, 50))
def test_an_order_has_all_of_it(seed, size):
    assert sorted(Draws(seed).shuffled(range(size))) == list(range(size))


def test_all_are_as_likely():
    draws = Draws("fair")
    counts = Counter(draws.below(5) for _ in range(5000))
    assert all(900 < count < 1100 for count in counts.values())  # 1000, and 3.5 standard deviations of 28
