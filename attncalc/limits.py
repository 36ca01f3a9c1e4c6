"""Every limit beyond which something is refused: how much, what is said then, and why it stands there.

How far something is searched, and how much of it is shown, stands where that is done: nothing is refused there.
"""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    """How much there may be; `says` is the message beyond it, with the number, or with it in MB."""

    most: int
    says: str
    why: str

    @property
    def told(self) -> str:
        """The message."""
        return self.says.format(self.most, MB=self.most // 1_000_000)


TIME = Limit(
    60,
    "it takes longer than {} seconds",
    "The seconds of a command: a page of homework takes 2; --limit says otherwise.",
)

# Files.

FILE = Limit(20_000_000, "it is larger than {MB} MB", "A problem is typed; a notebook holds its pictures.")
PAGE = Limit(2_000_000, "it is larger than {MB} MB, which is no page", "A book has so many letters.")
PAGE_LINES = Limit(20_000, "it has more than {:,} lines, which no page has", "Each is looked at several times.")
FORMULAS = Limit(10_000, "it has more than {:,} formulas, which no page has", "Each is read in several ways.")
CLAIMS = Limit(100_000, "more than {:,} numbers; larger pages are no homework", "Each gets its place and a verdict.")
NOTEBOOK = Limit(30_000_000, "it is larger than {MB} MB", "As much as a file of pages, with what JSON adds.")
ARRAYS = Limit(4096, "it holds more than {:,} arrays", "A model of 100 layers has 1,000; each name is looked up.")

# Problems.

NODES = Limit(
    500_000,
    "more than {:,} entries; larger matrices are no homework",
    "What a YAML file holds, aliases counted each time: nine lines of them make 10^9.",
)
MATRIX = Limit(
    270_000,
    "more than {:,} entries in one matrix; larger ones are no homework",
    "The weights of a model with 512 features; reading one takes seconds.",
)
NESTING = Limit(30, "lists are nested more than {} deep", "Deeper ones would use up Python's stack.")
LEVELS = Limit(3, "lists are nested more than {} deep: rows, matrices, and a stack of these", "Nothing is deeper.")
MATRIX_TEXT = Limit(50_000, "at most {:,} are read as a matrix", "Notations are tried one after the other.")
VARIANTS = Limit(20, "variants lists the options of each, from 2 to {}", "Each is a solution of its own.")
ASKS = Limit(100, "asks lists what is asked, from 1 to {}", "Each is looked for on the page.")
STEPS = Limit(50, "steps lists mechanisms, from 2 to {}", "Each is a problem of its own.")
HEADS = Limit(256, "a number from 1 to {}", "Each has lines of its own.")
DIGITS = Limit(1000, "a number of digits up to {:,}", "Each further digit takes longer, and nobody reads it.")

# Entries.

ENTRY = Limit(1000, "at most {:,} are read", "The characters of one number: long powers of long numbers never end.")
WORDS = Limit(300, "it has more than {} numbers and signs", "Of one entry; each may be calculated exactly.")
BRACKETS = Limit(
    40, "more than {} parentheses, signs or functions inside one another", "Deeper ones would use up Python's stack."
)
EXPONENT = Limit(1000, "powers go up to {}", "Of exact powers: 10^1000 has a thousand digits.")
POWER_OF_TEN = Limit(100_000, "exponents go up to {:,}", "As weights that underflow are printed: 4.2·10^-4343.")
POWER = Limit(10_000, "to {:,} digits", "What a power may have: powers of powers grow beyond every memory.")

# Work.

LINE = Limit(
    100_000,
    "a line of more than {:,} numbers is no work by hand",
    "Every number of a line is proven and written: 20 microseconds each, several times over.",
)
PRODUCTS = Limit(
    50_000_000,
    "a product of matrices of more than {:,} multiplications is no work by hand",
    "Exact products take up to a microsecond each, in one call that nothing ends.",
)
PAIRS = Limit(
    1 << 24,
    "masks of more than {:,} pairs are counted only where distances decide",
    "Each pair is looked at, which takes 4 seconds for 4,096 queries and keys; of distances there are fewer.",
)
PRECISION = Limit(
    1 << 14,
    "ends a number whose further digits {} bits do not settle",
    "More bits each time, up to these: nearer ties than 10^-4900 are equal numbers that nobody proves equal.",
)

# Classes and papers.

SUBMISSIONS = Limit(50_000, "it holds more than {:,} files", "A folder that is no class ends at once.")
FOLDERS = Limit(8, "folders nested too deep", "Folders in folders without end, as links make them.")
UNPACKED = Limit(1_000_000_000, "unpacked it would be larger than {MB} MB", "A zip of a few kB may hold petabytes.")
JSON_LINES = Limit(200_000_000, "it is larger than {MB} MB", "A class with its pages.")
JSON_LINE = Limit(4_000_000, "this is too much for submissions", "Twice the largest page.")
STUDENTS = Limit(1000, "from 1 to {:,} students", "Each has papers of their own.")


def every() -> list[Limit]:
    """All limits, in their order."""
    return [value for value in globals().values() if isinstance(value, Limit)]
